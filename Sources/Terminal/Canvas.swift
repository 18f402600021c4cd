package import ViewModels

/// A screen as cells, on which full-screen views draw. Text beyond the edges is cut off; what was
/// drawn later stands over what was drawn before.
package struct Canvas: Hashable, Sendable {
    /// How a text looks beside its tone.
    package struct Look: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Bold, where the terminal has it.
        package static let bold = Look(rawValue: 1)
        /// Foreground and background exchanged.
        package static let reversed = Look(rawValue: 2)
        /// Underlined.
        package static let underlined = Look(rawValue: 4)
    }

    /// What stands in a cell. The second cell of a wide character holds an empty text.
    struct Cell: Hashable, Sendable {
        var text: String
        var tone: Tone
        var look: Look

        static let blank = Cell(text: " ", tone: .plain, look: [])
    }

    /// Cells in a row, at least 1.
    package let columns: Int
    /// Rows, at least 1.
    package let rows: Int
    /// Where the cursor stands; nil hides it.
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

    /// A blank canvas of at least one cell.
    package init(columns: Int, rows: Int) {
        self.columns = max(1, columns)
        self.rows = max(1, rows)
        cells = Array(repeating: .blank, count: self.columns * self.rows)
    }

    /// Writes a line from the cell on, shortened to `width` cells with `…`, and returns the column
    /// behind it. The text may come from anywhere: it is made harmless here.
    @discardableResult
    package mutating func write(
        _ text: String, row: Int, column: Int = 0, width: Int? = nil, tone: Tone = .plain,
        look: Look = []
    ) -> Int {
        let room = min(width ?? columns, columns - column)
        guard (0..<rows).contains(row), column >= 0, room > 0 else { return column }
        var place = column
        for character in DisplayWidth.truncated(SafeText.line(text), to: room) {
            let cellCount = DisplayWidth.of(character)
            if cellCount == 0 { continue }
            put(String(character), cellCount, row: row, column: place, tone, look)
            place += cellCount
        }
        return place
    }

    /// Covers a rectangle, cut to the canvas, with blanks.
    package mutating func clear(row: Int, column: Int = 0, rows: Int = 1, columns: Int? = nil) {
        for line in max(0, row)..<max(max(0, row), min(self.rows, row + rows)) {
            let end = min(self.columns, column + (columns ?? self.columns))
            for place in max(0, column)..<max(max(0, column), end) {
                put(" ", 1, row: line, column: place, .plain, [])
            }
        }
    }

    private mutating func put(
        _ text: String, _ width: Int, row: Int, column: Int, _ tone: Tone, _ look: Look
    ) {
        let index = row * columns + column
        // Half of a wide character cannot stay.
        if cells[index].text.isEmpty, column > 0 { cells[index - 1] = .blank }
        cells[index] = Cell(text: text, tone: tone, look: look)
        for next in 1..<max(1, width) where column + next < columns {
            cells[index + next] = Cell(text: "", tone: tone, look: look)
        }
        let behind = column + width
        if behind < columns, cells[index + width].text.isEmpty { cells[index + width] = .blank }
    }
}
