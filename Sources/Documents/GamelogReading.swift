package import Scorebook

/// Makes requests of the lines of a `gamelog/1` file: player IDs become slots, and the clock of the
/// whole game the clock of each period. Only the running score of the source is dropped: the fold
/// computes it.
package struct GamelogReading: Sendable {
    private let header: GamelogHeader
    private var slots: [String: String] = [:]

    /// Throws for another format, and for a player that is listed twice.
    package init(header: GamelogHeader) throws(APIError) {
        guard header.format == "gamelog/1" else {
            throw .unfit(
                "the file's format is \(shown(header.format)), not gamelog/1; nothing was imported")
        }
        if let date = header.date, !WallText.isDate(date) {
            throw .unfit("date", found: date, allowed: "a day as in 2026-03-14")
        }
        self.header = header
        var counts: [SideName: Int] = [:]
        for player in header.players {
            let number = counts[player.team, default: 0] + 1
            counts[player.team] = number
            let slot = "\(player.team == .home ? "h" : "a")#\(number)"
            _ = try player.number.map(JerseyNumber.read)
            guard slots.updateValue(slot, forKey: player.id) == nil else {
                throw .unfit(
                    "two players of the header have the ID \(shown(player.id)); nothing was imported"
                )
            }
        }
    }

    /// With both rosters in the order of their slots.
    package var game: NewGameRequest {
        NewGameRequest(
            home: TeamRequest(name: header.home, roster: roster(of: .home)),
            away: TeamRequest(name: header.away, roster: roster(of: .away)),
            rules: RulesRequest(
                preset: header.rules.preset ?? (header.league == "NBA" ? "nba" : nil),
                periods: header.rules.periods,
                periodSeconds: header.rules.periodSeconds,
                overtimeSeconds: header.rules.overtimeSeconds,
                overtimeTarget: others?.overtimeTarget, target: header.rules.target,
                lead: header.rules.lead, cap: header.rules.cap, points: others?.points,
                playersASide: others?.playersASide, penaltyFouls: others?.penaltyFouls,
                secondPenaltyFouls: others?.secondPenaltyFouls,
                overtimePenaltyFouls: others?.overtimePenaltyFouls, foulLimit: others?.foulLimit,
                forfeitAward: others?.forfeitAward, defaultAward: others?.defaultAward),
            date: header.date, source: header.id)
    }

    /// Those of the game; throws for an unknown preset.
    package var rules: Rules {
        get throws(APIError) { try (game.rules ?? RulesRequest()).rules(default: .pickup) }
    }

    private var others: GamelogOtherRules? { header.rules.others }

    /// The end of a game that no score tells.
    package var ending: GamelogEnding? { header.ending }

    /// True if the header has a result, or a step marks the end.
    package func isEnded(_ steps: [ImportStep]) -> Bool {
        header.final != nil || steps.contains { $0.kind == "gameEnd" }
    }

    /// The game clock at the end of the file; nil if the header does not have it.
    package var clock: ImportClock? {
        get throws(APIError) {
            guard let clock = header.clock else { return nil }
            let elapsed = try elapsed(clock.t, in: clock.period)
            return ImportClock(period: clock.period, milliseconds: elapsed)
        }
    }

    /// Rounded to milliseconds: finer digits come from the source's arithmetic with tenths.
    private func elapsed(_ t: Double, in period: Int) throws(APIError) -> Int {
        let bound = Double(DocumentsLimits.periodsMax * DocumentsLimits.periodSecondsMax)
        guard (0...bound).contains(t) else {
            throw .unfit("t", found: "\(t)", allowed: "seconds since the tip-off")
        }
        return Int((t * 1000).rounded()) - header.rules.millisecondsBefore(period: period)
    }

    /// The difference between the totals of the header and the steps, in words; nil without one,
    /// and without totals. A game that did not end by its score is checked by the number of events
    /// only.
    package func doubt(of steps: [ImportStep]) -> String? {
        let end =
            steps.last.map { last -> String in
                let length =
                    last.period > header.rules.periods
                    ? header.rules.overtimeSeconds : header.rules.periodSeconds
                let clock = last.elapsedMilliseconds.map {
                    " at " + ClockText.print(.milliseconds(length > 0 ? 1000 * length - $0 : $0))
                }
                return "the last is in period \(last.period)\(clock ?? "")"
            } ?? "none follows"
        if let events = header.events, events != steps.count {
            return "\(steps.count) of \(events) events are there; \(end)"
        }
        let periods = header.periods.map { scores in
            GamelogScore(
                home: scores.reduce(0) { $0 &+ $1.home }, away: scores.reduce(0) { $0 &+ $1.away })
        }
        guard header.ending == nil, let whole = header.final ?? periods else { return nil }
        var found = GamelogScore(home: 0, away: 0)
        for step in steps { add(step, to: &found) }
        guard found != whole else { return nil }
        return "its events come to \(found.home):\(found.away), and its first line says "
            + "\(whole.home):\(whole.away); \(end)"
    }

    /// The first player whose made shots differ from the official box score of the header, in words;
    /// nil if none does.
    package func boxDoubt(of steps: [ImportStep]) -> String? {
        var points: [String: Int] = [:]
        for step in steps {
            guard let slot = step.player, let worth = worth(of: step) else { continue }
            points[slot] = points[slot, default: 0] &+ worth
        }
        for player in header.players where header.boxTeams?.contains(player.team) == true {
            guard let official = header.box?[player.id]?.pts, let slot = slots[player.id] else {
                continue
            }
            let found = points[slot, default: 0]
            if found != official {
                return "its first line gives \(shown(player.name)) "
                    + "\(Phrases.count(official, "point")), but the made shots add up to \(found)"
            }
        }
        return nil
    }

    /// The points of a made shot; nil for any other step.
    private func worth(of step: ImportStep) -> Int? {
        let usual = ["onePoint": 1, "twoPoints": 2, "threePoints": 3, "freeThrow": 1]
        return usual[step.kind].map { step.points ?? others?.points?[step.kind] ?? $0 }
    }

    /// Adds a step to the running score.
    package func add(_ step: ImportStep, to score: inout GamelogScore) {
        let worth = worth(of: step) ?? 0
        switch step.side {
        case .home: score.home &+= worth
        case .away: score.away &+= worth
        case nil: break
        }
    }

    /// An event as a step; throws for a player that the header does not have.
    package func step(_ event: GamelogEvent) throws(APIError) -> ImportStep {
        let players = try event.players.map { ids throws(APIError) in try ids.map(slot) }
        var step = ImportStep(
            kind: event.kind, side: event.team,
            player: try event.player.map(slot),
            points: event.points, detail: event.side ?? event.of, type: event.type,
            period: event.period, players: players, note: event.raw)
        let elapsed = try elapsed(event.t, in: event.period)
        if event.unread != true { step.elapsedMilliseconds = elapsed }
        return step
    }

    private func roster(of side: SideName) -> [RosterPlayer] {
        header.players.filter { $0.team == side }
            .map { RosterPlayer(number: $0.number, name: $0.name) }
    }

    private func slot(_ id: String) throws(APIError) -> String {
        guard let slot = slots[id] else {
            throw .unfit("the header has no player with the ID \(shown(id)); nothing was imported")
        }
        return slot
    }
}

