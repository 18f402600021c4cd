import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Undo, redo, void, accept, fix.
struct CorrectionEndpoints: EndpointTopic {
    let api: APIContext

    func undo(_ order: UndoRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        let last = try undoable(board)
        let held = Set(last.entries.filter(\.isHeld).map(\.id))
        let others = elsewhere(last, board)
        let transfers =
            last.entries.count { $0.transfer != nil } + others.count { $0.kind == .transferred }
        let games = Set([board.id] + others.compactMap(\.scope.game)).sorted()
        return try api.recorded(
            api.record(last.drafts(in: board) + voids(of: others)),
            adding: [passedOver(last, board)], held: held
        ) { [self] _ in
            if transfers == 0 { return Remarks() }
            let results = games.compactMap(ledger.scoreboard).map {
                "\(api.name(of: $0)): \($0.result)"
            }
            return Remarks(
                echo: "took back the transfer of \(Phrases.entries(transfers))",
                more: Phrases.list(results))
        }
    }

    /// The words for a question: `undo 4 Ana two points (mia.41)`, `count … again` for a void.
    func nextUndo(_ request: RoutedRequest) throws(APIError) -> Response {
        let board = try api.presentBoard(named: request.request.target["game"])
        let entries = try undoable(board).entries
        let words = entries.map { entry in
            guard case .void(let void) = entry.content, let again = board.entry(void.target) else {
                return "undo \(api.words(entry, board)) (\(name(entry)))"
            }
            return "count \(api.words(again, board)) (\(name(again))) again"
        }
        return .json(DoneDocument(text: Phrases.list(words), entries: entries.map(name)))
    }

    private func undoable(_ board: Scoreboard) throws(APIError) -> Withdrawal {
        try refuseIfUncounted()
        guard let last = board.undo(of: api.device, at: table) else { throw nothingToUndo(board) }
        try refuseIfOver(last.entries, board, voiding: last.entries)
        return last
    }

    /// On a removed device the last action that counts is not the last that it recorded.
    private func refuseIfUncounted() throws(APIError) {
        guard replica.isRemoved, log.uncountedCount(of: api.device) > 0 else { return }
        throw APIError(
            .conflict, .nothingToUndo,
            "this device was removed from its table: what it recorded since is kept and not "
                + "counted, so nothing was undone",
            advice: WarningDocument.removedAdvice)
    }

    private func nothingToUndo(_ board: Scoreboard) -> APIError {
        let late = board.timeline.last {
            table.deviceOfAuthor[$0.author] == api.device && $0.standing == .afterSignOff
        }
        let reason =
            late.map {
                "\(name($0)) (\(api.words($0, board))) came after the sign-off and does not count"
            } ?? "this device has recorded nothing in \(api.name(of: board)) that counts"
        return APIError(
            .conflict, .nothingToUndo, "nothing to undo: \(reason); the score is unchanged",
            advice: late.map { _ in "to let the game go on: scored reopen" })
    }

    private func name(_ entry: TimelineEntry) -> String { table.name(of: entry.recordedAs) }

    /// The names of the entries that voided one.
    private func names(voiding voids: [EntryID], _ board: Scoreboard) -> [String] {
        voids.compactMap(board.entry).map(name)
    }

    func redo(_ order: UndoRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        guard let last = board.redo(of: api.device, at: table) else {
            throw APIError(
                .conflict, .nothingToRedo,
                "nothing to redo in \(api.name(of: board)) since this device's last entry",
                advice: "to restore an older entry, void its void")
        }
        // Voiding a void makes its target count again.
        let restored = last.entries.compactMap { entry -> TimelineEntry? in
            if case .void(let void) = entry.content { board.entry(void.target) } else { nil }
        }
        try refuseIfOver(restored, board, voiding: last.entries)
        return try api.recorded(
            api.record(last.drafts(in: board) + voids(of: elsewhere(last, board))))
    }

