import Documents
import LocalAPI
import MoveLog
import Scorebook
import Seeds

/// Any entries in any game, folded in several orders: the boards are those of the set, and all that is
/// shown of them can be shown.
enum BookScript {
    private static let entriesMax = 200

    static func run(_ script: inout ByteScript) throws {
        let seed = script.byte()
        let entries = read(&script)
        var random = SeededGenerator(seed: UInt64(seed))
        var book = Book()
        for entry in entries {
            book.insert(entry)
            if random.next() % 8 == 0 { book.foldChanged() }
        }
        book.foldChanged()
        var other = Book(rebuilding: (entries + entries.prefix(7)).shuffled(using: &random))
        other.foldChanged()
        try demand(book.table == other.table, "two orders of a set, two tables")
        for game in book.gameIDs {
            let board = book.scoreboard(of: game)
            try demand(board == other.scoreboard(of: game), "two orders of a set, two scores")
            if let board { try show(board, of: book) }
        }
    }

    /// Author, kind, game and lamport in a byte each, the wall time in two, and the body counted.
    private static func read(_ script: inout ByteScript) -> [Placed] {
        var entries: [Placed] = []
        var games: [EntryID] = []
        var sequences: [UInt8: UInt64] = [:]
        var lamport: UInt64 = 0
        while !script.isAtEnd, entries.count < entriesMax {
            let name = script.byte()
            let author = AuthorID(repeating: name)
            sequences[name, default: 0] += 1
            let id = EntryID(author: author, sequence: sequences[name] ?? 1)
            let kind = Kind(rawValue: UInt32(script.byte()))
            let place = Int(script.byte())
            let game = games.isEmpty ? id : games[place % games.count]
            let scope: Scope = place == 0 ? .table : .game(game)
            let step = script.byte()
            lamport = step == 255 ? (1 << 53) - 1 : lamport &+ UInt64(step)
            lamport = min(lamport, (1 << 53) - 1)
            let wall = WallTime(milliseconds: Int64(script.word()) * 1000)
            let entry = Entry(
                id: id, lamport: lamport, wall: wall, scope: scope, kind: kind,
                body: script.chunk())
            if kind == .gameCreated { games.append(id) }
            entries.append(Placed(entry: entry, place: Place(lamport: lamport, id: id)))
        }
        return entries
    }

    static func show(_ board: Scoreboard, of book: Book) throws {
        guard let device = PublicKey([UInt8](repeating: 7, count: 32)) else { return }
        let projection = Projection(table: book.table, device: device)
        for text in [projection.boxCSV(board), projection.playsCSV(board)] {
            try demand(text.isPlain(allowing: [0x0A, 0x0D]), "control characters in an export")
        }
        let header = projection.gamelogHeader(board)
        let read = try JSON.decode(GamelogHeader.self, from: JSON.encode(header))
        try demand(read == header, "a header changes on its way through JSON")
        _ = projection.gamelogEvents(board)
        _ = JSON.encode(projection.chart(board))
        _ = JSON.encode(projection.heldMoves(board))
    }
}

extension AuthorID {
    /// An author of one byte, again and again.
    init(repeating byte: UInt8) {
        guard let octets = Octets16([UInt8](repeating: byte, count: 16)) else {
            preconditionFailure("16 bytes are 16")
        }
        self.init(octets: octets)
    }
}

extension Placed {
    /// A draft as the entry of this number, with a lamport as high, recorded at the beginning of time.
    init(_ draft: Draft, number: UInt64, by author: AuthorID) {
        let id = EntryID(author: author, sequence: number)
        let entry = Entry(
            id: id, lamport: number, wall: WallTime(milliseconds: 0), scope: draft.scope,
            kind: draft.kind, body: draft.body)
        self.init(entry: entry, place: Place(lamport: number, id: id))
    }
}

extension String {
    /// Whether no control character but those allowed is in it.
    func isPlain(allowing allowed: Set<UInt32> = []) -> Bool {
        unicodeScalars.allSatisfy { scalar in
            allowed.contains(scalar.value)
                || !(scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
        }
    }
}
