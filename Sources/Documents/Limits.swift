/// The bounds of the documents, each with its reason.
package enum DocumentsLimits {
    /// Periods of one game: the longest game of record had nine, six of them overtimes.
    package static let periodsMax = 100
    /// Seconds of one period: a day, so that no rule of a gym is refused.
    package static let periodSecondsMax = 86_400
    /// Points of one side in a row that make a run: three baskets.
    package static let runPointsMin = 6
    /// Entries of one turn in the event stream, the newest: bounds what waits for a slow reader, and
    /// the time of the turn. A reader that got fewer than the next status counts requests the rest.
    package static let entryEventsOfATurnMax = 128
    /// Games in a status, the newest: a day of a tournament, and a screen has room for the score
    /// above them. `GET /v1/games` has all.
    package static let statusGamesMax = 16
    /// Entries of all games in one answer, the newest: an evening of a tournament, some megabytes.
    package static let logEntriesMax = 10_000
    /// Unicode scalars of a query: two full names and a kind.
    package static let searchScalarsMax = 128
    /// Words of a query: more than distinguish any move.
    package static let searchWordsMax = 16
    /// Entries that a step of a search reads, at which a game that is not folded counts as one.
    static let searchStepCost = 256
    /// Results of each kind by default: a screenful.
    package static let searchResultsUsual = 20
    /// Results of each kind: more are read in the log.
    package static let searchResultsMax = 200
    /// Entries that refer to a result, the newest: a list on one screen.
    package static let searchReferencesMax = 16
}
