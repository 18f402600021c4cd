package import Scorebook

extension ForfeitDocument {
    init(_ forfeit: Forfeit) {
        let (home, away) = (forfeit.result.home, forfeit.result.away)
        self.init(
            by: SideName(forfeit.side), isDefault: forfeit.isDefault, home: home, away: away,
            score: "\(Self.text(home)):\(Self.text(away))")
    }

    /// `forfeit`, `default`, for exports.
    var word: String { Catalogue.english(isDefault ? .default : .forfeit) }

    /// `20:0`, `w:0`: the winner's points first.
    var winnersFirst: String {
        let points = by == .home ? [away, home] : [home, away]
        return points.map(Self.text).joined(separator: ":")
    }

    private static func text(_ points: Int?) -> String { points.map { "\($0)" } ?? "w" }
}

/// The result of a game that is decided or over, in words.
private struct ResultWords {
    let home: (name: String, score: Int)
    let away: (name: String, score: Int)
    let winner: SideName?
    let forfeit: ForfeitDocument?
    let abandonedBecause: String?

    /// `Hawks win 21:18`, `it is a tie 18:18`, `forfeit by Owls: Hawks win 20:0`, `abandoned at
    /// 2:3`.
    var term: Term {
        if abandonedBecause != nil { return .abandonedAt("\(home.score):\(away.score)") }
        guard let winner else { return .tieAt("\(home.score):\(away.score)") }
        let (first, second) = winner == .home ? (home, away) : (away, home)
        guard let forfeit else { return .winAt(first.name, "\(first.score):\(second.score)") }
        return forfeit.isDefault
            ? .defaultWon(second.name, winner: first.name, forfeit.winnersFirst)
            : .forfeitWon(second.name, winner: first.name, forfeit.winnersFirst)
    }
}

extension Scoreboard {
    /// `Hawks win 21:18`, `it is a tie 18:18`, `forfeit by Owls: Hawks win 20:0`, `abandoned at
    /// 2:3`, for a game that is decided or over.
    package var verdictText: String {
        let result = ResultWords(
            home: (teams.home.name, score.home), away: (teams.away.name, score.away),
            winner: winner.map { SideName($0) }, forfeit: forfeit.map(ForfeitDocument.init),
            abandonedBecause: abandonReason)
        return Catalogue.english(result.term)
    }

    /// `forfeit by Owls: Hawks win 20:0`, for the entry that says so.
    func phrase(of entry: GameForfeited) -> Phrase {
        let forfeit = ForfeitDocument(Forfeit(entry, self))
        return Phrase(
            forfeit.isDefault ? .defaultWon : .forfeitWon, .text(teams[entry.side].name),
            .text(teams[entry.side.other].name), .text(forfeit.winnersFirst))
    }
}

extension GameDocument {
    /// `Hawks win 21:18`, `it is a tie 18:18`, `forfeit by Owls: Hawks win 20:0`, `abandoned at
    /// 2:3`, for a game that is decided or over.
    package func verdictText(in words: Catalogue) -> String {
        let result = ResultWords(
            home: (home.name, home.score), away: (away.name, away.score), winner: winner,
            forfeit: forfeit, abandonedBecause: abandonedBecause)
        return words(result.term)
    }

    /// `forfeit by Owls: Hawks win 20:0`, `abandoned`; empty for a game that is or was played to its
    /// end.
    package func endingText(in words: Catalogue) -> String {
        forfeit != nil
            ? verdictText(in: words) : abandonedBecause != nil ? words(.abandoned) : ""
    }

    /// `live`, `official`, `official, forfeit 0:20`: the phase, and for ever that the game was not
    /// played to its end.
    package func phaseWord(in words: Catalogue) -> String {
        state.word(forfeit, isAbandoned: abandonedBecause != nil, in: words)
    }
}

extension GameBrief {
    /// `live`, `official`, `official, forfeit 0:20`, as of a `GameDocument`.
    package func phaseWord(in words: Catalogue) -> String {
        state.word(forfeit, isAbandoned: abandonedBecause != nil, in: words)
    }
}

extension GamePhase {
    fileprivate func word(
        _ forfeit: ForfeitDocument?, isAbandoned: Bool, in words: Catalogue
    ) -> String {
        let word = words(term)
        let ending = forfeit.map { "\(words($0.isDefault ? .default : .forfeit)) \($0.score)" }
        switch self {
        case .forfeit: return ending ?? word
        case .signed:
            return Phrases.joined(
                [word, ending ?? (isAbandoned ? words(.abandoned) : "")]
                    .filter { !$0.isEmpty }, by: ", ")
        case .scheduled, .live, .decided, .closed, .abandoned, .united: return word
        }
    }
}

// MARK: What is odd

