import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Undo, redo, void, accept, fix.
struct CorrectionEndpoints: EndpointTopic {
    let api: APIContext

    func held(_ request: RoutedRequest) -> Answer {
        api.afterTurn { () throws(APIError) in
            let board = try api.readableBoard(named: request.request.target["game"])
            return .json(
                HeldDocument(
                    game: api.table.game(board.id)?.slug ?? "",
                    moves: api.projection.heldMoves(board)))
        }
    }

    func undo(_ order: UndoRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        try refuseIfUncounted()
        guard let last = board.undo(of: api.device, at: api.table) else { throw nothingToUndo(board) }
        try refuseIfOver(last.entries, board, voiding: last.entries)
        let held = last.entries.filter { if case .held = $0.standing { true } else { false } }
        return api.recorded(
            try api.record(last.drafts(in: board.id), request: request), held: Set(held.map(\.id)))
    }

    /// On a removed device the last action that counts is not the last that it recorded.
    private func refuseIfUncounted() throws(APIError) {
        guard api.ledger.replica.isRemoved, api.ledger.log.uncountedCount(of: api.device) > 0 else { return }
        throw APIError(
            .conflict, .nothingToUndo,
            "this device was removed from its table, and what it recorded since counts nowhere, so "
                + "nothing was undone; all of it is kept",
            advice: DeviceEndpoints.removedAdvice)
    }

    private func nothingToUndo(_ board: Scoreboard) -> APIError {
        let game = api.table.game(board.id)?.slug ?? "this game"
        let late = board.timeline.last {
            api.table.deviceOfAuthor[$0.author] == api.device && $0.standing == .afterSignOff
        }
        guard let late else {
            return APIError(
                .conflict, .nothingToUndo,
                "this device has recorded nothing in \(game) that counts, so there is nothing to "
                    + "undo; the score is unchanged")
        }
        return APIError(
            .conflict, .nothingToUndo,
            "\(api.table.name(of: late.recordedAs)) (\(words(late, board))) came after the sign-off "
                + "and counts nowhere, so there is nothing to undo; the score is unchanged",
            advice: "to let the game go on: scored reopen")
    }

    func redo(_ order: UndoRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        guard let last = board.redo(of: api.device, at: api.table) else {
            throw APIError(
                .conflict, .nothingToRedo,
                "nothing to redo in \(api.table.game(board.id)?.slug ?? "this game") since this "
                    + "device's last entry; the score is unchanged",
                advice: "to count an entry again: scored log shows its void; scored void of that")
        }
        // What was taken back counts again when that is taken back.
        let restored = last.entries.compactMap { entry -> TimelineEntry? in
            if case .void(let void) = entry.content { board.entry(void.target) } else { nil }
        }
        try refuseIfOver(restored, board, voiding: last.entries)
        return api.recorded(try api.record(last.drafts(in: board.id), request: request))
    }

    /// Who takes something back behind the end of a game may mean the end; and undo and redo name no
    /// entry, so that the last basket would go without a word.
    private func refuseIfOver(
        _ targets: [TimelineEntry], _ board: Scoreboard, voiding voided: [TimelineEntry]
    ) throws(APIError) {
        guard board.state.isOver else { return }
        let changed = targets.map { "\(api.table.name(of: $0.recordedAs)) (\(words($0, board)))" }
        let names = voided.map { api.table.name(of: $0.recordedAs) }.joined(separator: " ")
        throw APIError(
            .conflict, .conflict,
            "the game \(api.table.game(board.id)?.slug ?? "") is over: \(board.result)",
            advice: "to let it go on: scored reopen; to change \(Phrases.names(changed)) "
                + "all the same: scored void \(names)")
    }

    func void(_ order: EntriesRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        var targets: [EntryID] = []
        var done: [String] = []
        var held: Set<EntryID> = []
        for entry in try entries(order, board) {
            if case .gameCreated = entry.content { throw creation(entry, board) }
            if case .held = entry.standing { held.insert(entry.id) }
            guard case .void(let voids) = entry.standing else {
                targets.append(entry.id)
                continue
            }
            let by = voids.compactMap(board.entry).map { api.table.name(of: $0.recordedAs) }
            done.append(
                "\(api.table.name(of: entry.recordedAs)) was already voided"
                    + (by.isEmpty ? "" : " by \(Phrases.names(by))"))
        }
        let drafts = VoidEntry.drafts(of: targets, in: board.id)
        return try answer(drafts, done, board, request, held: held)
    }

