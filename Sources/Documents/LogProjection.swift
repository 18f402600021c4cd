package import MoveLog
package import Scorebook

extension Projection {
    /// The entries of a game, oldest first. `keeper` keeps those of one keeper or device, `limit`
    /// the newest so many; `copies` says on how many devices an entry is durable, as far as known.
    package func log(
        _ board: Scoreboard, keeper: String? = nil, limit: Int? = nil,
        copies: (EntryID) -> Int? = { _ in nil }
    ) -> LogDocument {
        log(board, LogSelection(keeper: keeper, limit: limit), copies: copies)
    }

    /// The same, of those alone that a selection takes.
    package func log(
        _ board: Scoreboard, _ selection: LogSelection, copies: (EntryID) -> Int? = { _ in nil }
    ) -> LogDocument {
        let fitting = board.timeline.indices.filter {
            fits(board.timeline[$0], selection, board)
        }
        let taken = fitting.filter { selection.takes(board.timeline[$0], at: $0) }
        let kept = taken.suffix(selection.limit.map { max(0, $0) } ?? taken.count)
        var document = LogDocument(
            game: table.game(board.id)?.slug,
            entries: kept.map { entry(at: $0, in: board, copies: copies) },
            isWhole: kept.count == board.timeline.count)
        document.count = fitting.count
        document.hasOlder = kept.first.map { $0 != fitting.first } ?? !taken.isEmpty
        document.player = selection.subject.flatMap { word($0, in: board) }
        document.newest = newestOfEach(board)
        return document
    }

    /// One entry of a game, by its place in the timeline.
    package func entry(
        at index: Int, in board: Scoreboard, copies: (EntryID) -> Int? = { _ in nil }
    ) -> EntryDocument {
        let entry = board.timeline[index]
        let words = EntryWords(projection: self, board: board, entry: entry)
        var document = EntryDocument(
            name: table.name(of: entry.recordedAs), game: table.game(board.id)?.slug,
            keeper: keeper(of: entry.author), wallMilliseconds: entry.wall.milliseconds,
            index: index, lamport: entry.lamport, kind: words.kind, text: words.text,
            state: state(entry), because: because(entry, in: board),
            copies: copies(entry.recordedAs), names: words.references.map { name($0, in: board) })
        document.place = entry.placeText
        document.was = words.was
        if !entry.fixes.isEmpty { document.fixes = entry.fixes.map { name($0, in: board) } }
        if !entry.conflicts.isEmpty {
            document.conflicts = entry.conflicts.map { name($0, in: board) }
        }
        document.resembles = entry.resembles.map { name($0, in: board) }
        if let move = entry.move { describe(move, entry, board, &document) }
        return document
    }

    /// ` at Q1 09:55`: when a fix says that its move was; empty where it leaves that.
    package func moment(at index: Int, in board: Scoreboard) -> String {
        let entry = board.timeline[index]
        guard case .fix(let fix) = entry.content else { return "" }
        return EntryWords(projection: self, board: board, entry: entry)
            .moment(of: fix.move, unlike: board.entry(fix.target)?.recordedMove)
    }

    /// What the entry at a place of a game's timeline says, as in its document.
    package func text(at index: Int, in board: Scoreboard) -> String {
        EntryWords(projection: self, board: board, entry: board.timeline[index]).text
    }

    /// One entry about the table, by its place in the table's timeline.
    package func tableEntry(
        at index: Int, copies: (EntryID) -> Int? = { _ in nil }
    ) -> EntryDocument {
        let entry = table.timeline[index]
        let words = EntryWords(projection: self, board: nil, entry: entry)
        return EntryDocument(
            name: table.name(of: entry.recordedAs), keeper: keeper(of: entry.author),
            wallMilliseconds: entry.wall.milliseconds, index: index, lamport: entry.lamport,
            kind: words.kind, text: words.text, state: state(entry),
            because: because(entry, in: nil),
            copies: copies(entry.recordedAs), names: words.references.map { name($0, in: nil) })
    }

    private func describe(
        _ move: Move, _ entry: TimelineEntry, _ board: Scoreboard,
        _ document: inout EntryDocument
    ) {
        switch move.subject {
        case .nobody: break
        case .team(let side): document.side = SideName(side)
        case .line(let ref):
            guard let line = board.player(ref) else { break }
            document.side = SideName(line.side)
            document.player = line.slotText
            document.playerText = line.spoken
        }
        document.period = move.period
        document.clock = clockLabel(move, board)
        guard move.kind.isScoring else { return }
        document.points = move.points ?? board.rules.points(of: move.kind)
        guard entry.isLive else { return }
        document.home = entry.score.home
        document.away = entry.score.away
    }

    func state(_ entry: TimelineEntry) -> EntryState {
        if entry.content == .unknown || entry.content == .malformed { return .unknown }
        return switch entry.standing {
        case .live: .live
        case .void, .unlinked: .voided
        case .held: .held
        case .afterSignOff: .afterSignOff
        }
    }

    private func because(_ entry: TimelineEntry, in board: Scoreboard?) -> String? {
        switch entry.standing {
        case .live: entry.content == .malformed ? "unreadable" : nil
        case .void(let voids):
            voids.isEmpty ? nil : "by \(Phrases.names(voids.map { name($0, in: board) }))"
        case .unlinked: "with its basket"
        case .held(let other): "as \(name(other, in: board))"
        case .afterSignOff: nil
        }
    }
}

extension PlayerLine {
    /// The player as people say it: `4 Ana`.
    package var spoken: String { number.isEmpty || number == title ? title : "\(number) \(title)" }
}
