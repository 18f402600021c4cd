import Documents

/// A question that the desk asks, and what a yes does.
enum DeskQuestion: Hashable, Sendable {
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
