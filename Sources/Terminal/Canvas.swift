package import ViewModels

/// A screen of cells on which full-screen views draw. Text beyond the edges is cut off; later text
/// overwrites earlier text.
package struct Canvas: Hashable, Sendable {
    package struct Look: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let bold = Look(rawValue: 1)
        /// Foreground and background exchanged.
        package static let reversed = Look(rawValue: 2)
        package static let underlined = Look(rawValue: 4)
    }

    package struct Cell: Hashable, Sendable {
        /// One character, safe for a terminal; empty in the cells that a wide character covers
        /// after its first.
        package var text: String
        package var tone: Tone
        package var look: Look

        package static let blank = Cell(text: " ", tone: .plain, look: [])
    }

    /// From 1 to `TerminalLimits.canvasColumnsMax`.
    package let columns: Int
    /// From 1 to `TerminalLimits.canvasRowsMax`.
    package let rows: Int
    /// Nil hides the cursor.
    package var cursor: (row: Int, column: Int)? {
        get { cursorCell.map { ($0 / columns, $0 % columns) } }
        set {
            cursorCell = newValue.flatMap { place in
                guard (0..<rows).contains(place.row), (0..<columns).contains(place.column) else {
                    return nil
                }
                return place.row * columns + place.column
            }
        }
    }

    private(set) var cells: [Cell]
    private var cursorCell: Int?

    /// A blank canvas; sizes are clamped to the bounds.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(1, columns), TerminalLimits.canvasColumnsMax)
        self.rows = min(max(1, rows), TerminalLimits.canvasRowsMax)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// A blank beyond the edges.
    package subscript(row row: Int, column column: Int) -> Cell {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return .blank }
        return cells[row * columns + column]
    }

    /// The rows as text, without trailing blanks.
    package var lines: [String] {
        (0..<rows).map { row in
            var line = ""
            for cell in cells[row * columns..<(row + 1) * columns] { line += cell.text }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// Writes a line, shortened to `width` cells with `…`, and returns the column after it. The
    /// text is made safe here. A line that begins beyond the edges is not written.
    @discardableResult
    package mutating func write(
        _ text: String, row: Int, column: Int = 0, width: Int? = nil, tone: Tone = .plain,
        look: Look = []
    ) -> Int {
        guard (0..<rows).contains(row), (0..<columns).contains(column) else { return column }
        let room = min(width ?? columns, columns - column)
        guard room > 0 else { return column }
        var place = column
        let safe = SafeText.line(text)
        if safe.utf8.allSatisfy({ $0 < 0x80 }) {
            let isWhole = safe.utf8.count <= room
            for byte in safe.utf8.prefix(isWhole ? room : room - 1) {
                put(Self.asciiTexts[Int(byte)], 1, row: row, column: place, tone, look)
                place += 1
            }
            guard !isWhole else { return place }
            put("…", 1, row: row, column: place, tone, look)
            return place + 1
        }
        for character in DisplayWidth.truncated(safe, to: room) {
            let cellCount = DisplayWidth.of(character)
            if cellCount > 0 {
                put(Self.unjoined(character), cellCount, row: row, column: place, tone, look)
                place += cellCount
            }
        }
        // Text beside a right-to-left text keeps its own direction, even if the closing mark was
        // cut off.
        if safe.unicodeScalars.last == Self.leftToRightMark, place > column {
            mark(row: row, before: place)
        }
        return place
    }

    /// Fills the part of a row that is on the canvas with a character of one cell.
    mutating func fill(_ text: String, row: Int, column: Int, count: Int, tone: Tone = .plain) {
        guard (0..<rows).contains(row) else { return }
        for place in Self.span(from: column, count: count, within: columns) {
            put(text, 1, row: row, column: place, tone, [])
        }
    }

    /// Overwrites a rectangle with blanks.
    package mutating func clear(row: Int, column: Int = 0, rows: Int = 1, columns: Int? = nil) {
        for line in Self.span(from: row, count: rows, within: self.rows) {
            for place in Self.span(from: column, count: columns ?? .max, within: self.columns) {
                put(" ", 1, row: line, column: place, .plain, [])
            }
        }
    }

    private static func span(from start: Int, count: Int, within bound: Int) -> Range<Int> {
        let (sum, isBeyond) = start.addingReportingOverflow(max(0, count))
        let first = min(max(0, start), bound)
        return first..<max(first, isBeyond ? bound : min(sum, bound))
    }

    /// The characters of ASCII, so that a cell's text is not made for each cell.
    private static let asciiTexts = (UInt8(0)..<0x80).map { String(UnicodeScalar($0)) }
    private static let leftToRightMark: Unicode.Scalar = "\u{200E}"
    private static let joiner: Unicode.Scalar = "\u{200D}"

    /// Removes a trailing joiner: terminals would draw the next cell into this one.
    private static func unjoined(_ character: Character) -> String {
        if character.isASCII { return String(character) }
        var scalars = String.UnicodeScalarView(character.unicodeScalars)
        while scalars.last == joiner { scalars.removeLast() }
        return String(scalars)
    }

    private mutating func mark(row: Int, before column: Int) {
        var index = row * columns + column - 1
        while cells[index].text.isEmpty { index -= 1 }
        cells[index].text.unicodeScalars.append(Self.leftToRightMark)
    }

    private mutating func put(
        _ text: String, _ width: Int, row: Int, column: Int, _ tone: Tone, _ look: Look
    ) {
        let index = row * columns + column
        let end = (row + 1) * columns
        guard index + width <= end else { return }
        // Blank the remains of a wide character that is partly overwritten, on both sides.
        var head = index
        while cells[head].text.isEmpty { head -= 1 }
        for place in head..<index { cells[place] = .blank }
        var behind = index + width
        while behind < end, cells[behind].text.isEmpty {
            cells[behind] = .blank
            behind += 1
        }
        cells[index] = Cell(text: text, tone: tone, look: look)
        for place in index + 1..<max(index + 1, index + width) {
            cells[place] = Cell(text: "", tone: tone, look: look)
        }
    }
}

extension Canvas {
    /// A text in a row of columns.
    struct ColumnText {
        let text: String
        /// In cells; nil for the one column that takes the rest.
        let width: Int?
        let isNumber: Bool

        init(_ text: String, _ width: Int?, isNumber: Bool = false) {
            self.text = text
            self.width = width
            self.isNumber = isNumber
        }
    }

    /// Writes the text of an empty list.
    mutating func writePlaceholder(_ text: String, in rows: Range<Int>) {
        for (row, line) in zip(rows, WrappedText.lines(text, columns: columns)) {
            write(line, row: row, tone: .faint)
        }
    }

    /// Marks a picked line, with and without colour; returns the look of its texts.
    mutating func writePick(_ isPicked: Bool, row: Int, columns: Range<Int>) -> Look {
        guard isPicked else { return [] }
        let mark = ">" + String(repeating: " ", count: max(0, columns.count - 1))
        write(mark, row: row, column: columns.lowerBound, look: .reversed)
        return .reversed
    }

    /// Writes texts side by side after the mark of a picked line, each shortened to its width. The
    /// text without a width also takes the room of empty columns right of it.
    mutating func write(
        columns texts: [ColumnText], row: Int, isPicked: Bool, tone: Tone = .plain
    ) {
        var texts = texts
        if let next = texts.firstIndex(where: { $0.width == nil }).map({ $0 + 1 }) {
            while next < texts.count, texts[next].text.isEmpty { texts.remove(at: next) }
        }
        let look = writePick(isPicked, row: row, columns: 0..<columns)
        let gap = "  "
        let taken = texts.compactMap(\.width).reduce(
            RowView.margin + gap.count * (texts.count - 1), +)
        let padded = texts.map { text in
            let width = text.width ?? max(1, columns - taken)
            return DisplayWidth.padded(
                DisplayWidth.truncated(SafeText.line(text.text), to: width), to: width,
                atStart: text.isNumber)
        }
        write(
            padded.joined(separator: gap), row: row, column: RowView.margin, tone: tone, look: look)
    }

    /// Copies a screen of the same width into the rows from `row` on.
    mutating func draw(_ part: Canvas, row: Int) {
        let start = row * columns
        guard part.columns == columns, start + part.cells.count <= cells.count else { return }
        cells.replaceSubrange(start..<start + part.cells.count, with: part.cells)
        cursor = part.cursor.map { ($0.row + row, $0.column) }
    }
}

extension Canvas {
    /// Writes a line of a plain view, with the tones and looks of `Style.paint`.
    mutating func write(painted line: String, row: Int) {
        var column = 0
        let parts = line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            guard index > 0, let end = part.firstIndex(of: "m") else {
                column = write(String(part), row: row, column: column)
                continue
            }
            let codes = part[..<end].split(separator: ";")
            let tone = Tone.allCases.first { tone in
                Style.code(of: tone).map { codes.contains($0[...]) } ?? false
            }
            column = write(
                String(part[part.index(after: end)...]), row: row, column: column,
                tone: tone ?? .plain, look: codes.contains("1") ? .bold : [])
        }
    }
}
