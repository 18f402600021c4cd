/// The bounds of the API, each with its reason.
enum Limits {
    /// Routes that an unknown path is answered with: what fits a line or two of a terminal.
    static let nearbyRoutesMax = 5
    /// Players whom an answer names one by one: the bench of a side.
    static let namedPlayersMax = 8
    /// Entries of one commit of an import: a whole game of most leagues.
    static let importedOfACommitMax = 512
    /// Bytes of bodies of one commit of an import: half of what a run may have.
    static let importedBytesMax = 256 * 1024
    /// Game clock between a basket and its assist when the keeper does not name the basket: who
    /// watches a pass keys it within a breath of the shot.
    static let assistTimeMax = Duration.seconds(5)
    /// Entries that one request voids or accepts: more than any keeper types.
    static let namedEntriesMax = 256
    /// Entries that one question about the log names: what a screen shows at a time, and the authors of
    /// a game; their names fit the target of a request.
    static let entriesOfAQuestionMax = 64
    /// Entries that an unknown one is answered with: what fits a line of a terminal.
    static let nearbyEntriesMax = 4
    /// How long a file that nobody goes on with is remembered.
    static let logFilePatience = Duration.seconds(60)
    /// How long an ending daemon waits for other devices to take what exists only here.
    static let shutdownPatience = Duration.seconds(10)
    /// Scalars of a text from outside in a message.
    static let shownScalarsMax = 64
    /// Devices of a table from which on its founder is told that it has no deputy: of two, the other one
    /// has nobody to remove but the founder.
    static let devicesForDeputy = 3
    /// Points of one free throw that a keeper may say: some rules make one shot of up to three.
    static let freeThrowPointsMax = 3
    /// Own entries among which the newest move is sought, to know the game that a keeper is at: more than
    /// the claims and notes of one game in a row.
    static let lastEntriesMax: UInt64 = 32
}
