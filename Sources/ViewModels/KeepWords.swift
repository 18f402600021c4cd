import Documents

/// One line for the keeper.
package struct KeepMessage: Hashable, Sendable {
    /// A sentence; empty for none.
    package var text = ""
    package var tone = Tone.plain
    /// A shorter text for a narrow screen, the action first.
    package var short: String
    /// True for a message about a deed without effect; it lasts until the next deed.
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

package struct KeepScore: Hashable, Sendable {
    /// Empty without a game.
    package var home = ""
    /// `12 : 9`; empty without a game.
    package var score = ""
    package var away = ""

    init() {}

    init(_ game: GameDocument) {
        home = game.teamName(of: .home)
        score = game.scoreText
        away = game.teamName(of: .away)
    }
}

/// The texts of the desk, with the view's names of actions.
struct KeepWords {
    let names: ActionNames

    /// The next step in a game that is over.
    func ending(of game: GameDocument, seenBy device: String) -> KeepMessage {
        let next = "\(names(.newGame)) next game"
        let result = game.signatures.first(where: \.isAgreed)?.words ?? ""
        if game.state == .signed {
            return KeepMessage(
                Phrases.line("official", "result: \(result)", next), .good,
                short: Phrases.line("official", result))
        }
        let hasSigned = game.signatures.contains { $0.device == device && $0.isAgreed }
        if hasSigned, !game.unsigned.isEmpty {
            return KeepMessage(
                "signed here, not yet by \(Phrases.names(game.unsigned)) · \(next)", .attention)
        }
        return KeepMessage("\(names(.sign)) signs · \(next)", .good)
    }

    /// The way back for a voided entry, which cannot be fixed or voided again.
    func voided(_ entry: EntryDocument, isFixing: Bool) -> String {
        let already = "\(entry.name) is already voided"
        // Otherwise it is voided together with another entry.
        guard let because = entry.because, because.hasPrefix("by ") else {
            return Phrases.line(already, entry.because)
        }
        return "\(already): pick \(because.dropFirst(3)), then \(names(.void)) restores it"
            + (isFixing ? " and \(names(.fix)) fixes it" : "")
    }

    /// The actions of a device that tracks no player yet.
    func claim(of side: SideName, in game: GameDocument) -> KeepMessage {
        let keepers = Set(game.participants(on: side).flatMap(\.trackedBy)).sorted()
        let too = keepers.isEmpty ? "" : " together with \(Phrases.names(keepers))"
        let team = game.teamName(of: side)
        let chooses = "\(names(.takeOver)) chooses"
        let tracks = "\(names(.choose)) tracks"
        return KeepMessage(
            "you track no players: \(tracks) \(team)\(too), \(chooses)", .attention,
            short: "\(chooses), \(tracks) \(team)")
    }

    /// The moves about which the keeper has to decide; empty if there are none.
    func refused(_ count: Int) -> [KeepMessage] {
        guard count > 0 else { return [] }
        return [
            KeepMessage(
                "\(Phrases.count(count, "move")) NOT recorded: pick the line, \(names(.yes)) records, "
                    + "\(names(.void)) drops", .bad, short: "\(count) NOT recorded")
        ]
    }

    /// Open tasks, in a few words each.
    func notes(_ status: StatusDocument) -> [KeepMessage] {
        guard let game = status.game else { return [] }
        var notes: [KeepMessage] = []
        if game.held > 0 {
            notes.append(
                KeepMessage(
                    "\(names(.held)): \(Phrases.count(game.held, "held move"))",
                    .attention, short: "\(names(.held)): \(game.held) held"))
        }
        if let newer = status.newerGame {
            notes.append(
                KeepMessage(
                    "\(names(.games)): a newer game is live: \(newer)", .attention,
                    short: "\(names(.games)): newer game"))
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
            let action = names(.takeOver)
            notes.append(
                KeepMessage(
                    "\(action): \(Phrases.count(count, "player")) \(words)", .attention,
                    short: "\(action): \(count) \(short)"))
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

    /// True if the action of a new game creates another game instead of answering no.
    var offersNewGame: Bool {
        switch self {
        case .playAgain, .goTo: true
        case .acceptHeld, .endGame, .sign, .beginPeriod: false
        }
    }

    /// True if moves that are not recorded would be missing from what a yes confirms.
    var isOfResult: Bool {
        switch self {
        case .endGame, .sign: true
        case .acceptHeld, .beginPeriod, .playAgain, .goTo: false
        }
    }

    /// The question, with the action that says yes.
    func text(game: GameDocument?, keeper: String, names: ActionNames) -> String {
        let yes = names(.yes)
        let name = game?.name ?? "the game"
        return switch self {
        case .acceptHeld(_, let text): "\(text) \(yes) counts it"
        case .endGame(let home, let away): "end \(name) at \(home):\(away)? \(yes) ends it"
        case .sign(let home, let away):
            "sign \(name) at \(home):\(away) as \(keeper)? \(yes) signs it"
        case .beginPeriod(let text): "\(text); \(yes) begins it anyway"
        case .playAgain:
            "play \(game?.title ?? "the same teams") again? \(yes) starts with the same rosters, "
                + "\(names(.newGame)) creates another game"
        case .goTo(let next):
            "\(next) is live: \(yes) goes there, \(names(.newGame)) creates another game"
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
