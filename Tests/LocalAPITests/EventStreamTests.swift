import Seeds
import Testing

@testable import LocalAPI

@Suite("An event stream carries each event, however it is sliced")
struct EventStreamTests {
    @Test("What is encoded comes back from any slices", arguments: seeds(200))
    func roundTrip(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var bytes: [UInt8] = seeded.chance(30) ? [0xEF, 0xBB, 0xBF] : []
        var events: [ServerSentEvent] = []
        for _ in 0..<Int.random(in: 0...12, using: &seeded) {
            let lines = (0..<Int.random(in: 1...4, using: &seeded)).map { _ in
                seeded.text(upTo: 9)
            }
            let event = ServerSentEvent(
                event: seeded.chance(50) ? "message" : "e" + seeded.text(upTo: 5),
                data: lines.joined(separator: "\n"))
            events.append(event)
            if seeded.chance(30) { bytes += ServerSentEvent.comment }
            bytes += event.encode()
        }
        switch seed % 3 {
        case 0: break
        case 1: bytes = bytes.flatMap { $0 == 10 ? [13, 10] : [$0] }
        default: bytes = bytes.map { $0 == 10 ? 13 : $0 }
        }
        var parser = EventStreamParser()
        var read: [ServerSentEvent] = []
        for slice in seeded.slices(bytes) { read += try parser.receive(slice) }
        #expect(read == events, "seed \(seed)")
    }

    @Test("The examples of the specification")
    func examples() throws {
        let table: [(String, [String])] = [
            ("data: YHOO\ndata: +2\ndata: 10\n\n", ["message|YHOO\n+2\n10"]),
            (": test stream\n\ndata: first event\nid: 1\n\n", ["message|first event"]),
            (
                "data:second event\nid\n\ndata:  third event\n\n",
                ["message|second event", "message| third event"]
            ),
            ("data\n\ndata\ndata\n\ndata:", ["message|", "message|\n"]),
            ("data:test\n\ndata: test\n\n", ["message|test", "message|test"]),
            ("event: a\n\ndata: b\n\n", ["message|b"]),
            ("nonsense: a\ndata: b\n\n", ["message|b"]),
            ("id: a\u{0}b\ndata: c\n\n", ["message|c"]),
        ]
        for (text, expected) in table {
            var parser = EventStreamParser()
            let events = try parser.receive(Array(text.utf8)).map { "\($0.event)|\($0.data)" }
            #expect(events == expected)
        }
    }

    @Test("A name cannot smuggle a field or an event")
    func injection() throws {
        let event = ServerSentEvent(
            event: "a\nid: 7", data: "x\r\n\r\nevent: b\ndata: y\rz")
        var parser = EventStreamParser()
        let events = try parser.receive(event.encode())
        #expect(events.map(\.event) == ["aid: 7"])
        #expect(events.map(\.data) == ["x\n\nevent: b\ndata: y\nz"])
    }

    @Test("An event without end is refused at the limit")
    func endless() {
        var line = EventStreamParser()
        #expect(throws: LocalAPIError.eventTooLong) {
            _ = try line.receive([UInt8](repeating: 65, count: HTTPLimits.eventBytesMax + 1))
        }
        var lines = EventStreamParser()
        let row = Array("data: \(String(repeating: "x", count: 1000))\n".utf8)
        #expect(throws: LocalAPIError.eventTooLong) {
            for _ in 0...1100 { _ = try lines.receive(row) }
        }
    }

    static func streaming() -> ServerConnection {
        var connection = ServerConnection.opened("GET /events HTTP/1.1\r\nHost: h\r\n\r\n")
        _ = connection.takeRequests()
        #expect(connection.openStream(for: 1, at: .zero) == true)
        return connection
    }

    @Test("A stream has no length, is not stored, and ends with the connection")
    func stream() {
        var connection = Self.streaming()
        connection.send(ServerSentEvent(event: "move", data: "a"), to: 1)
        connection.send(ServerSentEvent(data: "b"), to: 2)
        let text = connection.output()
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(text.contains("Content-Type: text/event-stream\r\n"))
        #expect(text.contains("Cache-Control: no-store\r\n"))
        #expect(!text.contains("Content-Length"))
        #expect(text.hasSuffix("\r\n\r\nevent: move\ndata: a\n\n"))
        #expect(connection.nextDeadline == HTTPLimits.streamCommentTime)
        connection.tick(at: HTTPLimits.streamCommentTime)
        #expect(connection.output(at: HTTPLimits.streamCommentTime) == ":\n")
        #expect(!connection.wantsClose)
        var ended = connection
        ended.send(ServerSentEvent(data: "last"), to: 1)
        ended.finish(at: .zero)
        #expect(!ended.wantsClose)
        #expect(ended.output() == "data: last\n\n")
        #expect(ended.wantsClose)
        connection.endOfInput(at: .zero)
        #expect(connection.wantsClose)
    }

    @Test("A stream behind other requests waits for its turn; requests behind it are gone")
    func streamInTurn() {
        let get = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"
        var connection = ServerConnection.opened(get + get + get)
        #expect(connection.openStream(for: 2, at: .zero) == true)
        #expect(connection.openStream(for: 2, at: .zero) == false)
        #expect(connection.openStream(for: 3, at: .zero) == false)
        connection.send(ServerSentEvent(data: "e"), to: 2)
        connection.respond(.text("third"), to: 3, at: .zero)
        #expect(connection.output().isEmpty)
        connection.respond(.text("first"), to: 1, at: .zero)
        let text = connection.output()
        #expect(text.contains("firstHTTP/1.1 200 OK"))
        #expect(text.hasSuffix("\r\n\r\ndata: e\n\n"))
        #expect(connection.takeRequests().map(\.number) == [1, 2])
    }

    @Test("A daemon that stops still sends the events that are ready")
    func finish() {
        var connection = Self.streaming()
        connection.send(ServerSentEvent(data: "e"), to: 1)
        connection.finish(at: .zero)
        connection.send(ServerSentEvent(data: "late"), to: 1)
        #expect(connection.output().hasSuffix("data: e\n\n") == true)
        #expect(connection.wantsClose)
    }

    @Test("A slow reader of events is let go")
    func slowReader() {
        var connection = Self.streaming()
        _ = connection.output()
        let filler = String(repeating: "x", count: 1000)
        var events = 0
        while !connection.wantsClose, events < 5000 {
            connection.send(ServerSentEvent(event: "move", data: filler), to: 1)
            events += 1
        }
        #expect(events > 900 && events < 1100)
        #expect(!connection.hasOutput && connection.output().isEmpty)
    }

    @Test("The queue keeps order and count", arguments: seeds(100))
    func queueLaw(seed: Int) {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var queue = EventQueue()
        var model: [[UInt8]] = []
        for step in 0..<400 {
            if seeded.chance(65) {
                let bytes = Array("\(step)".utf8)
                model.append(bytes)
                #expect(queue.append(bytes, limit: 10_000) == true)
            } else {
                #expect(queue.takeFirst() == (model.isEmpty ? nil : model.removeFirst()))
            }
            #expect(queue.byteCount == model.reduce(0) { $0 + $1.count })
            #expect(queue.isEmpty == model.isEmpty)
        }
    }
}
