import Documents

/// One line to the keeper.
package struct DeskMessage: Hashable, Sendable {
    /// A sentence; empty for nothing.
    package var text = ""
    /// How it is meant.
    package var tone = Tone.plain
    /// The same for a row that has no room for the text: the key first.
    package var short: String
    /// Whether it is about a key that did nothing: true only until the next one does something.
    package var isHint: Bool

    /// Says a text so.
    package init(
        _ text: String = "", _ tone: Tone = .plain, short: String? = nil, isHint: Bool = false
    ) {
        self.text = text
        self.tone = tone
        self.short = short ?? text
        self.isHint = isHint
    }
}

/// What the desk answers to keys, in the keys as they are now.
struct DeskWords {
    let keymap: Keymap

    /// Why nothing is recorded.
    func hint(_ hint: EntryGrammar.Hint) -> DeskMessage {
        let text =
            switch hint {
            case .noPlayer(.slot):
                "type the roster line's digits behind \(keymap.name(of: .slot))"
            case .noPlayer(let action):
                "the number first, then \(keymap.name(of: action)) for \(action.text)"
            case .noPlayerWanted(let action):
                "a time-out is the side's: \(keymap.name(of: action)) without a number"
            case .digitHeld(let digit): "\(digit) held down: the number is cleared"
            case .tooLong: "no number is that long: cleared"
            case .badPoints:
                "\(keymap.name(of: .points)) wants 1, 2 or 3 behind it: what was typed is cleared"
            case .correcting: "a correction is open: Enter sends it, Escape leaves it"
            case .nothingToCorrect: "nothing to correct yet: type a number, a kind or both"
            case .correctionLeft: "left as it was"
            }
        return DeskMessage(text, hint == .correctionLeft ? .plain : .attention, isHint: true)
    }

    /// A key held down.
    func held(_ key: Key) -> DeskMessage {
        DeskMessage("\(KeyName.text(key)) held down: recorded once", .attention, isHint: true)
    }

    /// A key that means nothing.
    func unknown(_ key: Key) -> DeskMessage {
        DeskMessage(
            "\(KeyName.text(key)) means nothing here: nothing recorded; "
                + "\(keymap.name(of: .help)) shows the keys", .attention, isHint: true)
    }

    /// Nobody has the number: who had it and is inactive, who of the other side has it, or the
    /// numbers that somebody has.
    func nobody(
        _ typed: String, on team: String, labels: [String],
        other: (team: String, player: String)?, inactive: String?
    ) -> DeskMessage {
        if let inactive {
            return DeskMessage(
                "\(typed) of \(team) is inactive: nothing recorded; type \(inactive) to "
                    + "record it all the same", .bad, isHint: true)
        }
        if let other {
            return DeskMessage(
                "nobody on \(team) has \(typed): nothing recorded; Tab for \(other.player) of "
                    + other.team, .bad, isHint: true)
        }
        let known =
            labels.isEmpty
            ? "nobody is on its roster" : "its numbers are \(Phrases.names(labels, atMost: 16))"
        return DeskMessage(
            "nobody on \(team) has \(typed): nothing recorded; \(known)", .bad, isHint: true)
    }

    /// Several have the number.
    func several(_ typed: String, _ players: [PlayerDocument]) -> DeskMessage {
        let slotKey = keymap.name(of: .slot)
        let names = players.map { "\(slotKey)\(JerseyIndex.slotNumber($0)) \($0.name)" }
        return DeskMessage(
            "\(typed) could be \(Phrases.names(names)): nothing recorded; type \(slotKey) and the line",
            .attention, isHint: true)
    }

    /// The keys that a keeper needs most.
    func keys(isCorrecting: Bool, isWriting: Bool, isPicked: Bool) -> String {
        if isWriting { return "Enter writes the note · Escape leaves it" }
        if isCorrecting { return "number, kind or both · Enter corrects · Escape leaves" }
        func key(_ action: KeyAction) -> String { keymap.name(of: action) }
        if isPicked {
            return
                "\(key(.void)) void · \(key(.fix)) fix · Up Down another · Escape leaves the line"
        }
        return "\(key(.help)) keys · 7\(key(.onePoint)) one · 7\(key(.twoPoints)) two · "
            + "7\(key(.foul)) foul · Tab side · \(key(.undo)) undo · Up line · "
            + "\(key(.clock)) clock"
    }

    /// What remains to be done about a game that is over.
    func ending(of game: GameDocument, seenBy device: String) -> DeskMessage {
        let next = "\(keymap.name(of: .newGame)) next game"
        if game.state == .signed { return DeskMessage("official · \(next)", .good) }
        let hasSigned = game.signatures.contains { $0.device == device && $0.isAgreed }
        if hasSigned, !game.unsigned.isEmpty {
            return DeskMessage(
                "signed here, not yet by \(Phrases.names(game.unsigned)) · \(next)", .attention)
        }
        return DeskMessage("\(keymap.name(of: .sign)) signs · \(next)", .good)
    }

    /// What waits for somebody, a few words each.
    func notes(_ status: StatusDocument) -> [DeskMessage] {
        guard let game = status.game else { return [] }
        var notes: [DeskMessage] = []
        if game.held > 0 {
            notes.append(
                DeskMessage(
                    "\(keymap.name(of: .held)): \(Phrases.count(game.held, "held move"))",
                    .attention, short: "\(keymap.name(of: .held)): \(game.held) held"))
        }
        if let newer = status.newerGame {
            notes.append(
                DeskMessage(
                    "\(keymap.name(of: .games)): a newer game is on: \(newer)", .attention,
                    short: "\(keymap.name(of: .games)): newer game"))
        }
        guard !game.isOver else { return notes }
        let present = Set(status.peers.filter(\.state.isReached).map(\.name) + [status.device.name])
        let players = (game.home.players + game.away.players)
            .filter { $0.isActive && $0.mergedInto == nil }
        let untracked = players.count { $0.trackedBy.isEmpty }
        let uncovered = players.count {
            !$0.trackedBy.isEmpty && present.isDisjoint(with: $0.trackedBy)
        }
        for (count, words, short) in [
            (uncovered, "whose keeper is away", "uncovered"),
            (untracked, "nobody tracks", "untracked"),
        ] where count > 0 {
            let key = keymap.name(of: .takeOver)
            notes.append(
                DeskMessage(
                    "\(key): \(Phrases.count(count, "player")) \(words)", .attention,
                    short: "\(key): \(count) \(short)"))
        }
        return notes
    }
}

extension GameDocument {
    /// True once somebody ended it.
    var isOver: Bool { state.isOver }
}

extension GamePhase {
    /// True once somebody ended the game.
    var isOver: Bool {
        switch self {
        case .scheduled, .live, .decided: false
        case .closed, .signed, .abandoned, .forfeit: true
        }
    }
}
