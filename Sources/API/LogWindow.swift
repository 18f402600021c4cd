import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// A window of a stream. It keeps the documents of its entries, and makes again those that changed.
final class LogWindow {
    /// An entry as it was told.
    private struct Row {
        let entry: TimelineEntry
        let wording: Int
        var document: EntryDocument
    }

    let request: WindowRequest
    /// May grow: older entries follow.
    var newest: Int {
        didSet { isChanged = true }
    }
    /// True if an event had no room for all entries.
    private(set) var isShort = false
    /// The window as of the last event, without its entries; nil before the first.
    private var told: WindowDocument?
    private var rows: [Row] = []
    private var game: GameID?
    /// Entries that were told and that are in no row: of another game, of all games, or of a window that had the name before.
    private var others: [String: EntryDocument]
    /// False if nothing but the copies of its entries may have changed.
    private var isChanged = true
    /// Counts the times at which words may have changed that an entry's own state does not show.
    private var wording = 0

    /// `before` had the name until now.
    init(_ request: WindowRequest, after before: LogWindow? = nil) {
        self.request = request
        newest = request.newest
        told = before?.told
        others = before?.others ?? [:]
        if let before { setAside(before.rows) }
    }

    private func setAside(_ rows: [Row]) {
        for row in rows { others[row.document.key] = row.document }
    }

    var isTold: Bool { told != nil }

    /// True if the request differs in the number of entries at most.
    func isSame(as other: WindowRequest) -> Bool {
        var other = other
        other.newest = request.newest
        return other == request
    }

    /// A move changes the words of no other entry; a name, a correction or a rule may.
    func note(_ changes: TurnChanges) {
        let most = DocumentsLimits.entryEventsOfATurnMax
        let isReworded =
            changes.isRebuilt || changes.isStateChanged
            || changes.admitted.contains { admitted in
                admitted.count > most || admitted.suffix(most).contains { $0.entry.kind != .move }
            }
        if isReworded { wording += 1 }
        isChanged = isChanged || isReworded || !changes.admitted.isEmpty
    }

    /// The changes since the last event.
    func changes(_ api: APIContext) -> WindowChanges {
        var changes: WindowChanges
        do throws(APIError) {
            if request.isOfAllGames == true {
                changes = try changesOfAllGames(api)
            } else if isChanged || isShort || told?.problem != nil || told == nil {
                changes = try changesOfOne(api)
            } else {
                changes = countCopies(api)
            }
        } catch {
            var document = WindowDocument(name: request.name)
            document.problem = WindowProblem(code: error.code, message: error.message)
            changes = WindowChanges(from: told, to: document)
            setAside(rows)
            changes.gone = others.keys.sorted()
            (rows, others, game, isShort) = ([], [:], nil, false)
        }
        isChanged = false
        told = changes.new
        return changes
    }

    private func selection(_ api: APIContext) throws(APIError) -> LogSelection {
        LogSelection(keeper: try api.keeper(request.keeper), limit: newest)
    }

    private func countCopies(_ api: APIContext) -> WindowChanges {
        var counts = api.ledger.replica.copyCounts
        return countCopies(&counts)
    }

    private func countCopies(_ counts: inout CopyCounts) -> WindowChanges {
        var changes = WindowChanges(from: told, to: told ?? WindowDocument(name: request.name))
        for place in rows.indices {
            let copies = counts.copies(of: rows[place].entry.recordedAs)
            guard rows[place].document.copies != copies else { continue }
            let old = rows[place].document
            rows[place].document.copies = copies
            changes.entries.append((old, rows[place].document))
        }
        return changes
    }

