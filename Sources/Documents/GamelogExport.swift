package import Scorebook

/// Where an imported game comes from, as the note that goes into the log beside it.
package struct GamelogOrigin: Hashable, Sendable {
    /// The game's ID at its source.
    package var source: String?
    /// The day it was played.
    package var date: String?

    /// Joins the two.
    package init(source: String?, date: String?) {
        self.source = source
        self.date = date
    }

    /// `source nba-0021600270, played 2016-11-30`; empty where nothing is known.
    package var text: String {
        [source.map { "source \($0)" }, date.map { "played \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// Reads such a note; nil for any other.
    package init?(text: String) {
        var rest = text[...]
        var date: String?
        if let range = Self.lastRange(of: "played ", in: rest),
            rest[range.upperBound...].count == 10
        {
            date = String(rest[range.upperBound...])
            rest = rest[..<range.lowerBound]
            if rest.hasSuffix(", ") { rest.removeLast(2) }
        }
        let hasSource = rest.hasPrefix("source ")
        guard hasSource || (rest.isEmpty && date != nil) else { return nil }
        self.init(source: hasSource ? String(rest.dropFirst(7)) : nil, date: date)
    }

    private static func lastRange(
        of word: String, in text: Substring
    ) -> Range<Substring.Index>? {
        var index = text.endIndex
        while index > text.startIndex {
            index = text.index(before: index)
            if text[index...].hasPrefix(word) {
                return index..<text.index(index, offsetBy: word.count)
            }
        }
        return nil
    }
}

extension Projection {
    /// The header of a game's `gamelog/1`: players go by their slots, and what was found stands where
    /// a league's file has what is official. `final` is there once the game is over or decided.
    package func gamelogHeader(_ board: Scoreboard) -> GamelogHeader {
        let slug = table.game(board.id)?.slug ?? ""
        let origin = board.origin
        let players = board.players.filter { $0.mergedInto == nil }
        return GamelogHeader(
            format: "gamelog/1", id: origin?.source ?? slug,
            date: origin?.date ?? WallText.date(board.createdWall), home: board.teams.home.name,
            away: board.teams.away.name, rules: GamelogRules(board.rules),
            players: players.map {
                GamelogPlayer(
                    id: $0.slotText, name: $0.name, team: SideName($0.side),
                    number: $0.number.isEmpty ? nil : $0.number)
            },
            final: board.state.isSettled
                ? GamelogScore(home: board.score.home, away: board.score.away) : nil,
            ending: GamelogEnding(board),
            periods: periods(board).map { GamelogScore(home: $0.home, away: $0.away) },
            box: box(board), boxTeams: [.home, .away])
    }

    /// Every live move as an event, in the table's order. A move without a reading stands at the one
    /// before it in its period.
    package func gamelogEvents(_ board: Scoreboard) throws(DocumentsError) -> [GamelogEvent] {
        let reading = try GamelogReading(header: gamelogHeader(board))
        var readings: [Int: Int64] = [:]
        var events: [GamelogEvent] = []
        for entry in board.timeline where entry.isLive {
            guard let move = entry.move else { continue }
            let elapsed = move.elapsed?.wholeMilliseconds ?? readings[move.period] ?? 0
            readings[move.period] = elapsed
            let t = reading.seconds(of: elapsed, in: move.period)
            var event = GamelogEvent(move, t: t, in: board)
            if move.kind.isScoring { event.score = [entry.score.home, entry.score.away] }
            events.append(event)
        }
        return events
    }

    private func box(_ board: Scoreboard) -> [String: GamelogBox] {
        var rows: [String: GamelogBox] = [:]
        for side in Side.allCases {
            for (line, box) in board.boxScore(side).players where line.isListed {
                if !board.claimants.isEmpty && line.isUnwatched { continue }
                rows[line.slotText] = GamelogBox(
                    pts: box.points, ast: box.assists, oreb: box.offensiveRebounds,
                    dreb: box.defensiveRebounds, reb: box.rebounds, pf: box.fouls, stl: box.steals,
                    blk: box.blocks, tov: box.turnovers)
            }
        }
        return rows
    }
}

extension Scoreboard {
    /// What the first note of an imported game says.
    fileprivate var origin: GamelogOrigin? {
        for entry in timeline where entry.isLive {
            if case .note(let note) = entry.content { return GamelogOrigin(text: note.text) }
        }
        return nil
    }
}

extension GamelogEvent {
    fileprivate init(_ move: Move, t: Int, in board: Scoreboard) {
        func slot(_ subject: Subject) -> String? {
            guard case .line(let ref) = subject else { return nil }
            return board.standing(ref)?.slotText
        }
        let words = GamelogWord.write(move)
        self.init(t: t, period: move.period, kind: words.kind, side: words.side, of: words.of)
        switch move.subject {
        case .nobody: break
        case .team(let side): team = SideName(side)
        case .line(let ref):
            team = board.standing(ref).map { SideName($0.side) }
            player = slot(move.subject)
        }
        if move.kind.isScoring { points = move.points ?? board.rules.points(of: move.kind) }
        type = move.type.isEmpty ? nil : move.type
        raw = move.raw.isEmpty ? nil : move.raw
        players = move.players.isEmpty ? nil : move.players.compactMap(slot)
    }
}

extension GamelogEnding {
    /// Nil where the score says how the game ended, or it has not.
    fileprivate init?(_ board: Scoreboard) {
        switch board.ending {
        case .forfeit: self.init(forfeit: board.winner.map { SideName($0.other) })
        case .abandoned: self.init(abandoned: board.abandonReason ?? "")
        default: return nil
        }
    }
}

extension GamelogOtherRules {
    /// Nil where nothing differs from the preset.
    fileprivate init?(_ rules: Rules) {
        let preset = Rules(rules.preset)
        var own = RulesRequest()
        for rule in Rule.allCases where rules[rule] != preset[rule] { own[rule] = rules[rule] }
        self.init(
            points: own.points, playersASide: own.playersASide, penaltyFouls: own.penaltyFouls,
            secondPenaltyFouls: own.secondPenaltyFouls,
            overtimePenaltyFouls: own.overtimePenaltyFouls, foulLimit: own.foulLimit,
            overtimeTarget: own.overtimeTarget)
        if self == GamelogOtherRules() { return nil }
    }
}

extension GamelogRules {
    /// The rules of a game in the format's words and a few of ours.
    init(_ rules: Rules) {
        let isPreset = rules.preset != .custom
        func value(_ rule: Rule) -> Int? { isPreset || rules[rule] > 0 ? rules[rule] : nil }
        self.init(
            periods: rules[.periods], periodSeconds: rules[.periodLength] / 1000,
            overtimeSeconds: rules[.overtimeLength] / 1000, target: value(.target),
            lead: value(.lead), cap: value(.cap), preset: isPreset ? rules.preset.word : nil,
            others: GamelogOtherRules(rules))
    }
}
