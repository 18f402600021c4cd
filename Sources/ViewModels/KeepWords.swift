import Documents

/// One line for the keeper.
package struct KeepMessage: Hashable, Sendable {
    /// A sentence; empty for none.
    package var text = ""
    package var tone = Tone.plain
    /// A shorter text for a narrow screen, the key first.
    package var short: String
    /// True for a message about a key without effect; it lasts until the next key.
    package var isHint: Bool

    package init(
        _ text: String = "", _ tone: Tone = .plain, short: String? = nil, isHint: Bool = false
    ) {
        self.text = text
        self.tone = tone
        self.short = short ?? text
        self.isHint = isHint
    }
}

/// A step from nothing to the first basket.
package struct KeepStep: Hashable, Sendable {
    package let key: String
    package let text: String
    package var isDone = false
}

/// The texts of the keep screen, with the keys of the keymap.
struct KeepWords {
    let keymap: Keymap

    func hint(_ hint: EntryGrammar.Hint) -> KeepMessage {
        let text =
            switch hint {
            case .noPlayer(.slot):
                "type the digits of the roster line after \(keymap.name(of: .slot))"
            case .noPlayer(let action):
                "type the number first, then \(keymap.name(of: action)) for \(action.text)"
            case .noPlayerWanted(let action):
                "a time-out belongs to the team; the number is cleared: press "
                    + "\(keymap.name(of: action)) alone"
            case .digitHeld(let digit):
                "\(digit) was held down; the number is cleared: type it again"
            case .tooLong: "that number is too long; it is cleared: type it again"
            case .badPoints:
                "after \(keymap.name(of: .points)) only 1, 2 or 3 is possible; the input is cleared"
            case .correcting: "a correction is open: Enter sends it, Escape cancels it"
            case .nothingToCorrect: "nothing to correct yet: type a number, a letter or both"
            case .correctionLeft: "correction cancelled; nothing was changed"
            }
        return KeepMessage(text, hint == .correctionLeft ? .plain : .attention, isHint: true)
    }

    func held(_ key: Key) -> KeepMessage {
        KeepMessage("\(KeyName.text(key)) was held down: recorded once", .attention, isHint: true)
    }

    func unknown(_ key: Key) -> KeepMessage {
        KeepMessage(
            "\(KeyName.text(key)) does nothing here, nothing was recorded; "
                + "\(keymap.name(of: .help)) shows the keys", .attention, isHint: true)
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
            ? "its roster is empty" : "its numbers are \(Phrases.names(labels, atMost: 16))"
        return KeepMessage(
            "nobody on \(team) has \(typed); nothing was recorded; \(known)", .bad, isHint: true)
    }

    func several(_ typed: String, _ players: [PlayerDocument]) -> KeepMessage {
        let slotKey = keymap.name(of: .slot)
        let names = players.map { "\(slotKey)\(JerseyIndex.slotNumber($0)) \($0.name)" }
        return KeepMessage(
            "\(typed) could be \(Phrases.names(names)); nothing was recorded; type \(slotKey) and the "
                + "roster line",
            .attention, isHint: true)
    }

    /// The most important keys.
    func keys(
        hasGame: Bool, isCorrecting: Bool, isWriting: Bool, isPicked: Bool
    ) -> String {
        if isWriting { return "Enter records the note · Escape cancels it" }
        if isCorrecting {
            return "type a number, a letter or both · Enter corrects · Escape cancels"
        }
        func key(_ action: KeyAction) -> String { keymap.name(of: action) }
        if isPicked {
            return
                "\(key(.void)) void · \(key(.fix)) fix · Up Down other lines · Escape back"
        }
        if !hasGame {
            return "\(key(.newGame)) new game · \(key(.invite)) invite · "
                + "\(key(.overview)) overview · \(key(.help)) keys · \(key(.quit)) quit"
        }
        return "\(key(.help)) keys · 7\(key(.twoPoints)) two · 7\(key(.foul)) foul · Tab side · "
            + "\(key(.undo)) undo · Up line · \(key(.overview)) overview · \(key(.quit)) quit · "
            + "7\(key(.onePoint)) one · \(key(.clock)) clock"
    }

