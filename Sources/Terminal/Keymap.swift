/// The keys of the actions: the usual ones, or those that the file `keys` gives. Every action has
/// exactly one key, and no key has two actions, whatever the file says.
package struct Keymap: Hashable, Sendable {
    /// The mistakes in the file, one sentence each, in the order of its lines. The actions of these
    /// lines keep their usual keys.
    package let problems: [String]
    private let keys: [KeyAction: Key]
    private let actions: [Key: KeyAction]

    package init() { self.init(changes: [:], problems: []) }

    /// Reads the file `keys`. A line has an action and its key, as in `foul z`: a printable
    /// character that is not a digit, or `space`, `left`, `right`, `delete`. Empty lines and lines
    /// that begin with `#` are ignored; so are case and hyphens in an action. A file longer than
    /// `TerminalLimits.keysFileBytesMax` is not read.
    package init(text: String) {
        guard text.utf8.count <= TerminalLimits.keysFileBytesMax else {
            self.init(
                changes: [:],
                problems: [
                    "the file keys has more than \(TerminalLimits.keysFileBytesMax) bytes; "
                        + "the usual keys are used"
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

    /// The usual keys, with the reason why the file cannot be read.
    package init(problem: String) { self.init(changes: [:], problems: [problem]) }

    private init(changes: [KeyAction: Key], problems: [String]) {
        self.problems = problems
        var keys: [KeyAction: Key] = [:]
        for action in KeyAction.allCases { keys[action] = changes[action] ?? action.usualKey }
        self.keys = keys
        actions = Dictionary(keys.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Nil for a key without an action, and for fixed keys.
    package func action(for key: Key) -> KeyAction? { actions[key] }

    /// The key of an action as people read it: `k`, `space`.
    package func name(of action: KeyAction) -> String {
        KeyName.text(keys[action] ?? action.usualKey)
    }

    /// True for a key that Caps Lock makes of another one.
    func isCapital(_ action: KeyAction) -> Bool {
        if case .character(let letter) = keys[action] { letter.isUppercase } else { false }
    }

    /// The key that is a capital under Caps Lock; nil for any other key, and if the capital means
    /// something by itself, as no kind of move does.
    func small(of key: Key) -> Key? {
        guard case .character(let letter) = key, letter.isUppercase else { return nil }
        let isFree = actions[key].map { $0.kind != nil } ?? true
        return isFree ? letter.lowercased().first.map { .character($0) } : nil
    }

    /// True for a capital whose small letter has an action on the keep screen.
    func isCapitalOfAction(_ key: Key) -> Bool {
        guard case .character(let letter) = key, letter.isUppercase else { return false }
        return letter.lowercased().first.flatMap { actions[.character($0)] }?.isOfLists == false
    }
}

enum KeyName {
    /// `k`, `space`, `Enter`.
    static func text(_ key: Key) -> String {
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

    /// The key of a word in the file; nil if there is none.
    static func key(_ word: some StringProtocol) -> Key? {
        guard word.utf8.count <= TerminalLimits.keyWordBytesMax else { return nil }
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

    /// True if a terminal can send the character as a key and people can see it. Combining,
    /// zero-width and direction-changing characters cannot be keys.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator, .spaceSeparator, .nonspacingMark, .spacingMark, .enclosingMark:
            false
        default: true
        }
    }
}

private struct KeysReading {
    /// The accepted changes, with their lines.
    var changes: [KeyAction: (key: Key, line: Int)] = [:]
    var problems: [(line: Int, text: String)] = []

    mutating func read(_ line: Substring, number: Int) {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, first.unicodeScalars.first != "#" else { return }
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
                "\(Self.short(words[1])) is not a key; use one character, space, left, right or delete",
                action)
        }
        if case .character(let character) = key, character.isNumber {
            return refuse(number, "digits are for jersey numbers", action)
        }
        if let earlier = changes[action] {
            let text = "\(action.rawValue) already has a key from line \(earlier.line)"
            problems.append((number, "keys line \(number): \(text)"))
            return
        }
        changes[action] = (key, number)
    }

    /// Reverts changes to keys of other actions until no key has two: the later of two lines, and a
    /// line that takes the usual key of an action that keeps it.
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
                    "\(KeyName.text(key)) is already the key of \(other.rawValue)"
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
        guard word.utf8.count <= TerminalLimits.keyWordBytesMax else { return nil }
        let sought = word.lowercased().filter { $0 != "-" }
        return KeyAction.allCases.first { $0.rawValue.lowercased() == sought }
    }

    private static func short(_ word: Substring) -> String {
        let start = word.unicodeScalars.prefix(20)
        return start.endIndex < word.endIndex ? String(Substring(start)) + "…" : String(word)
    }
}

/// A key as pressed, independent of the bytes that a terminal sends.
package enum Key: Hashable, Sendable {
    /// A printable character, with Shift applied: `k`, `K`, `?`, `é`.
    case character(Character)
    /// A letter with Control: `control("l")`. Keys that send signals do not arrive.
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
    /// A key without a meaning here, such as a function key.
    case unknown
}
