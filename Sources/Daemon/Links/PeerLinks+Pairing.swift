import MoveLog
import TLS

/// Links on which a device is let in: what the two ends say until it is done.
extension PeerLinks {
    func pair(_ link: PeerLink, _ identity: [UInt8], at now: Duration) {
        link.deadline = now + Limits.pairingTime
        let binding = try? link.channel.exporter(
            label: PairingTerms.exporterLabel, context: [], count: PairingTerms.bindingBytes)
        guard let binding else { return end(link, reason: "no keying material", at: now) }
        observer?.pairing(link, code: identity, binding: binding)
    }

    func receive(_ bytes: [UInt8], inviting inviter: Inviter, on link: PeerLink, at now: Duration) {
        var inviter = inviter
        let step = inviter.receive(bytes)
        link.stage = .inviting(inviter)
        switch step {
        case .more: return
        case .asked(let key, let name): observer?.asked(link, inviter, by: key, name: name)
        case .broken(let reason): end(link, reason: reason, at: now)
        }
    }

    func receive(_ bytes: [UInt8], joining joiner: Joiner, on link: PeerLink, at now: Duration) {
        var joiner = joiner
        let step = joiner.receive(bytes)
        link.stage = .joining(joiner)
        perform(step, on: link, at: now)
    }

    private func perform(_ step: Joiner.Step, on link: PeerLink, at now: Duration) {
        let outcome: JoinEnd
        switch step {
        case .more: return
        case .send(let bytes):
            link.channel.send(bytes)
            return
        case .welcomed(let welcome): outcome = .welcomed(welcome)
        case .refused(let refusal): outcome = .refused(refusal)
        case .alreadyThere: outcome = .alreadyThere
        case .broken(let reason): outcome = .broken(reason)
        }
        guard case .joining(let target) = link.origin else { return }
        link.close(at: now)
        observer?.joinStepped(link, target, outcome)
    }

    /// Sends the last bytes of a pairing.
    func finish(_ id: UInt64, with bytes: [UInt8], at now: Duration) {
        guard let link = link(LinkID(rawValue: id)), case .inviting = link.stage else { return }
        link.channel.send(bytes)
        link.close(at: now)
    }
}

extension JoinEnd {
    /// What the end of the channel means for a join.
    init(_ error: TLSError) {
        switch error {
        case .codeUnproven, .codeUnknown, .codeWrong, .refusedByPeer: self = .unproven
        default: self = .broken(error.description)
        }
    }
}
