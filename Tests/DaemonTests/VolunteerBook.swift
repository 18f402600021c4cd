import Documents
import Terminal
import ViewModels

/// A game on paper: what the keep screen said of it, and nothing else. Filled from rows of text.
struct VolunteerBook {
    struct Move: Hashable {
        /// A slot, or a side for a team.
        var player: String
        /// As the command line spells it.
        var kind: String
        /// Nil for the usual number.
        var stated: Int?
        /// The basket of an assist.
        var basket: String?

        /// The points on the scoreboard.
        var points: Int { VolunteerBook.usualPoints[kind].map { stated ?? $0 } ?? 0 }
        fileprivate var isScoring: Bool { VolunteerBook.usualPoints[kind] != nil }
    }

    private enum Content {
        case move(Move)
        case fix(of: String, Move)
        case void(of: String)
        /// An entry that is no part of the score.
        case other
    }

    /// The players by the words of the screen; teams by their names.
    static let roster = [
        "Hawks": "home", "4 Ana": "h#1", "7 Ben": "h#2", "7 Cy": "h#3", "00 Dan": "h#4",
        "Owls": "away", "4 Ed": "a#1", "9 Flo": "a#2", "8 Kai": "a#3", "31 Gus": "a#4",
    ]
    private static let kinds = Dictionary(
        uniqueKeysWithValues: KeyAction.allCases.compactMap(\.kind).map { (Phrases.spaced($0), $0) }
    )
    private static let usualPoints = [
        "onePoint": 1, "twoPoints": 2, "threePoints": 3, "freeThrow": 1,
    ]

    /// By name.
    private var entries: [String: Content] = [:]
    /// Names of the fixes of a move, in the order of the log.
    private var fixes: [String: [String]] = [:]
    /// Names of the voids of an entry.
    private var voids: [String: [String]] = [:]
    /// Moves that the screen told as not recorded, and whose end it did not tell.
    private(set) var refused = 0

    // MARK: Reading

    /// Reads the lines of the log, then the head. `key` was pressed last, on what `before` shows.
    mutating func read(_ sight: KeepSight, after key: Key?, on before: KeepSight) throws(Unsaid) {
        guard sight.isWhole else { return }
        for line in sight.lines {
            if let name = line.name, entries[name] == nil { try read(line.text, as: name) }
        }
        try readRefused(sight, after: key, on: before)
    }

    private mutating func read(_ text: String, as name: String) throws(Unsaid) {
        let words = text.split(separator: " ")
        // A text that is cut off is read where there is more room.
        guard text.last != "…" else { return }
        switch words.first {
        case "fixes":
            guard let end = text.firstRange(of: "): "),
                let start = text[..<end.lowerBound].lastIndex(of: "("),
                let move = Self.move(String(text[end.upperBound...]))
            else { throw Unsaid("\(name) fixes nothing that can be read: \(text)") }
            let target = String(text[text.index(after: start)..<end.lowerBound])
            entries[name] = .fix(of: target, move)
            fixes[target, default: []].append(name)
        case "undoes", "redoes":
            let target =
                words.count > 1 && KeepSight.isName(words[1]) ? String(words[1]) : Self.quoted(text)
            // Redone is what the void withdrew.
            let voided = words[0] == "undoes" ? target : voids[target]?.last(where: isLive)
            guard let voided else { throw Unsaid("\(name) redoes what was not undone: \(text)") }
            entries[name] = .void(of: voided)
            voids[voided, default: []].append(name)
        default:
            // The move as it was recorded: its fix has a line of its own.
            let recorded =
                text.firstRange(of: " (was ").map { text[$0.upperBound...].dropLast() } ?? text[...]
            entries[name] = Self.move(String(recorded)).map { .move($0) } ?? .other
        }
    }

    /// The name in the last parentheses.
    private static func quoted(_ text: String) -> String {
        text.split(separator: "(").last.map { String($0.prefix { $0 != ")" }) } ?? ""
    }

    /// `4 Ana two points`, `7 Ben free throw (3 points)`, `9 Flo assist (for mia.7)`; nil for words
    /// that are no move.
    static func move(_ text: String) -> Move? {
        for (spoken, player) in roster where text.hasPrefix(spoken + " ") {
            let rest = text.dropFirst(spoken.count + 1)
            let open = rest.firstIndex(of: "(")
            guard let kind = kinds[(open.map { rest[..<$0] } ?? rest).trimmed] else { continue }
            var move = Move(player: player, kind: kind)
            let details = open.map { rest[$0...].dropFirst().dropLast() } ?? ""
            for detail in details.split(separator: ",") {
                let words = detail.split(separator: " ")
                if words.count == 2, words[0] == "for" { move.basket = String(words[1]) }
                if words.count == 2, words[1].hasPrefix("point") { move.stated = Int(words[0]) }
            }
            return move
        }
        return nil
    }

