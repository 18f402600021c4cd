package import Documents

/// Something asked of the daemon, and the document that it answers.
package struct LibraryRequest<Answer: Decodable & Sendable>: Sendable {
    /// A part of a question behind the path.
    package struct Parameter: Hashable, Sendable {
        /// As the route's description names it.
        package let name: String
        /// Any text; whoever sends it encodes it.
        package let value: String
    }

    /// Where it is asked.
    package let route: Route
    /// What stands at the route's `{name}`.
    package let name: String
    /// In order.
    package let parameters: [Parameter]
    /// The body for a request ID of 32 hexadecimal digits, which whoever sends it chooses at random
    /// and keeps when it sends again; nil for a question.
    package let body: (@Sendable (_ requestID: String) -> any Encodable & Sendable)?
    /// The body of an order that is sent later than it was asked for, or again: it says itself what
    /// the daemon would otherwise read when it records. Nil where that is the same.
    package let lateBody: (@Sendable (_ requestID: String) -> any Encodable & Sendable)?

    /// A question. Parameters without a value are left out.
    package init(
        asking route: Route, name: String = "", _ parameters: [(String, String?)] = []
    ) {
        self.route = route
        self.name = name
        self.parameters = parameters.compactMap { name, value in
            value.map { Parameter(name: name, value: $0) }
        }
        body = nil
        lateBody = nil
    }

    /// An order, which may be sent again as it is.
    package init(
        ordering route: Route,
        late lateBody: (@Sendable (_ requestID: String) -> any Encodable & Sendable)? = nil,
        _ body: @escaping @Sendable (_ requestID: String) -> any Encodable & Sendable
    ) {
        self.route = route
        name = ""
        parameters = []
        self.body = body
        self.lateBody = lateBody
    }
}

// MARK: Orders: each is recorded once, and answered when it is durable

extension LibraryRequest where Answer == RecordedDocument {
    /// A move of a player or a team. The daemon reads the game clock as it records; where that is
    /// later than the key, `seen` is what the keeper saw, unless the move says so itself.
    package static func move(_ move: MoveRequest, seen: GameClockSight? = nil) -> Self {
        var late = move
        if let seen, move.period == nil, move.clockSeconds == nil {
            late.period = seen.period
            late.clockSeconds = seen.seconds
        }
        return Self(ordering: .moves, late: named(late), named(move))
    }

    private static func named(
        _ move: MoveRequest
    ) -> @Sendable (_ requestID: String) -> any Encodable & Sendable {
        { requestID in
            var request = move
            request.request = requestID
            return request
        }
    }

    /// Withdraws this device's last live move.
    package static func undo(in game: String?) -> Self {
        Self(ordering: .undo) { UndoRequest(request: $0, game: game) }
    }

    /// Brings back what the last undo withdrew.
    package static func redo(in game: String?) -> Self {
        Self(ordering: .redo) { UndoRequest(request: $0, game: game) }
    }

    /// Withdraws entries by name.
    package static func void(_ entries: [String], in game: String?) -> Self {
        Self(ordering: .void) { EntriesRequest(request: $0, game: game, entries: entries) }
    }

    /// Counts held moves.
    package static func accept(_ entries: [String], in game: String?) -> Self {
        Self(ordering: .accept) { EntriesRequest(request: $0, game: game, entries: entries) }
    }

    /// Corrects a move.
    package static func fix(_ fix: FixRequest) -> Self {
        Self(ordering: .fix) { fix.identified(by: $0, at: \.request) }
    }

    /// Starts, stops or sets the game clock, or names the period.
    package static func clock(_ clock: ClockRequest) -> Self {
        Self(ordering: .clock) { clock.identified(by: $0, at: \.request) }
    }

    /// Claims players.
    package static func track(_ track: TrackRequest) -> Self {
        Self(ordering: .track) { track.identified(by: $0, at: \.request) }
    }

    /// Releases players.
    package static func untrack(_ track: TrackRequest) -> Self {
        Self(ordering: .untrack) { track.identified(by: $0, at: \.request) }
    }

    /// Writes a note into the log.
    package static func note(_ text: String, in game: String?) -> Self {
        Self(ordering: .notes) { NoteRequest(request: $0, game: game, text: text) }
    }

    /// Creates a game, which becomes the current one.
    package static func newGame(_ game: NewGameRequest) -> Self {
        Self(ordering: .newGame) { game.identified(by: $0, at: \.request) }
    }

    /// Ends a game.
    package static func end(_ end: EndRequest) -> Self {
        Self(ordering: .end) { end.identified(by: $0, at: \.request) }
    }

    /// Signs a game's result.
    package static func sign(_ sign: SignRequest) -> Self {
        Self(ordering: .sign) { sign.identified(by: $0, at: \.request) }
    }
}

extension LibraryRequest where Answer == DoneDocument {
    /// Makes a game the current one of this device.
    package static func use(_ game: String) -> Self {
        Self(ordering: .use) { _ in UseRequest(game: game) }
    }
}

// MARK: Questions

extension LibraryRequest where Answer == GameDocument {
    /// One game by its name.
    package static func game(_ name: String) -> Self { Self(asking: .game, name: name) }
}

extension LibraryRequest where Answer == GamesDocument {
    /// All games, newest first.
    package static var games: Self { Self(asking: .games) }
}

extension LibraryRequest where Answer == HeldDocument {
    /// The moves of a game that wait for an answer.
    package static func held(in game: String?) -> Self {
        Self(asking: .held, [("game", game)])
    }
}

extension LibraryRequest where Answer == DevicesDocument {
    /// The devices of the table.
    package static var devices: Self { Self(asking: .devices) }
}

extension Encodable {
    /// The same with the request ID at its place.
    fileprivate func identified(
        by requestID: String, at place: WritableKeyPath<Self, String?>
    ) -> Self {
        var request = self
        request[keyPath: place] = requestID
        return request
    }
}

extension LibraryRequest where Answer == LogDocument {
    /// Entries of a game, oldest first; of the current game without a name.
    ///
    /// - Parameters:
    ///   - keeper: only what this keeper recorded.
    ///   - player: only the moves of the player in this slot.
    ///   - limit: at most so many: the newest of those asked for.
    ///   - before: only those that stand before the entry of this name in the game's order.
    ///   - after: only those that stand behind it.
    ///   - only: just the entries of these names, where the game has them.
    package static func log(
        game: String? = nil, keeper: String? = nil, player: String? = nil, limit: Int? = nil,
        before: String? = nil, after: String? = nil, only: [String]? = nil
    ) -> LibraryRequest<LogDocument> {
        let parameters: [(String, String?)] = [
            ("keeper", keeper), ("player", player), ("limit", limit.map { "\($0)" }),
            ("before", before), ("after", after), ("only", only?.joined(separator: ",")),
        ]
        guard let game else { return Self(asking: .log, parameters) }
        return Self(asking: .gameLog, name: game, parameters)
    }
}

extension LibraryRequest where Answer == SearchDocument {
    /// Games, players and moves that fit every word; at most so many of each kind.
    package static func search(
        _ query: String, limit: Int? = nil
    ) -> LibraryRequest<SearchDocument> {
        Self(asking: .search, [("query", query), ("limit", limit.map { "\($0)" })])
    }
}
