import Documents
import Foundation
import Seeds
import Testing

@testable import LocalAPI

@Suite("What is read member by member is what the toolchain's decoder reads, or nothing")
struct StatusFieldsTests {
    /// Paths of optional parts that are not there, and of empty lists.
    private static func absent(in value: Any, at path: String = "status") -> [String] {
        // Of these one member is there.
        if value is PhraseValue { return [] }
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional || mirror.displayStyle == .collection,
            mirror.children.isEmpty
        {
            return [path]
        }
        return mirror.children.flatMap { child in
            absent(in: child.value, at: "\(path).\(child.label ?? "")")
        }
    }

    private static func read<Value>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        (try? JSONTape(bytes)).flatMap { JSON.read(type, $0) }
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }

    @Test("A status with all its parts is read, so that no part is forgotten")
    func whole() {
        var seeded = SeededStatus(seeded: SeededGenerator(seed: 1), filled: 100)
        let status = seeded.status()
        #expect(Self.absent(in: status) == [])
        let bytes = JSON.encode(status)
        #expect(Self.read(StatusDocument.self, bytes) == status)
        #expect(Self.decoded(StatusDocument.self, bytes) == status)
    }

    @Test("Every status and answer of ours is read alike", arguments: seeds(200))
    func alike(seed: Int) throws {
        var seeded = SeededStatus(
            seeded: SeededGenerator(seed: UInt64(seed)), filled: [0, 50, 90][seed % 3])
        let status = seeded.status()
        #expect(Self.read(StatusDocument.self, JSON.encodedByFoundation(status)) == status)
        let answer = seeded.answer()
        #expect(Self.read(RecordedDocument.self, JSON.encodedByFoundation(answer)) == answer)
    }

    @Test("Every document of ours is written as by the toolchain's encoder", arguments: seeds(300))
    func written(seed: Int) throws {
        var seeded = SeededStatus(
            seeded: SeededGenerator(seed: UInt64(seed)), filled: [0, 50, 90, 100][seed % 4])
        let status = seeded.status()
        #expect(JSON.written(status) == JSON.encodedByFoundation(status))
        if let game = status.game { #expect(JSON.written(game) == JSON.encodedByFoundation(game)) }
        let entry = seeded.entry()
        #expect(JSON.written(entry) == JSON.encodedByFoundation(entry))
        let answer = seeded.answer()
        #expect(JSON.written(answer) == JSON.encodedByFoundation(answer))
    }

    @Test("Every character is written as the toolchain's encoder writes it")
    func characters() {
        let codes = (0...0x2FF).compactMap { UnicodeScalar($0 as Int) }
        for code in codes + ["\u{2028}", "\u{FFFF}", "\u{1F3C0}"] {
            let text = String(Character(code))
            let warning = WarningDocument(code: "a\(text)b", text: text)
            var status = StatusDocument(
                version: "", table: TableBrief(id: "", name: "", words: ""),
                device: DeviceBrief(id: "", name: "", keeper: "", author: ""),
                sync: SyncDocument(
                    state: .alone, digest: "", words: "", unsynced: 0, entries: 0))
            status.warnings = [warning]
            #expect(JSON.written(status) == JSON.encodedByFoundation(status), "code \(code.value)")
        }
    }

    @Test("Of damaged and foreign texts nothing else is read", arguments: seeds(300))
    func damaged(seed: Int) throws {
        var source = SeededStatus(seeded: SeededGenerator(seed: UInt64(seed)), filled: 60)
        var bytes = JSON.encode(source.status())
        var seeded = SeededGenerator(seed: UInt64(seed) &+ 1_000_000)
        let marks = Array("{}[]\",:\\ntrue0-1.eE+ \n\u{0}u/é".utf8)
        for _ in 0..<40 {
            var damaged = bytes
            let at = Int.random(in: 0..<damaged.count, using: &seeded)
            let mark = marks[Int.random(in: 0..<marks.count, using: &seeded)]
            switch Int.random(in: 0..<4, using: &seeded) {
            case 0: damaged[at] = mark
            case 1: damaged.remove(at: at)
            case 2: damaged.insert(mark, at: at)
            default:
                let end = min(damaged.count, at + Int.random(in: 1...40, using: &seeded))
                damaged.insert(contentsOf: damaged[at..<end], at: end)
            }
            guard let read = Self.read(StatusDocument.self, damaged) else { continue }
            #expect(read == Self.decoded(StatusDocument.self, damaged))
            // Damage that leaves a status is built upon.
            bytes = damaged
        }
    }

    @Test("Every body of a move is read alike", arguments: seeds(200))
    func moves(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var body = ["player": "\"\(seeded.chance(90) ? "h4" : "\\u0068")\"", "kind": "\"2p\""]
        for key in ["request", "game", "detail", "basket"] where seeded.chance(40) {
            body[key] = String(decoding: JSON.encode(seeded.text(upTo: 6)), as: UTF8.self)
        }
        for key in ["points", "period", "clockSeconds", "clockMilliseconds"] where seeded.chance(40)
        {
            body[key] = ["1", "-7", "2.0", "null", "1e1", "\"3\"", "00"].randomElement(
                using: &seeded)
        }
        if seeded.chance(40) { body["force"] = seeded.chance(80) ? "true" : "1" }
        if seeded.chance(10) { body["later"] = "[]" }
        if seeded.chance(10) { body["kind"] = nil }
        let text = "{" + body.map { "\"\($0)\":\($1)" }.joined(separator: " ,") + "}"
        let expected = Self.decoded(MoveRequest.self, Array(text.utf8))
        let read = Self.read(MoveRequest.self, Array(text.utf8))
        if let read { #expect(JSON.written(read) == JSON.encodedByFoundation(read)) }
        #expect(read == nil || read == expected, "\(text)")
        let isPlain =
            !text.contains("null") && !text.contains(".") && !text.contains("e1")
            && body["later"] == nil
        #expect(!isPlain || (read != nil) == (expected != nil), "\(text)")
    }

    @Test("What is no business of the short way is left to the toolchain")
    func aside() {
        let read = { (text: String) in
            (try? JSONTape(Array(text.utf8))).flatMap { tape in
                JSONFields.read(tape) { fields throws(JSONTape.StepAside) in
                    let text = try fields.textIfPresent("t")
                    return (text, try fields.numberIfPresent("n"))
                }
            }
        }
        let spaced = read(#" { "n" : -12 , "t" : "a\n\"\\ä" } "#)
        #expect(spaced.map { $0 == ("a\n\"\\ä", -12) } == true)
        #expect(read("{}").map { $0 == (nil, nil) } == true)
        for text in [
            #"{"n":1,"n":1}"#, #"{"x":1}"#, #"{"n":1.0}"#, #"{"n":1e2}"#, #"{"n":01}"#,
            #"{"n":-0}"#, #"{"n":-}"#, #"{"n":null}"#, #"{"n":"1"}"#, #"{"n":true}"#,
            #"{"n":12345678901234567890}"#, #"{"t":"\x"}"#, #"{"t":"a"#,
            "{\"t\":\"\u{1}\"}", #"{"t":1}"#, #"{"\u0074":"a"}"#, #"{"t":"a",}"#, #"{"t" "a"}"#,
            #"{"t":"a"} x"#, #"["t"]"#, #"{"t":tru}"#, "", " ", #"{"t":["#,
            String(repeating: "[", count: 99),
        ] {
            #expect(read(text) == nil, "\(text)")
        }
    }
}
