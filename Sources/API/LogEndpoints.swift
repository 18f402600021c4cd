import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The log of a game, and the search.
struct LogEndpoints: EndpointTopic {
    let api: APIContext

    func currentLog(_ request: RoutedRequest) throws(APIError) -> () -> AnswerStep {
        let target = request.request.target
        guard let games = target["games"] else {
            let response = Response.json(try document(of: target["game"], request))
            return { .whole(response) }
        }
        guard games == "all" else {
            throw APIError(
                .badRequest, .malformed, "games=\(shown(games)) is not known; write games=all")
        }
        for item in ["game", "player"] where target[item] != nil {
            throw .unfit("\(item) and games=all exclude each other; leave out one of them")
        }
        var pages: LogPages?
        return onceFolded { () throws(APIError) in
            guard let pages else {
                pages = LogPages(ledger.book)
                return .working
            }
            let made = Result { () throws(APIError) in try documentOfAll(pages, request) }
            if pages.isShort { return .working }
            return .whole(.json(try made.get()))
        }
    }

    func gameLog(_ request: RoutedRequest) throws(APIError) -> Response {
        try .json(document(of: request.name, request))
    }

    func search(_ request: RoutedRequest) throws(APIError) -> () -> AnswerStep {
        let query = request.request.target["query"] ?? ""
        let words = query.split(whereSeparator: \.isWhitespace).count
        guard query.unicodeScalars.count <= DocumentsLimits.searchScalarsMax,
            words <= DocumentsLimits.searchWordsMax
        else {
            throw APIError(
                .unprocessable, .tooLarge,
                "a search has at most \(DocumentsLimits.searchWordsMax) words and "
                    + "\(DocumentsLimits.searchScalarsMax) characters",
                advice: "fewer words find more")
        }
        let limit = try request.count("limit") ?? DocumentsLimits.searchResultsUsual
        var search: Search?
        return onceFolded {
            if search == nil {
                search = Search(
                    query, in: ledger.book, api.projection, current: api.currentGame, limit: limit)
            }
            return search?.step().map { .whole(.json($0)) } ?? .working
        }
    }

    private func document(
        of name: String?, _ asked: RoutedRequest
    ) throws(APIError) -> LogDocument {
        let board = try api.readableBoard(named: name)
        var selection = try selection(asked, in: api.name(of: board)) { _ in [board] }
        if let player = asked.request.target["player"] {
            selection.subject = try api.subject(player, in: board)
        }
        let document = api.projection.log(
            board, selection, copies: { ledger.replica.copies(of: $0) })
        return naming(removed: Set(board.timeline.map(\.recordedAs.author)), in: document)
    }

    /// Opens no game: a page of old games leaves those of today folded. Worthless if boards were
    /// missing.
    private func documentOfAll(
        _ pages: LogPages, _ asked: RoutedRequest
    ) throws(APIError) -> LogDocument {
        pages.begin()
        let extents = pages.extents
        let selection = try selection(asked, in: "any game") { entry in
            extents.filter { $0.value.authors.contains { $0.mayHave(entry) } }
                .compactMap { pages.board($0.key) }
        }
        if pages.isShort { return LogDocument(entries: [], isWhole: false) }
        let document = api.projection.log(
            ofAll: extents, selection, board: pages.board,
            copies: { ledger.replica.copies(of: $0) })
        return naming(removed: Set(extents.values.flatMap(\.authors).map(\.id)), in: document)
    }

    /// Adds the removed devices among these authors.
    private func naming(removed authors: Set<AuthorID>, in document: LogDocument) -> LogDocument {
        let removed = log.removals.keys.sorted().filter { key in
            table.device(key)?.authors.contains(where: authors.contains) ?? false
        }
        var document = document
        if !removed.isEmpty { document.removed = removed.compactMap(api.removal(of:)) }
        return document
    }

    /// The selection, without the player. `boards` may have an entry of it; `games` names them.
    private func selection(
        _ asked: RoutedRequest, in games: String, _ boards: (EntryID) -> [Scoreboard]
    ) throws(APIError) -> LogSelection {
        let target = asked.request.target
        var selection = LogSelection(
            keeper: try api.keeper(target["keeper"]), limit: try asked.count("limit"))
        func cursor(_ item: String) throws(APIError) -> Place? {
            try target[item].map { text throws(APIError) in
                try place(of: text, in: games, boards)
            }
        }
        selection.before = try cursor("before")
        if let only = target["only"] {
            var wanted: Set<EntryID> = []
            for name in try names(only, of: "only") {
                wanted.insert(try place(of: name, in: games, boards).id)
            }
            selection.only = wanted
        }
        return selection
    }

    private func names(_ list: String, of item: String) throws(APIError) -> [String] {
        let names = list.split(separator: ",").map(String.init)
        guard names.count <= APILimits.entriesOfAQuestionMax else {
            throw APIError(
                .badRequest, .malformed,
                "\(item) has \(names.count) names; give at most \(APILimits.entriesOfAQuestionMax)")
        }
        return names
    }

    private func entryID(_ name: String, _ games: String) throws(APIError) -> EntryID {
        guard let id = table.entry(named: name) else { throw noEntry(name, games) }
        return id
    }

    /// The place of an entry by name or by place: in a forked log several have one name, and the
    /// name is the last of them.
    private func place(
        of text: String, in games: String, _ boards: (EntryID) -> [Scoreboard]
    ) throws(APIError) -> Place {
        let placed = entry(placed: text)
        let id = if let placed { placed } else { try entryID(text, games) }
        let places = boards(id).flatMap { board in
            board.timeline.lazy.filter { $0.recordedAs == id }
                .filter { placed == nil || $0.placeText == text }.map(\.place)
        }
        guard let place = places.max() else { throw noEntry(text, games) }
        return place
    }

    /// The entry of a `place`: lamport, start of the author, sequence, and of a fork the branch.
    private func entry(placed text: String) -> EntryID? {
        let parts = text.split(separator: ".")
        guard parts.count > 2, let sequence = UInt64(parts[2], radix: 16) else { return nil }
        let author = log.authorIDs.first { $0.description.hasPrefix(parts[1]) }
        return author.map { EntryID(author: $0, sequence: sequence) }
    }

    private func noEntry(_ name: String, _ games: String) -> APIError {
        APIError(.notFound, .malformed, "there is no entry \(shown(name)) in \(games)")
    }
}

/// The boards for a page of the log of all games, of the book as it is when this is made: one more at
/// each attempt.
private final class LogPages {
    let extents: [GameID: GameExtent]
    /// True if a board was missing since `begin`.
    private(set) var isShort = false
    private let book: Book
    private var boards: [GameID: Scoreboard?] = [:]
    private var isFolded = false

    init(_ book: Book) {
        self.book = book
        extents = book.extents
    }

    func begin() { (isShort, isFolded) = (false, false) }

    /// Nil for a game that is to be folded at a further attempt.
    func board(_ game: GameID) -> Scoreboard? {
        if let known = boards[game] { return known }
        if isFolded {
            isShort = true
            return nil
        }
        isFolded = true
        let board = book.scoreboard(of: game)
        boards[game] = board
        return board
    }
}

extension APIContext {
    /// The keeper's or device's name, if there is one.
    func keeper(_ text: String?) throws(APIError) -> String? {
        guard let text else { return nil }
        guard table.devices.contains(where: { $0.isMeant(by: text) }) else {
            let names = table.devices.map(\.slug)
            throw .unfit(
                "no keeper is called '\(shown(text))'; \(Phrases.existing(names))",
                candidates: names)
        }
        return text
    }
}
