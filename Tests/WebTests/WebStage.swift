import Documents
import Foundation
import LocalAPI
import Seeds
import ViewModels
import Web

/// A library of one game, which the test changes; questions are answered when it says so.
final class StagedLibrary: GameLibrary {
    let status = Dynamic<StatusDocument?>(nil)
    let newest = Dynamic<EntryDocument?>(nil)
    let connection = Dynamic(LibraryConnection.connecting)
    /// In the order of the game.
    var entries: [EntryDocument] = []
    var chart: ChartDocument?
    /// The orders asked, in order, each with the request ID that it brought.
    private(set) var orders: [(id: String?, route: Route, body: [UInt8])] = []
    /// Every question asked, in order.
    private(set) var routes: [Route] = []
    /// The refusal of every order; nil to record them.
    var refusal: APIError?
    /// The entries that an undo would withdraw.
    var undone: [String] = []
    private var questions: [() -> Void] = []
    private lazy var feeds = LogFeeds {}

    func follow(_ request: WindowRequest) -> LogFeed { feeds.open(request) }

    /// What the windows show is told with the next event.
    private func showWindows() {
        feeds.deliver(
            feeds.requests.map { request in
                WindowDocument(
                    name: request.name, game: status.value?.game?.name,
                    entries: entries.suffix(request.newest),
                    hasOlder: entries.count > request.newest)
            })
    }

    func ask<Answer>(
        _ request: LibraryRequest<Answer>,
        then: @escaping (Result<Answer, LibraryError>) -> Void
    ) -> Binding {
        let isAwaited = Dynamic(true)
        routes.append(request.route)
        var isRepeat = false
        if let body = request.body {
            let id = request.requestID
            isRepeat = orders.contains { $0.id == id }
            orders.append((id, request.route, JSON.encode(body(id ?? ""))))
        }
        questions.append { [unowned self] in
            guard isAwaited.value else { return }
            if request.body != nil, let refusal { return then(.failure(.refused(refusal))) }
            let recorded = RecordedDocument(
                entries: ["ana.\(orders.count)"], isRepeat: isRepeat, echo: "4 Ana two points",
                warnings: [WarningDocument(code: "x", text: "twice?")])
            let isOrder = request.body != nil && request.route != .use
            let answer = (isOrder ? recorded : answer(to: request.route)) as? Answer
            then(answer.map { .success($0) } ?? .failure(.unavailable("nothing to tell")))
        }
        return Binding { isAwaited.value = false }
    }

    /// Answers all questions, and those that the answers lead to.
    func settle() {
        showWindows()
        while !questions.isEmpty { questions.removeFirst()() }
    }

    private func answer(to route: Route) -> Any? {
        switch route {
        case .use: DoneDocument(text: "current game: owls-hawks", warnings: [])
        case .nextUndo: DoneDocument(text: "undo", entries: undone)
        case .log: LogDocument(game: status.value?.game?.name, entries: entries)
        case .search:
            SearchDocument(
                query: "ana",
                results: [
                    SearchResult(
                        kind: .player, game: "hawks-owls", title: "4 Ana", detail: "Hawks",
                        slot: "h#1")
                ])
        case .chart: chart
        case .metrics: MetricsText("# EOF\n")
        case .game: status.value?.game
        default: nil
        }
    }
}

/// A clock that the test advances.
final class StagedTimekeeper: Timekeeper {
    private(set) var now: Duration = .seconds(1)
    private var alarms: [(id: Int, deadline: Duration, body: () -> Void)] = []
    private var lastID = 0

    func wake(at deadline: Duration, _ body: @escaping () -> Void) -> Binding {
        lastID += 1
        let id = lastID
        alarms.append((id, deadline, body))
        return Binding { [weak self] in self?.alarms.removeAll { $0.id == id } }
    }

    func advance(by time: Duration) {
        let end = now + time
        while let next = alarms.min(by: { ($0.deadline, $0.id) < ($1.deadline, $1.id) }),
            next.deadline <= end
        {
            now = max(now, next.deadline)
            alarms.removeAll { $0.id == next.id }
            next.body()
        }
        now = end
    }
}

/// A door over a staged library, and its readers.
final class WebStage {
    static let token = "AAAAAAAAAAAAAAAAAAAAAA"
    static let pages = ["hall", "overlay", "bench", "announcer", "game"]

