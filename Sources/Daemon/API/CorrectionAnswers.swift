import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Taking entries back, and taking that back.
extension Desk {
    var correctionRoutes: [Route: Router.Responder] {
        [
            .undo: { asked throws(Denial) in try undo(asked.body(UndoRequest.self)) },
            .redo: { asked throws(Denial) in try redo(asked.body(UndoRequest.self)) },
            .void: { asked throws(Denial) in try void(asked.body(EntriesRequest.self)) },
            .accept: { asked throws(Denial) in try accept(asked.body(EntriesRequest.self)) },
            .fix: { asked throws(Denial) in try fix(asked.body(FixRequest.self)) },
            .held: { asked in
                reading { () throws(Denial) in
                    let board = try readableBoard(named: asked.request.target["game"])
                    let projection = projection
                    return .json(
                        HeldDocument(
                            game: table.game(board.id)?.slug ?? "",
                            moves: projection.heldMoves(board)))
                }
            },
        ]
    }

    private func undo(_ order: UndoRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try presentBoard(named: order.game)
        try refuseIfUncounted()
        guard let last = board.undo(of: device, at: table) else { throw nothingToUndo(board) }
        try refuseIfOver(last.entries, board, voiding: last.entries)
        let held = last.entries.filter { if case .held = $0.standing { true } else { false } }
        return recorded(
            try record(last.drafts(in: board.id), request: request), held: Set(held.map(\.id)))
    }

    /// On a removed device the last action that counts is not the last that it recorded.
    private func refuseIfUncounted() throws(Denial) {
        guard ledger.replica.isRemoved, ledger.log.uncountedCount(of: device) > 0 else { return }
        throw Denial(
            .conflict, .nothingToUndo,
            "this device was removed from its table, and what it recorded since counts nowhere, so "
                + "nothing was undone; all of it is kept",
            advice: Self.removedAdvice)
    }

    private func nothingToUndo(_ board: Scoreboard) -> Denial {
        let game = table.game(board.id)?.slug ?? "this game"
        let late = board.timeline.last {
            table.deviceOfAuthor[$0.author] == device && $0.standing == .afterSignOff
        }
        guard let late else {
            return Denial(
                .conflict, .nothingToUndo,
                "this device has recorded nothing in \(game) that counts, so there is nothing to "
                    + "undo; the score is unchanged")
        }
        return Denial(
            .conflict, .nothingToUndo,
            "\(table.name(of: late.recordedAs)) (\(words(late, board))) came after the sign-off "
                + "and counts nowhere, so there is nothing to undo; the score is unchanged",
            advice: "to let the game go on: scored reopen")
    }

    private func redo(_ order: UndoRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try presentBoard(named: order.game)
        guard let last = board.redo(of: device, at: table) else {
            throw Denial(
                .conflict, .nothingToRedo,
                "nothing to redo in \(table.game(board.id)?.slug ?? "this game") since this "
                    + "device's last entry; the score is unchanged",
                advice: "to count an entry again: scored log shows its void; scored void of that")
        }
        // What was taken back counts again when that is taken back.
        let restored = last.entries.compactMap { entry -> TimelineEntry? in
            if case .void(let void) = entry.content { board.entry(void.target) } else { nil }
        }
        try refuseIfOver(restored, board, voiding: last.entries)
        return recorded(try record(last.drafts(in: board.id), request: request))
    }

    /// Who takes something back behind the end of a game may mean the end; and undo and redo name no
    /// entry, so that the last basket would go without a word.
    private func refuseIfOver(
        _ targets: [TimelineEntry], _ board: Scoreboard, voiding voided: [TimelineEntry]
    ) throws(Denial) {
        guard board.state.isOver else { return }
        let changed = targets.map { "\(table.name(of: $0.recordedAs)) (\(words($0, board)))" }
        let names = voided.map { table.name(of: $0.recordedAs) }.joined(separator: " ")
        throw Denial(
            .conflict, .conflict,
            "the game \(table.game(board.id)?.slug ?? "") is over: \(board.result)",
            advice: "to let it go on: scored reopen; to change \(Phrases.names(changed)) "
                + "all the same: scored void \(names)")
    }

