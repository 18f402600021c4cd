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
        let keeper = try keeper(asked.request.target["keeper"])
        let limit = try asked.count("limit")
        let after = asked.request.target["after"]
        var document = projection.log(
            board, keeper: keeper, limit: after == nil ? limit : nil,
            copies: { ledger.replica.copies(of: $0) })
        guard let after else { return document }
        let start = try index(of: after, board)
        let behind = document.entries.filter { $0.index > start }
        document.entries = Array(behind.suffix(limit ?? behind.count))
        document.isWhole = false
        return document
    }

    /// A game by name; without a name the current one, or the newest where all are over.
    func readableBoard(named name: String?) throws(Denial) -> Scoreboard {
        guard name == nil, currentGame == nil, let newest = table.games.last,
            let board = ledger.book.scoreboard(of: newest.id)
        else { return try board(named: name) }
        return board
    }

    private func keeper(_ text: String?) throws(Denial) -> String? {
        guard let text else { return nil }
        let sought = text.lowercased()
        let isKnown = table.devices.contains {
            $0.slug == sought || $0.keeper.lowercased() == sought
        }
        guard isKnown else {
            let names = table.devices.map(\.slug)
            throw Denial(
                .unprocessable, .malformed,
                "no keeper is called '\(shown(text))'; there are \(Phrases.names(names))",
                candidates: names)
        }
        return text
    }

    private func index(of name: String, _ board: Scoreboard) throws(Denial) -> Int {
        let index = table.entry(named: name).flatMap { id in
            board.timeline.lastIndex { $0.recordedAs == id }
        }
        guard let index else {
            throw Denial(
                .notFound, .malformed,
                "there is no entry \(shown(name)) in \(table.game(board.id)?.slug ?? "this game")")
        }
        return index
    }
}

// MARK: The stream of events

extension Router {
    /// The status alone: it says all that is known now.
    package func openingEvents() -> [StreamEvent] { [statusEvent] }

    /// Entries in the order of their arrival, then the status that they led to.
    package func events(after changes: TurnChanges) -> [StreamEvent] {
        desk.entryEvents(changes.admitted) + [statusEvent]
    }

    /// Of several that wait for a slow reader only the newest is sent.
    private var statusEvent: StreamEvent {
        StreamEvent(
            .json(desk.status, event: EventName.status.rawValue),
            coalescingKey: EventName.status.rawValue)
    }
}

extension Desk {
    /// The entries about games that became durable, each as an event, in the order of arrival.
    fileprivate func entryEvents(_ admitted: [Placed]) -> [StreamEvent] {
        let newest = admitted.suffix(Limits.entryEventsOfATurnMax)
        var indices: [EntryID: (game: GameID, index: Int)] = [:]
        let games = Set(newest.compactMap { $0.entry.scope.game })
        for game in games {
            guard let board = ledger.book.scoreboard(of: game) else { continue }
            for (index, item) in board.timeline.enumerated() {
                indices[item.recordedAs] = (game, index)
            }
        }
        let projection = projection
        return newest.compactMap { placed in
            guard let (game, index) = indices[placed.entry.id],
                let board = ledger.book.scoreboard(of: game)
            else { return nil }
            let document = projection.entry(
                at: index, in: board, copies: { ledger.replica.copies(of: $0) })
            return StreamEvent(.json(document, event: EventName.entry.rawValue))
        }
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
