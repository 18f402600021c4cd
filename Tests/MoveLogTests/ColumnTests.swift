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

extension SeededGenerator {
    /// An entry of any form that its author may write: mostly moves in a few games, some texts, some
    /// of kinds that nobody knows, numbers from the smallest to the largest.
    mutating func entry(_ author: AuthorID) -> Entry {
        let other = AuthorID(octets: Octets16([UInt8](repeating: 7, count: 16)) ?? .zero)
        let game = EntryID(
            author: Bool.random(using: &self) ? author : other,
            sequence: UInt64.random(in: 1...3, using: &self))
        let isMove = Int.random(in: 0..<10, using: &self) > 0
        return Entry(
            id: EntryID(author: author, sequence: 1), lamport: number(), wall: wall(),
            scope: Int.random(in: 0..<20, using: &self) == 0 ? .table : .game(game),
            kind: Kind(rawValue: isMove ? 20 : UInt32.random(in: 16...300, using: &self)),
            body: isMove ? moveBody(other) : textBody())
    }

    /// Mostly small and near each other, as lamports are; now and then anything.
    mutating func number() -> UInt64 {
        switch Int.random(in: 0..<50, using: &self) {
        case 0: UInt64.random(in: 0...(.max), using: &self)
        case 1: [0, 1, 127, 128, .max, 1 << 63, 1 << 53].randomElement(using: &self) ?? 0
        default: UInt64.random(in: 1000...1200, using: &self)
        }
    }

    private mutating func wall() -> WallTime {
        let isAny = Int.random(in: 0..<50, using: &self) == 0
        return WallTime(
            milliseconds: isAny
                ? Int64.random(in: (.min)...(.max), using: &self)
                : 1_760_000_000_000 + Int64.random(in: 0...9_000_000, using: &self))
    }

    private mutating func moveBody(_ other: AuthorID) -> [UInt8] {
        var writer = ByteWriter()
        writer.byte(UInt8.random(in: 1...12, using: &self))
        let isLinked = Int.random(in: 0..<8, using: &self) == 0
        writer.varint(isLinked ? 41 : 9)
        writer.varint(UInt64.random(in: 4...20, using: &self))
        writer.varint(UInt64.random(in: 1...4, using: &self))
        writer.signed(Int64.random(in: 0...6000, using: &self) * 100)
        if isLinked {
            writer.raw(other.bytes)
            writer.varint(UInt64.random(in: 1...999, using: &self))
        }
        return writer.bytes
    }

    private mutating func textBody() -> [UInt8] {
        Bool.random(using: &self)
            ? Array("a note of \(Int.random(in: 1...9999, using: &self)) letters".utf8)
            : bytes(Int.random(in: 0...300, using: &self))
    }
}

/// Pages against the plain bytes that they hold.
@Suite struct EntryPagesTests {
    private static let author = AuthorID(octets: .zero)

    @Test(arguments: seeds(UInt64(40)))
    func pagesHoldWhatWasAppended(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var pages = EntryPages(author: Self.author, after: 0)
        var entries: [[UInt8]] = []
        #expect(pages.count == 0 && pages.byteCount == 0)
        #expect(pages.bytes(0..<0) == [] && pages.parts(0..<0).isEmpty)
        while entries.count < 600 {
            // Of odd seeds nothing can be read, so nothing goes into columns.
            let new = (0..<Int.random(in: 1...20, using: &random)).map { _ in
                seed.isMultiple(of: 2)
                    ? random.entry(Self.author).canonicalBytes : random.bytes(Self.length(&random))
            }
            append(new, to: &pages, &random)
            entries += new
            expect(pages, hold: entries, &random)
        }
        for (index, entry) in entries.enumerated() {
            #expect(pages.bytes(index..<(index + 1)) == entry)
            #expect(pages.parts(index..<(index + 1)).map(\.range.count) == [entry.count])
        }
    }

