/// How long each player was on the court, and how the score went meanwhile: MIN and +/-.
///
/// Read from substitutions and line-ups alone, in the game's own time (`GameTime`). Keepers record
/// apart, so of what happens at one reading of the game clock the order is unknown, and what counts
/// is taken together: first everything that is scored, for those who were on the court until then
/// (a game goes on after a basket, and players are exchanged between a foul and its free throws);
/// then the substitutions, where a player who comes in and goes out stays what he was; then a
/// line-up, which states whole who is there from now on. In a period without a clock the order of
/// the table is all there is, and so before the game clock first starts: there is none to read, and
/// what is recorded then stands at the beginning.
///
/// A period begins with those of a side who do something on the court, or go out, before they come
/// in; whoever is missing then is taken from those who ended the period before, or in the first
/// period from the first line-up, and only where no choice is left. Coming in twice is once. Who acts
/// while the substitutions say that he sits changes nothing: clocks of sources are a second apart.
///
/// A side is known only if it has as many players as it should at every time and basket: as many as
/// all its line-ups name, else as the rules say. Else nothing of it is known; a guess would look like
/// a fact.
package struct CourtTime: Equatable, Sendable {
    /// What one player has.
    package struct Stint: Equatable, Sendable {
        /// Milliseconds of game clock on the court.
        package var played: Int64 = 0
        /// Points of the own side less those of the other while on the court.
        package var plusMinus = 0
    }

    /// Why nothing is known of a side.
    package enum Doubt: Equatable, Sendable {
        /// It has neither a substitution nor a line-up.
        case notRecorded
        /// So many players were on the court then, by what was recorded.
        case count(Int, period: Int, elapsed: Int64)
    }

    /// What came out for a side.
    package enum Outcome: Equatable, Sendable {
        /// By index of the roster: as the slot, less one. No time at all when nobody read a clock.
        case known([Stint], hasTime: Bool)
        case unknown(Doubt)
    }

    /// By side.
    package let sides: Sides<Outcome>

    /// Reads a finished board.
    package init(_ board: Scoreboard) {
        let hasChanges = board.timeline.contains { entry in
            entry.isLive && (entry.move?.kind == .substitution || entry.move?.kind == .lineup)
        }
        guard hasChanges else {
            sides = Sides(home: .unknown(.notRecorded), away: .unknown(.notRecorded))
            return
        }
        let time = GameTime(board)
        sides = Sides(
            home: CourtReading(.home, board, time).outcome(),
            away: CourtReading(.away, board, time).outcome())
    }
}

/// One side's way through the game.
private struct CourtReading {
    private let side: Side
    private let board: Scoreboard
    private let time: GameTime
    private let seats: [LineRef: PlayerSeat]
    private let size: Int
    private var stints: [CourtTime.Stint]
    private var court: Set<Int> = []
    private var now: Int64 = 0
    private var doubt: CourtTime.Doubt?

    init(_ side: Side, _ board: Scoreboard, _ time: GameTime) {
        self.side = side
        self.board = board
        self.time = time
        let seats = board.seats
        self.seats = seats
        stints = Array(repeating: CourtTime.Stint(), count: board.teams[side].players.count)
        let sizes = Set(time.plays.compactMap { $0.move.lineup(of: side, seats)?.count })
        let only = sizes.count == 1 ? sizes.first : nil
        size = only ?? board.rules[.playersASide]
    }

    consuming func outcome() -> CourtTime.Outcome {
        let changes = time.plays.filter { isChange($0.move) }
        guard !changes.isEmpty else { return .unknown(.notRecorded) }
        for period in time.periods where doubt == nil {
            let moments = time.moments(of: period.number)
            court = starters(moments)
            now = 0
            for moment in moments where doubt == nil {
                pass(to: moment[0].elapsed, in: period.number)
                for play in moment where play.move.kind.isScoring { score(play) }
                change(moment)
            }
            pass(to: period.length, in: period.number)
        }
        if let doubt { return .unknown(doubt) }
        let hasTime = time.length > 0 && changes.allSatisfy { $0.isRead || $0.isBeforeStart }
        return .known(stints, hasTime: hasTime)
    }

    private func isChange(_ move: Move) -> Bool {
        move.lineup(of: side, seats) != nil || (move.kind == .substitution && seat(move) != nil)
    }

    private func seat(_ move: Move) -> Int? {
        guard case .line(let ref) = move.subject, let seat = seats[ref], seat.side == side else {
            return nil
        }
        return seat.index
    }

    // MARK: The beginning of a period

