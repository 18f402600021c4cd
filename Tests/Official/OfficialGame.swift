package import Client
package import Documents
import Foundation
import LocalAPI
package import Scorebook

/// What is official about a real game, read from its file without the scorebook: the result, the
/// box score, and what the play-by-play itself adds up to.
package struct OfficialGame: Sendable {
    package let path: String
    /// What the league published.
    package let header: GamelogHeader
    /// The file as `import` reads it.
    package let file: GamelogFile
    /// The lines behind the header, as the source has them.
    package let events: [GamelogEvent]
    /// The points of each period that the play-by-play adds up to, home and away.
    package let periods: [GamelogScore]
    /// Counts by slot and kind, added up from the play-by-play.
    private let tallies: [String: [String: Int]]

    package init(path: String) throws {
        self.path = path
        file = try GamelogFile(path: path)
        let lines = try JSONLines.split(Array(try Data(contentsOf: URL(filePath: path))))
        guard let first = lines.first else { throw ClientError.unusable("\(path) is empty") }
        header = try JSONLines.decode(GamelogHeader.self, line: first)
        events = try lines.dropFirst().map { try JSONLines.decode(GamelogEvent.self, line: $0) }
        (periods, tallies) = Self.added(file.steps)
    }

    /// What happened, in the order of the file.
    package var steps: [ImportStep] { file.steps }

    /// The moves that keepers record, one by one; marks of the source and what is neither side's are
    /// left out.
    package var keepersMoves: Int { steps.count { $0.move != nil } }

    /// Every step as the move that an import records, in the order of the file.
    package func moves() throws -> [Move] {
        try ImportRequest(game: file.game, steps: steps).moves()
    }

    /// The entry that creates the game when the file is imported.
    package func creation() throws -> GameCreated {
        try file.game.created(default: .custom) { _, _ in [] }
    }

    package var title: String { "\(header.home) - \(header.away)" }

    /// The result that the league published, or that the play-by-play adds up to.
    package var final: GamelogScore {
        header.final
            ?? GamelogScore(
                home: periods.map(\.home).reduce(0, +), away: periods.map(\.away).reduce(0, +))
    }

    /// A line of the box score as it must be, by the names that a status document uses.
    package struct Line: Sendable {
        /// `h#1`.
        package let slot: String
        package let name: String
        /// By kind: the number, and whether the league published it.
        package let numbers: [(kind: String, count: Int, isPublished: Bool)]
    }

    /// Every player's line: what the league published of the teams whose box score is known, and
    /// what the play-by-play adds up to of everything.
    package var lines: [Line] {
        var counts: [SideName: Int] = [:]
        return header.players.map { player in
            counts[player.team, default: 0] += 1
            let slot = (player.team == .home ? "h#" : "a#") + "\(counts[player.team, default: 0])"
            let box = header.boxTeams?.contains(player.team) == true ? header.box?[player.id] : nil
            return Line(slot: slot, name: player.name, numbers: numbers(slot, box))
        }
    }

    private func numbers(
        _ slot: String, _ box: GamelogBox?
    ) -> [(kind: String, count: Int, isPublished: Bool)] {
        let published: [(String, Int?)] = [
            ("points", box?.pts), ("assist", box?.ast), ("rebound", box?.reb),
            ("offensiveRebound", box?.oreb), ("defensiveRebound", box?.dreb), ("foul", box?.pf),
            ("steal", box?.stl), ("block", box?.blk), ("turnover", box?.tov),
        ]
        let tally = tallies[slot] ?? [:]
        return published.map { kind, count in
            (kind, count ?? tally[kind] ?? 0, count != nil)
        }
    }

    /// Steps whose loss the published numbers must show: moves of players with an official line.
    package func published(_ kinds: Set<String>) -> [Int] {
        let lines = Dictionary(uniqueKeysWithValues: lines.map { ($0.slot, $0) })
        return steps.indices.filter { index in
            let step = steps[index]
            guard let slot = step.player, kinds.contains(step.kind) else { return false }
            return lines[slot]?.numbers.contains(where: \.isPublished) == true
        }
    }

    private static func added(
        _ steps: [ImportStep]
    ) -> (periods: [GamelogScore], tallies: [String: [String: Int]]) {
        var periods: [GamelogScore] = []
        var tallies: [String: [String: Int]] = [:]
        for step in steps {
            let points = step.isMadeShot ? step.points ?? 0 : 0
            if points > 0 {
                while periods.count < step.period { periods.append(GamelogScore(home: 0, away: 0)) }
                if step.side == .home { periods[step.period - 1].home += points }
                if step.side == .away { periods[step.period - 1].away += points }
            }
            guard let slot = step.player else { continue }
            tallies[slot, default: [:]]["points", default: 0] += points
            tallies[slot, default: [:]][step.kind, default: 0] += 1
            if step.kind == "rebound", let side = step.detail {
                tallies[slot, default: [:]][side + "Rebound", default: 0] += 1
            }
        }
        return (periods, tallies)
    }
}

extension ImportStep {
    package var isMadeShot: Bool {
        ["onePoint", "twoPoints", "threePoints", "freeThrow"].contains(kind)
    }
}

extension GamelogFile {
    /// The slots of one side, in order: `h#1`, `h#2`.
    package func slots(of side: SideName) -> [String] {
        let team = side == .home ? game.home : game.away
        let letter = side == .home ? "h" : "a"
        return (team.roster ?? []).indices.map { "\(letter)#\($0 + 1)" }
    }
}

// MARK: The fixtures

extension OfficialGame {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/games")

    /// The names of all games of `Tests/Fixtures/games`, in order.
    package static let names: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "jsonl" }
            .map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }()

    /// Those that were played to a target.
    package static let namesWithTarget = names.filter { $0.hasPrefix("unrivaled") }

    /// Reads a game of `Tests/Fixtures/games`.
    package init(_ name: String) throws {
        try self.init(path: Self.folder.appending(path: "\(name).jsonl").path())
    }
}