    let library = StagedLibrary()
    let timekeeper = StagedTimekeeper()
    let door: ViewDoor
    /// Names for teams, players and all that people type.
    var words: (inout SeededGenerator) -> String = WebStage.hostileWord
    /// The names of teams, which are shown in any case.
    var teams: (inout SeededGenerator) -> String = WebStage.hostileWord
    private var lamport: UInt64 = 0

    init(showsNames: Bool = true, words catalogue: Catalogue = .english) {
        door = ViewDoor(
            library: library, timekeeper: timekeeper,
            options: ViewDoor.Options(
                token: Self.token, hosts: ["hall.local", "192.0.2.7", "fe80::7"],
                showsNames: showsNames), words: catalogue)
        library.connection.value = .connected
    }

    /// Text that would break out of HTML, JSON, an event stream or a style sheet.
    static func hostileWord(_ generator: inout SeededGenerator) -> String {
        let pieces = [
            "<", ">", "&", "\"", "'", "\\", "\n", "\r\n", "\t", "\u{0}", "\u{7F}", "\u{2028}",
            "\u{2029}", "\u{202E}", "\u{FFFE}", "</script>", "<img src=x onerror=alert(1)>",
            "--><!--", "]]>", "&lt;", "data: {}\n\n", "{{x}}", "Ana", "José", "日本 太郎", "אבג", "👩‍👩‍👧",
            " ",
        ]
        return (0...Int.random(in: 0...3, using: &generator))
            .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    // MARK: Documents

    /// A status with a game drawn anew, whose time goes on from the entries so far.
    func publish(_ generator: inout SeededGenerator) {
        let game = game(&generator)
        let word = { [words] (generator: inout SeededGenerator) in words(&generator) }
        library.chart = chart(of: game, &generator)
        library.status.value = StatusDocument(
            version: "0.1",
            table: TableBrief(id: "aa", name: word(&generator), words: "fox-jam"),
            device: DeviceBrief(
                id: "bb", name: word(&generator), keeper: word(&generator), author: "cc"),
            sync: SyncDocument(
                state: .inSync, digest: "\(lamport)", words: "amber-fox", unsynced: 0,
                entries: library.entries.count),
            peers: [
                PeerDocument(
                    name: word(&generator), id: "00", keeper: word(&generator), state: .inSync)
            ],
            game: Bool.random(using: &generator) || lamport > 0 ? game : nil,
            warnings: [WarningDocument(code: "x", text: word(&generator))],
            storage: StorageDocument(logBytes: 1))
    }

    /// An entry that arrives at the end of the game.
    func record(_ generator: inout SeededGenerator) {
        lamport += 1
        let kinds = ["twoPoints", "foul", "rebound", "note", "periodBegan", "substitutionIn"]
        let kind = kinds.randomElement(using: &generator) ?? "note"
        let isMove = kind != "note" && kind != "periodBegan"
        let points = kind == "twoPoints" ? 2 : nil
        let name = words(&generator)
        let entry = EntryDocument(
            name: "\(words(&generator).filter(\.isLetter)).\(lamport)", game: "hawks-owls",
            keeper: words(&generator), wallMilliseconds: 0, index: library.entries.count,
            lamport: lamport, place: String(format: "%014d", Int(lamport)), kind: kind,
            text: kind == "periodBegan" ? "period 2 begins" : "\(name) \(kind)",
            phrase: kind == "periodBegan"
                ? Phrase(.periodBegan, .phrase(Phrase(.period, .number(2)))) : nil,
            was: isMove ? words(&generator) : nil, side: isMove ? .home : nil,
            player: isMove ? "h#\(Int.random(in: 1...3, using: &generator))" : nil,
            playerText: isMove ? name : nil, points: points, period: isMove ? 1 : nil,
            clock: isMove ? "Q1 0\(lamport % 10):12" : nil, home: points.map { _ in 4 },
            away: points.map { _ in 2 },
            state: Int.random(in: 0...5, using: &generator) == 0 ? .voided : .live,
            because: words(&generator), copies: 1)
        library.entries.append(entry)
        library.newest.value = entry
    }

    /// One thing of many that happen to the pages of a game.
    func step(_ generator: inout SeededGenerator) {
        switch Int.random(in: 0...9, using: &generator) {
        case 0...1: publish(&generator)
        case 2...4: record(&generator)
        case 5: library.settle()
        case 6:
            library.connection.value =
                Bool.random(using: &generator) ? .connected : .lost("gone")
        default:
            timekeeper.advance(by: .milliseconds(Int.random(in: 0...120, using: &generator)))
        }
    }

    private func game(_ generator: inout SeededGenerator) -> GameDocument {
        let seconds = Bool.random(using: &generator) ? 600 : nil
        let elapsed = Int.random(in: 0...599_999, using: &generator)
        let isOver = Int.random(in: 0...4, using: &generator) == 0
        let signature = SignatureDocument(
            device: words(&generator), name: words(&generator), entry: words(&generator), home: 4,
            away: 2, digest: "d", words: "fox", isAgreed: Bool.random(using: &generator))
        let held = HeldMove(
            name: words(&generator), keeper: words(&generator), text: words(&generator),
            of: words(&generator), ofKeeper: words(&generator), ofText: words(&generator),
            ofState: .live, reason: HeldReason.allCases.randomElement(using: &generator),
            answers: ["this", "that"])
        return GameDocument(
            name: "hawks-owls", title: "Hawks - Owls", state: isOver ? .abandoned : .live,
            rules: RulesDocument(summary: "to 15", periods: 1, periodSeconds: seconds),
            home: side("h", &generator), away: side("a", &generator),
            clock: Bool.random(using: &generator)
                ? ClockDocument(
                    text: "", milliseconds: elapsed,
                    remainingMilliseconds: seconds.map { $0 * 1000 - elapsed }, period: 1,
                    periodLabel: "Q1", isRunning: Bool.random(using: &generator)) : nil,
            isProvisional: Bool.random(using: &generator),
            provisionalBecause: [words(&generator)],
            moves: Int(lamport), held: 1, heldMoves: [held], isCurrent: true,
            signatures: Bool.random(using: &generator) ? [signature] : [],
            unsigned: [words(&generator)], abandonedBecause: isOver ? words(&generator) : nil)
    }

    private func side(_ letter: String, _ generator: inout SeededGenerator) -> SideDocument {
        SideDocument(
            name: teams(&generator), score: Int.random(in: 0...120, using: &generator), fouls: 2,
            periodFouls: Int.random(in: 0...5, using: &generator),
            isInPenalty: Bool.random(using: &generator),
            timeouts: Int.random(in: 0...2, using: &generator),
            players: (1...3).map { index in
                PlayerDocument(
                    slot: "\(letter)#\(index)", number: index == 3 ? words(&generator) : "\(index)",
                    name: words(&generator), points: Int.random(in: 0...9, using: &generator),
                    fouls: 1, counts: ["foul": 1], trackedBy: [words(&generator)])
            }, counts: ["timeout": 1])
    }

    private func chart(
        of game: GameDocument, _ generator: inout SeededGenerator
    ) -> ChartDocument {
        ChartDocument(
            game: game.name, home: ChartSide(name: game.home.name, score: 2, biggestLead: 2),
            away: ChartSide(name: game.away.name, score: 0), lengthMilliseconds: 600_000,
            periods: [],
            points: [
                ChartPoint(
                    atMilliseconds: Int64.random(in: 0...600_000, using: &generator),
                    clock: "09:00", side: .home, points: 2, home: 2, away: 0, entry: "m.1")
            ], leadChanges: 0, ties: 0, runs: [])
    }

    // MARK: Readers

    /// A path below the token.
    func reader(_ path: String) -> WebReader? {
        request("GET /v/\(Self.token)/\(path) HTTP/1.1\r\nHost: hall.local:7422\r\n\r\n")
    }

    func request(_ text: String) -> WebReader? {
        WebReader(door.accept(at: timekeeper.now), timekeeper, sending: Array(text.utf8))
    }

    /// Head and body of an answer that ends.
    func answer(_ text: String) -> (head: String, body: String) {
        guard let reader = request(text) else { return ("", "") }
        // The first reader of a page waits for an answer.
        if !reader.turn() { library.settle() }
        while reader.turn() {}
        return reader.answer
    }

    func answer(to path: String) -> (head: String, body: String) {
        answer("GET /v/\(Self.token)/\(path) HTTP/1.1\r\nHost: hall.local:7422\r\n\r\n")
    }
}

/// One reader, as the loop of a process and the script of a page drive it.
final class WebReader {
    let connection: ViewConnection
    private(set) var bytes: [UInt8] = []
    /// The values held by name, as the script of a page holds them.
    private(set) var held: [String: HeldValue] = [:]
    private(set) var eventCount = 0
    private let timekeeper: StagedTimekeeper
    private var parser = EventStreamParser()
    private var isPastHead = false
    /// The line under way, and the time at which its first byte was taken.
    private var line: [UInt8] = []
    private var lineBegan: Duration = .zero
    /// The time at which the last line with content was begun.
    private var began: Duration = .zero
    /// Lines that were not read yet, each with the time at which it was begun.
    private var arrived: [(bytes: [UInt8], at: Duration)] = []

