import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The entries of a game as people read them.
extension Desk {
    var logRoutes: [Route: Router.Responder] {
        [
            .log: { asked in
                reading { () throws(Denial) in
                    try .json(log(of: asked.request.target["game"], asked))
                }
            },
            .gameLog: { asked in
                reading { () throws(Denial) in try .json(log(of: asked.name, asked)) }
            },
        ]
    }

    private func log(of name: String?, _ asked: Asked) throws(Denial) -> LogDocument {
        let board = try readableBoard(named: name)
        var document = projection.log(
            board, try selection(asked, board), copies: { ledger.replica.copies(of: $0) })
        let authors = Set(board.timeline.map(\.recordedAs.author))
        let removed = ledger.log.removals.keys.sorted().filter { key in
            table.device(key)?.authors.contains(where: authors.contains) ?? false
        }
        if !removed.isEmpty { document.removed = removed.compactMap(removal(of:)) }
        return document
    }

    private func selection(_ asked: Asked, _ board: Scoreboard) throws(Denial) -> LogSelection {
        let target = asked.request.target
        var selection = LogSelection(
            keeper: try keeper(target["keeper"]), limit: try asked.count("limit"))
        if let player = target["player"] { selection.subject = try subject(player, in: board) }
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

    /// The names of a list; an empty one has none.
    private func names(_ list: String, of item: String) throws(Denial) -> [String] {
        let names = list.split(separator: ",").map(String.init)
        guard names.count <= Limits.entriesOfAQuestionMax else {
            throw Denial(
                .badRequest, .malformed,
                "\(item) has \(names.count) names; at most \(Limits.entriesOfAQuestionMax) are taken"
            )
        }
        return names
    }

    /// A game by name; without a name the current one, or the newest where all are over.
    func readableBoard(named name: String?) throws(Denial) -> Scoreboard {
        guard name == nil, currentGame == nil, let newest = table.games.last,
            let board = ledger.scoreboard(of: newest.id)
        else { return try board(named: name) }
        return board
    }

    private func keeper(_ text: String?) throws(Denial) -> String? {
        guard let text else { return nil }
        let sought = PlainText.name(text)
        let isKnown = table.devices.contains {
            $0.slug == PlainText.word(text) || PlainText.name($0.keeper) == sought
        }
        guard isKnown else {
            let names = table.devices.map(\.slug)
            throw Denial(
                .unprocessable, .malformed,
                "no keeper is called '\(shown(text))'; \(Phrases.existing(names))",
                candidates: names)
        }
        return text
    }

    private func entryID(_ name: String, _ board: Scoreboard) throws(Denial) -> EntryID {
        guard let id = table.entry(named: name) else { throw noEntry(name, board) }
        return id
    }

    /// An entry by name, or by its place: of a forked log several have one name.
    private func cursor(_ text: String, _ board: Scoreboard) throws(Denial) -> Int {
        let isPlace = text.utf8.count { $0 == UInt8(ascii: ".") } > 1
        let place = isPlace ? board.timeline.firstIndex { $0.placeText == text } : nil
        return if let place { place } else { try index(of: text, board) }
    }

    private func index(of name: String, _ board: Scoreboard) throws(Denial) -> Int {
        let id = try entryID(name, board)
        guard let index = board.timeline.lastIndex(where: { $0.recordedAs == id }) else {
            throw noEntry(name, board)
        }
        return index
    }

    private func noEntry(_ name: String, _ board: Scoreboard) -> Denial {
        Denial(
            .notFound, .malformed,
            "there is no entry \(shown(name)) in \(table.game(board.id)?.slug ?? "this game")")
    }
}

// MARK: The stream of events

extension Router {
    /// The status alone: it says all that is known now.
    package func openingEvents() -> [StreamEvent] { [statusEvent()] }

    /// Entries in the order of their arrival.
    package func events(after changes: TurnChanges) -> [StreamEvent] {
        desk.entryEvents(changes.admitted)
    }

    /// The status that they led to.
    package func outcome() -> [StreamEvent] { [statusEvent()] }

    /// Of several that wait for a slow reader only the newest is sent.
    private func statusEvent() -> StreamEvent {
        desk.rememberCurrentGame()
        return StreamEvent(
            .json(
                encoded: desk.statusMemo.json(desk.status), event: EventName.status.rawValue),
            coalescingKey: EventName.status.rawValue)
    }
}

extension Desk {
    /// The entries about games that became durable, each as an event, in the order of arrival.
    fileprivate func entryEvents(_ admitted: [Admitted]) -> [StreamEvent] {
        let newest = newest(of: admitted, most: Documents.Limits.entryEventsOfATurnMax)
        // Each board is asked for once: more games than are kept folded may be among them.
        let games = Set(newest.compactMap { $0.entry.scope.game })
        let boards = games.reduce(into: [:]) { $0[$1] = ledger.scoreboard(of: $1) }
        let projection = wording
        return newest.compactMap { placed in
            guard let board = placed.entry.scope.game.flatMap({ boards[$0] }),
                let index = board.index(of: placed)
            else { return nil }
            let document = projection.entry(
                at: index, in: board, copies: { ledger.replica.copies(of: $0) })
            return StreamEvent(
                .json(encoded: JSON.written(document), event: EventName.entry.rawValue))
        }
    }
}

/// The entries that joined last, in the order of arrival; only as many are read.
private func newest(of admitted: [Admitted], most: Int) -> [Placed] {
    var newest: [Placed] = []
    for some in admitted.reversed() where newest.count < most {
        newest = some.suffix(most - newest.count) + newest
    }
    return newest
}

extension Scoreboard {
    /// Where an entry stands in the timeline. Where a log is forked its name stands there twice.
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