    /// A keeper means the last own move, and does not see that another keeper withdrew it.
    private func passedOver(_ last: Withdrawal, _ board: Scoreboard) -> WarningDocument? {
        guard let newest = board.timeline.last(where: { isOwnMove($0) }),
            let place = last.entries.last?.place, place < newest.place,
            case .void(let voids) = newest.standing,
            let void = voids.compactMap(board.entry).first(where: { !isOwn($0) }),
            let other = table.deviceOfAuthor[void.author]
        else { return nil }
        return WarningDocument(
            .already,
            "\(name(newest)) (\(api.words(newest, board))) was withdrawn by \(api.name(of: other)) "
                + "before, so an older one was undone", advice: "if that was not meant: scored redo"
        )
    }

    private func isOwnMove(_ entry: TimelineEntry) -> Bool { entry.isMove && isOwn(entry) }

    private func isOwn(_ entry: TimelineEntry) -> Bool {
        table.deviceOfAuthor[entry.author] == api.device
    }

    private func voids(of entries: [Entry]) -> [Draft] {
        entries.compactMap { entry in
            entry.scope.game.map {
                VoidEntry(target: entry.id, isUndo: true, isContinued: true).draft(in: $0)
            }
        }
    }

    /// The entries of the same command in other games, as a transfer has them.
    private func elsewhere(_ last: Withdrawal, _ board: Scoreboard) -> [Entry] {
        guard let first = last.entries.first?.recordedAs, let end = last.entries.last?.recordedAs
        else { return [] }
        var found: [Entry] = []
        func entry(_ sequence: UInt64) -> Entry? {
            log.entries(EntryID(author: first.author, sequence: sequence)).first?.entry
        }
        var sequence = first.sequence
        while sequence > 1, entry(sequence)?.isContinued == true,
            found.count < APILimits.importedOfACommitMax, let before = entry(sequence - 1)
        {
            found.append(before)
            sequence -= 1
        }
        sequence = end.sequence + 1
        while let next = entry(sequence), next.isContinued,
            found.count < 2 * APILimits.importedOfACommitMax
        {
            found.append(next)
            sequence += 1
        }
        let here = Set(last.entries.map(\.recordedAs))
        return found.filter {
            $0.scope.game != nil && $0.scope.game != board.id && !here.contains($0.id)
        }
    }

    /// After the end of a game a keeper may mean the end itself; and as undo and redo name no
    /// entry, the last basket would be lost unnoticed.
    private func refuseIfOver(
        _ targets: [TimelineEntry], _ board: Scoreboard, voiding voided: [TimelineEntry]
    ) throws(APIError) {
        guard board.state.isOver else { return }
        let changed = targets.map { "\(name($0)) (\(api.words($0, board)))" }
        throw .conflict(
            "the game \(api.name(of: board)) is over: \(board.result)",
            advice: "to let it go on: scored reopen; to change \(Phrases.names(changed)) "
                + "all the same: scored void \(voided.map(name).joined(separator: " "))")
    }

    func void(_ order: EntriesRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        var targets: [EntryID] = []
        var done: [String] = []
        var held: Set<EntryID> = []
        for entry in try entries(order, board) {
            if case .gameCreated = entry.content {
                throw .wrongEntry(
                    "\(name(entry)) created \(api.name(of: board)), and a game cannot be undone",
                    advice: "to abandon it: scored end --abandon REASON")
            }
            if entry.isHeld { held.insert(entry.id) }
            guard case .void(let voids) = entry.standing else {
                targets.append(entry.id)
                continue
            }
            let by = names(voiding: voids, board)
            done.append(
                "\(name(entry)) was already voided"
                    + (by.isEmpty ? "" : " by \(Phrases.names(by))"))
        }
        let drafts = VoidEntry.drafts(of: targets, in: board)
        return try answer(drafts, done, board, held: held)
    }

    func accept(_ order: EntriesRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        var drafts: [Draft] = []
        var done: [String] = []
        for entry in try entries(order, board) {
            guard entry.move != nil else { throw noMove(entry, board, "accepted") }
            switch entry.standing {
            case .copy, .held:
                let isContinued = !drafts.isEmpty
                drafts.append(
                    Accepted(target: entry.id, isContinued: isContinued)
                        .draft(in: board.origin(of: entry.id)))
            case .live: done.append("\(name(entry)) counts already")
            case .void, .unlinked, .afterSignOff: throw notHeld(entry, board)
            }
        }
        return try answer(drafts, done, board)
    }

