import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook
import Storage
import TLS
import Testing

@testable import API
@testable import Daemon

extension Answer {
    /// What is answered after the commit to a request that recorded; nil for every other one.
    var acknowledgement: (() -> Response)? {
        switch self {
        case .afterCommit(let give): give
        case .now, .later, .inSteps, .stream: nil
        }
    }
}

extension Request {
    /// A POST of a body to a route.
    init(to route: Route, _ body: some Encodable) {
        let path = route.path.split(separator: "/").map(String.init)
        self.init(.post, Target(path), body: JSON.encode(body))
    }
}

extension NewGameRequest {
    /// A game of two teams without players.
    init(_ home: String, _ away: String) {
        self.init(home: TeamRequest(name: home), away: TeamRequest(name: away))
    }
}

extension Router {
    /// Answers as on the socket that takes every request.
    func answer(_ request: Request) -> Answer { answer(request, isReadOnly: false) }
}

/// A device without links: a home in a temporary folder, its ledger, and the router over them.
/// Requests are answered in turns, as the loop does.
final class APIBench {
    let path: String
    let home: Home
    let ledger: Ledger
    let peering: Peering
    let router: Router
    let time: HandTime
    let disk: SwitchedDisk
    private let wall: WallSetting
    private(set) var stops = 0

    /// What the turns ordered to be sent, and what they changed last.
    var orders: [Effect] = []
    private(set) var changes = TurnChanges()

    /// A device of its own table, or one that `inviter` lets in.
    init(
        name: String? = "Mia", isOnline: Bool = false, inviter: APIBench? = nil,
        invitedAs: String = "", wallOffset: Duration = .zero
    ) throws {
        let wall = WallSetting(offset: wallOffset)
        self.wall = wall
        path = NSTemporaryDirectory() + "scored-api-\(UUID().uuidString)"
        let time = inviter?.time ?? HandTime()
        self.time = time
        let clock = DeviceClock { time.now.shifted(wall.offset) }
        home = try Home(path)
        let identity = try home.identity()
        if let inviter {
            let chain = try inviter.ledger.invite(
                identity.publicKey, name: invitedAs)
            inviter.turn()
            let founding = inviter.ledger.log.charter.founding
            try home.found(Charter(founding: founding, chain: chain, seal: identity))
        }
        let charter =
            try home.charter(seal: identity)
            ?? Charter(
                founding: #require(Octets16([UInt8](repeating: 7, count: 16))), at: clock.now.wall,
                seal: identity)
        let disk = SwitchedDisk(FileDisk(try home.subfolder(TableSwitch.logFolder)))
        self.disk = disk
        ledger = try Ledger(
            LogConfig(charter: charter, disk: disk, startsNewIncarnation: false),
            seal: identity, clock: clock, hasRoom: { !disk.isFull })
        try ledger.recordKeeper(name)
        var options = DaemonOptions(home: path)
        options.listen = .loopback(port: 0)
        options.isDiscovering = false
        home.update { $0.isOnline = isOnline }
        peering = try Peering(
            ledger: ledger, home: home, identity: identity, options: options, sources: Sources(),
            diagnostics: Diagnostics(clock: .system, write: { _ in }))
        var stop: () -> Void = {}
        router = Router(
            APIContext(
                ledger: ledger, home: home, peering: peering, clock: clock, startedAt: .zero,
                version: "1.2.3", stop: { stop() }))
        stop = { [weak self] in self?.stops += 1 }
        turn()
    }

    /// A device that has created a game.
    static func playing(_ rules: RulesRequest? = nil) throws -> APIBench {
        let bench = try APIBench()
        try bench.game(rules)
        return bench
    }

    /// This device's clocks.
    var now: Moment { time.now.shifted(wallOffset) }

    /// How far its wall clock is ahead of the time that tests turn by hand.
    var wallOffset: Duration {
        get { wall.offset }
        set { wall.offset = newValue }
    }

    /// Why nothing of the last turn became durable.
    private(set) var failure: DaemonError?

