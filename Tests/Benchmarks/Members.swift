import MoveLog
import Seeds
import TLS

/// A device of the table that is built: its key and how it came to the table.
struct Member {
    let identity: Identity
    let charter: Charter
    /// The device's part in the table, with its first entry.
    let replica: Replica
    /// What is recorded so far as its own, in order.
    let commits: [Commit]
}

/// The devices of one table: the first founded it and invited all others.
struct Table {
    /// All devices, the founder first.
    let members: [Member]

    /// Makes keys from OpenSSL's random source, one table, and its invitations, through `Replica`.
    init(count: Int, at wall: WallTime) throws {
        var generator = SystemRandomNumberGenerator()
        let moment = Moment(uptime: .zero, wall: wall)
        let identities = try (0..<count).map { _ in try Identity.generate() }
        let nonce = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        guard let octets = Octets16(nonce) else { preconditionFailure("16 bytes are 16") }
        let charter = try Charter(founding: octets, at: wall, seal: identities[0])
        var founder = Self.replica(charter, [], identities[0], moment)
        let chains = try identities.dropFirst().map {
            try founder.invite($0.publicKey, at: moment)
        }
        let commits = founder.takeCommits()
        var members = [
            Member(identity: identities[0], charter: charter, replica: founder, commits: commits)
        ]
        for (identity, chain) in zip(identities.dropFirst(), chains) {
            let charter = try Charter(founding: charter.founding, chain: chain, seal: identity)
            var replica = Self.replica(charter, [], identity, moment)
            let commits = replica.takeCommits()
            members.append(
                Member(identity: identity, charter: charter, replica: replica, commits: commits))
        }
        self.members = members
    }

    /// A device's part in a table, from what its disk holds.
    static func replica(
        _ charter: Charter, _ commits: [Commit], _ seal: any Seal, _ moment: Moment
    ) -> Replica {
        Replica(
            charter: charter, commits: commits, startsNewIncarnation: false, seal: seal,
            random: SystemRandomNumberGenerator(), at: moment)
    }
}

extension Replica {
    /// The commits of the batch of effects; the rest of it is of no use without links.
    mutating func takeCommits() -> [Commit] {
        takeEffects().compactMap { effect in
            if case .append(let commit) = effect { commit } else { nil }
        }
    }
}