    /// Pages as they go out, whole ones in columns, come in again and hold the same.
    @Test(arguments: seeds(UInt64(20)))
    func pagesThatGoOutComeInAsTheyWere(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let after = UInt64.random(in: 0...600, using: &random)
        var pages = EntryPages(author: Self.author, after: after)
        let entries = (0..<1000).map { _ in random.entry(Self.author).canonicalBytes }
        for entry in entries { pages.append(entry[...], ends: [entry.count]) }
        var copy = EntryPages(author: Self.author, after: after)
        var place = 0
        var whole = 0
        while place < 1000 {
            let end = min(place + Int.random(in: 1...700, using: &random), 1000)
            for page in pages.pages(place..<end) {
                let content = try RunContent([page], author: Self.author, after: 0)
                #expect(content.bytes == entries[place..<(place + page.count)].flatMap(\.self))
                if copy.append(page, byteCount: content.bytes.count) {
                    whole += 1
                } else {
                    copy.append(content.bytes[...], ends: content.ends)
                }
                place += page.count
            }
            #expect(place == end)
            expect(copy, hold: Array(entries[..<place]), &random)
        }
        #expect(whole > 0)
        let isOfGame = try entries.map { bytes in
            var reader = ByteReader(bytes)
            let id = EntryID(author: Self.author, sequence: 1)
            return try Entry(id: id, canonical: &reader).scope != .table
        }
        for _ in 0..<20 {
            let first = Int.random(in: 0...1000, using: &random)
            let range = first..<Int.random(in: first...1000, using: &random)
            #expect(pages.gameCount(range) == isOfGame[range].count { $0 })
            #expect(copy.gameCount(range) == isOfGame[range].count { $0 })
        }
    }

    @Test func anEntryOfTheLargestSizeStandsAlone() {
        var random = SeededGenerator(seed: 1)
        var pages = EntryPages(author: Self.author, after: 0)
        let lengths = [
            6, MoveLogLimits.entryBytesMax, 6, MoveLogLimits.blockBytes, 1,
            MoveLogLimits.entryBytesMax,
        ]
        let entries = lengths.map { random.bytes($0) }
        append(entries, to: &pages, &random)
        expect(pages, hold: entries, &random)
        #expect(pages.parts(0..<entries.count).map(\.range.count) == lengths)
    }

    /// Mostly moves, sometimes a note or a roster, seldom more than a page takes.
    private static func length(_ random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<100, using: &random) {
        case 0: Int.random(in: 1...MoveLogLimits.entryBytesMax, using: &random)
        case 1...4: Int.random(in: 1...4000, using: &random)
        default: Int.random(in: 6...60, using: &random)
        }
    }

    /// As a part of other bytes, since a run that is held in part is appended so.
    private func append(
        _ entries: [[UInt8]], to pages: inout EntryPages, _ random: inout SeededGenerator
    ) {
        let before = random.bytes(Int.random(in: 0...3, using: &random))
        let bytes = before + entries.flatMap(\.self)
        var ends: [Int] = []
        for entry in entries { ends.append((ends.last ?? 0) + entry.count) }
        pages.append(bytes[before.count...], ends: ends)
    }

    private func expect(
        _ pages: EntryPages, hold entries: [[UInt8]], _ random: inout SeededGenerator
    ) {
        #expect(pages.count == entries.count)
        #expect(pages.byteCount == entries.reduce(0) { $0 + $1.count })
        let first = Int.random(in: 0...entries.count, using: &random)
        let range = first..<Int.random(in: first...entries.count, using: &random)
        let expected = entries[range].flatMap(\.self)
        #expect(pages.bytes(range) == expected)
        #expect(pages.byteCount(range) == expected.count)
        for most in [max(expected.count - 1, 0), expected.count, expected.count + 1, 0, 1 << 30] {
            #expect(pages.exceed(most, range) == (expected.count > most))
        }
        let parts = pages.parts(range)
        #expect(parts.flatMap { $0.bytes[$0.range] } == expected)
        let ends = Set(entries[range].indices.map { pages.byteCount(range.lowerBound..<($0 + 1)) })
        var end = 0
        for part in parts {
            end += part.range.count
            #expect(ends.contains(end), "a part ends within an entry")
        }
        let index = Int.random(in: entries.indices, using: &random)
        #expect(pages.bytes(index..<(index + 1)) == entries[index])
    }
}
