import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Mistakes at the start of a game: names and sides.
struct MendingEndpoints: EndpointTopic {
    let api: APIContext

    func nameTeam(_ order: TeamNameRequest) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        let side = try side(order.team, board)
        let name = try cleaned(
            order.name, of: "team's name", max: ScorebookLimits.nameScalarsMax)
        let old = board.teams[side].name
        guard name != old else {
            return api.unchanged("that team is already called \(name)", board)
        }
        guard Slug.plain(name) != Slug.plain(board.teams[side.other].name) else {
            throw .unfit(
                "both teams would be called \(name); to swap home and away: scored swap")
        }
        let draft = TeamNamed(side: side, name: name).draft(in: board.id)
        return try api.recorded(api.record([draft])) { [self] board in
            Remarks(
                echo: "\(old) are now \(board.teams[side].name)",
                more: "commands still call the game \(api.name(of: board))")
        }
    }

    /// The team that a keeper means.
    private func side(_ text: String, _ board: Scoreboard) throws(APIError) -> Side {
        if let side = Side(typed: text) { return side }
        let names = Sides(home: board.teams.home.name, away: board.teams.away.name)
        let sides = PlayerQuery.teams(text, named: names)
        guard sides.count == 1, let side = sides.first else {
            throw APIError(
                .unprocessable, .malformed,
                "'\(shown(text))' is not home, away or one of the teams \(names.home) and "
                    + names.away, candidates: ["home", "away"])
        }
        return side
    }

    func swapSides(_ order: SwapRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        guard board.official == nil else {
            throw .conflict(
                "\(api.name(of: board)) is official: \(board.result); its sides cannot change",
                advice: "first: scored reopen, then everyone must sign again")
        }
        let change = [Rule.secondTeamIsHome: board.isSwapped ? 0 : 1]
        let draft = RulesChanged(changes: change).draft(in: board.id)
        return try api.recorded(api.record([draft], as: [board])) { board in
            Remarks(
                echo: "\(board.teams.home.name) are home now, \(board.teams.away.name) away - "
                    + board.score.text)
        }
    }
}
