package import Documents

/// The score of one game, its clock and its periods.
package final class ScoreboardViewModel {
    private var reading: ClockDocument?

    // Input

    /// Takes the game as the daemon sees it; nil when the table has none. A device that `isAlone` may
    /// have meant to join a table.
    package func receive(_ game: GameDocument?, isAlone: Bool = false) {
        isEmpty.update(game == nil)
        guard let game else {
            placeholder.update(Self.noGame + (isAlone ? "; to join a table: scored join CODE" : ""))
            for text in [
                title, homeName, awayName, homeScore, awayScore, state, verdict, clock,
            ] {
                text.update("")
            }
            tone.update(.plain)
            periods.update(Grid())
            return
        }
        placeholder.update("")
        title.update(Phrases.line(game.name, game.rules.summary, Self.target(game)))
        homeName.update(game.home.name)
        awayName.update(game.away.name)
        homeScore.update("\(game.home.score)")
        awayScore.update("\(game.away.score)")
        state.update(Self.state(game))
        verdict.update(Self.verdict(game))
        tone.update(game.isProvisional ? .attention : game.isDecided ? .good : .plain)
        reading = game.clock
        clock.update(Self.clock(game.clock))
        periods.update(Self.periods(game))
    }

    /// Takes what the game clock shows between two documents; nothing where it never ran.
    func receive(time: String, isRunning: Bool) {
        guard var reading else { return }
        reading.text = time
        reading.isRunning = isRunning
        clock.update(Self.clock(reading))
    }

    // Output

    /// True when there is no game.
    package let isEmpty = Dynamic(true)
    /// What to say instead of a game.
    package let placeholder = Dynamic(ScoreboardViewModel.noGame)
    /// `hawks-owls-2 · to 15, lead 2`.
    package let title = Dynamic("")
    /// The home team.
    package let homeName = Dynamic("")
    /// The away team.
    package let awayName = Dynamic("")
    /// The home side's points.
    package let homeScore = Dynamic("")
    /// The away side's points.
    package let awayScore = Dynamic("")
    /// `live`, `decided: Hawks win · provisional: 2 held moves`.
    package let state = Dynamic("")
    /// The state without its reasons, for where they have no room: `live · provisional`.
    package let verdict = Dynamic("")
    /// How the state is meant.
    package let tone = Dynamic(Tone.plain)
    /// `Q3 04:12 running`; empty when the clock never ran.
    package let clock = Dynamic("")
    /// A row for each side, a column for each period; empty before the second.
    package let periods = Dynamic(Grid())

    /// No game until one is received.
    package init() {}

    static let noGame = "no game yet: scored new HAWKS OWLS"

    private static func target(_ game: GameDocument) -> String? {
        guard let target = game.target, target != game.rules.target else { return nil }
        return "target \(target)"
    }

    private static func verdict(_ game: GameDocument) -> String {
        Phrases.line(ending(game), game.isProvisional ? "provisional" : nil)
    }

    private static func ending(_ game: GameDocument) -> String {
        let winner = game.winnerName
        let verdict: String
        switch game.state {
        case .decided: verdict = winner.map { "decided: \($0) win" } ?? "decided: a draw"
        case .closed, .forfeit:
            verdict = game.state.word + (winner.map { ": \($0) win" } ?? "")
        case .signed:
            let ending = game.abandonedBecause.map { ", abandoned: \($0)" } ?? ""
            verdict = game.state.word + (winner.map { ": \($0) win" } ?? ending)
        case .abandoned:
            verdict = "abandoned" + (game.abandonedBecause.map { ": \($0)" } ?? "")
        case .scheduled, .live: verdict = game.state.word
        }
        return verdict
    }

    private static func state(_ game: GameDocument) -> String {
        let reasons =
            game.isProvisional
            ? "provisional" + (game.provisionalBecause.isEmpty ? "" : ": ")
                + Phrases.joined(game.provisionalBecause, by: ", ") : nil
        return Phrases.line(
            ending(game), reasons, held(game), signatures(game))
    }

    /// `2 held moves`; nil where the reasons say so already.
    private static func held(_ game: GameDocument) -> String? {
        let words = Phrases.count(game.held, "held move")
        return game.held == 0 || game.provisionalBecause.contains(words) ? nil : words
    }

    /// `signed by Cap Dee (mia), not yet by bo · result: amber-fox-river-stone`: the words while
    /// all agree, else each device that signed another score, with that score; nil before the first
    /// signature.
    private static func signatures(_ game: GameDocument) -> String? {
        guard let first = game.signatures.first else { return nil }
        let agreed = game.signatures.filter(\.isAgreed).map { signature in
            signature.name.lowercased() == signature.device.lowercased() || signature.name.isEmpty
                ? signature.device : "\(signature.name) (\(signature.device))"
        }
        let others = game.signatures.filter { !$0.isAgreed }.map {
            "\($0.device) signed \($0.home):\($0.away)"
        }
        let signed = agreed.isEmpty ? [] : ["signed by " + Phrases.names(agreed)]
        let unsigned = game.unsigned.isEmpty ? [] : ["not yet by " + Phrases.names(game.unsigned)]
        return Phrases.line(
            Phrases.joined(signed + others + unsigned, by: ", "),
            others.isEmpty ? "result: \(first.words)" : nil)
    }

    private static func clock(_ clock: ClockDocument?) -> String {
        clock.map {
            line(
                period: $0.periodLabel, reading: $0.text, isRunning: $0.isRunning,
                isEstimated: $0.isEstimated)
        } ?? ""
    }

    /// A reading of the game clock in words.
    static func line(
        period: String, reading: String, isRunning: Bool, isEstimated: Bool
    ) -> String {
        let motion = isRunning ? "running" : "stopped"
        let note = isEstimated ? " (estimated)" : ""
        return "\(period.isEmpty ? "" : period + " ")\(reading) \(motion)\(note)"
    }

    private static func periods(_ game: GameDocument) -> Grid {
        guard game.periods.count > 1 else { return Grid() }
        let columns =
            [Grid.Column("", isFlexible: true)]
            + game.periods.map { Grid.Column($0.label.isEmpty ? "reg" : $0.label, isNumber: true) }
            + [Grid.Column("total", isNumber: true)]
        let home = game.periods.map { "\($0.home)" }
        let away = game.periods.map { "\($0.away)" }
        return Grid(
            columns: columns,
            rows: [
                Grid.Row([game.home.name] + home + ["\(game.home.score)"]),
                Grid.Row([game.away.name] + away + ["\(game.away.score)"]),
            ])
    }
}
