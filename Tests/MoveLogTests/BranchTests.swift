import Seeds
import Simulator
import Testing

@testable import MoveLog

/// How one line of a log is cut into runs that can be sent and checked at once.
@Suite struct BranchTests {
    private let digest = ToySeal(device: 0).digest([])

    private func branch(
        entries: Int, bytesMax: Int, _ random: inout SeededGenerator
    ) throws -> Branch {
        let author = AuthorID(octets: .zero)
        var branch = Branch(author: author, parent: nil, after: 0, digest: digest)
        for number in 0..<entries {
            // What is around a body takes six bytes here, and two more where it is long.
            let length = Int.random(in: 1...bytesMax, using: &random)
            let entry = Entry(
                id: EntryID(author: author, sequence: 1), lamport: 1,
                wall: WallTime(milliseconds: 0), scope: .table, kind: Kind(rawValue: 99),
                body: [UInt8](repeating: 0x80, count: max(0, length - 8)))
            let page = Page(count: 1, bytes: entry.canonicalBytes)
            let content = try RunContent([page], author: author, after: UInt64(number))
            branch.append(content, from: 0, pages: [page], digests: AuthorLog.Digests(end: digest))
        }
        return branch
    }

    /// Long entries are bounded by their bytes, short ones by their number.
    @Test(
        arguments: [
            (1, 120, 60_000), (2, 120, 60_000), (3, 300, 9000), (4, 40_000, 3), (5, 20_000, 90),
        ] as [(UInt64, Int, Int)])
    func aSpanIsAsLongAsTheLimitsAllow(seed: UInt64, entries: Int, bytesMax: Int) throws {
        var random = SeededGenerator(seed: seed)
        let branch = try branch(entries: entries, bytesMax: bytesMax, &random)
        var place: UInt64 = 0
        var spans = 0
        while place < branch.last {
            let end = branch.spanEnd(after: place)
            #expect(end > place && end - place <= MoveLogLimits.spanEntriesMax)
            #expect(branch.byteCount(after: place, upTo: end) <= MoveLogLimits.spanBytesMax)
            let isFull =
                end == branch.last || end.isMultiple(of: MoveLogLimits.spanEntriesMax)
                || branch.byteCount(after: place, upTo: end + 1) > MoveLogLimits.spanBytesMax
            #expect(isFull, "from \(place) to \(end)")
            place = end
            spans += 1
        }
        #expect(spans > 1)
    }

    /// Of heads that come one after the other so few are kept that no two of them could be one, and
    /// so many that every run between two can be sent.
    @Test(arguments: seeds(UInt64(20)))
    func theHeadsThatAreKeptLeaveRunsThatCanBeSent(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var branch = try branch(entries: 200, bytesMax: 30_000, &random)
        var sequence: UInt64 = 0
        while sequence < branch.last {
            sequence = min(sequence + UInt64.random(in: 1...9, using: &random), branch.last)
            let head = SignedHead(sequence: sequence, signature: [UInt8(sequence)])
            branch.keep(head)
            // An older one, or the same once more, changes nothing.
            let kept = branch.heads
            branch.keep(SignedHead(sequence: max(1, sequence - 1), signature: []))
            branch.keep(SignedHead(sequence: sequence, signature: []))
            #expect(branch.heads == kept && kept.last == head)
        }
        let places = [0] + branch.heads.map(\.sequence)
        #expect(places.last == branch.last)
        for (place, next) in zip(places, places.dropFirst()) {
            #expect(branch.byteCount(after: place, upTo: next) <= MoveLogLimits.spanBytesMax)
        }
        for (place, next) in zip(places, places.dropFirst(2)) {
            #expect(branch.byteCount(after: place, upTo: next) > MoveLogLimits.spanBytesMax)
        }
        for place in 0...branch.last {
            #expect(branch.head(above: place) == branch.heads.first { $0.sequence > place })
        }
    }

    /// The newest entries move to another place only when they outgrow theirs: a copy for each entry
    /// would make a day of moves, and every opening of it, slow.
    @Test func anEntryMovesNothingOfItsLog() throws {
        var mesh = try Mesh(devices: 1)
        let author = mesh.replicas[0].author
        func place() -> UInt {
            let branch = mesh.replicas[0].log.authors[author]?.branches[0]
            let page = branch?.parts(after: 0, upTo: branch?.last ?? 0).last?.bytes ?? []
            return unsafe page.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
        var moves = 0
        var last = place()
        for _ in 0..<2000 {
            try mesh.record(0, 1, size: 100)
            let now = place()
            if now != last { moves += 1 }
            last = now
        }
        #expect(mesh.replicas[0].log.byteCount > 200_000)
        #expect(moves < 100, "\(moves) times")
    }
}
