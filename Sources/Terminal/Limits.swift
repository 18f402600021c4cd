/// The bounds of this module.
package enum TerminalLimits {
    /// Cells of a canvas's row: a wall of screens in the smallest print has fewer.
    package static let canvasColumnsMax = 1000
    /// Rows of a canvas, likewise.
    package static let canvasRowsMax = 500
    /// Silence after which an Escape was the key and no beginning of a sequence. A terminal sends a
    /// sequence in one piece; a person does not type the next key within it.
    package static let escapeWait = Duration.milliseconds(50)
    /// Parameters of a key's sequence, in bytes; those of real keys have at most ten.
    static let sequenceBytesMax = 32
    /// Unchanged cells written again rather than jumped over: addressing the cursor takes as much.
    static let gapCellsMax = 6
}
