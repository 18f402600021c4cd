import Foundation
import MoveLog
import Testing

@testable import Scorebook

/// What is one event: `Protocol/vectors/events.json`, and the tables that `events.py --draw` wrote to
/// the file that SCORED_DRAWN_EVENTS names.
@Suite struct EventVectorTests {
    private static func tables(_ path: URL) throws -> [VectorTable] {
        try JSONDecoder().decode(VectorFile.self, from: Data(contentsOf: path)).cases
    }

    @Test func events() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let tables = try Self.tables(folder.appending(path: "../../Protocol/vectors/events.json"))
        try #require(tables.count > 100)
        for table in tables { try check(table) }
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["SCORED_DRAWN_EVENTS"] != nil))
    func drawn() throws {
        let path = try #require(ProcessInfo.processInfo.environment["SCORED_DRAWN_EVENTS"])
        for table in try Self.tables(URL(filePath: path)) { try check(table) }
    }

    private func check(_ table: VectorTable) throws {
        let book = Book(rebuilding: try table.entries.map { try $0.placed })
        let board = try #require(book.gameIDs.first.flatMap { book.scoreboard(of: $0) })
        let expected = table.outcome
        #expect([board.score.home, board.score.away] == expected.score, "\(table.name)")
        let moves = board.timeline.filter(\.isMove)
        try #require(moves.map { name($0.id) } == expected.moves.map(\.id), "\(table.name)")
        for (move, told) in zip(moves, expected.moves) {
            #expect(standing(move, told) == told.standing, "\(table.name): \(told.id)")
            guard let value = told.value else { continue }
            #expect(
                try move.move == Move(body: octets(value)), "\(table.name): \(told.id) counts")
        }
        let questions = board.questions.map { question in
            VectorQuestion(
                kind: question.kind.rawValue, moves: question.moves.map(name),
                fixes: question.fixes.map(name))
        }
        #expect(questions.sorted() == expected.questions.sorted(), "\(table.name)")
        check(moves, expected.alike, table.name)
    }

    /// The later move of each pair names the other, of several one.
    private func check(_ moves: [TimelineEntry], _ alike: [[String]], _ table: String) {
        var before: Set<String> = []
        for move in moves {
            let id = name(move.id)
            let others = alike.filter { $0.contains(id) }.joined().filter(before.contains)
            before.insert(id)
            if let other = move.resembles.map(name) {
                #expect(others.contains(other), "\(table): \(id) resembles \(other)")
            } else {
                #expect(others.isEmpty, "\(table): \(id) resembles nothing")
            }
        }
    }

    /// Of a held move with its head, where the table states one.
    private func standing(_ move: TimelineEntry, _ told: VectorMove) -> String {
        switch move.standing {
        case .live: "counts"
        case .void: "void"
        case .unlinked: "unlinked"
        case .held(let head): told.head == nil || told.head == name(head) ? "held" : name(head)
        case .copy(let head): told.head == nil || told.head == name(head) ? "copy" : name(head)
        case .afterSignOff: "after sign-off"
        }
    }

    private func name(_ id: EntryID) -> String {
        hexadecimal(Array(id.author.bytes.prefix(1))) + ".\(id.sequence)"
    }
}

private struct VectorFile: Decodable { let cases: [VectorTable] }

private struct VectorTable: Decodable {
    let name: String
    let entries: [VectorEntry]
    let outcome: Outcome

    struct Outcome: Decodable {
        let score: [Int]
        let moves: [VectorMove]
        let questions: [VectorQuestion]
        let alike: [[String]]
    }
}

private struct VectorEntry: Decodable {
    let author: String
    let sequence: String
    let bytes: String

    var placed: Placed {
        get throws {
            let author = try #require(AuthorID(octets(author)))
            let id = EntryID(author: author, sequence: try #require(UInt64(sequence)))
            var reader = ByteReader(try octets(bytes))
            let entry = try Entry(id: id, canonical: &reader)
            return Placed(entry: entry, place: Place(lamport: entry.lamport, id: id))
        }
    }
}

private struct VectorMove: Decodable {
    let id: String
    let standing: String
    let head: String?
    let value: String?
}

private struct VectorQuestion: Decodable, Equatable, Comparable {
    let kind: String
    let moves: [String]
    let fixes: [String]

    static func < (left: VectorQuestion, right: VectorQuestion) -> Bool {
        (left.moves.first ?? "") < (right.moves.first ?? "")
    }
}

private func octets(_ text: String) throws -> [UInt8] {
    let read = bytes(hexadecimal: text)
    return try #require(read)
}
