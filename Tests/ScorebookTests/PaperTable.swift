import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// A table whose entries are written by hand: devices, authors and places as a log would give them.
struct PaperTable {
    private(set) var entries: [Placed] = []
    private var heads: [AuthorID: UInt64] = [:]
    private var lamport: UInt64 = 0

    /// A table of so many devices with an author each, all numbered from 1.
    init(keepers count: Int = 0) {
        for keeper in 0..<UInt8(count) { start(keeper + 1, device: keeper + 1) }
    }

    static func author(_ number: UInt8) -> AuthorID {
        guard let author = AuthorID([UInt8](repeating: number, count: 16)) else {
            preconditionFailure("16 bytes are an author")
        }
        return author
    }

    static func key(_ number: UInt8) -> PublicKey {
        guard let key = PublicKey([UInt8](repeating: number, count: 32)) else {
            preconditionFailure("32 bytes are a key")
        }
        return key
    }

    static func digest(_ number: UInt8) -> Digest {
        guard let digest = Digest([UInt8](repeating: number, count: 32)) else {
            preconditionFailure("32 bytes are a digest")
        }
        return digest
    }

    /// Begins an author of the device with that key.
    @discardableResult
    mutating func start(_ author: UInt8, device: UInt8) -> EntryID {
        let body = Self.key(device).bytes + [UInt8](repeating: author, count: 16) + [0]
        return record(author, Draft(scope: .table, kind: .authorStarted, body: body))
    }

    /// Records a draft after everything that is there; `lamport` puts it elsewhere.
    @discardableResult
    mutating func record(
        _ author: UInt8, _ draft: Draft, lamport given: UInt64? = nil, wall: Int64 = 0
    ) -> EntryID {
        lamport += 1
        let id = EntryID(
            author: Self.author(author), sequence: heads[Self.author(author), default: 0] + 1)
        heads[id.author] = id.sequence
        let entry = Entry(
            id: id, lamport: given ?? lamport, wall: WallTime(milliseconds: wall),
            scope: draft.scope, kind: draft.kind, body: draft.body)
        entries.append(Placed(entry: entry, place: Place(lamport: given ?? lamport, id: id)))
        return id
    }

    /// Adds an entry as it is.
    mutating func add(_ placed: Placed) { entries.append(placed) }

    /// Everything that is there, folded.
    var book: Book { Book(rebuilding: entries) }

    func board(_ game: GameID) throws -> Scoreboard {
        try #require(book.scoreboard(of: game))
    }
}

/// All that a book shows, to compare books by.
struct Shown: Equatable {
    let table: TableBoard
    let boards: [GameID: Scoreboard]
    let orphanCount: Int

    init(_ book: Book) {
        table = book.table
        var boards: [GameID: Scoreboard] = [:]
        for id in book.gameIDs { boards[id] = book.scoreboard(of: id) }
        self.boards = boards
        orphanCount = book.orphanCount
    }
}

extension SeededGenerator {
    mutating func chance(_ oneIn: Int) -> Bool { Int.random(in: 0..<oneIn, using: &self) == 0 }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }
}
