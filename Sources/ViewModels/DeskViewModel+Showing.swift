import Documents

/// What the daemon says.
extension DeskViewModel {
    func receive(_ next: StatusDocument?) {
        guard let next else { return show() }
        let before = game
        if status != nil, status?.identity?.removal == nil, let removal = next.identity?.removal {
            say(
                "\(removal.by.isEmpty ? "the table" : removal.by) removed this device: what is "
                    + "recorded now is kept here and counted nowhere", .bad)
        }
        status = next
        verdict.receive(next)
        if let before, let now = next.game { tell(before, now) }
        if before?.name != next.game?.name {
            if before != nil, grammar.isCorrecting || !grammar.isEmpty {
                isInterrupted = true
                say(interruption, .attention)
            }
            grammar = EntryGrammar(keymap: keymap, side: sideOfMine)
            correcting = nil
            asked = nil
        } else if let before {
            followClaim(since: before)
        }
        show()
    }

    /// Whoever tracked nobody and now tracks players of the other side alone goes on there, as where a
    /// game begins; not in the middle of what is typed or asked.
    private func followClaim(since before: GameDocument) {
        guard let game, grammar.isEmpty, !grammar.isCorrecting, asked == nil,
            !tracksAnybody(in: before), tracksAnybody(in: game),
            !players(of: grammar.side, in: game).contains(where: isMine)
        else { return }
        grammar = EntryGrammar(keymap: keymap, side: sideOfMine)
    }

    private func isMine(_ player: PlayerDocument) -> Bool {
        player.trackedBy.contains(status?.device.name ?? "")
    }

    /// Where a game begins: with whoever tracks players of one side alone on that side, with whoever
    /// tracks nobody where somebody is missing.
    private var sideOfMine: SideName {
        guard let game, status != nil else { return .home }
        let (home, away) = (players(of: .home, in: game), players(of: .away, in: game))
        if home.contains(where: isMine) { return .home }
        if away.contains(where: isMine) { return .away }
        let isHomeTracked = !home.isEmpty && home.allSatisfy { !$0.trackedBy.isEmpty }
        return isHomeTracked && away.contains { $0.trackedBy.isEmpty } ? .away : .home
    }

    /// Those of a side who take part.
    private func players(of side: SideName, in game: GameDocument) -> [PlayerDocument] {
        JerseyIndex(game).players(on: side).filter(\.isActive)
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
        if possible.isEmpty {
            let other = acrossTheCourt(grammar.player, in: game)
            return (other.map { "nobody; Tab for \($0.player) of \($0.team)" } ?? "nobody", .bad)
        }
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
            notes.append(words.ending(of: game, seenBy: status.device.name))
        } else if let game = status.game, !tracksAnybody(in: game) {
            let keepers = Set(players(of: grammar.side, in: game).flatMap(\.trackedBy)).sorted()
            let too = keepers.isEmpty ? "" : " beside \(Phrases.names(keepers))"
            let team = game.teamName(of: grammar.side)
            let chooses = "\(keymap.name(of: .takeOver)) chooses"
            notes.insert(
                DeskMessage(
                    "you track nobody: Enter tracks \(team)\(too), \(chooses)", .attention,
                    short: "\(chooses), Enter tracks \(team)"), at: 0)
        }
        self.notes.update(notes)
    }
}
