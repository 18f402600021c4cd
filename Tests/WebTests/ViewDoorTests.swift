import Documents
import Seeds
import Testing
import ViewModels
import Web

/// Each rule that keeps the door shut but for looking.
@Suite struct ViewDoorTests {
    private let stage = WebStage()
    private let token = WebStage.token

    private func status(_ text: String) -> String {
        String(stage.answer(text).head.prefix { $0 != "\r" && $0 != "\r\n" }.dropFirst(9).prefix(3))
    }

    private func get(_ path: String, host: String = "hall.local", _ lines: String = "") -> String {
        "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\(lines)\r\n"
    }

    private func headers(_ head: String) -> [String: String] {
        let lines = head.replacing("\r\n", with: "\n").split(separator: "\n").dropFirst()
        let pairs = lines.compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), String(line[line.index(colon, offsetBy: 2)...]))
        }
        return Dictionary(pairs) { "\($0), \($1)" }
    }

    @Test func everyPageIsThere() {
        let names = ViewDoor.pages.map(\.name)
        #expect(names == WebStage.pages && ViewDoor.pages.allSatisfy { !$0.purpose.isEmpty })
        for path in names + ["", "view.js", "chart.svg"] {
            #expect(status(get("/v/\(token)/\(path)")) == "200", "\(path)")
        }
        let index = stage.answer(to: "").body
        for name in names { #expect(index.contains("href=\"/v/\(token)/\(name)\"")) }
    }

    /// The lists are asked for because of the first reader, who may have no script to get them later. A
    /// library that does not answer keeps nobody waiting for long.
    @Test(arguments: ["hall", "game", "announcer"])
    func theFirstReaderGetsTheLists(page: String) throws {
        for answers in [true, false] {
            let stage = WebStage()
            var generator = SeededGenerator(seed: 7)
            stage.publish(&generator)
            while stage.library.entries.last.map({ $0.points == nil || $0.state != .live })
                ?? true
            {
                stage.record(&generator)
            }
            stage.publish(&generator)
            let reader = try #require(stage.reader(page))
            #expect(!reader.turn())
            if answers {
                stage.library.settle()
            } else {
                stage.timekeeper.advance(by: .milliseconds(299))
                #expect(!reader.turn())
                stage.timekeeper.advance(by: .milliseconds(1))
            }
            while reader.turn() {}
            #expect(reader.answer.head.hasPrefix("HTTP/1.1 200 "))
            #expect(reader.answer.body.contains("two points") == answers)
            let next = try #require(stage.reader(page))
            #expect(next.turn())
        }
    }

    /// Off, the path is like any other that is not there.
    @Test func figuresAreServedOnlyWhereTheyAreWanted() throws {
        let absent = stage.answer(get("/metrics"))
        #expect(absent == stage.answer(get("/v/BBBBBBBBBBBBBBBBBBBBBB/hall")))
        stage.door.options.servesMetrics = true
        let reader = try #require(stage.request(get("/metrics")))
        #expect(!reader.turn())
        stage.library.settle()
        while reader.turn() {}
        let answer = reader.answer
        #expect(answer.head.hasPrefix("HTTP/1.1 200 "))
        #expect(
            headers(answer.head)["content-type"]
                == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        #expect(answer.body == "# EOF\n")
        // Without the daemon it says so in time.
        let late = try #require(stage.request(get("/metrics")))
        #expect(!late.turn())
        stage.timekeeper.advance(by: .seconds(5))
        while late.turn() {}
        #expect(late.answer.head.hasPrefix("HTTP/1.1 503 "))
        #expect(status(get("/metrics", host: "evil.example")) == "421")
        #expect(status(get("/metrics", "Sec-Fetch-Site: cross-site\r\n")) == "403")
        #expect(status("POST /metrics HTTP/1.1\r\nHost: hall.local\r\n\r\n") == "405")
    }

    @Test(arguments: [
        "/", "/v", "/v/", "/v/AAAAAAAAAAAAAAAAAAAAAB/hall", "/v/AAAAAAAAAAAAAAAAAAAAA/hall",
        "/v/AAAAAAAAAAAAAAAAAAAAAAA/hall", "/v/AAAAAAAAAAAAAAAAAAAAAA/nothing",
        "/v/AAAAAAAAAAAAAAAAAAAAAA/hall/", "/v/AAAAAAAAAAAAAAAAAAAAAA/hall/stream/more",
        "/x/AAAAAAAAAAAAAAAAAAAAAA/hall", "/v/AAAAAAAAAAAAAAAAAAAAAB/hall/stream",
        "/v1/status", "/v/AAAAAAAAAAAAAAAAAAAAAA/nothing/stream",
    ])
    func aWrongTokenIsToldNoMoreThanAWrongPage(path: String) {
        let answer = stage.answer(get(path))
        #expect(answer.head.hasPrefix("HTTP/1.1 404 "))
        let other = stage.answer(get("/v/BBBBBBBBBBBBBBBBBBBBBB/hall"))
        #expect(answer == other)
    }

    @Test(arguments: [
        ("hall.local", "200"), ("HALL.local:7422", "200"), ("192.0.2.7:80", "200"),
        ("[fe80::7]:7422", "200"), ("[fe80::7]", "200"), ("example.org", "421"),
        ("hall.local.example.org", "421"), ("hall.local:80.example.org", "421"), ("", "421"),
        ("[fe80::7].example.org", "421"), ("192.0.2.8", "421"), ("fe80", "421"),
    ])
    func anotherHostIsRefused(host: String, expected: String) {
        #expect(status(get("/v/\(token)/hall", host: host)) == expected)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
    func noMethodWrites(method: String) {
        let head = stage.answer("\(method) /v/\(token)/hall HTTP/1.1\r\nHost: hall.local\r\n\r\n")
            .head
        #expect(head.hasPrefix("HTTP/1.1 405 ") && headers(head)["allow"] == "GET, HEAD")
    }

    @Test func aHeadIsAnsweredWithoutABody() {
        for path in ["hall", "hall/stream", "", "view.js"] {
            let answer = stage.answer(
                "HEAD /v/\(token)/\(path) HTTP/1.1\r\nHost: hall.local\r\n\r\n")
            #expect(answer.head.hasPrefix("HTTP/1.1 200 ") && answer.body.isEmpty, "\(path)")
        }
        #expect(stage.door.viewerCount == 0)
    }

    @Test(arguments: [
        ("cross-site", "no-cors", "403"), ("cross-site", "cors", "403"),
        ("cross-site", "navigate", "200"), ("same-origin", "cors", "200"),
        ("none", "navigate", "200"), ("same-site", "cors", "200"),
        ("CROSS-SITE", "no-cors", "403"), (" cross-site\t", "no-cors", "403"),
        ("cross-site, same-origin", "cors", "403"), ("another-word", "cors", "403"),
        ("Cross-Site", "Navigate", "200"),
    ])
    func anotherSiteMayLinkAndNotRead(site: String, mode: String, expected: String) {
        let lines = "Sec-Fetch-Site: \(site)\r\nSec-Fetch-Mode: \(mode)\r\n"
        #expect(status(get("/v/\(token)/hall", lines)) == expected)
    }

    /// Also those that are refused before they are whole.
    @Test(arguments: [
        "GET /v/AAAAAAAAAAAAAAAAAAAAAA/hall HTTP/1.1\r\nHost: hall.local\r\n\r\n",
        "GET /v/AAAAAAAAAAAAAAAAAAAAAA/hall/stream HTTP/1.1\r\nHost: hall.local\r\n\r\n",
        "GET /v/AAAAAAAAAAAAAAAAAAAAAA/view.js HTTP/1.1\r\nHost: hall.local\r\n\r\n",
        "GET /nothing HTTP/1.1\r\nHost: hall.local\r\n\r\n",
        "GET /nothing HTTP/1.1\r\nHost: example.org\r\n\r\n", "nonsense\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: hall.local\r\nContent-Length: 99999\r\n\r\n",
    ])
    func everyAnswerHasTheHeaders(request: String) {
        let lines = headers(stage.answer(request).head)
        let policy = lines["content-security-policy"] ?? ""
        for directive in [
            "default-src 'none'", "script-src 'self'", "style-src 'self'",
            "img-src 'self' data:", "connect-src 'self'", "base-uri 'none'", "form-action 'none'",
            "frame-ancestors 'none'", "require-trusted-types-for 'script'",
        ] { #expect(policy.contains(directive)) }
        #expect(lines["x-content-type-options"] == "nosniff")
        #expect(lines["referrer-policy"] == "no-referrer")
        #expect(lines["cross-origin-resource-policy"] == "same-origin")
        #expect(lines["cache-control"] == "no-store" && lines["set-cookie"] == nil)
    }

    @Test func anOverlayMayBeFramed() {
        let policy = headers(stage.answer(to: "overlay").head)["content-security-policy"] ?? ""
        #expect(policy.contains("script-src 'self'") && !policy.contains("frame-ancestors"))
    }

    @Test func aLongHeadAndALongBodyAreRefused() {
        let long = String(repeating: "a", count: 40_000)
        #expect(status(get("/v/\(token)/hall", "X: \(long)\r\n")) == "431")
        #expect(
            status("POST / HTTP/1.1\r\nHost: hall.local\r\nContent-Length: 2000\r\n\r\n") == "413")
    }

    @Test func streamsAreBounded() throws {
        var readers: [WebReader] = []
        for _ in 0..<WebLimits.streamsMax {
            readers.append(try #require(stage.reader("hall/stream")))
        }
        #expect(stage.door.viewerCount == WebLimits.streamsMax)
        #expect(stage.answer(to: "hall/stream").head.hasPrefix("HTTP/1.1 503 "))
        readers[0].connection.endOfInput(at: stage.timekeeper.now)
        #expect(stage.door.viewerCount == WebLimits.streamsMax - 1)
        #expect(try #require(stage.reader("hall/stream")).turn())
    }

    @Test func theOldestQuietConnectionGivesWay() throws {
        let now = stage.timekeeper.now
        let stream = try #require(stage.reader("hall/stream"))
        var quiet: [ViewConnection] = []
        for index in 1..<WebLimits.connectionsMax {
            quiet.append(try #require(stage.door.accept(at: now + .seconds(index))))
        }
        #expect(stage.door.accept(at: now + .seconds(500)) != nil)
        #expect(quiet[0].wantsClose && !quiet[1].wantsClose && !stream.connection.wantsClose)
    }

    @Test func noConnectionIsTakenFromAReaderThatWaits() throws {
        var readers: [WebReader] = []
        for _ in 0..<WebLimits.connectionsMax {
            readers.append(try #require(stage.reader("view.js")))
        }
        #expect(stage.door.accept(at: stage.timekeeper.now) == nil)
        while readers[5].turn() {}
        #expect(stage.door.accept(at: stage.timekeeper.now) != nil)
        #expect(readers[5].connection.wantsClose && !readers[6].connection.wantsClose)
    }

    @Test(arguments: [true, false]) func anotherTokenOrChoiceOfNamesEndsStreams(isToken: Bool)
        throws
    {
        let reader = try #require(stage.reader("hall/stream"))
        reader.turn()
        stage.door.options.hosts.insert("other.local")
        #expect(!reader.connection.wantsClose && stage.door.viewerCount == 1)
        if isToken {
            var generator = SeededGenerator(seed: 1)
            stage.door.options.token = Base64URL.random(using: &generator)
        } else {
            stage.door.options.showsNames.toggle()
        }
        #expect(reader.connection.wantsClose && stage.door.viewerCount == 0)
        #expect(reader.connection.takeOutput(upTo: 100, at: stage.timekeeper.now).isEmpty)
        #expect(status(get("/v/\(token)/hall")) == (isToken ? "404" : "200"))
    }

    /// Who asks much at once and takes nothing has one answer made, and the next when it is taken.
    @Test func answersOfOneConnectionAreMadeAsTheyAreTaken() throws {
        let connection = try #require(stage.door.accept(at: .zero))
        let request = get("/v/\(token)/")
        connection.receive(Array(String(repeating: request, count: 8).utf8), at: .zero)
        var taken: [Int] = []
        while connection.hasOutput {
            connection.tick(at: .zero)
            let bytes = connection.takeOutput(upTo: 1 << 20, at: .zero)
            #expect(!connection.wantsInput || taken.count >= 6)
            taken.append(bytes.count)
        }
        #expect(taken.count == 8 && Set(taken).count == 1)
    }

    @Test func tokensAreDrawn() {
        var generator = SystemRandomNumberGenerator()
        let tokens = (0..<64).map { _ in Base64URL.random(using: &generator) }
        #expect(Set(tokens).count == 64 && tokens.allSatisfy { $0.utf8.count == 22 })
        let letters = Set(tokens.joined())
        #expect(letters.count > 50 && letters.allSatisfy { $0.isASCII && $0 != "/" && $0 != "+" })
    }
}

/// The times of a stream.
@Suite struct StreamTimeTests {
    private let stage = WebStage()
    private var generator = SeededGenerator(seed: 7)

    private mutating func reader() throws -> WebReader {
        stage.teams = { "team \($0.next())" }
        stage.record(&generator)
        stage.publish(&generator)
        let reader = try #require(stage.reader("hall/stream"))
        stage.library.settle()
        stage.timekeeper.advance(by: .milliseconds(50))
        while reader.turn() {}
        try reader.readEvents()
        return reader
    }

    @Test mutating func changesWaitForFiftyMillisecondsAndLeaveAsOne() throws {
        let reader = try reader()
        let before = reader.eventCount
        for _ in 0..<5 { stage.publish(&generator) }
        #expect(!reader.turn())
        let due = try #require(reader.connection.nextDeadline)
        #expect(due == stage.timekeeper.now + WebLimits.coalescingTime)
        stage.timekeeper.advance(by: .milliseconds(49))
        #expect(!reader.turn())
        stage.timekeeper.advance(by: .milliseconds(1))
        while reader.turn() {}
        try reader.readEvents()
        #expect(reader.eventCount == before + 1)
    }

    @Test mutating func aQuietStreamHasACommentEveryTwoSeconds() throws {
        let reader = try reader()
        let length = reader.bytes.count
        for _ in 0..<3 {
            let due = try #require(reader.connection.nextDeadline)
            #expect(due == stage.timekeeper.now + WebLimits.commentTime)
            stage.timekeeper.advance(by: due - stage.timekeeper.now)
            #expect(reader.turn())
        }
        #expect(String(decoding: reader.bytes[length...], as: UTF8.self) == ":\n:\n:\n")
    }

    @Test mutating func aReaderThatTakesNothingIsClosed() throws {
        let reader = try reader()
        stage.publish(&generator)
        stage.timekeeper.advance(by: WebLimits.coalescingTime)
        for _ in 0..<100 where !reader.connection.wantsClose {
            reader.connection.tick(at: stage.timekeeper.now)
            guard let next = reader.connection.nextDeadline else { break }
            stage.timekeeper.advance(by: max(.milliseconds(1), next - stage.timekeeper.now))
        }
        #expect(reader.connection.wantsClose && stage.door.viewerCount == 0)
        #expect(stage.timekeeper.now < .seconds(40))
    }
}
