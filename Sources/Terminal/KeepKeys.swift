package import ViewModels

/// The keys of `scored keep`: the input, and the picked line. Moves of other keepers never change
/// the side, the input or the picked line. The side follows the first players that this device
/// tracks.
package final class KeepKeys: ModelKeys<KeepViewModel> {
    private let timekeeper: any Timekeeper
    private weak var navigator: (any Navigator)?

    private var grammar: EntryGrammar
    /// The move that is corrected, and its text.
    private var correcting: (entry: String, text: String)?
    /// The note that is written, or the order that mends the game, and the game when it was begun;
    /// another one may be current when it is recorded.
    private var note: (field: TextField, game: String, isMending: Bool)? {
        didSet { isWriting.update(note != nil) }
    }
    /// As of the last change of the game.
    private var game: String?
    private var wasTracking = false
    /// Swaps of the sides that the input follows.
    private var swapCount = 0
    /// True if the game changed during input: the next keys would mean another game.
    private var isInterrupted = false
    /// The kinds on capitals that the keeper has confirmed, until Caps Lock seems to be on.
    private var meantCapitals: Set<KeyAction> = []
    /// The kind on a capital that was asked about last, and the number of that question.
    private var doubted: (capital: KeyAction, question: Int)?

    // Output

    package let home = Dynamic(KeepSide())
    package let away = Dynamic(KeepSide())
    package let prompt = Dynamic(KeepPrompt())
    /// Open tasks, first how to begin.
    package let notes = Dynamic<[KeepMessage]>([])
    /// The most important keys.
    package let keys = Dynamic<[String]>([])
    /// True while a note or an order is written; an open question then waits.
    package let isWriting = Dynamic(false)
    /// The first steps; empty once there is a game.
    package let steps = Dynamic<[KeepStep]>([])
    /// The ID of the picked line.
    package let pickedLine = Dynamic<String?>(nil)

    /// Mistakes in the file `keys` are shown first.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        keymap: Keymap = Keymap()
    ) {
        self.timekeeper = timekeeper
        self.navigator = navigator
        grammar = EntryGrammar(keymap: keymap)
        super.init(
            KeepViewModel(
                library: library, timekeeper: timekeeper, navigator: navigator,
                names: keymap.names), keymap: keymap)
        bindings = [
            // After the model, which is bound already.
            library.status.bindAndFire { [unowned self] _ in follow() },
            library.connection.bind { [unowned self] _ in show() },
            model.editor.pauseTitle.bind { [unowned self] _ in show() },
        ]
        if let problem = keymap.problems.first { model.say(problem, .attention) }
    }

    package override func press(_ key: Key) -> Bool {
        if note != nil { return write(key) }
        if isInterrupted, key != .control("l") { return goOn(key) }
        let step = grammar.press(answer(of: key) ?? key, at: timekeeper.now)
        let isTaken = perform(step)
        show()
        return isTaken
    }

    /// The answer that Caps Lock made a capital, if a question is open and no number is typed.
    private func answer(of key: Key) -> Key? {
        guard model.isAsking, grammar.isEmpty, let small = keymap.small(of: key),
            [.yes, .no].contains(keymap.action(for: small))
        else { return nil }
        doubted = nil
        return small
    }

    package override var isTyping: Bool { isWriting.value }
    package override var help: [KeyHelp] { KeyHelp.ofKeep(keymap) }

    private var hints: KeepHints { KeepHints(keymap: keymap) }
    private var index: JerseyIndex { JerseyIndex(keep: model) }

    private func hint(_ text: String, _ tone: Tone = .attention) {
        model.say(text, tone, isHint: true)
    }
}

// MARK: Keys

extension KeepKeys {
    private func perform(_ step: EntryGrammar.Step) -> Bool {
        switch step {
        case .typed: model.clearHint()
        case .record(let order): record(order)
        case .correct(let order): correct(order)
        case .act(let action): return act(action)
        case .hint(let hint):
            if case .capital = hint { meantCapitals = [] }
            model.message.value = hints.hint(hint)
        case .other(let key): return other(key)
        case .unknown(.control("l")): return false
        case .unknown(let key):
            if keymap.isCapitalOfAction(key) { meantCapitals = [] }
            model.message.value = hints.unknown(key, typed: grammar.text)
        }
        return true
    }

