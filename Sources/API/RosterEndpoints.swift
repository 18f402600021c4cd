import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Rosters and rules of games that exist.
struct RosterEndpoints: EndpointTopic {
    let api: APIContext

    func changeRoster(_ order: RosterRequest) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        switch order.action {
        case .add: return try add(order, board)
        case .rename: return try rename(order, board)
        case .number: return try renumber(order, board)
        case .inactive: return try activate(false, order, board)
        case .active: return try activate(true, order, board)
        case .merge: return try merge(order, board)
        }
    }

    private func add(_ order: RosterRequest, _ board: Scoreboard) throws(APIError) -> Answer {
        guard let side = order.side?.side, let players = order.players, !players.isEmpty else {
            throw .unfit("to add to a roster, give side and players")
        }
        let room = ScorebookLimits.gameRosterLinesMax - board.players.count
        guard players.count <= min(ScorebookLimits.rosterLinesMax, room) else {
            throw .tooLarge(
                "\(players.count) players are too many; at most "
                    + "\(max(0, min(ScorebookLimits.rosterLinesMax, room))) can be added")
        }
        try players.validate(side == .home ? "home" : "away")
        var given: [Scorebook.RosterLine] = []
        for player in players { given.append(try player.line(of: side)) }
        let lines = ledger.book.linking(given, to: board.teams[side].name)
        let known = Set(board.players.map(\.ref))
        let draft = RosterAdded(lines: lines).draft(in: board.id)
        return try api.recorded(api.record([draft])) { [self] board in
            let added = board.players.filter { !known.contains($0.ref) }
            guard !added.isEmpty else {
                // After the sign-off, which a warning says.
                let names = lines.map {
                    [$0.number, $0.name].filter { !$0.isEmpty }.joined(separator: " ")
                }
                return Remarks(echo: "\(board.teams[side].name): \(Phrases.names(names))")
            }
            return remarks(onAdded: added, side, board)
        }
    }

    private func remarks(
        onAdded lines: [PlayerLine], _ side: Side, _ board: Scoreboard
    ) -> Remarks {
        let trackers = api.names(of: Set(lines.flatMap(\.trackers)))
        var remarks = Remarks(
            echo: "\(board.teams[side].name): "
                + Phrases.names(lines.map(\.slotAndTitle), atMost: APILimits.namedPlayersMax),
            warnings: sharedNumbers(lines, board))
        if !trackers.isEmpty {
            remarks.more =
                "tracked by \(Phrases.names(trackers)), who "
                + "\(trackers.count == 1 ? "tracks" : "track") the team"
        } else if !board.claimants.isEmpty {
            let slots = lines.prefix(APILimits.namedPlayersMax).map(board.shortName(of:))
            remarks.warnings.append(
                WarningDocument(
                    .untracked, "nobody tracks \(Phrases.names(lines.map(\.title)))",
                    advice: "scored track " + slots.joined(separator: " ")))
        }
        return remarks
    }

    private func rename(_ order: RosterRequest, _ board: Scoreboard) throws(APIError) -> Answer {
        let line = try line(order.player, in: board)
        let name = try cleaned(order.name ?? "", of: "name", max: ScorebookLimits.nameScalarsMax)
        guard name != line.name else {
            return api.unchanged("\(line.slotText) is already named \(name)", board)
        }
        return try edit(
            RosterEdited(line: line.ref, name: name), "\(line.slotAndTitle) renamed to \(name)",
            board)
    }

    private func renumber(_ order: RosterRequest, _ board: Scoreboard) throws(APIError) -> Answer {
        let line = try line(order.player, in: board)
        guard let given = order.number else {
            throw .unfit("number is missing; an empty one removes the number")
        }
        let number = try JerseyNumber.read(given)
        let edit = RosterEdited(line: line.ref, number: number)
        let state = number.isEmpty ? "has no number" : "wears \(number)"
        guard number != line.number else {
            return api.unchanged("\(line.slotAndTitle) already \(state)", board)
        }
        return try self.edit(edit, "\(line.slotText) \(line.title) now \(state)", board)
    }

    private func activate(
        _ isActive: Bool, _ order: RosterRequest, _ board: Scoreboard
    ) throws(APIError) -> Answer {
        let line = try line(order.player, in: board)
        guard line.isWithdrawn == isActive else {
            return api.unchanged(
                "\(line.slotAndTitle) is already \(isActive ? "active" : "inactive")", board)
        }
        let words =
            isActive
            ? "\(line.slotAndTitle) is active again"
            : "\(line.slotAndTitle) marked inactive; counted moves stay"
        return try edit(RosterEdited(line: line.ref, isActive: isActive), words, board)
    }

    private func merge(_ order: RosterRequest, _ board: Scoreboard) throws(APIError) -> Answer {
        let from = try line(order.player, in: board)
        guard let text = order.into else { throw .unfit("merge takes two players") }
        let into = try line(text, in: board)
        guard from.ref != into.ref else {
            throw .unfit("\(from.slotAndTitle) cannot be merged with itself")
        }
        guard from.side == into.side else {
            throw .unfit(
                "\(from.slotAndTitle) and \(into.slotAndTitle) play for different teams, so they "
                    + "cannot be merged")
        }
        let draft = RosterMerged(from: from.ref, into: into.ref).draft(in: board.id)
        return try api.recorded(api.record([draft])) { board in
            var remarks = Remarks(
                echo: "merged \(from.slotAndTitle) into \(into.slotAndTitle), with every move so "
                    + "far and every later one")
            if let line = board.player(into.ref) {
                remarks.more = Phrases.count(line.tally.points, "point") + " now"
            }
            return remarks
        }
    }

    private func edit(
        _ edit: RosterEdited, _ words: String, _ board: Scoreboard
    ) throws(APIError) -> Answer {
        try api.recorded(api.record([edit.draft(in: board.id)])) { [self] board in
            let line = board.player(edit.line)
            return Remarks(
                echo: words,
                warnings: edit.name != nil ? [] : line.map { sharedNumbers([$0], board) } ?? [])
        }
    }

    /// The player of the request; one that was merged into another is refused.
    private func line(_ text: String?, in board: Scoreboard) throws(APIError) -> PlayerLine {
        guard let text else { throw .unfit("player is missing") }
        let line = try api.player(text, in: board)
        if let other = line.mergedInto.flatMap(board.player) {
            throw .conflict(
                "\(line.slotText) was merged into \(other.slotAndTitle)",
                advice: "name that player: \(other.slotText)", candidates: [other.slotText])
        }
        return line
    }

    /// Warnings about the lines that share a number with another of their side.
    private func sharedNumbers(_ lines: [PlayerLine], _ board: Scoreboard) -> [WarningDocument] {
        let refs = Set(lines.map(\.ref))
        return board.sharedNumbers.filter { $0.contains { refs.contains($0.ref) } }.map { group in
            .numberTwice(
                board.teams[group[0].side].name, group[0].number, group.map(\.slotAndTitle),
                advice: "name those players by slot, or change a number: scored roster number "
                    + "\(group[group.count - 1].slotText) N")
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

// MARK: Rules

extension RosterEndpoints {
    func changeRules(_ order: RulesChangeRequest) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        try order.rules.validate()
        let rules = try order.rules.changing(board.rules)
        try order.rules.validatePenalties(in: rules)
        var changes: [Rule: Int] = [:]
        for rule in Rule.allCases where rules[rule] != board.rules[rule] {
            changes[rule] = rules[rule]
        }
        guard !changes.isEmpty else {
            return api.unchanged("\(api.name(of: board)) has these rules already", board)
        }
        let draft = RulesChanged(changes: changes).draft(in: board.id)
        return try api.recorded(api.record([draft])) { after in
            Remarks(more: verdict(board, after), warnings: [revalued(board, after)])
        }
    }

    /// `the game is decided now: Hawks 21:18 Owls`; empty if the rules did not change that.
    private func verdict(_ before: Scoreboard, _ after: Scoreboard) -> String {
        if after.state == .decided {
            guard before.state != .decided || before.winner != after.winner else { return "" }
            return "the game is decided now: \(after.result)"
        }
        guard before.state == .decided, !after.state.isOver else { return "" }
        return "the game is no longer decided: \(after.result)"
    }

    private func revalued(_ before: Scoreboard, _ after: Scoreboard) -> WarningDocument? {
        let kinds: [MoveKind] = [.onePoint, .twoPoints, .threePoints, .freeThrow].filter {
            before.rules.points(of: $0) != after.rules.points(of: $0)
        }
        guard !kinds.isEmpty, before.score != after.score else { return nil }
        let back = kinds.map { "--points \($0)=\(before.rules.points(of: $0))" }
        return WarningDocument(
            .revalued,
            "\(kinds.map { Phrases.spaced("\($0)") }.joined(separator: " and ")) changed in value: "
                + "\(before.score.text) became \(after.score.text)",
            advice: "to take it back: scored rules \(back.joined(separator: " "))")
    }
}

extension RulesRequest {
    /// Demands that every value is within its bounds.
    func validate() throws(APIError) {
        let day = Int(ScorebookLimits.elapsedMax.components.seconds)
        let count = 0...ScorebookLimits.ruleCountMax
        var bounds: [(String, Int?, ClosedRange<Int>)] = [
            ("periods", periods, 1...ScorebookLimits.periodMax),
            ("periodSeconds", periodSeconds, 0...day),
            ("overtimeSeconds", overtimeSeconds, 0...day),
            ("overtimeTarget", overtimeTarget, count), ("target", target, count),
            ("lead", lead, count), ("cap", cap, count), ("playersASide", playersASide, count),
            ("penaltyFouls", penaltyFouls, count),
            ("secondPenaltyFouls", secondPenaltyFouls, count), ("foulLimit", foulLimit, count),
        ]
        let points = points ?? [:]
        bounds += points.names.map {
            ("points of \(shown($0))", points[$0], 0...ScorebookLimits.movePointsMax)
        }
        for kind in points.names where Rule(pointsOf: kind) == nil {
            throw .unfit(
                "'\(shown(kind))' is not a shot; give points of onePoint, twoPoints, threePoints "
                    + "and freeThrow")
        }
        for (name, value, range) in bounds {
            guard let value, !range.contains(value) else { continue }
            throw .unfit("\(name) is \(value); give \(range.lowerBound) to \(range.upperBound)")
        }
    }

    /// Demands that the second penalty does not come before the first, if the request has either.
    func validatePenalties(in rules: Rules) throws(APIError) {
        guard penaltyFouls != nil || secondPenaltyFouls != nil else { return }
        let (first, second) = (rules[.penaltyFouls], rules[.secondPenaltyFouls])
        guard second > 0, second < first else { return }
        throw .unfit(
            "the second penalty, from team foul \(second), cannot come before the first, from team "
                + "foul \(first); give both, the lower first: 7,10")
    }
}

extension Scoreboard {
    /// `Hawks 21:18 Owls`, `forfeit by Owls: Hawks win 20:0`, `abandoned at 2:3`.
    var result: String {
        forfeit != nil || abandonReason != nil
            ? verdictText : "\(teams.home.name) \(score.text) \(teams.away.name)"
    }
}
