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

    /// The document of an order, without an ID; nil for a question.
    package var order: (any Encodable & Sendable)? { body?("") }

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

// MARK: Orders: recorded once, answered when durable; the others are in `Generated/Orders`

extension LibraryRequest {
    /// An order that is recorded once, however often it is sent.
    init(ordering route: Route, _ order: some RecordingRequest & Encodable & Sendable) {
        self.init(ordering: route) { order.identified(by: $0) }
    }

    /// An order that has no ID, since a repetition changes nothing.
    init(ordering route: Route, unnamed order: some Encodable & Sendable) {
        self.init(ordering: route) { _ in order }
    }
}

extension LibraryRequest where Answer == RecordedDocument {
    /// The daemon reads the game clock when it records. If the order is sent late, `seen` is the
    /// reading at the deed, unless the move states one.
    package static func move(_ move: MoveRequest, seen: GameClockSight?) -> Self {
        let late = move.at(seen)
        return Self(
            ordering: .moves, late: { late.identified(by: $0) }, { move.identified(by: $0) })
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

    /// Ends the daemon at once.
    package static var shutdown: Self {
        Self(ordering: .shutdown, unnamed: ShutdownRequest(now: true))
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

extension RecordingRequest {
    fileprivate func identified(by requestID: String) -> Self {
        var order = self
        order.request = requestID
        return order
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
    ///   - only: only the entries of these names.
    package static func log(
        of scope: GameScope = .current, keeper: String? = nil, player: String? = nil,
        limit: Int? = nil, before: String? = nil, only: [String]? = nil
    ) -> LibraryRequest<LogDocument> {
        let parameters: [(String, String?)] = [
            ("games", scope == .all ? "all" : nil), ("keeper", keeper), ("player", player),
            ("limit", limit.map { "\($0)" }), ("before", before),
            ("only", only?.joined(separator: ",")),
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
