/// The bounds of the client, each with its reason.
package enum ClientLimits {
    /// For an answer: the daemon's slowest work is a season's log read from a cold disk.
    package static let answerTime = Duration.seconds(30)
    /// For an answer to a command that only reads, before it reads the log from the disk.
    static let lookTime = Duration.seconds(3)
    /// For a connection to a busy daemon: it accepts some dozens a turn.
    static let busyTime = Duration.seconds(5)
    /// For the daemon's answer to `doctor`, which must report a daemon that hangs.
    package static let doctorTime = Duration.seconds(5)
    /// For a join: the daemon gives up its search for the inviter before.
    package static let joinTime = Duration.seconds(60)
    /// For the entries of a table after a join: they nearly always come at once.
    package static let arrivalTime = Duration.seconds(2)
    /// For the end of the daemon: it may wait until other devices hold every move.
    package static let endTime = Duration.seconds(120)
    /// For the first answer of a daemon that was started: it first reads its whole log.
    static let startTime = Duration.seconds(30)
    /// Between attempts to reach a daemon that starts or is busy: less than a person notices.
    package static let startInterval = Duration.milliseconds(10)
    /// For another daemon that starts at the same moment, after the one started here has ended.
    package static let rivalTime = Duration.milliseconds(500)
    /// For a daemon that went away to come back by itself, before one is started.
    static let returnTime = Duration.seconds(2)
    /// A file that a keeper names: twenty times the longest game on record.
    package static let fileBytesMax = 16 * 1024 * 1024
    /// The file `keys`: more than its reader accepts, so that the reader reports the error.
    static let keysBytesMax = 65_536
    /// A file in a backup: the largest segment that a daemon reads.
    static let backupFileBytesMax = 64 * 1024 * 1024
    /// The last second of the year 9999.
    static let backupSecondsMax = 253_402_300_799
    /// Files of a backup: the segments of many seasons.
    static let backupFilesMax = 65_536
    /// Names in the path of one: `home/phones/ID/archive/TABLE/log/SEGMENT` has seven.
    static let backupDepthMax = 10
    /// A file with a table's log: the daemon's own limit, and room for signatures.
    package static let logFileBytesMax = 160 * 1024 * 1024
    /// Bytes of it in one request, whose body has a limit.
    static let logPartBytesMax = 768 * 1024
    /// A file of a unit: ours have two thousand bytes.
    static let unitBytesMax = 64 * 1024
    /// The options for the next start: a few peers.
    static let startOptionsBytesMax = 16 * 1024
    /// Lines of diagnostics shown if the daemon does not start.
    static let diagnosticsLinesMax = 8
    /// Bytes of diagnostics read for them.
    static let diagnosticsBytesMax = 16 * 1024
    /// The settings of the pages: some hundred bytes.
    static let webSettingsBytesMax = 16 * 1024
    /// Ports tried after the usual one of the pages: several homes on one machine, as in a test of
    /// a whole table.
    static let webPortsMore = 10
    /// For the process that serves pages to listen.
    package static let webStartTime = Duration.seconds(10)
    /// Its diagnostics: a line a start and an end.
    package static let webLogBytesMax = 64 * 1024
    /// Connections to the pages from one other machine (an IPv4 address, an IPv6 network): a
    /// browser opens six. Unlimited for this machine, whose programs may be proxies for many.
    package static let webConnectionsOfAHostMax = 32
    /// A connection ends if its viewer reads nothing for this long.
    package static let webStuckTime = Duration.seconds(30)
    /// A connection ends if its browser acknowledges nothing for this long, though something is
    /// written every 2 s: else connections that an outage broke would keep out those that return.
    package static let webUnacknowledgedTime = Duration.seconds(10)
    /// Connections of commands to that process.
    package static let webCommandsMax = 16
    /// Connections accepted in a turn, so that open ones are served too.
    package static let webAcceptancesMax = 64
    /// The pause before the next attempt to accept when no descriptor is free.
    package static let webPauseTime = Duration.seconds(1)
    /// Between two looks at the addresses of this machine, which change when it changes networks.
    package static let webPlacesTime = Duration.seconds(2)
    /// For the handshake of a browser: a phone at the edge of a network takes a few seconds.
    static let webHandshakeTime = Duration.seconds(10)
    /// The certificate of the keep door is renewed when it has fewer days left than this.
    static let certificateDaysMin = 30
    /// After the keep door could not be opened, before the next attempt.
    static let keepRetryTime = Duration.seconds(5)
    /// A file of a phone: some hundred bytes.
    static let phoneFileBytesMax = 4096
    /// The settings of a daemon: its own limit.
    static let daemonSettingsBytesMax = 1024 * 1024
    /// Characters of a phone's name, which the daemon allows a keeper.
    static let phoneNameMax = 40
    /// For a code to be scanned and approved: as long as an invitation is open.
    static let pairingTime = Duration.seconds(600)
    /// After a code has expired, for the phone to learn that it has.
    static let pairingFarewellTime = Duration.seconds(60)
    /// Between two looks at the files of the phones while requests come: they cost some opened
    /// files a phone.
    package static let phonesLookTime = Duration.milliseconds(200)
    /// Between two looks while none come, and between two writes of a phone's counter.
    static let phonesRestTime = Duration.seconds(1)
    /// A line typed at a question.
    static let typedBytesMax = 4096
    /// A word to find suggestions for: twice our longest word.
    static let suggestedBytesMax = 64
    /// Suggestions for an unknown word.
    static let suggestionsMax = 3
    /// Alarms in one turn: far more than all screens together set, and quickly done.
    static let alarmsOfATurnMax = 1024
    /// Orders kept while the daemon is away: minutes of the fastest keeper. Older ones would be
    /// recorded when the keeper no longer remembers them.
    static let ordersKeptMax = 256
    /// Questions that wait for answers: every section of every screen asks a few.
    static let questionsWaitingMax = 64
    /// Long questions at a time, a connection each; more take their turn among the others.
    static let longQuestionsMax = 4
    /// Requests sent and not answered; the daemon reads no more of one connection.
    static let pipelineMax = 64
    /// Before the first attempt to reach a daemon that went away; doubled for each further one.
    static let backOffMin = Duration.milliseconds(100)
    /// Between later attempts: a person sees a return at once.
    static let backOffMax = Duration.seconds(1)
    /// Between two starts of a daemon that does not stay.
    static let restartInterval = Duration.seconds(30)
    /// Without a byte on the event stream: the daemon sends one at least every half of it.
    static let streamSilenceMax = Duration.seconds(40)
    /// For the answers to the last orders of a program that ends: a slow disk, not one that hangs.
    static let farewellTime = Duration.seconds(2)
    /// For a terminal that takes no output, at the end.
    static let terminalTime = Duration.seconds(1)
}
