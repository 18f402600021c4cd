import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Claims of players, and taking over from a keeper who is away.
struct TrackingEndpoints: EndpointTopic {
    let api: APIContext

    func track(_ order: TrackRequest) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        try refuseIfSigned(board)
        let takeOvers: [TakenOver]
        var claimed: [Subject] = []
        if let name = order.from {
            takeOvers = [try takeOver(from: name, order, board)]
        } else {
            claimed = try subjects(order, board)
            takeOvers = self.takeOvers(claiming: claimed, board)
        }
        let taken = lines(takeOvers.flatMap(\.subjects), board)
        let plain = claimed.filter { subject in
            !taken.contains { subject == .line($0.ref) }
        }
        var drafts: [Draft] = []
        if order.isOnly == true {
            drafts.append(TrackingReleased([.team(.home), .team(.away)]).draft(in: board.id))
        }
        if !plain.isEmpty { drafts.append(TrackingClaimed(plain).draft(in: board.id)) }
        drafts += takeOvers.map { $0.draft(in: board.id) }
        return try api.recorded(
            api.record(drafts),
            adding: takeOvers.map { warning($0, board) }
                + [overlaps(claimed, board, except: taken)])
    }

    func untrack(_ order: TrackRequest) throws(APIError) -> Answer {
        guard order.from == nil else {
            throw .unfit("from goes with track only")
        }
        guard order.isOnly != true else {
            throw .unfit("isOnly goes with track only; to let every player go, untrack all")
        }
        let board = try api.board(named: order.game)
        let subjects = try subjects(order, board)
        return try api.recorded(
            api.record([TrackingReleased(subjects).draft(in: board.id)]),
            adding: [uncovered(subjects, board)])
    }

    /// A claim after an official result would change nothing.
    private func refuseIfSigned(_ board: Scoreboard) throws(APIError) {
        guard board.official != nil else { return }
        throw .conflict(
            "\(api.name(of: board)) is official: \(board.result); tracking cannot change in an "
                + "official game",
            advice: "to record more: scored reopen, then everyone must sign again")
    }

    /// Each player or team once; `all` is both teams.
    private func subjects(_ order: TrackRequest, _ board: Scoreboard) throws(APIError) -> [Subject]
    {
        guard !order.players.isEmpty else {
            throw .unfit("no player is named; name players, home, away or all")
        }
        guard order.players.count <= ScorebookLimits.subjectsMax else {
            throw .tooLarge("\(order.players.count) players are too many for one request")
        }
        var subjects: [Subject] = []
        for text in order.players {
            let named: [Subject] =
                PlainText.word(text) == "all"
                ? [.team(.home), .team(.away)] : [try api.subject(text, in: board)]
            for subject in named where !subjects.contains(subject) { subjects.append(subject) }
        }
        return subjects
    }

    private func lines(_ subjects: [Subject], _ board: Scoreboard) -> [PlayerLine] {
        board.players.filter { !$0.isWithdrawn && $0.isNamed(by: subjects) }
    }

    private func overlaps(
        _ subjects: [Subject], _ board: Scoreboard, except taken: [PlayerLine]
    ) -> WarningDocument? {
        let shared = lines(subjects, board).filter { line in
            line.trackers.contains { $0 != api.device } && !taken.contains { $0.ref == line.ref }
        }
        guard !shared.isEmpty else { return nil }
        let others = api.names(of: Set(shared.flatMap(\.trackers)).subtracting([api.device]))
        return WarningDocument(
            .overlap,
            "\(Phrases.names(others)) also \(others.count == 1 ? "tracks" : "track") "
                + Phrases.names(shared.map(\.title)),
            advice: "agree on one; everyone else: scored untrack \(claims(shared, board))")
    }

    private func uncovered(_ subjects: [Subject], _ board: Scoreboard) -> WarningDocument? {
        let left = lines(subjects, board).filter { $0.trackers.allSatisfy { $0 == api.device } }
        guard !left.isEmpty else { return nil }
        return WarningDocument(
            .untracked, "nobody tracks \(Phrases.names(left.map(\.title))) now",
            advice: "another keeper: scored track \(claims(left, board))")
    }

    private func claims(_ lines: [PlayerLine], _ board: Scoreboard) -> String {
        lines.prefix(4).map(board.shortName(of:)).joined(separator: " ")
    }
}

// MARK: Taking over

