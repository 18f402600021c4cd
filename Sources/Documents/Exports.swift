import MoveLog
package import Scorebook

extension Projection {
    /// The box score of a game as comma-separated values: a row for each player, then one for the
    /// team's own moves, then the total; home first. What was not recorded is empty, and so is the
    /// row of a player without a tracker and without a move.
    ///
    /// In a game without any claim, as every imported one, all players count as tracked: a player
    /// without a move has zeroes, since an empty cell would mean that the player was not watched.
    ///
    /// FGM and FGA count ones, twos and threes. 2PM counts shots of two points by the game's rules,
    /// in 3x3 those from behind the arc; 1PM is empty in a game without ones. TF, technical fouls,
    /// are not part of PF. The total's MIN is the sum of its players'. The rows of the totals say
    /// how a game ended that was not played to its end: `forfeit`, `default`, `abandoned`, and the
    /// side's points by the rules of that, `w` for a win without points. New columns go to the end.
    package func boxCSV(_ board: Scoreboard) -> String {
        var csv = CSV(Self.boxHeader)
        let game = table.game(board.id)?.slug ?? ""
        let courtTime = CourtTime(board)
        for side in Side.allCases {
            let box = board.boxScore(side, courtTime)
            let team = board.teams[side].name
            for (line, box) in box.players where line.isListed {
                let name = line.name.isEmpty && line.number.isEmpty ? line.slotText : line.name
                let isUnknown = !board.claimants.isEmpty && line.isUnwatched
                csv.append(
                    [game, team, line.number, name].map(CSV.words)
                        + (isUnknown ? Self.unknownFields : fields(box)) + ["", ""])
            }
            let around = [CSV.words(game), CSV.words(team), ""]
            csv.append(around + ["team"] + fields(box.teamCredited) + ["", ""])
            csv.append(around + ["total"] + fields(box.total) + ending(of: side, board))
        }
        return csv.text
    }

    private static let boxHeader = [
        "game", "team", "number", "player", "MIN", "PTS", "FGM", "FGA", "2PM", "2PA", "3PM", "3PA",
        "FTM", "FTA", "OREB", "DREB", "REB", "AST", "STL", "BLK", "TO", "PF", "+/-",
        "1PM", "1PA", "TF", "ending", "result",
    ]

    private static let unknownFields = [String](repeating: "", count: boxHeader.count - 6)

    private func ending(of side: Side, _ board: Scoreboard) -> [String] {
        guard let forfeit = board.forfeit else {
            return [board.abandonReason == nil ? "" : "abandoned", ""]
        }
        return [
            ForfeitDocument(forfeit).word, forfeit.result[side].map { "\($0)" } ?? "w",
        ]
    }

    private func fields(_ box: BoxLine) -> [String] {
        let counts: [Int?] = [
            box.points, box.fieldGoalsMade, box.fieldGoalsAttempted, box.twosMade,
            box.twosAttempted, box.threesMade, box.threesAttempted, box.freeThrowsMade,
            box.freeThrowsAttempted, box.offensiveRebounds, box.defensiveRebounds, box.rebounds,
            box.assists, box.steals, box.blocks, box.turnovers, box.fouls, box.plusMinus,
            box.onesMade, box.onesAttempted, box.technicalFouls,
        ]
        return [box.time.map { ClockText.print($0) } ?? ""] + counts.map(CSV.number)
    }
}

extension PlayerLine {
    /// False for a merged line, and for one that was withdrawn before it counted anything.
    var isListed: Bool { mergedInto == nil && !(isWithdrawn && tally == Tally()) }

    /// True if the player is not tracked and has nothing recorded.
    var isUnwatched: Bool { trackers.isEmpty && tally == Tally() }
}

extension Projection {
    /// Every entry as a row of the play-by-play, in the table's order.
    package func plays(_ board: Scoreboard) -> [PlayDocument] {
        board.timeline.indices.map { play(at: $0, in: board) }
    }

