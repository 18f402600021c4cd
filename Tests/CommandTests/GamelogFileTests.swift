import Documents
import Net
import Official
import Seeds
import Testing

@testable import Client

/// Files of real games, read whole or refused with the number of the line.
@Suite struct GamelogFileTests {
    static let folder = "Tests/Fixtures/games"
    static let names = OfficialGame.names

    static func path(_ name: String) -> String { Built.root + "/\(folder)/\(name).jsonl" }

    @Test(arguments: cases(names))
    func everyLineOfARealGameIsAStep(name: String) throws {
        let bytes = try GivenFile.read(Self.path(name), bytesMax: .max)
        let file = try GamelogFile(path: Self.path(name))
        #expect(file.steps.count == bytes.count { $0 == 0x0A } - 1)
        let players = file.slots(of: .home).count + file.slots(of: .away).count
        #expect(
            players == (file.game.home.roster ?? []).count + (file.game.away.roster ?? []).count)
    }

    /// A file that lost its end after any basket is not taken for the whole game.
    @Test(arguments: cases(names))
    func aFileThatIsCutOffIsDoubted(name: String) throws {
        let bytes = try GivenFile.read(Self.path(name), bytesMax: .max)
        #expect(try GamelogFile(bytes: bytes, name: name).doubt == nil)
        let lines = bytes.split(separator: 0x0A)
        let baskets = lines.indices.filter {
            String(decoding: lines[$0], as: UTF8.self).contains("\"score\"")
        }
        for end in [1, 2] + [baskets.count / 3, baskets.count - 1].map({ baskets[$0] }) {
            let cut = Array(lines[..<end].joined(separator: [0x0A]))
            let doubt = try #require(try GamelogFile(bytes: cut, name: name).doubt)
            #expect(doubt.contains("first line says") && doubt.contains("period") == (end > 1))
        }
    }

    /// Our own files say how many events they have.
    @Test func aMissingEventIsDoubted() throws {
        let header = Self.header.replacing("\"players\"", with: "\"events\":2,\"players\"")
        let event = "{\"t\":1.5,\"period\":1,\"kind\":\"steal\",\"player\":\"p\",\"team\":\"home\"}"
        func doubt(_ text: String) throws -> String? {
            try GamelogFile(bytes: Array(text.utf8), name: "a").doubt
        }
        #expect(try doubt([header, event, event].joined(separator: "\n")) == nil)
        #expect(
            try doubt([header, event].joined(separator: "\n"))?.hasPrefix("1 of 2 events") == true)
        #expect(try doubt(header)?.hasPrefix("0 of 2 events") == true)
    }

    /// The first line that states another running score than its shots make is named.
    @Test func aRunningScoreThatIsNotThatOfTheShotsIsDoubted() throws {
        let shots = [(2, "[2,0]"), (3, "[5,0]"), (1, "[9,0]"), (1, "[7,0]")].map {
            "{\"t\":1,\"period\":1,\"kind\":\"\(["onePoint", "twoPoints", "threePoints"][$0 - 1])\","
                + "\"player\":\"p\",\"team\":\"home\",\"score\":\($1)}"
        }
        func doubt(_ count: Int) throws -> String? {
            let text = ([Self.header] + shots.prefix(count)).joined(separator: "\n")
            return try GamelogFile(bytes: Array(text.utf8), name: "a").scoreDoubt
        }
        #expect(try doubt(2) == nil)
        let first = "line 4 states 9:0, but the made shots up to it add up to 6:0"
        #expect(try doubt(3) == first && doubt(4) == first)
        for name in Self.names { #expect(try GamelogFile(path: Self.path(name)).scoreDoubt == nil) }
    }

    /// A reading outside its period is refused as `--at` refuses it; the usual cause is a `t` that
    /// starts again with each period.
    @Test(arguments: [-1, 61, 1500])
    func aReadingOutsideItsPeriodIsRefused(t: Int) throws {
        let fields = "\"period\":1,\"kind\":\"steal\",\"player\":\"p\",\"team\":\"home\""
        func read(_ t: Int) throws -> GamelogFile {
            try GamelogFile(bytes: Array(Self.event("\"t\":\(t),\(fields)").utf8), name: "a")
        }
        #expect(try read(60).steps.count == 1 && read(0).steps.count == 1)
        #expect { try read(t) } throws: { error in
            guard case ClientError.unusable(let words) = error else { return false }
            return words.hasPrefix("a: line 2: ") && words.hasSuffix("; nothing was imported")
        }
        let clock = Self.header.replacing(
            "\"players\"", with: "\"clock\":{\"period\":1,\"t\":\(t)},\"players\"")
        #expect(throws: ClientError.self) {
            try GamelogFile(bytes: Array(clock.utf8), name: "a")
        }
    }

    @Test func aJerseyNumberOfAFileIsThatOfARoster() throws {
        func file(_ number: String) throws -> GamelogFile {
            let header = Self.header.replacing(
                "\"name\":\"P\"", with: "\"name\":\"P\",\"number\":\"\(number)\"")
            return try GamelogFile(bytes: Array(header.utf8), name: "a")
        }
        #expect(try file("#4").game.home.roster?.count == 1)
        let words =
            "a: line 1: '7B' is not a jersey number: one to three digits; nothing was imported"
        #expect(throws: ClientError.unusable(words)) { try file("7B") }
    }

    private static let header =
        #"{"format":"gamelog/1","id":"a","home":"H","away":"A","rules":{"periods":1,"#
        + #""periodSeconds":60,"overtimeSeconds":0},"players":[{"id":"p","name":"P","team":"home"}]}"#

    private static func event(_ fields: String) -> String { header + "\n{\(fields)}" }

    /// Each row: a file, and the line that is wrong with what is wrong there.
    @Test(arguments: [
        ("", "", "empty"), ("not json", "line 1: ", "JSON"), ("a,b\n1,2", "line 1: ", "JSON"),
        (header.replacing("gamelog/1", with: "gamelog/9"), "line 1: ", "gamelog/9"),
        (
            header.replacing("\"players\"", with: "\"date\":\"2026-13-45\",\"players\""),
            "line 1: ", "date"
        ),
        (header + "\n\n{\"t\":1}", "line 3: ", "'period'"),
        (header + "\n{\"t\":1,\"period\":1,\"kind\":", "line 2: ", "JSON"),
        (event(#""t":1,"period":1,"kind":"steal","player":"q""#), "line 2: ", "player"),
        (event(#""t":1,"period":0,"kind":"steal""#), "line 2: ", "period is 0"),
        (event(#""t":1e99,"period":1,"kind":"steal""#), "line 2: ", "t is 1e+99"),
        (event(#""t":-5,"period":1,"kind":"steal""#), "line 2: ", "t is -5.0"),
        (event(#""t":1,"period":1,"kind":"onePoint","points":21"#), "line 2: ", "points is 21"),
        (event(#""t":1.5,"period":1.5,"kind":"steal""#), "line 2: ", "period 1.5"),
    ])
    func anErrorNamesItsLine(text: String, line: String, problem: String) throws {
        let error = try #require(throws: ClientError.self) {
            try GamelogFile(bytes: Array(text.utf8), name: "game.jsonl")
        }
        let told = try #require(error.lines.first)
        #expect(told.hasPrefix("game.jsonl: \(line)") && told.contains(problem), "\(told)")
        #expect(told.hasSuffix("nothing was imported"))
    }

    @Test func whatIsNoFileIsSaid() throws {
        for path in ["/nowhere/at/all", "/tmp"] {
            let error = try #require(throws: ClientError.self) { try GamelogFile(path: path) }
            #expect(error.exitCode == .failed)
            #expect(error.lines.first?.contains(path) == true)
        }
    }
}
