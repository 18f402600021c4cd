import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook
import Testing

@testable import Daemon

/// Records a note for every POST, and says how many the book shows.
private final class NoteAnswers: RequestAnswering {
    private unowned let daemon: ScoreDaemon
    /// Called when the events of a turn are made.
    private let isTelling: () -> Void

    init(_ daemon: ScoreDaemon, isTelling: @escaping () -> Void) {
        self.daemon = daemon
        self.isTelling = isTelling
    }

    /// The turns with changes so far.
    private(set) var turns = 0

    fileprivate var count: Int {
        daemon.ledger.book.table.timeline.count { entry in
            if case .note = entry.content { true } else { false }
        }
    }

    func answer(_ request: Request, isReadOnly: Bool) -> Answer {
        switch request.target.path.first {
        case "note":
            let draft = (Note(text: "n") as any TableBody).draft
            guard (try? daemon.ledger.record([draft])) != nil else {
                return .now(.text("not recorded", status: .unavailable))
            }
            return .afterCommit { [unowned self] in .text("count \(count)") }
        case "later":
            return .later { [unowned self] in count >= 3 ? .text("three") : nil }
        case "read":
            return .later { [unowned self] in .text("read \(count)") }
        case "events":
            return .stream(NoteEvents(self))
        default:
            return .now(.text(isReadOnly ? "read-only \(count)" : "now \(count)"))
        }
    }

    func note(_ changes: TurnChanges) {
        guard !changes.isEmpty else { return }
        isTelling()
        turns += 1
    }
}

/// Says how many notes there are, in each event.
private final class NoteEvents: EventSource {
    private let answers: NoteAnswers
    private var told: Int?

    init(_ answers: NoteAnswers) { self.answers = answers }

    var isDue: Bool { told != answers.turns }
    var isUrgent: Bool { isDue }

    func next() -> ServerSentEvent? {
        let word = told == nil ? "open" : "changed"
        told = answers.turns
        return ServerSentEvent(data: "\(word) \(answers.count)")
    }
}

