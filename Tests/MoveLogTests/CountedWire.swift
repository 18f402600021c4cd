import Seeds
import Simulator
import Synchronization
import Testing

@testable import MoveLog

/// Counts the bytes of which it makes digests.
final class DigestCount: Sendable {
    let bytes = Mutex(0)
}

struct CountingSeal: Seal {
    let seal: ToySeal
    let count: DigestCount
    var publicKey: PublicKey { seal.publicKey }
    func digest(_ bytes: [UInt8]) -> Digest {
        count.bytes.withLock { $0 += bytes.count }
        return seal.digest(bytes)
    }
    func sign(_ message: [UInt8]) -> [UInt8] { seal.sign(message) }
    func isValid(_ signature: [UInt8], of message: [UInt8], by key: PublicKey) -> Bool {
        seal.isValid(signature, of: message, by: key)
    }
}

/// A founder that counts what it digests, and a member on a link to it that means no good.
struct CountedWire {
    var victim: Replica
    var liar: HostileMember
    private let count = DigestCount()
    private let now = Moment(uptime: .seconds(1), wall: WallTime(milliseconds: 1000))

    init() throws {
        let founder = ToySeal(device: 0)
        let charter = try Charter(
            founding: try #require(Octets16([UInt8](repeating: 3, count: 16))),
            at: WallTime(milliseconds: 0), seal: founder)
        victim = Replica(
            charter: charter, commits: [], startsNewIncarnation: false,
            seal: CountingSeal(seal: founder, count: count), random: SeededGenerator(seed: 1),
            at: now)
        liar = try HostileMember(7, invitedBy: &victim, at: now)
        liar.enter(&victim, at: now)
    }

    /// Hands the victim a frame; of how many bytes it made digests for it.
    @discardableResult
    mutating func say(_ frame: Frame) -> Int {
        count.bytes.withLock { $0 = 0 }
        liar.say(frame, to: &victim, at: now)
        return count.bytes.withLock { $0 }
    }
}