/// The doubts that a keeper is asked about before the end of a game, or a signature, is recorded.
///
/// `EndingEndpoints.ask` refuses with `unconfirmed` unless `force`; `GET /v1/end` tells the doubts
/// beforehand. `Invocation.record(asking:)`, `GameActions` and `KeepScript` ask.
package struct EndDoubts {
    private let board: Scoreboard
    /// The time left of the present period; nil if it is over or has no length.
    private let timeLeft: Duration?

    package init(_ board: Scoreboard, timeLeft: Duration?) {
        self.board = board
        self.timeLeft = timeLeft
    }

    /// About an end by the score.
    package var ofEnd: [WarningDocument] {
        (board.state == .decided ? [] : [undecided].compactMap(\.self)) + recorded
    }

    /// About a signature: also that the game ended early or at a tie.
    package var ofSignature: [WarningDocument] {
        guard board.ending == .closed || board.ending == .decided else { return [] }
        let usesPeriods = board.clock.governing != nil || board.clock.period > 1
        let isEarly = board.ending == .closed && !board.isDecidedByTotals && usesPeriods
        // Who ended a game before its target was asked; the score says it to all others.
        let early = [isEarly ? undecided : nil].compactMap(\.self)
        return early.filter { $0.code != WarningCode.notDecided.rawValue } + recorded
    }

    /// About a forfeit.
    package func of(_ entry: GameForfeited) -> [WarningDocument] {
        let played = "the played score, \(board.score.text), stays in the log"
        return [
            WarningDocument(
                .forfeit, "\(Catalogue.english(board.phrase(of: entry), else: "")); \(played)")
        ]
    }

    /// About breaking off the game.
    package var ofAbandonment: [WarningDocument] {
        [
            WarningDocument(.abandoned, "abandoned at \(board.score.text), without a winner")
        ]
    }

    private var name: (Int) -> String { board.rules.name(ofPeriod:) }

    /// Why the game is not decided; nil if its time is over and no winner is needed.
    private var undecided: WarningDocument? {
        let (clock, rules) = (board.clock, board.rules)
        let isTimed = rules.length(ofPeriod: clock.period) != nil
        let left = timeLeft.map { ", \(ClockText.print($0)) left" } ?? ""
        if rules[.periods] > 1, clock.period < rules[.periods] {
            return WarningDocument(
                .missingPeriods,
                "the game is in \(name(clock.period)) of \(rules[.periods])\(left)")
        }
        if isTimed, clock.governing != nil, let timeLeft {
            return WarningDocument(
                .timeLeft,
                "\(ClockText.print(timeLeft)) of \(name(clock.period)) is left")
        }
        if board.leader == nil, rules.needsWinner {
            return WarningDocument(
                .tie,
                "\(board.score.text) is a tie, and these rules play on until one side wins")
        }
        guard !isTimed || clock.governing == nil else { return nil }
        return WarningDocument(.notDecided, "\(board.score.text) does not decide the game")
    }

    /// About the record itself. A game whose clock never ran has readings of a source, or none.
    private var recorded: [WarningDocument] {
        twins + (board.clock.ranIn.isEmpty ? [] : notBegun + standing)
    }

    /// Points that may be counted twice.
    private var twins: [WarningDocument] {
        let count = board.resembling.count { entry in
            entry.moveKind?.isScoring == true
                && entry.resembles.flatMap(board.entry)?.isLive == true
        }
        guard count > 0 else { return [] }
        return [
            WarningDocument(
                .duplicate,
                "\(Phrases.count(count, "basket")) may be recorded twice, and "
                    + (count == 1 ? "counts" : "all of them count"),
                advice: "scored log marks \(count == 1 ? "it" : "each"): same as")
        ]
    }

    private var notBegun: [WarningDocument] {
        var moves: [Int: Int] = [:]
        for entry in board.timeline where entry.isLive {
            guard let move = entry.move, !move.kind.isMark else { continue }
            moves[move.period, default: 0] += 1
        }
        let last = max(board.clock.period, moves.keys.max() ?? 1)
        return (1...last).compactMap { period in
            guard !board.clock.ranIn.contains(period) else { return nil }
            guard let count = moves[period] else {
                return period == last
                    ? nil : WarningDocument(.periodNotBegun, "\(name(period)) was never begun")
            }
            return WarningDocument(
                .periodNotBegun,
                "\(Phrases.count(count, "move")) of \(name(period)), whose game clock never ran")
        }
    }

    /// Several field goals at one reading, which only a clock that stands can give.
    private var standing: [WarningDocument] {
        var goals: [Moment: Int] = [:]
        for entry in board.timeline where entry.isLive {
            guard let move = entry.move, move.kind.isScoring, move.kind != .freeThrow,
                let elapsed = move.elapsed, board.clock.ranIn.contains(move.period)
            else { continue }
            goals[Moment(period: move.period, elapsed: elapsed), default: 0] += 1
        }
        let several = goals.filter { $0.value > 1 }.sorted {
            ($0.key.period, $0.key.elapsed) < ($1.key.period, $1.key.elapsed)
        }
        return several.map { moment, count in
            let baskets = Phrases.count(count, "basket")
            let label = board.rules.clockLabel(moment.elapsed, period: moment.period)
            let length = board.rules.length(ofPeriod: moment.period)
            if let length, moment.elapsed >= length {
                return WarningDocument(
                    .afterTime,
                    "\(baskets) at \(label), as if a later period had not been begun",
                    advice: "to move one: scored fix ENTRY --period N --at MM:SS")
            }
            return WarningDocument(
                .stoppedClock, "\(baskets) at \(label), as if the game clock had not been started",
                advice: "to move one: scored fix ENTRY --at MM:SS")
        }
    }

    private struct Moment: Hashable {
        let period: Int
        let elapsed: Duration
    }
}
