import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook

/// Devices that come and go: invitations, joining, leaving.
extension Desk {
    var pairingRoutes: [Route: Router.Responder] {
        [
            .invitations: { asked throws(Denial) in try invite(asked.body(InviteRequest.self)) },
            .join: { asked throws(Denial) in try join(asked.body(JoinRequest.self)) },
            .leave: { asked throws(Denial) in try leave(asked.body(LeaveRequest.self)) },
        ]
    }

    private func invite(_ order: InviteRequest) throws(Denial) -> Answer {
        let count = order.count ?? 1
        guard (1...Limits.codesMax).contains(count) else {
            throw .unfit("\(count) codes cannot be open at once; ask for 1 to \(Limits.codesMax)")
        }
        try demandMembership()
        guard peering.isOnline else {
            throw Denial(
                .conflict, .conflict,
                "this device is offline, so nobody could join", advice: "first: scored online")
        }
        let before = peering.openInvitations.count
        let codes = peering.invite(count: count)
        guard !codes.isEmpty else {
            throw Denial(
                .conflict, .conflict,
                "\(before) codes are open, which is the limit",
                advice: "use those, or wait until one expires")
        }
        return .now(
            .json(
                InviteDocument(
                    codes: codes.map {
                        InvitationDocument(
                            code: $0.code, expiresSeconds: Int($0.remaining.components.seconds))
                    },
                    addresses: peering.listenAddresses,
                    warnings: deputyHint(withCodes: count))))
    }

    private func join(_ order: JoinRequest) throws(Denial) -> Answer {
        var via: NamedAddress?
        if let text = order.via {
            do throws(NetError) {
                via = try NamedAddress(text, port: peerPort)
            } catch {
                throw .unfit("via: \(error)")
            }
        }
        if order.bring != true, order.force != true {
            try demandSaved("--bring takes its games along, --force leaves them there")
        }
        let progress = peering.join(code: order.code, via: via, brings: order.bring ?? false)
        return .later { [self] in
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let joined): .json(document(joined))
            case .failed(let code, let message):
                Denial(code == .malformed ? .unprocessable : .conflict, code, message).response()
            }
        }
    }

    /// Demands that another device has every move of this one, since the log is put away.
    private func demandSaved(_ advice: String) throws(Denial) {
        let unsynced = ledger.unsynced
        guard unsynced > 0 else { return }
        throw Denial(
            .conflict, .wouldArchive,
            "\(Phrases.onlyHere(unsynced)) and would go into the archive; nothing was changed",
            advice: advice)
    }

    private func document(_ joined: JoinProgress.Joined) -> JoinDocument {
        JoinDocument(
            words: joined.words, table: brief(joined.table),
            inviter: joined.inviterName.isEmpty ? name(of: joined.inviter) : joined.inviterName,
            brought: joined.brought, archive: joined.archive)
    }

    private func leave(_ order: LeaveRequest) throws(Denial) -> Answer {
        // With `bring` they go along to the new table.
        if order.bring != true, order.force != true {
            try demandSaved("--bring takes its games along, --force leaves them there")
        }
        let progress = peering.leave(brings: order.bring == true)
        return .later {
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let archive, let brought):
                .json(
                    DoneDocument(
                        text: "this device is a table of its own"
                            + (brought == 0
                                ? "" : "; \(Phrases.entries(brought)) were brought along")
                            + (archive.map {
                                "; look at the former one with: scored --state "
                                    + "\(Phrases.shellWord($0)) status"
                            } ?? "")))
            case .failed(let reason):
                Denial(.conflict, .conflict, reason).response()
            }
        }
    }
}
