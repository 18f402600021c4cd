/// Which key means what at the desk: the usual keys, but for those that a file gives otherwise. Every
/// action has exactly one key and no key two actions, whatever the file says.
package struct Keymap: Hashable, Sendable {
    /// What is wrong with the file, a sentence each, in the order of its lines; there the usual key
    /// stays.
    package let problems: [String]
    private let keys: [KeyAction: Key]
    private let actions: [Key: KeyAction]

    /// The usual keys.
    package init() { self.init(changes: [:], problems: []) }

    /// Reads the text of the file `keys`: a line an action and its key, `twoPoints 8` without the
    /// digits: one printable character, or `space`, `left`, `right`, `delete`. Empty lines and those
    /// that begin with `#` say nothing; an action's upper and lower case and hyphens do not matter.
    /// At most `Limits.keysFileBytesMax` are read.
    package init(text: String) {
        guard text.utf8.count <= Limits.keysFileBytesMax else {
            self.init(
                changes: [:],
                problems: [
                    "keys: longer than \(Limits.keysFileBytesMax) bytes; the usual keys stay"
                ])
            return
        }
        var reading = KeysReading()
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        )
        .enumerated() {
            reading.read(line, number: index + 1)
        }
        reading.revertConflicts()
        self.init(
            changes: reading.changes.mapValues(\.key),
            problems: reading.problems.sorted { $0.line < $1.line }.map(\.text))
    }

    /// The usual keys where the file cannot be read; why, in a sentence.
    package init(problem: String) { self.init(changes: [:], problems: [problem]) }

    private init(changes: [KeyAction: Key], problems: [String]) {
        self.problems = problems
        var keys: [KeyAction: Key] = [:]
        for action in KeyAction.allCases { keys[action] = changes[action] ?? action.usualKey }
        self.keys = keys
        actions = Dictionary(keys.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// What a key means; nil for one that means nothing, and for those that no file changes.
    package func action(for key: Key) -> KeyAction? { actions[key] }

    /// An action's key as people read it: `k`, `space`.
    package func name(of action: KeyAction) -> String {
        KeyName.text(keys[action] ?? action.usualKey)
    }

    /// The keys in groups, as they are now.
    package var help: [KeyHelp] { KeyHelp.groups(of: self) }
}

/// Names of keys as people type and read them.
package enum KeyName {
    /// `k`, `space`, `Enter`.
    package static func text(_ key: Key) -> String {
        switch key {
        case .character(" "): "space"
        case .character(let character): String(character)
        case .control(let character): "Ctrl-\(character.uppercased())"
        case .enter: "Enter"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .escape: "Escape"
        case .backspace: "Backspace"
        case .delete: "delete"
        case .up: "Up"
        case .down: "Down"
        case .left: "left"
        case .right: "right"
        case .pageUp: "Page-Up"
        case .pageDown: "Page-Down"
        case .home: "Home"
        case .end: "End"
        case .unknown: "this key"
        }
    }

    /// The key that a file's word names; nil for a word that names none.
    static func key(_ word: some StringProtocol) -> Key? {
        guard word.utf8.count <= Limits.keyWordBytesMax else { return nil }
        switch word.lowercased() {
        case "space": return .character(" ")
        case "left": return .left
        case "right": return .right
        case "delete": return .delete
        default: break
        }
        guard let scalar = word.unicodeScalars.first, word.unicodeScalars.count == 1,
            isPrintable(scalar)
        else { return nil }
        return .character(Character(scalar))
    }

    /// Whether a terminal can send it as a key and people see it. What combines with the character
    /// before it, has no width or turns the direction of a text is none.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator, .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
            false
        default: true
        }
    }
}

/// The lines of a file `keys` while they are read.
private struct KeysReading {
    /// What is accepted so far, with the line that says so.
    var changes: [KeyAction: (key: Key, line: Int)] = [:]
    var problems: [(line: Int, text: String)] = []

    mutating func read(_ line: Substring, number: Int) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, !first.hasPrefix("#") else { return }
        guard let action = Self.action(first) else {
            return refuse(
                number,
                "no action is called \(Self.short(first)); scored help keep lists all", nil)
        }
        guard words.count == 2 else {
            return refuse(number, "expected an action and a key, as in: foul z", action)
        }
        guard let key = KeyName.key(words[1]) else {
            return refuse(
                number,
                "\(Self.short(words[1])) is no key: one character, space, left, right or delete",
                action)
        }
        if case .character(let character) = key, character.isNumber {
            return refuse(number, "digits are jersey numbers and stay so", action)
        }
        if let earlier = changes[action] {
            let text = "\(action.rawValue) has its key from line \(earlier.line)"
            problems.append((number, "keys line \(number): \(text)"))
            return
        }
        changes[action] = (key, number)
    }

    /// Takes back every change whose key another action has, until no key has two: the later line of
    /// two, and a line that takes a usual key from an action that keeps it.
    mutating func revertConflicts() {
        while let conflict = conflict() {
            changes[conflict.action] = nil
            refuse(conflict.line, conflict.text, conflict.action)
        }
    }

    private func conflict() -> (action: KeyAction, line: Int, text: String)? {
        for (action, change) in changes.sorted(by: { $0.value.line > $1.value.line }) {
            for other in KeyAction.allCases where other != action {
                let key = changes[other]?.key ?? other.usualKey
                guard key == change.key else { continue }
                return (
                    action, change.line,
                    "\(KeyName.text(key)) is the key of \(other.rawValue) already"
                )
            }
        }
        return nil
    }

    private mutating func refuse(_ number: Int, _ text: String, _ action: KeyAction?) {
        let rest = action.map { "; \($0.rawValue) stays \(KeyName.text($0.usualKey))" } ?? ""
        problems.append((number, "keys line \(number): \(text)\(rest)"))
    }

    private static func action(_ word: Substring) -> KeyAction? {
        guard word.utf8.count <= Limits.keyWordBytesMax else { return nil }
        let sought = word.lowercased().filter { $0 != "-" }
        return KeyAction.allCases.first { $0.rawValue.lowercased() == sought }
    }

    private static func short(_ word: Substring) -> String {
        word.count > 20 ? word.prefix(20) + "…" : String(word)
    }
}

/// A key as a person pressed it, whatever bytes a terminal makes of it.
package enum Key: Hashable, Sendable {
    /// A printable character, shift included: `k`, `K`, `?`, `é`.
    case character(Character)
    /// A letter with the control key: `control("l")`. The signals' keys do not come as keys.
    case control(Character)
    case enter
    case tab
    case backTab
    case escape
    case backspace
    case delete
    case up
    case down
    case left
    case right
    case pageUp
    case pageDown
    case home
    case end
    /// A key that means nothing here, such as a function key: said once, not guessed.
    case unknown
}