    /// The same as comma-separated values.
    package func playsCSV(_ board: Scoreboard) -> String {
        var csv = CSV([
            "game", "index", "period", "clock", "team", "number", "player", "kind", "points",
            "home",
            "away", "keeper", "entry", "wall", "state", "because", "text", "was",
        ])
        for play in plays(board) {
            csv.append([
                CSV.words(play.game), CSV.number(play.index), CSV.number(play.period),
                CSV.plain(play.clock ?? ""), CSV.words(play.team), CSV.words(play.number),
                CSV.words(play.player), CSV.plain(play.kind), CSV.number(play.points),
                CSV.number(play.home), CSV.number(play.away), CSV.words(play.keeper),
                CSV.words(play.entry), play.wall, play.state, CSV.words(play.because),
                CSV.words(play.text), CSV.words(play.was),
            ])
        }
        return csv.text
    }

    private func play(at index: Int, in board: Scoreboard) -> PlayDocument {
        let item = board.timeline[index]
        let entry = entry(at: index, in: board)
        var play = PlayDocument(
            game: entry.game ?? "", index: index, entry: entry.name, keeper: entry.keeper,
            wall: WallText.utc(item.wall), period: entry.period,
            elapsedMilliseconds: item.move?.elapsed?.wholeMilliseconds, clock: entry.clock,
            side: entry.side, team: entry.side.map { board.teams[$0.side].name },
            kind: entry.kind, points: entry.points, home: item.score.home, away: item.score.away,
            state: entry.state.rawValue, because: entry.because, was: entry.was,
            conflicts: entry.conflicts, text: entry.text, names: entry.names)
        if let fix = entry.fixes?.last, entry.state == .live {
            play.state = "corrected"
            play.because = "by \(fix)"
        }
        if case .line(let ref) = item.move?.subject, let line = board.player(ref) {
            play.number = line.number.isEmpty ? nil : line.number
            play.player = line.name.isEmpty && line.number.isEmpty ? line.slotText : line.name
        }
        return play
    }
}

extension Scoreboard {
    /// The side of a player or a team.
    package func side(of subject: Subject) -> Side? {
        switch subject {
        case .nobody: nil
        case .team(let side): side
        case .line(let ref): player(ref)?.side
        }
    }
}

