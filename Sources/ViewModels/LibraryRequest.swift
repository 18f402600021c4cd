package import Documents

/// A request to the daemon, with the type of its answer.
package struct LibraryRequest<Answer: Decodable & Sendable>: Sendable {
    /// A query parameter.
    package struct Parameter: Hashable, Sendable {
        package let name: String
        /// Not percent-encoded.
        package let value: String
    }

    package let route: Route
    /// The value of `{name}` in the route.
    package let name: String
    package let parameters: [Parameter]
    /// The body for a request ID of 32 hexadecimal digits. The sender chooses the ID at random and
    /// keeps it when it sends again. Nil for a question.
    package let body: (@Sendable (_ requestID: String) -> any Encodable & Sendable)?
    /// The body for an order that is sent late or again: it states what the daemon would otherwise
    /// read when it records. Nil if it is the same as `body`.
    package let lateBody: (@Sendable (_ requestID: String) -> any Encodable & Sendable)?
    /// Nil if the sender draws the ID.
    package var requestID: String?

    /// True if the answer is about every game: at the end of a season it takes a while.
    package var isLong: Bool {
        let isOfAll = route == .log && parameters.contains { $0.name == "games" }
        return isOfAll || route == .search || route == .games
    }

    /// A question. Parameters without a value are left out.
    package init(asking route: Route, name: String = "", _ parameters: [(String, String?)] = []) {
        self.route = route
        self.name = name
        self.parameters = parameters.compactMap { name, value in
            value.map { Parameter(name: name, value: $0) }
        }
        body = nil
        lateBody = nil
    }

    /// An order, which may be sent again.
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

// MARK: Orders: recorded once, answered when durable

extension LibraryRequest where Answer == RecordedDocument {
    /// The daemon reads the game clock when it records. If the order is sent late, `seen` is the
    /// reading at the deed, unless the move states one.
    package static func move(_ move: MoveRequest, seen: GameClockSight? = nil) -> Self {
        let late = move.at(seen)
        return Self(
            ordering: .moves, late: { late.identified(by: $0, at: \.request) },
            { move.identified(by: $0, at: \.request) })
    }

    /// Withdraws the last action of this device that counts.
    package static func undo(in game: String?) -> Self {
        Self(ordering: .undo) { UndoRequest(request: $0, game: game) }
    }

    /// Restores what the last undo withdrew.
    package static func redo(in game: String?) -> Self {
        Self(ordering: .redo) { UndoRequest(request: $0, game: game) }
    }

    package static func void(_ entries: [String], in game: String?) -> Self {
        Self(ordering: .void) { EntriesRequest(request: $0, game: game, entries: entries) }
    }

    package static func accept(_ entries: [String], in game: String?) -> Self {
        Self(ordering: .accept) { EntriesRequest(request: $0, game: game, entries: entries) }
    }

    /// Answers a question about what several keepers recorded.
    package static func settle(_ entry: String, _ answer: SettleAnswer, in game: String?) -> Self {
        Self(ordering: .settle) {
            SettleRequest(request: $0, game: game, entry: entry, answer: answer)
        }
    }

    package static func fix(_ fix: FixRequest) -> Self {
        Self(ordering: .fix) { fix.identified(by: $0, at: \.request) }
    }

    package static func clock(_ clock: ClockRequest) -> Self {
        Self(ordering: .clock) { clock.identified(by: $0, at: \.request) }
    }

    package static func track(_ track: TrackRequest) -> Self {
        Self(ordering: .track) { track.identified(by: $0, at: \.request) }
    }

    package static func untrack(_ track: TrackRequest) -> Self {
        Self(ordering: .untrack) { track.identified(by: $0, at: \.request) }
    }

    package static func note(_ text: String, in game: String?) -> Self {
        Self(ordering: .notes) { NoteRequest(request: $0, game: game, text: text) }
    }

    package static func nameTeam(_ team: String, _ name: String, in game: String?) -> Self {
        Self(ordering: .teams) { TeamNameRequest(request: $0, game: game, team: team, name: name) }
    }

    package static func swap(in game: String?) -> Self {
        Self(ordering: .swap) { SwapRequest(request: $0, game: game) }
    }

    package static func transfer(_ transfer: TransferRequest) -> Self {
        Self(ordering: .transfers) { transfer.identified(by: $0, at: \.request) }
    }

    package static func unite(_ game: String, into other: String) -> Self {
        Self(ordering: .unions) { UniteRequest(request: $0, game: game, into: other) }
    }

    /// The new game becomes the current one.
    package static func newGame(_ game: NewGameRequest) -> Self {
        Self(ordering: .newGame) { game.identified(by: $0, at: \.request) }
    }

    package static func end(_ end: EndRequest) -> Self {
        Self(ordering: .end) { end.identified(by: $0, at: \.request) }
    }

    package static func sign(_ sign: SignRequest) -> Self {
        Self(ordering: .sign) { sign.identified(by: $0, at: \.request) }
    }
}

extension LibraryRequest where Answer == DoneDocument {
    /// Tells what an undo would do now.
    package static func nextUndo(in game: String?) -> Self {
        Self(asking: .nextUndo, [("game", game)])
    }

    /// Tells what is odd about ending a game, or about signing one that is over.
    package static func nextEnd(in game: String?) -> Self {
        Self(asking: .nextEnd, [("game", game)])
    }

    /// Makes a game the current one of this device.
    package static func use(_ game: String) -> Self {
        Self(ordering: .use) { _ in UseRequest(game: game) }
    }

    /// Ends the daemon at once.
    package static var shutdown: Self {
        Self(ordering: .shutdown) { _ in ShutdownRequest(now: true) }
    }
}

// MARK: Questions

extension LibraryRequest where Answer == GameDocument {
    package static func game(_ name: String) -> Self { Self(asking: .game, name: name) }
}

extension LibraryRequest where Answer == GamesDocument {
    /// Newest first.
    package static var games: Self { Self(asking: .games) }
}

extension LibraryRequest where Answer == HeldDocument {
    package static func held(in game: String?) -> Self { Self(asking: .held, [("game", game)]) }
}

extension LibraryRequest where Answer == DevicesDocument {
    package static var devices: Self { Self(asking: .devices) }
}

extension Encodable {
    fileprivate func identified(
        by requestID: String, at place: WritableKeyPath<Self, String?>
    ) -> Self {
        var request = self
        request[keyPath: place] = requestID
        return request
    }
}

extension LibraryRequest where Answer == LogDocument {
    /// Entries, oldest first; those of all games in the table's order.
    ///
    /// - Parameters:
    ///   - keeper: only entries that this keeper recorded.
    ///   - player: only moves of the player in this slot; nil for all games.
    ///   - limit: at most so many entries, the newest.
    ///   - before: only entries before this one in the order of the game.
    ///   - after: only entries after this one.
    ///   - only: only the entries of these names.
    ///   - since: only the entries that are later than these of their authors, and all entries of
    ///     other authors.
    package static func log(
        of scope: GameScope = .current, keeper: String? = nil, player: String? = nil,
        limit: Int? = nil, before: String? = nil, after: String? = nil, only: [String]? = nil,
        since: [String]? = nil
    ) -> LibraryRequest<LogDocument> {
        let parameters: [(String, String?)] = [
            ("games", scope == .all ? "all" : nil), ("keeper", keeper), ("player", player),
            ("limit", limit.map { "\($0)" }), ("before", before), ("after", after),
            ("only", only?.joined(separator: ",")), ("since", since?.joined(separator: ",")),
        ]
        guard let game = scope.name else { return Self(asking: .log, parameters) }
        return Self(asking: .gameLog, name: game, parameters)
    }
}

/// The figures of the daemon, for a program that collects them: the one answer that is not JSON.
package struct MetricsText: Decodable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }
}

extension LibraryRequest where Answer == MetricsText {
    package static var metrics: Self { Self(asking: .metrics) }
}

extension LibraryRequest where Answer == SearchDocument {
    /// Games, players and moves that match every word; at most `limit` of each.
    package static func search(
        _ query: String, limit: Int? = nil
    ) -> LibraryRequest<SearchDocument> {
        Self(asking: .search, [("query", query), ("limit", limit.map { "\($0)" })])
    }
}

extension MoveRequest {
    /// With this reading of the game clock, unless it states one.
    func at(_ seen: GameClockSight?) -> Self {
        guard let seen, period == nil, clockSeconds == nil else { return self }
        var move = self
        move.period = seen.period
        move.clockSeconds = seen.seconds
        return move
    }
}
