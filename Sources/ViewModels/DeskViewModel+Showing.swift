import Documents

/// What the daemon says.
extension DeskViewModel {
    func receive(_ next: StatusDocument?) {
        guard let next else { return show() }
        let before = game
        status = next
        verdict.receive(next)
        if let before, let now = next.game { tell(before, now) }
        if before?.name != next.game?.name {
            grammar = EntryGrammar(keymap: keymap, side: sideOfMine)
            correcting = nil
            asked = nil
        }
        show()
    }

    /// Where a game begins for whoever tracks players of one side alone.
    private var sideOfMine: SideName {
        guard let game, let device = status?.device.name else { return .home }
        let isHome = game.home.players.contains { $0.trackedBy.contains(device) }
        return !isHome && game.away.players.contains { $0.trackedBy.contains(device) }
            ? .away : .home
    }

    /// Says what another keeper did to the game as a whole.
    private func tell(_ before: GameDocument, _ now: GameDocument) {
        if before.name != now.name {
            say("the game is now \(now.name): \(now.title)", .attention)
        } else if !before.isOver, now.isOver, orders.isEmpty {
            say("\(now.name) was ended at \(now.home.score):\(now.away.score)", .attention)
        }
    }

    func receive(_ connection: LibraryConnection) {
        switch connection {
        case .connecting: break
        case .connected:
            if let status { verdict.receive(status) }
            if wasLost { say("connected again", .good) }
            wasLost = false
        case .lost(let reason):
            wasLost = true
            verdict.receive(lost: reason)
            say("connection lost: keys pressed now count as soon as it is back", .bad)
        }
        show()
    }

    func hear(_ echo: MoveEcho) {
        var warnings: [String] = []
        if case .recorded(let entry, _) = echo {
            warnings = editor.moves.value.last { $0.entry == entry }?.warnings ?? []
        }
        answer(echo.text, warnings: warnings, echo.tone)
    }
}

// MARK: What is shown

extension DeskViewModel {
    func show() {
        showScore()
        showClock()
        showSides()
        showPrompt()
        showQuestion()
        showKeys()
        showNotes()
    }

    private func showScore() {
        scoreLine.update(
            game.map { game in
                DeskScore(
                    home: game.teamName(of: .home),
                    score: game.scoreText,
                    away: game.teamName(of: .away))
            } ?? DeskScore())
    }

    func showClock() {
        guard game?.clock != nil else { return gameClock.update("") }
        let motion = editor.isPaused.value ? "stopped" : "running"
        let period = editor.period.value.isEmpty ? "" : editor.period.value + " "
        gameClock.update("\(period)\(editor.time.value) \(motion)")
    }

    private func showSides() {
        let device = status?.device.name ?? ""
        func side(_ name: SideName) -> DeskSide {
            game.map {
                DeskSide(name, of: $0, device: device, grammar: grammar, keymap: keymap)
            } ?? DeskSide()
        }
        home.update(side(.home))
        away.update(side(.away))
        let isKnown = status != nil
        let begin = "no game yet: \(keymap.name(of: .newGame)) begins one"
        placeholder.update(game != nil ? "" : isKnown ? begin : "asking the daemon …")
    }

    private func showPrompt() {
        if let note {
            return prompt.update(DeskPrompt(label: "note", typed: note.text))
        }
        guard let game else { return prompt.update(DeskPrompt()) }
        var prompt = DeskPrompt()
        prompt.label = game.teamName(of: grammar.side)
        if grammar.isCorrecting, let correcting {
            prompt.label = "fix \(correcting.name), \(correcting.text): \(prompt.label)"
        }
        prompt.typed = grammar.text
        (prompt.preview, prompt.tone) = preview(in: game)
        self.prompt.update(prompt)
    }

    private func preview(in game: GameDocument) -> (String, Tone) {
        let kind = grammar.correctedKind?.text
        if grammar.player == .team { return (Phrases.line("the team itself", kind), .plain) }
        guard grammar.player != .none else { return (kind ?? "", .plain) }
        let index = JerseyIndex(game)
        let exact = index.candidates(for: grammar.player, on: grammar.side)
        if exact.count == 1 {
            let player = exact[0]
            return (
                Phrases.line(
                    player.name,
                    Phrases.count(player.points, "point"),
                    player.fouls == 0 ? nil : Phrases.count(player.fouls, "foul"), kind), .good
            )
        }
        if exact.count > 1 {
            let names = exact.map { "#\(JerseyIndex.slotNumber($0)) \($0.name)" }
            return ("several: \(Phrases.names(names))", .attention)
        }
        let possible = index.possible(for: grammar.player, on: grammar.side)
        if possible.isEmpty { return ("nobody", .bad) }
        return (Phrases.names(possible.map(\.numberAndName)) + "?", .faint)
    }

    func showQuestion() {
        let keeper = status.map { $0.device.keeper.isEmpty ? $0.device.name : $0.device.keeper }
        let text = asked?.text(game: game, keeper: keeper ?? "", keymap: keymap)
        question.update(text ?? editor.pendingConfirmation.value)
    }

    func showKeys() {
        keys.update(
            words.keys(
                isCorrecting: grammar.isCorrecting, isWriting: note != nil,
                isPicked: lines.picked.value != nil))
    }

    func showNotes() {
        guard let status else { return notes.update([]) }
        var notes = words.notes(status)
        if let game = status.game, game.isOver {
            notes.append(
                DeskMessage(
                    "\(keymap.name(of: .sign)) signs · \(keymap.name(of: .newGame)) next game",
                    .good))
        } else if let game = status.game, !tracksAnybody(in: game) {
            let team = game.teamName(of: grammar.side)
            notes.insert(
                DeskMessage(
                    "you track nobody: Enter tracks \(team), \(keymap.name(of: .takeOver)) chooses",
                    .attention), at: 0)
        }
        self.notes.update(notes)
    }
}
