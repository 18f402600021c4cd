import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// One endpoint of the local API: a route, its effect, and the function that answers.
struct Endpoint: Sendable {
    /// The kind of change that a request makes.
    enum Effect: Sendable {
        /// None.
        case reads
        /// The daemon's state changes; the log does not.
        case controls
        /// Entries are added that are not about the current game.
        case records
        /// Entries are added about the game that the request names, else about the current game.
        case recordsInGame
    }

    let route: Route
    let effect: Effect
    /// True if the answer can name the current game, which this device then remembers.
    let namesGame: Bool
    let answer: @Sendable (APIContext, RoutedRequest) throws(APIError) -> Answer

    /// An endpoint that reads, after the turn.
    static func read<Topic: EndpointTopic>(
        _ route: Route, namesGame: Bool = true,
        _ respond: @escaping @Sendable (Topic) -> (RoutedRequest) throws(APIError) -> Response
    ) -> Endpoint {
        Endpoint(route: route, effect: .reads, namesGame: namesGame) { api, request in
            // When everything that the turn brought is in the book, even if nothing could be
            // recorded: digest and score then agree.
            .later {
                do throws(APIError) {
                    return try respond(Topic(api: api))(request)
                } catch {
                    return .error(error)
                }
            }
        }
    }

    /// An endpoint with much work, in steps. `begin` is called at the first one, after the turn.
    static func inSteps<Topic: EndpointTopic>(
        _ route: Route, effect: Effect = .reads, namesGame: Bool = true,
        _ begin: @escaping @Sendable (Topic) -> (RoutedRequest) throws(APIError) -> () -> AnswerStep
    ) -> Endpoint {
        Endpoint(route: route, effect: effect, namesGame: namesGame) { api, request in
            var step: (() -> AnswerStep)?
            return .inSteps {
                if let step { return step() }
                do throws(APIError) {
                    step = try begin(Topic(api: api))(request)
                    return .working
                } catch {
                    return .whole(.error(error))
                }
            }
        }
    }

    /// An endpoint without a JSON body that gives an answer of its own kind.
    static func raw<Topic: EndpointTopic>(
        _ route: Route, effect: Effect = .reads, namesGame: Bool = true,
        _ answer: @escaping @Sendable (Topic) -> (RoutedRequest) throws(APIError) -> Answer
    ) -> Endpoint {
        Endpoint(route: route, effect: effect, namesGame: namesGame) {
            api, request throws(APIError) in
            try answer(Topic(api: api))(request)
        }
    }

    /// An endpoint with a JSON body.
    static func post<Topic: EndpointTopic, Body: Decodable & SendableMetatype>(
        _ route: Route, effect: Effect = .controls, namesGame: Bool = true,
        _ answer: @escaping @Sendable (Topic) -> (Body) throws(APIError) -> Answer
    ) -> Endpoint {
        Endpoint(route: route, effect: effect, namesGame: namesGame) {
            api, request throws(APIError) in
            try answer(Topic(api: api))(request.body())
        }
    }

    /// An endpoint that records. A request ID that was recorded before is answered before the rest
    /// of the request is read, since its own effect may be a reason to refuse it now.
    static func record<Topic: EndpointTopic, Body: RecordingRequest>(
        _ route: Route, effect: Effect = .recordsInGame,
        _ answer: @escaping @Sendable (Topic) -> (Body) throws(APIError) -> Answer
    ) -> Endpoint {
        Endpoint(route: route, effect: effect, namesGame: true) {
            api, request throws(APIError) in
            let order: Body = try request.body()
            do throws(APIError) {
                var api = api
                api.request = try api.requestID(order.request)
                if let request = api.request, let entries = try api.known(request) {
                    return api.recorded(entries, isRepeat: true)
                }
                return try answer(Topic(api: api))(order)
            } catch {
                guard effect == .recordsInGame else { throw error }
                throw api.namingNewerGame(error, ofGame: order.game)
            }
        }
    }
}

/// The endpoints of one topic, with the private functions that they share.
protocol EndpointTopic: SendableMetatype {
    var api: APIContext { get }

    init(api: APIContext)
}

extension EndpointTopic {
    var ledger: Ledger { api.ledger }
    var replica: Replica { api.ledger.replica }
    var log: TableLog { api.ledger.log }
    var table: TableBoard { api.table }

    /// A step whose error is the answer.
    func answering(_ step: @escaping () throws(APIError) -> AnswerStep) -> () -> AnswerStep {
        {
            do throws(APIError) {
                return try step()
            } catch {
                return .whole(.error(error))
            }
        }
    }

    /// Folds every game, some at a step, and then answers of the moment.
    func onceFolded(
        _ respond: @escaping () throws(APIError) -> AnswerStep
    ) -> () -> AnswerStep {
        answering { () throws(APIError) in try ledger.foldSome() ? respond() : .working }
    }
}

