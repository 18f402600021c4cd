import Client
import Documents
import LocalAPI
import Net

/// What is official about a real game, read from its file without the scorebook: the result, the
/// box score, and what the play-by-play itself adds up to.
struct Official {
    let path: String
    let header: GamelogHeader
    /// The file as a keeper's `replay` reads it.
    let file: GamelogFile
    /// The points of each period, home and away.
    let periods: [GamelogScore]
    /// Counts by slot and kind, added up from the play-by-play.
    private let tallies: [String: [String: Int]]

    init(path: String) throws {
        self.path = path
        let bytes = try GivenFile.read(path, bytesMax: ClientLimits.fileBytesMax)
        guard let first = try JSONLines.split(bytes).first else {
            throw RehearsalError.failed("\(path) is empty")
        }
        header = try JSONLines.decode(GamelogHeader.self, line: first)
        file = try GamelogFile(bytes: bytes, name: path)
        (periods, tallies) = Self.added(file.steps)
    }

    /// Moves that keepers record, marks of the source left out.
    var moves: Int { file.steps.count { $0.move != nil } }

    var title: String { "\(header.home) - \(header.away)" }

    /// The result that the league published, or that the play-by-play adds up to.
    var final: GamelogScore {
        header.final
            ?? GamelogScore(
                home: periods.map(\.home).reduce(0, +), away: periods.map(\.away).reduce(0, +))
    }

    /// What the league published of a period, else what the play-by-play adds up to.
    var officialPeriods: [GamelogScore] { header.periods ?? periods }

    /// A line of the box score as it must be, by the names that a status document uses.
    struct Line {
        let slot: String
        let name: String
        /// By kind: the number, and whether the league published it.
        let numbers: [(kind: String, count: Int, isOfficial: Bool)]
    }

    /// Every player's line: what the league published of the teams whose box score is known, and
    /// what the play-by-play adds up to of everything.
    var lines: [Line] {
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
    ) -> [(kind: String, count: Int, isOfficial: Bool)] {
        let official: [(String, Int?)] = [
            ("points", box?.pts), ("assist", box?.ast), ("rebound", box?.reb),
            ("offensiveRebound", box?.oreb), ("defensiveRebound", box?.dreb), ("foul", box?.pf),
            ("steal", box?.stl), ("block", box?.blk), ("turnover", box?.tov),
        ]
        let tally = tallies[slot] ?? [:]
        return official.map { kind, count in
            (kind, count ?? tally[kind] ?? 0, count != nil)
        }
    }

    private static func added(
        _ steps: [ImportStep]
    ) -> (periods: [GamelogScore], tallies: [String: [String: Int]]) {
        var periods: [GamelogScore] = []
        var tallies: [String: [String: Int]] = [:]
        for step in steps {
            let points =
                ["onePoint", "twoPoints", "threePoints", "freeThrow"].contains(step.kind)
                ? step.points ?? 0 : 0
            while periods.count < step.period { periods.append(GamelogScore(home: 0, away: 0)) }
            if step.side == .home { periods[step.period - 1].home += points }
            if step.side == .away { periods[step.period - 1].away += points }
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
