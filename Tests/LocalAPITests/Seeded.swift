import Seeds

@testable import LocalAPI

extension SeededGenerator {
    mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &self) < percent
    }

    /// A text with what people and attackers put into names.
    mutating func text(upTo count: Int) -> String {
        let alphabet = Array("abzAZ09 -._~/%?&=+#:;,'\"<>|\\äß漢🏀\u{202E}\u{7F}\t")
        return String(
            (0..<Int.random(in: 0...count, using: &self)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &self)]
            })
    }

    /// `bytes` in slices of random sizes, small ones often, empty ones sometimes.
    mutating func slices(_ bytes: [UInt8]) -> [[UInt8]] {
        var slices: [[UInt8]] = []
        var start = 0
        while start < bytes.count {
            let most = chance(50) ? 3 : 700
            let end = min(bytes.count, start + Int.random(in: 0...most, using: &self))
            slices.append(Array(bytes[start..<end]))
            start = end
        }
        return slices
    }

    mutating func request() -> Request {
        let methods: [LocalAPI.Method] = [.get, .head, .post, .other("PUT"), .other("BREW")]
        let segments = (0..<Int.random(in: 0...3, using: &self)).map { _ in "s" + text(upTo: 6) }
        let query = (0..<Int.random(in: 0...3, using: &self)).map { _ in
            Target.QueryItem("n" + text(upTo: 4), text(upTo: 8))
        }
        var headers = Headers()
        for number in 0..<Int.random(in: 0...4, using: &self) {
            headers["x-\(number)"] = chance(20) ? "" : "value \(number), ä"
        }
        let body = (0..<Int.random(in: 0...200, using: &self)).map { _ in
            UInt8.random(in: 0...255, using: &self)
        }
        return Request(
            methods[Int.random(in: 0..<methods.count, using: &self)],
            Target(segments, query: query), headers: headers, body: chance(50) ? body : [])
    }

    /// The bytes of `request` with its body in chunks.
    mutating func chunked(_ request: Request) -> [UInt8] {
        var bare = request
        bare.body = []
        bare.headers["x-te"] = "1"
        let head = String(decoding: bare.encode(host: "localhost"), as: UTF8.self)
            .replacing("X-Te: 1", with: "Transfer-Encoding: chunked")
            .replacing("Content-Length: 0\r\n", with: "")
        var bytes = Array(head.utf8)
        for slice in slices(request.body) where !slice.isEmpty {
            let size = String(slice.count, radix: 16, uppercase: chance(50))
            bytes += Array("\(chance(20) ? "00" : "")\(size)\(chance(20) ? ";x=y" : "")\r\n".utf8)
            bytes += slice + [13, 10]
        }
        return bytes + Array("0\r\n\(chance(30) ? "X-Sum: 1\r\n" : "")\r\n".utf8)
    }
}

extension RequestParser {
    /// All steps until the parser wants more; a refusal is the last.
    mutating func drain() -> [Step] {
        var steps: [Step] = []
        while true {
            let step = next()
            switch step {
            case .more: return steps
            case .refused: return steps + [step]
            case .expectsContinue: continue
            case .request: steps.append(step)
            }
        }
    }

    static func steps(_ slices: [[UInt8]]) -> [Step] {
        var parser = RequestParser()
        var steps: [Step] = []
        for slice in slices {
            parser.receive(slice)
            steps += parser.drain()
            if case .refused? = steps.last { break }
        }
        return steps
    }
}

extension [UInt8] {
    var text: String { String(decoding: self, as: UTF8.self) }
}

extension String {
    func parts(between separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
