import Documents

/// One line to the keeper.
package struct KeepMessage: Hashable, Sendable {
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
struct KeepWords {
    let keymap: Keymap

    /// Why nothing is recorded.
    func hint(_ hint: EntryGrammar.Hint) -> KeepMessage {
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
        return KeepMessage(text, hint == .correctionLeft ? .plain : .attention, isHint: true)
    }

    /// A key held down.
    func held(_ key: Key) -> KeepMessage {
        KeepMessage("\(KeyName.text(key)) held down: recorded once", .attention, isHint: true)
    }

    /// A key that means nothing.
    func unknown(_ key: Key) -> KeepMessage {
        KeepMessage(
            "\(KeyName.text(key)) means nothing here: nothing recorded; "
                + "\(keymap.name(of: .help)) shows the keys", .attention, isHint: true)
    }

    /// Nobody has the number: who had it and is inactive, who of the other side has it, or the
    /// numbers that somebody has.
    func nobody(
        _ typed: String, on team: String, labels: [String],
        other: (team: String, player: String)?, inactive: String?
    ) -> KeepMessage {
        if let inactive {
            return KeepMessage(
                "\(typed) of \(team) is inactive: nothing recorded; type \(inactive) to "
                    + "record it all the same", .bad, isHint: true)
        }
        if let other {
            return KeepMessage(
                "nobody on \(team) has \(typed): nothing recorded; Tab for \(other.player) of "
                    + other.team, .bad, isHint: true)
        }
        let known =
            labels.isEmpty
            ? "nobody is on its roster" : "its numbers are \(Phrases.names(labels, atMost: 16))"
        return KeepMessage(
            "nobody on \(team) has \(typed): nothing recorded; \(known)", .bad, isHint: true)
    }

    /// Several have the number.
    func several(_ typed: String, _ players: [PlayerDocument]) -> KeepMessage {
        let slotKey = keymap.name(of: .slot)
        let names = players.map { "\(slotKey)\(JerseyIndex.slotNumber($0)) \($0.name)" }
        return KeepMessage(
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
    func ending(of game: GameDocument, seenBy device: String) -> KeepMessage {
        let next = "\(keymap.name(of: .newGame)) next game"
        if game.state == .signed { return KeepMessage("official · \(next)", .good) }
        let hasSigned = game.signatures.contains { $0.device == device && $0.isAgreed }
        if hasSigned, !game.unsigned.isEmpty {
            return KeepMessage(
                "signed here, not yet by \(Phrases.names(game.unsigned)) · \(next)", .attention)
        }
        return KeepMessage("\(keymap.name(of: .sign)) signs · \(next)", .good)
    }

    /// What waits for somebody, a few words each.
    func notes(_ status: StatusDocument) -> [KeepMessage] {
        guard let game = status.game else { return [] }
        var notes: [KeepMessage] = []
        if game.held > 0 {
            notes.append(
                KeepMessage(
                    "\(keymap.name(of: .held)): \(Phrases.count(game.held, "held move"))",
                    .attention, short: "\(keymap.name(of: .held)): \(game.held) held"))
        }
        if let newer = status.newerGame {
            notes.append(
                KeepMessage(
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
                KeepMessage(
                    "\(key): \(Phrases.count(count, "player")) \(words)", .attention,
                    short: "\(key): \(count) \(short)"))
        }
        return notes
    }
}

/// A question that the desk asks, and what a yes does.
enum KeepQuestion: Hashable, Sendable {
    /// Whether the held copies of what was undone count instead.
    case acceptHeld(entries: [String], text: String)
    /// Whether the game ends at the score shown.
    case endGame(home: Int, away: Int)
    /// Whether the score shown is signed.
    case sign(home: Int, away: Int)
    /// Whether a period begins although the rules know better.
    case beginPeriod(text: String)
    /// Whether the same teams play again.
    case playAgain
    /// Whether the desk goes to a game that is on.
    case goTo(game: String)

    /// Whether the key of a new game begins another one instead.
    var offersNewGame: Bool {
        switch self {
        case .playAgain, .goTo: true
        case .acceptHeld, .endGame, .sign, .beginPeriod: false
        }
    }

    /// The question with the key that answers it.
    func text(game: GameDocument?, keeper: String, keymap: Keymap) -> String {
        let yes = keymap.name(of: .yes)
        let name = game?.name ?? "the game"
        return switch self {
        case .acceptHeld(_, let text): "\(text) \(yes) counts it"
        case .endGame(let home, let away): "end \(name) at \(home):\(away)? \(yes) ends it"
        case .sign(let home, let away):
            "sign \(name) at \(home):\(away) as \(keeper)? \(yes) signs it"
        case .beginPeriod(let text): "\(text); \(yes) begins it all the same"
        case .playAgain:
            "\(game?.title ?? "the same teams") again? \(yes) begins it with the same rosters, "
                + "\(keymap.name(of: .newGame)) another game"
        case .goTo(let next):
            "\(next) is on: \(yes) goes there, \(keymap.name(of: .newGame)) begins another game"
        }
    }
}

extension NewGameRequest {
    /// The same teams by the same rules, with the rosters that they had.
    init(again game: GameDocument) {
        let rules = game.rules
        self.init(
            home: TeamRequest(name: game.home.name), away: TeamRequest(name: game.away.name),
            rules: RulesRequest(
                preset: rules.preset, periods: rules.periods,
                periodSeconds: rules.periodSeconds ?? 0,
                overtimeSeconds: rules.overtimeSeconds ?? 0,
                overtimeTarget: rules.overtimeTarget ?? 0, target: rules.target ?? 0,
                lead: rules.lead, cap: rules.cap ?? 0,
                points: rules.points.isEmpty ? nil : rules.points,
                playersASide: rules.playersASide, penaltyFouls: rules.penaltyFouls ?? 0,
                secondPenaltyFouls: rules.secondPenaltyFouls ?? 0,
                overtimePenaltyFouls: rules.overtimePenaltyFouls ?? 0,
                foulLimit: rules.foulLimit ?? 0))
    }
}
