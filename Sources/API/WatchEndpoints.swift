import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The streams of `/v1/watch`.
struct WatchEndpoints: EndpointTopic {
    let api: APIContext

    func open(_ request: RoutedRequest) throws(APIError) -> Answer {
        let target = request.request.target
        var order = WatchRequest(
            parts: target["parts"]?.split(separator: ",").map(String.init), game: target["game"])
        if let games = target["games"], games != "all" {
            throw APIError(
                .badRequest, .malformed, "games=\(shown(games)) is not known; write games=all")
        }
        let newest = try request.count("newest")
        if let newest {
            order.windows = [
                WindowRequest(
                    name: "log", game: order.game, isOfAllGames: target["games"].map { _ in true },
                    keeper: target["keeper"], player: target["player"], newest: newest)
            ]
        } else if let item = ["games", "keeper", "player"].first(where: { target[$0] != nil }) {
            throw .unfit("\(item) is of a window: add newest=N")
        }
        return .stream(api.watches.open(try WatchSubject(order, api), api))
    }

    func change(_ request: RoutedRequest) throws(APIError) -> Answer {
        guard let watch = api.watches.named(request.name) else {
            throw APIError(
                .notFound, .unknownStream, "there is no open stream '\(shown(request.name))'",
                advice: "open one: GET \(Route.watch.path)")
        }
        watch.show(try WatchSubject(try request.body(), api))
        return .now(.done("the stream shows it with its next event"))
    }
}

/// The open streams, and what they share.
final class Watches {
    private struct Weak {
        weak var watch: Watch?
    }

    private var streams: [String: Weak] = [:]
    /// The statuses made since the last turn, by the game that was asked for.
    private var statuses: [GameID?: StatusDocument] = [:]

    func named(_ id: String) -> Watch? { streams[id]?.watch }

    fileprivate func open(_ subject: WatchSubject, _ api: APIContext) -> Watch {
        streams = streams.filter { $0.value.watch != nil }
        statuses = [:]
        let watch = Watch(
            id: String(UInt64.random(in: .min ... .max), radix: 16), subject: subject, api)
        streams[watch.id] = Weak(watch: watch)
        return watch
    }

    /// Notes the changes of a turn for every stream; what was made before is out of date.
    func note(_ changes: TurnChanges) {
        statuses = [:]
        guard !changes.isEmpty else { return }
        for stream in streams.values { stream.watch?.note(changes) }
    }

    fileprivate func status(showing game: GameID?, _ api: APIContext) -> StatusDocument {
        if let known = statuses[game] { return known }
        let status = api.status(showing: game)
        statuses[game] = status
        return status
    }
}

/// The parts, game and windows of a stream, checked.
private struct WatchSubject {
    /// Nil for all.
    let parts: Set<WatchPart>?
    let game: GameID?
    let windows: [WindowRequest]

    init(_ order: WatchRequest, _ api: APIContext) throws(APIError) {
        var parts: Set<WatchPart>?
        for name in order.parts ?? [] {
            guard let part = WatchPart(rawValue: name) else {
                let words = WatchPart.allCases.map(\.rawValue)
                throw APIError(
                    .unprocessable, .malformed,
                    "no part is called '\(shown(name))'; the parts are \(Phrases.names(words))",
                    candidates: words)
            }
            parts = (parts ?? []).union([part])
        }
        self.parts = parts
        game = try order.game.map { name throws(APIError) in try api.game(named: name).id }
        windows = order.windows ?? []
        let isEachNamed = Set(windows.map(\.name)).count == windows.count
        guard isEachNamed, windows.count <= APILimits.windowsMax else {
            throw .unfit(
                "give at most \(APILimits.windowsMax) windows, each with a name of its own")
        }
        let counts = 1...APILimits.windowEntriesMax
        for window in windows where !counts.contains(window.newest) {
            throw .unfit(
                "the window '\(shown(window.name))' asks for \(window.newest) entries; "
                    + "give 1 to \(APILimits.windowEntriesMax)")
        }
    }
}