    /// The entries that a request names, each once.
    private func entries(
        _ order: EntriesRequest, _ board: Scoreboard
    ) throws(APIError) -> [TimelineEntry] {
        guard !order.entries.isEmpty else { throw .unfit("no entry is named") }
        guard order.entries.count <= APILimits.namedEntriesMax else {
            throw .tooLarge(
                "\(order.entries.count) entries are too many for one request; name at most "
                    + "\(APILimits.namedEntriesMax)")
        }
        var named: [TimelineEntry] = []
        for text in order.entries {
            let entry = try api.entry(text, in: board)
            if !named.contains(where: { $0.recordedAs == entry.recordedAs }) { named.append(entry) }
        }
        return named
    }

    /// Records what is left to do. It is not an error if nothing is: repeated requests mean one
    /// change.
    private func answer(
        _ drafts: [Draft], _ done: [String], _ board: Scoreboard, held: Set<EntryID> = []
    ) throws(APIError) -> Answer {
        guard drafts.isEmpty else {
            return try api.recorded(
                api.record(drafts, as: [board]), adding: done.map { WarningDocument(.already, $0) },
                held: held)
        }
        return .afterCommit { [self] in
            .json(
                RecordedDocument(
                    entries: [], game: table.game(board.id)?.slug,
                    echo: "\(done.joined(separator: "; ")); nothing was recorded",
                    home: board.score.home, away: board.score.away))
        }
    }

    private func noMove(
        _ entry: TimelineEntry, _ board: Scoreboard, _ deed: String = "fixed"
    ) -> APIError {
        .wrongEntry(
            "\(name(entry)) is not a move (\(api.words(entry, board))), and only moves can be "
                + deed,
            advice: "to undo it: scored void \(name(entry))")
    }

    private func notHeld(_ entry: TimelineEntry, _ board: Scoreboard) -> APIError {
        if case .void(let voids) = entry.standing {
            let by = names(voiding: voids, board)
            return .wrongEntry(
                "\(name(entry)) is not held but voided by \(Phrases.names(by))",
                advice: "to count it again: scored void \(by.joined(separator: " "))")
        }
        return .wrongEntry(
            "\(name(entry)) is not held: it "
                + (entry.standing == .unlinked
                    ? "was withdrawn with its basket" : "came after the sign-off"),
            advice: "scored log shows its state")
    }
}

/// Replacing a move.
extension CorrectionEndpoints {
    func fix(_ order: FixRequest) throws(APIError) -> Answer {
        guard !order.isEmpty else {
            throw .unfit("give what to change: kind, player, points, period or game clock")
        }
        let board = try api.presentBoard(named: order.game)
        let target = try fixable(order.entry, board)
        guard let present = board.value(of: target) else { throw noMove(target, board) }
        if order.kind != nil || order.player != nil { try demandPlayer(present, of: target, board) }
        let move = try replacement(of: present, order, board)
        let isAnother = try isAnotherEvent(order, target, present, move, board)
        var drafts: [Draft] = []
        if move != present || isAnother {
            let bases = isAnother ? target.fixes : board.bases(of: target)
            drafts.append(Fix(target: target.id, bases: bases, move: move).draft(in: board.id))
            if isAnother {
                drafts.append(
                    Accepted(target: target.id, isContinued: true)
                        .draft(in: board.origin(of: target.id)))
            }
        } else if let open = board.question(about: target.id) {
            guard open.kind != .withdrawn, !target.isHeld else {
                throw .wrongEntry(
                    "\(name(target)) is already \(api.words(target, board)), and waits for an answer",
                    advice: "scored settle \(name(target))")
            }
            // Repeating what counts answers those who say otherwise.
            drafts.append(
                Fix(
                    target: target.id, bases: board.bases(of: target), move: move, isAnswer: true
                ).draft(in: board.id))
        }
        return try answer(
            drafts,
            drafts.isEmpty ? [already(target, board)] : [],
            board)
    }

    /// `mia.7 is already 4 Ana two points`; of a copy, what its event counts as.
    private func already(_ target: TimelineEntry, _ board: Scoreboard) -> String {
        guard target.isCopy, let head = target.headOf.flatMap(board.entry) else {
            return "\(name(target)) is already \(api.words(target, board))"
        }
        return "\(name(target)) is a copy of \(name(head)), which is already "
            + api.words(head, board)
    }

