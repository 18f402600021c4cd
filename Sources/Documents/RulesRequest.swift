/// What a game is to be played by: a preset, and what differs from it. Where nothing is said, a new
/// game has the preset's value and a game that goes on keeps its own.
package struct RulesRequest: Codable, Hashable, Sendable {
    /// `pickup`, `3x3`, `fiba`, `nba`; nil for the table's default.
    package var preset: String?
    /// Periods before overtime.
    package var periods: Int?
    /// Length of a period; 0 for none.
    package var periodSeconds: Int?
    /// Length of an overtime; 0 for none.
    package var overtimeSeconds: Int?
    /// Points of one side in overtime that end the game; 0 for none.
    package var overtimeTarget: Int?
    /// The score that ends the game; 0 for none.
    package var target: Int?
    /// The lead that the target needs.
    package var lead: Int?
    /// The score that ends the game whatever the lead; 0 for none.
    package var cap: Int?
    /// What made shots count, by kind: `onePoint`, `twoPoints`, `threePoints`, `freeThrow`.
    package var points: Counts?
    /// Players of a side on the court.
    package var playersASide: Int?
    /// Team fouls of a period from which the penalty applies; 0 for none.
    package var penaltyFouls: Int?
    /// Team fouls of a period from which the second penalty applies; 0 for none.
    package var secondPenaltyFouls: Int?
    /// Team fouls of an overtime from which the penalty applies; 0 when those of the last period go
    /// on counting.
    package var overtimePenaltyFouls: Int?
    /// Fouls with which a player is out; 0 for no limit.
    package var foulLimit: Int?

    /// Joins the parts; what has a default may be left out.
    package init(
        preset: String? = nil, periods: Int? = nil, periodSeconds: Int? = nil,
        overtimeSeconds: Int? = nil, overtimeTarget: Int? = nil, target: Int? = nil,
        lead: Int? = nil, cap: Int? = nil, points: Counts? = nil, playersASide: Int? = nil,
        penaltyFouls: Int? = nil, secondPenaltyFouls: Int? = nil,
        overtimePenaltyFouls: Int? = nil, foulLimit: Int? = nil
    ) {
        self.preset = preset
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
    }
}
