package enum TerminalLimits {
    /// More than a wall of screens in the smallest print.
    package static let canvasColumnsMax = 1000
    /// More than a wall of screens in the smallest print.
    package static let canvasRowsMax = 500
    /// After this silence an Escape is a key and not the beginning of a sequence. A terminal sends
    /// a sequence in one piece; a person does not type the next key this fast.
    static let escapeWait = Duration.milliseconds(50)
    /// Parameter bytes of a sequence; those of real keys have at most ten.
    static let sequenceBytesMax = 32
    /// A gap of unchanged cells up to this length is rewritten: moving the cursor takes as many
    /// bytes.
    static let gapCellsMax = 6

    // MARK: Input

    /// Digits of a jersey number or of a roster line.
    static let numberDigitsMax = 4
    /// Characters of a typed player; names have at most 64.
    static let playerQueryMax = 64
    /// The longest note that the book accepts.
    static let noteCharactersMax = 500
    /// Scalars of one typed character, which could otherwise grow without end; the longest current
    /// emoji have ten.
    static let characterScalarsMax = 16
    /// Ten times the longest useful file.
    static let keysFileBytesMax = 16_384
    /// Twice the longest action with hyphens.
    static let keyWordBytesMax = 64

    // MARK: Repeated keys

    /// The first repeat of a key that is held down comes within this time: after 250 to 660 ms.
    package static let repeatTime: Duration = .milliseconds(700)
    /// The next repeats come within this time: keyboards repeat every 20 to 50 ms, and nobody
    /// presses a key again this fast.
    package static let repeatGap: Duration = .milliseconds(150)
    /// A third equal digit within this time is a repeat: no jersey has three.
    static let digitInterval: Duration = .milliseconds(300)

    // MARK: Screens

    /// The time for which an unattended screen shows that a key has no meaning.
    static let noticeTime: Duration = .seconds(4)
    /// Screens in the stack: enough for every destination once, at little memory.
    static let screensMax = 32
    /// Addresses named beside a code: a machine with many containers has dozens, and more than a
    /// few are never typed.
    static let addressesMax = 7
}
