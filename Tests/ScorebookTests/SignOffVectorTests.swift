import Foundation
import MoveLog
import Testing

@testable import Scorebook

/// `Protocol/vectors/signoffs.txt`, which was made by a second implementation of `entries.md`.
@Suite struct SignOffVectorTests {
    @Test func whatCutsCover() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../Protocol/vectors/signoffs.txt")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { row in
                row.split(separator: "|", omittingEmptySubsequences: false).map {
                    $0.trimmingCharacters(in: .whitespaces)
                }
            }
        let entries = try rows.filter { $0[0] == "entry" }.map { row in
            let id = try #require(ids(row[1]).first)
            let bytes = bytes(hexadecimal: row[2])
            var reader = ByteReader(try #require(bytes))
            let entry = try Entry(id: id, canonical: &reader)
            return Placed(entry: entry, place: Place(lamport: entry.lamport, id: id))
        }
        let book = Book(rebuilding: entries)
        let board = try #require(book.gameIDs.first.flatMap { book.scoreboard(of: $0) })
        let cuts = rows.filter { $0[0] == "cut" }
        try #require(cuts.count > 5)
        for row in cuts {
            try #require(row.count == 4)
            let cut = Cut(
                Dictionary(uniqueKeysWithValues: ids(row[1]).map { ($0.author, $0.sequence) }))
            let flags = CountedEntries.flags(
                board.timeline.entries, from: 0, inside: cut)
            let covered = zip(board.timeline, flags).filter(\.1).map(\.0.id).sorted()
            #expect(covered == ids(row[2]), "\(row[1])")
            let signed = board.signedBytes(inside: cut) { id in
                entries.filter { $0.entry.id == id }
            }
            var writer = ByteWriter()
            writer.raw(Array("scored game digest 1\0".utf8))
            for placed in entries.filter({ covered.contains($0.entry.id) }).sorted(by: byName) {
                writer.raw(placed.entry.id.author.bytes)
                writer.fixed64(placed.entry.id.sequence)
                writer.raw(placed.entry.canonicalBytes)
            }
            #expect(signed == writer.bytes)
        }
    }

    private func byName(_ left: Placed, _ right: Placed) -> Bool { left.entry.id < right.entry.id }

    private func ids(_ text: String) -> [EntryID] {
        text.split(separator: " ").compactMap { word in
            let parts = word.split(separator: ".")
            guard parts.count == 2, let number = UInt8(parts[0], radix: 16),
                let sequence = UInt64(parts[1])
            else { return nil }
            return EntryID(author: PaperTable.author(number), sequence: sequence)
        }
    }
}
