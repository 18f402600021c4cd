import Seeds
import Simulator
import Synchronization
import Testing

@testable import MoveLog

/// Where places of a forked log are found: on the branch that owns them, whichever it is, at the price of
/// one digest.
@Suite(.timeLimit(.minutes(2))) struct PlaceTests {
    /// A log that is forked again and again, on all of its lines, taken in piece by piece.
    private func forked(
        _ random: inout SeededGenerator
    ) throws -> (log: TableLog, author: AuthorID, lines: [Line]) {
        var mesh = try Mesh(devices: 1)
        let member = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var log = mesh.replicas[0].log
        let count = Int.random(in: 1...400, using: &random)
        var lines = [Line(member, nonce: 1, bodies: (0..<count).map { [UInt8($0 % 7)] })]
        for number in 0..<12 {
            let line = lines[Int.random(in: lines.indices, using: &random)]
            let place = UInt64.random(in: 1..<max(line.last, 2), using: &random)
            let bodies = (0..<Int.random(in: 1...300, using: &random)).map {
                [UInt8(number), UInt8($0 % 5)]
            }
            lines.append(line.forked(after: place, bodies: bodies))
        }
        for line in lines {
            var place: UInt64 = 0
            while place < line.last {
                let step = UInt64.random(in: 1...200, using: &random)
                let end = min(place + step, line.last)
                let outcome = log.insert(line.run(after: place, upTo: end), trust: .verify)
                switch outcome {
                case .admitted, .held: break
                default: Issue.record("\(outcome)")
                }
                place = end
            }
        }
        return (log, lines[0].author, lines)
    }

    @Test(arguments: seeds(UInt64(20))) func everyPlaceIsFoundOnItsBranch(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (table, author, lines) = try forked(&random)
        let log = try #require(table.authors[author])
        #expect(log.isForked)
        for index in log.branches.indices {
            for place in 0...log.branches[index].last {
                let digest = log.digest(at: place, on: index)
                let found = log.branch(at: place, mark: digest.octets.high)
                #expect(found == log.owner(of: place, on: index), "\(place) on \(index)")
                #expect(log.branch(at: place, mark: digest.octets.low) == nil)
                #expect(log.branch(at: place + 1, mark: digest.octets.high) == nil)
            }
        }
        for line in lines {
            let after = UInt64.random(in: 0..<line.last, using: &random)
            let upTo = UInt64.random(in: (after + 1)...line.last, using: &random)
            let run = line.run(after: after, upTo: upTo)
            let branch = try #require(log.branch(holding: run))
            #expect(log.digest(at: upTo, on: branch) == line.digest(upTo))
            #expect(log.owner(of: upTo, on: branch) == branch)
            let longer = line.forked(after: line.last, bodies: [[1], [2]])
            #expect(log.branch(holding: longer.run(after: after)) == nil)
        }
    }

    /// Places of a log whose entries are long are found too, however it came in.
    @Test(arguments: seeds(UInt64(12))) func placesOfLargeStridesAreFound(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 1)
        let member = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var log = mesh.replicas[0].log
        let isLong = (0..<600).map { _ in Int.random(in: 0..<3, using: &random) == 0 }
        let start = Int.random(in: 0..<400, using: &random)
        let line = Line(
            member, nonce: 1,
            bodies: (0..<600).map {
                [UInt8](repeating: 0xff, count: $0 >= start && isLong[$0] ? 700 : 3)
            })
        var place: UInt64 = 0
        while place < line.last {
            let end = min(place + UInt64.random(in: 1...300, using: &random), line.last)
            let run = line.run(after: place, upTo: end)
            guard case .admitted = log.insert(run, trust: .verify) else {
                Issue.record("not admitted behind \(place)")
                return
            }
            place = end
        }
        let held = try #require(log.authors[line.author])
        for place in 0...line.last {
            let digest = line.digest(place)
            #expect(held.branch(at: place, mark: digest.octets.high) == 0, "\(place)")
            #expect(held.branch(at: place, mark: digest.octets.low) == nil)
            #expect(
                held.branch(at: place, mark: digest.octets.high, besidesFirst: true)
                    == (place == line.last ? 0 : nil))
        }
    }

    /// What is said of places of a log of long entries costs no digest of them, and what was said once is
    /// not looked up again with each run.
    @Test func liesAboutLongEntriesCostNoDigestEach() throws {
        var wire = try CountedWire()
        let long = Line(
            wire.liar, nonce: 1,
            bodies: (0..<200).map { _ in [UInt8](repeating: 0xff, count: 2000) })
        let short = Line(wire.liar, nonce: 2, bodies: (0..<200).map { [UInt8($0)] })
        for line in [long, short] {
            wire.say(.run(line.run()))
            let lies = (1...127).map {
                Leaf(
                    author: line.author, sequence: 70 + $0,
                    mark: wire.liar.charter.founder.octets)
            }
            let claimed = wire.say(.acknowledge(Frontier(leaves: lies)))
            #expect(claimed <= 127 * 2000, "\(claimed) bytes for a claim")
            var longer = line
            longer.add(99, [1])
            let settled = wire.say(.run(longer.run(after: line.last)))
            let stride = line.entries.reduce(0) { $0 + $1.count }
            #expect(settled <= 4 * stride + 10_000, "\(settled) bytes for a run")
        }
        #expect(wire.liar.closed == nil)
    }

    /// Lies about places of all branches of a log cost about one digest each, and so does a run that
    /// attaches nowhere.
    @Test func lookingAPlaceUpOnManyBranchesCostsNoDigestMore() throws {
        let count = DigestCount()
        var mesh = try Mesh(devices: 1)
        let member = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        let line = Line(member, nonce: 1, bodies: (0..<9).map { [UInt8($0)] })
        let charter = mesh.replicas[0].log.charter
        var log = TableLog(
            charter: charter, seal: CountingSeal(seal: ToySeal(device: 0), count: count))
        _ = log.insert(line.run(), trust: .ownDisk)
        for number in 0..<120 {
            let bodies = (0..<200).map { [UInt8(number), UInt8($0)] }
            let other = line.forked(after: 5, bodies: bodies)
            _ = log.insert(other.run(after: 5), trust: .ownDisk)
        }
        #expect(log.authors[line.author]?.branches.count == 121)
        count.bytes.withLock { $0 = 0 }
        let wrong = member.charter.founder.octets
        for place in UInt64(6)...204 {
            let leaf = Leaf(author: line.author, sequence: place, mark: wrong)
            #expect(log.find([leaf])[0].branch == nil)
            var run = line.run(after: 8)
            run.after = place
            run.base = wrong
            guard case .gap = log.insert(run, trust: .verify) else {
                Issue.record("attached at \(place)")
                continue
            }
        }
        let digested = count.bytes.withLock { $0 }
        #expect(digested < 10_000, "\(digested) bytes")
    }
}

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
