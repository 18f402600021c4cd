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

    func named(_ id: String) -> Watch? { streams[id]?.watch }

    fileprivate func open(_ subject: WatchSubject, _ api: APIContext) -> Watch {
        streams = streams.filter { $0.value.watch != nil }
        let watch = Watch(
            id: String(UInt64.random(in: .min ... .max), radix: 16), subject: subject, api)
        streams[watch.id] = Weak(watch: watch)
        return watch
    }

    /// Notes the changes of a turn for every stream.
    func note(_ changes: TurnChanges) {
        guard !changes.isEmpty else { return }
        for stream in streams.values { stream.watch?.note(changes) }
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
    /// The names of windows that are no longer shown, and that the reader has.
    private var gone: [String] = []
    /// The state that the events so far made, without its windows; arrivals are of one event only.
    private var told = WatchDocument()
    /// The newest entries of games that became durable since the last event.
    private var arrived: [Placed] = []
    private(set) var isDue = true
    private(set) var isUrgent = true

    fileprivate init(id: String, subject: WatchSubject, _ api: APIContext) {
        self.id = id
        self.api = api
        self.subject = subject
        windows = subject.windows.map { LogWindow($0) }
    }

    fileprivate func show(_ next: WatchSubject) {
        let old = windows
        windows = next.windows.map { request in
            let known = old.first { $0.request.name == request.name }
            guard let known, known.isSame(as: request) else {
                return LogWindow(request, after: known)
            }
            known.newest = request.newest
            return known
        }
        gone += old.filter(\.isTold).map(\.request.name)
        gone.removeAll { name in windows.contains { $0.request.name == name } }
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
        let status = api.statuses.status(api, showing: subject.game)
        var document = WatchDocument(id: id, status: reduced(status))
        document.arrived = arrivals()
        let changes = windows.map { $0.changes(api) }
        if windows.contains(where: \.isShort) { (isDue, isUrgent) = (true, true) }
        let patch = JSON.patch(from: told, to: document, windows: changes, gone: gone)
        gone = []
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
