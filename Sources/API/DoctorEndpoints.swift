import Daemon
import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook

/// The report of the running daemon for `doctor`, and repairs.
struct DoctorEndpoints: EndpointTopic {
    let api: APIContext

    func repair(_ order: DoctorRequest) throws(APIError) -> Answer {
        guard order.recover == true || order.acknowledge == true else {
            throw APIError(
                .badRequest, .malformed, "nothing is asked for: set recover or acknowledge to true")
        }
        var recorded = 0
        if order.recover == true {
            do throws(DaemonError) {
                recorded = try api.ledger.recordAgain()
            } catch {
                throw APIError(error)
            }
        }
        return .afterCommit { [self] in
            var done: [String] = []
            if order.recover == true {
                done.append(
                    recorded == 0
                        ? "no entry of this device waits for older ones"
                        : "\(Phrases.entries(recorded)) recorded again, so they count")
            }
            if order.acknowledge == true {
                StatusEndpoints(api: api).acknowledgeIncidents()
                done.append("the warnings about copied and restored homes are taken as read")
            }
            return .json(DoneDocument(text: Phrases.list(done)))
        }
    }

    func report(_ request: RoutedRequest) -> Answer { api.afterTurn { .json(report) } }

    private var report: DaemonReport {
        let status = StatusEndpoints(api: api).status
        let descriptors = OpenDescriptors()
        return DaemonReport(
            version: api.version,
            protocolVersionMin: Int(protocolVersions.lowerBound),
            protocolVersionMax: Int(protocolVersions.upperBound),
            foldVersion: foldVersion,
            processID: Int(ProcessInfo.processInfo.processIdentifier),
            uptimeSeconds: Int((api.clock.uptime - api.startedAt).components.seconds),
            problem: api.ledger.problem?.reason, damage: api.ledger.damage,
            isOnline: api.peering.isOnline, isDiscovering: api.peering.discovery != nil,
            addresses: api.peering.listenAddresses, interfaces: interfaces,
            heardElsewhere: api.peering.discovery?.heardElsewhere ?? 0, peers: peerReports,
            descriptors: descriptors.count, descriptorsMax: descriptors.max,
            warnings: status.warnings, longestTurn: api.longestTurn())
    }

    private var interfaces: [InterfaceReport] {
        (api.peering.discovery?.traffic ?? []).map { traffic in
            InterfaceReport(
                name: traffic.interface.name, isLoopback: traffic.interface.isLoopback,
                addresses: traffic.interface.addresses.map(\.hostText), sent: traffic.sent,
                heard: traffic.heard, problem: traffic.failure?.message)
        }
    }

    private var peerReports: [PeerReport] {
        let offsets = Dictionary(
            api.ledger.replica.peers.map {
                (api.ledger.seal.deviceID(of: $0.key).description, $0.wallOffset)
            }, uniquingKeysWith: { first, _ in first })
        return api.peerDocuments.map {
            PeerReport(peer: $0, wallOffsetMilliseconds: offsets[$0.id] ?? nil)
        }
    }
}
