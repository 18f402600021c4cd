package import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The log of a game, the search, and the event stream.
struct LogEndpoints: EndpointTopic {
    let api: APIContext

    func currentLog(_ request: RoutedRequest) throws(APIError) -> Response {
        try .json(document(of: request.request.target["game"], request))
    }

    func gameLog(_ request: RoutedRequest) throws(APIError) -> Response {
        try .json(document(of: request.name, request))
    }

    func search(_ request: RoutedRequest) throws(APIError) -> Response {
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
        return .json(
            api.projection.search(query, in: ledger.book, current: api.currentGame, limit: limit))
    }

    private func document(
        of name: String?, _ asked: RoutedRequest
    ) throws(APIError) -> LogDocument {
        let board = try api.readableBoard(named: name)
        var document = api.projection.log(
            board, try selection(asked, board), copies: { ledger.replica.copies(of: $0) })
        let authors = Set(board.timeline.map(\.recordedAs.author))
        let removed = log.removals.keys.sorted().filter { key in
            table.device(key)?.authors.contains(where: authors.contains) ?? false
        }
        if !removed.isEmpty { document.removed = removed.compactMap(api.removal(of:)) }
        return document
    }

    private func selection(
        _ asked: RoutedRequest, _ board: Scoreboard
    ) throws(APIError) -> LogSelection {
        let target = asked.request.target
        var selection = LogSelection(
            keeper: try keeper(target["keeper"]), limit: try asked.count("limit"))
        if let player = target["player"] { selection.subject = try api.subject(player, in: board) }
        if let before = target["before"] { selection.before = try cursor(before, board) }
        if let after = target["after"] { selection.after = try cursor(after, board) }
        if let since = target["since"] {
            var newest: [AuthorID: UInt64] = [:]
            for name in try names(since, of: "since") {
                let id = try entryID(name, board)
                newest[id.author] = max(newest[id.author] ?? 0, id.sequence)
            }
            selection.since = newest
        }
        if let only = target["only"] {
            var wanted: Set<EntryID> = []
            for name in try names(only, of: "only") {
                wanted.insert(board.timeline[try index(of: name, board)].recordedAs)
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
            throw APIError(
                .unprocessable, .malformed,
                "no keeper is called '\(shown(text))'; \(Phrases.existing(names))",
                candidates: names)
        }
        return text
    }

    private func entryID(_ name: String, _ board: Scoreboard) throws(APIError) -> EntryID {
        guard let id = table.entry(named: name) else { throw noEntry(name, board) }
        return id
    }

    /// An entry by name or by place: in a forked log several have one name.
    private func cursor(_ text: String, _ board: Scoreboard) throws(APIError) -> Int {
        let isPlace = text.utf8.count { $0 == UInt8(ascii: ".") } > 1
        let place = isPlace ? board.timeline.firstIndex { $0.placeText == text } : nil
        return if let place { place } else { try index(of: text, board) }
    }

    private func index(of name: String, _ board: Scoreboard) throws(APIError) -> Int {
        let id = try entryID(name, board)
        guard let index = board.timeline.lastIndex(where: { $0.recordedAs == id }) else {
            throw noEntry(name, board)
        }
        return index
    }

    private func noEntry(_ name: String, _ board: Scoreboard) -> APIError {
        APIError(
            .notFound, .malformed,
            "there is no entry \(shown(name)) in \(api.name(of: board))")
    }
}

// MARK: The stream of events

extension Router {
    /// The present status.
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
        let boards = games.reduce(into: [:]) { $0[$1] = api.ledger.scoreboard(of: $1) }
        let projection = api.wording
        return newest.compactMap { placed in
            guard let board = placed.entry.scope.game.flatMap({ boards[$0] }),
                let index = board.index(of: placed)
            else { return nil }
            let document = projection.entry(
                at: index, in: board, copies: { api.ledger.replica.copies(of: $0) })
            return StreamEvent(
                .json(encoded: JSON.written(document), event: EventName.entry.rawValue))
        }
    }

    /// The status after these entries.
    package func outcome() -> [StreamEvent] { [statusEvent()] }

    /// A slow reader gets only the newest of several.
    private func statusEvent() -> StreamEvent {
        api.rememberCurrentGame()
        return StreamEvent(
            .json(encoded: api.statusMemo.json(api.status), event: EventName.status.rawValue),
            coalescingKey: EventName.status.rawValue)
    }
}

extension Scoreboard {
    /// The place of an entry in the timeline. In a forked log two entries have the same name.
    fileprivate func index(of placed: Placed) -> Int? {
        let place = placed.place
        guard let index = self.place(of: place.id) else { return nil }
        if timeline[index].place == place { return index }
        return timeline.indices.first { timeline[$0].place == place }
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
