import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Rosters of games that exist.
struct RosterEndpoints: EndpointTopic {
    let api: APIContext

    func changeRoster(_ order: RosterRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        switch order.action {
        case .add: return try add(order, board, request)
        case .rename: return try rename(order, board, request)
        case .number: return try renumber(order, board, request)
        case .inactive: return try activate(false, order, board, request)
        case .active: return try activate(true, order, board, request)
        case .merge: return try merge(order, board, request)
        }
    }

    private func add(
        _ order: RosterRequest, _ board: Scoreboard, _ request: RequestID?
    ) throws(APIError) -> Answer {
        guard let side = order.side?.side, let players = order.players, !players.isEmpty else {
            throw .unfit("to add to a roster give side and players")
        }
        let room = Scorebook.Limits.gameRosterLinesMax - board.players.count
        guard players.count <= min(Scorebook.Limits.rosterLinesMax, room) else {
            throw APIError(
                .unprocessable, .tooLarge,
                "\(players.count) players are too many: "
                    + "\(max(0, min(Scorebook.Limits.rosterLinesMax, room))) can be added")
        }
        try GameEndpoints(api: api).validate(players, side == .home ? "home" : "away")
        let lines = api.ledger.book.linking(
            players.map { RosterLine(side: side, number: $0.number ?? "", name: $0.name) },
            to: board.teams[side].name)
        let entries = try api.record([RosterAdded(lines: lines).draft(in: board.id)], request: request)
        let known = Set(board.players.map(\.ref))
        return api.remarked(entries) { [self] board in
            let added = board.players.filter { !known.contains($0.ref) }
            guard !added.isEmpty else {
                // Behind the sign-off, which is said beside it.
                let names = lines.map {
                    [$0.number, $0.name].filter { !$0.isEmpty }.joined(separator: " ")
                }
                return Remarks(echo: "\(board.teams[side].name): \(Phrases.names(names))")
            }
            return remarks(onAdded: added, side, board)
        }
    }

    /// Where the new ones sit and who tracks them: a claim on the team covers them.
    private func remarks(
        onAdded lines: [PlayerLine], _ side: Side, _ board: Scoreboard
    ) -> Remarks {
        let trackers = Set(lines.flatMap(\.trackers)).map(api.name(of:)).sorted()
        var remarks = Remarks()
        remarks.echo =
            "\(board.teams[side].name): "
            + Phrases.names(lines.map(\.slotAndTitle), atMost: Limits.namedPlayersMax)
        remarks.more =
            trackers.isEmpty
            ? ""
            : "tracked by \(Phrases.names(trackers)), who keep\(trackers.count == 1 ? "s" : "") the team"
        remarks.warnings = sharedNumbers(lines, board)
        if trackers.isEmpty, !board.claimants.isEmpty {
            remarks.warnings.append(
                WarningDocument(
                    code: "untracked",
                    text: "nobody tracks \(Phrases.names(lines.map(\.title)))",
                    advice: "scored track "
                        + lines.prefix(Limits.namedPlayersMax).map(board.shortName(of:))
                        .joined(separator: " ")))
        }
        return remarks
    }

    private func rename(
        _ order: RosterRequest, _ board: Scoreboard, _ request: RequestID?
    ) throws(APIError) -> Answer {
        let line = try line(order.player, in: board)
        let given = order.name ?? ""
        guard given.unicodeScalars.count <= Scorebook.Limits.nameScalarsMax else {
            throw APIError(
                .unprocessable, .tooLarge,
                "the name has more than \(Scorebook.Limits.nameScalarsMax) characters")
        }
        let name = shown(given)
        guard !name.isEmpty else { throw .unfit("the name has no character that can be shown") }
        guard name != line.name else {
            return api.unchanged("\(line.slotText) is already named \(name)", board)
        }
        return try edit(
            RosterEdited(line: line.ref, name: name), "\(line.slotAndTitle) renamed to \(name)",
            board, request)
    }