    /// A move becomes red before the keeper's eyes and stays: only a yes or a no to it ends that.
    private mutating func readRefused(
        _ sight: KeepSight, after key: Key?, on before: KeepSight
    ) throws(Unsaid) {
        let count = sight.refused
        if count < refused {
            let isDecided =
                key == KeyAction.yes.usualKey || key == KeyAction.void.usualKey
            guard isDecided, before.picked?.state == "NOT recorded", count == refused - 1,
                !sight.message.isEmpty
            else {
                throw Unsaid("of \(refused) moves NOT recorded \(refused - count) left unasked")
            }
        }
        refused = count
    }

    /// True for a line whose text was cut off so far.
    func lacks(_ line: KeepSight.Line) -> Bool {
        line.name.map { entries[$0] == nil } ?? false
    }

    // MARK: What holds

    /// True unless the entry was withdrawn.
    func isLive(_ name: String) -> Bool {
        if voids[name, default: []].contains(where: isLive) { return false }
        // An assist goes with its basket.
        guard let basket = move(name)?.basket, let scored = move(basket) else { return true }
        return isLive(basket) && scored.isScoring
    }

    /// With fixes; nil for an entry that is no move.
    func move(_ name: String) -> Move? {
        guard case .move(let recorded)? = entries[name] else { return nil }
        for fix in fixes[name, default: []].reversed() where isLive(fix) {
            if case .fix(_, let move)? = entries[fix] { return move }
        }
        return recorded
    }

    /// The names of all moves, withdrawn or not.
    var moves: Set<String> { Set(entries.keys.filter { move($0) != nil }) }

    /// Home, then away.
    var score: [Int] {
        var score = [0, 0]
        for name in entries.keys {
            guard let move = move(name), isLive(name) else { continue }
            score[move.player.hasPrefix("h") ? 0 : 1] += move.points
        }
        return score
    }

    // MARK: What the screen must say

    /// Compares a screen that waits for nothing with the book.
    func check(_ sight: KeepSight) throws(Unsaid) {
        for line in sight.lines {
            guard let name = line.name else {
                if line.state == "recorded" || line.state == "pending" {
                    throw Unsaid("\(line.text) is \(line.state), and has no name in the log")
                }
                continue
            }
            guard let content = entries[name] else { continue }
            let isVoided = line.state.hasPrefix("voided")
            if isVoided == isLive(name) || line.state.hasPrefix("answer") {
                throw Unsaid("\(name) is \(line.state), but was \(isVoided ? "not " : "")undone")
            }
            if case .move = content, line.text.last != "…",
                Self.move(
                    line.text.firstRange(of: " (was ").map {
                        String(line.text[..<$0.lowerBound])
                    } ?? line.text) != move(name)
            {
                throw Unsaid("\(name) is now \(line.text), which no fix says")
            }
        }
        if let shown = sight.score, shown != score {
            throw Unsaid("the screen says \(shown), what it said before adds up to \(score)")
        }
        if sight.refused != refused, sight.isWhole {
            throw Unsaid("\(sight.refused) moves NOT recorded, of \(refused)")
        }
    }

    /// Compares the book with the log that the screen spoke of.
    func check(_ log: LogDocument, home: Int, away: Int) throws(Unsaid) {
        let known = Set(Self.kinds.values)
        let recorded = log.entries.filter { known.contains($0.kind) }
        let names = Set(recorded.map(\.name))
        guard names == moves else {
            throw Unsaid(
                "in the log, not on the screen: \(names.subtracting(moves).sorted()); "
                    + "on the screen, not in the log: \(moves.subtracting(names).sorted())")
        }
        for entry in recorded {
            guard let move = move(entry.name) else { continue }
            let player = entry.player ?? entry.side?.rawValue ?? ""
            guard move.player == player, move.kind == entry.kind,
                move.points == entry.points ?? 0
            else { throw Unsaid("\(entry.name) was \(move) and is \(entry.text)") }
            guard isLive(entry.name) == (entry.state == .live) else {
                throw Unsaid("\(entry.name) (\(entry.text)) is \(entry.state) in the log")
            }
        }
        guard score == [home, away] else {
            throw Unsaid("the log folds to \(home):\(away), the screen's moves add up to \(score)")
        }
    }
}

/// A screen that did not say what it had to.
struct Unsaid: Error {
    let text: String

    init(_ text: String) { self.text = text }
}

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
    /// The text beneath the input, without the row of keys; empty for nothing.
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

    /// The player that the input means follows two blanks.
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
            || text.hasPrefix("answer: ") || text.hasPrefix("copy")
            || text.hasPrefix("on ") && text.hasSuffix(" devices")
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