    /// Asks if a move that others recorded too, and that gets another player or time, is still the
    /// event that they recorded.
    ///
    /// Without the answer, which is `events` 1 or 2, the fix is refused with `one-or-two`.
    private func isAnotherEvent(
        _ order: FixRequest, _ target: TimelineEntry, _ present: Move, _ move: Move,
        _ board: Scoreboard
    ) throws(APIError) -> Bool {
        var still = present
        (still.kind, still.variant, still.points) = (move.kind, move.variant, move.points)
        still.annotate(type: move.type, raw: move.raw)
        still.players = move.players
        let others = board.event(of: target).filter {
            $0.id != target.id && ($0.isLive || $0.headOf != nil)
        }
        guard !others.isEmpty, !board.areSame(still, move) else { return false }
        switch order.events {
        case 1?: return false
        case 2?: return true
        default:
            let names = others.map { "\(name($0)) (\(api.words($0, board)))" }
            throw APIError(
                .conflict, .oneOrTwo,
                "\(Phrases.names(names)) \(others.count == 1 ? "was" : "were") recorded as the same as "
                    + "\(name(target)): is that one move, which gets corrected, or are these two?",
                advice: "one: add --one; two: add --two",
                candidates: others.map(name))
        }
    }

    /// The named move; for a fix, the move that it corrects.
    private func fixable(_ text: String, _ board: Scoreboard) throws(APIError) -> TimelineEntry {
        var target = try api.entry(text, in: board)
        if case .fix(let fix) = target.content {
            guard let root = board.entry(fix.target) else { throw noMove(target, board) }
            target = root
        }
        guard target.recordedMove != nil else { throw noMove(target, board) }
        if case .void(let voids) = target.standing {
            let by = names(voiding: voids, board)
            throw .wrongEntry(
                "\(name(target)) is voided by \(Phrases.names(by)), so a correction would not "
                    + "count",
                advice: "first count it again: scored void \(by.joined(separator: " "))")
        }
        return target
    }

    /// Refuses a move that no single player makes: it has neither player nor kind to correct.
    private func demandPlayer(
        _ present: Move, of target: TimelineEntry, _ board: Scoreboard
    ) throws(APIError) {
        let isLineup = present.kind == .lineup
        guard isLineup || [.periodStart, .periodEnd, .gameEnd].contains(present.kind) else {
            return
        }
        let what = isLineup ? "a line-up" : "a mark from the source of the import"
        let instead = isLineup ? ", then scored lineup with the right players" : ""
        throw .wrongEntry(
            "\(name(target)) is \(what) (\(api.words(target, board))): only its period and game "
                + "clock can be fixed, not its player or kind",
            advice: "if it is wrong: scored void \(name(target))\(instead)")
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
        if let seconds = order.clockSeconds {
            move.elapsed = try api.gameClock(seconds, .seconds(1), move.period, board)
        }
        if let seconds = order.shownSeconds {
            let elapsed = elapsed(shown: seconds, move.period, board)
            move.elapsed = try api.gameClock(elapsed, .seconds(1), move.period, board)
        }
        if order.period != nil, let elapsed = move.elapsed {
            try board.rules.demand(elapsed, within: move.period)
        }
        try demandValid("this move") { () throws(Malformed) in try move.validate() }
        return move
    }

    /// Seconds elapsed when the scoreboard shows `seconds`.
    private func elapsed(shown seconds: Int, _ period: Int, _ board: Scoreboard) -> Int {
        guard let length = board.rules.length(ofPeriod: period) else { return seconds }
        let whole = Int(length.components.seconds)
        // A second outside is as far as any.
        return whole - min(max(seconds, -1), whole + 1)
    }
}

extension Entry {
    /// True if one command recorded it together with the entry before it in its author's log.
    fileprivate var isContinued: Bool {
        switch Content(kind: kind, scope: scope, body: body) {
        case .void(let void): void.isContinued
        case .transferred(let body): body.isContinued
        case .fix(let fix): fix.isContinued
        case .accepted(let accepted): accepted.isContinued
        default: false
        }
    }
}