    /// What a new table does first.
    func steps(_ status: StatusDocument) -> [KeepStep] {
        func key(_ action: KeyAction) -> String { keymap.name(of: action) }
        return [
            KeepStep(key: key(.newGame), text: "a new game"),
            KeepStep(
                key: key(.invite), text: "invite the others", isDone: !status.peers.isEmpty),
            KeepStep(key: key(.takeOver), text: "choose whose moves you type"),
            KeepStep(key: "7\(key(.twoPoints))", text: "two points of number 7"),
        ]
    }

    /// The next step in a game that is over.
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

    /// The key that restores a voided entry, which cannot be fixed or voided again.
    func voided(_ entry: EntryDocument, isFixing: Bool) -> String {
        let because = entry.because.map { " \($0)" } ?? ""
        let key = keymap.name(of: .void)
        return isFixing
            ? "\(entry.name) is voided\(because): \(key) on that line restores it, then "
                + "\(keymap.name(of: .fix)) fixes it"
            : "\(entry.name) is already voided\(because): \(key) on that line restores it"
    }

    var noGame: String { "there is no game yet; \(keymap.name(of: .newGame)) creates one" }

    /// The keys for a device that tracks no player yet.
    func claim(of side: SideName, in game: GameDocument) -> KeepMessage {
        let keepers = Set(game.participants(on: side).flatMap(\.trackedBy)).sorted()
        let too = keepers.isEmpty ? "" : " together with \(Phrases.names(keepers))"
        let team = game.teamName(of: side)
        let chooses = "\(keymap.name(of: .takeOver)) chooses"
        return KeepMessage(
            "you track no players: Enter tracks \(team)\(too), \(chooses)", .attention,
            short: "\(chooses), Enter tracks \(team)")
    }

    /// Open tasks, in a few words each.
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
                    "\(keymap.name(of: .games)): a newer game is live: \(newer)", .attention,
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
            (untracked, "not tracked", "untracked"),
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

/// A question on the keep screen, with what a yes needs.
enum KeepQuestion: Hashable, Sendable {
    /// Count the held copies of a move that was undone?
    case acceptHeld(entries: [String], text: String)
    /// End the game at this score?
    case endGame(home: Int, away: Int)
    /// Sign this score?
    case sign(home: Int, away: Int)
    /// Begin a period against the rules?
    case beginPeriod(text: String)
    /// Play again with the same teams?
    case playAgain
    /// Go to a game that is live?
    case goTo(game: String)

    /// True if the key of a new game creates another game instead of answering no.
    var offersNewGame: Bool {
        switch self {
        case .playAgain, .goTo: true
        case .acceptHeld, .endGame, .sign, .beginPeriod: false
        }
    }

    /// The question, with the key that answers it.
    func text(game: GameDocument?, keeper: String, keymap: Keymap) -> String {
        let yes = keymap.name(of: .yes)
        let name = game?.name ?? "the game"
        return switch self {
        case .acceptHeld(_, let text): "\(text) \(yes) counts it"
        case .endGame(let home, let away): "end \(name) at \(home):\(away)? \(yes) ends it"
        case .sign(let home, let away):
            "sign \(name) at \(home):\(away) as \(keeper)? \(yes) signs it"
        case .beginPeriod(let text): "\(text); \(yes) begins it anyway"
        case .playAgain:
            "play \(game?.title ?? "the same teams") again? \(yes) starts with the same rosters, "
                + "\(keymap.name(of: .newGame)) creates another game"
        case .goTo(let next):
            "\(next) is live: \(yes) goes there, \(keymap.name(of: .newGame)) creates another game"
        }
    }
}

extension NewGameRequest {
    /// The same teams and rules, without rosters: the daemon copies those of the last game.
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
