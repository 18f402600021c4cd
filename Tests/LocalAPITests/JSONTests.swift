import Documents
import Foundation
import Seeds
import Testing

@testable import LocalAPI

private struct Team: Codable, Equatable {
    var name: String
    var score: Int
    var players: [Player]
    var isHome: Bool?
    var kind: Kind?

    enum Kind: String, Codable { case foul, steal }
}

private struct Player: Codable, Equatable {
    var number: String
    var average: Double
}

@Suite("JSON says in words what is wrong and where")
struct JSONTests {
    @Test("Equal values are equal bytes: sorted keys, slashes as they are")
    func stable() {
        let team = Team(
            name: "a/b \"ä\" \u{1B}", score: 3, players: [Player(number: "00", average: 1.5)])
        #expect(
            JSON.encode(team).text == """
                {"name":"a/b \\"ä\\" \\u001b","players":[{"average":1.5,"number":"00"}],"score":3}
                """)
        #expect(JSON.encode(["b": 1, "a": 2, "c": 3]).text == #"{"a":2,"b":1,"c":3}"#)
        #expect(JSON.encode([Double.nan]).text == #"["not a number"]"#)
    }

    @Test("The error names the place and the kind")
    func errors() {
        let table: [(String, String)] = [
            (#"{"name":"x","score":1}"#, "the key 'players' is missing"),
            (#"{"name":7,"score":1,"players":[]}"#, "name: a text was expected, not a number"),
            (#"{"name":null,"score":1,"players":[]}"#, "name: a text was expected, not null"),
            (
                #"{"name":"x","score":"1","players":[]}"#,
                "score: a whole number was expected, not a text"
            ),
            (
                #"{"name":"x","score":1,"players":{}}"#,
                "players: a list was expected, not an object"
            ),
            (
                #"{"name":"x","score":1,"players":[{"number":"1","average":1},{"number":2}]}"#,
                "players[1].number: a text was expected, not a number"
            ),
            (
                #"{"name":"x","score":1,"players":[{"number":"1"}]}"#,
                "players[0]: the key 'average' is missing"
            ),
            (
                #"{"name":"x","score":1,"players":[],"isHome":1}"#,
                "isHome: true or false was expected, not a number"
            ),
            ("[]", "an object was expected, not a list"),
            (
                #"{"name":"x","score":1.5,"players":[]}"#,
                "score: 1.5 is not a number that fits here"
            ),
            (
                #"{"name":"x","score":1,"players":[],"kind":"drum"}"#,
                "kind: 'drum' is none of the possible values"
            ),
        ]
        for (text, expected) in table {
            let error = #expect(throws: LocalAPIError.self) {
                _ = try JSON.decode(Team.self, from: Array(text.utf8))
            }
            #expect(error?.description == expected)
        }
        #expect(throws: LocalAPIError.notJSON(line: nil, reason: "it is not UTF-8 (at byte 3)")) {
            _ = try JSON.decode([String].self, from: Array("[\"".utf8) + [0xFF] + Array("\"]".utf8))
        }
        let overflow = #expect(throws: LocalAPIError.self) {
            _ = try JSON.decode([Int].self, from: Array("[1, 99999999999999999999]".utf8))
        }
        #expect(overflow?.description.hasPrefix("[1]: ") == true)
    }

    @Test("A fault of the grammar has its byte")
    func syntax() throws {
        let table: [(String, Int)] = [
            ("", 1), ("{", 2), ("{\"a\" 1}", 6), ("{\"a\":1 \"b\":2}", 8), ("{a:1}", 2),
            ("[1 2]", 4), ("[nul]", 2), ("\u{1}", 1), ("[01]", 4), ("[1.]", 4), ("[\"\\x\"]", 4),
            ("[\"\\u12g4\"]", 7), ("[\"a\nb\"]", 4), ("[] x", 4),
            (String(repeating: "[", count: 9000), 513),
        ]
        for (text, expected) in table {
            let fault = #expect(throws: JSONTape.Fault.self) {
                _ = try JSONTape(Array(text.utf8))
            }
            #expect(fault?.byte == expected, "\(text.prefix(40))")
        }
        let error = #expect(throws: LocalAPIError.self) {
            _ = try JSON.decode([Double].self, from: Array("[1 2]".utf8), line: 7)
        }
        #expect(
            error?.description
                == "line 7: not valid JSON: ',' or ']' was expected (at byte 4)")
        let good = #" {"a":[1,-2.5e+3,{"b":"\\u00e4\""}],"c":true,"d":null,"e":{},"f":[]} "#
        let tape = try JSONTape(Array(good.utf8))
        #expect(tape.oddNumbers == [JSONTape.OddNumber(path: "a[1]", text: "-2.5e+3")])
    }

    @Test(
        "A key comes once, however it is written",
        arguments: [
            #""a""#, #""\u0061""#, #""\u00e4""#, #""ä""#, "\"a\u{308}\"",
        ])
    func keyThatComesTwice(key: String) throws {
        let isUmlaut = !key.contains("0061") && key != #""a""#
        for others in [0, 1, 31, 32, 40] {
            let before = (0..<others).map { "\"k\($0)\":1," }.joined()
            for again in isUmlaut ? [#""ä""#, #""\u00e4""#] : [#""a""#, #""\u0061""#] {
                let twice = "{\(before)\(key):1,\(again):2}"
                let fault = #expect(throws: JSONTape.Fault.self) {
                    _ = try JSONTape(Array(twice.utf8))
                }
                #expect(fault?.reason.hasSuffix("comes twice") == true, "\(twice)")
            }
            for other in [#""b""#, #""aa""#, #""A""#, #""o\u0308""#] {
                _ = try JSONTape(Array("{\(before)\(key):{\(key):1},\(other):2}".utf8))
            }
        }
    }

    @Test("Lines come out with their numbers", arguments: seeds(50))
    func lines(seed: Int) throws {
        var seeded = SeededGenerator(seed: UInt64(seed))
        var bytes: [UInt8] = seeded.chance(50) ? [0xEF, 0xBB, 0xBF] : []
        var expected: [JSONLines.Line] = []
        let count = Int.random(in: 1...20, using: &seeded)
        for number in 1...count {
            let line = seeded.chance(25) ? "" : "[\(number)]"
            if !line.isEmpty {
                expected.append(JSONLines.Line(number: number, bytes: Array(line.utf8)))
            }
            bytes += Array(line.utf8)
            if number < count || seeded.chance(50) {
                bytes += seeded.chance(50) ? [13, 10] : [10]
            }
        }
        let read = try JSONLines.split(bytes)
        #expect(read == expected)
        for line in read {
            #expect(try JSONLines.decode([Int].self, line: line) == [line.number])
        }
    }

    @Test("A line's error carries its number; a line without end is refused")
    func lineErrors() throws {
        let lines = try JSONLines.split(Array("{\"a\":1}\n\n{\"a\":\"x\"}\n".utf8))
        let error = #expect(throws: LocalAPIError.self) {
            for line in lines { _ = try JSONLines.decode([String: Int].self, line: line) }
        }
        #expect(error?.description == "line 3: a: a whole number was expected, not a text")
        #expect(throws: LocalAPIError.lineTooLong(line: 2)) {
            let long = [UInt8](repeating: 65, count: HTTPLimits.jsonLineBytesMax + 1)
            _ = try JSONLines.split([65, 10] + long)
        }
    }

    @Test("An error answer reads back as it was given; another body says so")
    func errorDocument() {
        var error = APIError(.notFound, code: "unknown-player", "nobody fits 'mi'")
        error.candidates = ["h4", "a7"]
        let response = Response.error(error)
        #expect(
            response.body.text == """
                {"error":{"candidates":["h4","a7"],"code":"unknown-player",\
                "message":"nobody fits 'mi'"},"schema":1}

                """)
        #expect(APIError(of: response) == error)
        let advised = APIError(status: 409, code: "a", "b", advice: "c", candidates: ["d"])
        #expect(advised.message == "b; c")
        #expect(APIError(of: .error(advised)) == advised)
        let bare = Response.error(APIError(.conflict, code: "a", "b"))
        #expect(!bare.body.text.contains("candidates"))
        let other = APIError(of: Response(.unavailable, body: Array("<html>".utf8)))
        #expect(other.code == "status-503")
        let refused = Response.methodNotAllowed(.other("PUT"), allowed: [.get, .post])
        #expect(refused.status.code == 405)
        #expect(refused.headers["Allow"] == "GET, POST")
    }
}

