/// `POST /v1/void`, `POST /v1/accept`: withdraw entries, or count held moves after all. All of them
/// or none.
package struct EntriesRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// `mia.41`; a number alone, `41`, is an entry of this device.
    package var entries: [String]

    /// Joins the parts; what has a default may be left out.
    package init(request: String? = nil, game: String? = nil, entries: [String]) {
        self.request = request
        self.game = game
        self.entries = entries
    }
}

/// `POST /v1/fix`: put another move in the place of one. What is not given stays as it is.
package struct FixRequest: Codable, Hashable, Sendable {
    /// As in `MoveRequest`.
    package var request: String?
    /// A game's name; nil for the current game.
    package var game: String?
    /// As in `EntriesRequest`: the move, or a correction of it.
    package var entry: String
    /// As in `MoveRequest`.
    package var kind: String?
    /// As in `MoveRequest`.
    package var player: String?
    /// As in `MoveRequest`.
    package var points: Int?
    /// As in `MoveRequest`.
    package var detail: String?
    /// The period.
    package var period: Int?
    /// Seconds elapsed in the period.
    package var clockSeconds: Int?
    /// Instead of `clockSeconds`: the seconds that the scoreboard shows, which remain of a period
    /// with a length and elapsed of one without.
    package var shownSeconds: Int?

    /// Joins the parts; what has a default may be left out.
    package init(
        request: String? = nil, game: String? = nil, entry: String, kind: String? = nil,
        player: String? = nil, points: Int? = nil, detail: String? = nil, period: Int? = nil,
        clockSeconds: Int? = nil, shownSeconds: Int? = nil
    ) {
        self.request = request
        self.game = game
        self.entry = entry
        self.kind = kind
        self.player = player
        self.points = points
        self.detail = detail
        self.period = period
        self.clockSeconds = clockSeconds
        self.shownSeconds = shownSeconds
    }

    /// Whether nothing is to be changed.
    package var isEmpty: Bool {
        kind == nil && player == nil && points == nil && detail == nil && period == nil
            && clockSeconds == nil && shownSeconds == nil
    }
}
