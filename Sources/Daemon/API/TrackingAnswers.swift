import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Claims: whom the keeper at this device tracks.
extension Desk {
    var trackingRoutes: [Route: Router.Responder] {
        [
            .track: { asked throws(Denial) in try track(asked.body(TrackRequest.self)) },
            .untrack: { asked throws(Denial) in try untrack(asked.body(TrackRequest.self)) },
        ]
    }

    private func track(_ order: TrackRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try board(named: order.game)
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
        return recorded(
            try record(drafts, request: request),
            adding: takeOvers.flatMap { warnings($0, board) }
                + overlaps(claimed, board, except: taken))
    }

    private func untrack(_ order: TrackRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        guard order.from == nil else {
            throw .unfit("from goes with track alone; who is away keeps nobody else's players")
        }
        guard order.isOnly != true else {
            throw .unfit("isOnly goes with track alone; to let everybody go, untrack all")
        }
        let board = try board(named: order.game)
        let subjects = try subjects(order, board)
        let draft = TrackingReleased(subjects).draft(in: board.id)
        return recorded(
            try record([draft], request: request), adding: uncovered(subjects, board))
    }

    /// A claim behind an official result changes nothing: nobody records there any more.
    private func refuseIfSigned(_ board: Scoreboard) throws(Denial) {
        guard board.official != nil else { return }
        throw Denial(
            .conflict, .conflict,
            "\(table.game(board.id)?.slug ?? "the game") is official: \(board.result); tracking "
                + "cannot change in an official game",
            advice: "to record on: scored reopen, then everyone must sign again")
    }

    /// Whom the words name, each once; `all` is both teams.
    func subjects(_ order: TrackRequest, _ board: Scoreboard) throws(Denial) -> [Subject] {
        guard !order.players.isEmpty else {
            throw .unfit("no player is named; give players, home, away or all")
        }
        guard order.players.count <= Scorebook.Limits.subjectsMax else {
            throw Denial(
                .unprocessable, .tooLarge,
                "\(order.players.count) players are too many at once")
        }
        var subjects: [Subject] = []
        for text in order.players {
            let named: [Subject] =
                PlainText.word(text) == "all"
                ? [.team(.home), .team(.away)] : [try subject(text, in: board)]
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
            line.trackers.contains { $0 != device } && !taken.contains { $0.ref == line.ref }
        }
        guard !shared.isEmpty else { return [] }
        let others = Set(shared.flatMap(\.trackers)).subtracting([device]).map(name(of:)).sorted()
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
        let left = lines(subjects, board).filter { $0.trackers.allSatisfy { $0 == device } }
        guard !left.isEmpty else { return [] }
        return [
            WarningDocument(
                code: "untracked", text: "nobody tracks \(Phrases.names(left.map(\.title))) now",
                advice: "another keeper: scored track "
                    + left.prefix(4).map(board.shortName(of:)).joined(separator: " "))
        ]
    }
}
