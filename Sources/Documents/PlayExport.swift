import MoveLog
package import Scorebook

extension Projection {
    /// Every entry of a game as a row of the play-by-play, in the table's order.
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
                .text(play.game), .number(play.index), .number(play.period),
                play.clock.map { .plain($0) } ?? .empty, .text(play.team), .text(play.number),
                .text(play.player), .plain(play.kind), .number(play.points), .number(play.home),
                .number(play.away), .text(play.keeper), .text(play.entry), .plain(play.wall),
                .plain(play.state), .text(play.because), .text(play.text), .text(play.was),
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
        if case .line(let ref) = item.move?.subject, let line = board.standing(ref) {
            play.number = line.number.isEmpty ? nil : line.number
            play.player = line.name.isEmpty && line.number.isEmpty ? line.slotText : line.name
        }
        return play
    }
}

extension Scoreboard {
    /// The line of the roster that a move names, or the one that it went up in.
    func standing(_ ref: LineRef) -> PlayerLine? {
        guard let line = player(ref) else { return nil }
        return line.mergedInto.flatMap { player($0) } ?? line
    }
}
