import Daemon
import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook

/// Invitations, joining, leaving.
struct PairingEndpoints: EndpointTopic {
    let api: APIContext

    func invite(_ order: InviteRequest) throws(APIError) -> Answer {
        let count = order.count ?? 1
        guard (1...DaemonLimits.codesMax).contains(count) else {
            throw .unfit("cannot make \(count) codes; ask for 1 to \(DaemonLimits.codesMax)")
        }
        try api.demandMembership()
        guard api.peering.isOnline else {
            throw .conflict(
                "this device is offline, so no device could join", advice: "first: scored online")
        }
        let before = api.peering.openInvitationCount
        let codes = api.peering.invite(count: count, isHosted: order.isHosted ?? false)
        guard !codes.isEmpty else {
            throw .conflict(
                "\(before) codes are open, which is the limit",
                advice: "use those, or wait until one expires")
        }
        let seconds = Int(DaemonLimits.codeTime.components.seconds)
        let document = InviteDocument(
            codes: codes.map { InvitationDocument(code: $0, expiresSeconds: seconds) },
            addresses: api.peering.listenAddresses, warnings: hints(withCodes: count))
        return .now(.json(document))
    }

    private func hints(withCodes count: Int) -> [WarningDocument]? {
        let hints = [unreachable].compactMap(\.self) + (deputyHint(withCodes: count) ?? [])
        return hints.isEmpty ? nil : hints
    }

    private var unreachable: WarningDocument? {
        api.peering.listenObstacle.map {
            WarningDocument(
                .noAddress, "\($0), so that no address can be given with --via",
                advice: "where announcements pass the code is enough; else join a Wi-Fi or open a "
                    + "hotspot, then: scored invite")
        }
    }

    /// Tells the founder's keeper once, with the codes that bring the table to `devicesForDeputy`
    /// devices.
    private func deputyHint(withCodes count: Int) -> [WarningDocument]? {
        guard api.device == log.charter.founderKey, log.deputies.isEmpty,
            log.memberKeys.count + count >= APILimits.devicesForDeputy,
            !api.home.settings.isDeputyHintTold
        else { return nil }
        api.home.update { $0.isDeputyHintTold = true }
        return [
            WarningDocument(
                .noDeputy, "only this device can remove devices; if it is lost, none can",
                advice: "to name another that can: scored devices deputy NAME")
        ]
    }

    func join(_ order: JoinRequest) throws(APIError) -> Answer {
        var via: NamedAddress?
        if let text = order.via {
            do throws(NetError) {
                via = try NamedAddress(text, port: peerPort)
            } catch {
                throw .unfit("via: \(error)")
            }
        }
        if order.bring != true, order.force != true { try demandSaved() }
        let progress = api.peering.join(code: order.code, via: via, brings: order.bring ?? false)
        return .later { [self] in
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let joined): .json(document(joined))
            case .failed(let code, let message):
                .error(APIError(code == .malformed ? .unprocessable : .conflict, code, message))
            }
        }
    }

    /// Refuses to archive a log with moves that no other device has.
    private func demandSaved() throws(APIError) {
        guard ledger.unsynced > 0 else { return }
        throw APIError(
            .conflict, .wouldArchive,
            "\(Phrases.onlyHere(ledger.unsynced)) and would go into the archive; nothing was "
                + "changed",
            advice: "--bring takes the games along, --force leaves them there")
    }

    private func document(_ joined: Joined) -> JoinDocument {
        JoinDocument(
            words: joined.words, table: api.brief(joined.table),
            inviter: joined.inviterName.isEmpty ? api.name(of: joined.inviter) : joined.inviterName,
            brought: joined.brought, archive: joined.archive)
    }

    func leave(_ order: LeaveRequest) throws(APIError) -> Answer {
        if order.bring != true, order.force != true { try demandSaved() }
        let progress = api.peering.leave(brings: order.bring == true)
        return .later {
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let left):
                .done(
                    "this device has begun a table of its own"
                        + (left.brought == 0
                            ? "" : "; \(Phrases.entries(left.brought)) were brought along")
                        + (left.archive.map {
                            "; to look at the former table: scored --state "
                                + "\(Phrases.shellWord($0)) status"
                        } ?? ""))
            case .failed(_, let reason): .error(.conflict(reason))
            }
        }
    }
}
