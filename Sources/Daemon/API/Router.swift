import Documents
package import LocalAPI
import MoveLog

/// The local API: finds who answers a request by its method and path.
package final class Router: RequestAnswering {
    /// Answers the requests of one route.
    typealias Responder = (Asked) throws(Denial) -> Answer

    /// Those that add entries to the log.
    private static let recording: Set<Route> = [
        .newGame, .moves, .undo, .redo, .void, .fix, .accept, .clock, .track, .untrack, .importGame,
        .keeper, .nameTable,
        .roster, .rules, .lineups, .substitutions, .notes, .end, .reopen, .sign, .lost, .found,
        .removeDevice, .nameDeputy, .repair,
    ]
    /// Those of them that are about the current game unless they name one.
    static let inGame: Set<Route> = recording.subtracting([
        .newGame, .importGame, .keeper, .nameTable, .removeDevice, .nameDeputy, .repair,
    ])

    /// Those whose answers name no current game, and so remember none.
    private static let gameless: Set<Route> = [
        .health, .doctor, .repair, .exportLog, .importLog, .invitations, .join, .leave, .table,
        .nameTable, .devices, .removeDevice, .keeper, .sync, .shutdown,
    ]

    let desk: Desk
    private let responders: [Route: Responder]
    /// The routes without a name in their path, by method and path.
    private let plain: [String: [String: Route]]

    /// A router that answers for a daemon, which it does not keep alive.
    package convenience init(_ daemon: ScoreDaemon, version: String) {
        var desk = Desk(
            ledger: daemon.ledger, home: daemon.home, peering: daemon.peering,
            clock: daemon.clock, startedAt: daemon.startedAt, version: version,
            stop: { [weak daemon] in daemon?.stop() })
        desk.longestTurn = { [weak daemon] in daemon?.longestTurn }
        self.init(desk)
    }

    init(_ desk: Desk) {
        self.desk = desk
        let topics = [
            desk.statusRoutes, desk.gameRoutes, desk.moveRoutes, desk.correctionRoutes,
            desk.clockRoutes,
            desk.trackingRoutes, desk.importRoutes, desk.exportRoutes, desk.gameExportRoutes,
            desk.pairingRoutes, desk.deviceRoutes, desk.removalRoutes, desk.switchRoutes,
            desk.logRoutes,
            desk.rosterRoutes, desk.rulesRoutes, desk.courtRoutes, desk.endingRoutes,
            desk.signRoutes, desk.logFileRoutes, desk.absenceRoutes, desk.searchRoutes,
            desk.doctorRoutes,
        ]
        responders = topics.reduce(into: [:]) { all, topic in
            all.merge(topic) { _, _ in preconditionFailure("two topics answer one route") }
        }
        plain = responders.keys.reduce(into: [:]) { all, route in
            if route.match(route.path) == "" { all[route.method, default: [:]][route.path] = route }
        }
    }

    /// The routes that somebody answers.
    var routes: Set<Route> { Set(responders.keys) }

    package func answer(_ request: Request) -> Answer {
        desk.logs.clear(at: desk.clock.uptime)
        let path = "/" + request.target.path.joined(separator: "/")
        if let route = plain[request.method.name]?[path], let responder = responders[route] {
            return answer(request, route, "", responder)
        }
        let matches = Route.all.compactMap { route in
            route.match(path).map { (route: route, name: $0) }
        }
        guard !matches.isEmpty else { return .now(notFound(request, path)) }
        let method = request.method == .head ? Method.get : request.method
        guard let match = matches.first(where: { $0.route.method == method.name }),
            let responder = responders[match.route]
        else { return .now(.methodNotAllowed(request.method, allowed: allowed(matches))) }
        return answer(request, match.route, match.name, responder)
    }

    package func joinsTurn(_ request: Request) -> Bool {
        request.method == .post
            && "/" + request.target.path.joined(separator: "/") == Route.moves.path
    }

    private func answer(
        _ request: Request, _ route: Route, _ name: String, _ responder: Responder
    ) -> Answer {
        let isTelling = !Self.gameless.contains(route)
        if isTelling { desk.rememberCurrentGame() }
        do throws(Denial) {
            let answer = try responder(Asked(request, name: name))
            return isTelling ? answer.preceded(by: desk.rememberCurrentGame) : answer
        } catch {
            guard Self.inGame.contains(route) else {
                return .now(error.response(isRecording: Self.recording.contains(route)))
            }
            let named = try? JSON.decode(GameNaming.self, from: request.body).game
            let denial = desk.namingNewerGame(error, ofGame: named)
            return .now(denial.response(isRecording: true))
        }
    }

    private func allowed(_ matches: [(route: Route, name: String)]) -> [Method] {
        let names = Set(matches.map(\.route.method))
        return (names.contains("GET") ? [.get, .head] : [])
            + (names.contains("POST") ? [.post] : [])
    }

    /// 404 with the routes whose paths begin most alike.
    private func notFound(_ request: Request, _ path: String) -> Response {
        let ranked = Route.all.enumerated().map { index, route in
            (route: route, common: zip(route.path, path).prefix { $0 == $1 }.count, index: index)
        }
        let best = ranked.map(\.common).max() ?? 0
        let nearby = ranked.filter { $0.common == best }.prefix(Limits.nearbyRoutesMax)
            .map { "\($0.route.method) \($0.route.path)" }
        return .error(
            .notFound, code: "unknown-path",
            message: "there is nothing at \(shown(path)); nearby: "
                + nearby.joined(separator: ", "),
            candidates: nearby)
    }
}

extension Answer {
    /// The same with something done before what is not answered at once.
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
        case .joinably(let give): .joinably(after(give))
        case .later(let give): .later(after(give))
        }
    }
}

/// The field of a request's body that names its game.
private struct GameNaming: Decodable {
    let game: String?
}

/// A request with what its route took out of its path.
struct Asked {
    /// The request.
    let request: Request
    /// What stands at `{name}` of the route; empty for a route without.
    let name: String

    init(_ request: Request, name: String) {
        self.request = request
        self.name = name
    }

    /// The body as a document; no body is an empty object.
    func body<Body: Decodable>(_ type: Body.Type) throws(Denial) -> Body {
        do throws(LocalAPIError) {
            return try JSON.decode(
                type, from: request.body.isEmpty ? Array("{}".utf8) : request.body)
        } catch {
            throw Denial(.badRequest, .malformed, "the body is not what this route takes: \(error)")
        }
    }

    /// A whole number of the query that is not negative; nil where it is not there.
    func count(_ item: String) throws(Denial) -> Int? {
        guard let text = request.target[item] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw Denial(
                .badRequest, .malformed,
                "\(item)=\(shown(text)) is no whole number from 0; write \(item)=20")
        }
        return number
    }
}
