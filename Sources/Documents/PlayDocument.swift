/// A line of `GET /v1/games/{name}/plays.jsonl`: an entry of a game as a row of the play-by-play.
package struct PlayDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The game's name.
    package var game: String
    /// Position in the table's order, from 0.
    package var index: Int
    /// `mia.41`: the same on every device.
    package var entry: String
    /// Who recorded it.
    package var keeper: String
    /// The keeper's wall clock in UTC (RFC 3339): an annotation, no order.
    package var wall: String
    /// The period, for a move; from 1.
    package var period: Int?
    /// Milliseconds elapsed in the period as the keeper saw them; nil when nobody read a clock.
    package var elapsedMilliseconds: Int64?
    /// The same as the scoreboard showed it: `Q1 02:31`.
    package var clock: String?
    /// The side; nil when it is neither's.
    package var side: SideName?
    /// The team's name.
    package var team: String?
    /// The shirt's number as a text, for a player's move.
    package var number: String?
    /// The player's name, or the slot of one without.
    package var player: String?
    /// `twoPoints`, `gameClock`, `void` and so on; `unknown` for a kind of a newer version.
    package var kind: String
    /// Points of a scoring move, counted or not.
    package var points: Int?
    /// The home side's score after the entry, in the table's order.
    package var home: Int
    /// The away side's score after the entry.
    package var away: Int
    /// `live`, `voided`, `held` and so on, as in the log; `corrected` for a live move that stands
    /// otherwise than it was recorded.
    package var state: String
    /// Why, as it follows the state's word: `by bo.7`.
    package var because: String?
    /// What a corrected move said before, in a few words.
    package var was: String?
    /// Corrections of the move that did not win, and were made without knowledge of the one that did.
    package var conflicts: [String]?
    /// The entry in a few words, without the keeper.
    package var text: String
    /// Entries that it refers to.
    package var names: [String]

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, game: String, index: Int, entry: String, keeper: String, wall: String,
        period: Int? = nil, elapsedMilliseconds: Int64? = nil, clock: String? = nil,
        side: SideName? = nil, team: String? = nil, number: String? = nil, player: String? = nil,
        kind: String, points: Int? = nil, home: Int, away: Int, state: String,
        because: String? = nil, was: String? = nil, conflicts: [String]? = nil, text: String,
        names: [String] = []
    ) {
        self.schema = schema
        self.game = game
        self.index = index
        self.entry = entry
        self.keeper = keeper
        self.wall = wall
        self.period = period
        self.elapsedMilliseconds = elapsedMilliseconds
        self.clock = clock
        self.side = side
        self.team = team
        self.number = number
        self.player = player
        self.kind = kind
        self.points = points
        self.home = home
        self.away = away
        self.state = state
        self.because = because
        self.was = was
        self.conflicts = conflicts
        self.text = text
        self.names = names
    }
}
