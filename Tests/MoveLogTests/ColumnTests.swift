import Seeds
import Testing

@testable import Columns
@testable import MoveLog

/// Columns against what they were made of.
@Suite struct ColumnTests {
    private static let author = AuthorID(octets: .zero)

    /// Whatever the numbers are, they come back, and nothing is left over. A column takes no more than
    /// its numbers as varints would, but for what it begins with.
    @Test(arguments: seeds(UInt64(60)))
    func numbersComeBackAsTheyWereAndAreShort(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let numbers = Self.numbers(&random)
        var plain = ByteWriter()
        for number in numbers { plain.varint(number) }
        #expect(try Self.written(numbers).count <= plain.bytes.count * 8 / 7 + 24)
    }

    /// So do the numbers of games, some of which stand out below or above the others.
    @Test(arguments: seeds(UInt64(400)))
    func numbersOfGamesComeBackAndAreShort(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8 {
            let numbers = Self.gameNumbers(&random)
            let bytes = try Self.written(numbers)
            let widest = (numbers.max() ?? 0) - (numbers.min() ?? 0)
            let bits = numbers.count * (64 - widest.leadingZeroBitCount)
            #expect(bytes.count <= (bits + 7) / 8 + 20)
        }
    }

    /// Of a clock that is set back each period, up or down, the steps are written in the bits of one step.
    @Test(arguments: [true, false]) func aFewExceptionsMakeNoColumnWide(isRising: Bool)
        throws
    {
        let period = (0..<60 as Range<UInt64>).map { $0 * 10 }
        let clock = [[UInt64]](repeating: isRising ? period : period.reversed(), count: 4)
        // All steps but three are equal, in units of 10.
        #expect(try Self.written(clock.flatMap(\.self)).count <= 20)
    }

    /// A column of the numbers, which must come back from it.
    private static func written(_ numbers: [UInt64]) throws -> [UInt8] {
        var writer = ByteWriter()
        NumberPacker.write(numbers, to: &writer)
        var reader = ByteReader(writer.bytes)
        #expect(try NumberColumn.read(numbers.count, from: &reader) == numbers)
        try reader.finish()
        return writer.bytes
    }

    private static func numbers(_ random: inout SeededGenerator) -> [UInt64] {
        let count = Int.random(in: 1...300, using: &random)
        let width = UInt64.random(in: 0...63, using: &random)
        var sum = random.next() >> width
        let unit = [1, 2, 100, 200].randomElement(using: &random) ?? 1
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return (0..<count).map { _ in random.next() >> width }
        case 1:
            return (0..<count).map { _ in
                sum &+= (random.next() >> width) &* UInt64(unit)
                return sum
            }
        case 2: return (0..<count).map { _ in random.number() }
        default:
            return (0..<count).map { _ in
                Int.random(in: 0..<30, using: &random) == 0 ? random.next() : sum
            }
        }
    }

    /// As a game makes them: clocks that run down period after period, times that go on with breaks
    /// between, jerseys; more or less of one form.
    private static func gameNumbers(_ random: inout SeededGenerator) -> [UInt64] {
        let count = Int.random(in: 2...256, using: &random)
        let most = UInt64(1) << UInt64.random(in: 1...22, using: &random)
        let isRare = Int.random(in: 4...40, using: &random)
        let unit: UInt64 = Bool.random(using: &random) ? 1 : 200
        let goesUp = Bool.random(using: &random)
        let start = UInt64.random(in: 0...(1 << 41), using: &random)
        var number = goesUp ? start : start + most * unit
        return (0..<count).map { _ in
            let step = UInt64.random(in: 0...most, using: &random) / UInt64(isRare) * unit
            let isBreak = Int.random(in: 0..<isRare, using: &random) == 0
            if goesUp {
                number += isBreak ? step * 100 : step
            } else {
                number = isBreak || number < start + step ? start + most * unit : number - step
            }
            return number
        }
    }

    private static func columns(_ entries: [Entry]) throws -> [UInt8] {
        try EntryColumns.bytes(
            packing: entries.flatMap(\.canonicalBytes), count: entries.count,
            author: author.octets)
    }

    @Test(arguments: seeds(UInt64(60)))
    func entriesComeBackByteForByte(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...256, using: &random)
        let entries = (0..<count).map { _ in random.entry(Self.author) }
        let bytes = try Self.columns(entries)
        let page = Page(count: count, isInColumns: true, bytes: bytes)
        let content = try RunContent([page], author: Self.author, after: 0)
        #expect(content.bytes == entries.flatMap(\.canonicalBytes))
        #expect(content.lamports == entries.map(\.lamport))
        let placed = PlacedPage(author: Self.author, after: 0, page: page)
        let summary = try #require(placed.summary)
        for game in summary.games {
            let scope = Scope(game.name)
            #expect(game.count == entries.count { $0.scope == scope }, "\(game)")
            let own = placed.placed(of: scope).map(\.entry)
            let expected = entries.enumerated().filter { $1.scope == scope }
            #expect(own.map(\.canonicalBytes) == expected.map(\.element.canonicalBytes))
            #expect(own.map(\.id.sequence) == expected.map { UInt64($0.offset) + 1 })
        }
        #expect(summary.games.reduce(0) { $0 + $1.count } == entries.count { $0.scope != .table })
        #expect(summary.hasTable == entries.contains { $0.scope == .table })
        #expect(Set(summary.kinds) == Set(entries.map(\.kind.rawValue)))
    }

    /// Few bytes never become many: a run is refused as soon as its entries are more than a run holds.
    @Test func columnsThatGrowWithoutEndAreRefused() throws {
        let body = [UInt8](repeating: 0xff, count: 9) + [1]
        let entry = Entry(
            id: EntryID(author: Self.author, sequence: 1), lamport: .max,
            wall: WallTime(milliseconds: .min), scope: .table, kind: Kind(rawValue: 20),
            body: (0..<ColumnLimits.fieldsMax).flatMap { _ in body })
        let bytes = try Self.columns([Entry](repeating: entry, count: 256))
        let page = Page(count: 256, isInColumns: true, bytes: bytes)
        let most = try RunContent([page], author: Self.author, after: 0).bytes.count
        #expect(bytes.count < most / 100)
        let pages = [Page](repeating: page, count: MoveLogLimits.spanBytesMax / most + 1)
        #expect(throws: Malformed.tooLarge("entries")) {
            _ = try RunContent(pages, author: Self.author, after: 0)
        }
    }
}
