import LocalAPI

/// The first byte chooses the side, the second how the stream is cut.
enum HTTPTarget {
    static func run(_ bytes: [UInt8]) throws {
        var script = ByteScript(bytes)
        let side = script.byte() % 6
        let cut = Int(script.byte())
        switch side {
        case 0: try requests(script.rest(), cut: cut)
        case 1: try server(&script, cut: cut)
        case 2: try client(script.rest(), cut: cut)
        case 3: try events(script.rest(), cut: cut)
        case 4: try lines(script.rest())
        default: try JSONBodies.run(script.rest())
        }
    }

    // MARK: Requests

    private static func requests(_ bytes: [UInt8], cut: Int) throws {
        let whole = steps([bytes])
        try demand(whole == steps(bytes.slices(of: cut)), "requests read differently when cut")
        for case .request(let request) in whole {
            try demand(
                request.body.count <= HTTPLimits.requestBodyBytesMax, "a body above its limit")
        }
    }

    /// What came; whether a client was told to go on depends on the cuts.
    private static func steps(_ pieces: [[UInt8]]) -> [RequestParser.Step] {
        var parser = RequestParser()
        var steps: [RequestParser.Step] = []
        for piece in pieces {
            parser.receive(piece)
            reading: while true {
                let step = parser.next()
                switch step {
                case .more: break reading
                case .expectsContinue: continue
                case .request: steps.append(step)
                case .refused:
                    steps.append(step)
                    return steps
                }
            }
        }
        return steps
    }

    // MARK: A connection

    private static func server(_ script: inout ByteScript, cut: Int) throws {
        var now = Duration.seconds(1)
        var connection = ServerConnection(at: now)
        var waiting: [Int] = []
        var stream: Int?
        var steps = 0
        while !script.isAtEnd, steps < 300 {
            steps += 1
            switch script.byte() % 8 {
            case 0, 1:
                for piece in script.chunk().slices(of: cut) {
                    connection.receive(piece, at: now)
                }
            case 2:
                if let number = waiting.first {
                    waiting.removeFirst()
                    connection.respond(.text("said\n"), to: number, at: now)
                }
            case 3:
                now += .milliseconds(script.word() * 2)
                connection.tick(at: now)
            case 4:
                if let number = waiting.last, connection.openStream(for: number, at: now) {
                    stream = number
                }
            case 5:
                if let stream {
                    connection.send(ServerSentEvent(data: script.text()), to: stream)
                }
            case 6: _ = connection.takeOutput(upTo: script.word(), at: now)
            default:
                if script.byte() == 1 { connection.endOfInput(at: now) }
                if stream != nil, script.byte() == 2 { connection.finish(at: now) }
            }
            waiting += connection.takeRequests().map(\.number)
            try demand(waiting.count <= HTTPLimits.pipelineMax + 1, "requests without end wait")
            if let deadline = connection.nextDeadline, deadline < .zero {
                throw Broken(description: "a deadline before all time")
            }
        }
        try demandEnd(of: &connection, at: now)
    }

    /// Output ends, and time closes what nobody writes to.
    private static func demandEnd(
        of connection: inout ServerConnection, at now: Duration
    ) throws {
        var written = 0
        while connection.hasOutput, written <= 8 * HTTPLimits.unsentBytesMax {
            let bytes = connection.takeOutput(at: now)
            try demand(!bytes.isEmpty, "output that cannot be taken")
            written += bytes.count
        }
        try demand(!connection.hasOutput, "output without end")
    }

    // MARK: The other side

    private static func client(_ bytes: [UInt8], cut: Int) throws {
        var whole = ClientConnection()
        var pieces = ClientConnection()
        for _ in 0..<3 {
            _ = whole.send(Request(.get, Target(["v1", "status"])))
            _ = pieces.send(Request(.get, Target(["v1", "status"])))
        }
        _ = whole.takeOutput()
        _ = pieces.takeOutput()
        whole.receive(bytes)
        for piece in bytes.slices(of: cut) { pieces.receive(piece) }
        whole.endOfInput()
        pieces.endOfInput()
        let (first, second) = (arrivals(&whole), arrivals(&pieces))
        try demand(first == second, "answers read differently when they are cut")
    }

    private static func arrivals(_ connection: inout ClientConnection) -> [String] {
        var arrivals: [String] = []
        do throws(LocalAPIError) {
            while let arrival = try connection.next() { arrivals.append("\(arrival)") }
        } catch {
            arrivals.append("\(error)")
        }
        return arrivals
    }

    private static func events(_ bytes: [UInt8], cut: Int) throws {
        let (whole, pieces) = (events([bytes]), events(bytes.slices(of: cut)))
        try demand(whole == pieces, "events read differently when they are cut")
        for event in whole {
            let again = events([written(event)])
            try demand(again == [event], "an event changes on its way")
        }
    }

    /// The event as its specification says, without the writer of the server.
    private static func written(_ event: ServerSentEvent) -> [UInt8] {
        var text = "event: \(event.event)\n"
        for line in event.data.split(separator: "\n", omittingEmptySubsequences: false) {
            text += "data: \(line)\n"
        }
        return Array((text + "\n").utf8)
    }

    private static func events(_ pieces: [[UInt8]]) -> [ServerSentEvent] {
        var parser = EventStreamParser()
        var events: [ServerSentEvent] = []
        for piece in pieces {
            guard let more = try? parser.receive(piece) else { return events }
            events += more
        }
        return events
    }

    private static func lines(_ bytes: [UInt8]) throws {
        guard let lines = try? JSONLines.split(bytes) else { return }
        let ended = try JSONLines.split(bytes + [UInt8(ascii: "\n")])
        try demand(lines == ended, "lines differ with a line end at the end")
    }
}
