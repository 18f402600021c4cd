import Seeds
import Testing

@testable import MoveLog

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
