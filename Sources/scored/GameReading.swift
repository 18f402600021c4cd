import Client
import Documents
import Scorebook

/// Lookups in a game that commands make before they record into it.
enum GameReading {
    /// The game of the name, or the current one.
    static func game(
        _ name: String?, _ client: LocalClient
    ) throws(ClientError) -> LocalClient.Answer<GameDocument> {
        try client.get(.game, name: self.name(name, client, isCurrent: true))
    }

    /// The name of the game to show: the given one, else the current one, else the newest, unless
    /// only the current one will do.
    static func name(
        _ name: String?, _ client: LocalClient, isCurrent: Bool = false
    ) throws(ClientError) -> String {
        if let name { return name }
        let games = try client.get(.games, as: GamesDocument.self).document.games
        guard let game = games.first(where: \.isCurrent) ?? (isCurrent ? nil : games.first) else {
            throw .unusable("there is no game yet; create one: scored new HOME AWAY")
        }
        return game.name
    }

    /// The side that `home`, `away` or a part of a team's name means in the game of `--game`.
    static func side(
        _ text: String, _ invocation: Invocation, _ client: LocalClient
    ) throws(ClientError) -> SideName {
        if let side = SideName(typed: text) { return side }
        let game = try game(invocation.game, client).document
        let sides = PlayerQuery.teams(
            text, named: Sides(home: game.home.name, away: game.away.name))
        guard let side = sides.first, sides.count == 1 else {
            throw .unusable(
                "'\(text)' is not home, away or one of the teams \(game.home.name) and "
                    + "\(game.away.name); nothing was recorded")
        }
        return SideName(side)
    }

    /// The value of `--at`; nil without it.
    static func reading(_ arguments: Arguments) throws(ClientError) -> ScoreboardReading? {
        guard let text = arguments.value("at") else { return nil }
        guard let reading = ScoreboardReading(text) else {
            throw arguments.misused("--at: \(Unreadable.gameClock(text))")
        }
        return reading
    }

    /// The values of `--period` and of `--at`, as seconds elapsed in the period.
    static func moment(
        _ invocation: Invocation, _ client: LocalClient
    ) throws(ClientError) -> (period: Int?, clockSeconds: Int?) {
        let period = try invocation.arguments.number("period", in: 1...99)
        guard let reading = try reading(invocation.arguments) else { return (period, nil) }
        let game = try game(invocation.game, client).document
        return (period, reading.elapsed(in: game, period: period) ?? outside)
    }

    /// The elapsed time of a reading that is longer than its period: before its start, so that the
    /// daemon refuses it, in its words for every door.
    static let outside = -1
}
