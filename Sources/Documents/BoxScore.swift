import MoveLog
package import Scorebook

/// A line of a box score: a player's, a team's own, or a team's total. A cell is nil, which means
/// unknown, if no move of its kind was recorded in the game.
package struct BoxLine: Equatable, Sendable {
    private let tally: Tally
    /// The tally of both teams.
    private let recorded: Tally
    /// MIN: game clock on the court, of a total the sum of all players; nil if `CourtTime` does not
    /// know it.
    package fileprivate(set) var time: Duration?
    /// +/-; nil if `CourtTime` does not know it, and for a team, since its players share theirs.
    package fileprivate(set) var plusMinus: Int?

    fileprivate init(_ tally: Tally, recorded: Tally) {
        self.tally = tally
        self.recorded = recorded
    }

    package var points: Int { tally.points }
    /// FGM, of one, two and three points.
    package var fieldGoalsMade: Int { tally.sum(.onePointMade, .twoPointsMade, .threePointsMade) }
    package var fieldGoalsAttempted: Int? {
        cell(
            .onePointMade, .twoPointsMade, .threePointsMade, .onePointMissed, .twoPointsMissed,
            .threePointsMissed, .otherMissed,
            ifAny: [.onePointMissed, .twoPointsMissed, .threePointsMissed, .otherMissed])
    }
    package var onesMade: Int? { cell(.onePointMade, ifAny: [.onePointMade, .onePointMissed]) }
    package var onesAttempted: Int? {
        onesMade == nil ? nil : attempted(.onePointMade, .onePointMissed)
    }
    package var twosMade: Int { tally[.twoPointsMade] }
    package var twosAttempted: Int? { attempted(.twoPointsMade, .twoPointsMissed) }
    package var threesMade: Int { tally[.threePointsMade] }
    package var threesAttempted: Int? { attempted(.threePointsMade, .threePointsMissed) }
    /// FTM, whatever each was worth.
    package var freeThrowsMade: Int { tally[.freeThrowMade] }
    package var freeThrowsAttempted: Int? { attempted(.freeThrowMade, .freeThrowMissed) }
    package var offensiveRebounds: Int? {
        cell(.offensiveRebound, ifAny: [.offensiveRebound, .defensiveRebound])
    }
    package var defensiveRebounds: Int? {
        cell(.defensiveRebound, ifAny: [.offensiveRebound, .defensiveRebound])
    }
    /// REB, with those of unknown basket.
    package var rebounds: Int? { cell(.offensiveRebound, .defensiveRebound, .otherRebound) }
    package var assists: Int? { cell(.assist) }
    package var steals: Int? { cell(.steal) }
    package var blocks: Int? { cell(.block) }
    package var turnovers: Int? { cell(.turnover) }
    /// PF, without technical fouls.
    package var fouls: Int? { cell(.foul) }
    package var technicalFouls: Int? { cell(.technicalFoul) }

    /// Known if misses of any known shot are recorded.
    private func attempted(_ made: Stat, _ missed: Stat) -> Int? {
        cell(
            made, missed,
            ifAny: [.onePointMissed, .twoPointsMissed, .threePointsMissed, .freeThrowMissed])
    }

    private func cell(_ stats: Stat..., ifAny kinds: [Stat]? = nil) -> Int? {
        guard (kinds ?? stats).contains(where: { recorded[$0] > 0 }) else { return nil }
        return stats.reduce(0) { $0 + tally[$1] }
    }
}

package struct BoxScore: Equatable, Sendable {
    /// By slot.
    package fileprivate(set) var players: [(line: PlayerLine, box: BoxLine)]
    /// Credited to the team and to no player.
    package let teamCredited: BoxLine
    /// Players and team together.
    package fileprivate(set) var total: BoxLine

    package static func == (left: Self, right: Self) -> Bool {
        left.players.elementsEqual(right.players) { $0 == $1 }
            && left.teamCredited == right.teamCredited && left.total == right.total
    }
}

