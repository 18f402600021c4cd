package import Documents

/// A form for a new game, validated while a person writes.
package final class GameCreatorViewModel {
    package typealias Field = NewGameForm.Field

    package struct Line: Hashable, Sendable {
        package var field: Field
        package var label: String
        /// The label of a narrow screen.
        package var shortLabel: String
        package var text: String
        /// The meaning of an empty line; empty if the line is not.
        package var hint: String
        /// The reason why the line is invalid; empty if it is valid.
        package var problem: String
        /// A remark about an allowed but unlikely value; empty if there is none.
        package var warning: String
        /// The values that can be chosen; empty if the value is written.
        package var choices: [String]
        /// The most characters of the text.
        package var limit: Int

        /// The problem, else the warning.
        package var remark: String { problem.isEmpty ? warning : problem }
    }

    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    private var texts: [Field: String] = [:]
    private var preset = 0
    /// True once a person has chosen the rules. Until then the preset is that of the table's
    /// current game.
    private var isPresetChosen = false
    private var usualPreset = 0
    private var titles: [String] = []
    /// True once the form was sent: empty lines are then reported too.
    private var isTried = false
    private let typed = Dynamic(NewGameForm())
    private let judged: Dynamic<NewGameForm>
    private var single: [Field: Dynamic<Line>] = [:]
    private var creating: Binding?
    private var bindings: [Binding] = []

    // Input

    /// Writes a field, at most to its limit, or chooses one of its choices.
    package func set(_ text: String, for field: Field) {
        if field == .rules {
            guard let choice = NewGameForm.presets.firstIndex(of: text) else { return }
            (preset, isPresetChosen) = (choice, true)
        } else {
            texts[field] = String(text.prefix(Self.limit(of: field)))
        }
        changed()
    }

    /// Creates the game and opens the keep screen. An invalid form is not sent.
    package func create() {
        guard creating == nil else { return }
        isTried = true
        judge(form)
        guard let request = form.request else {
            let problems = form.problems
            if let field = Field.allCases.first(where: { problems[$0] != nil }) {
                wanted.value = field
            }
            return
        }
        notice.update("creating …")
        creating = library.ask(.newGame(request)) { [weak self] in self?.created($0) }
    }

    // Output

    package let title = "new game"
    /// One for each field, in the order in which the form asks.
    package let lines = Dynamic<[Line]>([])
    /// The field to write next: the first of an empty form, or the first invalid one of a form that
    /// was not sent; delivered even if equal to the last.
    package let wanted = Dynamic(Field.home)
    package let buttonTitle = "create the game"
    package let canCreate = Dynamic(false)
    /// `Hawks - Owls · to 15, lead 2`.
    package let summary = Dynamic("")
    /// The outcome of the last attempt; empty before the first.
    package let notice = Dynamic("")
    package let tone = Dynamic(Tone.plain)
    /// True from `create` until there is an answer.
    package var isCreating: Bool { creating != nil }

    /// The line of a field by itself; always the same object for a field.
    package func line(of field: Field) -> Dynamic<Line> {
        if let line = single[field] { return line }
        let place = Field.allCases.firstIndex(of: field) ?? 0
        let line = lines.map { $0[place] }.removeDuplicates()
        single[field] = line
        return line
    }

    package init(library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator) {
        self.library = library
        self.navigator = navigator
        judged = typed.debounce(for: ViewModelsLimits.judgingInterval, on: timekeeper)
        clear()
        bindings = [
            library.eachStatus { [unowned self] in receive($0) },
            judged.bind { [unowned self] in judge($0) },
        ]
    }

    private static func limit(of field: Field) -> Int {
        switch field {
        case .home, .away: ViewModelsLimits.teamCharactersMax
        case .rules, .target, .minutes: ViewModelsLimits.valueCharactersMax
        case .homeRoster, .awayRoster: ViewModelsLimits.rosterCharactersMax
        }
    }

    private static func labels(of field: Field) -> (long: String, short: String) {
        switch field {
        case .home: ("home team", "home")
        case .away: ("away team", "away")
        case .rules: ("rules", "rules")
        case .target: ("points to win", "points")
        case .minutes: ("minutes a period", "minutes")
        case .homeRoster: ("home players", "home #")
        case .awayRoster: ("away players", "away #")
        }
    }
}

// MARK: Writing

extension GameCreatorViewModel {
    private func changed() {
        notice.update("")
        typed.value = form
        show()
    }

    private func clear() {
        texts = [:]
        (preset, isTried, isPresetChosen) = (usualPreset, false, false)
        typed.value = form
        judge(form)
        wanted.value = .home
    }

    private var form: NewGameForm {
        var form = NewGameForm()
        for field in Field.allCases { form[field] = texts[field] ?? "" }
        form[.rules] = NewGameForm.presets[preset]
        form.titles = titles
        return form
    }
}

// MARK: Output

extension GameCreatorViewModel {
    private func receive(_ status: StatusDocument) {
        let next = status.listedGames.map(\.title).sorted()
        let latest = status.game?.rules.preset.flatMap(NewGameForm.presets.firstIndex(of:))
        usualPreset = latest ?? usualPreset
        let isFollowing = !isPresetChosen && preset != usualPreset
        guard next != titles || isFollowing else { return }
        titles = next
        if isFollowing { preset = usualPreset }
        typed.value = form
        show()
    }

    /// Shows the problems of a form that has been unchanged for a while, or that is to be created.
    private func judge(_ form: NewGameForm) {
        if judged.value != form { judged.value = form }
        canCreate.update(form.request != nil)
        let names = [form[.home], form[.away]].filter { !$0.isEmpty }
        summary.update(Phrases.line(names.joined(separator: " - "), form.summary))
        show()
    }

    private func show() {
        let form = form
        let judged = judged.value
        let (problems, warnings) = (judged.problems, judged.warnings)
        lines.update(
            Field.allCases.map { field in
                let text = form[field]
                // Newer input has not been judged yet; an untouched line is not wrong yet.
                let isJudged = judged[field] == text && (isTried || !text.isEmpty)
                let labels = Self.labels(of: field)
                return Line(
                    field: field, label: labels.long, shortLabel: labels.short, text: text,
                    hint: text.isEmpty ? form.meaningOfEmpty(field) : "",
                    problem: isJudged ? problems[field] ?? "" : "",
                    warning: judged[field] == text ? warnings[field] ?? "" : "",
                    choices: field == .rules ? NewGameForm.presets : [],
                    limit: Self.limit(of: field))
            })
    }

    private func created(_ result: Result<RecordedDocument, LibraryError>) {
        creating = nil
        switch result {
        case .success(let recorded):
            clear()
            tone.update(recorded.warnings.isEmpty ? .good : .attention)
            notice.update(Phrases.list([recorded.echo] + recorded.warnings.map(\.text)))
            navigator?.show(.keep)
        case .failure(let error):
            tone.update(.bad)
            notice.update("not created: \(error.text)")
        }
    }
}

extension Destination {
    package static let creator = Destination.named("creator")
}