/// The source of an imported game, as a note in the log.
package struct GamelogOrigin: Hashable, Sendable {
    /// The game's ID at its source.
    package var source: String?
    /// The day of the game.
    package var date: String?

    package init(source: String?, date: String?) {
        self.source = source
        self.date = date
    }

    /// `source nba-0021600270, played 2016-11-30`; empty where nothing is known.
    package var text: String {
        [source.map { "source \($0)" }, date.map { "played \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }

    /// Nil for any other note.
    package init?(text: String) {
        var rest = text[...]
        var date: String?
        if let range = rest.ranges(of: "played ").last, rest[range.upperBound...].count == 10 {
            date = String(rest[range.upperBound...])
            rest = rest[..<range.lowerBound]
            if rest.hasSuffix(", ") { rest.removeLast(2) }
        }
        let hasSource = rest.hasPrefix("source ")
        guard hasSource || (rest.isEmpty && date != nil) else { return nil }
        self.init(source: hasSource ? String(rest.dropFirst(7)) : nil, date: date)
    }
}

extension Projection {
    /// The source of an imported game; for any other its name and the local day of its creation.
    package func origin(of board: Scoreboard) -> GamelogOrigin {
        let origin = board.origin
        return GamelogOrigin(
            source: origin?.source ?? table.game(board.id)?.slug,
            date: origin?.date ?? day(of: board.createdWall))
    }

    /// Players have the slots that they will have where the file is imported; the totals are those
    /// of this fold instead of official ones. `final` is set once the game is over or decided.
    package func gamelogHeader(_ board: Scoreboard) -> GamelogHeader {
        let origin = origin(of: board)
        let ids = GamelogPlayers(board)
        let clock = clock(board)
        var periods = periods(board).map { GamelogScore(home: $0.home, away: $0.away) }
        while periods.count < clock?.period ?? 0 { periods.append(GamelogScore(home: 0, away: 0)) }
        return GamelogHeader(
            format: "gamelog/1", id: origin.source ?? "", date: origin.date,
            home: board.teams.home.name,
            away: board.teams.away.name, rules: GamelogRules(board.rules),
            players: ids.lines.map {
                GamelogPlayer(
                    id: ids.id(of: $0) ?? $0.slotText, name: $0.name, team: SideName($0.side),
                    number: $0.number.isEmpty ? nil : $0.number)
            },
            final: board.state.isSettled
                ? GamelogScore(home: board.score.home, away: board.score.away) : nil,
            ending: GamelogEnding(board), clock: clock,
            events: board.timeline.count { $0.isLive && $0.move != nil },
            periods: periods,
            box: box(board, ids), boxTeams: [.home, .away])
    }

    /// Every live move, in the table's order. A move without a reading has the reading before it in
    /// its period; before the game clock started that is the beginning, as if it were read.
    package func gamelogEvents(_ board: Scoreboard) -> [GamelogEvent] {
        let rules = GamelogRules(board.rules)
        let ids = GamelogPlayers(board)
        let early = Set(GameTime(board).plays.lazy.filter(\.isBeforeStart).map(\.index))
        var readings: [Int: Int64] = [:]
        var events: [GamelogEvent] = []
        for (index, entry) in board.timeline.enumerated() where entry.isLive {
            guard let move = entry.move else { continue }
            let elapsed = move.elapsed?.wholeMilliseconds ?? readings[move.period] ?? 0
            readings[move.period] = elapsed
            let t = rules.seconds(of: elapsed, in: move.period)
            var event = GamelogEvent(move, t: t, in: board, ids)
            if move.elapsed == nil && !early.contains(index) { event.unread = true }
            if move.kind.isScoring { event.score = [entry.score.home, entry.score.away] }
            events.append(event)
        }
        return events
    }

    /// The game clock's reading; while it runs, and without a game clock, the largest reading of
    /// the moves.
    private func clock(_ board: Scoreboard) -> GamelogClock? {
        let moves = board.timeline.lazy.filter(\.isLive).compactMap(\.move)
        let clock = board.clock
        var (period, elapsed) = (clock.period, clock.elapsed)
        if clock.governing == nil {
            guard let last = moves.lastReading else { return nil }
            (period, elapsed) = last
        } else if clock.isRunning {
            elapsed = moves.filter { $0.period == period }.compactMap(\.elapsed)
                .reduce(elapsed) { max($0, $1) }
        }
        return GamelogClock(
            period: period,
            t: GamelogRules(board.rules).seconds(of: elapsed.wholeMilliseconds, in: period))
    }

    /// Every player of the header: in these files one without a row did not play.
    private func box(_ board: Scoreboard, _ ids: GamelogPlayers) -> [String: GamelogBox] {
        var rows: [String: GamelogBox] = [:]
        for side in Side.allCases {
            for (line, box) in board.boxScore(side).players {
                guard let id = ids.id(of: line) else { continue }
                rows[id] = GamelogBox(
                    pts: box.points, ast: box.assists, oreb: box.offensiveRebounds,
                    dreb: box.defensiveRebounds, reb: box.rebounds, pf: box.fouls, stl: box.steals,
                    blk: box.blocks, tov: box.turnovers)
            }
        }
        return rows
    }
}

extension Scoreboard {
    /// From the first note of an imported game.
    fileprivate var origin: GamelogOrigin? {
        for entry in timeline where entry.isLive {
            if case .note(let note) = entry.content { return GamelogOrigin(text: note.text) }
        }
        return nil
    }
}

/// The players of a game in the order of a new game's slots, which are their IDs in a file: home
/// before away, without merged lines.
private struct GamelogPlayers {
    private(set) var lines: [PlayerLine] = []
    private var ids: [String: String] = [:]

    init(_ board: Scoreboard) {
        for side in Side.allCases {
            let own = board.teams[side].players.filter { $0.mergedInto == nil }
            for (index, line) in own.enumerated() {
                ids[line.slotText] = "\(side.letter)#\(index + 1)"
            }
            lines += own
        }
    }

    func id(of line: PlayerLine) -> String? { ids[line.slotText] }
}

extension GamelogEvent {
    fileprivate init(_ move: Move, t: Double, in board: Scoreboard, _ ids: GamelogPlayers) {
        func slot(_ subject: Subject) -> String? {
            guard case .line(let ref) = subject else { return nil }
            return board.player(ref).flatMap(ids.id)
        }
        let words = GamelogWord.write(move)
        self.init(t: t, period: move.period, kind: words.kind, side: words.side, of: words.of)
        team = board.side(of: move.subject).map { SideName($0) }
        player = slot(move.subject)
        if move.kind.isScoring { points = move.points ?? board.rules.points(of: move.kind) }
        type = move.type.isEmpty ? nil : move.type
        raw = move.raw.isEmpty ? nil : move.raw
        players = move.players.isEmpty ? nil : move.players.compactMap(slot)
    }
}

extension GamelogEnding {
    /// Nil if the score tells the end, and for a game that goes on.
    fileprivate init?(_ board: Scoreboard) {
        if let forfeit = board.forfeit.map(ForfeitDocument.init) {
            self.init(
                forfeit: forfeit.by, isDefault: forfeit.isDefault ? true : nil,
                score: forfeit.score)
        } else if let reason = board.abandonReason {
            self.init(abandoned: reason)
        } else {
            return nil
        }
    }
}

extension GamelogOtherRules {
    /// Nil if nothing differs from the preset.
    fileprivate init?(_ rules: Rules) {
        let preset = Rules(rules.preset)
        var own = RulesRequest()
        for rule in Rule.allCases where rule.unit != .flag && rules[rule] != preset[rule] {
            own[rule] = rules[rule]
        }
        self.init(
            points: own.points, playersASide: own.playersASide, penaltyFouls: own.penaltyFouls,
            secondPenaltyFouls: own.secondPenaltyFouls,
            overtimePenaltyFouls: own.overtimePenaltyFouls, foulLimit: own.foulLimit,
            forfeitAward: own.forfeitAward, defaultAward: own.defaultAward,
            overtimeTarget: own.overtimeTarget)
        if self == GamelogOtherRules() { return nil }
    }
}

extension GamelogRules {
    /// From the rules of a game.
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

/// Comma-separated values (RFC 4180): CR LF after every row, UTF-8 without a byte-order mark. A
/// field without a value is empty: unknown, not zero.
struct CSV {
    private(set) var text = ""

    init(_ header: [String]) { append(header.map(Self.plain)) }

    mutating func append(_ fields: [String]) { text += fields.joined(separator: ",") + "\r\n" }

    static func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "" }

    /// Words of people or sources. A text that a spreadsheet would take for a formula gets an
    /// apostrophe in front, which spreadsheets hide.
    static func words(_ words: String?) -> String {
        guard let words, let first = words.unicodeScalars.first else { return "" }
        return plain(formulaStarts.contains(first) ? "'" + words : words)
    }

    /// Characters that begin a formula in common spreadsheets, full-width forms included.
    private static let formulaStarts: Set<Unicode.Scalar> = [
        "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]

    /// Text of this program: readings, fixed words.
    static func plain(_ text: String) -> String {
        let isSpecial = text.utf8.contains {
            [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D].contains($0)
        }
        guard isSpecial else { return text }
        // By scalars: a mark after a quote belongs to its character.
        let quote: [Unicode.Scalar] = ["\""]
        var quoted = String.UnicodeScalarView(quote)
        for scalar in text.unicodeScalars { quoted += scalar == "\"" ? quote + quote : [scalar] }
        return String(quoted + quote)
    }
}