    func accept(_ order: EntriesRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        var drafts: [Draft] = []
        var done: [String] = []
        for entry in try entries(order, board) {
            let name = api.table.name(of: entry.recordedAs)
            guard entry.move != nil else { throw noMove(entry, board, "accepted") }
            switch entry.standing {
            case .held: drafts.append(Accepted(target: entry.id).draft(in: board.id))
            case .live: done.append("\(name) counts already")
            case .void, .unlinked, .afterSignOff: throw notHeld(entry, board)
            }
        }
        return try answer(drafts, done, board, request)
    }

    /// The entries that a request names, each once.
    private func entries(
        _ order: EntriesRequest, _ board: Scoreboard
    ) throws(APIError) -> [TimelineEntry] {
        guard !order.entries.isEmpty else { throw .unfit("no entry is named") }
        guard order.entries.count <= Limits.namedEntriesMax else {
            throw APIError(
                .unprocessable, .tooLarge,
                "\(order.entries.count) entries are too many at once; "
                    + "\(Limits.namedEntriesMax) are taken")
        }
        var named: [TimelineEntry] = []
        for text in order.entries {
            let entry = try api.entry(text, in: board)
            if !named.contains(where: { $0.recordedAs == entry.recordedAs }) { named.append(entry) }
        }
        return named
    }

    /// Records what is left to do. Where all was so before, nothing is recorded, and that is no
    /// failure: whoever says a thing twice means it once.
    func answer(
        _ drafts: [Draft], _ done: [String], _ board: Scoreboard, _ request: RequestID?,
        held: Set<EntryID> = []
    ) throws(APIError) -> Answer {
        let notes = done.map { WarningDocument(code: "already", text: $0) }
        guard drafts.isEmpty else {
            return api.recorded(try api.record(drafts, request: request), adding: notes, held: held)
        }
        return .afterCommit { [self] in
            .json(
                RecordedDocument(
                    entries: [], game: api.table.game(board.id)?.slug,
                    echo: "\(done.joined(separator: "; ")); nothing was recorded",
                    home: board.score.home, away: board.score.away))
        }
    }

    /// An entry that only a move can be meant by.
    func noMove(_ entry: TimelineEntry, _ board: Scoreboard, _ deed: String) -> APIError {
        let name = api.table.name(of: entry.recordedAs)
        return APIError(
            .unprocessable, .wrongEntry,
            "\(name) is not a move (\(words(entry, board))), and only moves can be \(deed)",
            advice: "scored void \(name) undoes it")
    }

    /// A game that was created stays: a void of that would change nothing.
    private func creation(_ entry: TimelineEntry, _ board: Scoreboard) -> APIError {
        let name = api.table.name(of: entry.recordedAs)
        return APIError(
            .unprocessable, .wrongEntry,
            "\(name) created \(api.table.game(board.id)?.slug ?? "the game"), and a game cannot be "
                + "undone",
            advice: "to abandon it: scored end --abandon REASON")
    }

    private func notHeld(_ entry: TimelineEntry, _ board: Scoreboard) -> APIError {
        let name = api.table.name(of: entry.recordedAs)
        if case .void(let voids) = entry.standing {
            let by = voids.compactMap(board.entry).map { api.table.name(of: $0.recordedAs) }
            return APIError(
                .unprocessable, .wrongEntry,
                "\(name) is not held but voided by \(Phrases.names(by))",
                advice: "to count it again: scored void \(by.joined(separator: " "))")
        }
        return APIError(
            .unprocessable, .wrongEntry,
            entry.standing == .unlinked
                ? "\(name) is not held: it went with its basket"
                : "\(name) is not held: it came after the sign-off",
            advice: "scored log shows what became of it")
    }

    /// An entry in its own words.
    func words(_ entry: TimelineEntry, _ board: Scoreboard) -> String {
        board.place(of: entry.recordedAs).map { api.wording.entry(at: $0, in: board).text } ?? ""
    }
}

