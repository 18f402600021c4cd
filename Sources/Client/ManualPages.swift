/// Manual pages in man(7) macros and ASCII, made from the forms of the commands and the topics.
package struct ManualPages {
    private let forms: [CommandForm]
    private let version: String
    private let date: String

    /// `date` stands in the foot of each page; nothing else in it depends on when it was made.
    package init(forms: [CommandForm], version: String, date: String) {
        self.forms = forms
        self.version = version
        self.date = date
    }

    /// The names of all pages, which are those of their files: `scored.1`, `scored-move.1`.
    package var names: [String] {
        ["scored.1"] + forms.filter { !$0.name.isEmpty }.map { "scored-\($0.name).1" }
            + ["scored.7"]
    }

    /// The text of a page; nil if there is none of that name.
    package func page(_ name: String) -> String? {
        switch name {
        case "scored.1": overview
        case "scored.7": concepts
        default:
            forms.first { !$0.name.isEmpty && "scored-\($0.name).1" == name }.map(page)
        }
    }

    private var overview: String {
        var roff = Roff()
        open(&roff, "scored", 1, "keep the score of a basketball game on several devices")
        roff.heading("SYNOPSIS")
        roff.line(Roff.bold("scored"))
        roff.newLine()
        roff.line(Roff.bold("scored") + " " + Roff.italic("COMMAND") + " " + Roff.plain("[...]"))
        roff.heading("DESCRIPTION")
        roff.text(
            """
            Several people keep the score of one game, each on a device of their own, and every
            device ends with the same score. Without a command, scored sets up this device the
            first time and later shows its status. The terms and the way through a game are in
            scored(7). Each command has a page of its own, such as scored-keep(1).
            """)
        for group in CommandForm.Group.allCases {
            let members = forms.filter { $0.group == group && !$0.name.isEmpty }
            guard !members.isEmpty else { continue }
            roff.heading("COMMANDS: \(group.rawValue.uppercased())")
            for form in members { roff.item(Self.call(form), form.summary) }
        }
        options(&roff, CommandForm.sharedOptions, "OPTIONS OF EVERY COMMAND")
        roff.heading("ENVIRONMENT")
        for (name, text) in Self.environment { roff.item(Roff.bold(name), text) }
        roff.heading("FILES")
        for (name, text) in Self.files { roff.item(Roff.italic(name), text) }
        roff.heading("EXIT STATUS")
        for code in ExitCode.allCases { roff.item(Roff.bold("\(code.rawValue)"), code.meaning) }
        roff.seeAlso([("scored", 7), ("scored-keep", 1), ("scored-help", 1)])
        return roff.text
    }

    private var concepts: String {
        var roff = Roff()
        open(&roff, "scored", 7, "tables, phones, halls and the end of a game, for keepers")
        for topic in HelpTopic.all {
            roff.heading(topic.title.uppercased())
            for section in topic.sections {
                roff.subheading(section.title)
                for block in section.blocks {
                    roff.paragraph()
                    switch block {
                    case .paragraph(let text): roff.text(text)
                    case .example(let text): roff.shown(text, isIndented: true)
                    }
                }
            }
        }
        roff.seeAlso([("scored", 1), ("scored-keep", 1), ("scored-doctor", 1)])
        return roff.text
    }

    private func page(of form: CommandForm) -> String {
        var roff = Roff()
        open(&roff, "scored-\(form.name)", 1, form.summary)
        let listed = form.options.filter { !$0.isHidden }
        roff.heading("SYNOPSIS")
        roff.line(
            Roff.bold("scored ") + Self.call(form) + (listed.isEmpty ? "" : " [\\fIOPTIONS\\fR]"))
        roff.heading("DESCRIPTION")
        roff.text(form.summary.prefix(1).uppercased() + form.summary.dropFirst() + ".")
        if !form.details.isEmpty {
            roff.paragraph()
            roff.shown(form.details.joined(separator: "\n"))
        }
        if !listed.isEmpty { options(&roff, listed, "OPTIONS") }
        roff.heading("EXIT STATUS")
        roff.text("0 if it was done; scored(1) lists the other codes and the shared options.")
        roff.seeAlso([("scored", 1), ("scored", 7)])
        return roff.text
    }

    private func open(_ roff: inout Roff, _ name: String, _ section: Int, _ summary: String) {
        roff.title(name.uppercased(), section, date: date, source: "scored \(version)")
        roff.heading("NAME")
        roff.line(Roff.plain(name) + " \\- " + Roff.plain(summary))
    }

    private func options(_ roff: inout Roff, _ options: [OptionForm], _ title: String) {
        roff.heading(title)
        for option in options where !option.isHidden {
            let value = option.value.map { " " + Roff.italic($0) } ?? ""
            roff.item(Roff.bold("--\(option.name)") + value, option.summary)
        }
    }

    private static func call(_ form: CommandForm) -> String {
        ([Roff.bold(form.name)] + form.operands.map { Roff.plain($0.text) }).joined(separator: " ")
    }

    private static let environment = [
        ("SCORED_HOME", "the home of this device, unless --state names another"),
        ("XDG_STATE_HOME", "where the home is by default, as its folder scored"),
        ("NO_COLOR", "if it is set and not empty, colors are left out"),
        ("TERM", "on a terminal of the kind dumb no screen is drawn"),
    ]

    private static let files = [
        ("~/.local/state/scored", "the home: the key of this device, its log and its settings"),
        ("~/.local/state/scored/keys", "keys of the keep screen; see scored-keep(1)"),
        ("~/.local/state/scored/diagnostics.txt", "what the daemon printed"),
    ]
}