    private func other(_ key: Key) -> Bool {
        switch key {
        case .escape:
            if model.isAsking {
                model.answer(isYes: false)
            } else {
                model.say("")
                guard pickedLine.value != nil else { return false }
                pickedLine.update(nil)
            }
        case .enter: claimSide()
        case .up, .down, .pageUp, .pageDown:
            if pickLine(key) {
                model.say("")
            } else {
                hint("there is no line to pick: nothing is recorded yet")
            }
        default: model.message.value = hints.unknown(key, typed: "")
        }
        return true
    }

    private func act(_ action: KeyAction) -> Bool {
        switch action {
        case .help: return false
        case .quit: return hasStayed()
        case .yes: answerYes()
        case .no: model.isAsking ? model.answer(isYes: false) : hintNoQuestion(.no)
        case .both: if !model.questions.answer(.both) { hintNoQuestion(.both) }
        case .clock: model.togglePause()
        case .undo: model.undo()
        case .redo: model.redo()
        case .void:
            if picked?.isAsking == true {
                model.answer(isYes: false)
            } else if let refused {
                let text = picked?.text ?? ""
                pickedLine.update(nil)
                model.editor.drop(refused)
                model.say("dropped: \(text)")
            } else {
                withPicked { model.void($0) }
            }
        case .fix:
            if isUnrecorded {
                hint("this move is not recorded: \(keymap.name(of: .yes)) records it first")
            } else {
                withPicked { beginCorrection(of: $0) }
            }
        case .note: beginNote()
        case .mend: beginNote(isMending: true)
        case .nextPeriod: model.beginPeriod()
        case .endGame: model.actions.end()
        case .sign: model.actions.sign()
        case .newGame: if model.offerNextGame() { grammar.reset() }
        default:
            // The grammar makes moves of kinds, players and points, and knows no actions of lists.
            guard let destination = action.destination else { break }
            grammar.reset()
            navigator?.show(destination)
        }
        return true
    }

    private func answerYes() {
        if model.isAsking {
            if let doubted, doubted.question == model.questions.number {
                meantCapitals.insert(doubted.capital)
            }
            return model.answer(isYes: true)
        }
        if let refused {
            pickedLine.update(nil)
            return model.editor.recordAfterAll(refused)
        }
        if model.editor.count(.refused) > 0 {
            return hint("pick the line that is NOT recorded with Up first")
        }
        hintNoQuestion(.yes)
    }

    private func hintNoQuestion(_ answer: KeyAction) {
        let key = keymap.name(of: answer)
        hint(
            model.isAsking
                ? "\(key): the question is not about one or two"
                : "\(key): there is no question to answer")
    }

    /// True, with a warning, if moves are not recorded and the keeper was not just warned.
    private func hasStayed() -> Bool {
        let warning =
            "not everything is recorded: \(keymap.name(of: .quit)) again leaves all the same"
        let isOpen = [.refused, .pending, .asking].contains { model.editor.count($0) > 0 }
        guard isOpen, model.message.value.text != warning else { return false }
        hint(warning)
        return true
    }

    private var picked: KeepLine? { model.lines.lines.value.first { $0.id == pickedLine.value } }

    /// The number of the picked move, if that was refused.
    private var refused: Int? { picked?.refused }

    /// True if the picked move was refused or waits for a yes.
    private var isUnrecorded: Bool { refused != nil || picked?.isAsking == true }

    private func withPicked(_ body: (String) -> Void) {
        if let entry = pickedLine.value { return body(entry) }
        hint("pick a line with Up first")
    }

