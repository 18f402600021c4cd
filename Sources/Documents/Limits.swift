/// The bounds of the documents, each with its reason.
package enum Limits {
    /// Periods of one game: the longest game of record had nine, six of them overtimes.
    package static let periodsMax = 100
    /// Seconds of one period: a day, so that no rule of a gym is refused.
    package static let periodSecondsMax = 86_400
    /// Points of one side in a row that people call a run: three baskets.
    package static let runPointsMin = 6
    /// Entries that one turn tells to those who follow the events; of a larger catch-up only the newest,
    /// since what a slow reader has not taken is bounded. Who was told fewer than the next status
    /// counts asks what else came.
    package static let entryEventsOfATurnMax = 512
    /// Games that a status lists, the newest: a day of a tournament, and a screen still shows the score
    /// above them. Whoever wants all asks for the games.
    package static let statusGamesMax = 16
    /// Unicode scalars of what is searched for: two full names and what they did.
    package static let searchScalarsMax = 128
    /// Words of what is searched for: more than tell any move from all others.
    package static let searchWordsMax = 16
    /// Results of each kind that a search answers, unless told otherwise: a screenful.
    package static let searchResultsUsual = 20
    /// Results of each kind at most: nobody reads more, who wants all reads the log.
    package static let searchResultsMax = 200
    /// Entries that are named as referring to one that was found, the newest: a list on one screen.
    package static let searchReferencesMax = 16
}
