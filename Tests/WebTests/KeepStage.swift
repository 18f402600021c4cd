import Documents
import Foundation
import MoveLog
import Seeds
import TLS
import ViewModels
import Web

/// The key of a phone, which signs as a browser does. The nonce of each signature is that of RFC
/// 6979, A.2.5, always the same: what a signature needs then is arithmetic below the curve's order.
struct PhoneKey {
    private let secret: Residue
    /// 4‖x‖y.
    let point: [UInt8]

    private init(_ secret: String, _ x: String, _ y: String) {
        self.secret = Residue(hexadecimal: secret)
        point = [4] + Residue(hexadecimal: x).bytes + Residue(hexadecimal: y).bytes
    }

    /// The key of RFC 6979, A.2.5.
    static let first = PhoneKey(
        "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
        "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6",
        "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299")
    static let second = PhoneKey(
        "0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F20",
        "515C3D6EB9E396B904D3FECA7F54FDCD0CC1E997BF375DCA515AD0A6C3B4035F",
        "4536BE3A50F318FBF9A5475902A221502BEF0D57E08C53B2CC0A56F17D9F9354")

    private static let r = Residue(
        hexadecimal: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716")
    private static let inverseOfNonce = Residue(
        hexadecimal: "AAF7A4C4D10293A89370E2CC3E88CA623E38B5814D37EB5E96FFDEA769CFE547")

    /// r‖s.
    func sign(_ text: String) -> [UInt8] {
        let digest = Residue(SHA256.digest(Array(text.utf8)).bytes)
        return Self.r.bytes + (Self.inverseOfNonce * (digest + Self.r * secret)).bytes
    }
}

/// A number below the order of P-256, of which any 32 bytes are one after at most one subtraction.
private struct Residue {
    private var high: UInt128
    private var low: UInt128

    private static let order = (
        high: UInt128(0xFFFF_FFFF_0000_0000_FFFF_FFFF_FFFF_FFFF),
        low: UInt128(0xBCE6_FAAD_A717_9E84_F3B9_CAC2_FC63_2551)
    )

    init(_ bytes: [UInt8]) {
        high = bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
        low = bytes.dropFirst(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    init(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue)
        self.init(
            stride(from: 0, to: digits.count, by: 2).map {
                UInt8(digits[$0] << 4 | digits[$0 + 1])
            })
    }

    var bytes: [UInt8] {
        [high, low].flatMap { half in
            (0..<16).map { UInt8(truncatingIfNeeded: half >> (120 - 8 * UInt128($0))) }
        }
    }

    static func + (one: Residue, other: Residue) -> Residue {
        var sum = one
        let low = one.low.addingReportingOverflow(other.low)
        let high = one.high.addingReportingOverflow(other.high)
        let carried = high.partialValue.addingReportingOverflow(low.overflow ? 1 : 0)
        (sum.high, sum.low) = (carried.partialValue, low.partialValue)
        let isOver = high.overflow || carried.overflow
        guard isOver || (sum.high, sum.low) >= order else { return sum }
        let borrow: UInt128 = sum.low < order.low ? 1 : 0
        sum.low &-= order.low
        sum.high = sum.high &- order.high &- borrow
        return sum
    }

    static func * (one: Residue, other: Residue) -> Residue {
        var product = Residue([])
        for byte in one.bytes {
            for bit in (0..<8).reversed() {
                product = product + product
                if byte >> bit & 1 == 1 { product = product + other }
            }
        }
        return product
    }
}

/// A phone of the test.
final class StagedPhone: HostedPhone {
    let id: String
    var key: [UInt8]?
    var counter: UInt64 = 0
    var library: (any GameLibrary)?
    var pairing: OpenPairing?

    init(_ id: String, key: [UInt8]? = nil, library: (any GameLibrary)? = nil) {
        self.id = id
        self.key = key
        self.library = library
    }
}

/// The files of the phones, in memory.
final class StagedHost: PhoneHost {
    var staged: [StagedPhone] = []
    /// The words of each asking, in order.
    private(set) var asked: [(phone: String, words: [String])] = []
    var canWrite = true

    var phones: [any HostedPhone] { staged }

    func ask(_ phone: String, key: [UInt8], words: [String]) -> Bool {
        guard canWrite, let staged = staged.first(where: { $0.id == phone }),
            staged.pairing?.asked == nil || staged.pairing?.asked == key
        else { return false }
        staged.pairing?.asked = key
        asked.append((phone, words))
        return true
    }
}

/// An answer of the keep door, as a page reads it.
struct KeepReply {
    let status: Int
    let head: String
    let body: String
    let json: [String: Any]

