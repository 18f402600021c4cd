/// What a request that records answers, once every entry of it is durable on this device.
package struct RecordedDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// Names of the entries, in the order recorded.
    package var entries: [String]
    /// Always true: nothing is answered before.
    package var isDurable: Bool
    /// True when the request was answered before and nothing new was recorded.
    package var isRepeat: Bool
    /// The game recorded into.
    package var game: String?
    /// One line for the keeper: `4 Ana two points - 12:9`.
    package var echo: String
    /// The home side's score after it.
    package var home: Int?
    /// The away side's score after it.
    package var away: Int?
    /// What the keeper should know about it.
    package var warnings: [WarningDocument]
    /// What only the keeper can answer; nil for nothing.
    package var questions: [QuestionDocument]?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, entries: [String], isDurable: Bool = true, isRepeat: Bool = false,
        game: String? = nil, echo: String, home: Int? = nil, away: Int? = nil,
        warnings: [WarningDocument] = [], questions: [QuestionDocument]? = nil
    ) {
        self.schema = schema
        self.entries = entries
        self.isDurable = isDurable
        self.isRepeat = isRepeat
        self.game = game
        self.echo = echo
        self.home = home
        self.away = away
        self.warnings = warnings
        self.questions = questions
    }
}

/// What `GET /v1/health` says: enough for a watchdog, without opening the book.
package struct HealthDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The program's version.
    package var version: String
    /// The daemon's process.
    package var processID: Int
    /// False while the disk is full or failing.
    package var isRecording: Bool
    /// True when `status --check` should exit 5.
    package var isDegraded: Bool
    /// Why, in a sentence.
    package var problem: String?
    /// Seconds since the daemon started.
    package var uptimeSeconds: Int
    /// True once this device was removed from its table; absent while it was not.
    package var isRemoved: Bool?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, version: String, processID: Int, isRecording: Bool,
        isDegraded: Bool = false, problem: String? = nil, uptimeSeconds: Int = 0
    ) {
        self.schema = schema
        self.version = version
        self.processID = processID
        self.isRecording = isRecording
        self.isDegraded = isDegraded
        self.problem = problem
        self.uptimeSeconds = uptimeSeconds
    }
}

/// What every change that records nothing answers.
package struct DoneDocument: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// What was done, in a sentence.
    package var text: String
    /// What the keeper should know about it.
    package var warnings: [WarningDocument]

    /// Joins the parts; what has a default may be left out.
    package init(schema: Int = 1, text: String, warnings: [WarningDocument] = []) {
        self.schema = schema
        self.text = text
        self.warnings = warnings
    }
}

/// What a book or a device can refuse, as the `code` of an error: for programs, while the message
/// is for people. Lower case with hyphens, like the codes of HTTP's own refusals.
package enum ErrorCode: String, Codable, Hashable, Sendable, CaseIterable {
    /// A bound of the book was passed.
    case tooLarge = "too-large"
    /// No such game.
    case unknownGame = "unknown-game"
    /// The table has no game to record into.
    case noGame = "no-game"
    /// Nobody in the game fits the player's name.
    case unknownPlayer = "unknown-player"
    /// Several players fit; they are the candidates, and nothing was recorded.
    case ambiguousPlayer = "ambiguous-player"
    /// No such kind of move.
    case unknownKind = "unknown-kind"
    /// No such rules.
    case unknownRules = "unknown-rules"
    /// Several games fit, or several devices.
    case ambiguousName = "ambiguous-name"
    /// A roster, a file or a number that cannot be read.
    case malformed
    /// The rules say that the game is over; `force` records all the same.
    case decided
    /// Hardly meant: points that the kind does not have, or an overtime that nothing else shows; `force`
    /// records all the same.
    case unlikely
    /// Nothing to undo.
    case nothingToUndo = "nothing-to-undo"
    /// Nothing to redo.
    case nothingToRedo = "nothing-to-redo"
    /// No such entry in the game.
    case unknownEntry = "unknown-entry"
    /// The entry is there, and this cannot be done to it; the message says why.
    case wrongEntry = "wrong-entry"
    /// No such device at the table.
    case unknownDevice = "unknown-device"
    /// A code that no inviter knows: wrong, used or expired.
    case codeRefused = "code-refused"
    /// No inviter could be reached.
    case noInviter = "no-inviter"
    /// This device recorded moves that a join or leave would put aside.
    case wouldArchive = "would-archive"
    /// This device was removed from its table.
    case removed
    /// This device is no member of the table, whose log it holds as an archive.
    case notMember = "not-member"
    /// The disk is full: nothing is recorded until there is space.
    case diskFull = "disk-full"
    /// The disk failed.
    case diskFailed = "disk-failed"
    /// Moves exist only here, so the daemon stays up unless told `now`.
    case unsynced
    /// Not possible as things stand; the message says why.
    case conflict
    /// A fault of the program.
    case fault
}