    private func starters(_ moments: [[Play]]) -> Set<Int> {
        var known: Set<Int> = []
        var late: Set<Int> = []
        var lineup: Set<Int>?
        for moment in moments where lineup == nil {
            lineup = self.lineup(moment)
            let balance = self.balance(moment)
            for play in moment {
                guard let seat = seat(play.move), !known.contains(seat), !late.contains(seat)
                else { continue }
                if isLate(play.move, seat, balance[seat]) {
                    late.insert(seat)
                } else if balance[seat] != nil || play.move.isOnCourt,
                    lineup?.contains(seat) != true
                {
                    known.insert(seat)
                }
            }
        }
        let before = court.isEmpty ? lineup ?? [] : court
        let others = before.subtracting(known).subtracting(late)
        return known.count + others.count == size ? known.union(others) : known
    }

    /// Whether the first that is heard of a player is that he comes in. Of one who comes and goes at
    /// one reading the end of the period before tells which was first, else the table's order.
    private func isLate(_ move: Move, _ seat: Int, _ balance: Int?) -> Bool {
        guard let balance else { return false }
        if balance != 0 { return balance > 0 }
        return court.isEmpty ? move.variant == .comingIn : !court.contains(seat)
    }

    // MARK: In the course of a period

    private mutating func change(_ moment: [Play]) {
        for (seat, balance) in balance(moment) where balance != 0 {
            if balance > 0 { court.insert(seat) } else { court.remove(seat) }
        }
        if let lineup = lineup(moment) { court = lineup }
    }

    /// How much more often each player comes in than goes out.
    private func balance(_ moment: [Play]) -> [Int: Int] {
        var balance: [Int: Int] = [:]
        for play in moment where play.move.kind == .substitution {
            guard let seat = seat(play.move) else { continue }
            if play.move.variant == .comingIn { balance[seat, default: 0] += 1 }
            if play.move.variant == .goingOut { balance[seat, default: 0] -= 1 }
        }
        return balance
    }

    private func lineup(_ moment: [Play]) -> Set<Int>? {
        moment.reversed().lazy.compactMap { $0.move.lineup(of: side, seats) }.first
    }

    private mutating func pass(to elapsed: Int64, in period: Int) {
        guard doubt == nil, elapsed > now else { return }
        check(period, now)
        for seat in court { stints[seat].played += elapsed - now }
        now = elapsed
    }

    private mutating func score(_ play: Play) {
        guard let scorer = board.side(of: play.move.subject, seats) else { return }
        check(play.move.period, play.elapsed)
        let points = play.move.points ?? board.rules.points(of: play.move.kind)
        for seat in court { stints[seat].plusMinus += scorer == side ? points : -points }
    }

    private mutating func check(_ period: Int, _ elapsed: Int64) {
        guard doubt == nil, court.count != size else { return }
        doubt = .count(court.count, period: period, elapsed: elapsed)
    }
}

extension Move {
    /// The players of a side whom a line-up names; nil where it names none of it.
    fileprivate func lineup(of side: Side, _ seats: [LineRef: PlayerSeat]) -> Set<Int>? {
        guard kind == .lineup else { return nil }
        var lineup: Set<Int> = []
        for case .line(let ref) in players {
            if let seat = seats[ref], seat.side == side { lineup.insert(seat.index) }
        }
        return lineup.isEmpty ? nil : lineup
    }

    /// Whether its player must be on the court: not for what is called on the bench.
    fileprivate var isOnCourt: Bool {
        switch kind {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .steal, .block,
            .turnover, .miss, .foulDrawn, .blocked, .jumpBall, .violation:
            true
        case .foul: !["technical", "bench", "coach"].contains(type)
        case .technicalFoul, .substitution, .timeout, .lineup, .review, .periodStart, .periodEnd,
            .gameEnd, .other:
            false
        }
    }
}

extension Scoreboard {
    /// The seat that each name of a roster line stands for, with merged lines at the one they went
    /// up in.
    fileprivate var seats: [LineRef: PlayerSeat] {
        var own: [LineRef: PlayerSeat] = [:]
        for line in players {
            let seat = PlayerSeat(side: line.side, index: line.slot - 1)
            own[line.alias] = seat
            own[line.ref] = seat
        }
        var seats = own
        for line in players {
            guard let into = line.mergedInto, let seat = own[into] else { continue }
            seats[line.alias] = seat
            seats[line.ref] = seat
        }
        return seats
    }

    fileprivate func side(of subject: Subject, _ seats: [LineRef: PlayerSeat]) -> Side? {
        switch subject {
        case .nobody: nil
        case .team(let side): side
        case .line(let ref): seats[ref]?.side
        }
    }
}
