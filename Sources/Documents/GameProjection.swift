import MoveLog
package import Scorebook

extension Projection {
    /// `reading` is the running clock's; without it the clock has the reading of its last entry. `rules` are those of the
    /// board, if they were made before.
    package func game(
        _ board: Scoreboard, reading: (elapsed: Duration, isEstimated: Bool)? = nil,
        isCurrent: Bool = false, rules: RulesDocument? = nil
    ) -> GameDocument {
        let line = table.game(board.id)
        let held = heldMoves(board)
        let time = CourtTime(board)
        var document = GameDocument(
            name: line?.slug ?? "", title: board.title,
            state: board.links?.unitedInto == nil ? GamePhase(board.state) : .united,
            rules: rules ?? RulesDocument(board.rules), home: side(.home, board, held, time),
            away: side(.away, board, held, time), periods: periods(board),
            clock: clock(board, reading),
            target: board.rules[.target] > 0 ? board.rules[.target] : nil,
            winner: board.winner.map { SideName($0) },
            isDecided: board.state.isSettled,
            moves: board.moveCount, held: held.count, copies: board.copyCount,
            uncompared: board.uncomparedPeriods.map { board.rules.name(ofPeriod: $0) },
            heldMoves: held.isEmpty ? nil : held,
            isCurrent: isCurrent,
            signatures: board.signatures.map { signature($0, board) },
            unsigned: names(board.unsigned), isOfficial: board.official != nil,
            lost: board.lost.map { lost($0, board) },
            afterSignOff: board.afterSignOff.map { name($0, in: board) },
            abandonedBecause: board.abandonReason,
            forfeit: board.forfeit.map(ForfeitDocument.init))
        document.setProvisional(because: provisionalReasons(board))
        return document
    }

    private func side(
        _ side: Side, _ board: Scoreboard, _ held: [HeldMove], _ time: CourtTime
    ) -> SideDocument {
        let team = board.teams[side]
        let penalty = board.penalty(of: side)
        var document = SideDocument(
            name: team.name, score: team.score, fouls: team.total[.foul],
            periodFouls: board.teamFouls(of: side, in: board.clock.period),
            isInPenalty: penalty != .none, isInSecondPenalty: penalty == .doubleBonus,
            timeouts: team.total[.timeout], players: team.players.map { player($0, board, held) },
            counts: team.teamCredited.counts)
        switch time.sides[side] {
        case .known(let stints, let hasTime):
            for (index, stint) in stints.enumerated() {
                document.players[index].plusMinus = stint.plusMinus
                if !board.state.isOver { document.players[index].isOnCourt = stint.isOnCourt }
                if hasTime { document.players[index].secondsPlayed = Int(stint.played / 1000) }
            }
        case .unknown(.notRecorded): break
        case .unknown(.count(let count, let period, let elapsed)):
            let clock = board.rules.clockLabel(.milliseconds(elapsed), period: period)
            let reason = Phrase(.onCourt, .number(count), .text(clock))
            document.minutesUnknown = Catalogue.english(reason, else: reason.code)
            document.minutesUnknownPhrase = reason
        }
        return document
    }

    private func player(
        _ line: PlayerLine, _ board: Scoreboard, _ held: [HeldMove]
    ) -> PlayerDocument {
        PlayerDocument(
            slot: line.slotText, number: line.number, name: line.title,
            points: line.tally.points, fouls: line.tally[.foul], counts: line.tally.counts,
            held: held.count { $0.player == line.slotText }, trackedBy: names(line.trackers),
            isActive: !line.isWithdrawn,
            mergedInto: line.mergedInto.flatMap(board.player)?.slotText)
    }

    /// Without trailing periods that have no points and that the clock did not reach: sources end a
    /// game with the mark of a period that was never played.
    func periods(_ board: Scoreboard) -> [PeriodDocument] {
        let home = board.teams.home.periodScores
        let away = board.teams.away.periodScores
        func points(_ scores: [Int], _ index: Int) -> Int {
            index < scores.count ? scores[index] : 0
        }
        let reached = board.clock.governing == nil ? 0 : board.clock.period
        var played = max(home.count, away.count, reached)
        while played > reached, points(home, played - 1) == 0, points(away, played - 1) == 0 {
            played -= 1
        }
        return (0..<played).map { index in
            PeriodDocument(
                number: index + 1, label: board.rules.label(ofPeriod: index + 1),
                home: points(home, index), away: points(away, index))
        }
    }