extension Scoreboard {
    /// Both sides may share a court time; without one it is worked out.
    package func boxScore(_ side: Side, _ courtTime: CourtTime? = nil) -> BoxScore {
        var recorded = teams.home.total
        recorded += teams.away.total
        let team = teams[side]
        var box = BoxScore(
            players: team.players.map { ($0, BoxLine($0.tally, recorded: recorded)) },
            teamCredited: BoxLine(team.teamCredited, recorded: recorded),
            total: BoxLine(team.total, recorded: recorded))
        let sides = (courtTime ?? CourtTime(self)).sides
        guard case .known(let stints, let hasTime) = sides[side] else { return box }
        for (index, stint) in stints.enumerated() {
            box.players[index].box.plusMinus = stint.plusMinus
            if hasTime { box.players[index].box.time = .milliseconds(stint.played) }
        }
        if hasTime { box.total.time = .milliseconds(stints.reduce(0) { $0 + $1.played }) }
        return box
    }
}

/// Time on the court and plus-minus of each player: MIN and +/-.
///
/// Read from substitutions and line-ups alone, in order of play (`GameTime`). Several keepers
/// record at once, so all moves at one reading of the game clock are taken together: first the
/// points, then the substitutions, where a player who both comes in and goes out stays as before,
/// then a line-up, which names all players on the court from now on. The rules decide who is
/// credited with points at that reading. In the NBA it is the players who were there before, since
/// substitutions come between a foul and its free throws; elsewhere table order decides. If one
/// author recorded a whole period, table order is the order of play. It is also all there is in a
/// period without a game clock, and before the clock first starts.
///
/// A period begins with the players of a side who act on the court, or go out, before they come in.
/// Missing players are taken from the end of the previous period, or in the first period from the
/// first line-up, and only if that leaves no choice. Coming in twice counts once. An act of a
/// player who sits, by the substitutions, changes nothing: sources' clocks differ by a second.
///
/// A side is known only if it has its full number of players at every time and basket: the number
/// in all its line-ups, else that of the rules. Otherwise no time of the side is given: a guess
/// would look like a fact.
package struct CourtTime: Equatable, Sendable {
    package struct Stint: Equatable, Sendable {
        /// Milliseconds of game clock on the court.
        package var played: Int64 = 0
        /// Points of the player's side less those of the other while on the court.
        package var plusMinus = 0
        /// True if on the court after the last recorded move.
        package var isOnCourt = false
    }

    package enum Doubt: Equatable, Sendable {
        /// The side has neither a substitution nor a line-up.
        case notRecorded
        /// The recorded number of players on the court at that time is not the full number.
        case count(Int, period: Int, elapsed: Int64)
    }

    package enum Outcome: Equatable, Sendable {
        /// By roster index, one less than the slot. `hasTime` is false if no keeper read a game
        /// clock.
        case known([Stint], hasTime: Bool)
        case unknown(Doubt)
    }

    package let sides: Sides<Outcome>

    package init(_ board: Scoreboard) {
        guard let game = CourtGame(board) else {
            sides = Sides(home: .unknown(.notRecorded), away: .unknown(.notRecorded))
            return
        }
        sides = Sides(
            home: CourtReading(.home, game).outcome(), away: CourtReading(.away, game).outcome())
    }
}

/// The moves that tell who was on the court, in order of play. Every status reads them, so nothing
/// here is reference counted.
struct CourtGame {
    struct Act {
        let time: Play
        let kind: MoveKind
        let variant: Variant?
        let seat: PlayerSeat?
        /// The side that the move counts for.
        let side: Side?
        let points: Int
        let isOnCourt: Bool
        /// Index into `lineups`; -1 for none.
        let lineup: Int
    }

    let times: GameTime
    /// In the order of `times.plays`.
    private(set) var acts: [Act] = []
    /// Seats by side; nil if a line-up names no player of the side.
    private(set) var lineups: [Sides<[Int]?>] = []
    let rosters: Sides<Int>
    let playersASide: Int
    let creditsFreeThrowsAtFoul: Bool

    /// Nil for a game with neither substitutions nor line-ups.
    init?(_ board: Scoreboard) {
        guard board.timeline.contains(where: { $0.isLive && $0.moveKind?.isOfCourt == true }) else {
            return nil
        }
        creditsFreeThrowsAtFoul = board.rules.preset.creditsFreeThrowsAtFoul
        times = GameTime(board, isOfRecord: !creditsFreeThrowsAtFoul)
        rosters = Sides(home: board.teams.home.players.count, away: board.teams.away.players.count)
        playersASide = board.rules[.playersASide]
        let seats = CourtSeats(board)
        acts.reserveCapacity(times.plays.count)
        for time in times.plays {
            guard let move = board.timeline[time.index].move else { continue }
            var seat: PlayerSeat?
            var side: Side?
            switch move.subject {
            case .nobody: break
            case .team(let team): side = team
            case .line(let ref):
                seat = seats[ref]
                side = seat?.side
            }
            if move.kind == .lineup { lineups.append(seats.lineup(move.players)) }
            acts.append(
                Act(
                    time: time, kind: move.kind, variant: move.variant, seat: seat, side: side,
                    points: move.kind.isScoring
                        ? move.points ?? board.rules.points(of: move.kind) : 0,
                    isOnCourt: move.isOnCourt, lineup: move.kind == .lineup ? lineups.count - 1 : -1
                ))
        }
    }
}

