package import ViewModels

/// A screen of cells on which full-screen views draw. Text beyond the edges is cut off; later text
/// overwrites earlier text.
package struct Canvas {
    package struct Look: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        package static let bold = Look(rawValue: 1)
        /// Foreground and background exchanged.
        package static let reversed = Look(rawValue: 2)
        package static let underlined = Look(rawValue: 4)
    }

    /// A cell as a person sees it.
    package struct Content: Hashable, Sendable {
        /// One character, safe for a terminal; empty in the cells that a wide character covers
        /// after its first.
        package let text: String
        package let tone: Tone
        package let look: Look
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

    /// Notes the outputs that the drawing reads.
    package let reads: Reads

    private(set) var cells: [Cell]
    /// The characters of several scalars, which cells name by their index.
    private(set) var graphemes = Graphemes()
    private var cursorCell: Int?

    /// A blank canvas; sizes are clamped to the bounds.
    package init(columns: Int, rows: Int, reads: Reads = Reads()) {
        self.reads = reads
        self.columns = min(max(1, columns), TerminalLimits.canvasColumnsMax)
        self.rows = min(max(1, rows), TerminalLimits.canvasRowsMax)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// The value of an output, which the drawing depends on from here on.
    package subscript<Value>(output: Dynamic<Value>) -> Value { reads[output] }

    /// A blank beyond the edges.
    package subscript(row row: Int, column column: Int) -> Content {
        let isInside = (0..<rows).contains(row) && (0..<columns).contains(column)
        let cell = isInside ? cells[row * columns + column] : .blank
        return Content(text: graphemes.text(of: cell), tone: cell.tone, look: cell.look)
    }

    /// The rows as text, without trailing blanks.
    package var lines: [String] {
        (0..<rows).map { row in
            var line = ""
            for cell in cells[row * columns..<(row + 1) * columns] {
                line += graphemes.text(of: cell)
            }
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
        if let width = DisplayWidth.ofPlain(text) {
            let start = row * columns + column
            let end = start + min(width, room)
            write(plain: text, start..<end, isWhole: width <= room, tone, look)
            return end - row * columns
        }
        var place = column
        let safe = SafeText.line(text)
        for character in DisplayWidth.truncated(safe, to: room) {
            let width = DisplayWidth.of(character)
            guard width > 0 else { continue }
            let cell = graphemes.cell(Self.unjoined(character), tone, look)
            put(cell, width, row: row, column: place)
            place += width
        }
        // Text beside a right-to-left text keeps its own direction, even if the closing mark was
        // cut off.
        if safe.unicodeScalars.last == Self.leftToRightMark, place > column {
            mark(row: row, before: place)
        }
        return place
    }

    /// Writes a text of one cell for each scalar, or as much as there are cells, with `…`.
    private mutating func write(
        plain text: String, _ places: Range<Int>, isWhole: Bool, _ tone: Tone, _ look: Look
    ) {
        uncover(places)
        var place = places.lowerBound
        for scalar in text.unicodeScalars {
            guard place < places.upperBound else { break }
            cells[place] = Cell(scalar, tone, look)
            place += 1
        }
        if !isWhole { cells[places.upperBound - 1] = Cell(Self.ellipsis, tone, look) }
    }

    /// Fills the part of a row that is on the canvas with a scalar of one cell.
    mutating func fill(
        _ scalar: Unicode.Scalar, row: Int, column: Int = 0, count: Int = .max, tone: Tone = .plain,
        look: Look = []
    ) {
        guard (0..<rows).contains(row) else { return }
        let span = Self.span(from: column, count: count, within: columns)
        let places = row * columns + span.lowerBound..<row * columns + span.upperBound
        uncover(places)
        for place in places { cells[place] = Cell(scalar, tone, look) }
    }

    /// Overwrites a rectangle with blanks.
    package mutating func clear(row: Int, column: Int = 0, rows: Int = 1, columns: Int? = nil) {
        for line in Self.span(from: row, count: rows, within: self.rows) {
            fill(" ", row: line, column: column, count: columns ?? .max)
        }
    }

    private static func span(from start: Int, count: Int, within bound: Int) -> Range<Int> {
        let (sum, isBeyond) = start.addingReportingOverflow(max(0, count))
        let first = min(max(0, start), bound)
        return first..<max(first, isBeyond ? bound : min(sum, bound))
    }

    private static let ellipsis: Unicode.Scalar = "…"
    private static let leftToRightMark: Unicode.Scalar = "\u{200E}"
    private static let joiner: Unicode.Scalar = "\u{200D}"

    /// Removes a trailing joiner: terminals would draw the next cell into this one.
    private static func unjoined(_ character: Character) -> String.UnicodeScalarView {
        var scalars = character.unicodeScalars
        while scalars.last == joiner { scalars.removeLast() }
        return scalars
    }

    private mutating func mark(row: Int, before column: Int) {
        var index = row * columns + column - 1
        while cells[index].isCovered { index -= 1 }
        let cell = cells[index]
        var scalars = graphemes.text(of: cell).unicodeScalars
        scalars.append(Self.leftToRightMark)
        cells[index] = graphemes.cell(scalars, cell.tone, cell.look)
    }

    private mutating func put(_ cell: Cell, _ width: Int, row: Int, column: Int) {
        let index = row * columns + column
        let end = (row + 1) * columns
        guard index + width <= end else { return }
        uncover(index..<index + width)
        cells[index] = cell
        for place in index + 1..<max(index + 1, index + width) { cells[place] = cell.covered }
    }

    /// Blanks the remains of wide characters that are partly overwritten, on both sides of cells of a
    /// row.
    private mutating func uncover(_ places: Range<Int>) {
        guard !places.isEmpty else { return }
        var head = places.lowerBound
        while cells[head].isCovered { head -= 1 }
        for place in head..<places.lowerBound { cells[place] = .blank }
        var behind = places.upperBound
        while behind % columns != 0, cells[behind].isCovered {
            cells[behind] = .blank
            behind += 1
        }
    }
}

extension Canvas {
    /// The number of a character, its tone and its look: screens are made, copied and compared as
    /// numbers, some thousand a key.
    struct Cell: Hashable, Sendable {
        /// From the lowest: 21 bits for a scalar, or above U+10FFFF for the index of a grapheme, or
        /// 0 in a cell that a wide character covers after its first; 3 bits for the tone; 3 for the
        /// look.
        private var bits: UInt32

        static let blank = Cell(" ", .plain, [])

        init(_ scalar: Unicode.Scalar, _ tone: Tone, _ look: Look) {
            self.init(scalar.value, tone, look)
        }

        /// `code` as in the lowest 21 bits.
        fileprivate init(_ code: UInt32, _ tone: Tone, _ look: Look) {
            bits = code | UInt32(tone.rawValue) << 21 | UInt32(look.rawValue & 7) << 24
        }

        fileprivate static let codeMask: UInt32 = 0x1F_FFFF
        fileprivate static let graphemeBase: UInt32 = 0x11_0000

        fileprivate(set) var code: UInt32 {
            get { bits & Self.codeMask }
            set { bits = bits & ~Self.codeMask | newValue }
        }

        var tone: Tone { Tone(rawValue: UInt8(bits >> 21 & 7)) ?? .plain }
        var look: Look { Look(rawValue: UInt8(bits >> 24)) }
        var isBlank: Bool { code == 0x20 }
        var isCovered: Bool { code == 0 }
        /// A cell that this one covers.
        fileprivate var covered: Cell {
            var cell = self
            cell.code = 0
            return cell
        }

        /// Nil for a grapheme and for a covered cell.
        var scalar: Unicode.Scalar? { isCovered ? nil : Unicode.Scalar(code) }
    }

    /// Characters of several scalars.
    struct Graphemes: Equatable, Sendable {
        private var texts: [String] = []
        private var indices: [String: UInt32] = [:]

        func text(of cell: Cell) -> String {
            if let scalar = cell.scalar { return String(scalar) }
            return cell.isCovered ? "" : texts[Int(cell.code - Cell.graphemeBase)]
        }

        /// The cell of one character. Beyond the number of graphemes that a cell can name, which no
        /// screen has cells for, it is U+FFFD.
        mutating func cell(
            _ scalars: String.UnicodeScalarView, _ tone: Tone, _ look: Look
        ) -> Cell {
            if let first = scalars.first, scalars.count == 1 { return Cell(first, tone, look) }
            let text = String(scalars)
            if let code = indices[text] { return Cell(code, tone, look) }
            let code = Cell.graphemeBase + UInt32(texts.count)
            guard code <= Cell.codeMask else { return Cell("\u{FFFD}", tone, look) }
            texts.append(text)
            indices[text] = code
            return Cell(code, tone, look)
        }
    }

    /// The same screen, whose graphemes have the numbers that they have in another: the cells of
    /// both can then be compared.
    func numbered(as other: Canvas) -> Canvas {
        guard graphemes != other.graphemes else { return self }
        var canvas = self
        canvas.graphemes = other.graphemes
        for (index, cell) in cells.enumerated() where cell.scalar == nil && !cell.isCovered {
            canvas.cells[index] = canvas.graphemes.cell(
                graphemes.text(of: cell).unicodeScalars, cell.tone, cell.look)
        }
        return canvas
    }
}

extension Canvas: Equatable {
    package static func == (one: Canvas, other: Canvas) -> Bool {
        one.columns == other.columns && one.rows == other.rows
            && one.cursorCell == other.cursorCell && one.numbered(as: other).cells == other.cells
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

    /// The style of a part of the screen that is drawn as lines.
    func style(columns: Int) -> Style { Style(hasColor: true, columns: columns, reads: reads) }

    /// Copies a screen of the same width into the rows from `row` on.
    package mutating func draw(_ part: Canvas, row: Int) {
        let start = row * columns
        guard part.columns == columns, start + part.cells.count <= cells.count else { return }
        for (index, cell) in part.cells.enumerated() {
            let isGrapheme = cell.scalar == nil && !cell.isCovered
            cells[start + index] =
                isGrapheme
                ? graphemes.cell(part.graphemes.text(of: cell).unicodeScalars, cell.tone, cell.look)
                : cell
        }
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
