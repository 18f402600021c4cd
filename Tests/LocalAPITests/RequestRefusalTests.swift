import Documents
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
