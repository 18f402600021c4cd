import Seeds
import Testing

@testable import LocalAPI

extension ClientConnection {
    mutating func drain() throws(LocalAPIError) -> [Arrival] {
        var arrivals: [Arrival] = []
        while let arrival = try next() { arrivals.append(arrival) }
        return arrivals
    }
}

@Suite("The client half understands what a server says")
struct ClientConnectionTests {
    @Test("Both halves agree over a wire that slices at random", arguments: seeds(100))
    func bothHalves(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var client = ClientConnection()
        var server = ServerConnection(at: .zero)
        let requests = (0..<Int.random(in: 1...20, using: &seeded)).map { _ in seeded.request() }
        for (index, request) in requests.enumerated() {
            #expect(client.send(request) == index + 1)
        }
        var arrivals: [ClientConnection.Arrival] = []
        for slice in seeded.slices(client.takeOutput()) {
            server.receive(slice, at: .zero)
            for exchange in server.takeRequests().shuffled(using: &seeded) {
                let asked = requests[exchange.number - 1]
                #expect(exchange.request.target == asked.target)
                #expect(exchange.request.body == asked.body)
                let status: Status = exchange.number.isMultiple(of: 5) ? Status(204) : .ok
                server.respond(
                    .content(asked.body, type: "a/b", status: status), to: exchange.number,
                    at: .zero)
            }
            for back in seeded.slices(server.takeOutput(upTo: 999, at: .zero)) {
                client.receive(back)
                arrivals += try client.drain()
            }
        }
        client.receive(server.takeOutput(upTo: .max, at: .zero))
        arrivals += try client.drain()
        #expect(client.unansweredCount == 0 && client.keepsAlive)
        #expect(arrivals.count == requests.count)
        for (index, arrival) in arrivals.enumerated() {
            guard case .response(let response, let number) = arrival else {
                Issue.record("\(arrival)")
                return
            }
            #expect(number == index + 1)
            let isBare = requests[index].method == .head || number.isMultiple(of: 5)
            #expect(response.body == (isBare ? [] : requests[index].body))
        }
    }

    @Test("Chunks, until-close and interim responses", arguments: seeds(40))
    func framings(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        let bytes = Array(
            ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103\r\nX: y\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n2;x\r\nde\r\n0\r\nX: y\r\n\r\n"
                + "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n"
                + "HTTP/1.1 404\r\n\r\nuntil the end").utf8)
        var client = ClientConnection()
        for _ in 0..<3 { _ = client.send(Request(.get, Target(["x"]))) }
        var arrivals: [ClientConnection.Arrival] = []
        for slice in seeded.slices(bytes) {
            client.receive(slice)
            arrivals += try client.drain()
        }
        #expect(client.unansweredCount == 1 && !client.keepsAlive)
        client.endOfInput()
        arrivals += try client.drain()
        let bodies = arrivals.map { arrival -> String? in
            guard case .response(let response, let number) = arrival else { return nil }
            return "\(number) \(response.status.code) \(response.body.text)"
        }
        #expect(bodies == ["1 200 abcde", "2 304 ", "3 404 until the end"])
    }

    @Test("A stream arrives event by event and ends with the connection")
    func stream() throws {
        var client = ClientConnection()
        var server = ServerConnection(at: .zero)
        let number = client.send(Request(.get, Target(["events"])))
        server.receive(client.takeOutput(), at: .zero)
        #expect(server.openStream(for: 1, at: .zero) == true)
        let events = (1...3).map { ServerSentEvent(event: "e", data: "\($0)") }
        for event in events { server.send(event, to: 1) }
        client.receive(server.takeOutput(at: .zero))
        var expected: [ClientConnection.Arrival] = [.streamOpened(number)]
        expected += events.map { .event($0, of: number) }
        #expect(try client.drain() == expected)
        client.endOfInput()
        #expect(try client.drain() == [.streamEnded(number)])
        #expect(client.unansweredCount == 0)
    }

    @Test("A broken answer is an error that says so")
    func broken() {
        let table: [(String, LocalAPIError?)] = [
            ("", .closedEarly(unanswered: 2)),
            ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab", .closedEarly(unanswered: 2)),
            ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", .closedEarly(unanswered: 1)),
            (
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
                .closedEarly(unanswered: 1)
            ),
            ("SSH-2.0-OpenSSH\r\n", nil),
            ("HTTP/1.1 99 No\r\n", nil),
            ("HTTP/1.1 2000 No\r\n", nil),
            ("HTTP/1.1 101 Switching\r\n\r\n", nil),
            ("HTTP/2.0 200 OK\r\n", nil),
            ("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", nil),
            ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", nil),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", nil),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcdefg\r\n", nil),
            (String(repeating: "x", count: 20_000), nil),
        ]
        for (text, expected) in table {
            var client = ClientConnection()
            _ = client.send(Request(.get, Target([])))
            _ = client.send(Request(.get, Target([])))
            client.receive(Array(text.utf8))
            client.endOfInput()
            let error = #expect(throws: LocalAPIError.self) { _ = try client.drain() }
            if let expected {
                #expect(error == expected)
            } else if case .badResponse(let reason)? = error {
                #expect(!reason.isEmpty)
            } else {
                Issue.record("\(text.prefix(40)): \(String(describing: error))")
            }
        }
        var unasked = ClientConnection()
        unasked.receive(Array("HTTP/1.1 200 OK\r\n\r\n".utf8))
        #expect(throws: LocalAPIError.badResponse(reason: "it answers no request")) {
            _ = try unasked.drain()
        }
    }
}
