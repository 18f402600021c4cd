package import Daemon
import Documents
package import LocalAPI
import MoveLog

/// The local API: finds the endpoint of a request by method and path.
package final class Router: RequestAnswering {
    let api: APIContext
    private let endpoints: [Route: Endpoint]

    /// Holds the daemon weakly.
    package convenience init(_ daemon: ScoreDaemon, version: String) {
        self.init(
            APIContext(
                ledger: daemon.ledger, home: daemon.home, peering: daemon.peering,
                clock: daemon.clock, startedAt: daemon.startedAt, version: version,
                stop: { [weak daemon] in daemon?.stop() },
                longestTurn: { [weak daemon] in daemon?.longestTurn },
                busiestTurn: { [weak daemon] in daemon?.busiestTurn },
                readings: { [weak daemon] in daemon?.readings }))
    }

    init(_ api: APIContext) {
        self.api = api
        endpoints = Dictionary(uniqueKeysWithValues: Endpoint.all.map { ($0.route, $0) })
    }

    package func answer(_ request: Request, isReadOnly: Bool) -> Answer {
        api.incomingLogs.clear(at: api.clock.uptime)
        let path = "/" + request.target.path.joined(separator: "/")
        // A look-up finds the routes without a name at once.
        let plain = Route(request.method.name, path)
        if let endpoint = endpoints[plain] {
            let routed = RoutedRequest(request: request, name: plain.match(path) ?? "")
            return answer(routed, endpoint, isReadOnly: isReadOnly)
        }
        let matches = Route.all.compactMap { route in
            route.match(path).map { (route: route, name: $0) }
        }
        guard !matches.isEmpty else { return .now(notFound(path)) }
        let method = request.method == .head ? Method.get : request.method
        guard let match = matches.first(where: { $0.route.method == method.name }),
            let endpoint = endpoints[match.route]
        else { return .now(.methodNotAllowed(request.method, allowed: allowed(matches))) }
        return answer(
            RoutedRequest(request: request, name: match.name), endpoint, isReadOnly: isReadOnly)
    }

    package func note(_ changes: TurnChanges) {
        if !changes.isEmpty { api.rememberCurrentGame() }
        api.watches.note(changes)
    }

    private func answer(
        _ request: RoutedRequest, _ endpoint: Endpoint, isReadOnly: Bool
    ) -> Answer {
        guard !isReadOnly || endpoint.effect == .reads else {
            return .now(.error(.readOnly(endpoint.route)))
        }
        // Remembering the current game changes the settings.
        let remembers = endpoint.namesGame && !isReadOnly
        if remembers { api.rememberCurrentGame() }
        do throws(APIError) {
            let answer = try endpoint.answer(api, request)
            return remembers ? answer.preceded(by: api.rememberCurrentGame) : answer
        } catch {
            switch endpoint.effect {
            case .reads, .controls: return .now(.error(error))
            case .records, .recordsInGame: return .now(.error(error.withNothingRecorded))
            }
        }
    }

    private func allowed(_ matches: [(route: Route, name: String)]) -> [Method] {
        let names = Set(matches.map(\.route.method))
        return (names.contains("GET") ? [.get, .head] : [])
            + (names.contains("POST") ? [.post] : [])
    }

    /// 404 with the routes whose paths have the longest common prefix with this one.
    private func notFound(_ path: String) -> Response {
        let ranked = Route.all.map { route in
            (route: route, common: zip(route.path, path).prefix { $0 == $1 }.count)
        }
        let best = ranked.map(\.common).max() ?? 0
        let nearby = ranked.filter { $0.common == best }.prefix(APILimits.nearbyRoutesMax)
            .map { "\($0.route.method) \($0.route.path)" }
        return .error(
            APIError(
                status: Status.notFound.code, code: "unknown-path",
                "there is no \(shown(path)); similar: " + nearby.joined(separator: ", "),
                candidates: nearby))
    }
}

extension Response {
    /// A change that no document of its own describes.
    static func done(_ text: String, warnings: [WarningDocument] = []) -> Response {
        .json(DoneDocument(text: text, warnings: warnings))
    }
}

extension Answer {
    /// Acts before an answer that is not given at once.
    fileprivate func preceded(by act: @escaping () -> Void) -> Answer {
        func after<Given>(_ give: @escaping () -> Given) -> () -> Given {
            {
                act()
                return give()
            }
        }
        return switch self {
        case .now, .stream: self
        case .afterCommit(let give): .afterCommit(after(give))
        case .later(let give): .later(after(give))
        case .inSteps(let step): .inSteps(after(step))
        }
    }
}

/// Answers the GET requests of the local API from the disk of a home without a daemon.
package final class OfflineAPI {
    /// True for the log of a table that this device left.
    package let isArchive: Bool
    /// Why no daemon can start in the home, with what to do; nil if one can.
    package let obstacle: String?
    private let router: Router

    /// Changes nothing in the home.
    package init(
        home path: String, version: String, clock: DeviceClock = .system
    ) throws(DaemonError) {
        let inspected = try InspectedHome(path, clock: clock)
        isArchive = inspected.isArchive
        obstacle = inspected.obstacle
        router = Router(
            APIContext(
                ledger: inspected.ledger, home: inspected.home, peering: inspected.peering,
                clock: clock, startedAt: clock.uptime, version: version, stop: {},
                isOfflineView: true, isArchive: isArchive, obstacle: obstacle))
    }

    /// Refuses other requests, and the event stream: they need a daemon. A body that is made in
    /// parts is handed to `take`, and is then not in the response; without it the response has all.
    package func answer(_ request: Request, take: (([UInt8]) -> Void)? = nil) -> Response {
        guard request.method == .get || request.method == .head else { return Self.refusal }
        switch router.answer(request, isReadOnly: true) {
        case .now(let response): return response
        case .later(let give): return give() ?? Self.refusal
        // Nothing waits for a commit where nothing is recorded.
        case .afterCommit(let give): return give()
        case .stream: return Self.refusal
        case .inSteps(let step): return AnswerStep.response(of: step, take: take)
        }
    }

    private static let refusal = Response.error(
        APIError(
            status: Status.unavailable.code, code: "offline-view",
            "no daemon is running here, and this needs one", advice: "start it: scored up"))
}
