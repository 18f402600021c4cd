import Documents
import Seeds
import Testing

@testable import LocalAPI

@Suite("What is no request is refused with the status that says why")
struct RequestRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let status: Int
        let bytes: String
        var testDescription: String { "\(status) \(bytes.prefix(60).debugDescription)" }

        init(_ status: Int, _ bytes: String) {
            self.status = status
            self.bytes = bytes
        }
    }

    static func with(_ lines: String...) -> String {
        "POST /x HTTP/1.1\r\nHost: h\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    static let requestLines = [
        Case(400, "GET\r\n"),
        Case(400, "GET /x\r\n"),
        Case(400, "GET  /x HTTP/1.1\r\n"),
        Case(400, "GET /x  HTTP/1.1\r\n"),
        Case(400, "GET /x HTTP/1.1 \r\n"),
        Case(400, " GET /x HTTP/1.1\r\n"),
        Case(400, "G(T /x HTTP/1.1\r\n"),
        Case(400, "GET\t/x HTTP/1.1\r\n"),
        Case(400, "GET /x http/1.1\r\n"),
        Case(400, "GET /x HTTP/11\r\n"),
        Case(400, "GET /x HTTP/1.1\n"),
        Case(400, "GET /x HTTP/1.1\rX"),
        Case(400, "GET /\u{0}x"),
        Case(400, "GET /x\u{1} HTTP/1.1\r\n"),
        Case(400, "GET /ä HTTP/1.1\r\n"),
        Case(400, "GET /x#y HTTP/1.1\r\n"),
        Case(400, "GET x HTTP/1.1\r\n"),
        Case(400, "CONNECT h:80 HTTP/1.1\r\n"),
        Case(400, "GET http:///x HTTP/1.1\r\n"),
        Case(400, "GET /% HTTP/1.1\r\n"),
        Case(400, "GET /%4 HTTP/1.1\r\n"),
        Case(400, "GET /%zz HTTP/1.1\r\n"),
        Case(400, "GET /%00 HTTP/1.1\r\n"),
        Case(400, "GET /%ff HTTP/1.1\r\n"),
        Case(400, "GET /%c0%af HTTP/1.1\r\n"),
        Case(400, "GET /x?q=%ed%a0%80 HTTP/1.1\r\n"),
        Case(400, "GET /" + String(repeating: "%CC%81", count: 31) + " HTTP/1.1\r\n"),
        Case(414, "GET /" + String(repeating: "x", count: 8 * 1024) + " HTTP/1.1\r\n"),
        Case(414, String(repeating: "x", count: 17 * 1024)),
        Case(505, "PRI * HTTP/2.0\r\n"),
        Case(505, "GET /x HTTP/0.9\r\n"),
    ]

    static let headers = [
        Case(400, "GET /x HTTP/1.1\r\n\r\n"),
        Case(400, with("Host: other")),
        Case(400, "GET /x HTTP/1.1\r\nHost: a b\r\n\r\n"),
        Case(400, with("X : y")),
        Case(400, with("X\t: y")),
        Case(400, with(": y")),
        Case(400, with("no colon")),
        Case(400, with("X: y", " folded")),
        Case(400, with("X: y", "\tfolded")),
        Case(400, "GET /x HTTP/1.1\r\n Host: h\r\n\r\n"),
        Case(400, with("X: a\u{1}b")),
        Case(400, with("X: a\u{7F}b")),
        Case(400, "GET /x HTTP/1.1\r\nHost: h\r\nX: a\rY: b\r\n\r\n"),
        Case(400, "GET /x HTTP/1.1\r\nHost: h\nX: a\r\n\r\n"),
        Case(400, "GET /x HTTP/1.1\r\nHost: h\r\nX: a\u{0}"),
        Case(431, with("X: " + String(repeating: "y", count: 16 * 1024))),
        Case(431, with((0..<100).map { "X-\($0): y" }.joined(separator: "\r\n"))),
        Case(417, with("Expect: a miracle")),
        Case(417, with("Expect: 100-continue, more", "Content-Length: 1")),
    ]

    static let bodies = [
        Case(400, with("Content-Length: 1", "Transfer-Encoding: chunked")),
        Case(400, with("Content-Length: 1", "Content-Length: 2")),
        Case(400, with("Content-Length: 1, 2")),
        Case(400, with("Content-Length: -1")),
        Case(400, with("Content-Length: +1")),
        Case(400, with("Content-Length: 1 1")),
        Case(400, with("Content-Length: 0x10")),
        Case(400, with("Content-Length: ")),
        Case(400, with("Content-Length: 5,")),
        Case(400, with("Transfer-Encoding: ")),
        Case(400, with("Transfer-Encoding: chunked, chunked")),
        Case(501, with("Transfer-Encoding: gzip, chunked")),
        Case(501, with("Transfer-Encoding: xchunked")),
        Case(411, "POST /x HTTP/1.0\r\n\r\n"),
        Case(411, "GET /x HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"),
        Case(413, with("Content-Length: 1048577")),
        Case(413, with("Content-Length: 99999999999999999999999999999999")),
        Case(413, with("Expect: 100-continue", "Content-Length: 1048577")),
        Case(413, with("Transfer-Encoding: chunked") + "100001\r\n"),
        Case(413, with("Transfer-Encoding: chunked") + "ffffffffffffffffffff\r\n"),
        Case(400, with("Transfer-Encoding: chunked") + "x\r\n"),
        Case(400, with("Transfer-Encoding: chunked") + "\r\n"),
        Case(400, with("Transfer-Encoding: chunked") + "1\n"),
        Case(400, with("Transfer-Encoding: chunked") + "-1\r\n"),
        Case(400, with("Transfer-Encoding: chunked") + "1 1\r\n"),
        Case(400, with("Transfer-Encoding: chunked") + "1\r\nab\r\n"),
        Case(400, with("Transfer-Encoding: chunked") + "1;" + String(repeating: "x", count: 300)),
        Case(400, with("Transfer-Encoding: chunked") + "0\r\nbad trailer\r\n"),
        Case(
            400,
            with("Transfer-Encoding: chunked") + "0\r\n"
                + String(repeating: "X: yyyyyyyy\r\n", count: 2000)),
    ]

    @Test("Refused as the RFC says", arguments: requestLines + headers + bodies)
    func refused(bad: Case) {
        let bytes = Array(bad.bytes.utf8)
        let steps = RequestParser.steps([bytes])
        guard case .refused(let refusal)? = steps.last, steps.count == 1 else {
            Issue.record("not refused: \(steps)")
            return
        }
        #expect(refusal.status == bad.status, "\(refusal)")
        #expect(!refusal.message.isEmpty && !refusal.code.isEmpty)
        #expect(RequestParser.steps(bytes.map { [$0] }) == steps)
    }

    static let good = [
        "GET /x HTTP/1.1\r\nhOsT:h\r\n\r\n",
        "GET /x HTTP/1.1\r\nHost:\r\n\r\n",
        "GET /x HTTP/1.7\r\nHost: h\r\n\r\n",
        "\r\n\r\nGET /x HTTP/1.1\r\nHost: h\r\n\r\n",
        "GET /x HTTP/1.0\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n",
        with("Content-Length: 2", "Content-Length: 2") + "ab",
        with("Content-Length: 2, 2") + "ab",
        with("Content-Length: 002") + "ab",
        with("transfer-encoding: CHUNKED") + "0002 ; a=\"b\"\r\nab\r\n0\r\n\r\n",
        with("Expect: 100-Continue", "Content-Length: 2") + "ab",
        with((0..<99).map { "X-\($0): y" }.joined(separator: "\r\n")),
        with("X: \t spaced \t"),
        "POST /x HTTP/1.0\r\nContent-Length: 0\r\nExpect: anything\r\n\r\n",
    ]

    @Test("Unusual but right is served", arguments: good.map { Case(200, $0) })
    func served(good: Case) {
        let steps = RequestParser.steps([Array(good.bytes.utf8)])
        guard steps.count == 1, case .request = steps[0] else {
            Issue.record("not served: \(steps)")
            return
        }
    }
}

