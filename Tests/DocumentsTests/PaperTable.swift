import Documents
import Foundation
import MoveLog
import Scorebook
import Testing

/// A table whose entries are written by hand, in the order in which they stand in the log.
struct PaperTable {
    private(set) var entries: [Placed] = []
    private var heads: [UInt8: UInt64] = [:]

    static func key(_ number: UInt8) throws -> PublicKey {
        try #require(PublicKey([UInt8](repeating: number, count: 32)))
    }

    static func author(_ number: UInt8) throws -> AuthorID {
        try #require(AuthorID([UInt8](repeating: number, count: 16)))
    }

    /// Begins a device with its keeper.
    mutating func sit(_ device: UInt8, keeper: String) throws {
        let body = try Self.key(device).bytes + [UInt8](repeating: device, count: 16) + [0]
        try record(device, Draft(scope: .table, kind: .authorStarted, body: body))
        try record(device, KeeperNamed(name: keeper).draft)
    }

    @discardableResult
    mutating func record(_ device: UInt8, _ draft: Draft) throws -> EntryID {
        let sequence = heads[device, default: 0] + 1
        heads[device] = sequence
        let id = EntryID(author: try Self.author(device), sequence: sequence)
        let lamport = UInt64(entries.count + 1)
        let entry = Entry(
            id: id, lamport: lamport, wall: WallTime(milliseconds: Int64(lamport) * 1000),
            scope: draft.scope, kind: draft.kind, body: draft.body)
        entries.append(Placed(entry: entry, place: Place(lamport: lamport, id: id)))
        return id
    }

    var book: Book { Book(rebuilding: entries) }
}

/// A game at a table of one keeper.
struct PaperGame {
    private(set) var table = PaperTable()
    let game: GameID

    init(_ created: GameCreated, keeper: String = "Mia") throws {
        try table.sit(1, keeper: keeper)
        game = try table.record(1, created.draft)
    }

    @discardableResult
    mutating func record(_ body: some GameBody) throws -> EntryID {
        try table.record(1, body.draft(in: game))
    }

    mutating func record(_ draft: Draft) throws { try table.record(1, draft) }

    /// The game folded, and what documents are made with.
    func shown() throws -> (board: Scoreboard, projection: Projection) {
        let book = table.book
        return (
            try #require(book.scoreboard(of: game)),
            Projection(table: book.table, device: try PaperTable.key(1))
        )
    }
}

/// The fixtures of `Tests/Fixtures/games`.
enum Fixture {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/games")

    static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "jsonl" }
            .map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }()

    static func load(_ name: String) throws -> (GamelogHeader, [GamelogEvent]) {
        let file = folder.appending(path: "\(name).jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let decoder = JSONDecoder()
        let header = try decoder.decode(
            GamelogHeader.self, from: Data(try #require(lines.first).utf8))
        let events = try lines.dropFirst().map {
            try decoder.decode(GamelogEvent.self, from: Data($0.utf8))
        }
        return (header, events)
    }

    /// The request that an import of the file makes.
    static func request(_ name: String) throws -> (GamelogHeader, [GamelogEvent], ImportRequest) {
        let (header, events) = try load(name)
        let reading = try GamelogReading(header: header)
        let steps = try events.map { try reading.step($0) }
        return (header, events, ImportRequest(game: reading.game, steps: steps))
    }
}
