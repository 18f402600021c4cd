package import Client
package import Documents
import Net

/// A keeper who records a part of a real game: the moves of some players and teams, each as a
/// request of its own, in the order of the file.
package struct Replay: Sendable {
    package let moves: [MoveRequest]

    /// The moves of players, by their slots, and those of the `teams` themselves.
    package init(of official: OfficialGame, players: Set<String>, teams: Set<SideName>) {
        moves = official.steps.compactMap { step in
            guard let side = step.side else { return nil }
            let isOwn = step.player.map(players.contains) ?? teams.contains(side)
            return isOwn ? step.move : nil
        }
    }

    /// The whole game.
    package init(of official: OfficialGame) {
        moves = official.steps.compactMap { $0.side == nil ? nil : $0.move }
    }

    /// Sends `rate` moves a second. Where the daemon is gone, the client starts `program` as the
    /// next one and asks again.
    package func run(
        into game: String, at home: StateHome, rate: Int, starting program: String
    ) throws(ClientError) {
        let starter = DaemonStarter(
            home: home, program: program,
            arguments: ["daemon", "--background", "--state", home.path])
        let client = LocalClient(home: home, starting: starter)
        let loop = ClientSources()
        let start = Clocks.uptime
        for (index, move) in moves.enumerated() {
            let due = start + .seconds(index) / rate
            while Clocks.uptime < due { try loop.turn(until: due) }
            var request = move
            request.request = RequestName.random()
            request.game = game
            // The file is a record: a basket counts even if the game was already decided.
            request.force = true
            _ = try client.post(.moves, request, as: RecordedDocument.self)
        }
    }
}