    private func void(_ order: EntriesRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try presentBoard(named: order.game)
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
            let by = voids.compactMap(board.entry).map { table.name(of: $0.recordedAs) }
            done.append(
                "\(table.name(of: entry.recordedAs)) was already voided"
                    + (by.isEmpty ? "" : " by \(Phrases.names(by))"))
        }
        let drafts = VoidEntry.drafts(of: targets, in: board.id)
        return try answer(drafts, done, board, request, held: held)
    }

    private func accept(_ order: EntriesRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let board = try presentBoard(named: order.game)
        var drafts: [Draft] = []
        var done: [String] = []
        for entry in try entries(order, board) {
            let name = table.name(of: entry.recordedAs)
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
    ) throws(Denial) -> [TimelineEntry] {
        guard !order.entries.isEmpty else { throw .unfit("no entry is named") }
        guard order.entries.count <= Limits.namedEntriesMax else {
            throw Denial(
                .unprocessable, .tooLarge,
                "\(order.entries.count) entries are too many at once; "
                    + "\(Limits.namedEntriesMax) are taken")
        }
        var named: [TimelineEntry] = []
        for text in order.entries {
            let entry = try entry(text, in: board)
            if !named.contains(where: { $0.recordedAs == entry.recordedAs }) { named.append(entry) }
        }
        return named
    }

    /// Records what is left to do. Where all was so before, nothing is recorded, and that is no
    /// failure: whoever says a thing twice means it once.
    func answer(
        _ drafts: [Draft], _ done: [String], _ board: Scoreboard, _ request: RequestID?,
        held: Set<EntryID> = []
    ) throws(Denial) -> Answer {
        let notes = done.map { WarningDocument(code: "already", text: $0) }
        guard drafts.isEmpty else {
            return recorded(try record(drafts, request: request), adding: notes, held: held)
        }
        return .afterCommit { [self] in
            .json(
                RecordedDocument(
                    entries: [], game: table.game(board.id)?.slug,
                    echo: "\(done.joined(separator: "; ")); nothing was recorded",
                    home: board.score.home, away: board.score.away))
        }
    }

    /// An entry that only a move can be meant by.
    func noMove(_ entry: TimelineEntry, _ board: Scoreboard, _ deed: String) -> Denial {
        let name = table.name(of: entry.recordedAs)
        return Denial(
            .unprocessable, .wrongEntry,
            "\(name) is not a move (\(words(entry, board))), and only moves can be \(deed)",
            advice: "scored void \(name) undoes it")
    }

    /// A game that was created stays: a void of that would change nothing.
    private func creation(_ entry: TimelineEntry, _ board: Scoreboard) -> Denial {
        let name = table.name(of: entry.recordedAs)
        return Denial(
            .unprocessable, .wrongEntry,
            "\(name) created \(table.game(board.id)?.slug ?? "the game"), and a game cannot be "
                + "undone",
            advice: "to abandon it: scored end --abandon REASON")
    }

    private func notHeld(_ entry: TimelineEntry, _ board: Scoreboard) -> Denial {
        let name = table.name(of: entry.recordedAs)
        if case .void(let voids) = entry.standing {
            let by = voids.compactMap(board.entry).map { table.name(of: $0.recordedAs) }
            return Denial(
                .unprocessable, .wrongEntry,
                "\(name) is not held but voided by \(Phrases.names(by))",
                advice: "to count it again: scored void \(by.joined(separator: " "))")
        }
        return Denial(
            .unprocessable, .wrongEntry,
            entry.standing == .unlinked
                ? "\(name) is not held: it went with its basket"
                : "\(name) is not held: it came after the sign-off",
            advice: "scored log shows what became of it")
    }

    /// An entry in its own words.
    func words(_ entry: TimelineEntry, _ board: Scoreboard) -> String {
        board.place(of: entry.recordedAs).map { wording.entry(at: $0, in: board).text } ?? ""
    }
}