/// Documents only grow: a client of today reads what a daemon of the first version wrote, and loses
/// nothing of it. The files of `Tests/Fixtures/documents` were printed by commands with `--json` on
/// 26 November 2026 and are never written again; a later version adds files of its own.
@Suite struct OlderDocumentsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/documents")

    private static let readers: [String: @Sendable ([UInt8]) throws -> [UInt8]] = [
        "box": again(GameDocument.self), "chart": again(ChartDocument.self),
        "clock": again(RecordedDocument.self), "devices": again(DevicesDocument.self),
        "doctor": again(DoctorDocument.self), "end": again(RecordedDocument.self),
        "entries": again(ExportLine.self), "fix": again(RecordedDocument.self),
        "games": again(GamesDocument.self), "held": again(HeldDocument.self),
        "invite": again(InviteDocument.self), "join": again(JoinDocument.self),
        "log": again(LogDocument.self), "move": again(RecordedDocument.self),
        "new": again(RecordedDocument.self), "note": again(RecordedDocument.self),
        "player": again(PlayerCardDocument.self), "search": again(SearchDocument.self),
        "status": again(StatusDocument.self), "table": again(TableDocument.self),
        "track": again(RecordedDocument.self), "undo": again(RecordedDocument.self),
        "verify": again(VerifyDocument.self),
    ]

    private static func again<Document: Codable & SendableMetatype>(
        _ type: Document.Type
    ) -> @Sendable ([UInt8]) throws -> [UInt8] {
        { bytes in JSON.encode(try JSON.decode(type, from: bytes)) }
    }

    /// The paths at which the old value has something that the new one lacks.
    private func lost(of old: Any, in new: Any?, at path: String) -> [String] {
        switch old {
        case let old as [String: Any]:
            let new = new as? [String: Any]
            return old.flatMap { lost(of: $0.value, in: new?[$0.key], at: "\(path).\($0.key)") }
        case let old as [Any]:
            let new = new as? [Any]
            guard new?.count == old.count else { return [path] }
            return old.indices.flatMap { lost(of: old[$0], in: new?[$0], at: "\(path)[\($0)]") }
        default: return (old as? NSObject) == (new as? NSObject) ? [] : [path]
        }
    }

    @Test func everyOlderDocumentHasAReader() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(files.map { String($0.prefix { $0 != "." }) }) == Set(Self.readers.keys))
    }

    @Test(arguments: readers.keys.sorted()) func nothingOfItIsLost(name: String) throws {
        let reader = try #require(Self.readers[name])
        let ending = name == "entries" ? "jsonl" : "json"
        let text = try String(
            contentsOf: Self.folder.appending(path: "\(name).\(ending)"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines {
            let old = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let new = try JSONSerialization.jsonObject(with: Data(try reader(Array(line.utf8))))
            #expect(lost(of: old, in: new, at: name) == [])
        }
    }

    /// The fast reader takes the old status as well, with the same values.
    @Test func theFastReaderReadsTheOldStatus() throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "status.json")))
        let decoded = try JSONDecoder().decode(StatusDocument.self, from: Data(bytes))
        #expect(try JSON.read(StatusDocument.self, JSONTape(bytes)) == decoded)
    }
}