    /// Nil without a connection.
    init?(_ connection: ViewConnection?, _ timekeeper: StagedTimekeeper, sending bytes: [UInt8]) {
        guard let connection else { return nil }
        self.connection = connection
        self.timekeeper = timekeeper
        connection.receive(bytes, at: timekeeper.now)
    }

    /// One turn of the loop; false if nothing was ready.
    @discardableResult
    func turn(upTo limit: Int = 65_536) -> Bool {
        connection.tick(at: timekeeper.now)
        guard connection.hasOutput else { return false }
        let taken = connection.takeOutput(upTo: limit, at: timekeeper.now)
        bytes += taken
        for byte in taken {
            if line.isEmpty { lineBegan = timekeeper.now }
            line.append(byte)
            guard byte == UInt8(ascii: "\n") else { continue }
            if isPastHead { arrived.append((line, lineBegan)) }
            isPastHead = isPastHead || line == Array("\r\n".utf8)
            line = []
        }
        return !taken.isEmpty
    }

    var answer: (head: String, body: String) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return (text, "") }
        return (String(text[..<end.lowerBound]), String(text[end.upperBound...]))
    }

    /// Reads the events that arrived since the last call; throws if one is not an event of ours.
    func readEvents() throws {
        for (line, time) in arrived {
            // The blank line behind an event completes it.
            if line.count > 1 { began = time }
            for event in try parser.receive(line) {
                eventCount += 1
                try HeldValue.read(event.data, into: &held, at: began)
            }
        }
        arrived = []
    }
}

