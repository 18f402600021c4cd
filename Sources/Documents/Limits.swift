/// The bounds of the documents, each with its reason.
package enum Limits {
    /// Periods of one game: the longest game of record had nine, six of them overtimes.
    package static let periodsMax = 100
    /// Seconds of one period: a day, so that no rule of a gym is refused.
    package static let periodSecondsMax = 86_400
    /// Points of one side in a row that people call a run: three baskets.
    package static let runPointsMin = 6
    /// Entries that one turn tells to those who follow the events; of a larger catch-up only the newest,
    /// since what a slow reader has not taken is bounded. Who is told so many between two statuses
    /// asks what else came.
    package static let entryEventsOfATurnMax = 512
}
