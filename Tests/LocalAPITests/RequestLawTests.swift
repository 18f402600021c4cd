import Documents
import Seeds
import Testing

@testable import LocalAPI

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
        #expect(try Target(parsing: Array("http://localhost".utf8)[...]).path.isEmpty)
    }
}
