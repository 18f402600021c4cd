import Client
import Documents
import Scorebook
import Terminal

/// The first byte chooses: the words of a command line, one word of people, the file `keys`, or the form
/// of a new game.
enum CommandLineTarget {
    static func run(_ bytes: [UInt8]) throws {
        var script = ByteScript(bytes)
        switch script.byte() % 4 {
        case 0:
            let words = String(decoding: script.rest(), as: UTF8.self)
            try read(
                words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        case 1: try word(String(decoding: script.rest(), as: UTF8.self))
        case 2: try keys(String(decoding: script.rest(), as: UTF8.self))
        default: try form(&script)
        }
    }

    private static let forms = [
        CommandForm("", .look, "status", options: [OptionForm("name", "NAME", "who")]),
        CommandForm(
            "move", .score, "record a move", operands: "PLAYER KIND [WORD]...",
            options: [
                OptionForm("points", "N", "how many"), OptionForm("force", "do not ask"),
                OptionForm("peer", "HOST:PORT", "whom", isRepeated: true),
            ]),
        CommandForm(
            "clock", .score, "the game clock", operands: "WORD [TIME]",
            choices: ["start", "stop", "set"]),
        CommandForm("status", .look, "all", options: [OptionForm("watch", "go on")]),
    ]

    private static func read(_ words: [String]) throws {
        do throws(ClientError) {
            let arguments = try ArgumentReader(forms: forms).read(words)
            guard forms.contains(where: { $0.name == arguments.command }) else {
                preconditionFailure("a command that there is not")
            }
            _ = try arguments.number("points", in: 0...3)
            _ = arguments.values("peer") + arguments.operands
        } catch {
            // Said to the person who typed it.
            _ = "\(error)"
        }
        for word in words { _ = HelpText(forms: forms).page(of: word) }
    }

    private static func word(_ text: String) throws {
        if let meaning = try? MoveWord.read(text) {
            try demand(
                MoveWord.name(meaning.kind, meaning.variant) != nil, "a kind without a name")
        }
        if let reading = try? ClockText.read(text) {
            let shown = ClockText.print(reading)
            try demand(
                try ClockText.print(ClockText.read(shown)) == shown, "a reading changes")
        }
        for rule in Rule.allCases {
            guard let value = try? RuleWord.read(rule, text) else { continue }
            let shown = RuleWord.print(rule, value)
            try demand(
                try RuleWord.read(rule, shown) == value, "\(rule) \(value) changes: \(shown)")
        }
        _ = try? RuleWord.readPoints(text)
        try player(text)
        let slug = Slug.make(text, fallback: "game")
        try demand(!slug.isEmpty && slug.utf8.allSatisfy { $0 < 0x80 }, "a slug of odd letters")
        try demand(Slug.make(slug, fallback: "game") == slug, "a slug of a slug is another")
    }

    private static func player(_ text: String) throws {
        let spellings = (0..<6).map { place in
            PlayerQuery.Spelling(
                place: place, side: place < 3 ? .home : .away, slot: place % 3 + 1,
                number: "\(place)", name: place == 4 ? text : "Ana \(place)",
                isWithdrawn: place == 5)
        }
        switch PlayerQuery.find(text, among: spellings) {
        case .player(let place): try demand((0..<6).contains(place), "nobody was found")
        case .several(let places): try demand(places.count > 1, "several of one")
        case .nobody(let closest): try demand(closest.count <= 6, "too many are close")
        }
        _ = PlayerQuery.subject(text)
    }

    private static func keys(_ text: String) throws {
        let keymap = Keymap(text: text)
        for action in KeyAction.allCases {
            let name = keymap.name(of: action)
            try demand(!name.isEmpty && name.isPlain(), "an action without a key")
        }
        for problem in keymap.problems {
            // A view makes it harmless; here it must be short.
            try demand(problem.count < 300, "a problem without end")
        }
        _ = HelpKeys(keymap: keymap).groups
    }

    private static func form(_ script: inout ByteScript) throws {
        var form = NewGameForm()
        form[.rules] = NewGameForm.presets[Int(script.byte()) % NewGameForm.presets.count]
        for field in NewGameForm.Field.allCases where field != .rules {
            form[field] = script.text()
        }
        let problems = form.problems
        _ = (form.warnings, form.summary)
        guard let request = form.request else {
            try demand(!problems.isEmpty, "no request and no problem")
            return
        }
        let created = try request.created(default: .pickup, lastRoster: { _, _ in [] })
        try created.validate()
    }
}