/// A value that a page holds.
enum HeldValue: Equatable {
    struct Row: Equatable {
        var key: String
        var cells: [String]
        var tone: String?
    }

    case text(String, tone: String?)
    case rows([Row])
    /// Of no game clock nil.
    case clock(milliseconds: Int?, isRunning: Bool, countsDown: Bool, readAt: Duration)
    case picture(Int)

    struct Malformed: Error {
        let event: String
    }

    static func read(
        _ event: String, into held: inout [String: HeldValue], at now: Duration
    ) throws {
        let json = try JSONSerialization.jsonObject(with: Data(event.utf8))
        guard let values = json as? [String: Any] else { throw Malformed(event: event) }
        for (name, value) in values {
            held[name] = try read(value, held[name], event, now)
        }
    }

    private static func read(
        _ value: Any, _ last: HeldValue?, _ event: String, _ now: Duration
    ) throws -> HeldValue {
        if let text = value as? String { return .text(text, tone: nil) }
        if let list = value as? [Any] {
            var known: [String: Row] = [:]
            if case .rows(let rows)? = last { for row in rows { known[row.key] = row } }
            return .rows(
                try list.map { element in
                    if let key = element as? String, let row = known[key] { return row }
                    guard let row = element as? [String: Any], let key = row["k"] as? String,
                        let cells = row["c"] as? [String]
                    else { throw Malformed(event: event) }
                    return Row(key: key, cells: cells, tone: row["t"] as? String)
                })
        }
        guard let object = value as? [String: Any] else { throw Malformed(event: event) }
        if let text = object["x"] as? String { return .text(text, tone: object["t"] as? String) }
        if let version = object["v"] as? Int { return .picture(version) }
        guard let milliseconds = object["ms"] as? Int, let age = object["age"] as? Int,
            let isRunning = object["run"] as? Bool, let countsDown = object["down"] as? Bool
        else {
            guard object["ms"] is NSNull else { throw Malformed(event: event) }
            return .clock(milliseconds: nil, isRunning: false, countsDown: false, readAt: .zero)
        }
        return .clock(
            milliseconds: milliseconds, isRunning: isRunning, countsDown: countsDown,
            readAt: now - .milliseconds(age))
    }
}