/// One open stream, with the state that its client was told.
final class Watch: EventSource {
    let id: String
    private let api: APIContext
    private var subject: WatchSubject
    private var windows: [LogWindow]
    /// The state that the events so far made; arrivals are of one event only.
    private var told = WatchDocument()
    /// The newest entries of games that became durable since the last event.
    private var arrived: [Placed] = []
    private(set) var isDue = true
    private(set) var isUrgent = true

    fileprivate init(id: String, subject: WatchSubject, _ api: APIContext) {
        self.id = id
        self.api = api
        self.subject = subject
        windows = subject.windows.map(LogWindow.init)
    }

    fileprivate func show(_ next: WatchSubject) {
        windows = next.windows.map { request in
            let kept = windows.first { $0.isSame(as: request) }
            kept?.newest = request.newest
            return kept ?? LogWindow(request)
        }
        subject = next
        (isDue, isUrgent) = (true, true)
    }

    func note(_ changes: TurnChanges) {
        isDue = true
        isUrgent =
            isUrgent || !changes.admitted.isEmpty || changes.isRebuilt || changes.isStateChanged
        for window in windows { window.note(changes) }
        guard subject.parts?.contains(.arrived) ?? true else { return }
        let most = DocumentsLimits.entryEventsOfATurnMax
        for some in changes.admitted { arrived = (arrived + some.suffix(most)).suffix(most) }
    }

    func next() -> ServerSentEvent? {
        (isDue, isUrgent) = (false, false)
        let status = api.watches.status(showing: subject.game, api)
        var document = WatchDocument(id: id, status: reduced(status))
        document.windows = windows.map { window in
            let document = window.document(api)
            if window.isShort { (isDue, isUrgent) = (true, true) }
            return document
        }
        document.arrived = arrivals()
        let patch = JSON.patch(from: told, to: document)
        told = document
        told.arrived = []
        return patch.map { .json(encoded: $0, event: "message") }
    }

    /// The status with what was told of the parts that are not shown.
    private func reduced(_ status: StatusDocument) -> StatusDocument {
        guard let parts = subject.parts, let told = told.status else { return status }
        var reduced = told
        for part in parts {
            switch part {
            case .device:
                (reduced.version, reduced.table) = (status.version, status.table)
                (reduced.device, reduced.identity) = (status.device, status.identity)
            case .sync: reduced.sync = status.sync
            case .peers: reduced.peers = status.peers
            case .game: reduced.game = status.game
            case .games:
                (reduced.games, reduced.moreGames) = (status.games, status.moreGames)
                reduced.newerGame = status.newerGame
            case .warnings: reduced.warnings = status.warnings
            case .storage: reduced.storage = status.storage
            case .arrived: break
            }
        }
        return reduced
    }

    private func arrivals() -> [EntryDocument] {
        defer { arrived = [] }
        // Get each board once: there may be more games than the book keeps folded.
        let games = Set(arrived.compactMap { $0.entry.scope.game })
        let boards = games.reduce(into: [:]) { $0[$1] = api.boardThatCounts($1) }
        let projection = api.wording
        return arrived.compactMap { placed in
            guard let board = placed.entry.scope.game.flatMap({ boards[$0] }),
                let index = board.timeline.index(of: placed)
            else { return nil }
            return projection.entry(
                at: index, in: board, copies: { api.ledger.replica.copies(of: $0) })
        }
    }
}

/// A window of a stream. It keeps the documents of its entries, and makes again those that changed.
private final class LogWindow {
    let request: WindowRequest
    /// May grow: older entries follow.
    var newest: Int {
        didSet { isChanged = true }
    }
    /// True if an event had no room for all entries.
    private(set) var isShort = false
    /// The window as of the last event, and the entries that its documents are of.
    private var told: WindowDocument
    private var rows: [Row] = []
    private var game: GameID?
    /// False if nothing but the copies of its entries may have changed.
    private var isChanged = true
    /// Counts the times at which words may have changed that an entry's own state does not show.
    private var wording = 0

    private struct Row {
        let entry: TimelineEntry
        let wording: Int
    }

    init(_ request: WindowRequest) {
        self.request = request
        newest = request.newest
        told = WindowDocument(name: request.name)
    }

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