    /// Ends a turn; false when nothing of it became durable.
    @discardableResult
    func turn() -> Bool {
        ledger.compareWaitingWallClocks()
        let turn = ledger.turn { orders += $0 }
        changes = turn.changes
        failure = turn.failure
        return turn.failure == nil
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// One request in a turn of its own; nil while the answer is still to come.
    func perform(_ request: Request) -> Response? {
        switch router.answer(request) {
        case .now(let response):
            turn()
            return response
        case .afterCommit(let give):
            return turn() ? give() : nil
        case .later(let give):
            turn()
            return give()
        case .inSteps(let step):
            turn()
            return response(of: step)
        case .stream:
            return nil
        }
    }

    /// With a turn where one is waited for; nil if some bring no answer.
    private func response(of step: @escaping () -> AnswerStep) -> Response? {
        var turnsLeft = 4
        var isMissing = false
        let response = AnswerStep.response {
            let made = step()
            guard case .waiting = made else { return made }
            turnsLeft -= 1
            isMissing = turnsLeft == 0
            self.turn()
            return isMissing ? .end : made
        }
        return isMissing ? nil : response
    }

    /// Requests of several connections in one turn; nil for those that the failed commit denies.
    func perform(together requests: [Request]) -> [Response?] {
        let answers = requests.map(router.answer)
        let isDurable = turn()
        return answers.map { answer in
            switch answer {
            case .now(let response): response
            case .afterCommit(let give): isDurable ? give() : nil
            case .later(let give): give()
            case .inSteps(let step): AnswerStep.response(of: step)
            case .stream: nil
            }
        }
    }

    func get(_ path: String, _ query: [String: String] = [:]) throws -> Response {
        let target = Target(
            path.split(separator: "/").map(String.init),
            query: query.sorted { $0.key < $1.key }.map { Target.QueryItem($0.key, $0.value) })
        return try #require(perform(Request(.get, target)))
    }

    func post(_ route: Route, _ body: some Encodable) throws -> Response {
        try #require(perform(Request(to: route, body)))
    }

    func post(_ path: String, _ body: [UInt8]) throws -> Response {
        let target = Target(path.split(separator: "/").map(String.init))
        return try #require(perform(Request(.post, target, body: body)))
    }

    /// Posts, and demands an answer that is no refusal.
    func ask<Answer: Decodable>(
        _ route: Route, _ body: some Encodable, as type: Answer.Type = Answer.self
    ) throws -> Answer {
        let response = try post(route, body)
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        return try JSON.decode(type, from: response.body)
    }

    /// Posts, and demands that it was recorded.
    @discardableResult
    func record(_ route: Route, _ body: some Encodable) throws -> RecordedDocument {
        try ask(route, body)
    }

    /// Posts, and demands that it was denied and that nothing was recorded.
    func denial(_ route: Route, _ body: some Encodable) throws -> (Int, APIError) {
        let before = ledger.digest
        let response = try post(route, body)
        #expect(!response.status.isSuccess)
        #expect(ledger.digest == before)
        return (response.status.code, try error(response))
    }

    func error(_ response: Response) throws -> APIError {
        try JSON.decode(APIError.self, from: response.body)
    }

    /// The document at a path; demands that it is there.
    func document<Document: Decodable>(
        _ path: String, _ query: [String: String] = [:], as type: Document.Type = Document.self
    ) throws -> Document {
        let response = try get(path, query)
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        return try JSON.decode(type, from: response.body)
    }

    func status() throws -> StatusDocument { try document("/v1/status") }

    /// The log of the current game, or the part of it that the query selects.
    func log(_ query: [String: String] = [:]) throws -> LogDocument {
        try document("/v1/log", query)
    }

    /// The board of a game, by the order of creation.
    func board(_ number: Int = 0) throws -> Scoreboard {
        let games = ledger.book.table.games
        return try #require(ledger.book.scoreboard(of: games[number].id))
    }

    /// Records a move, and demands that it was recorded.
    @discardableResult
    func move(
        _ player: String, _ kind: String, points: Int? = nil, period: Int? = nil,
        clockSeconds: Int? = nil, force: Bool? = nil
    ) throws -> RecordedDocument {
        try record(
            .moves,
            MoveRequest(
                player: player, kind: kind, points: points, period: period,
                clockSeconds: clockSeconds, force: force))
    }

    /// A game of three against three; two of the home side wear 7.
    @discardableResult
    func game(_ rules: RulesRequest? = nil) throws -> String {
        let document = try record(
            .newGame,
            NewGameRequest(
                home: TeamRequest(
                    name: "Hawks",
                    roster: [
                        RosterPlayer(number: "4", name: "Ana Berg"),
                        RosterPlayer(number: "7", name: "Bo Lind"),
                        RosterPlayer(number: "7", name: "Cleo Anders"),
                    ]),
                away: TeamRequest(
                    name: "Owls",
                    roster: [
                        RosterPlayer(number: "4", name: "Dana Falk"),
                        RosterPlayer(number: "00", name: "Eli Gran"),
                        RosterPlayer(name: "Finn"),
                    ]),
                rules: rules))
        return try #require(document.game)
    }
}

extension Moment {
    fileprivate func shifted(_ offset: Duration) -> Moment {
        Moment(
            uptime: uptime,
            wall: WallTime(milliseconds: wall.milliseconds + offset.wholeMilliseconds))
    }
}

/// A disk that can be made full.
final class SwitchedDisk: Disk {
    private let inner: any Disk
    var isFull = false
    /// Writes succeed, and nothing becomes durable.
    var isFailing = false