/// Follows one side through the game.
struct CourtReading {
    private let side: Side
    private let game: CourtGame
    private let size: Int
    private var stints: [CourtTime.Stint]
    /// The seats of the players on the court.
    private var court: [Int] = []
    private var now: Int64 = 0
    private var doubt: CourtTime.Doubt?
    /// By seat, how often a player comes in less how often the player goes out, at one reading.
    private var balances: [Int?]
    private var balanced: [Int] = []

    init(_ side: Side, _ game: CourtGame) {
        self.side = side
        self.game = game
        let count = game.rosters[side]
        stints = Array(repeating: CourtTime.Stint(), count: count)
        balances = Array(repeating: nil, count: count)
        let sizes = Set(game.lineups.compactMap { $0[side]?.count })
        let only = sizes.count == 1 ? sizes.first : nil
        size = only ?? game.playersASide
    }

    consuming func outcome() -> CourtTime.Outcome {
        var hasChanges = false
        var hasTime = game.times.length > 0
        for act in game.acts where isChange(act) {
            hasChanges = true
            hasTime = hasTime && (act.time.isRead || act.time.isBeforeStart)
        }
        guard hasChanges else { return .unknown(.notRecorded) }
        var start = 0
        for period in game.times.periods where doubt == nil {
            let moments = game.times.moments(of: period.number, from: start)
            start = moments.last?.upperBound ?? start
            court = starters(moments)
            now = 0
            for moment in moments where doubt == nil {
                pass(to: game.acts[moment.lowerBound].time.elapsed, in: period.number)
                score(moment)
                change(moment)
            }
            pass(to: period.length, in: period.number)
        }
        if let doubt { return .unknown(doubt) }
        for seat in court { stints[seat].isOnCourt = true }
        return .known(stints, hasTime: hasTime)
    }

    private func isChange(_ act: CourtGame.Act) -> Bool {
        switch act.kind {
        case .substitution: act.seat?.side == side
        case .lineup: game.lineups[act.lineup][side] != nil
        default: false
        }
    }

    /// Nil unless the move has a player of this side.
    private func seat(_ index: Int) -> Int? {
        guard let seat = game.acts[index].seat, seat.side == side else { return nil }
        return seat.index
    }

    // MARK: The beginning of a period

    private mutating func starters(_ moments: [Range<Int>]) -> [Int] {
        var known: [Int] = []
        /// Players who came in first or are in `known`.
        var isHeard = [Bool](repeating: false, count: stints.count)
        var lineup: [Int]?
        for moment in moments where lineup == nil {
            lineup = self.lineup(moment)
            balance(moment)
            for index in moment {
                guard let seat = seat(index), !isHeard[seat] else { continue }
                if isLate(index, seat) {
                    isHeard[seat] = true
                } else if balances[seat] != nil || game.acts[index].isOnCourt,
                    lineup?.contains(seat) != true
                {
                    isHeard[seat] = true
                    known.append(seat)
                }
            }
        }
        let before = court.isEmpty ? lineup ?? [] : court
        let others = before.filter { !isHeard[$0] }
        return known.count + others.count == size ? known + others : known
    }

    /// True if the first act recorded of the player is coming in. A player who comes in and goes
    /// out at one reading is judged by the end of the previous period, or by table order in the
    /// first one.
    private func isLate(_ index: Int, _ seat: Int) -> Bool {
        guard let balance = balances[seat] else { return false }
        if balance != 0 { return balance > 0 }
        return court.isEmpty ? game.acts[index].variant == .comingIn : !court.contains(seat)
    }

    // MARK: In the course of a period

    private mutating func change(_ moment: Range<Int>) {
        balance(moment)
        for seat in balanced {
            guard let balance = balances[seat], balance != 0 else { continue }
            if balance < 0 {
                court.removeAll { $0 == seat }
            } else if !court.contains(seat) {
                court.append(seat)
            }
        }
        if let lineup = lineup(moment) { court = lineup }
    }

