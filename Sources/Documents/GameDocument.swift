/// What `GET /v1/games/{name}` says of one game: the scoreboard and the box score.
package struct GameDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// `hawks-owls-2`: the same on every device.
    package var name: String
    /// `Hawks - Owls`, as people gave the names.
    package var title: String
    /// Where the game stands.
    package var state: GamePhase
    /// What the game is played by.
    package var rules: RulesDocument
    /// The home side.
    package var home: SideDocument
    /// The away side.
    package var away: SideDocument
    /// The score of each period, in order.
    package var periods: [PeriodDocument]
    /// The game clock; nil when it never ran.
    package var clock: ClockDocument?
    /// The score that ends the game, as it stands now; nil when only the clock does.
    package var target: Int?
    /// The side that leads a decided game.
    package var winner: SideName?
    /// True when the rules say that the game is over.
    package var isDecided: Bool
    /// True while the result may still change without anybody's new move.
    package var isProvisional: Bool
    /// Each reason for that, in a few words.
    package var provisionalBecause: [String]
    /// Live moves.
    package var moves: Int
    /// Moves that wait for a person's answer.
    package var held: Int
    /// Those moves, in the order of the log.
    package var heldMoves: [HeldMove]?
    /// Moves that were corrected in different ways by keepers who did not know of each other.
    package var conflicts: [FixConflict]?
    /// True for the game that this device records into.
    package var isCurrent: Bool
    /// The sign-offs that count, in the order of the log.
    package var signatures: [SignatureDocument]
    /// Names of the devices whose signature is waited for.
    package var unsigned: [String]
    /// True once every device that is waited for has signed the same.
    package var isOfficial: Bool
    /// Devices declared lost.
    package var lost: [LostDocument]
    /// Names of the entries that arrived behind an official result.
    package var afterSignOff: [String]
    /// Why the game was broken off, in a keeper's words; nil where it was not.
    package var abandonedBecause: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, name: String, title: String, state: GamePhase, rules: RulesDocument,
        home: SideDocument, away: SideDocument, periods: [PeriodDocument] = [],
        clock: ClockDocument? = nil, target: Int? = nil, winner: SideName? = nil,
        isDecided: Bool = false, isProvisional: Bool = false, provisionalBecause: [String] = [],
        moves: Int = 0, held: Int = 0, heldMoves: [HeldMove]? = nil,
        conflicts: [FixConflict]? = nil, isCurrent: Bool = false,
        signatures: [SignatureDocument] = [], unsigned: [String] = [], isOfficial: Bool = false,
        lost: [LostDocument] = [], afterSignOff: [String] = [],
        abandonedBecause: String? = nil
    ) {
        self.schema = schema
        self.name = name
        self.title = title
        self.state = state
        self.rules = rules
        self.home = home
        self.away = away
        self.periods = periods
        self.clock = clock
        self.target = target
        self.winner = winner
        self.isDecided = isDecided
        self.isProvisional = isProvisional
        self.provisionalBecause = provisionalBecause
        self.moves = moves
        self.held = held
        self.heldMoves = heldMoves
        self.conflicts = conflicts
        self.isCurrent = isCurrent
        self.signatures = signatures
        self.unsigned = unsigned
        self.isOfficial = isOfficial
        self.lost = lost
        self.afterSignOff = afterSignOff
        self.abandonedBecause = abandonedBecause
    }
}

/// A game in a list.
package struct GameBrief: Codable, Hashable, Sendable {
    /// `hawks-owls-2`.
    package var name: String
    /// `Hawks - Owls`.
    package var title: String
    /// Where the game stands.
    package var state: GamePhase
    /// The home side's score.
    package var home: Int
    /// The away side's score.
    package var away: Int
    /// True for the game that this device records into.
    package var isCurrent: Bool
    /// Live moves.
    package var moves: Int
    /// When the game was created, by the wall clock of its creator: an annotation, no order. Absent from
    /// older daemons.
    package var createdWallMilliseconds: Int64?

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, title: String, state: GamePhase, home: Int, away: Int,
        isCurrent: Bool = false, moves: Int = 0, createdWallMilliseconds: Int64? = nil
    ) {
        self.name = name
        self.title = title
        self.state = state
        self.home = home
        self.away = away
        self.isCurrent = isCurrent
        self.moves = moves
        self.createdWallMilliseconds = createdWallMilliseconds
    }
}

/// What `GET /v1/games` says.
package struct GamesDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// Newest first.
    package var games: [GameBrief]

    /// Joins the parts; what has a default may be left out.
    package init(schema: Int = 1, games: [GameBrief]) {
        self.schema = schema
        self.games = games
    }
}

/// Where a game stands.
package enum GamePhase: String, Codable, Hashable, Sendable, CaseIterable {
    /// Created; nothing recorded yet.
    case scheduled
    /// Moves are being recorded.
    case live
    /// The rules say that it is over.
    case decided
    /// A keeper ended it.
    case closed
    /// Signed by all.
    case signed
    /// Broken off.
    case abandoned
    /// One side did not play on.
    case forfeit

    /// As people read it: a game is ended first, and official once everyone has signed.
    package var word: String {
        switch self {
        case .scheduled: "not begun"
        case .closed: "ended"
        case .signed: "official"
        case .live, .decided, .abandoned, .forfeit: rawValue
        }
    }
}

/// One of the two sides of a game.
package enum SideName: String, Codable, Hashable, Sendable, CaseIterable {
    /// Named first.
    case home
    /// Named second.
    case away
}
