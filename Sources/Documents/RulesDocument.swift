/// What a game is played by.
package struct RulesDocument: Codable, Hashable, Sendable {
    /// `pickup`, `3x3`, `fiba`, `nba`: whose values these are, or were before some of them changed;
    /// nil for rules of one's own.
    package var preset: String?
    /// One line for people: `4 x 10 min` or `to 15, lead 2`.
    package var summary: String
    /// Periods before overtime; nil when the game has none.
    package var periods: Int?
    /// Length of a period; nil when it has none.
    package var periodSeconds: Int?
    /// Length of an overtime; nil when it has none.
    package var overtimeSeconds: Int?
    /// Points of one side in overtime that end the game.
    package var overtimeTarget: Int?
    /// The score that ends the game.
    package var target: Int?
    /// The lead that the target needs.
    package var lead: Int?
    /// The score that ends the game whatever the lead.
    package var cap: Int?
    /// Points of each scoring kind.
    package var points: Counts
    /// Players of a side on the court.
    package var playersASide: Int?
    /// Team fouls of a period from which the penalty applies; nil for none.
    package var penaltyFouls: Int?
    /// Team fouls of a period from which the second penalty applies; nil for none.
    package var secondPenaltyFouls: Int?
    /// Team fouls of an overtime from which the penalty applies; nil when those of the last period
    /// go on counting.
    package var overtimePenaltyFouls: Int?
    /// Fouls with which a player is out; nil for no limit.
    package var foulLimit: Int?
    /// Every value in words, in the order in which people ask for them.
    package var words: [RuleWords]

    /// Joins the parts; what has a default may be left out.
    package init(
        preset: String? = nil, summary: String, periods: Int? = nil, periodSeconds: Int? = nil,
        overtimeSeconds: Int? = nil, overtimeTarget: Int? = nil, target: Int? = nil,
        lead: Int? = nil, cap: Int? = nil, points: Counts = [:], playersASide: Int? = nil,
        penaltyFouls: Int? = nil, secondPenaltyFouls: Int? = nil,
        overtimePenaltyFouls: Int? = nil, foulLimit: Int? = nil,
        words: [RuleWords] = []
    ) {
        self.preset = preset
        self.summary = summary
        self.periods = periods
        self.periodSeconds = periodSeconds
        self.overtimeSeconds = overtimeSeconds
        self.overtimeTarget = overtimeTarget
        self.target = target
        self.lead = lead
        self.cap = cap
        self.points = points
        self.playersASide = playersASide
        self.penaltyFouls = penaltyFouls
        self.secondPenaltyFouls = secondPenaltyFouls
        self.overtimePenaltyFouls = overtimePenaltyFouls
        self.foulLimit = foulLimit
        self.words = words
    }
}

/// A rule in words.
package struct RuleWords: Codable, Hashable, Sendable {
    /// What is ruled, as the option of `scored rules` is called: `target`, `period-length`.
    package var name: String
    /// Its value: `15`, `10:00`, `none`.
    package var value: String

    /// Joins the two.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