    init(_ inner: any Disk) { self.inner = inner }

    func files() throws(DiskError) -> [String] { try inner.files() }

    func read(_ file: String, max: Int) throws(DiskError) -> [UInt8] {
        try inner.read(file, max: max)
    }

    func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError) {
        try refuse(.write, file)
        try inner.write(bytes, to: file, at: offset)
    }

    func makeDurable(_ file: String) throws(DiskError) {
        try refuse(.makeDurable, file)
        guard !isFailing else {
            throw DiskError(
                operation: .makeDurable, file: file, number: 5, words: "Input/output error",
                isFull: false)
        }
        try inner.makeDurable(file)
    }

    func resize(_ file: String, to length: Int) throws(DiskError) {
        try refuse(.resize, file)
        try inner.resize(file, to: length)
    }

    private func refuse(_ operation: DiskError.Operation, _ file: String) throws(DiskError) {
        guard isFull else { return }
        throw DiskError(
            operation: operation, file: file, number: 28, words: "No space left on device",
            isFull: true)
    }
}

/// How a device's wall clock is set. Used by one test on one thread at a time.
private final class WallSetting: @unchecked Sendable {
    var offset: Duration

    init(offset: Duration) { self.offset = offset }
}

/// Both clocks, turned by hand. Used by one test on one thread at a time.
final class HandTime: @unchecked Sendable {
    var now = Moment(uptime: .seconds(1000), wall: WallTime(milliseconds: 1_700_000_000_000))

    var clock: DeviceClock { DeviceClock { [self] in now } }

    func pass(_ duration: Duration) {
        now.uptime += duration
        now.wall.milliseconds += duration.wholeMilliseconds
    }
}

/// Two devices of one table, whose replicas are linked without sockets.
struct APITable {
    let mia: APIBench
    let bo: APIBench
    private let link: LinkID

    init(wallOffset: Duration = .zero) throws {
        link = LinkID(rawValue: 1)
        mia = try APIBench(name: "Mia")
        bo = try APIBench(name: "Bo", inviter: mia, wallOffset: wallOffset)
        connect()
        settle()
    }

    /// Two devices that were not linked yet; each link of a device has a number of its own.
    init(_ mia: APIBench, _ bo: APIBench, link number: UInt64 = 1) {
        link = LinkID(rawValue: number)
        self.mia = mia
        self.bo = bo
    }

    /// A table at which Mia has created a game that both know.
    static func playing(_ rules: RulesRequest? = nil) throws -> APITable {
        let table = try APITable()
        try table.mia.game(rules)
        table.settle()
        return table
    }

    func connect() {
        mia.ledger.replica.connected(
            link, to: bo.ledger.seal.publicKey, isDialer: true, at: mia.now)
        bo.ledger.replica.connected(
            link, to: mia.ledger.seal.publicKey, isDialer: false, at: bo.now)
    }

    /// Links both again, until each has what the other recorded.
    func reconnect() {
        connect()
        settle()
    }

    func disconnect() {
        for bench in [mia, bo] {
            bench.ledger.replica.disconnected(link, at: bench.now)
            bench.turn()
            bench.orders = []
        }
    }

    /// Hands over what both have to say until neither has more.
    func settle() {
        for _ in 0..<100 { exchange() }
    }

    /// Hands over what both have to say now.
    func exchange() {
        mia.time.pass(.milliseconds(20))
        deliver(from: mia, to: bo)
        deliver(from: bo, to: mia)
    }

    private func deliver(from sender: APIBench, to receiver: APIBench) {
        sender.ledger.replica.tick(at: sender.now)
        sender.turn()
        let orders = sender.orders
        // Those of other links wait for their turn.
        sender.orders = orders.filter { order in
            if case .send(let other, _) = order { other != link } else { false }
        }
        for case .send(link, let bytes) in orders {
            receiver.ledger.replica.receive(bytes, from: link, at: receiver.now)
        }
    }
}
