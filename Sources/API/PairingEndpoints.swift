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
        guard (1...Daemon.Limits.codesMax).contains(count) else {
            throw .unfit("\(count) codes cannot be open at once; ask for 1 to \(Daemon.Limits.codesMax)")
        }
        try api.demandMembership()
        guard api.peering.isOnline else {
            throw APIError(
                .conflict, .conflict,
                "this device is offline, so nobody could join", advice: "first: scored online")
        }
        let before = api.peering.openInvitations.count
        let codes = api.peering.invite(count: count)
        guard !codes.isEmpty else {
            throw APIError(
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
                    addresses: api.peering.listenAddresses,
                    warnings: DeviceEndpoints(api: api).deputyHint(withCodes: count))))
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
        if order.bring != true, order.force != true {
            try demandSaved("--bring takes its games along, --force leaves them there")
        }
        let progress = api.peering.join(code: order.code, via: via, brings: order.bring ?? false)
        return .later { [self] in
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let joined): .json(document(joined))
            case .failed(let code, let message):
                .error(
                    APIError(code == .malformed ? .unprocessable : .conflict, code, message))
            }
        }
    }

    /// Demands that another device has every move of this one, since the log is put away.
    private func demandSaved(_ advice: String) throws(APIError) {
        let unsynced = api.ledger.unsynced
        guard unsynced > 0 else { return }
        throw APIError(
            .conflict, .wouldArchive,
            "\(Phrases.onlyHere(unsynced)) and would go into the archive; nothing was changed",
            advice: advice)
    }

    private func document(_ joined: JoinProgress.Joined) -> JoinDocument {
        JoinDocument(
            words: joined.words, table: DeviceEndpoints(api: api).brief(joined.table),
            inviter: joined.inviterName.isEmpty ? api.name(of: joined.inviter) : joined.inviterName,
            brought: joined.brought, archive: joined.archive)
    }

    func leave(_ order: LeaveRequest) throws(APIError) -> Answer {
        // With `bring` they go along to the new table.
        if order.bring != true, order.force != true {
            try demandSaved("--bring takes its games along, --force leaves them there")
        }
        let progress = api.peering.leave(brings: order.bring == true)
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
                .error(APIError(.conflict, .conflict, reason))
            }
        }
    }
}
