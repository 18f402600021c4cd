import ViewModels

/// Encodes canvases as the bytes that make a terminal show them: the first in full, of each later
/// one the cells that differ.
///
/// The sequences are those of ECMA-48 (CUP, ED, EL, SGR) and private modes of DEC and xterm that
/// all later terminals have (25, 7, 1049; see "XTerm Control Sequences"). Colours are the basic
/// sixteen. Terminals differ in the width of rare characters: after each of those the cursor is
/// positioned again, so that everything else is in its place.
package struct ScreenPainter {
    /// Sent before the first canvas: selects the alternate screen, disables wrapping at the right
    /// edge, hides the cursor.
    package static let enter = Array("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?25l\u{1B}[m\u{1B}[2J".utf8)

    /// Sent at the end, and before the program is suspended: restores the terminal. Also valid in
    /// the middle of a canvas, and for a terminal without an alternate screen.
    package static let leave = Array(
        "\u{1B}[m\u{1B}[H\u{1B}[2J\u{1B}[?7h\u{1B}[?1049l\u{1B}[?25h".utf8)

    private let hasColor: Bool
    private var shown: Canvas?
    private var pen = Pen()
    /// The cell of the terminal's cursor; nil if uncertain.
    private var place: Int?
    private var isCursorShown = false
    private var bytes: [UInt8] = []

    /// The state of the terminal is unknown at first. Without colour, bold, reversed and underlined
    /// texts remain.
    package init(hasColor: Bool) { self.hasColor = hasColor }

    /// The bytes after which a terminal of the canvas's size shows it; empty if it already does.
    /// All must be written, in order.
    package mutating func bytes(for canvas: Canvas) -> [UInt8] {
        bytes.removeAll(keepingCapacity: true)
        let before = shown.flatMap {
            ($0.columns, $0.rows) == (canvas.columns, canvas.rows) ? $0 : nil
        }
        if before == nil { erase() }
        let ground = (before ?? Canvas(columns: canvas.columns, rows: canvas.rows))
            .numbered(as: canvas)
        for row in 0..<canvas.rows { paint(row, of: canvas, over: ground) }
        showCursor(of: canvas)
        shown = canvas
        return bytes
    }

    /// The terminal may show anything, as after a change of its size: the next canvas is painted in
    /// full.
    package mutating func forget() { shown = nil }

    // MARK: Differences

    private mutating func paint(_ row: Int, of canvas: Canvas, over before: Canvas) {
        let start = row * canvas.columns
        let end = start + canvas.columns
        guard canvas.cells[start..<end] != before.cells[start..<end] else { return }
        var blanksFrom = end
        while blanksFrom > start, canvas.cells[blanksFrom - 1] == .blank { blanksFrom -= 1 }
        var index = start
        while index < end {
            guard canvas.cells[index] != before.cells[index] else {
                index += 1
                continue
            }
            let runEnd = runEnd(from: index, to: end, of: canvas, over: before)
            if runEnd - max(index, blanksFrom) > Self.eraseBytes {
                write(canvas, index..<max(index, blanksFrom))
                eraseLine(from: max(index, blanksFrom), width: canvas.columns)
                return
            }
            write(canvas, index..<runEnd)
            index = runEnd
        }
    }

    /// The end of the run to write from a changed cell on: changed cells and short gaps between
    /// them; the whole rest of the row if a terminal may draw one of them wider than it is.
    private func runEnd(
        from index: Int, to end: Int, of canvas: Canvas, over before: Canvas
    ) -> Int {
        var runEnd = index
        var probe = index
        while probe < end, probe - runEnd <= TerminalLimits.gapCellsMax {
            let isDisputed = !canvas.cells[probe].isUndisputed
            if canvas.cells[probe] != before.cells[probe] {
                if isDisputed { return end }
                runEnd = probe + 1
            } else if isDisputed {
                break
            }
            probe += 1
        }
        return runEnd
    }

    // MARK: Bytes

    /// The most bytes that erasing the rest of a line takes, including a reset of the pen.
    private static let eraseBytes = 6

    private mutating func erase() {
        bytes += Array("\u{1B}[m\u{1B}[?25l\u{1B}[H\u{1B}[2J".utf8)
        pen = Pen()
        place = 0
        isCursorShown = false
    }

    private mutating func eraseLine(from index: Int, width: Int) {
        move(to: index, width: width)
        select(Pen())
        bytes += Array("\u{1B}[K".utf8)
    }

    private mutating func write(_ canvas: Canvas, _ range: Range<Int>) {
        let (cells, width) = (canvas.cells, canvas.columns)
        for index in range where !cells[index].isCovered {
            let cell = cells[index]
            move(to: index, width: width)
            select(Pen(cell, hasColor: hasColor), isBlank: cell.isBlank)
            var behind = index + 1
            while behind % width != 0, cells[behind].isCovered { behind += 1 }
            if cell.isUndisputed, let scalar = cell.scalar {
                if scalar.isASCII {
                    bytes.append(UInt8(truncatingIfNeeded: scalar.value))
                } else {
                    bytes.append(contentsOf: scalar.utf8)
                }
                // At the right edge, the cursor may be on the last cell or after it.
                place = behind % width == 0 ? nil : behind
            } else {
                // Spaces first, for terminals where the character is narrower.
                bytes += Array(repeating: 0x20, count: behind - index)
                place = nil
                move(to: index, width: width)
                // At the right edge some terminals put marks on the letter before. Wrapping is
                // enabled for the character, which alone does not wrap.
                let isLast = behind % width == 0 && behind == index + 1 && behind < cells.count
                let text = canvas.graphemes.text(of: cell)
                bytes += Array((isLast ? "\u{1B}[?7h\(text)\u{1B}[?7l" : text).utf8)
                place = nil
            }
        }
    }

    private mutating func move(to index: Int, width: Int) {
        guard place != index else { return }
        bytes += "\u{1B}[\(index / width + 1);\(index % width + 1)H".utf8
        place = index
    }

    private mutating func select(_ next: Pen, isBlank: Bool = false) {
        // The colour of a space is invisible.
        if isBlank, !next.isSeenOnBlank, !pen.isSeenOnBlank { return }
        guard next != pen else { return }
        bytes += "\u{1B}[\(next.codes(after: pen))m".utf8
        pen = next
    }

    private mutating func showCursor(of canvas: Canvas) {
        if let cursor = canvas.cursor {
            move(to: cursor.row * canvas.columns + cursor.column, width: canvas.columns)
            if !isCursorShown { bytes += Array("\u{1B}[?25h".utf8) }
        } else if isCursorShown {
            bytes += Array("\u{1B}[?25l".utf8)
        }
        isCursorShown = canvas.cursor != nil
    }
}

