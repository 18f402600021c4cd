/// A side of a game with its players.
package struct SideDocument: Codable, Hashable, Sendable {
    /// The team's name.
    package var name: String
    /// The sum of the live scoring moves that are not held.
    package var score: Int
    /// Fouls of the players and the team.
    package var fouls: Int
    /// Team fouls of the period that is played, as the penalty counts them.
    package var periodFouls: Int
    /// Whether the penalty applies to the side's next foul.
    package var isInPenalty: Bool
    /// Whether the second penalty does.
    package var isInSecondPenalty: Bool
    /// Time-outs taken.
    package var timeouts: Int
    /// In the order of their slots.
    package var players: [PlayerDocument]
    /// Counted moves of the team that are no player's, by kind.
    package var counts: Counts
    /// Why the players' minutes are not known although substitutions were recorded:
    /// `6 on the court at Q3 02:07`.
    package var minutesUnknown: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        name: String, score: Int, fouls: Int = 0, periodFouls: Int = 0, isInPenalty: Bool = false,
        isInSecondPenalty: Bool = false, timeouts: Int = 0, players: [PlayerDocument] = [],
        counts: Counts = [:], minutesUnknown: String? = nil
    ) {
        self.name = name
        self.score = score
        self.fouls = fouls
        self.periodFouls = periodFouls
        self.isInPenalty = isInPenalty
        self.isInSecondPenalty = isInSecondPenalty
        self.timeouts = timeouts
        self.players = players
        self.counts = counts
        self.minutesUnknown = minutesUnknown
    }
}

/// A line of a roster with what the player did: a row of the box score.
package struct PlayerDocument: Codable, Hashable, Sendable {
    /// `h#1`: the same on every device.
    package var slot: String
    /// The shirt's number as a text; `00` is not `0`; empty without one.
    package var number: String
    /// The player's name.
    package var name: String
    /// The player's points.
    package var points: Int
    /// The player's fouls.
    package var fouls: Int
    /// Counted moves by kind; a kind that did not happen is not there. `rebound` and `miss` count
    /// all of them, `offensiveRebound`, `missedTwo` and so on those that say more.
    package var counts: Counts
    /// Moves of the player that wait for an answer and are in no count.
    package var held: Int
    /// Keepers who claim the player now, in the order of their names.
    package var trackedBy: [String]
    /// False once the player is out of the game.
    package var isActive: Bool
    /// Whether the player is on the court now; nil where it is not known from substitutions and
    /// line-ups, and once the game is over.
    package var isOnCourt: Bool?
    /// Whole seconds on the court; nil where it is not known from substitutions and line-ups.
    package var secondsPlayed: Int?
    /// Points of the own side less those of the other while the player was on the court; nil where
    /// it is not known.
    package var plusMinus: Int?
    /// The slot of the player in whom this one went up; nil for most.
    package var mergedInto: String?

    /// Joins the parts; what has a default may be left out.
    package init(
        slot: String, number: String = "", name: String, points: Int = 0, fouls: Int = 0,
        counts: Counts = [:], held: Int = 0, trackedBy: [String] = [], isActive: Bool = true,
        isOnCourt: Bool? = nil, secondsPlayed: Int? = nil, plusMinus: Int? = nil,
        mergedInto: String? = nil
    ) {
        self.slot = slot
        self.number = number
        self.name = name
        self.points = points
        self.fouls = fouls
        self.counts = counts
        self.held = held
        self.trackedBy = trackedBy
        self.isActive = isActive
        self.isOnCourt = isOnCourt
        self.secondsPlayed = secondsPlayed
        self.plusMinus = plusMinus
        self.mergedInto = mergedInto
    }
}

/// The score of one period.
package struct PeriodDocument: Codable, Hashable, Sendable {
    /// From 1.
    package var number: Int
    /// `Q1`, `OT1`.
    package var label: String
    /// Points of the home side in it.
    package var home: Int
    /// Points of the away side in it.
    package var away: Int

    /// Joins the parts; what has a default may be left out.
    package init(number: Int, label: String, home: Int, away: Int) {
        self.number = number
        self.label = label
        self.home = home
        self.away = away
    }
}

/// The game clock as this device reads it.
package struct ClockDocument: Codable, Hashable, Sendable {
    /// `04:12`: the time that remains, or that elapsed in a period without a length.
    package var text: String
    /// Whole seconds elapsed in the period.
    package var seconds: Int
    /// Whole seconds that remain in the period; nil when it has no length.
    package var remainingSeconds: Int?
    /// Milliseconds elapsed in the period.
    package var milliseconds: Int
    /// Milliseconds that remain in the period; nil when it has no length.
    package var remainingMilliseconds: Int?
    /// From 1.
    package var period: Int
    /// `Q1`, `OT1`.
    package var periodLabel: String
    /// True while it runs; one that came to the end of its period stands.
    package var isRunning: Bool
    /// True when only wall clocks tell the reading, as after a restart of the machine, and no
    /// peer knows better.
    package var isEstimated: Bool

    /// Joins the parts; what has a default may be left out.
    package init(
        text: String, milliseconds: Int, remainingMilliseconds: Int? = nil, period: Int,
        periodLabel: String, isRunning: Bool, isEstimated: Bool = false
    ) {
        self.text = text
        self.seconds = milliseconds / 1000
        self.remainingSeconds = remainingMilliseconds.map { $0 / 1000 }
        self.milliseconds = milliseconds
        self.remainingMilliseconds = remainingMilliseconds
        self.period = period
        self.periodLabel = periodLabel
        self.isRunning = isRunning
        self.isEstimated = isEstimated
    }
}