    func document(_ api: APIContext) -> WindowDocument {
        do throws(APIError) {
            if request.isOfAllGames == true {
                try fillFromAllGames(api)
            } else if isChanged || isShort || told.problem != nil {
                try fillFromOne(api)
            } else {
                countCopies(api)
            }
        } catch {
            (rows, isShort) = ([], false)
            told = WindowDocument(name: request.name)
            told.problem = WindowProblem(code: error.code, message: error.message)
        }
        isChanged = false
        return told
    }

    private func selection(_ api: APIContext) throws(APIError) -> LogSelection {
        LogSelection(keeper: try api.keeper(request.keeper), limit: newest)
    }

    private func countCopies(_ api: APIContext) {
        var counts = api.ledger.replica.copyCounts
        for place in rows.indices {
            let copies = counts.copies(of: rows[place].entry.recordedAs)
            if told.entries[place].copies != copies { told.entries[place].copies = copies }
        }
    }

    private func fillFromOne(_ api: APIContext) throws(APIError) {
        let board = try api.readableBoard(named: request.game)
        var selection = try selection(api)
        let projection = api.wording
        var document = WindowDocument(name: request.name, game: api.name(of: board))
        if let player = request.player {
            let subject = try api.subject(player, in: board)
            selection.subject = subject
            document.player = projection.word(subject, in: board)
        }
        if game != board.id { (rows, told.entries) = ([], []) }
        game = board.id
        let (indices, hasOlder) = projection.newest(board, selection)
        var counts = api.ledger.replica.copyCounts
        var next: [Row] = []
        var isCut = false
        var room = APILimits.windowEntriesOfAnEventMax
        isShort = false
        // The newest first: the room is for them.
        for (index, known) in zip(indices, matches(indices, board)).reversed() {
            let entry = board.timeline[index]
            let copies = counts.copies(of: entry.recordedAs)
            if let known, rows[known].wording == wording, rows[known].entry == entry,
                told.entries[known].index == index
            {
                next.append(rows[known])
                document.entries.append(told.entries[known])
                if told.entries[known].copies != copies {
                    document.entries[document.entries.count - 1].copies = copies
                }
                continue
            }
            guard room > 0 else {
                isShort = true
                // An entry that was told stays as it was until the next event has room.
                if let known {
                    next.append(rows[known])
                    document.entries.append(told.entries[known])
                    continue
                }
                isCut = true
                break
            }
            room -= 1
            next.append(Row(entry: entry, wording: wording))
            document.entries.append(
                projection.entry(at: index, in: board, copies: { _ in copies }))
        }
        next.reverse()
        document.entries.reverse()
        document.hasOlder = hasOlder || isCut
        (rows, told) = (next, document)
    }

    /// Of each entry the row that it has; both are in the order of the table.
    private func matches(_ indices: [Int], _ board: Scoreboard) -> [Int?] {
        var row = 0
        return indices.map { index in
            let place = board.timeline[index].place
            while row < rows.count, rows[row].entry.place < place { row += 1 }
            return row < rows.count && rows[row].entry.place == place ? row : nil
        }
    }

    private func fillFromAllGames(_ api: APIContext) throws(APIError) {
        guard request.player == nil, request.game == nil else {
            throw .unfit("a window of all games is of no game and of no player")
        }
        let book = api.ledger.book
        let log = api.wording.log(
            ofAll: book.extents, try selection(api), board: { book.scoreboard(of: $0) },
            copies: { api.ledger.replica.copies(of: $0) })
        told = WindowDocument(
            name: request.name, entries: log.entries, hasOlder: log.hasOlder ?? false)
    }
}

extension Timeline {
    /// The index of an entry. In a forked log two entries have the same name.
    func index(of placed: Placed) -> Int? {
        let place = placed.place
        guard let index = self.place(of: place.id) else { return nil }
        if self[index].place == place { return index }
        return indices.first { self[$0].place == place }
    }
}

extension Scope {
    /// The game that an entry is about.
    var game: GameID? {
        switch self {
        case .table: nil
        case .game(let game): game
        }
    }
}
