/// Rows as comma-separated values (RFC 4180): CR LF behind every row, UTF-8, no mark in front.
struct CSV {
    enum Cell {
        /// Words of people or sources. A spreadsheet would take what begins like a formula for one,
        /// so that such a text gets an apostrophe in front, which a spreadsheet does not show.
        case text(String)
        /// What this program wrote itself: numbers, readings, fixed words.
        case plain(String)
        /// Not known, which is not zero.
        case empty

        static func number(_ value: Int?) -> Cell { value.map { .plain("\($0)") } ?? .empty }

        static func text(_ value: String?) -> Cell { value.map { .text($0) } ?? .empty }
    }

    private(set) var text = ""

    init(_ header: [String]) { append(header.map { .plain($0) }) }

    mutating func append(_ cells: [Cell]) {
        text += cells.map(Self.field).joined(separator: ",") + "\r\n"
    }

    /// What begins a formula in the spreadsheets in use, the full-width forms included.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    private static func field(_ cell: Cell) -> String {
        switch cell {
        case .empty: ""
        case .plain(let text): quoted(text)
        case .text(let text):
            quoted(
                text.unicodeScalars.first.map(formulaStarts.contains) == true ? "'" + text : text)
        }
    }

    private static func quoted(_ text: String) -> String {
        let isSpecial = text.utf8.contains {
            [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D].contains($0)
        }
        guard isSpecial else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
