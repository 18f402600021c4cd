import Terminal
import ViewModels

/// A terminal in memory: it interprets bytes as a real one does and keeps the visible cells.
/// Unknown sequences are failures of the sender.
struct PaperTerminal {
    /// The widths that terminals give to characters.
    enum Opinion {
        /// A grapheme cluster has the width of `DisplayWidth`.
        case clusters
        /// Each scalar has its own cell: joined emoji side by side, U+FE0F without effect.
        case scalars
        /// Emoji and scalars of rare scripts are narrow.
        case narrow
    }

    struct Cell: Equatable {
        var text = " "
        var codes: Set<Int> = []

        /// A blank without its invisible colour.
        var seen: Cell {
            text == " " ? Cell(text: text, codes: codes.intersection([4, 7])) : self
        }
    }

    let columns: Int
    let rows: Int
    private(set) var cells: [Cell]
    private(set) var cursor = (row: 0, column: 0)
    private(set) var isCursorShown = true
    private(set) var isAlternate = false
    private(set) var isWrapping = true
    private(set) var codes: Set<Int> = []
    /// Unknown sequences.
    private(set) var strange: [String] = []
    private let opinion: Opinion
    private var canJoin = false

    init(columns: Int, rows: Int, opinion: Opinion = .clusters) {
        self.columns = columns
        self.rows = rows
        self.opinion = opinion
        cells = Array(repeating: Cell(), count: columns * rows)
    }

    /// The visible cells of a row.
    func row(_ row: Int) -> [Cell] { cells[row * columns..<(row + 1) * columns].map(\.seen) }

    mutating func receive(_ bytes: [UInt8]) {
        var rest = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1B}" else {
                print(scalar)
                continue
            }
            canJoin = false
            guard rest.popFirst() == "[" else {
                strange.append("an Escape alone")
                continue
            }
            var parameters = ""
            while let next = rest.first, next.value < 0x40 {
                parameters.unicodeScalars.append(next)
                rest.removeFirst()
            }
            perform(rest.popFirst(), parameters)
        }
    }

    private mutating func perform(_ final: Unicode.Scalar?, _ parameters: String) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map {
            Int($0)
        }
        switch (final, parameters) {
        case ("H", _):
            let place = (numbers + [nil, nil]).prefix(2).map { max(1, $0 ?? 1) - 1 }
            cursor = (min(place[0], rows - 1), min(place[1], columns - 1))
        case ("J", "2"): cells = Array(repeating: Cell(), count: columns * rows)
        case ("K", ""):
            for column in cursor.column..<columns { put(" ", 1, at: column) }
        case ("m", _): for number in numbers.isEmpty ? [0] : numbers { paint(number ?? 0) }
        case ("h", "?25"), ("l", "?25"): isCursorShown = final == "h"
        case ("h", "?7"), ("l", "?7"): isWrapping = final == "h"
        case ("h", "?1049"), ("l", "?1049"): isAlternate = final == "h"
        default: strange.append("ESC [ \(parameters) \(final.map(String.init) ?? "")")
        }
    }

    private mutating func paint(_ code: Int) {
        switch code {
        case 0: codes = []
        case 1, 2, 4, 7: codes.insert(code)
        case 30...37:
            codes = codes.filter { $0 < 30 }
            codes.insert(code)
        default: strange.append("SGR \(code)")
        }
    }

    // MARK: Characters

    private mutating func print(_ scalar: Unicode.Scalar) {
        guard scalar.value >= 0x20 else { return strange.append("control \(scalar.value)") }
        defer { canJoin = true }
        if joins(scalar) { return }
        let width = width(of: Character(scalar))
        if cursor.column + width > columns {
            if isWrapping { return strange.append("a line wrapped") }
            cursor.column = columns - width
        }
        put(String(scalar), width, at: cursor.column)
        // Without wrapping, the cursor stays on the last cell.
        cursor.column += width
    }

    /// True if the scalar joined the cell before the cursor.
    private mutating func joins(_ scalar: Unicode.Scalar) -> Bool {
        var head = min(cursor.column, columns) - 1
        while head > 0, cells[cursor.row * columns + head].text.isEmpty { head -= 1 }
        guard head >= 0 else { return width(of: Character(scalar)) == 0 }
        let before = cells[cursor.row * columns + head].text
        let joined = before + String(scalar)
        let isCluster = opinion == .clusters && canJoin && joined.count == 1
        guard isCluster || width(of: Character(scalar)) == 0 else { return false }
        let width = isCluster ? min(DisplayWidth.of(joined), columns - head) : cursor.column - head
        put(joined, width, at: head)
        cursor.column = head + width
        return true
    }

    private func width(of character: Character) -> Int {
        let width = DisplayWidth.of(character)
        let isNarrow = character.unicodeScalars.first.map {
            $0.properties.isEmojiPresentation || (0x900...0xDFF).contains($0.value)
        }
        return opinion == .narrow && isNarrow == true ? min(width, 1) : width
    }

    private mutating func put(_ text: String, _ width: Int, at column: Int) {
        let start = cursor.row * columns
        guard column < columns else {
            return put(text, width, at: columns - max(1, width))
        }
        // Half a wide character becomes blank.
        var head = column
        while head > 0, cells[start + head].text.isEmpty { head -= 1 }
        for place in head..<column { cells[start + place].text = " " }
        var behind = column + width
        while behind < columns, cells[start + behind].text.isEmpty {
            cells[start + behind].text = " "
            behind += 1
        }
        for place in column..<min(columns, column + max(1, width)) {
            cells[start + place] = Cell(text: place == column ? text : "", codes: codes)
        }
    }
}
