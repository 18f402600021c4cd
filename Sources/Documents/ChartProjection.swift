import MoveLog
package import Scorebook

extension Projection {
    /// The running score of a game over its own time.
    package func chart(_ board: Scoreboard) -> ChartDocument {
        var drawing = ChartDrawing(board)
        drawing.draw(GameTime(board)) { table.name(of: board.timeline[$0].recordedAs) }
        return drawing.document(game: table.game(board.id)?.slug ?? "")
    }
}

/// Places the baskets of a game on one line of time, and finds leads and runs.
private struct ChartDrawing {
    private let board: Scoreboard
    private var periods: [ChartPeriod] = []
    private var points: [ChartPoint] = []
    private var score = Sides(home: 0, away: 0)

    private struct Basket {
        let side: Side
        let move: Move
        let play: Play
    }

    init(_ board: Scoreboard) { self.board = board }

    mutating func draw(_ time: GameTime, name: (Int) -> String) {
        var start: Int64 = 0
        for period in time.periods {
            let plays = time.plays(of: period.number)
            let readings = plays.lazy.filter(\.isRead).map(\.elapsed)
            let isTimed = period.length > 0 && readings.contains { $0 != readings.first }
            let baskets = plays.compactMap { play -> Basket? in
                guard let move = board.timeline[play.index].move, move.kind.isScoring,
                    let side = board.side(of: move.subject)
                else { return nil }
                return Basket(side: side, move: move, play: play)
            }
            let length = isTimed ? period.length : nominal(period, baskets.count)
            for (index, basket) in baskets.enumerated() {
                let even = length * Int64(index + 1) / Int64(baskets.count + 1)
                add(basket, start + (isTimed ? basket.play.elapsed : even), name)
            }
            periods.append(
                ChartPeriod(
                    number: period.number, label: board.rules.label(ofPeriod: period.number),
                    startMilliseconds: start, lengthMilliseconds: length, isTimed: isTimed,
                    startClock: isTimed ? clock(0, of: period.number) : nil,
                    endClock: isTimed ? clock(length, of: period.number) : nil))
            start += length
        }
    }

    private func clock(_ elapsed: Int64, of period: Int) -> String {
        board.rules.clockText(.milliseconds(elapsed), period: period)
    }

    /// The length of a period without a clock: its rules', else half a minute a basket.
    private func nominal(_ period: PlayedPeriod, _ baskets: Int) -> Int64 {
        if baskets == 0 { return period.length }
        return board.rules.length(ofPeriod: period.number)?.wholeMilliseconds
            ?? Int64(baskets + 1) * 30_000
    }

    private mutating func add(_ basket: Basket, _ at: Int64, _ name: (Int) -> String) {
        let move = basket.move
        let worth = move.points ?? board.rules.points(of: move.kind)
        guard worth > 0 else { return }
        score[basket.side] += worth
        points.append(
            ChartPoint(
                atMilliseconds: at,
                clock: move.elapsed.map { board.rules.clockLabel($0, period: move.period) },
                side: SideName(basket.side), points: worth, home: score.home, away: score.away,
                entry: name(basket.play.index)))
    }

    func document(game: String) -> ChartDocument {
        let lead = leads()
        return ChartDocument(
            game: game, home: side(.home), away: side(.away),
            lengthMilliseconds: periods.last.map { $0.startMilliseconds + $0.lengthMilliseconds }
                ?? 0,
            periods: periods, points: points, leadChanges: lead.changes, ties: lead.ties,
            runs: runs())
    }

    private func side(_ side: Side) -> ChartSide {
        var document = ChartSide(name: board.teams[side].name, score: score[side])
        for point in points {
            let lead = side == .home ? point.home - point.away : point.away - point.home
            guard lead > document.biggestLead else { continue }
            document.biggestLead = lead
            document.biggestLeadClock = point.clock
        }
        return document
    }

    private func leads() -> (changes: Int, ties: Int) {
        var changes = 0
        var ties = 0
        var leader: Bool?
        for point in points {
            guard point.home != point.away else {
                ties += 1
                continue
            }
            let isHome = point.home > point.away
            if let leader, leader != isHome { changes += 1 }
            leader = isHome
        }
        return (changes, ties)
    }

    /// Runs of at least `DocumentsLimits.runPointsMin`, and the longest of a side without one.
    private func runs() -> [ChartRun] {
        var runs: [ChartRun] = []
        for point in points {
            if let last = runs.last, last.side == point.side {
                runs[runs.count - 1].points += point.points
                runs[runs.count - 1].toMilliseconds = point.atMilliseconds
                runs[runs.count - 1].toClock = point.clock
                runs[runs.count - 1].home = point.home
                runs[runs.count - 1].away = point.away
            } else {
                runs.append(
                    ChartRun(
                        side: point.side, points: point.points,
                        fromMilliseconds: point.atMilliseconds,
                        toMilliseconds: point.atMilliseconds, fromClock: point.clock,
                        toClock: point.clock, home: point.home, away: point.away))
            }
        }
        let ordered = runs.enumerated()
            .sorted { ($1.element.points, $0.offset) < ($0.element.points, $1.offset) }
            .map(\.element)
        let longest = SideName.allCases.compactMap { side in ordered.first { $0.side == side } }
        return ordered.filter { $0.points >= DocumentsLimits.runPointsMin || longest.contains($0) }
    }
}
