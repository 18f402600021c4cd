/// `POST /v1/games`: create a game.
package struct NewGameRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// The home side.
    package var home: TeamRequest
    /// The away side.
    package var away: TeamRequest
    /// What it is played by; nil for the default rules.
    package var rules: RulesRequest?
    /// The day, `2025-01-31`, for a game of the past.
    package var date: String?
    /// Where an imported game comes from: its ID there.
    package var source: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, home: TeamRequest, away: TeamRequest, rules: RulesRequest? = nil,
        date: String? = nil, source: String? = nil
    ) {
        self.request = request
        self.home = home
        self.away = away
        self.rules = rules
        self.date = date
        self.source = source
    }
}

/// A side of a game that is to be created.
package struct TeamRequest: Codable, Hashable, Sendable {
    /// The team's name.
    package var name: String
    /// Its players, in the order of their slots; nil takes the team's last roster.
    package var roster: [RosterPlayer]?

    /// Joins the parts; what has a default may be left out.
    package init(name: String, roster: [RosterPlayer]? = nil) {
        self.name = name
        self.roster = roster
    }
}

/// A player on a paper roster.
package struct RosterPlayer: Codable, Hashable, Sendable {
    /// The shirt's number as a text; nil without one.
    package var number: String?
    /// The player's name.
    package var name: String

    /// Joins the parts; what has a default may be left out.
    package init(number: String? = nil, name: String) {
        self.number = number
        self.name = name
    }
}

/// `POST /v1/import`: create a game and record what happened in it, as one request.
package struct ImportRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// The game.
    package var game: NewGameRequest
    /// What happened, in order; nil for a roster alone.
    package var steps: [ImportStep]?
    /// True ends the game behind the last step.
    package var isEnded: Bool?
    /// The side that did not play on, whatever the score; the game ends behind the last step.
    package var forfeit: SideName?
    /// Instead of `forfeit`: why the game was broken off without a result.
    package var abandon: String?
    /// The period before which the target of the rules was set; nil where it held from the start.
    package var targetPeriod: Int?
    /// Where the game clock stood at the end; nil for the last reading of the steps.
    package var clock: ImportClock?
    /// True takes the game in although it seems to be here already.
    package var force: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: NewGameRequest, steps: [ImportStep]? = nil,
        isEnded: Bool? = nil, forfeit: SideName? = nil, abandon: String? = nil,
        targetPeriod: Int? = nil, clock: ImportClock? = nil, force: Bool? = nil
    ) {
        self.request = request
        self.game = game
        self.steps = steps
        self.isEnded = isEnded
        self.forfeit = forfeit
        self.abandon = abandon
        self.targetPeriod = targetPeriod
        self.clock = clock
        self.force = force
    }
}

/// One thing that happened in an imported game.
package struct ImportStep: Codable, Hashable, Sendable {
    /// A kind of move, or a mark of the source (`periodStart`, `lineup`) that is no move.
    package var kind: String
    /// The side; nil when it is neither's.
    package var side: SideName?
    /// The player's slot, `h#1`; nil for the team's.
    package var player: String?
    /// Points of a made shot.
    package var points: Int?
    /// `offensive` of a rebound, `threePoints` of a miss.
    package var detail: String?
    /// The source's own finer kind: `shooting`, `bad pass`.
    package var type: String?
    /// From 1.
    package var period: Int
    /// Seconds elapsed in the period; negative where the source's clock disagrees with its period; nil
    /// where nobody read the game clock.
    package var clockSeconds: Int?
    /// Instead of `clockSeconds`: milliseconds elapsed in the period.
    package var clockMilliseconds: Int?
    /// Slots of a line-up.
    package var players: [String]?
    /// The words of the source.
    package var note: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        kind: String, side: SideName? = nil, player: String? = nil, points: Int? = nil,
        detail: String? = nil, type: String? = nil, period: Int, clockSeconds: Int? = nil,
        clockMilliseconds: Int? = nil, players: [String]? = nil, note: String? = nil
    ) {
        self.kind = kind
        self.side = side
        self.player = player
        self.points = points
        self.detail = detail
        self.type = type
        self.period = period
        self.clockSeconds = clockSeconds
        self.clockMilliseconds = clockMilliseconds
        self.players = players
        self.note = note
    }
}

extension ImportStep {
    /// Milliseconds elapsed in the period; nil where nobody read the game clock. Whole seconds are
    /// written as such.
    package var elapsedMilliseconds: Int? {
        get {
            clockMilliseconds
                ?? clockSeconds.map {
                    let product = $0.multipliedReportingOverflow(by: 1000)
                    return product.overflow ? ($0 < 0 ? .min : .max) : product.partialValue
                }
        }
        set {
            let isWhole = (newValue ?? 0) % 1000 == 0
            clockSeconds = isWhole ? newValue.map { $0 / 1000 } : nil
            clockMilliseconds = isWhole ? nil : newValue
        }
    }
}

/// Where the game clock of an imported game stood.
package struct ImportClock: Codable, Hashable, Sendable {
    /// From 1.
    package var period: Int
    /// Milliseconds elapsed in the period.
    package var milliseconds: Int

    /// Joins the two.
    package init(period: Int, milliseconds: Int) {
        self.period = period
        self.milliseconds = milliseconds
    }
}
