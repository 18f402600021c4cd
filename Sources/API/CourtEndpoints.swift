import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Line-ups, substitutions, and notes.
struct CourtEndpoints: EndpointTopic {
    let api: APIContext

    func lineup(_ order: LineupRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        let side = order.side.side
        guard !order.players.isEmpty else { throw .unfit("a line-up has players") }
        guard order.players.count <= Scorebook.Limits.subjectsMax else {
            throw APIError(
                .unprocessable, .tooLarge, "\(order.players.count) players are no line-up")
        }
        var lines: [PlayerLine] = []
        for text in order.players {
            let line = try player(text, of: side, in: board)
            guard !lines.contains(where: { $0.ref == line.ref }) else {
                throw .unfit("\(line.slotAndTitle) is named twice")
            }
            lines.append(line)
        }
        var move = try courtMove(
            Move(.lineup, by: .team(side), period: 1), order.period, order.clockSeconds, board)
        move.players = lines.map { .line($0.ref) }
        let expected = board.rules[.playersASide]
        let warnings =
            expected == 0 || expected == lines.count
            ? []
            : [
                WarningDocument(
                    code: "lineupSize",
                    text: "\(lines.count) on the court; the rules say \(expected) a side")
            ]
        return api.recorded(
            try api.record([move.draft(in: board.id)], request: request), adding: warnings)
    }

    func substitute(_ order: SubstitutionRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        let goingOut = try api.player(order.goingOut, in: board)
        let comingIn = try player(order.comingIn, of: goingOut.side, in: board)
        guard comingIn.ref != goingOut.ref else {
            throw .unfit("\(comingIn.slotAndTitle) cannot come in for themselves")
        }
        let pairs: [(PlayerLine, Variant)] = [(goingOut, .goingOut), (comingIn, .comingIn)]
        var drafts: [Draft] = []
        for (line, variant) in pairs {
            let move = Move(.substitution, variant, by: .line(line.ref), period: 1)
            drafts.append(
                try courtMove(move, order.period, order.clockSeconds, board).draft(in: board.id))
        }
        return api.recorded(try api.record(drafts, request: request))
    }

    /// Words that name no player. Whatever stands in front is said by `scored move PLAYER note`.
    func note(_ order: NoteRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.readableBoard(named: order.game)
        guard order.text.unicodeScalars.count <= Scorebook.Limits.noteScalarsMax else {
            throw APIError(
                .unprocessable, .tooLarge,
                "the note has more than \(Scorebook.Limits.noteScalarsMax) characters")
        }
        let note = Note(text: order.text)
        guard !note.text.isEmpty else {
            throw .unfit("the note has no character that can be shown")
        }
        return api.recorded(try api.record([note.draft(in: board.id)], request: request))
    }

    /// A player of one side, for whom a number alone is enough.
    private func player(
        _ text: String, of side: Side, in board: Scoreboard
    ) throws(APIError) -> PlayerLine {
        let ofSide = PlayerQuery.find(side.letter + text, in: board)
        // With a letter before it a part of a name means somebody else.
        if case .player(let line) = ofSide,
            text.hasPrefix("#") || PlainText.name(line.number) == PlainText.name(text)
        {
            return line
        }
        let line = try api.player(text, in: board)
        guard line.side == side else {
            throw .unfit("\(line.slotAndTitle) does not play for \(board.teams[side].name)")
        }
        return line
    }

    /// A move with its moment and what this device is to its player.
    private func courtMove(
        _ move: Move, _ period: Int?, _ seconds: Int?, _ board: Scoreboard
    ) throws(APIError) -> Move {
        let order = MoveRequest(
            player: "", kind: "", period: period, clockSeconds: seconds)
        var move = move
        move.period = try api.period(period, board)
        move.elapsed = try api.elapsed(order, board)
        move.isTracked = api.isTracked(move.subject, board)
        move.isAlone = !api.isLinked
        return move
    }
}
