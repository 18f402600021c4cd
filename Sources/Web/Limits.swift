/// The bounds of the view door.
package enum WebLimits {
    /// Open streams: the projectors, benches and phones of a gym, each a page in front.
    package static let streamsMax = 64
    /// Open connections: a page keeps one beside its stream.
    package static let connectionsMax = 128
    /// Bytes of a request's body, which no reader sends.
    static let bodyBytesMax = 1024
    /// From the first change that a page was not sent to the event that tells it, with all that
    /// follows in between: shorter than a person notices.
    package static let coalescingTime = Duration.milliseconds(50)
    /// Interval between comments on a quiet stream: the script of a page misses two before it says
    /// that the page is stale.
    package static let commentTime = Duration.seconds(2)
    /// Time in which a stream takes nothing of what is ready: its reader is stuck or gone.
    package static let stuckTime = Duration.seconds(30)
    /// Bytes of the script as it is sent: it comes with the page, on the slowest network of a gym.
    package static let scriptBytesMax = 4_500
    /// Bytes of the script as `gzip -9` packs it.
    package static let scriptPackedBytesMax = 2_048
    /// Bytes of the script of a phone that keeps, as `gzip -9` packs it.
    package static let keepScriptPackedBytesMax = 8_192
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
}