extension TrackingEndpoints {
    /// All players of the device, or the named ones of them.
    ///
    /// Records a `TakenOver` with what this device holds of the absent device's logs.
    /// `TrackingFold` gives the players to the new keeper, and `AbsenceFold` pairs what both
    /// recorded.
    private func takeOver(
        from name: String, _ order: TrackRequest, _ board: Scoreboard
    ) throws(APIError) -> TakenOver {
        let keeper = try peer(named: name)
        let slug = api.name(of: keeper)
        let tracked = board.players.filter { !$0.isWithdrawn && $0.trackers.contains(keeper) }
        guard !order.players.isEmpty else {
            guard !tracked.isEmpty else {
                throw .conflict(
                    "\(slug) tracks nobody in \(api.name(of: board))",
                    advice: "to claim players that nobody tracks: scored track PLAYER...")
            }
            return takeOver(tracked, from: keeper, board)
        }
        let subjects = try subjects(order, board)
        let foreign = board.players.filter { line in
            subjects.contains(.line(line.ref)) && !line.trackers.contains(keeper)
        }
        guard foreign.isEmpty else {
            throw APIError(
                .unprocessable, .malformed,
                "\(slug) does not track \(Phrases.names(foreign.map(\.title)))",
                advice: "scored track " + foreign.map(board.shortName(of:)).joined(separator: " "))
        }
        let lines = tracked.filter { $0.isNamed(by: subjects) }
        guard !lines.isEmpty else {
            throw .conflict(
                "\(slug) tracks none of these",
                advice: "scored status shows who tracks each player")
        }
        return takeOver(lines, from: keeper, board)
    }

    /// A claim of players whose keepers are all away takes them over.
    private func takeOvers(claiming subjects: [Subject], _ board: Scoreboard) -> [TakenOver] {
        let projection = api.projection
        let left = board.players.filter { line in
            !line.isWithdrawn && !line.trackers.isEmpty && line.isNamed(by: subjects)
                && line.trackers.allSatisfy(projection.isAway)
        }
        return Set(left.flatMap(\.trackers)).sorted().map { keeper in
            takeOver(left.filter { $0.trackers.contains(keeper) }, from: keeper, board)
        }
    }

    /// With what is held of the keeper's authors, which tells later which moves both recorded.
    private func takeOver(
        _ lines: [PlayerLine], from keeper: PublicKey, _ board: Scoreboard
    ) -> TakenOver {
        var last: [AuthorID: UInt64] = [:]
        for author in log.authorIDs where log.key(of: author) == keeper {
            last[author] = log.last(of: author)
        }
        return TakenOver(shortest(lines, board), from: keeper, cut: Cut(last))
    }

    private func warning(_ takeOver: TakenOver, _ board: Scoreboard) -> WarningDocument {
        let device = api.name(of: takeOver.device)
        let names = Phrases.names(lines(takeOver.subjects, board).map(\.title))
        return api.projection.isAway(takeOver.device)
            ? WarningDocument(
                .takenOver, "\(device) is away: you took over \(names)",
                advice: "moves that both of you recorded in the meantime will be counted once")
            : WarningDocument(
                .takenFromPresent,
                "\(device) is not away: tell its keeper that you track \(names) now",
                advice: "if that was wrong, on \(device): scored track --from "
                    + api.name(of: api.device))
    }

    /// A whole team if the lines are all that it has, else the lines.
    private func shortest(_ lines: [PlayerLine], _ board: Scoreboard) -> [Subject] {
        Side.allCases.flatMap { side -> [Subject] in
            let own = lines.filter { $0.side == side }
            let all = board.teams[side].players.filter { !$0.isWithdrawn }
            return !own.isEmpty && own.count == all.count
                ? [.team(side)] : own.map { .line($0.ref) }
        }
    }

    /// Another device of the table, by its name or its keeper's.
    private func peer(named name: String) throws(APIError) -> PublicKey {
        let fits = api.devices(called: name)
        let others = table.devices.filter { $0.key != api.device }.map(\.slug)
        guard fits.count <= 1 else {
            throw APIError(
                .unprocessable, .ambiguousName,
                "'\(shown(name))' matches \(fits.count) devices",
                advice: "name one of \(Phrases.names(fits.map(\.slug)))",
                candidates: fits.map(\.slug))
        }
        guard let line = fits.first else {
            throw APIError(
                .notFound, .unknownDevice, "no device is called '\(shown(name))'",
                advice: others.isEmpty
                    ? "this table has no other device"
                    : Phrases.existing(others),
                candidates: others)
        }
        guard line.key != api.device else {
            throw APIError(
                .unprocessable, .unknownDevice, "\(line.slug) is this device",
                advice: others.isEmpty ? nil : Phrases.existing(others),
                candidates: others)
        }
        return line.key
    }
}