    private func renumber(
        _ order: RosterRequest, _ board: Scoreboard, _ request: RequestID?
    ) throws(APIError) -> Answer {
        let line = try line(order.player, in: board)
        guard let given = order.number else {
            throw .unfit("a number is missing; an empty one takes the number away")
        }
        let edit = RosterEdited(line: line.ref, number: given)
        guard let number = edit.number, given.isEmpty || RosterText.isJerseyNumber(given) else {
            throw .unfit("'\(shown(given))' is not a jersey number: one to three digits")
        }
        guard number != line.number else {
            return api.unchanged(
                number.isEmpty
                    ? "\(line.slotAndTitle) already has no number"
                    : "\(line.slotAndTitle) already wears \(number)", board)
        }
        let words =
            number.isEmpty
            ? "\(line.slotText) \(line.title) now has no number"
            : "\(line.slotText) \(line.title) now wears \(number)"
        return try self.edit(edit, words, board, request)
    }

    private func activate(
        _ isActive: Bool, _ order: RosterRequest, _ board: Scoreboard, _ request: RequestID?
    ) throws(APIError) -> Answer {
        let line = try line(order.player, in: board)
        guard line.isWithdrawn == isActive else {
            return api.unchanged(
                "\(line.slotAndTitle) is already \(isActive ? "active" : "inactive")", board)
        }
        let words =
            isActive
            ? "\(line.slotAndTitle) is active again"
            : "\(line.slotAndTitle) marked inactive; what was counted stays"
        return try edit(
            RosterEdited(line: line.ref, isActive: isActive), words, board, request)
    }

    private func merge(
        _ order: RosterRequest, _ board: Scoreboard, _ request: RequestID?
    ) throws(APIError) -> Answer {
        let from = try line(order.player, in: board)
        guard let text = order.into else { throw .unfit("merge takes two players") }
        let into = try line(text, in: board)
        guard from.ref != into.ref else {
            throw .unfit("\(from.slotAndTitle) and the player to merge into are one already")
        }
        guard from.side == into.side else {
            throw .unfit(
                "\(from.slotAndTitle) and \(into.slotAndTitle) play for two teams, so they are "
                    + "not one person")
        }
        let body = RosterMerged(from: from.ref, into: into.ref)
        let entries = try api.record([body.draft(in: board.id)], request: request)
        return api.remarked(entries) { board in
            var remarks = Remarks(
                echo: "merged \(from.slotAndTitle) into \(into.slotAndTitle), with all that was "
                    + "counted and every later move")
            if let line = board.player(into.ref) {
                remarks.more = Phrases.count(line.tally.points, "point") + " now"
            }
            return remarks
        }
    }

    private func edit(
        _ edit: RosterEdited, _ words: String, _ board: Scoreboard, _ request: RequestID?
    ) throws(APIError) -> Answer {
        let entries = try api.record([edit.draft(in: board.id)], request: request)
        return api.remarked(entries) { [self] board in
            let line = board.player(edit.line)
            return Remarks(
                echo: words,
                warnings: edit.name != nil ? [] : line.map { sharedNumbers([$0], board) } ?? [])
        }
    }

    /// The player of the request, who is on the roster still.
    private func line(_ text: String?, in board: Scoreboard) throws(APIError) -> PlayerLine {
        guard let text else { throw .unfit("a player is missing") }
        let line = try api.player(text, in: board)
        if let other = line.mergedInto.flatMap(board.player) {
            throw APIError(
                .conflict, .conflict,
                "\(line.slotText) was merged into \(other.slotAndTitle)",
                advice: "name that one: \(other.slotText)", candidates: [other.slotText])
        }
        return line
    }

    /// Those of the lines whose number somebody else of the side wears too.
    private func sharedNumbers(_ lines: [PlayerLine], _ board: Scoreboard) -> [WarningDocument] {
        let refs = Set(lines.map(\.ref))
        return board.sharedNumbers.filter { $0.contains { refs.contains($0.ref) } }.map { group in
            WarningDocument(
                code: "numberTwice",
                text: "\(board.teams[group[0].side].name) have number \(group[0].number) "
                    + "\(group.count == 2 ? "twice" : "\(group.count) times"): "
                    + Phrases.names(group.map(\.slotAndTitle)),
                advice: "name those players by slot, or give one another number: scored roster "
                    + "number \(group[group.count - 1].slotText) N")
        }
    }
}

extension PlayerLine {
    /// `h#1 4 Ana`.
    var slotAndTitle: String {
        [slotText, number == title ? "" : number, title == slotText ? "" : title]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }
}
