/// The bounds of the client, each with its reason.
package enum ClientLimits {
    /// For an answer: the slowest of the daemon's own work is a log of a season read from a cold
    /// disk.
    package static let answerTime = Duration.seconds(30)
    /// For an answer to somebody who only looks, before the log is read from the disk instead.
    static let lookTime = Duration.seconds(3)
    /// How long a command tries to get in at a daemon that takes no connection: it takes some dozens each
    /// turn.
    static let busyTime = Duration.seconds(5)
    /// For a doctor, who must not wait as long as the patient might.
    package static let doctorTime = Duration.seconds(5)
    /// For a join: the daemon itself gives up looking for the inviter before this.
    package static let joinTime = Duration.seconds(60)
    /// How long a command that joined waits for the table's entries: they nearly always come at once.
    package static let arrivalTime = Duration.seconds(2)
    /// For the daemon's end: it may wait until every move lives elsewhere.
    package static let endTime = Duration.seconds(120)
    /// From starting the daemon to its first answer: it reads its whole log before.
    static let startTime = Duration.seconds(30)
    /// Between two looks whether the daemon answers: below what a person notices.
    package static let startInterval = Duration.milliseconds(10)
    /// How long a daemon that ended at once may have lost to another that starts at this moment.
    static let rivalTime = Duration.milliseconds(500)
    /// How long a command waits for a daemon that went away in the middle, before it starts one.
    package static let returnTime = Duration.seconds(2)
    /// Between two attempts to come back to an event stream.
    package static let streamInterval = Duration.seconds(1)
    /// A file that a keeper names: twenty times the longest game on record.
    package static let fileBytesMax = 16 * 1024 * 1024
    /// The file `keys`: more than its reader takes, so that the reader says what is wrong.
    static let keysBytesMax = 65_536
    /// A file with a table's log: what the daemon takes at most, and some room for signatures.
    package static let logFileBytesMax = 160 * 1024 * 1024
    /// Bytes of it that go in one request, whose body has a limit.
    static let logPartBytesMax = 768 * 1024
    /// Lines of diagnostics shown when the daemon does not start.
    static let diagnosticsLinesMax = 8
    /// Bytes of them that are read.
    static let diagnosticsBytesMax = 16 * 1024
    /// Bytes of a line typed at a question.
    static let typedBytesMax = 4096
    /// Bytes of a word that others are offered for: twice the longest of ours.
    static let suggestedBytesMax = 64
    /// Words offered for one that is not known.
    static let suggestionsMax = 3
    /// Alarms rung in one turn: far above what all screens together wait for, and done before a
    /// person notices.
    static let alarmsOfATurnMax = 1024
    /// Orders kept while the daemon is away: minutes of the fastest keeper. More would be recorded
    /// long after anybody remembers what they meant.
    static let ordersKeptMax = 256
    /// Questions that wait for their answers: every section of every screen asks a few.
    static let questionsWaitingMax = 64
    /// Requests on their way at once; the daemon reads no more of one connection.
    static let pipelineMax = 64
    /// Before the first attempt to come back to a daemon; each further one waits twice as long.
    static let backOffMin = Duration.milliseconds(100)
    /// Between later attempts: what a person takes for at once.
    static let backOffMax = Duration.seconds(1)
    /// Between two starts of a daemon that does not stay.
    static let restartInterval = Duration.seconds(30)
    /// Without a byte on the event stream: the daemon says something twice as often.
    static let streamSilenceMax = Duration.seconds(40)
    /// How long a program that ends waits for its last orders to be answered: a disk that is slow,
    /// not one that is stuck.
    static let farewellTime = Duration.seconds(2)
    /// How long a terminal that takes nothing may hold the end up.
    static let terminalTime = Duration.seconds(1)
}
