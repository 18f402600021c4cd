import Documents
import MoveLog
import Official
import Testing

@testable import Scorebook

/// The oddities of the sources, which SOURCES.md lists, are in the fold as the files have them.
@Suite struct RealGameOddityTests {
    /// One keeper imports a file: the board, and the timeline's moves in the order of the file.
    private func imported(
        _ name: String
    ) throws -> (official: OfficialGame, board: Scoreboard, moves: [Move]) {
        let official = try OfficialGame(name)
        var table = PaperTable()
        table.start(1, device: 1)
        let game = table.record(1, try official.creation().draft)
        for move in try official.moves() { table.record(1, move.draft(in: game)) }
        let board = try table.board(game)
        return (official, board, board.moves.compactMap(\.move))
    }

    @Test(arguments: OfficialGame.names)
    func everyEventIsInTheFoldInItsPlace(name: String) throws {
        let (official, board, moves) = try imported(name)
        #expect(moves == (try official.moves()))
        #expect(moves.count == official.steps.count)
        #expect(board.unknownCount + board.malformedCount + board.danglingCount == 0)
    }

    @Test func aTeamBasketCountsForTheTeamAlone() throws {
        let (_, board, moves) = try imported("unrivaled-2025-jcdgg9yavn4e")
        let away = board.teams.away
        #expect(away.score == 84)
        #expect(away.teamCredited.points == 3)
        #expect(away.teamCredited[.threePointsMade] == 1)
        #expect(away.players.map(\.tally.points).reduce(0, +) == 81)
        let basket = try #require(moves.first { $0.kind.isScoring && $0.subject == .team(.away) })
        #expect(basket.kind == .threePoints)
        #expect(moves.count { $0.kind.isScoring && $0.subject == .team(.away) } == 1)
    }

    @Test func aClockThatStepsBackKeepsTheOrderOfTheFile() throws {
        var found: [String: Int] = [:]
        for name in OfficialGame.names {
            let (official, _, moves) = try imported(name)
            let instants = moves.map { instant(of: $0, official.header.rules) }
            found[name] = zip(instants, instants.dropFirst()).count { $1 < $0 }
        }
        #expect(found.values.reduce(0, +) == 33)
        #expect(found.values.count { $0 > 0 } == 12)
        #expect(found["euroleague-2024-107"] == 10)
    }

    /// Since the tip-off, as the sources count.
    private func instant(of move: Move, _ rules: GamelogRules) -> Duration {
        let regular = min(move.period - 1, rules.periods)
        let before =
            regular * rules.periodSeconds + (move.period - 1 - regular) * rules.overtimeSeconds
        return (move.elapsed ?? .zero) + .seconds(before)
    }

    @Test(arguments: [
        ("euroleague-2024-035", 1), ("euroleague-2024-107", 2), ("nba-0021600270", 1),
    ])
    func overtimesAreFurtherPeriods(name: String, overtimes: Int) throws {
        let (official, board, moves) = try imported(name)
        let published = try #require(official.header.periods)
        try #require(published.count == 4 + overtimes)
        for (index, period) in published.enumerated() {
            #expect(board.teams.home.periodScores[index] == period.home)
            #expect(board.teams.away.periodScores[index] == period.away)
        }
        // Level after every period but the last one that was played.
        for played in 4..<(4 + overtimes) {
            let home = board.teams.home.periodScores.prefix(played).reduce(0, +)
            #expect(home == board.teams.away.periodScores.prefix(played).reduce(0, +))
        }
        let length = try #require(board.rules.length(ofPeriod: 5))
        for move in moves where move.period > 4 && move.kind.isScoring {
            let elapsed = try #require(move.elapsed)
            #expect(elapsed >= .zero && elapsed <= length)
        }
        #expect(moves.contains { $0.period == 4 + overtimes && $0.kind.isScoring })
    }

    @Test func unrivaledsLastPeriodHasNoClock() throws {
        for name in OfficialGame.namesWithTarget where name.hasPrefix("unrivaled-2025") {
            let (_, _, moves) = try imported(name)
            let readings = Set(moves.filter { $0.period == 4 }.map(\.elapsed))
            #expect(readings.count == 1, "\(name)")
        }
    }

    @Test func twoTechnicalFoulsOfOnePlayerAtOnce() throws {
        let (_, board, moves) = try imported("euroleague-2024-120")
        let technical = moves.filter { $0.type == "technical" }
        #expect(technical.count == 2)
        #expect(technical[0] == technical[1])
        #expect(technical[0].kind == .foul && technical[0].raw == "CMT")
        #expect(technical[0].period == 4 && technical[0].elapsed == .seconds(2362 - 1800))
        guard case .line(let ref) = technical[0].subject else {
            Issue.record("no player's foul")
            return
        }
        let player = try #require(board.player(ref))
        #expect(player.side == .away)
        #expect(player.tally[.foul] == moves.count { $0.kind == .foul && $0.subject == .line(ref) })
    }

    @Test func aPersonalAndACoachsFoulAtOnce() throws {
        let (_, board, moves) = try imported("euroleague-2024-060")
        let coach = try #require(moves.first { $0.type == "coach" })
        #expect(coach.kind == .foul && coach.subject == .team(.home) && coach.raw == "C")
        let atOnce = moves.filter {
            $0.kind == .foul && $0.period == 1 && $0.elapsed == coach.elapsed && $0 != coach
        }
        #expect(!atOnce.isEmpty)
        #expect(board.teams.home.teamCredited[.foul] == 1)
        let players = board.teams.home.players.map(\.tally[.foul]).reduce(0, +)
        #expect(board.teams.home.total[.foul] == players + 1)
    }

    @Test func sixFoulsOfCoachesBenchesAndTechnicals() throws {
        let (_, board, moves) = try imported("euroleague-2024-200")
        let special = moves.filter { ["technical", "coach", "bench"].contains($0.type) }
        #expect(
            special.map(\.type) == ["coach", "technical", "bench", "bench", "technical", "bench"])
        #expect(special.map(\.period) == [2, 2, 3, 3, 4, 4])
        #expect(board.teams.home.teamCredited[.foul] == 3)
        #expect(board.teams.away.teamCredited[.foul] == 1)
    }

    /// They are in no official column of personal fouls.
    @Test(arguments: [("nba-0021600270", 2), ("nba-2021900002", 1)])
    func technicalFoulsAreNoPersonalFouls(name: String, count: Int) throws {
        let (official, board, moves) = try imported(name)
        let technical = moves.filter { $0.kind == .technicalFoul }
        #expect(technical.count == count)
        let lines = Dictionary(uniqueKeysWithValues: official.lines.map { ($0.slot, $0) })
        for move in technical {
            guard case .line(let ref) = move.subject, let player = board.player(ref) else {
                Issue.record("no player's foul")
                continue
            }
            #expect(player.tally[.technicalFoul] == 1)
            let personal = lines[player.slotText]?.numbers.first { $0.kind == "foul" }
            #expect(personal?.count == player.tally[.foul])
            #expect(personal?.isPublished == true)
        }
    }

    @Test func theRunningScoreIsTheSourcesOwn() throws {
        for name in OfficialGame.names {
            let (official, board, _) = try imported(name)
            for (entry, event) in zip(board.moves, official.events) {
                guard let score = event.score else { continue }
                #expect([entry.score.home, entry.score.away] == score)
            }
        }
    }
}
