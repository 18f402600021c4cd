package import Documents

package final class ScoreboardViewModel {
    private let words: Catalogue
    private var reading: ClockDocument?
    private let runningClock: RunningClock?
    private var bindings: [Binding] = []

    // Input

    /// A nil game clears it. The placeholder of a device that `isAlone` also says how to join a
    /// table.
    package func receive(_ game: GameDocument?, isAlone: Bool = false) {
        isEmpty.update(game == nil)
        guard let game else {
            placeholder.update(Self.noGame(orJoin: isAlone, in: words))
            for text in [
                title, homeName, awayName, score, homeScore, awayScore, state, verdict, phase,
                clock, ending,
            ] {
                text.update("")
            }
            tone.update(.plain)
            periods.update(Grid())
            showClock(of: nil)
            return
        }
        placeholder.update(Advice())
        title.update(Phrases.line(game.name, game.rules.summary, target(game)))
        homeName.update(game.teamName(of: .home, in: words))
        awayName.update(game.teamName(of: .away, in: words))
        score.update(game.scoreText)
        homeScore.update("\(game.home.score)")
        awayScore.update("\(game.away.score)")
        state.update(state(game))
        verdict.update(
            Phrases.line(ending(game), game.isProvisional ? words(.provisional) : nil))
        phase.update(phase(game))
        ending.update(game.endingText(in: words))
        tone.update(game.isProvisional ? .attention : game.isDecided ? .good : .plain)
        periods.update(periods(game))
        // Last: a listener draws the rest too.
        showClock(of: game)
    }

    private func showClock(of game: GameDocument?) {
        reading = game?.clock
        runningClock?.receive(game)
        showClock()
    }

    private func showClock() {
        guard let reading else { return clock.update("") }
        clock.update(
            Self.line(
                period: reading.periodLabel, reading: runningClock?.text.value ?? reading.text,
                isRunning: runningClock?.isRunning.value ?? reading.isRunning,
                isEstimated: reading.isEstimated, in: words))
    }

    // Output

    package let isEmpty = Dynamic(true)
    /// The text shown instead of a game; empty if there is one.
    package let placeholder: Dynamic<Advice>
    /// `hawks-owls-2 · to 15, lead 2`.
    package let title = Dynamic("")
    /// The team's name; for an unnamed team the side.
    package let homeName = Dynamic("")
    package let awayName = Dynamic("")
    /// `12 : 9`.
    package let score = Dynamic("")
    package let homeScore = Dynamic("")
    package let awayScore = Dynamic("")
    /// `live`, `decided: Hawks win · provisional: 2 open questions`.
    package let state = Dynamic("")
    /// The state without its reasons, for a narrow screen: `live · provisional`.
    package let verdict = Dynamic("")
    /// The verdict without names: `provisional` for a live game, `decided`, `official`.
    package let phase = Dynamic("")
    /// `forfeit by Owls: Hawks win 20:0`, `abandoned`; empty for any other game.
    package let ending = Dynamic("")
    package let tone = Dynamic(Tone.plain)
    /// `Q3 04:12 running`; empty if the clock never ran.
    package let clock = Dynamic("")
    /// One row per side, one column per period; empty in the first period.
    package let periods = Dynamic(Grid())

    /// With a timekeeper the game clock runs between two statuses.
    package init(on timekeeper: (any Timekeeper)? = nil, words: Catalogue = .english) {
        self.words = words
        placeholder = Dynamic(Self.noGame(in: words))
        runningClock = timekeeper.map(RunningClock.init)
        guard let runningClock else { return }
        bindings = [
            runningClock.text.bind { [unowned self] _ in showClock() },
            runningClock.isRunning.bind { [unowned self] _ in showClock() },
        ]
    }

    static func noGame(orJoin: Bool = false, in words: Catalogue = .english) -> Advice {
        Advice(words(.noGameYet), .createGame(orJoin: orJoin))
    }

    private func target(_ game: GameDocument) -> String? {
        guard let target = game.target, target != game.rules.target else { return nil }
        return words(.target(target))
    }

    private func phase(_ game: GameDocument) -> String {
        let phase = game.phaseWord(in: words)
        guard game.isProvisional else { return phase }
        return Phrases.line(game.state == .live ? nil : phase, words(.provisional))
    }

    private func ending(_ game: GameDocument) -> String {
        if game.forfeit != nil {
            return Phrases.joined(
                (game.state == .signed ? [words(game.state.term)] : [])
                    + [game.verdictText(in: words)], by: ", ")
        }
        let winner = game.winnerName.map { ": " + words(.win($0)) }
        let reason = game.abandonedBecause.map { $0.isEmpty ? "" : ": \($0)" }
        let ending: String? =
            switch game.state {
            case .decided: winner ?? ": " + words(.draw)
            case .closed, .forfeit: winner
            case .signed: winner ?? reason.map { ", \(words(.abandoned))\($0)" }
            case .abandoned: reason
            case .scheduled, .live, .united: nil
            }
        return words(game.state.term) + (ending ?? "")
    }

    private func state(_ game: GameDocument) -> String {
        let reasons =
            game.isProvisional
            ? words(.provisional) + (game.provisionalBecause.isEmpty ? "" : ": ")
                + Phrases.joined(game.provisionalBecause(in: words), by: ", ") : nil
        return Phrases.line(ending(game), reasons, questions(game), signatures(game))
    }

    /// `2 open questions`; nil if the reasons mention them.
    private func questions(_ game: GameDocument) -> String? {
        game.openQuestions(in: words).flatMap {
            game.provisionalBecause(in: words).contains($0) ? nil : $0
        }
    }

    /// `signed by Cap Dee (mia), not yet by bo · result: amber-fox-river-stone`. The words are
    /// shown while all signatures agree; otherwise each device that signed another score is named
    /// with it. Nil before the first signature.
    private func signatures(_ game: GameDocument) -> String? {
        guard let first = game.signatures.first else { return nil }
        let agreed = game.signatures.filter(\.isAgreed).map { signature in
            signature.name.lowercased() == signature.device.lowercased() || signature.name.isEmpty
                ? signature.device : "\(signature.name) (\(signature.device))"
        }
        let others = game.signatures.filter { !$0.isAgreed }.map {
            words(.signedScore($0.device, "\($0.home):\($0.away)"))
        }
        let signed = agreed.isEmpty ? [] : [words(.signedBy(words.names(agreed)))]
        let unsigned = game.unsigned.isEmpty ? [] : [words(.notYetBy(words.names(game.unsigned)))]
        return Phrases.line(
            Phrases.joined(signed + others + unsigned, by: ", "),
            others.isEmpty ? words(.resultWords(first.words)) : nil)
    }

    /// `Q3 04:12 running (estimated)`.
    static func line(
        period: String, reading: String, isRunning: Bool, isEstimated: Bool, in words: Catalogue
    ) -> String {
        let motion = words(isRunning ? .running : .stopped)
        let line = "\(period.isEmpty ? "" : period + " ")\(reading) \(motion)"
        return isEstimated ? words(.estimatedNote(line)) : line
    }

    private func periods(_ game: GameDocument) -> Grid {
        guard game.periods.count > 1 else { return Grid() }
        let columns =
            [Grid.Column("", isFlexible: true)]
            + game.periods.map {
                Grid.Column($0.label.isEmpty ? words(.regulation) : $0.label, isNumber: true)
            }
            + [Grid.Column(words(.total), isNumber: true)]
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
