import Terminal
import ViewModels

/// The keep screen as a person reads it: cells and colours, nothing behind them.
struct KeepSight {
    /// A line of the log.
    struct Line: Hashable {
        /// `mia.41`; nil for a move that is not recorded.
        let name: String?
        let text: String
        /// `recorded`, `voided by bo.7`, `waits for y`.
        let state: String
        let isPicked: Bool
    }

    let columns: Int
    let rows: [String]
    /// The input line: `Hawks`, `fix mia.41, 4 Ana two points: Hawks`, `note`, and what is typed.
    /// Nil where another screen is in front, or no game.
    private(set) var prompt: (label: String, typed: String)?
    /// What stands beneath the input, without the row of keys; empty for nothing.
    private(set) var message = ""
    private(set) var tone = Tone.plain
    /// True if what stands there is a question.
    private(set) var isAsking = false
    /// Oldest first.
    private(set) var lines: [Line] = []
    /// Home, then away; nil where it is not shown.
    private(set) var score: [Int]?
    /// The number of moves that the head tells as not recorded.
    private(set) var refused = 0

    init(_ canvas: Canvas) {
        columns = canvas.columns
        rows = canvas.lines
        guard let input = rows.lastIndex(where: { $0.contains(" ❯") }) else { return }
        prompt = Self.prompt(rows[input])
        readMessage(beneath: input, on: canvas)
        lines = rows[..<input].compactMap(Self.line)
        score = Self.score(rows[0])
        refused = rows[..<input].prefix(4).lazy.compactMap(Self.refused).first ?? 0
    }

    /// True where the log has names, and the head has room for what is not recorded.
    var isWhole: Bool { prompt != nil && columns >= 90 && rows.count >= 12 }

    /// `Hawks`, the side of the typed numbers.
    var side: String { prompt?.label.split(separator: " ").last.map(String.init) ?? "" }

    var picked: Line? { lines.first(where: \.isPicked) }

    /// Behind two blanks stands whom the input means.
    private static func prompt(_ row: String) -> (String, String)? {
        guard let mark = row.firstIndex(of: "❯") else { return nil }
        let behind = fields(String(row[row.index(after: mark)...]))
        return (row[..<mark].trimmed, behind.first ?? "")
    }

    private mutating func readMessage(beneath input: Int, on canvas: Canvas) {
        var texts: [String] = []
        for row in (input + 1)..<max(input + 1, rows.count) where !rows[row].isEmpty {
            let column = rows[row].prefix { $0 == " " }.count
            let cell = canvas[row: row, column: column]
            // The keys are faint, and have a row of their own where there is room.
            if row == rows.count - 1, rows.count >= 8, cell.tone == .faint { continue }
            if texts.isEmpty {
                tone = cell.tone
                isAsking = cell.look.contains(.reversed)
            }
            texts.append(rows[row].trimmed)
        }
        message = texts.joined(separator: " ")
    }

    /// Columns are two blanks apart; texts have none.
    private static func line(_ row: String) -> Line? {
        var parts = fields(row.hasPrefix(">") ? String(row.dropFirst()) : row)
        guard parts.count >= 2, isState(parts[parts.count - 1]) else { return nil }
        let state = parts.removeLast()
        var name: String?
        if let last = parts.last, isName(last) { name = parts.removeLast() }
        if parts.count > 1, let last = parts.last, isScore(last) { parts.removeLast() }
        return Line(
            name: name, text: parts.last ?? "", state: state, isPicked: row.hasPrefix(">"))
    }

    /// The texts between runs of two blanks or more.
    private static func fields(_ row: String) -> [String] {
        var fields: [String] = []
        var field = ""
        var blanks = 0
        for character in row {
            guard character != " " else {
                blanks += 1
                continue
            }
            if blanks > 1, !field.isEmpty {
                fields.append(field)
                field = ""
            } else if blanks == 1, !field.isEmpty {
                field += " "
            }
            blanks = 0
            field.append(character)
        }
        return field.isEmpty ? fields : fields + [field]
    }

    private static func isState(_ text: String) -> Bool {
        let whole = ["recorded", "pending", "NOT recorded", "not recorded", "after sign-off"]
        return whole.contains(text) || text.hasPrefix("waits for ") || text.hasPrefix("voided")
            || text.hasPrefix("held: ") || text.hasPrefix("on ") && text.hasSuffix(" devices")
    }

    /// True for `mia.41`.
    static func isName(_ text: some StringProtocol) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && Int(parts[1]) != nil && !parts[0].isEmpty
            && parts[0].allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }
    }

    private static func isScore(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { Int($0) != nil }
    }

    /// `Hawks 12 : 9 Owls`.
    private static func score(_ row: String) -> [Int]? {
        let words = row.split(separator: " ")
        guard let colon = words.firstIndex(of: ":"), colon > 0, colon + 1 < words.count,
            let home = Int(words[colon - 1]), let away = Int(words[colon + 1])
        else { return nil }
        return [home, away]
    }

    /// `2 moves NOT recorded: …`, or in short `2 NOT recorded`; nil for another row.
    private static func refused(_ row: String) -> Int? {
        let words = row.split(separator: " ")
        guard let not = words.firstIndex(of: "NOT"), not > 0, not + 1 < words.count,
            words[not + 1].hasPrefix("recorded")
        else { return nil }
        return Int(words[not - 1]) ?? (not > 1 ? Int(words[not - 2]) : nil)
    }
}

extension StringProtocol {
    /// Without blanks at both ends.
    var trimmed: String {
        var text = self[...]
        while text.first == " " { text = text.dropFirst() }
        while text.last == " " { text = text.dropLast() }
        return String(text)
    }
}
