import Foundation
import MoveLog
import Testing

@testable import Scorebook

/// A game of `Tests/Fixtures/games`, as its file holds it.
struct RealGame {
    struct Header: Decodable {
        struct Rules: Decodable {
            let periods: Int
            let periodSeconds: Int
            let overtimeSeconds: Int
            let target: Int?
        }
        struct Player: Decodable {
            let id: String
            let name: String
            let team: String
            let number: String?
        }
        struct Score: Decodable {
            let home: Int
            let away: Int
        }
        let home: String
        let away: String
        let rules: Rules
        let players: [Player]
        let final: Score
        let periods: [Score]?
        let box: [String: [String: Int?]]
    }

    struct Event: Decodable {
        let t: Int
        let period: Int
        let team: String?
        let player: String?
        let kind: String
        let points: Int?
        let score: [Int]?
        let side: String?
        let type: String?
        let of: String?
        let players: [String]?
        let raw: String?
    }

    static let names = [
        "euroleague-2024-035", "euroleague-2024-107", "nba-0021600270",
        "unrivaled-2025-jcdgg9yavn4e", "unrivaled-2026-qa0nawipwn7r",
    ]

    let header: Header
    let events: [Event]

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../Fixtures/games/\(name).jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let decoder = JSONDecoder()
        header = try decoder.decode(Header.self, from: Data(try #require(lines.first).utf8))
        events = try lines.dropFirst().map { try decoder.decode(Event.self, from: Data($0.utf8)) }
    }

    var creation: GameCreated {
        var rules = Rules(.custom)
        rules[.periods] = header.rules.periods
        rules[.periodLength] = header.rules.periodSeconds * 1000
        rules[.overtimeLength] = header.rules.overtimeSeconds * 1000
        rules[.target] = header.rules.target ?? 0
        let lines = header.players.map {
            RosterLine(side: side($0.team) ?? .home, number: $0.number ?? "", name: $0.name)
        }
        return GameCreated(home: header.home, away: header.away, rules: rules, lines: lines)
    }

    func move(_ event: Event) throws -> Move {
        let meaning = try #require(
            GamelogWord.read(kind: event.kind, side: event.side, of: event.of))
        var move = Move(
            meaning.kind, meaning.variant, by: try subject(event), period: event.period,
            elapsed: .seconds(event.t - start(ofPeriod: event.period)))
        move.points = event.points
        move.type = event.type ?? ""
        move.raw = event.raw ?? ""
        move.players = try (event.players ?? []).map { .line(.created(try line($0))) }
        return move
    }

    func line(_ player: String) throws -> Int {
        try #require(header.players.firstIndex { $0.id == player })
    }

    private func subject(_ event: Event) throws -> Subject {
        if let player = event.player { return .line(.created(try line(player))) }
        return side(event.team).map { .team($0) } ?? .nobody
    }

    private func side(_ team: String?) -> Side? {
        team == "home" ? .home : team == "away" ? .away : nil
    }

    private func start(ofPeriod period: Int) -> Int {
        let regular = min(period - 1, header.rules.periods)
        return regular * header.rules.periodSeconds
            + (period - 1 - regular) * header.rules.overtimeSeconds
    }

    /// Three keepers, each with every third player; the first also has what no player did. Each
    /// hears of the others' entries only between periods.
    func table(leavingOut left: Int? = nil) throws -> (PaperTable, GameID) {
        var table = PaperTable()
        for keeper in UInt8(1)...3 { table.start(keeper, device: keeper) }
        let game = table.record(1, creation.draft)
        for (index, event) in events.enumerated() where index != left {
            let player = try event.player.map { try line($0) }
            let keeper = UInt8(1 + (player ?? 0) % 3)
            let lamport = UInt64(1000 * event.period + index % 7)
            table.record(keeper, try move(event).draft(in: game), lamport: lamport)
        }
        table.record(1, GameEnded().draft(in: game), lamport: 1_000_000)
        return (table, game)
    }

    /// Every difference between a scoreboard and what the league published.
    func differences(_ board: Scoreboard) -> [String] {
        var found: [String] = []
        func compare(_ what: String, _ mine: Int?, _ official: Int?) {
            if let official, mine != official {
                found.append("\(what): \(mine ?? -1), official \(official)")
            }
        }
        compare("home", board.score.home, header.final.home)
        compare("away", board.score.away, header.final.away)
        for (index, period) in (header.periods ?? []).enumerated() {
            compare("home period \(index + 1)", board.teams.home.periodScores[index], period.home)
            compare("away period \(index + 1)", board.teams.away.periodScores[index], period.away)
        }
        for (index, player) in header.players.enumerated() {
            guard let official = header.box[player.id],
                let tally = board.player(.created(index))?.tally
            else { continue }
            let mine = [
                "pts": tally.points, "ast": tally[.assist], "oreb": tally[.offensiveRebound],
                "dreb": tally[.defensiveRebound], "pf": tally[.foul], "stl": tally[.steal],
                "reb": tally.sum(.offensiveRebound, .defensiveRebound, .otherRebound),
                "blk": tally[.block], "tov": tally[.turnover],
            ]
            for (cell, value) in mine {
                compare("\(player.name) \(cell)", value, official[cell] ?? nil)
            }
        }
        return found
    }
}