@Suite("A request is what its bytes say, however they are sliced")
struct RequestLawTests {
    @Test("Split at every byte, each request comes out the same", arguments: seeds(60))
    func splitAtEveryByte(seed: Int) {
        var seeded = SeededGenerator(seed: UInt64(seed))
        let request = seeded.request()
        let bytes = seed.isMultiple(of: 2) ? request.encode(host: "h") : seeded.chunked(request)
        let whole = RequestParser.steps([bytes])
        guard whole.count == 1, case .request(let read) = whole[0] else {
            Issue.record("not one request: \(whole)")
            return
        }
        #expect(read.method == request.method)
        #expect(read.target == request.target)
        #expect(read.body == request.body)
        for line in request.headers.lines { #expect(read.headers[line.name] == line.value) }
        for split in 0...bytes.count {
            let parts = [Array(bytes[..<split]), Array(bytes[split...])]
            #expect(RequestParser.steps(parts) == whole, "seed \(seed), split at \(split)")
        }
        #expect(RequestParser.steps(bytes.map { [$0] }) == whole)
    }

    @Test("Requests behind one another come out in order", arguments: seeds(100))
    func pipelining(seed: Int) {
        var seeded = SeededGenerator(seed: UInt64(seed))
        let requests = (0..<Int.random(in: 2...12, using: &seeded)).map { _ in seeded.request() }
        var bytes: [UInt8] = []
        for request in requests {
            if seeded.chance(20) { bytes += [13, 10] }
            bytes += seeded.chance(50) ? request.encode(host: "h") : seeded.chunked(request)
        }
        let read = RequestParser.steps(seeded.slices(bytes)).map { step -> Request? in
            if case .request(let request) = step { request } else { nil }
        }
        #expect(read.map { $0?.target } == requests.map(\.target))
        #expect(read.map { $0?.body } == requests.map(\.body))
    }

    @Test(
        "Mutated bytes are read or refused, the same in any slices", .timeLimit(.minutes(1)),
        arguments: seeds(400))
    func mutations(seed: Int) {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var bytes: [UInt8] = []
        for _ in 0..<3 {
            let request = seeded.request()
            bytes += seeded.chance(50) ? request.encode(host: "h") : seeded.chunked(request)
        }
        for _ in 0..<Int.random(in: 1...4, using: &seeded) {
            let at = Int.random(in: 0..<bytes.count, using: &seeded)
            switch Int.random(in: 0..<4, using: &seeded) {
            case 0: bytes[at] = UInt8.random(in: 0...255, using: &seeded)
            case 1: bytes.remove(at: at)
            case 2:
                bytes.insert(
                    contentsOf: [[13], [10], [0], [32], [58]].randomElement(using: &seeded) ?? [],
                    at: at)
            default: bytes.insert(contentsOf: bytes[at...].prefix(9), at: at)
            }
        }
        let whole = RequestParser.steps([bytes])
        #expect(RequestParser.steps(seeded.slices(bytes)) == whole)
        #expect(RequestParser.steps(bytes.map { [$0] }) == whole)
        for case .refused(let refusal) in whole {
            #expect((400..<506).contains(refusal.status))
        }
    }

    @Test("A flood of random bytes is refused within a head", arguments: seeds(20))
    func flood(seed: Int) {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var parser = RequestParser()
        for sent in 0..<64 {
            parser.receive((0..<1024).map { _ in UInt8.random(in: 0...255, using: &seeded) })
            if case .refused = parser.next() {
                #expect(sent * 1024 <= HTTPLimits.headBytesMax + 1024)
                #expect(parser.heldCount == 0)
                parser.receive([1, 2, 3])
                #expect(parser.heldCount == 0)
                return
            }
        }
        Issue.record("64 KiB of random bytes passed for a head")
    }

    @Test("An endless body is refused at the limit and nothing of it is kept")
    func endlessBody() {
        var parser = RequestParser()
        parser.receive(
            Array("PUT /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
        let chunk = Array("8000\r\n".utf8) + [UInt8](repeating: 7, count: 0x8000) + [13, 10]
        for sent in 1...40 {
            // Its first line alone is enough to refuse a chunk that does not fit.
            parser.receive(Array(chunk[..<6]))
            guard case .refused(let refusal) = parser.next() else {
                #expect(sent * 0x8000 <= HTTPLimits.requestBodyBytesMax)
                parser.receive(Array(chunk[6...]))
                continue
            }
            #expect(refusal.status == Status.contentTooLarge.code)
            #expect(sent == HTTPLimits.requestBodyBytesMax / 0x8000 + 1)
            #expect(parser.heldCount == 0)
            return
        }
        Issue.record("the body was never refused")
    }

    @Test("Segments and items decode; a slash and a plus inside them survive")
    func targets() throws {
        let target = try Target(
            parsing: Array("/players/h%231/a%2Fb/?q=a+b%2Bc&flag&q=2".utf8)[...])
        #expect(target.path == ["players", "h#1", "a/b", ""])
        #expect(target.query == [.init("q", "a b+c"), .init("flag", ""), .init("q", "2")])
        #expect(target["q"] == "a b+c")
        #expect(target["none"] == nil)
        #expect(try Target(parsing: Array("/".utf8)[...]).path.isEmpty)
        #expect(try Target(parsing: Array("http://localhost/a?b=c".utf8)[...]).path == ["a"])
        // RFC 9112, 3.2.2: the host of the target counts in place of the header.
        for (target, host) in [
            ("http://evil.com/a", "evil.com"), ("HTTP://evil.com:80?b", "evil.com:80"),
            ("http://evil.com", "evil.com"), ("/http://evil.com/a", "mine"),
        ] {
            var parser = RequestParser()
            parser.receive(Array("GET \(target) HTTP/1.1\r\nHost: mine\r\n\r\n".utf8))
            guard case .request(let request) = parser.next() else {
                Issue.record("\(target) was not read")
                continue
            }
            #expect(request.headers.values("host") == [host])
        }
        #expect(try Target(parsing: Array("http://localhost".utf8)[...]).path.isEmpty)
    }
}
