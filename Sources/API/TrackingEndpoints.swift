import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Claims: which players the keeper at this device tracks, and taking over from a keeper who is away.
struct TrackingEndpoints: EndpointTopic {
    let api: APIContext

    func track(_ order: TrackRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.board(named: order.game)
        try refuseIfSigned(board)
        let takeOvers: [TakeOver]
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
        drafts += takeOvers.map { draft($0, board) }
        return api.recorded(
            try api.record(drafts, request: request),
            adding: takeOvers.flatMap { warnings($0, board) }
                + overlaps(claimed, board, except: taken))
    }

    func untrack(_ order: TrackRequest, _ request: RequestID?) throws(APIError) -> Answer {
        guard order.from == nil else {
            throw .unfit("from goes with track alone; who is away keeps nobody else's players")
        }
        guard order.isOnly != true else {
            throw .unfit("isOnly goes with track alone; to let everybody go, untrack all")
        }
        let board = try api.board(named: order.game)
        let subjects = try subjects(order, board)
        let draft = TrackingReleased(subjects).draft(in: board.id)
        return api.recorded(
            try api.record([draft], request: request), adding: uncovered(subjects, board))
    }

    /// A claim behind an official result changes nothing: nobody records there any more.
    private func refuseIfSigned(_ board: Scoreboard) throws(APIError) {
        guard board.official != nil else { return }
        throw APIError(
            .conflict, .conflict,
            "\(api.table.game(board.id)?.slug ?? "the game") is official: \(board.result); tracking "
                + "cannot change in an official game",
            advice: "to record on: scored reopen, then everyone must sign again")
    }

    /// Whom the words name, each once; `all` is both teams.
    func subjects(_ order: TrackRequest, _ board: Scoreboard) throws(APIError) -> [Subject] {
        guard !order.players.isEmpty else {
            throw .unfit("no player is named; give players, home, away or all")
        }
        guard order.players.count <= Scorebook.Limits.subjectsMax else {
            throw APIError(
                .unprocessable, .tooLarge,
                "\(order.players.count) players are too many at once")
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
        board.players.filter {
            !$0.isWithdrawn
                && $0.isNamed(by: subjects)
        }
    }

    private func overlaps(
        _ subjects: [Subject], _ board: Scoreboard, except taken: [PlayerLine]
    ) -> [WarningDocument] {
        let shared = lines(subjects, board).filter { line in
            line.trackers.contains { $0 != api.device } && !taken.contains { $0.ref == line.ref }
        }
        guard !shared.isEmpty else { return [] }
        let others = Set(shared.flatMap(\.trackers)).subtracting([api.device]).map(api.name(of:)).sorted()
        return [
            WarningDocument(
                code: "overlap",
                text: "\(Phrases.names(others)) also \(others.count == 1 ? "tracks" : "track") "
                    + Phrases.names(shared.map(\.title)),
                advice: "agree on one; everyone else: scored untrack "
                    + shared.prefix(4).map(board.shortName(of:)).joined(separator: " "))
        ]
    }

    private func uncovered(_ subjects: [Subject], _ board: Scoreboard) -> [WarningDocument] {
        let left = lines(subjects, board).filter { $0.trackers.allSatisfy { $0 == api.device } }
        guard !left.isEmpty else { return [] }
        return [
            WarningDocument(
                code: "untracked", text: "nobody tracks \(Phrases.names(left.map(\.title))) now",
                advice: "another keeper: scored track "
                    + left.prefix(4).map(board.shortName(of:)).joined(separator: " "))
        ]
    }
}

/// Taking over the players of a keeper who is away.
extension TrackingEndpoints {
    /// A take-over that is about to be recorded.
    struct TakeOver {
        let device: PublicKey
        let subjects: [Subject]
    }

