import Documents
import Seeds
import Testing

@testable import LocalAPI

extension ServerConnection {
    static func opened(_ text: String = "") -> ServerConnection {
        var connection = ServerConnection(at: .zero)
        connection.receive(Array(text.utf8), at: .zero)
        return connection
    }

    mutating func output(at now: Duration = .zero) -> String {
        takeOutput(upTo: .max, at: now).text
    }
}

private let get = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n"

@Suite("A connection answers in the order of the requests and ends as it should")
struct ServerConnectionTests {
    @Test("Answers given out of turn are written in turn", arguments: seeds(50))
    func order(seed: Int) {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var connection = ServerConnection(at: .zero)
        let count = Int.random(in: 1...30, using: &seeded)
        var waiting: [Int] = []
        var written = ""
        for slice in seeded.slices(Array(String(repeating: get, count: count).utf8)) {
            connection.receive(slice, at: .zero)
            waiting += connection.takeRequests().map(\.number)
            if seeded.chance(30), let number = waiting.randomElement(using: &seeded) {
                waiting.removeAll { $0 == number }
                connection.respond(.text("<\(number)>"), to: number, at: .zero)
            }
            written += connection.takeOutput(upTo: 50, at: .zero).text
        }
        for number in waiting.shuffled(using: &seeded) {
            connection.respond(.text("<\(number)>"), to: number, at: .zero)
        }
        written += connection.output()
        let bodies = written.split(separator: "<").dropFirst().compactMap { part in
            part.split(separator: ">").first.map(String.init)
        }
        #expect(bodies == (1...count).map(String.init))
        #expect(!connection.wantsClose)
    }

    @Test("An answer in parts arrives whole, and the next one after it", arguments: seeds(50))
    func parts(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var (server, client) = (ServerConnection(at: .zero), ClientConnection())
        let isTakenInParts = seeded.chance(2)
        let first = client.send(Request(.get, Target(["long"])), inParts: isTakenInParts)
        let second = client.send(Request(.get, Target(["next"])))
        server.receive(client.takeOutput(), at: .zero)
        #expect(server.takeRequests().map(\.number) == [1, 2])
        server.respond(.text("next"), to: 2, at: .zero)
        let isBegun = server.beginParts(.content([], type: "a/b"), to: 1, at: .zero)
        #expect(isBegun)
        let body = (0..<Int.random(in: 0...300_000, using: &seeded)).map { UInt8($0 & 0xFF) }
        var (taken, answers, isWhole): ([UInt8], [Int: Response], Bool) = ([], [:], true)
        func drain() throws {
            while let arrival = try client.next() {
                switch arrival {
                case .part(let bytes, let number):
                    isWhole = isWhole && number == first
                    taken += bytes
                case .response(let response, let number): answers[number] = response
                default: Issue.record("\(arrival)")
                }
            }
        }
        for part in seeded.slices(body) {
            #expect(!server.isIdle && !server.wantsClose)
            server.send(part: part, to: 1, at: .zero)
            client.receive(server.takeOutput(upTo: 70_000, at: .zero))
            try drain()
        }
        #expect(answers.isEmpty)
        server.endParts(of: 1, at: .zero)
        while server.hasOutput { client.receive(server.takeOutput(at: .zero)) }
        try drain()
        #expect(isWhole && (isTakenInParts ? taken : answers[first]?.body) == body)
        #expect(!isTakenInParts || answers[first]?.body == [])
        #expect(answers[second]?.body == Array("next".utf8))
        #expect(server.isIdle)
    }

    @Test("Parts end with the connection for HTTP/1.0, and HEAD asks for none")
    func partsOfOldClients() {
        var old = ServerConnection.opened("GET /x HTTP/1.0\r\n\r\n")
        #expect(old.takeRequests().count == 1)
        let isBegun = old.beginParts(.content([], type: "a/b"), to: 1, at: .zero)
        #expect(isBegun)
        old.send(part: Array("abc".utf8), to: 1, at: .zero)
        old.endParts(of: 1, at: .zero)
        let text = old.output()
        #expect(text.hasSuffix("\r\n\r\nabc") && !text.contains("chunked") && old.wantsClose)

        var head = ServerConnection.opened("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n" + get)
        #expect(head.takeRequests().count == 2)
        let isWanted = head.beginParts(.content([], type: "a/b"), to: 1, at: .zero)
        #expect(!isWanted)
        head.respond(.text("next"), to: 2, at: .zero)
        #expect(head.output().hasSuffix("next") && !head.wantsClose)
    }

    @Test("A body that ends early is no answer")
    func unfinishedParts() throws {
        var (server, client) = (ServerConnection(at: .zero), ClientConnection())
        _ = client.send(Request(.get, Target(["long"])), inParts: true)
        server.receive(client.takeOutput(), at: .zero)
        _ = server.beginParts(.content([], type: "a/b"), to: 1, at: .zero)
        server.send(part: [1, 2, 3], to: 1, at: .zero)
        server.finish(at: .zero)
        client.receive(server.takeOutput(at: .zero))
        #expect(server.wantsClose)
        client.endOfInput()
        #expect(try client.next() == .part([1, 2, 3], of: 1))
        #expect(throws: LocalAPIError.closedEarly(unanswered: 1)) { try client.next() }
    }

