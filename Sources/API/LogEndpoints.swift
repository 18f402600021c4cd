package import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The log of a game, the search, and the event stream.
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
            keeper: try keeper(target["keeper"]), limit: try asked.count("limit"))
        func cursor(_ item: String) throws(APIError) -> Place? {
            try target[item].map { text throws(APIError) in
                try place(of: text, in: games, boards)
            }
        }
        selection.before = try cursor("before")
        selection.after = try cursor("after")
        if let since = target["since"] {
            var newest: [AuthorID: UInt64] = [:]
            for name in try names(since, of: "since") {
                let id = try entryID(name, games)
                newest[id.author] = max(newest[id.author] ?? 0, id.sequence)
            }
            selection.since = newest
        }
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

    private func keeper(_ text: String?) throws(APIError) -> String? {
        guard let text else { return nil }
        guard table.devices.contains(where: { $0.isMeant(by: text) }) else {
            let names = table.devices.map(\.slug)
            throw .unfit(
                "no keeper is called '\(shown(text))'; \(Phrases.existing(names))",
                candidates: names)
        }
        return text
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

// MARK: The stream of events

extension Router {
    package func openingEvents() -> [StreamEvent] { [statusEvent()] }

    /// The newest entries about games that became durable, in the order of arrival.
    package func events(after changes: TurnChanges) -> [StreamEvent] {
        var newest: [Placed] = []
        let most = DocumentsLimits.entryEventsOfATurnMax
        for some in changes.admitted.reversed() where newest.count < most {
            newest = some.suffix(most - newest.count) + newest
        }
        // Get each board once: there may be more games than the book keeps folded.
        let games = Set(newest.compactMap { $0.entry.scope.game })
        let boards = games.reduce(into: [:]) { $0[$1] = api.boardThatCounts($1) }
        let projection = api.wording
        return newest.compactMap { placed in
            guard let board = placed.entry.scope.game.flatMap({ boards[$0] }),
                let index = board.timeline.index(of: placed)
            else { return nil }
            let document = projection.entry(
                at: index, in: board, copies: { api.ledger.replica.copies(of: $0) })
            return StreamEvent(
                .json(encoded: JSON.encode(document), event: EventName.entry.rawValue))
        }
    }

    package func outcome() -> [StreamEvent] { [statusEvent()] }

    /// A slow reader gets only the newest of several.
    private func statusEvent() -> StreamEvent {
        api.rememberCurrentGame()
        return StreamEvent(
            .json(encoded: api.statusMemo.json(api.status), event: EventName.status.rawValue),
            coalescingKey: EventName.status.rawValue)
    }
}

extension Timeline {
    /// The index of an entry. In a forked log two entries have the same name.
    func index(of placed: Placed) -> Int? {
        let place = placed.place
        guard let index = self.place(of: place.id) else { return nil }
        if self[index].place == place { return index }
        return indices.first { self[$0].place == place }
    }
}

extension Scope {
    /// The game that an entry is about.
    var game: GameID? {
        switch self {
        case .table: nil
        case .game(let game): game
        }
    }
}