    /// What `track --from` means: all players of the device, or the named ones.
    func takeOver(
        from name: String, _ order: TrackRequest, _ board: Scoreboard
    ) throws(APIError) -> TakeOver {
        let keeper = try peer(named: name)
        let slug = api.name(of: keeper)
        let tracked = board.players.filter { !$0.isWithdrawn && $0.trackers.contains(keeper) }
        guard !order.players.isEmpty else {
            guard !tracked.isEmpty else {
                throw APIError(
                    .conflict, .conflict,
                    "\(slug) tracks nobody in \(api.table.game(board.id)?.slug ?? "this game")",
                    advice: "scored track PLAYER... claims players that nobody has")
            }
            return TakeOver(device: keeper, subjects: shortest(tracked, board))
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
        guard tracked.contains(where: { $0.isNamed(by: subjects) }) else {
            throw APIError(
                .conflict, .conflict, "\(slug) tracks nobody of these",
                advice: "scored status shows who tracks whom")
        }
        let lines = tracked.filter { $0.isNamed(by: subjects) }
        return TakeOver(device: keeper, subjects: shortest(lines, board))
    }

    /// The take-overs that a plain claim comes to: of players whose every keeper is away.
    func takeOvers(claiming subjects: [Subject], _ board: Scoreboard) -> [TakeOver] {
        let projection = api.projection
        let left = board.players.filter { line in
            !line.isWithdrawn && !line.trackers.isEmpty && line.isNamed(by: subjects)
                && line.trackers.allSatisfy(projection.isAway)
        }
        return Set(left.flatMap(\.trackers)).sorted().map { keeper in
            TakeOver(
                device: keeper,
                subjects: shortest(left.filter { $0.trackers.contains(keeper) }, board))
        }
    }

    /// What to record: what is held of the keeper's authors tells later which moves both saw.
    func draft(_ takeOver: TakeOver, _ board: Scoreboard) -> Draft {
        var last: [AuthorID: UInt64] = [:]
        for author in api.ledger.log.authorIDs where api.ledger.log.key(of: author) == takeOver.device {
            last[author] = api.ledger.log.last(of: author)
        }
        return TakenOver(takeOver.subjects, from: takeOver.device, cut: Cut(last))
            .draft(in: board.id)
    }

    /// What a keeper should know who takes over.
    func warnings(_ takeOver: TakeOver, _ board: Scoreboard) -> [WarningDocument] {
        let slug = api.name(of: takeOver.device)
        let lines = board.players.filter { $0.isNamed(by: takeOver.subjects) && !$0.isWithdrawn }
        let names = Phrases.names(lines.map(\.title))
        guard api.projection.isAway(takeOver.device) else {
            return [
                WarningDocument(
                    code: "takenFromPresent",
                    text: "\(slug) is not away: tell its keeper that you track \(names) now",
                    advice: "if that was wrong, there: scored track --from \(api.name(of: api.device))")
            ]
        }
        return [
            WarningDocument(
                code: "takenOver",
                text: "\(slug) is away: you took over \(names)",
                advice: "what you both recorded meanwhile will be held: scored held")
        ]
    }

    /// Whether the device keeps the player in the place of a keeper who is not in sync with it.
    func isCovering(_ subject: Subject, _ board: Scoreboard) -> Bool {
        guard case .line(let ref) = subject, let line = board.player(ref),
            line.trackers.contains(api.device)
        else { return false }
        let place = board.timeline.indices.last { index in
            guard case .takenOver(let taken) = board.timeline[index].content,
                board.timeline[index].isLive,
                api.table.deviceOfAuthor[board.timeline[index].author] == api.device
            else { return false }
            return line.isNamed(by: taken.subjects)
        }
        guard let place, case .takenOver(let taken) = board.timeline[place].content else {
            return false
        }
        return api.ledger.replica.peers.first { $0.key == taken.device }?.state != .inSync
    }

    /// Whole teams where the lines are all that they have, else the lines.
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
        let sought = PlainText.name(name)
        let exact = api.table.device(named: name).map { [$0] }
        let fits = exact ?? api.table.devices.filter { PlainText.name($0.keeper) == sought }
        let others = api.table.devices.filter { $0.key != api.device }.map(\.slug)
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
                    ? "there is no other device at this table"
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
