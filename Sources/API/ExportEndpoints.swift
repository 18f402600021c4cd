import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Entries and games for other programs.
struct ExportEndpoints: EndpointTopic {
    let api: APIContext

    func boxCSV(_ request: RoutedRequest) throws(APIError) -> Response {
        try csv(api.projection.boxCSV(api.board(named: request.name)))
    }

    func playsCSV(_ request: RoutedRequest) throws(APIError) -> Response {
        try csv(api.projection.playsCSV(api.board(named: request.name)))
    }

    func plays(_ request: RoutedRequest) throws(APIError) -> Response {
        try jsonLines(lines(api.projection.plays(api.board(named: request.name))))
    }

    func gamelog(_ request: RoutedRequest) throws(APIError) -> Response {
        let board = try api.board(named: request.name)
        return jsonLines(
            lines([api.projection.gamelogHeader(board)])
                + lines(api.projection.gamelogEvents(board)))
    }

    func chart(_ request: RoutedRequest) throws(APIError) -> Response {
        try .json(api.projection.chart(api.board(named: request.name)))
    }

    func export(_ asked: RoutedRequest) throws(APIError) -> () -> AnswerStep {
        var game: GameID?
        if let name = asked.request.target["game"] { game = try api.game(named: name).id }
        let export = EntryExport(api, of: game)
        return { export.step() }
    }

    /// RFC 4180 and 7111.
    private func csv(_ text: String) -> Response {
        .text(text, type: "text/csv; charset=utf-8; header=present")
    }

    fileprivate static let linesType = "application/jsonl"

    private func jsonLines(_ bytes: [UInt8]) -> Response {
        .content(bytes, type: Self.linesType)
    }

    private func lines(_ documents: [some Encodable]) -> [UInt8] {
        documents.flatMap { JSON.encode($0) + [0x0A] }
    }
}

/// The entries of one game or of all as lines, in the table's order, as they are when it is made:
/// it holds the log and the book of that moment, and a few boards.
private final class EntryExport {
    private let book: Book
    private let projection: Projection
    private let ledger: Ledger
    private var entries: OrderedEntries
    private var boards = RecentBoards()
    /// An entry whose game is to be folded first.
    private var waiting: Placed?
    private var hasHead = false

    init(_ api: APIContext, of game: GameID?) {
        ledger = api.ledger
        book = api.ledger.book
        projection = api.projection
        entries = OrderedEntries(of: api.ledger.log, about: game)
    }

    /// Folds one game, or makes some lines.
    func step() -> AnswerStep {
        guard hasHead else {
            hasHead = true
            return .head(.content([], type: ExportEndpoints.linesType))
        }
        var bytes: [UInt8] = []
        for _ in 0..<APILimits.linesOfAStepMax {
            guard let placed = waiting ?? entries.next() else {
                return bytes.isEmpty ? .end : .part(bytes)
            }
            waiting = nil
            let game = game(of: placed.entry)
            if let game, !boards.holds(game) {
                waiting = placed
                guard bytes.isEmpty else { break }
                boards.keep(book.scoreboard(of: game), of: game)
                return .working
            }
            bytes += JSON.encode(line(placed, in: game.flatMap { boards.board(of: $0) })) + [0x0A]
            if bytes.count >= APILimits.bytesOfAStepMax { break }
        }
        return .part(bytes)
    }

    /// The game whose board shows the entry: if it was united into another, that one.
    private func game(of entry: Entry) -> GameID? {
        var game = entry.scope.game
        if entry.kind == .gameCreated { game = entry.id }
        if entry.kind == .copied { game = (try? CopiedEntry(body: entry.body))?.game }
        guard let game else { return nil }
        return book.isUnited(game) ? book.outline(of: game)?.unitedInto ?? game : game
    }

    private func line(_ placed: Placed, in board: Scoreboard?) -> ExportLine {
        let entry = placed.entry
        let copies = { self.ledger.replica.copies(of: $0) }
        var document: EntryDocument?
        if let board, let index = board.timeline.index(of: placed) {
            document = projection.entry(at: index, in: board, copies: copies)
        } else if let index = book.table.timeline.index(of: placed) {
            document = projection.tableEntry(at: index, copies: copies)
        }
        return ExportLine(
            entry: document ?? stranger(placed), author: entry.id.author.description,
            sequence: entry.id.sequence,
            digest: ledger.seal.digest(entry.canonicalBytes).description,
            bytes: hexadecimal(entry.canonicalBytes))
    }

    /// An entry that is on no board: a copy whose original is here, or one of a game that has not
    /// arrived.
    private func stranger(_ placed: Placed) -> EntryDocument {
        let (entry, table) = (placed.entry, book.table)
        let isCopy = entry.kind == .copied
        return EntryDocument(
            name: table.name(of: entry.id), game: entry.scope.game.flatMap { table.game($0)?.slug },
            keeper: table.device(of: entry.id.author)?.keeper ?? "",
            wallMilliseconds: entry.wall.milliseconds, index: 0, lamport: placed.place.lamport,
            kind: isCopy ? "copied" : "unknown",
            text: isCopy ? "a copy of an entry that is here" : "entry of a game that is not here",
            state: isCopy ? .voided : .unknown,
            copies: ledger.replica.copies(of: entry.id))
    }
}

/// The boards used last, with at most `APILimits.heldEntriesMax` entries, and at least one board.
private struct RecentBoards {
    /// The one used last is the last.
    private var boards: [(game: GameID, board: Scoreboard?)] = []

    func holds(_ game: GameID) -> Bool { boards.contains { $0.game == game } }

    /// Nil for a game that has not arrived.
    mutating func board(of game: GameID) -> Scoreboard? {
        guard let place = boards.lastIndex(where: { $0.game == game }) else { return nil }
        if place < boards.count - 1 { boards.append(boards.remove(at: place)) }
        return boards[boards.count - 1].board
    }

    mutating func keep(_ board: Scoreboard?, of game: GameID) {
        boards.append((game, board))
        var count = boards.reduce(0) { $0 + ($1.board?.timeline.count ?? 0) }
        while count > APILimits.heldEntriesMax, boards.count > 1 {
            count -= boards.removeFirst().board?.timeline.count ?? 0
        }
    }
}