    /// Nil before the clock was set.
    package func clock(
        _ board: Scoreboard, _ reading: (elapsed: Duration, isEstimated: Bool)?
    ) -> ClockDocument? {
        guard board.clock.governing != nil else { return nil }
        let length = board.rules.length(ofPeriod: board.clock.period)
        var elapsed = max(.zero, reading?.elapsed ?? board.clock.elapsed)
        if let length { elapsed = min(elapsed, length) }
        let isOver = length.map { elapsed >= $0 } ?? false
        return ClockDocument(
            text: board.rules.clockText(elapsed, period: board.clock.period),
            milliseconds: Int(elapsed.wholeMilliseconds),
            remainingMilliseconds: length.map { Int(($0 - elapsed).wholeMilliseconds) },
            period: board.clock.period,
            periodLabel: board.rules.label(ofPeriod: board.clock.period),
            isRunning: board.clock.isRunning && !isOver,
            isEstimated: board.clock.isRunning && reading?.isEstimated ?? false)
    }
}

extension GameBrief {
    /// From the game's line and outline.
    package init(_ line: GameLine, _ outline: GameOutline, isCurrent: Bool) {
        self.init(
            name: line.slug, title: Scoreboard.title(outline.names),
            state: outline.unitedInto == nil ? GamePhase(outline.state) : .united,
            home: outline.score.home, away: outline.score.away, isCurrent: isCurrent,
            moves: outline.moveCount, createdWallMilliseconds: line.createdWall.milliseconds,
            forfeit: outline.forfeit.map(ForfeitDocument.init),
            abandonedBecause: outline.abandonReason)
    }
}

extension GamePhase {
    /// The phase of a state of the fold.
    package init(_ state: GameState) {
        switch state {
        case .scheduled: self = .scheduled
        case .live: self = .live
        case .decided: self = .decided
        case .closed: self = .closed
        case .forfeit: self = .forfeit
        case .abandoned: self = .abandoned
        case .signed: self = .signed
        }
    }
}

extension Scoreboard {
    /// `Hawks - Owls`.
    var title: String { Self.title(Sides(home: teams.home.name, away: teams.away.name)) }

    static func title(_ names: Sides<String>) -> String { "\(names.home) - \(names.away)" }
}

extension Tally {
    /// By the words of the command line, without zeroes.
    var counts: Counts {
        var counts = Counts()
        for (name, stats) in Self.names {
            var sum = 0
            for stat in stats { sum += self[stat] }
            if sum != 0 { counts.append(name, sum) }
        }
        return counts
    }

    private static let names: [(String, [Stat])] = unordered.sorted { $0.0 < $1.0 }

    private static let unordered: [(String, [Stat])] = [
        ("onePoint", [.onePointMade]), ("twoPoints", [.twoPointsMade]),
        ("threePoints", [.threePointsMade]), ("freeThrow", [.freeThrowMade]),
        (
            "miss",
            [.onePointMissed, .twoPointsMissed, .threePointsMissed, .freeThrowMissed, .otherMissed]
        ),
        ("missedOne", [.onePointMissed]), ("missedTwo", [.twoPointsMissed]),
        ("missedThree", [.threePointsMissed]), ("missedFreeThrow", [.freeThrowMissed]),
        ("assist", [.assist]),
        ("rebound", [.offensiveRebound, .defensiveRebound, .otherRebound]),
        ("offensiveRebound", [.offensiveRebound]), ("defensiveRebound", [.defensiveRebound]),
        ("foul", [.foul]), ("technicalFoul", [.technicalFoul]), ("foulDrawn", [.foulDrawn]),
        ("steal", [.steal]), ("block", [.block]), ("blocked", [.blocked]),
        ("turnover", [.turnover]), ("violation", [.violation]), ("timeout", [.timeout]),
    ]
}
