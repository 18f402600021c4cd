import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook

/// What only the running daemon can tell a doctor.
extension Desk {
    var doctorRoutes: [Route: Router.Responder] {
        [
            .doctor: { _ in afterTurn { .json(report) } },
            .repair: { asked throws(Denial) in try repair(asked.body(DoctorRequest.self)) },
        ]
    }

    private func repair(_ order: DoctorRequest) throws(Denial) -> Answer {
        guard order.recover == true || order.acknowledge == true else {
            throw Denial(
                .badRequest, .malformed, "nothing is asked for: set recover or acknowledge to true")
        }
        var recorded = 0
        if order.recover == true {
            do throws(DaemonError) {
                recorded = try ledger.recordAgain()
            } catch {
                throw Denial(error)
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
                acknowledgeIncidents()
                done.append("the warnings about copied and restored homes are taken as read")
            }
            return .json(DoneDocument(text: Phrases.list(done)))
        }
    }

    private var report: DaemonReport {
        let status = status
        let descriptors = OpenDescriptors()
        return DaemonReport(
            version: version,
            protocolVersionMin: Int(protocolVersions.lowerBound),
            protocolVersionMax: Int(protocolVersions.upperBound),
            foldVersion: foldVersion,
            processID: Int(ProcessInfo.processInfo.processIdentifier),
            uptimeSeconds: Int((clock.uptime - startedAt).components.seconds),
            problem: ledger.problem?.reason, damage: ledger.damage,
            isOnline: peering.isOnline, isDiscovering: peering.discovery != nil,
            addresses: peering.listenAddresses, interfaces: interfaces,
            heardElsewhere: peering.discovery?.heardElsewhere ?? 0, peers: peerReports,
            descriptors: descriptors.count, descriptorsMax: descriptors.max,
            warnings: status.warnings, longestTurn: longestTurn())
    }

    private var interfaces: [InterfaceReport] {
        (peering.discovery?.traffic ?? []).map { traffic in
            InterfaceReport(
                name: traffic.interface.name, isLoopback: traffic.interface.isLoopback,
                addresses: traffic.interface.addresses.map(\.hostText), sent: traffic.sent,
                heard: traffic.heard, problem: traffic.failure?.message)
        }
    }

    private var peerReports: [PeerReport] {
        let offsets = Dictionary(
            ledger.replica.peers.map {
                (ledger.seal.deviceID(of: $0.key).description, $0.wallOffset)
            }, uniquingKeysWith: { first, _ in first })
        return peerDocuments.map {
            PeerReport(peer: $0, wallOffsetMilliseconds: offsets[$0.id] ?? nil)
        }
    }
}
