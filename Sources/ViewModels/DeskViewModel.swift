import Documents

/// What is typed at the desk, ready to be shown.
package struct DeskPrompt: Hashable, Sendable {
    /// What the keys write: `Hawks`, `fix mia.41`, `note`.
    package var label = ""
    /// `7`, `#3`, `7=2`; the words of a note.
    package var typed = ""
    /// Whom that is: `Bo Kim · 4 points · 1 foul`; or whom it could be.
    package var preview = ""
    /// How the preview is meant.
    package var tone = Tone.plain
}

/// The score on the desk, ready to be shown.
package struct DeskScore: Hashable, Sendable {
    /// The home team; empty without a game.
    package var home = ""
    /// `12 : 9`; empty without a game.
    package var score = ""
    /// The away team.
    package var away = ""
}

/// The desk of a keeper: the game with this device's players in front, what is typed, what came of
/// it, and the newest lines. Others' input changes numbers and lines and nothing else: not the side,
/// not what is typed, not the picked line, not an open question. The side follows the first players that
/// this device tracks.
package final class DeskViewModel: ScreenViewModel {
    let library: any GameLibrary
    let keymap: Keymap
    let timekeeper: any Timekeeper
    weak var navigator: (any Navigator)?
    private var bindings: [Binding] = []
    /// Orders on their way, each with what hears its answer.
    var orders: [Int: Binding] = [:]
    var orderCount = 0

    var grammar: EntryGrammar
    var status: StatusDocument?
    var asked: DeskQuestion?
    var correcting: EntryDocument?
    var note: TextField?
    /// The game that the note is about, be another one on by the time it is written.
    var notedGame: String?
    /// Whether the game changed under what was being typed: what follows would mean the other game.
    var isInterrupted = false
    var wasLost = false
    /// The key that is held down since it was last pressed; nil for none.
    var heldKey: Key?

    // Input

    package func press(_ key: Key) -> Bool {
        if note != nil { return write(key) }
        if isInterrupted, key != .control("l") { return goOn(key) }
        let step = grammar.press(key, at: timekeeper.now)
        let isTaken = perform(step)
        show()
        return isTaken
    }

    // Output

    /// The game: teams, score, game clock, state.
    package let editor: GameScoreboardEditorViewModel
    /// The teams and the score.
    package let scoreLine = Dynamic(DeskScore())
    /// `Q1 04:12 running`; empty where the game clock never ran.
    package let gameClock = Dynamic("")
    /// How this device stands to the others.
    package let verdict = VerdictViewModel()
    /// The newest lines, and the picked one.
    package let lines: DeskLinesViewModel
    /// The home side with its players.
    package let home = Dynamic(DeskSide())
    /// The away side with its players.
    package let away = Dynamic(DeskSide())
    /// What is typed.
    package let prompt = Dynamic(DeskPrompt())
    /// What came of the last key: the player and the running score, or why nothing is recorded.
    package let message = Dynamic(DeskMessage())
    /// A question that is open, with the key that answers it; empty for none.
    package let question = Dynamic("")
    /// What waits for somebody: held moves, players whom nobody tracks, the next game.
    package let notes = Dynamic<[DeskMessage]>([])
    /// The keys that matter now.
    package let keys = Dynamic("")
    /// What to say instead of a game; empty with one.
    package let placeholder = Dynamic("")

    /// Follows the library's current game. What is wrong with the file of keys is said first.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        keymap: Keymap = Keymap()
    ) {
        self.library = library
        self.timekeeper = timekeeper
        self.navigator = navigator
        self.keymap = keymap
        grammar = EntryGrammar(keymap: keymap)
        editor = GameScoreboardEditorViewModel(
            library: library, timekeeper: timekeeper, keymap: keymap)
        lines = DeskLinesViewModel(
            library: library, timekeeper: timekeeper, editor: editor, keymap: keymap)
        bindings = [
            editor.echo.bind { [unowned self] in hear($0) },
            editor.clockEcho.bind { [unowned self] in answer($0) },
            editor.pendingConfirmation.bind { [unowned self] text in
                if !text.isEmpty { asked = nil }
                showQuestion()
            },
            editor.time.bind { [unowned self] _ in showClock() },
            editor.isPaused.bind { [unowned self] _ in showClock() },
            lines.picked.bind { [unowned self] _ in showKeys() },
            library.status.bindAndFire { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] in receive($0) },
        ]
        if let problem = keymap.problems.first { say(problem, .attention) }
        show()
    }

    var words: DeskWords { DeskWords(keymap: keymap) }
    var game: GameDocument? { status?.game }

    func say(_ text: String, _ tone: Tone = .plain) { message.value = DeskMessage(text, tone) }

    /// Says why a key did nothing, until another one does something.
    func hint(_ text: String, _ tone: Tone = .attention) {
        message.value = DeskMessage(text, tone, isHint: true)
    }

    func clearHint() {
        if message.value.isHint { say("") }
    }

    /// Says what became of an order. That its key was held down meanwhile is still to be read.
    func answer(_ text: String, warnings: [String] = [], _ tone: Tone = .plain) {
        let held = heldKey.map { [words.held($0).text] } ?? []
        let notes = held + warnings
        say(Phrases.list([text] + notes), notes.isEmpty ? tone : .attention)
    }
}