    var code: String? { json["code"] as? String }

    init(_ answer: (head: String, body: String)) {
        head = answer.head
        body = answer.body
        status = Int(answer.head.dropFirst(9).prefix(3)) ?? 0
        let object = try? JSONSerialization.jsonObject(with: Data(body.utf8))
        json = object as? [String: Any] ?? [:]
    }
}

/// A request to the keep door, of which a hostile client may change any part.
struct KeepAsking {
    var method = "POST"
    var path: String
    var body: [UInt8] = []
    var headers: [(name: String, value: String)]

    init(_ path: String, host: String = "hall.local:7423", _ body: String? = nil) {
        self.path = path
        headers = [("Host", host)]
        guard let body else {
            method = "GET"
            return
        }
        self.body = Array(body.utf8)
        headers.append(("Origin", "https://\(host)"))
    }

    subscript(_ name: String) -> String? {
        get { headers.first { $0.name == name }?.value }
        set {
            headers.removeAll { $0.name == name }
            if let newValue { headers.append((name, newValue)) }
        }
    }

    mutating func sign(_ key: PhoneKey, as phone: String, _ counter: String) {
        let digest = SHA256.digest(body).description
        let text = "scored order 1\n\(method)\n\(path)\n\(phone)\n\(counter)\n\(digest)"
        self["scored-order"] = "\(phone) \(counter) \(Base64URL.encode(key.sign(text)))"
    }

    var bytes: [UInt8] {
        let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
        let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
        return Array("\(method) \(path) HTTP/1.1\r\n\(lines)\(length)\r\n".utf8) + body
    }
}

/// A keep door over staged phones. The first, `ana`, has the library of a `WebStage`.
final class KeepStage {
    static let id = "1a2b3c4d"
    let web: WebStage
    let host = StagedHost()
    let phone: StagedPhone
    let door: KeepDoor
    private var counter: UInt64 = 1_700_000_000_000

    var library: StagedLibrary { web.library }
    var timekeeper: StagedTimekeeper { web.timekeeper }

    init(
        key: PhoneKey? = .first, over web: WebStage = WebStage(), words: Catalogue = .english
    ) {
        self.web = web
        phone = StagedPhone(Self.id, key: key?.point, library: web.library)
        host.staged = [phone]
        door = KeepDoor(
            host: host, timekeeper: web.timekeeper, hosts: ["hall.local", "192.0.2.7"],
            drawing: SeededGenerator(seed: 9), words: words)
    }

    /// A reader whose request was sent; the libraries have answered nothing yet.
    func reader(_ asking: KeepAsking) -> WebReader? {
        WebReader(door.accept(at: timekeeper.now), timekeeper, sending: asking.bytes)
    }

    func reply(_ asking: KeepAsking) -> KeepReply {
        guard let reader = reader(asking) else { return KeepReply(("", "")) }
        library.settle()
        while reader.turn() {}
        return KeepReply(reader.answer)
    }

    func signed(
        _ path: String, _ body: String = "{}", by key: PhoneKey = .first,
        as phone: String = KeepStage.id
    ) -> KeepAsking {
        counter += 1
        var asking = KeepAsking(path, body)
        asking.sign(key, as: phone, "\(counter)")
        return asking
    }

    /// The session that a signed request begins.
    func session(by key: PhoneKey = .first, as phone: String = KeepStage.id) -> String? {
        reply(signed("/k/session", by: key, as: phone)).json["session"] as? String
    }

    func reading(_ path: String, session: String?) -> KeepAsking {
        var asking = KeepAsking(path)
        asking["scored-session"] = session
        return asking
    }

    func stream(session: String?) -> WebReader? { reader(reading("/k/stream", session: session)) }

    /// The body of a pairing request.
    static func pairing(
        _ key: PhoneKey, secret: [UInt8], nonce: [UInt8] = Array(0..<16)
    ) -> String {
        let point = Base64URL.encode(key.point)
        let nonce = Base64URL.encode(nonce)
        let proof = Base64URL.encode(
            HMAC.sha256(key: secret, Array("scored phone 1\n\(point)\n\(nonce)".utf8)))
        return "{\"key\":\"\(point)\",\"nonce\":\"\(nonce)\",\"proof\":\"\(proof)\"}"
    }

    static func hostProof(_ secret: [UInt8], _ rest: String) -> String {
        Base64URL.encode(HMAC.sha256(key: secret, Array("scored host 1\n\(rest)".utf8)))
    }

    static func words(_ rest: String) -> [String] {
        SHA256.digest(Array("scored words 1\n\(rest)".utf8)).bytes.prefix(4)
            .map { SpokenWords.all[Int($0)] }
    }
}