    /// Tracks the active side if this device tracks no player yet.
    private func claimSide() {
        guard model.gameName != nil else { return hint(model.noGame) }
        guard grammar.isEmpty, model.canTrack else {
            return hint(
                "type a number, then a letter; \(keymap.name(of: .help)) shows the keys", .plain)
        }
        model.actions.track(grammar.side)
    }

    /// Accepts only Enter or Escape, by which the keeper acknowledges the other game.
    private func goOn(_ key: Key) -> Bool {
        if keymap.action(for: key) == .help || keymap.action(for: key) == .quit { return false }
        isInterrupted = key != .enter && key != .escape
        model.say(isInterrupted ? interruption : "", .attention)
        show()
        return true
    }

    private var interruption: String {
        "the game is now \(model.gameName ?? "another"); what you typed is cleared; "
            + "Enter continues"
    }

    private func beginNote(isMending: Bool = false) {
        guard let game = model.gameName else { return hint(model.noGame) }
        model.clearHint()
        note = (TextField(limit: TerminalLimits.noteCharactersMax), game, isMending)
    }

    private func write(_ key: Key) -> Bool {
        guard let (written, game, isMending) = note else { return false }
        var field = written
        switch key {
        case .enter:
            note = nil
            if !field.isEmpty {
                isMending
                    ? model.actions.mend(field.text, in: game)
                    : model.actions.note(field.text, in: game)
            }
        case .escape:
            note = nil
            hint("\(isMending ? "" : "note ")cancelled; nothing was recorded", .plain)
        default:
            guard field.press(key) else { return true }
            note = (field, game, isMending)
        }
        show()
        return true
    }

    /// Moves the pick; false if there is no line to pick.
    private func pickLine(_ key: Key) -> Bool {
        let entries = model.lines.lines.value.filter(\.canBePicked).map(\.id)
        guard !entries.isEmpty, let step = Self.steps[key] else { return false }
        let next = (pickedLine.value.flatMap(entries.firstIndex) ?? -1) + step
        pickedLine.update(next < 0 ? nil : entries[min(next, entries.count - 1)])
        return true
    }

    private static let steps: [Key: Int] = [.up: 1, .down: -1, .pageUp: 5, .pageDown: -5]
}

// MARK: Moves and corrections

extension KeepKeys {
    private func record(_ order: EntryGrammar.Order) {
        guard model.gameName != nil, let kind = order.kind?.kind else { return hint(model.noGame) }
        guard let slot = slot(of: order) else { return }
        // With Caps Lock a foul becomes a technical foul, and one miss another.
        let capital = order.kind.flatMap { kind in
            kind != .timeout && keymap.isCapital(kind) && !meantCapitals.contains(kind) ? kind : nil
        }
        model.record(kind, by: slot, points: order.points, isDoubtful: capital != nil)
        doubted = capital.map { ($0, model.questions.number) }
        if let capital { hint("\(keymap.name(of: capital)): Caps Lock?") }
        // The next key is about this move and not about an older line.
        pickedLine.update(nil)
    }

    /// The slot of the typed player; nil, with a message, if none or several match.
    private func slot(of order: EntryGrammar.Order) -> String? {
        if order.player == .team { return order.side.rawValue }
        let index = index
        let players = index.candidates(for: order.player, on: order.side)
        if players.count == 1 { return players[0].slot }
        let typed = grammar.text(of: order.player)
        let slotKey = keymap.name(of: .slot)
        if players.isEmpty {
            let labels = zip(
                index.players(on: order.side), index.labels(on: order.side, slotKey: slotKey)
            ).filter(\.0.isActive.value).map(\.1)
            model.message.value = hints.nobody(
                typed, on: model.teamName(of: order.side), labels: labels,
                other: index.opponent(order.player, of: order.side),
                inactive: index.inactive(order.player, on: order.side).map {
                    slotKey + JerseyIndex.slotNumber($0) + " " + $0.playerName.value
                })
        } else {
            model.message.value = hints.several(typed, players)
        }
        return nil
    }