    private mutating func balance(_ moment: Range<Int>) {
        for seat in balanced { balances[seat] = nil }
        balanced.removeAll(keepingCapacity: true)
        for index in moment where game.acts[index].kind == .substitution {
            guard let seat = seat(index) else { continue }
            let way = game.acts[index].variant
            guard way == .comingIn || way == .goingOut else { continue }
            if balances[seat] == nil { balanced.append(seat) }
            balances[seat] = (balances[seat] ?? 0) + (way == .comingIn ? 1 : -1)
        }
    }

    private func lineup(_ moment: Range<Int>) -> [Int]? {
        for index in moment.reversed() where game.acts[index].lineup >= 0 {
            if let lineup = game.lineups[game.acts[index].lineup][side] { return lineup }
        }
        return nil
    }

    private mutating func pass(to elapsed: Int64, in period: Int) {
        guard doubt == nil, elapsed > now else { return }
        check(period, now)
        for seat in court { stints[seat].played += elapsed - now }
        now = elapsed
    }

    /// Counts the points scored at one reading: for the players before the substitutions, or in
    /// table order. In table order a half-recorded exchange of players has not happened yet.
    private mutating func score(_ moment: Range<Int>) {
        let before = court
        var next = court
        for index in moment {
            let act = game.acts[index]
            if act.kind.isScoring {
                guard let scorer = act.side else { continue }
                let points = scorer == side ? act.points : -act.points
                check(act.time.period, act.time.elapsed)
                for seat in court { stints[seat].plusMinus += points }
            } else if !game.creditsFreeThrowsAtFoul, isChange(act) {
                change(&next, by: act)
                if next.count == size { court = next }
            }
        }
        court = before
    }

    private func change(_ court: inout [Int], by act: CourtGame.Act) {
        if act.lineup >= 0 {
            court = game.lineups[act.lineup][side] ?? court
        } else if let seat = act.seat?.index {
            if act.variant == .goingOut { court.removeAll { $0 == seat } }
            if act.variant == .comingIn, !court.contains(seat) { court.append(seat) }
        }
    }

    private mutating func check(_ period: Int, _ elapsed: Int64) {
        guard doubt == nil, court.count != size else { return }
        doubt = .count(court.count, period: period, elapsed: elapsed)
    }
}

/// The seat of each roster line; a merged line has the seat of the line that it became part of.
private struct CourtSeats {
    private var seats: [LineRef: PlayerSeat] = [:]
    /// By index, for lines of the creation: nearly all moves name these.
    private var created: [PlayerSeat?] = []

    init(_ board: Scoreboard) {
        for side in Side.allCases {
            for (index, line) in board.teams[side].players.enumerated() {
                let seat = PlayerSeat(side: side, index: index)
                seats[line.alias] = seat
                seats[line.ref] = seat
            }
        }
        let own = seats
        for side in Side.allCases {
            for line in board.teams[side].players {
                guard let into = line.mergedInto, let seat = own[into] else { continue }
                seats[line.alias] = seat
                seats[line.ref] = seat
            }
        }
        for (ref, seat) in seats {
            guard case .created(let index) = ref else { continue }
            while created.count <= index { created.append(nil) }
            created[index] = seat
        }
    }

    subscript(ref: LineRef) -> PlayerSeat? {
        if case .created(let index) = ref, index >= 0 {
            return index < created.count ? created[index] : nil
        }
        return seats[ref]
    }

    func lineup(_ players: [Subject]) -> Sides<[Int]?> {
        var lineup = Sides<[Int]?>(home: nil, away: nil)
        for case .line(let ref) in players {
            guard let seat = self[ref], lineup[seat.side]?.contains(seat.index) != true else {
                continue
            }
            lineup[seat.side] = (lineup[seat.side] ?? []) + [seat.index]
        }
        return lineup
    }
}

extension Move {
    /// True if the player of the move must be on the court: false for calls on the bench.
    package var isOnCourt: Bool {
        switch kind {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .steal, .block,
            .turnover, .miss, .foulDrawn, .blocked, .jumpBall, .violation:
            true
        case .foul: !isOfBench
        case .technicalFoul, .substitution, .timeout, .lineup, .review, .periodStart, .periodEnd,
            .gameEnd, .other:
            false
        }
    }
}
