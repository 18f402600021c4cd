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
}
