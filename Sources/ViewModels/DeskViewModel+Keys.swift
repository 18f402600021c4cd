import Documents

/// What keys do at the desk.
extension DeskViewModel {
    func perform(_ step: EntryGrammar.Step) -> Bool {
        if case .held(let key) = step { heldKey = key } else { heldKey = nil }
        switch step {
        case .typed: clearHint()
        case .record(let order): record(order)
        case .correct(let order): correct(order)
        case .act(let action): return act(action)
        case .held(let key): message.value = words.held(key)
        case .hint(let hint): message.value = words.hint(hint)
        case .other(let key): return other(key)
        case .unknown(.control("l")): return false
        case .unknown(let key): message.value = words.unknown(key)
        }
        return true
    }

    private func other(_ key: Key) -> Bool {
        switch key {
        case .escape:
            if isAsking { return decline() }
            guard lines.picked.value != nil else { return false }
            lines.leave()
        case .enter:
            claimSide()
        case .up, .down, .pageUp, .pageDown:
            if lines.press(key) { clearHint() } else { hint("nothing is recorded yet") }
        default:
            message.value = words.unknown(key)
        }
        return true
    }

    private func act(_ action: KeyAction) -> Bool {
        switch action {
        case .help, .quit: return false
        case .yes: answerYes()
        case .clock: withGame { _ in editor.togglePause() }
        case .undo: withGame { order(.undo(in: $0.name)) { [weak self] in self?.ask(about: $0) } }
        case .redo: withGame { order(.redo(in: $0.name)) }
        case .void: withPicked { void($0) }
        case .fix: withPicked { beginCorrection(of: $0) }
        case .note: withGame { beginNote(in: $0) }
        case .nextPeriod: withGame { beginPeriod(in: $0, force: nil) }
        case .endGame: withGame { askToEnd($0) }
        case .sign: withGame { askToSign($0) }
        case .newGame: offerNextGame()
        case .held, .takeOver, .invite, .games, .search, .timeline, .keepers, .home, .playerCard:
            grammar.reset()
            if let destination = action.destination { navigator?.show(destination) }
        // The grammar makes moves of these and hands none of them on.
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound,
            .offensiveRebound, .defensiveRebound, .foul, .technicalFoul, .steal, .block,
            .turnover, .miss, .missedThree, .missedFreeThrow, .timeout, .team,
            .slot, .points:
            break
        }
        return true
    }

    private func withGame(_ body: (GameDocument) -> Void) {
        if let game { return body(game) }
        hint("there is no game yet: \(keymap.name(of: .newGame)) begins one")
    }

    private func withPicked(_ body: (EntryDocument) -> Void) {
        if let entry = lines.picked.value { return body(entry) }
        hint("Up picks the line first")
    }

    private func beginNote(in game: GameDocument) {
        clearHint()
        note = TextField(limit: Limits.noteCharactersMax)
        notedGame = game.name
    }

    /// Takes no key but the one that says that the keeper has seen the other game.
    func goOn(_ key: Key) -> Bool {
        if keymap.action(for: key) == .help || keymap.action(for: key) == .quit { return false }
        isInterrupted = key != .enter && key != .escape
        say(isInterrupted ? interruption : "", .attention)
        show()
        return true
    }

    var interruption: String {
        "the game is now \(game?.name ?? "another"): what was being typed is dropped; Enter goes on"
    }

    func write(_ key: Key) -> Bool {
        guard var field = note else { return false }
        switch key {
        case .enter:
            note = nil
            let text = field.text
            if !text.isEmpty { order(.note(text, in: notedGame)) }
        case .escape:
            note = nil
            hint("no note written", .plain)
        default:
            guard field.press(key) else { return true }
            note = field
        }
        show()
        return true
    }
}
