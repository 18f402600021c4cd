/// The bounds of the API, each with its reason.
enum APILimits {
    /// Statuses that are kept: the games that screens of one device show at a time.
    static let statusesMax = 8
    /// After this time a status is made whole: of what time alone changes, such as a warning that ends.
    static let statusTimeMax = Duration.seconds(60)
    /// Similar routes in the answer to an unknown path: a line or two of a terminal.
    static let nearbyRoutesMax = 5
    /// Players that an answer names one by one: the bench of a side.
    static let namedPlayersMax = 8
    /// Entries of an echo: a command with names on one line of a terminal has fewer.
    static let echoedEntriesMax = 8
    /// Games of a step of their list: two milliseconds.
    static let gamesOfAStepMax = 200
    /// Lines of a step of an export: a millisecond or two.
    static let linesOfAStepMax = 64
    /// Bytes of a file that are read in a step: some milliseconds of checking signatures and
    /// digests.
    static let filePartBytes = 16 * 1024
    /// Bytes of a step of a long answer.
    static let bytesOfAStepMax = 64 * 1024
    /// Entries on the boards that an export holds: the games of some courts that are played at the
    /// same time, at about a kilobyte an entry.
    static let heldEntriesMax = 8192
    /// Entries of one commit of an import: a whole game of most leagues.
    static let importedOfACommitMax = 512
    /// Bytes of bodies of one commit of an import: half the limit of a run.
    static let importedBytesMax = 256 * 1024
    /// Game clock between a basket and an assist that does not name it: keepers record both within
    /// a breath.
    static let assistTimeMax = Duration.seconds(5)
    /// Entries of a request to void or accept: more than a keeper types.
    static let namedEntriesMax = 256
    /// Entries that a request for the log names: a screenful, and the authors of a game; they fit
    /// the target of a request.
    static let entriesOfAQuestionMax = 64
    /// Similar entries in the answer to an unknown one: a line of a terminal.
    static let nearbyEntriesMax = 4
    /// Time without a further part after which an incoming file is dropped.
    static let logFilePatience = Duration.seconds(60)
    /// Time that an ending daemon waits for other devices to receive what exists only here.
    static let shutdownPatience = Duration.seconds(10)
    /// Scalars of a text from outside in a message.
    static let shownScalarsMax = 64
    /// Size of a table from which its founder is told to name a deputy: of two devices the other
    /// could only remove the founder.
    static let devicesForDeputy = 3
    /// Points of one free throw: some rules have one shot of up to three.
    static let freeThrowPointsMax = 3
    /// Own entries that are searched for the newest move: more than the claims and notes of one
    /// game in a row.
    static let lastEntriesMax: UInt64 = 32
    /// Windows of one stream: more than a screen has lists.
    static let windowsMax = 16
    /// Entries of a window: a long day of a court.
    static let windowEntriesMax = 5000
    /// Entries of a window that one event makes: some milliseconds.
    static let windowEntriesOfAnEventMax = 512
}