/// The lines of a manual page. What comes from a form is escaped; the arguments of `line` and the
/// heads of items are escaped by their caller.
private struct Roff {
    private(set) var text = ""
    private var isUnderHeading = false

    mutating func title(_ name: String, _ section: Int, date: String, source: String) {
        // As they are: an escaped hyphen makes the date unreadable.
        line(".TH \"\(name)\" \(section) \"\(date)\" \"\(source)\"")
        // Text on a narrow terminal is neither hyphenated nor stretched.
        line(".nh")
        line(".ad l")
    }

    mutating func heading(_ title: String) {
        line(".SH \(Self.quoted(title))")
        isUnderHeading = true
    }

    mutating func subheading(_ title: String) {
        line(".SS \(Self.quoted(title))")
        isUnderHeading = true
    }

    /// Under a heading a paragraph begins without a request.
    mutating func paragraph() {
        if !isUnderHeading { line(".PP") }
    }

    mutating func newLine() { line(".br") }

    mutating func line(_ line: String) {
        text += line + "\n"
        isUnderHeading = false
    }

    mutating func text(_ lines: some StringProtocol) {
        for each in lines.split(separator: "\n") { line(Self.guarded(each)) }
    }

    mutating func item(_ head: String, _ body: String) {
        line(".TP")
        line(head)
        text(body)
    }

    /// Lines that are not filled.
    mutating func shown(_ lines: String, isIndented: Bool = false) {
        if isIndented { line(".RS 4") }
        line(".nf")
        for each in lines.split(separator: "\n", omittingEmptySubsequences: false) {
            line(Self.guarded(each))
        }
        line(".fi")
        if isIndented { line(".RE") }
    }

    mutating func seeAlso(_ pages: [(name: String, section: Int)]) {
        heading("SEE ALSO")
        line(
            pages.map { Self.bold($0.name) + "(\($0.section))" }.joined(separator: ", "))
    }

    static func bold(_ text: String) -> String { "\\fB\(plain(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(plain(text))\\fR" }

    /// Escaped for the middle of a line.
    static func plain(_ text: some StringProtocol) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let zeros = String(repeating: "0", count: max(0, 4 - digits.count))
                escaped += "\\[u\(zeros)\(digits)]"
            }
        }
        return escaped
    }

    /// Escaped as a whole line: a dot or an apostrophe at its head would make it a request.
    private static func guarded(_ line: some StringProtocol) -> String {
        (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + plain(line)
    }

    /// Escaped as one argument of a macro.
    private static func quoted(_ text: String) -> String {
        "\"" + plain(text).replacing("\"", with: "\\(dq") + "\""
    }
}