    private func beginCorrection(of entry: String) {
        guard let move = model.move(toFix: entry) else { return }
        correcting = (entry, move.text)
        grammar.beginCorrection(side: move.side)
        model.say("")
    }

    private func correct(_ typed: EntryGrammar.Order) {
        guard let entry = correcting?.entry, model.gameName != nil else { return }
        var player: String?
        if typed.player != .none {
            guard let slot = slot(of: typed) else { return }
            player = slot
        }
        model.actions.fix(entry, kind: typed.kind?.kind, points: typed.points, player: player)
    }
}

// MARK: Output

extension KeepKeys {
    /// Follows the game and the players that this device tracks.
    private func follow() {
        let now = model.gameName
        if model.swapCount != swapCount { grammar.turn() }
        swapCount = model.swapCount
        if now != game {
            if game != nil, grammar.isCorrecting || !grammar.isEmpty {
                isInterrupted = true
                model.say(interruption, .attention)
            }
            grammar = EntryGrammar(keymap: keymap, side: model.firstSide)
            correcting = nil
            pickedLine.update(nil)
        } else if grammar.isEmpty, !grammar.isCorrecting, !model.isAsking, !wasTracking,
            model.isTracking(), !model.isTracking(on: grammar.side)
        {
            grammar = EntryGrammar(keymap: keymap, side: model.firstSide)
        }
        game = now
        wasTracking = model.isTracking()
        show()
    }

    private func show() {
        // A move that has been answered is no longer there to be picked.
        if picked?.canBePicked == false { pickedLine.update(nil) }
        home.update(side(.home))
        away.update(side(.away))
        if let note {
            prompt.update(
                KeepPrompt(label: note.isMending ? "mend" : "note", typed: note.field.text))
        } else if model.gameName != nil {
            prompt.update(KeepPrompt(grammar, correcting: correcting, in: model))
        } else {
            prompt.update(KeepPrompt())
        }
        keys.update(
            hints.keys(
                pauseTitle: model.editor.pauseTitle.value,
                hasGame: model.gameName != nil, isCorrecting: grammar.isCorrecting,
                isMending: note?.isMending, isPicked: pickedLine.value != nil,
                isRefused: isUnrecorded))
        steps.update(model.lacksGame ? hints.steps(hasPeers: model.hasPeers) : [])
        let claim = model.claim(of: grammar.side)
        // Moves that are not recorded come first.
        let urgent = model.notes.value.prefix { $0.tone == .bad }
        let rest = model.notes.value.dropFirst(urgent.count)
        notes.update(urgent + (claim.map { [$0] } ?? []) + rest)
    }

    private func side(_ side: DeskSide) -> KeepSide {
        guard model.gameName != nil else { return KeepSide() }
        return KeepSide(side, of: model, grammar: grammar, keymap: keymap)
    }
}

/// A step from nothing to the first basket.
package struct KeepStep: Hashable, Sendable {
    package let key: String
    package let text: String
    package var isDone = false
}

/// The texts about keys of the keep screen.
struct KeepHints {
    let keymap: Keymap

    private func key(_ action: KeyAction) -> String { keymap.name(of: action) }

    func hint(_ hint: EntryGrammar.Hint) -> KeepMessage {
        let text =
            switch hint {
            case .noPlayer(.slot):
                "type the digits of the roster line after \(key(.slot))"
            case .noPlayer(let action):
                "type the number first, then \(key(action)) for \(action.text)"
            case .noPlayerWanted(let action):
                "a time-out belongs to the team; the number is cleared: press "
                    + "\(key(action)) alone"
            case .digitHeld(let digit):
                "\(digit) was held down; the number is cleared: type it again"
            case .tooLong: "that number is too long; it is cleared: type it again"
            case .badPoints:
                "after \(key(.points)) only 1, 2 or 3 is possible; the input is cleared"
            case .capital(let action, let typed):
                capsLock(key(action), "is \(action.text)", typed: typed)
            case .correcting: "a correction is open: Enter sends it, Escape cancels it"
            case .nothingToCorrect: "nothing to correct yet: type a number, a letter or both"
            case .correctionLeft: "correction cancelled; nothing was changed"
            }
        return KeepMessage(text, hint == .correctionLeft ? .plain : .attention, isHint: true)
    }