extension Endpoint {
    /// Every endpoint, in the order of `Route.all`.
    ///
    /// To add one: the path in `Protocol/openapi.yaml` and `Scripts/generate`, a row here, which
    /// says whether it reads or records, and a method in the `…Endpoints` of its topic.
    static let all: [Endpoint] = [
        .read(.status, StatusEndpoints.status),
        .raw(.health, namesGame: false, StatusEndpoints.health),
        .raw(.metrics, namesGame: false, MetricsEndpoints.metrics),
        .read(.doctor, namesGame: false, StatusEndpoints.doctor),
        .post(.repair, effect: .records, namesGame: false, StatusEndpoints.repair),
        .raw(.watch, WatchEndpoints.open),
        .raw(.rewatch, namesGame: false, WatchEndpoints.change),
        .inSteps(.games, GameEndpoints.games),
        .record(.newGame, effect: .records, GameEndpoints.create),
        .read(.game, GameEndpoints.game),
        .read(.gameLog, LogEndpoints.gameLog),
        .read(.boxCSV, ExportEndpoints.boxCSV),
        .read(.playsCSV, ExportEndpoints.playsCSV),
        .read(.plays, ExportEndpoints.plays),
        .read(.gamelog, ExportEndpoints.gamelog),
        .read(.chart, ExportEndpoints.chart),
        .inSteps(.log, LogEndpoints.currentLog),
        .inSteps(.search, LogEndpoints.search),
        .post(.use, GameEndpoints.use),
        .record(.moves, MoveEndpoints.move),
        .read(.nextUndo, CorrectionEndpoints.nextUndo),
        .record(.undo, CorrectionEndpoints.undo),
        .record(.redo, CorrectionEndpoints.redo),
        .record(.void, CorrectionEndpoints.void),
        .record(.fix, CorrectionEndpoints.fix),
        .read(.held, SettleEndpoints.held),
        .record(.accept, CorrectionEndpoints.accept),
        .record(.settle, SettleEndpoints.settle),
        .record(.clock, ClockEndpoints.turnClock),
        .record(.track, TrackingEndpoints.track),
        .record(.untrack, TrackingEndpoints.untrack),
        .record(.roster, RosterEndpoints.changeRoster),
        .record(.rules, RosterEndpoints.changeRules),
        .record(.teams, MendingEndpoints.nameTeam),
        .record(.swap, MendingEndpoints.swapSides),
        .record(.transfers, TransferEndpoints.transfer),
        .record(.unions, TransferEndpoints.unite),
        .record(.lineups, MoveEndpoints.lineup),
        .record(.substitutions, MoveEndpoints.substitute),
        .record(.notes, MoveEndpoints.note),
        .read(.nextEnd, EndingEndpoints.nextEnd), .record(.end, EndingEndpoints.end),
        .record(.reopen, EndingEndpoints.reopen),
        .record(.sign, EndingEndpoints.sign),
        .record(.lost, EndingEndpoints.declareLost),
        .record(.found, EndingEndpoints.declareFound),
        .post(.importGame, effect: .records, GameEndpoints.importGame),
        .inSteps(.export, ExportEndpoints.export),
        .inSteps(.exportLog, namesGame: false, LogFileEndpoints.export),
        .inSteps(.importLog, effect: .controls, namesGame: false, LogFileEndpoints.receive),
        .post(.invitations, namesGame: false, PairingEndpoints.invite),
        .post(.join, namesGame: false, PairingEndpoints.join),
        .post(.leave, namesGame: false, PairingEndpoints.leave),
        .read(.table, namesGame: false, DeviceEndpoints.tableDocument),
        .post(.nameTable, effect: .records, namesGame: false, SwitchEndpoints.nameTable),
        .read(.devices, namesGame: false, DeviceEndpoints.devices),
        .post(.removeDevice, effect: .records, namesGame: false, DeviceEndpoints.remove),
        .post(.nameDeputy, effect: .records, namesGame: false, DeviceEndpoints.nameDeputy),
        .post(.keeper, effect: .records, namesGame: false, SwitchEndpoints.nameKeeper),
        .post(.sync, namesGame: false, SwitchEndpoints.sync),
        .post(.shutdown, namesGame: false, SwitchEndpoints.end),
    ]
}

/// A request with the name that its route takes out of the path.
struct RoutedRequest {
    let request: Request
    /// The segment at `{name}` of the route; empty for a route without.
    let name: String

    /// The body as a document; an empty body is an empty object.
    func body<Body: Decodable & SendableMetatype>() throws(APIError) -> Body {
        do throws(LocalAPIError) {
            return try JSON.decode(
                Body.self, from: request.body.isEmpty ? Array("{}".utf8) : request.body)
        } catch {
            throw APIError(.badRequest, .malformed, "the body does not fit this route: \(error)")
        }
    }

    /// A whole number from 0 in the query; nil if absent.
    func count(_ item: String) throws(APIError) -> Int? {
        guard let text = request.target[item] else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw APIError(
                .badRequest, .malformed,
                "\(item)=\(shown(text)) is not a number from 0 up; write \(item)=20")
        }
        return number
    }
}