/// The local API's socket, with requests as bytes.
@Suite(.serialized, .timeLimit(.minutes(1))) struct LocalServerTests {
    private static let note = "POST /note HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"

    private static func get(_ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n"
    }

    private func withDaemon(
        isTelling: @escaping () -> Void = {}, clock: DeviceClock = .system,
        _ body: (ScoreDaemon, () throws -> Program) throws -> Void
    ) throws {
        let root = NSTemporaryDirectory() + "scored-local-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: root) }
        var options = DaemonOptions(home: root)
        options.listen = .loopback(port: 0)
        options.isDiscovering = false
        let daemon = try ScoreDaemon(
            options, clock: clock, write: { _ in },
            answering: { NoteAnswers($0, isTelling: isTelling) })
        try body(daemon) { try Program(root) }
    }

    private func run(
        _ daemon: ScoreDaemon, _ clients: [Program], until condition: () -> Bool
    ) throws -> Bool {
        let end = Clocks.uptime + .seconds(10)
        while Clocks.uptime < end {
            try daemon.step(timeout: .milliseconds(1))
            for client in clients { client.read() }
            if condition() { return true }
        }
        return false
    }

    /// A client that finds the socket demands a home in which a device is set up.
    @Test func theKeyIsThereBeforeTheSocket() throws {
        let world = try DaemonWorld()
        // With a folder in its place no socket can be made.
        let home = world.home("ana")
        try FileManager.default.createDirectory(
            atPath: home + "/scored.sock/x", withIntermediateDirectories: true)
        var failure: DaemonError?
        do throws(DaemonError) {
            _ = try ScoreDaemon(
                DaemonOptions(home: home), write: { _ in }, answering: { NoteAnswers($0) {} })
        } catch {
            failure = error
        }
        guard case .listening? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(FileManager.default.fileExists(atPath: home + "/identity.pem"))
    }

    /// A request sees what the requests before it did, and nothing of those after it.
    @Test func requestsOfOneConnectionAreAnsweredOneAfterTheOther() throws {
        try withDaemon { daemon, connect in
            let client = try connect()
            let read = Self.get("/read")
            client.send(read + Self.note + Self.note + read + read + Self.note + read)
            client.send(Self.get("/x") + Self.note)
            #expect(try run(daemon, [client]) { client.text.contains("count 4") })
            let told = client.text.split(separator: "\r\n").compactMap { line in
                ["count", "now", "read"].contains { line.hasPrefix($0) }
                    ? line.prefix { $0 != "H" } : nil
            }
            #expect(
                told == [
                    "read 0", "count 1", "count 2", "read 2", "read 2", "count 3", "read 3",
                    "now 3", "count 4",
                ])
        }
    }

    /// No request after a stream of events is answered, and so none is recorded.
    @Test func nothingIsRecordedAfterAStream() throws {
        try withDaemon { daemon, connect in
            let (reader, writer) = (try connect(), try connect())
            reader.send(
                Self.note + Self.get("/read") + Self.get("/events") + Self.note
                    + Self.get("/read"))
            #expect(try run(daemon, [reader]) { reader.text.contains("open 1") })
            let second = try connect()
            second.send(Self.get("/events") + Self.note)
            #expect(try run(daemon, [second]) { second.text.contains("open 1") })
            writer.send(Self.note)
            let all = [reader, second, writer]
            #expect(try run(daemon, all) { reader.text.contains("changed 2") })
            #expect(writer.text.contains("count 2"))
        }
    }

    @Test func requestsWaitForALaterAnswerBeforeThem() throws {
        try withDaemon { daemon, connect in
            let (row, writer) = (try connect(), try connect())
            row.send(Self.get("/later") + Self.get("/x") + Self.note)
            for number in 1...2 {
                writer.send(Self.note)
                #expect(try run(daemon, [row, writer]) { writer.text.contains("count \(number)") })
            }
            for _ in 0..<50 { try daemon.step(timeout: .milliseconds(1)) }
            row.read()
            #expect(row.text.isEmpty)
            writer.send(Self.note)
            #expect(try run(daemon, [row, writer]) { row.text.contains("count 4") })
            #expect(row.text.contains("three") && row.text.contains("now 3"))
        }
    }

    /// The commit of a request makes the next one of its connection due at once.
    @Test func theNextRequestIsDueAtOnce() throws {
        try withDaemon { daemon, connect in
            let row = try connect()
            let count = daemon.ledger.book.entryCount
            row.send(Self.note + Self.get("/x"))
            #expect(try run(daemon, [row]) { daemon.ledger.book.entryCount > count })
            #expect(daemon.patience(nil) == .zero)
        }
    }

    /// Where one turn follows the other, what came of them is told for the first at once, and for all
    /// others together.
    @Test func whatCameOfManyTurnsIsToldOnce() throws {
        let time = HandTime()
        try withDaemon(clock: time.clock) { daemon, connect in
            let (reader, writer) = (try connect(), try connect())
            reader.send(Self.get("/events"))
            #expect(try run(daemon, [reader]) { reader.text.contains("open 0") })
            for _ in 1...6 { writer.send(Self.note) }
            let both = [reader, writer]
            #expect(try run(daemon, both) { writer.text.contains("count 6") })
            #expect(reader.text.contains("changed 1"))
            #expect(reader.text.components(separatedBy: "changed").count == 2)
            #expect(daemon.patience(nil) == DaemonLimits.eventInterval)
            time.pass(DaemonLimits.eventInterval)
            #expect(try run(daemon, both) { reader.text.contains("changed 6") })
            #expect(reader.text.components(separatedBy: "changed").count == 3)
            writer.send(Self.note)
            #expect(try run(daemon, both) { writer.text.contains("count 7") })
            try daemon.end()
            reader.read()
            #expect(reader.text.contains("changed 7"))
        }
    }

    /// A keeper who pressed a key has the answer before the events of the turn are even made, which take
    /// the longest.
    @Test func answersAreWrittenBeforeTheEventsOfTheirTurnAreMade() throws {
        var writer: Program?
        var heard: [String] = []
        func hear() {
            writer?.read()
            heard.append(writer?.text.split(separator: "\r\n").last.map(String.init) ?? "")
            writer?.text = ""
        }
        try withDaemon(isTelling: hear) { daemon, connect in
            let reader = try connect()
            reader.send(Self.get("/events"))
            #expect(try run(daemon, [reader]) { reader.text.contains("open 0") })
            writer = try connect()
            for number in 1...3 {
                writer?.send(Self.note)
                #expect(try run(daemon, [reader]) { heard.count >= number })
            }
            #expect(heard == ["count 1", "count 2", "count 3"])
        }
    }

    @Test func theEndFinishesStreamsAndRemovesTheSocket() throws {
        try withDaemon { daemon, connect in
            let reader = try connect()
            reader.send(Self.get("/events"))
            #expect(try run(daemon, [reader]) { reader.text.contains("open 0") })
            try daemon.end()
            reader.read()
            // A child process that another test starts holds all sockets until it has become its program.
            let end = Clocks.uptime + .seconds(10)
            var reading = try reader.socket.read()
            while reading == .wouldBlock, Clocks.uptime < end { reading = try reader.socket.read() }
            #expect(reading == .end)
        }
    }

    @Test func aSocketFileThatWasRemovedComesBack() throws {
        try withDaemon { daemon, _ in
            try daemon.step(timeout: .zero)
            let paths = [daemon.home.socketPath, daemon.home.viewSocketPath]
            for path in paths { try FileManager.default.removeItem(atPath: path) }
            let end = Clocks.uptime + .seconds(20)
            while Clocks.uptime < end, !paths.allSatisfy(FileManager.default.fileExists) {
                try daemon.step(timeout: nil)
            }
            let clients = try [
                Program(daemon.home.path), Program(daemon.home.path, socket: "view.sock"),
            ]
            for client in clients { client.send(Self.get("/x")) }
            // Each socket is again the one that it was.
            #expect(
                try run(daemon, clients) {
                    clients[0].text.contains("\r\nnow 0")
                        && clients[1].text.contains("\r\nread-only 0")
                })
        }
    }

    @Test func bothSocketsAreOfThisAccountAlone() throws {
        try withDaemon { daemon, _ in
            let folder = try Folder(daemon.home.path)
            for name in ["scored.sock", "view.sock"] {
                #expect(try folder.mode(of: name) == 0o600, "\(name)")
            }
        }
    }
}