    func unknown(_ key: Key, typed: String) -> KeepMessage {
        let name = KeyName.text(key)
        return KeepMessage(
            keymap.isCapitalOfAction(key)
                ? capsLock(name, "does nothing here", typed: typed)
                : "\(name) does nothing here, nothing was recorded; "
                    + "\(self.key(.help)) shows the keys", .attention, isHint: true)
    }

    private func capsLock(_ key: String, _ meaning: String, typed: String) -> String {
        "\(typed)\(key): Caps Lock? \(key) \(meaning); nothing was recorded"
            + (typed.isEmpty ? "" : ", \(typed) is kept")
    }

    /// No player has the number: names the inactive player or the player of the other side who has
    /// it, else the numbers of the team.
    func nobody(
        _ typed: String, on team: String, labels: [String],
        other: (team: String, player: String)?, inactive: String?
    ) -> KeepMessage {
        if let inactive {
            return KeepMessage(
                "\(typed) of \(team) is inactive; nothing was recorded; to record anyway type "
                    + inactive, .bad, isHint: true)
        }
        if let other {
            return KeepMessage(
                "nobody on \(team) has \(typed); nothing was recorded; Tab for \(other.player) of "
                    + other.team, .bad, isHint: true)
        }
        let known =
            labels.isEmpty
            ? "its roster is empty" : "its numbers are \(Wording.names(labels, atMost: 16))"
        return KeepMessage(
            "nobody on \(team) has \(typed); nothing was recorded; \(known)", .bad, isHint: true)
    }

    func several(_ typed: String, _ players: [JerseyIndex.Player]) -> KeepMessage {
        let slotKey = key(.slot)
        let names = players.map { "\(slotKey)\(JerseyIndex.slotNumber($0)) \($0.playerName.value)" }
        return KeepMessage(
            "\(typed) could be \(Wording.names(names)); nothing was recorded; type \(slotKey) and the "
                + "roster line",
            .attention, isHint: true)
    }

    /// The most important keys. `pauseTitle` says what the key of the game clock does next.
    func keys(
        pauseTitle: String, hasGame: Bool, isCorrecting: Bool, isMending: Bool?, isPicked: Bool,
        isRefused: Bool
    ) -> [String] {
        if let isMending {
            return isMending ? MendOrder.forms : ["Enter records the note", "Escape cancels it"]
        }
        if isCorrecting {
            return ["type a number, a letter or both", "Enter corrects", "Escape cancels"]
        }
        if isRefused {
            return [
                key(.yes) + " record it", key(.void) + " drop it", "Up Down other lines",
                "Escape back",
            ]
        }
        if isPicked {
            return [
                key(.void) + " void", key(.fix) + " fix", "Up Down other lines", "Escape back",
            ]
        }
        if !hasGame {
            return [
                key(.newGame) + " new game", key(.invite) + " invite", key(.overview) + " overview",
                key(.help) + " keys", key(.quit) + " quit",
            ]
        }
        return [
            key(.help) + " keys", "7" + key(.twoPoints) + " two", "7" + key(.foul) + " foul",
            "Tab side", key(.undo) + " undo", "Up line", key(.overview) + " overview",
            key(.quit) + " quit", "7" + key(.onePoint) + " one",
            key(.clock) + " " + pauseTitle.lowercased() + " clock",
        ]
    }

    /// The first steps of a new table.
    func steps(hasPeers: Bool) -> [KeepStep] {
        return [
            KeepStep(key: key(.newGame), text: "a new game"),
            KeepStep(key: key(.invite), text: "invite the others", isDone: hasPeers),
            KeepStep(key: key(.takeOver), text: "choose whose moves you type"),
            KeepStep(key: "7\(key(.twoPoints))", text: "two points of number 7"),
        ]
    }
}
