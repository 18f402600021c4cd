import Documents
import MoveLog
import Scorebook
import Seeds
import Testing

/// The running score over the game's own time.
@Suite struct ChartTests {
    private static func chart(
        _ name: String
    ) throws -> (ChartDocument, GamelogHeader, [GamelogEvent], Scoreboard) {
        let (header, events, request) = try Fixture.request(name)
        var table = PaperTable()
        for keeper in UInt8(1)...3 { try table.sit(keeper, keeper: "K\(keeper)") }
        let game = try table.record(
            1, try request.game.created(default: .pickup) { _, _ in [] }.draft)
        for (index, move) in try request.moves().enumerated() {
            try table.record(UInt8(1 + index % 3), move.draft(in: game))
        }
        try table.record(1, GameEnded().draft(in: game))
        let book = table.book
        let board = try #require(book.scoreboard(of: game))
        let projection = Projection(table: book.table, device: try PaperTable.key(1))
        return (projection.chart(board), header, events, board)
    }

    @Test(arguments: cases(Fixture.names))
    func aRealGameEndsAtItsScore(name: String) throws {
        let (chart, header, events, board) = try Self.chart(name)
        let final = try #require(header.final)
        #expect(chart.home.score == final.home && chart.away.score == final.away)
        #expect(chart.points.last?.home == final.home && chart.points.last?.away == final.away)
        #expect(chart.points.count == events.count { ($0.points ?? 0) > 0 })
        #expect(chart.points.map(\.atMilliseconds) == chart.points.map(\.atMilliseconds).sorted())
        let range = 0...chart.lengthMilliseconds
        #expect(chart.points.allSatisfy { range.contains($0.atMilliseconds) })
        // Every basket adds its points to one side.
        var (home, away) = (0, 0)
        for point in chart.points {
            if point.side == .home { home += point.points } else { away += point.points }
            #expect(point.home == home && point.away == away)
        }
        // Periods follow each other without a gap.
        var start: Int64 = 0
        for period in chart.periods {
            #expect(period.startMilliseconds == start && period.lengthMilliseconds > 0)
            start += period.lengthMilliseconds
            let length = board.rules.length(ofPeriod: period.number) ?? .zero
            #expect(period.startClock == (period.isTimed ? ClockText.print(length) : nil))
            #expect((period.endClock != nil) == period.isTimed)
        }
        #expect(start == chart.lengthMilliseconds)
        if let official = header.periods { #expect(chart.periods.count == official.count) }
    }

    @Test(arguments: cases(Fixture.names))
    func leadsTiesAndRunsAreThoseOfThePoints(name: String) throws {
        let (chart, _, _, _) = try Self.chart(name)
        let leads = chart.points.map { $0.home - $0.away }
        #expect(chart.home.biggestLead == max(0, leads.max() ?? 0))
        #expect(chart.away.biggestLead == max(0, -(leads.min() ?? 0)))
        #expect(chart.ties == leads.count { $0 == 0 })
        let signs = leads.map { $0.signum() }.filter { $0 != 0 }
        #expect(chart.leadChanges == zip(signs, signs.dropFirst()).count { $0 != $1 })
        for run in chart.runs {
            let inside = chart.points.filter {
                (run.fromMilliseconds...run.toMilliseconds).contains($0.atMilliseconds)
            }
            let own = inside.filter { $0.side == run.side }.reduce(0) { $0 + $1.points }
            #expect(own >= run.points)
            #expect(chart.points.contains { $0.home == run.home && $0.away == run.away })
        }
        #expect(chart.runs.map(\.points) == chart.runs.map(\.points).sorted(by: >))
        #expect(Set(chart.runs.map(\.side)).count == 2)
    }

    /// A last period without a clock has its baskets side by side, not on top of each other.
    @Test func aPeriodWithoutAClockTakesRoom() throws {
        let (chart, _, _, _) = try Self.chart("unrivaled-2025-jcdgg9yavn4e")
        let last = try #require(chart.periods.last)
        #expect(!last.isTimed && chart.periods.dropLast().allSatisfy { $0.isTimed })
        let places = chart.points.map(\.atMilliseconds).filter { $0 > last.startMilliseconds }
        #expect(places.count > 5 && Set(places).count == places.count)
    }
}
