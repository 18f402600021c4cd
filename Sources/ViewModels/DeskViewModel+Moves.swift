import Documents

/// Moves and corrections as they were typed, and for whom.
extension DeskViewModel {
    func record(_ order: EntryGrammar.Order) {
        guard let game, let kind = order.kind?.kind else {
            return hint("there is no game yet: \(keymap.name(of: .newGame)) begins one")
        }
        guard let slot = whom(order, in: game) else { return }
        guard let player = editor.player(at: slot) else {
            return hint("\(slot) plays in another game now: nothing recorded")
        }
        closeQuestion()
        player.record(kind, points: order.points)
    }

    /// The slot of whoever the keys named; says why where it is nobody or several.
    private func whom(_ order: EntryGrammar.Order, in game: GameDocument) -> String? {
        let team = game.teamName(of: order.side)
        if order.player == .team { return order.side.rawValue }
        let index = JerseyIndex(game)
        let players = index.candidates(for: order.player, on: order.side)
        if players.count == 1 { return players[0].slot }
        let typed = grammar.text(of: order.player)
        if players.isEmpty {
            let slotKey = keymap.name(of: .slot)
            let labels = index.players(on: order.side).filter(\.isActive).map {
                index.label(of: $0, on: order.side, slotKey: slotKey)
            }
            message.value = words.nobody(
                typed, on: team, labels: labels, other: acrossTheCourt(order.player, in: game),
                inactive: index.inactive(order.player, on: order.side).map {
                    slotKey + JerseyIndex.slotNumber($0) + " " + $0.name
                })
        } else {
            message.value = words.several(typed, players)
        }
        return nil
    }

    /// Who of the other side answers to what is typed, and that side; nil for nobody and several.
    func acrossTheCourt(
        _ player: EntryGrammar.Player, in game: GameDocument
    ) -> (team: String, player: String)? {
        let side: SideName = grammar.side == .home ? .away : .home
        let players = JerseyIndex(game).candidates(for: player, on: side)
        guard players.count == 1 else { return nil }
        return (game.teamName(of: side), players[0].numberAndName)
    }

    func beginCorrection(of entry: EntryDocument) {
        guard let side = entry.side else {
            return hint("\(entry.name) is not a move: only moves can be fixed")
        }
        guard entry.state != .voided else {
            let void = entry.because.map { " \($0)" } ?? ""
            return hint(
                "\(entry.name) is voided\(void): \(keymap.name(of: .void)) on that line counts it "
                    + "again, then \(keymap.name(of: .fix))")
        }
        correcting = entry
        grammar.beginCorrection(side: side)
        say("")
    }

    func void(_ entry: EntryDocument) {
        guard entry.state != .voided else {
            let void = entry.because.map { " \($0)" } ?? ""
            return hint(
                "\(entry.name) is voided\(void) already: \(keymap.name(of: .void)) on that line "
                    + "counts it again")
        }
        order(.void([entry.name], in: entry.game))
    }

    func correct(_ typed: EntryGrammar.Order) {
        guard let entry = correcting, let game else { return }
        var fix = FixRequest(game: entry.game, entry: entry.name)
        fix.kind = typed.kind?.kind
        fix.points = typed.points
        if typed.player != .none {
            guard let slot = whom(typed, in: game) else { return }
            fix.player = slot
        }
        order(.fix(fix))
    }

    /// Tracks the active side for whoever tracks nobody yet.
    func claimSide() {
        guard let game else {
            return hint("there is no game yet: \(keymap.name(of: .newGame)) begins one")
        }
        guard grammar.isEmpty, !tracksAnybody(in: game), !game.isOver else {
            return hint(
                "a number, then a letter: \(keymap.name(of: .help)) shows the keys", .plain)
        }
        order(.track(TrackRequest(game: game.name, players: [grammar.side.rawValue])))
    }

    func tracksAnybody(in game: GameDocument) -> Bool {
        let device = status?.device.name ?? ""
        return (game.home.players + game.away.players).contains { $0.trackedBy.contains(device) }
    }
}
