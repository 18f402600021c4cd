import MoveLog
import TLS

/// Passes one author's log to a device that holds nothing, over a link without a network: the commits
/// are those that a catch-up of a real daemon writes, since the same replicas decide them.
enum Passing {
    private static let link = LinkID(rawValue: 1)
    /// Rounds of 10 ms, by the replicas' own clock: a day of them for a log that never arrives.
    private static let roundsMax = 8_640_000

    /// What the receiver writes of the author that `sender` records as.
    static func commits(from sender: Member, own: [Commit], to receiver: Member) -> [Commit] {
        var now = Moment(uptime: .zero, wall: WallTime(milliseconds: 1_760_000_000_000))
        var near = Table.replica(sender.charter, own, sender.identity, now)
        var far = Table.replica(receiver.charter, receiver.commits, receiver.identity, now)
        let author = near.author
        let last = near.log.last(of: author)
        near.connected(link, to: receiver.identity.publicKey, isDialer: true, at: now)
        far.connected(link, to: sender.identity.publicKey, isDialer: false, at: now)
        var received: [Commit] = []
        var rounds = 0
        while far.log.last(of: author) < last {
            for case .send(_, let bytes) in near.takeEffects() {
                far.receive(bytes, from: link, at: now)
            }
            for effect in far.takeEffects() {
                switch effect {
                case .append(let commit) where commit.run.author == author:
                    received.append(commit)
                case .send(_, let bytes): near.receive(bytes, from: link, at: now)
                case .append, .close, .publish: break
                }
            }
            now.uptime += .milliseconds(10)
            near.tick(at: now)
            far.tick(at: now)
            rounds += 1
            precondition(rounds < roundsMax, "\(author) does not arrive")
        }
        for case .append(let commit) in far.takeEffects() where commit.run.author == author {
            received.append(commit)
        }
        return received
    }
}
