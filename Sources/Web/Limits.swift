/// The bounds of both doors.
///
/// At 64 streams `ViewDoor` answers 503; at 4 streams of one phone `KeepDoor` closes the first of
/// them; at 128 connections `DoorConnections` closes the one that is quiet for longest, or takes no
/// new one.
package enum WebLimits {
    /// Open streams: the projectors, benches and phones of a gym, each a page in front.
    package static let streamsMax = 64
    /// Open connections: a page keeps one beside its stream.
    package static let connectionsMax = 128
    /// Bytes of a request's body, which no reader sends.
    static let bodyBytesMax = 1024
    /// From the first change after a pause to its event, which then has all effects of one move.
    package static let gatheringTime = Duration.milliseconds(10)
    /// Between two events of a stream: shorter than a person notices.
    package static let coalescingTime = Duration.milliseconds(50)
    /// Interval between comments on a quiet stream: the script of a page misses two before it says
    /// that the page is stale.
    package static let commentTime = Duration.seconds(2)
    /// Time in which a stream reads nothing of its output: the reader is stuck or gone.
    package static let stuckTime = Duration.seconds(30)
    /// Bytes of the script as it is sent: it comes with the page, on the slowest network of a gym.
    package static let scriptBytesMax = 4_500
    /// Bytes of the script as `gzip -9` packs it.
    package static let scriptPackedBytesMax = 2_048
    /// Bytes of the script of a phone that keeps, which also answers questions, with its words, as `gzip -9` packs it.
    package static let keepScriptPackedBytesMax = 8_896
    /// Baskets in the list of the last scorers: legible from the back row.
    static let scorersMax = 3
    /// Moves for an announcer: about those since the last dead ball.
    static let spokenMovesMax = 8
    /// Moves of the play by play: some minutes of a game; the log has all.
    static let playsMax = 60
    /// Entries held, from which the lists above are filtered.
    static let entriesMax = 200
    /// Interval between two questions for the chart of a running game.
    static let chartTime = Duration.seconds(1)

    /// Time in which the first reader of a page waits for its lists.
    static let firstPaintTime = Duration.milliseconds(300)

    /// Time in which a program that collects figures waits for the daemon: less than the 10 s that it
    /// usually waits itself, so that it gets the reason.
    static let metricsTime = Duration.seconds(5)

    // MARK: The keep door

    /// Phones with a daemon each: both benches, the table and referees of one game.
    package static let phonesMax = 16
    /// Codes that are open at a time.
    package static let pairingsMax = 8
    /// Pages of one phone in front: one, and those that the phone has put aside without ending.
    package static let streamsOfAPhoneMax = 4
    /// Bytes of a signed request's body: an order has some hundreds, a note the most.
    package static let orderBytesMax = 4096
    /// Wrong proofs in a minute that are answered one by one: a person scans a few old codes. A
    /// right proof passes in any case, so that nobody can keep another one out.
    package static let wrongProofsMax = 30
    /// The largest counter: the largest whole number that a browser counts exactly.
    static let counterMax: UInt64 = 9_007_199_254_740_991
    /// Time for an answer of a phone's daemon, after which the phone sends its order again: longer
    /// than a slow disk takes, shorter than the page waits, so that the page is told the reason.
    package static let answerTime = Duration.seconds(4)
    /// Entries of the phone's own list: about a quarter.
    static let ownEntriesMax = 30
    /// Entries of a page of the timeline: some screens of a phone.
    static let timelineRowsMax = 50
    /// Results of a search of each kind: more are found by more words.
    static let foundMax = 20
}