extension GamelogRules {
    /// Seconds since the tip-off at a reading in milliseconds of a period.
    package func seconds(of elapsed: Int64, in period: Int) -> Double {
        Double(elapsed + Int64(millisecondsBefore(period: period))) / 1000
    }

    /// Whole periods and overtimes before a period; bounded, so that no number from outside traps.
    func millisecondsBefore(period: Int) -> Int {
        func bounded(_ seconds: Int) -> Int {
            min(max(seconds, 0), DocumentsLimits.periodSecondsMax)
        }
        let before = min(max(period, 1) - 1, DocumentsLimits.periodsMax)
        let regular = min(before, min(max(periods, 0), DocumentsLimits.periodsMax))
        return 1000
            * (regular * bounded(periodSeconds) + (before - regular) * bounded(overtimeSeconds))
    }
}

extension ImportStep {
    /// The move that a keeper would record; nil for a mark of the source, and for a step that is
    /// neither side's.
    package var move: MoveRequest? {
        guard let side, let meaning = GamelogWord.read(kind: kind, side: detail, of: detail),
            let word = MoveWord.name(meaning.kind, meaning.variant)
        else { return nil }
        return MoveRequest(
            player: player ?? side.rawValue, kind: word, points: points, detail: type,
            period: period, clockSeconds: clockSeconds, clockMilliseconds: clockMilliseconds)
    }
}

/// The words of `gamelog/1` for kinds of moves, in both directions.
package enum GamelogWord {
    /// The `kind`, and the `side` or `of`, of each variant.
    private static let variants: [(variant: Variant, kind: String, detail: String?)] = [
        (.comingIn, "subIn", nil), (.goingOut, "subOut", nil),
        (.offensive, "rebound", "offensive"), (.defensive, "rebound", "defensive"),
        (.ofOnePoint, "miss", "onePoint"), (.ofTwoPoints, "miss", "twoPoints"),
        (.ofThreePoints, "miss", "threePoints"), (.ofFreeThrow, "miss", "freeThrow"),
    ]

    /// The meaning of an event; nil for a kind that the format does not have. A detail that does
    /// not fit the kind is ignored.
    package static func read(
        kind: String, side: String? = nil, of: String? = nil
    ) -> MoveWord.Meaning? {
        guard let kind = PlainText.ascii(kind) else { return nil }
        let detail = (kind == "miss" ? of : side).flatMap { PlainText.ascii($0) }
        let variant = variants.first {
            $0.kind == kind && ($0.detail == nil || $0.detail == detail)
        }
        if kind == "subIn" || kind == "subOut" {
            return MoveWord.Meaning(kind: .substitution, variant: variant?.variant)
        }
        return kinds[kind].map { MoveWord.Meaning(kind: $0, variant: variant?.variant) }
    }

    /// By the name in the format, once for all: making a name of a case is slow.
    private static let kinds = Dictionary(
        uniqueKeysWithValues: MoveKind.allCases.map { ("\($0)", $0) })

    package static func write(_ move: Move) -> (kind: String, side: String?, of: String?) {
        guard let row = variants.first(where: { $0.variant == move.variant }) else {
            return ("\(move.kind)", nil, nil)
        }
        return row.kind == "miss" ? ("miss", nil, row.detail) : (row.kind, row.detail, nil)
    }
}