    private func changesOfOne(_ api: APIContext) throws(APIError) -> WindowChanges {
        let board = try api.readableBoard(named: request.game)
        var selection = try selection(api)
        let projection = api.wording
        var document = WindowDocument(name: request.name, game: api.name(of: board))
        if let player = request.player {
            let subject = try api.subject(player, in: board)
            selection.subject = subject
            document.player = projection.word(subject, in: board)
        }
        if game != board.id {
            setAside(rows)
            rows = []
        }
        game = board.id
        var counts = api.ledger.replica.copyCounts
        if let end = unchangedEnd(in: board) {
            let added = projection.newest(board, selection, since: end)
            document.hasOlder = told?.hasOlder == true || added.hasOlder
            if added.entries.count <= APILimits.windowEntriesOfAnEventMax {
                return append(added.entries, of: board, document, projection, &counts)
            }
        }
        let (newest, hasOlder) = projection.newest(board, selection)
        var changes = WindowChanges(from: told, to: document)
        var next: [Row] = []
        next.reserveCapacity(newest.count)
        var isCut = false
        var room = APILimits.windowEntriesOfAnEventMax
        isShort = false
        // Rows that are not reached from the newest one on are gone.
        var left = rows.count
        // The newest first: the room is for them.
        for (index, entry) in newest.reversed() {
            let place = entry.place
            // The creation is the first row, also before older entries of a game that was united.
            while left > 0, rows[left - 1].entry.place > place, rows[left - 1].document.index > 0 {
                left -= 1
                changes.gone.append(rows[left].document.key)
            }
            let isKnown = left > 0 && rows[left - 1].entry.place == place
            let copies = counts.copies(of: entry.recordedAs)
            if isKnown {
                left -= 1
                let known = rows[left]
                let isSame =
                    known.wording == wording && known.document.index == index
                    && known.entry == entry
                guard !isSame || known.document.copies != copies else {
                    next.append(known)
                    continue
                }
                if isSame {
                    var row = known
                    row.document.copies = copies
                    changes.entries.append((known.document, row.document))
                    next.append(row)
                    continue
                }
            }
            guard room > 0 else {
                isShort = true
                // An entry that was told stays as it was until the next event has room.
                if isKnown {
                    next.append(rows[left])
                    continue
                }
                isCut = true
                break
            }
            room -= 1
            let row = Row(
                entry: entry, wording: wording,
                document: projection.entry(at: index, in: board, copies: { _ in copies }))
            let old =
                isKnown ? rows[left].document : others.removeValue(forKey: row.document.key)
            changes.entries.append((old, row.document))
            next.append(row)
        }
        changes.gone += rows[..<left].map(\.document.key) + others.keys.sorted()
        others = [:]
        changes.entries.reverse()
        next.reverse()
        document.hasOlder = hasOlder || isCut
        rows = next
        changes.new = document
        return changes
    }

    /// The index behind the last row, if the rows are all that was to be told, and are as they were told: then only entries
    /// from there on are news.
    private func unchangedEnd(in board: Scoreboard) -> Int? {
        guard !isShort, others.isEmpty, told?.problem == nil,
            let first = rows.first?.document.index, rows.count == newest || first == 0
        else { return nil }
        for (index, row) in zip(first..., rows) {
            guard row.document.index == index, row.wording == wording,
                board.timeline.makes(row.entry, at: index)
            else { return nil }
        }
        return first + rows.count
    }

    /// Adds the rows of entries that came after all others.
    private func append(
        _ added: [(index: Int, entry: TimelineEntry)], of board: Scoreboard,
        _ document: WindowDocument, _ projection: Projection, _ counts: inout CopyCounts
    ) -> WindowChanges {
        let left = max(0, rows.count + added.count - newest)
        let gone = rows.prefix(left).map(\.document.key)
        rows.removeFirst(left)
        var changes = countCopies(&counts)
        changes.new = document
        changes.new.hasOlder = document.hasOlder || left > 0
        changes.gone = gone
        for (index, entry) in added {
            let copies = counts.copies(of: entry.recordedAs)
            let row = Row(
                entry: entry, wording: wording,
                document: projection.entry(at: index, in: board, copies: { _ in copies }))
            changes.entries.append((nil, row.document))
            rows.append(row)
        }
        return changes
    }

    private func changesOfAllGames(_ api: APIContext) throws(APIError) -> WindowChanges {
        guard request.player == nil, request.game == nil else {
            throw .unfit("a window of all games is of no game and of no player")
        }
        let book = api.ledger.book
        let log = api.wording.log(
            ofAll: book.extents, try selection(api), board: { book.scoreboard(of: $0) },
            copies: { api.ledger.replica.copies(of: $0) })
        var changes = WindowChanges(
            from: told,
            to: WindowDocument(name: request.name, hasOlder: log.hasOlder ?? false))
        var gone = others
        others = Dictionary(log.entries.map { ($0.key, $0) }) { $1 }
        for entry in log.entries {
            let old = gone.removeValue(forKey: entry.key)
            if old != entry { changes.entries.append((old, entry)) }
        }
        changes.gone = gone.keys.sorted()
        return changes
    }
}

extension EntryDocument {
    /// Its name among the rows of a window.
    fileprivate var key: String { place ?? "" }
}