extension Canvas.Cell {
    /// True if all terminals agree on its width.
    fileprivate var isUndisputed: Bool {
        isCovered || scalar.map(DisplayWidth.isUndisputed) ?? false
    }
}

/// The SGR state of a terminal.
private struct Pen: Equatable {
    private var tone = Tone.plain
    private var look: Canvas.Look = []

    init() {}

    init(_ cell: Canvas.Cell, hasColor: Bool) {
        look = cell.look
        tone = hasColor ? cell.tone : .plain
    }

    var isSeenOnBlank: Bool { !look.isDisjoint(with: [.reversed, .underlined]) }

    /// The SGR parameters that change `pen` to this one.
    func codes(after pen: Pen) -> String {
        let isAddition =
            pen.look.isSubset(of: look)
            && (pen.tone == .plain || pen.tone == tone
                || pen.tone != .faint && tone != .plain && tone != .faint)
        var codes = isAddition ? "" : "0"
        func append(_ code: String) { codes += codes.isEmpty ? code : ";" + code }
        let ground = isAddition ? pen : Pen()
        let added = look.subtracting(ground.look)
        if added.contains(.bold) { append("1") }
        if added.contains(.underlined) { append("4") }
        if added.contains(.reversed) { append("7") }
        if tone != ground.tone, let code = Style.code(of: tone) { append(code) }
        return codes == "0" ? "" : codes
    }
}