    @Test(
        "No more requests are read than can wait, and the rest follows", .timeLimit(.minutes(1)))
    func pipelineBound() {
        let count = HTTPLimits.pipelineMax * 2 + 5
        var connection = ServerConnection.opened(String(repeating: get, count: count))
        var seen = 0
        while true {
            let requests = connection.takeRequests()
            guard !requests.isEmpty else { break }
            seen += requests.count
            #expect(requests.count <= HTTPLimits.pipelineMax)
            #expect(connection.wantsInput == (seen == count))
            for request in requests {
                connection.respond(Response(Status(204)), to: request.number, at: .zero)
            }
            _ = connection.output()
            if seen < count { #expect(connection.nextDeadline == .zero) }
        }
        #expect(seen == count)
    }

    @Test("Unsent answers hold the reading of requests back")
    func unsentBound() {
        var connection = ServerConnection.opened(get)
        _ = connection.takeRequests()
        let big = [UInt8](repeating: 65, count: HTTPLimits.unsentBytesMax)
        connection.respond(.content(big, type: "a/b"), to: 1, at: .zero)
        #expect(!connection.wantsInput)
        connection.receive(Array(get.utf8), at: .zero)
        #expect(connection.takeRequests().isEmpty)
        _ = connection.output()
        #expect(connection.takeRequests().map(\.number) == [2])
        #expect(connection.wantsInput)
    }

    @Test("HEAD gets the head of GET, with its length")
    func head() {
        var connection = ServerConnection.opened("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n")
        connection.respond(.text("body"), to: 1, at: .zero)
        let text = connection.output()
        #expect(text.contains("Content-Length: 4\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
    }

    @Test("The client's wish for the connection is granted")
    func keepAlive() {
        let table: [(String, String?, Bool)] = [
            ("GET /x HTTP/1.1\r\nHost: h\r\n\r\n", nil, false),
            ("GET /x HTTP/1.1\r\nHost: h\r\nConnection: te, Close\r\n\r\n", "close", true),
            ("GET /x HTTP/1.0\r\n\r\n", "close", true),
            ("GET /x HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "keep-alive", false),
        ]
        for (request, connectionLine, closes) in table {
            var connection = ServerConnection.opened(request + get)
            #expect(connection.takeRequests().count == (closes ? 1 : 2))
            connection.respond(.text("x"), to: 1, at: .zero)
            #expect(!connection.wantsClose)
            let text = connection.output()
            #expect(text.hasPrefix("HTTP/1.1 200 OK\r\n"))
            if let connectionLine {
                #expect(text.contains("Connection: \(connectionLine)\r\n"))
            } else {
                #expect(!text.contains("Connection:"))
            }
            #expect(connection.wantsClose == closes)
        }
    }

    @Test("A refusal waits for earlier answers, says why, and lingers")
    func refusal() throws {
        var connection = ServerConnection.opened(get + "GET nonsense HTTP/1.1\r\n")
        #expect(connection.takeRequests().count == 1)
        #expect(connection.output().isEmpty)
        connection.respond(.text("first"), to: 1, at: .seconds(1))
        let text = connection.output(at: .seconds(1))
        let parts = text.parts(between: "first")
        #expect(parts[1].hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(parts[1].contains("Connection: close\r\n"))
        let body = try #require(parts[1].parts(between: "\r\n\r\n").last)
        let document = try JSON.decode(APIError.self, from: Array(body.utf8))
        #expect(document.code == "bad-target")

        #expect(!connection.wantsClose && connection.wantsInput)
        connection.receive(Array(get.utf8), at: .seconds(1))
        #expect(connection.takeRequests().isEmpty)
        #expect(connection.nextDeadline == .seconds(1) + HTTPLimits.lingerTime)
        var left = connection
        left.endOfInput(at: .seconds(1))
        #expect(left.wantsClose)
        connection.tick(at: .seconds(1) + HTTPLimits.lingerTime)
        #expect(connection.wantsClose)
        #expect(connection.refusal?.code == document.code)
    }

    @Test("100 Continue is said once, and not to a body that comes anyway")
    func expectContinue() {
        let head = "PUT /x HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"
        var connection = ServerConnection.opened(head)
        #expect(connection.output() == "HTTP/1.1 100 Continue\r\n\r\n")
        connection.receive(Array("a".utf8), at: .zero)
        connection.receive(Array("b".utf8), at: .zero)
        #expect(connection.output().isEmpty)
        #expect(connection.takeRequests().first?.request.body == Array("ab".utf8))
        var eager = ServerConnection.opened(head + "ab")
        #expect(eager.output().isEmpty)
        #expect(eager.takeRequests().count == 1)
        var behind = ServerConnection.opened(get + head)
        #expect(behind.output().isEmpty)
        behind.respond(Response(Status(204)), to: 1, at: .zero)
        #expect(behind.output().hasSuffix("\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n") == true)
    }

    @Test("A request that trickles in is answered with 408, an idle connection just closes")
    func deadlines() {
        var slow = ServerConnection(at: .seconds(100))
        #expect(slow.nextDeadline == .seconds(100) + HTTPLimits.keepAliveTime)
        slow.receive(Array("GET /".utf8), at: .seconds(110))
        slow.receive(Array("x".utf8), at: .seconds(130))
        #expect(slow.nextDeadline == .seconds(110) + HTTPLimits.requestTime)
        slow.tick(at: .seconds(139))
        #expect(!slow.hasOutput)
        slow.tick(at: .seconds(140))
        #expect(slow.output(at: .seconds(140)).hasPrefix("HTTP/1.1 408 "))

        var held = ServerConnection(at: .zero)
        held.receive(Array("GET /".utf8), at: .zero)
        held.isHeldBack = true
        held.tick(at: HTTPLimits.keepAliveTime * 2)
        #expect(!held.hasOutput && !held.wantsClose && held.nextDeadline == nil)
        held.isHeldBack = false
        held.tick(at: .seconds(500))
        #expect(held.nextDeadline == .seconds(500) + HTTPLimits.requestTime)

        var idle = ServerConnection.opened(get)
        let number = idle.takeRequests()[0].number
        idle.tick(at: .seconds(1000))
        #expect(!idle.wantsClose && idle.nextDeadline == nil, "a request is under way")
        idle.respond(.text("x"), to: number, at: .seconds(1000))
        #expect(idle.nextDeadline == .seconds(1000) + HTTPLimits.unsentTime)
        _ = idle.output(at: .seconds(1001))
        idle.tick(at: .seconds(1000) + HTTPLimits.keepAliveTime)
        #expect(!idle.wantsClose)
        idle.tick(at: .seconds(1001) + HTTPLimits.keepAliveTime)
        #expect(idle.wantsClose)

        var stuck = ServerConnection.opened(get)
        stuck.respond(.text("x"), to: 1, at: .zero)
        stuck.tick(at: HTTPLimits.unsentTime)
        #expect(stuck.wantsClose)
    }

    @Test(
        "After the end of input what came complete is answered, what did not is refused",
        .timeLimit(.minutes(1)))
    func endOfInput() {
        var whole = ServerConnection.opened(get)
        whole.endOfInput(at: .zero)
        #expect(!whole.wantsClose && !whole.wantsInput)
        whole.respond(.text("x"), to: 1, at: .zero)
        #expect(whole.output().hasSuffix("x") == true)
        #expect(whole.wantsClose)

        var part = ServerConnection.opened("GET /x HT")
        part.endOfInput(at: .zero)
        #expect(part.output().hasPrefix("HTTP/1.1 400 ") == true)
        #expect(part.wantsClose)

        var none = ServerConnection.opened()
        none.endOfInput(at: .zero)
        #expect(none.wantsClose)

        let count = HTTPLimits.pipelineMax + 3
        var many = ServerConnection.opened(String(repeating: get, count: count))
        many.endOfInput(at: .zero)
        var answered = 0
        while !many.wantsClose {
            let requests = many.takeRequests()
            #expect(!requests.isEmpty)
            guard !requests.isEmpty else { return }
            for request in requests {
                many.respond(Response(Status(204)), to: request.number, at: .zero)
                answered += 1
            }
            _ = many.output()
        }
        #expect(answered == count)
    }

    @Test("A value that people chose cannot start a header line of its own")
    func responseSplitting() {
        var response = Response(.ok)
        response.headers["location"] = "/games/a\r\nSet-Cookie: b"
        let text = response.encode(for: .get, connection: nil).text
        #expect(text.contains("Location: /games/a  Set-Cookie: b\r\n"))
        #expect(!text.contains("\r\nSet-Cookie"))
    }
}

@Suite("Bytes leave a queue as they came, whatever is moved inside")
struct ByteQueueTests {
    @Test("Takes and lines agree with a plain array", arguments: seeds(60))
    func law(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var queue = ByteQueue()
        var model: [UInt8] = []
        for _ in 0..<300 {
            switch Int.random(in: 0..<4, using: &seeded) {
            case 0, 1:
                let size = seeded.chance(10) ? 6000 : 40
                var more = (0..<Int.random(in: 0...size, using: &seeded)).map { _ in
                    UInt8.random(in: 32...126, using: &seeded)
                }
                if seeded.chance(30) { more += [13, 10] }
                queue.append(more)
                model += more
            case 2:
                let limit = Int.random(in: 0...(seeded.chance(10) ? 9000 : 30), using: &seeded)
                // Not between CR and LF, where the rest would be no line.
                guard limit == 0 || model.prefix(limit).last != 13 else { continue }
                let taken = queue.removeFirst(limit)
                #expect(taken == Array(model.prefix(limit)))
                model.removeFirst(taken.count)
            default:
                let line = try queue.takeLine(limit: .max)
                guard let end = model.firstIndex(of: 10) else {
                    #expect(line == nil)
                    continue
                }
                #expect(line == Array(model[..<(end - 1)]))
                model.removeFirst(end + 1)
            }
            #expect(queue.count == model.count)
        }
        #expect(queue.removeFirst(.max) == model)
        #expect(queue.isEmpty)
    }
}