/// Putting another move in the place of one.
extension CorrectionEndpoints {
    func fix(_ order: FixRequest, _ request: RequestID?) throws(APIError) -> Answer {
        guard !order.isEmpty else {
            throw .unfit("say what is wrong: kind, player, points, period or the game clock")
        }
        let board = try api.presentBoard(named: order.game)
        let target = try fixable(order.entry, board)
        guard let present = target.move else { throw noMove(target, board, "fixed") }
        if order.kind != nil || order.player != nil { try demandPlayer(present, of: target, board) }
        let move = try replacement(of: present, order, board)
        let name = api.table.name(of: target.recordedAs)
        // To say again what counts is an answer to those who said something else.
        var drafts = VoidEntry.drafts(
            of: target.conflicts, in: board.id, following: move != present ? 1 : 0)
        if move != present {
            let fix = Fix(target: target.id, base: target.fixes.last, move: move)
            drafts.insert(fix.draft(in: board.id), at: 0)
        } else if drafts.isEmpty, target.isHeld {
            throw APIError(
                .unprocessable, .wrongEntry,
                "\(name) says that already (\(words(target, board))), and it is held",
                advice: "to count it: scored accept \(name)")
        }
        return try answer(
            drafts,
            move == present ? ["\(name) says that already: \(words(target, board))"] : [], board,
            request)
    }

    /// The move that a keeper means: of a fix the one that it corrected first.
    private func fixable(_ text: String, _ board: Scoreboard) throws(APIError) -> TimelineEntry {
        var target = try api.entry(text, in: board)
        if case .fix(let fix) = target.content {
            guard let root = board.entry(fix.target) else { throw noMove(target, board, "fixed") }
            target = root
        }
        guard target.recordedMove != nil else { throw noMove(target, board, "fixed") }
        if case .void(let voids) = target.standing {
            let by = voids.compactMap(board.entry).map { api.table.name(of: $0.recordedAs) }
            let name = api.table.name(of: target.recordedAs)
            throw APIError(
                .unprocessable, .wrongEntry,
                "\(name) is void by \(Phrases.names(by)), so a correction would count nowhere",
                advice: "first count it again: scored void \(by.joined(separator: " "))")
        }
        return target
    }

    /// Throws for a move that no single player makes, which has neither player nor kind to put right.
    private func demandPlayer(
        _ present: Move, of target: TimelineEntry, _ board: Scoreboard
    ) throws(APIError) {
        let (what, instead): (String, String)
        switch present.kind {
        case .lineup:
            (what, instead) = ("a line-up", ", then scored lineup with the right players")
        case .periodStart, .periodEnd, .gameEnd:
            (what, instead) = ("a mark of where the game was imported from", "")
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .foul,
            .technicalFoul, .steal, .block, .turnover, .miss, .substitution, .timeout, .foulDrawn,
            .blocked, .jumpBall, .violation, .review, .other:
            return
        }
        let name = api.table.name(of: target.recordedAs)
        throw APIError(
            .unprocessable, .wrongEntry,
            "\(name) is \(what) (\(words(target, board))): neither its player nor its kind can be "
                + "fixed, only its period and game clock",
            advice: "if it is wrong: scored void \(name)\(instead)")
    }

    private func replacement(
        of present: Move, _ order: FixRequest, _ board: Scoreboard
    ) throws(APIError) -> Move {
        var move = present
        if let kind = order.kind {
            let meaning = try api.meaning(kind)
            let isSameKind = meaning.kind == present.kind
            move.kind = meaning.kind
            move.variant = meaning.variant ?? (isSameKind ? present.variant : nil)
            if !isSameKind {
                move.points = nil
                move.annotate(raw: present.raw)
                if move.kind != .assist { move.linked = nil }
                if move.kind != .lineup { move.players = [] }
            }
        }
        if let player = order.player {
            move.subject = try api.subject(player, in: board)
            if move.subject != present.subject { move.linked = nil }
        }
        if let points = order.points { move.points = try api.points(points, move.kind, board) }
        if let detail = order.detail { move.annotate(type: detail, raw: move.raw) }
        if let period = order.period { move.period = try api.period(period, board) }
        if let seconds = order.clockSeconds { move.elapsed = try api.gameClock(seconds: seconds) }
        if let seconds = order.shownSeconds {
            move.elapsed = try api.gameClock(seconds: elapsed(shown: seconds, move.period, board))
        }
        do throws(Malformed) {
            try move.validate()
        } catch {
            throw .unfit("this move cannot be kept: \(error)")
        }
        return move
    }

    /// Seconds elapsed where the scoreboard shows these.
    private func elapsed(
        shown seconds: Int, _ period: Int, _ board: Scoreboard
    ) throws(APIError) -> Int {
        guard let length = board.rules.length(ofPeriod: period) else { return seconds }
        let whole = Int(length.components.seconds)
        guard (0...whole).contains(seconds) else {
            throw .unfit(
                "the game clock of a period of \(whole / 60) minutes cannot show \(seconds) "
                    + "seconds")
        }
        return whole - seconds
    }
}
