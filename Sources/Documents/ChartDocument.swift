/// What `GET /v1/games/{name}/chart` says: the running score of a game over its own time.
package struct ChartDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// The home team.
    package var home: ChartSide
    /// The away team.
    package var away: ChartSide
    /// Milliseconds from the tip-off to the end of what was played.
    package var lengthMilliseconds: Int64
    /// The periods in order.
    package var periods: [ChartPeriod]
    /// Every basket that counts, as they were played.
    package var points: [ChartPoint]
    /// How often the lead went from one side to the other.
    package var leadChanges: Int
    /// How often a basket made the score equal.
    package var ties: Int
    /// Points of one side without any of the other between them, the longest first.
    package var runs: [ChartRun]

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, game: String, home: ChartSide, away: ChartSide, lengthMilliseconds: Int64,
        periods: [ChartPeriod], points: [ChartPoint], leadChanges: Int = 0, ties: Int = 0,
        runs: [ChartRun] = []
    ) {
        self.schema = schema
        self.game = game
        self.home = home
        self.away = away
        self.lengthMilliseconds = lengthMilliseconds
        self.periods = periods
        self.points = points
        self.leadChanges = leadChanges
        self.ties = ties
        self.runs = runs
    }
}

/// A side of a chart.
package struct ChartSide: Codable, Hashable, Sendable {
    /// The team's name.
    package var name: String
    /// Its score at the end of the chart.
    package var score: Int
    /// Its biggest lead; 0 for a side that never led.
    package var biggestLead: Int
    /// When that was first so: `Q3 04:12`; nil for a side that never led.
    package var biggestLeadClock: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, score: Int, biggestLead: Int = 0, biggestLeadClock: String? = nil
    ) {
        self.name = name
        self.score = score
        self.biggestLead = biggestLead
        self.biggestLeadClock = biggestLeadClock
    }
}

/// A period of a chart.
package struct ChartPeriod: Codable, Hashable, Sendable {
    /// From 1.
    package var number: Int
    /// `Q1`, `OT1`; empty for the one period of a game that has no more.
    package var label: String
    /// Milliseconds of the chart before it.
    package var startMilliseconds: Int64
    /// Milliseconds that it takes on the chart.
    package var lengthMilliseconds: Int64
    /// False where no clock was read: its baskets stand at equal distances, in their order.
    package var isTimed: Bool
    /// The game clock where it begins: `10:00`; nil where no clock was read.
    package var startClock: String?
    /// The game clock where it ends on the chart; nil where no clock was read.
    package var endClock: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        number: Int, label: String, startMilliseconds: Int64, lengthMilliseconds: Int64,
        isTimed: Bool, startClock: String? = nil, endClock: String? = nil
    ) {
        self.number = number
        self.label = label
        self.startMilliseconds = startMilliseconds
        self.lengthMilliseconds = lengthMilliseconds
        self.isTimed = isTimed
        self.startClock = startClock
        self.endClock = endClock
    }
}

/// A basket of a chart.
package struct ChartPoint: Codable, Hashable, Sendable {
    /// Milliseconds of the chart since the tip-off.
    package var atMilliseconds: Int64
    /// The game clock as its keeper saw it: `Q1 02:31`; nil without one.
    package var clock: String?
    /// Who scored.
    package var side: SideName
    /// How much.
    package var points: Int
    /// The home side's score after it.
    package var home: Int
    /// The away side's score after it.
    package var away: Int
    /// `mia.41`.
    package var entry: String

    /// Joins the parts; what has a default may be left out.
    package init(
        atMilliseconds: Int64, clock: String? = nil, side: SideName, points: Int, home: Int,
        away: Int, entry: String
    ) {
        self.atMilliseconds = atMilliseconds
        self.clock = clock
        self.side = side
        self.points = points
        self.home = home
        self.away = away
        self.entry = entry
    }
}

/// A scoring run: points of one side while the other made none.
package struct ChartRun: Codable, Hashable, Sendable {
    /// Who scored.
    package var side: SideName
    /// How much in all.
    package var points: Int
    /// Milliseconds of the chart at its first basket.
    package var fromMilliseconds: Int64
    /// Milliseconds of the chart at its last basket.
    package var toMilliseconds: Int64
    /// The game clock at its first basket; nil without one.
    package var fromClock: String?
    /// The game clock at its last basket; nil without one.
    package var toClock: String?
    /// The home side's score after it.
    package var home: Int
    /// The away side's score after it.
    package var away: Int

    /// Joins the parts; what has a default may be left out.
    package init(
        side: SideName, points: Int, fromMilliseconds: Int64, toMilliseconds: Int64,
        fromClock: String? = nil, toClock: String? = nil, home: Int, away: Int
    ) {
        self.side = side
        self.points = points
        self.fromMilliseconds = fromMilliseconds
        self.toMilliseconds = toMilliseconds
        self.fromClock = fromClock
        self.toClock = toClock
        self.home = home
        self.away = away
    }
}
