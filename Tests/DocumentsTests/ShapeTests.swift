import Documents
import Foundation
import Seeds
import Testing

/// The JSON of the documents: what a script may rely on, and what the page says of it.
@Suite struct ShapeTests {
    @Test func aRequestNeedsOnlyWhatItCannotGuess() throws {
        func read<Value: Decodable>(_ text: String) throws -> Value {
            try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        }
        let move: MoveRequest = try read(#"{"player":"h4","kind":"2p","game":null,"news":true}"#)
        #expect(move == MoveRequest(player: "h4", kind: "2p"))
        let game: NewGameRequest = try read(#"{"home":{"name":"A"},"away":{"name":"B"}}"#)
        #expect(game.rules == nil)
        let down: ShutdownRequest = try read("{}")
        #expect(down.now == nil)
    }

    @Test func thePageNamesEveryRoute() throws {
        let page = try Page()
        let described = Set(page.operations)
        let served = Set(Route.all.map { "\($0.method.lowercased()) \($0.path)" })
        #expect(described == served)
    }

    /// The daemon makes warnings only of `WarningCode`, and of every code.
    @Test func everyCodeOfAWarningIsMade() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        var text = ""
        for room in ["Sources/API", "Sources/Daemon", "Sources/Documents"] {
            let walk = FileManager.default.enumerator(atPath: root.appending(path: room).path)
            while let path = walk?.nextObject() as? String {
                guard path.hasSuffix(".swift"), !path.hasPrefix("Generated") else { continue }
                text += try String(
                    contentsOf: root.appending(path: "\(room)/\(path)"), encoding: .utf8)
            }
        }
        #expect(!text.contains("WarningDocument(code:"))
        for code in WarningCode.allCases {
            let ends = text.components(separatedBy: ".\(code)").dropFirst().map(\.first)
            #expect(ends.contains { [",", ")", "\n"].contains($0) }, "\(code)")
        }
    }

    @Test func aBodyMayBeMissingWhereNothingOfItMustBeThere() throws {
        let page = try Page()
        #expect(page.bodies.count > 25)
        for (operation, body) in page.bodies {
            let needs = page.required[body.schema]?.isEmpty == false
            #expect(body.isRequired == needs, "\(operation) takes \(body.schema)")
        }
    }

    /// `null` stands for a field of a request that may be missing, and for no other. What is read is made of
    /// the page: an optional field where the page does not require one.
    @Test func nullIsAFieldThatIsMissing() throws {
        let page = try Page()
        let requests = page.fields.filter { $0.key.hasSuffix("Request") }
        #expect(requests.count > 25)
        for (name, fields) in requests {
            let optional = fields.subtracting(page.required[name] ?? [])
            #expect(page.nullable[name] ?? [] == optional, "\(name)")
        }
    }
}

/// What `Protocol/openapi.yaml` names, read by its indentation.
private struct Page {
    var operations: [String] = []
    /// Fields of a schema, those that must be there, and those that may be null.
    var fields: [String: Set<String>] = [:]
    var required: [String: Set<String>] = [:]
    var nullable: [String: Set<String>] = [:]
    /// What an operation takes.
    var bodies: [String: (schema: String, isRequired: Bool)] = [:]

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../../Protocol/openapi.yaml")
        var path = ""
        var schema = ""
        var isInProperties = false
        var part = ""
        var property = ""
        var isRequired = false
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            let indent = line.prefix { $0 == " " }.count
            let word = line.dropFirst(indent).prefix { $0 != ":" }
            if indent == 2 { path = String(word) }
            if indent == 4 {
                if path.hasPrefix("/") { operations.append("\(word) \(path)") }
                schema = String(word)
                isInProperties = false
            }
            if indent == 6 {
                part = String(word)
                isInProperties = word == "properties"
            }
            if indent == 8, isInProperties {
                property = String(word)
                fields[schema, default: []].insert(property)
            }
            if indent == 8, part == "required" {
                required[schema, default: []].insert(String(line.dropFirst(10)))
            }
            if isInProperties, line.contains("\"null\"") {
                nullable[schema, default: []].insert(property)
            }
            if part == "requestBody", indent == 8, word == "required" {
                isRequired = line.hasSuffix("true")
            }
            if part == "requestBody", let name = line.split(separator: "/").last, word == "$ref" {
                bodies["\(schema) \(path)"] = (String(name.dropLast()), isRequired)
            }
        }
    }
}

/// Routes: one name, one path, the same in code and in the page that describes them.
@Suite struct RouteTests {
    @Test func everyRouteMatchesItsOwnPathAndNoOther() {
        for route in Route.all {
            let path = route.path.replacing("{name}", with: "hawks-owls-2")
            let matching = Route.all.filter {
                $0.method == route.method && $0.match(path) != nil
            }
            #expect(matching == [route])
        }
        #expect(Set(Route.all).count == Route.all.count)
    }

    @Test func aNameComesBackFromADecodedPath() {
        #expect(Route.game.match("/v1/games/hawks-owls-2") == "hawks-owls-2")
        #expect(Route.gameLog.match("/v1/games/hawks-owls-2/log") == "hawks-owls-2")
        #expect(Route.gameLog.match("/v1/games//log") == nil)
        #expect(Route.game.match("/v1/games/a/b") == nil)
        #expect(Route.game.match("/v1/games/") == nil)
        #expect(Route.status.match("/v1/status") == "")
        #expect(Route.status.match("/v1/status/") == nil)
    }
}

/// `Counts` beside a dictionary: the same when it is asked, written, compared, and on the wire.
@Suite struct CountsTests {
    private static let names = ["assist", "foul", "", "é", "e\u{301}", "zone", "Ä", "rebound", "A"]

    @Test(arguments: seeds(200))
    func countsAreADictionary(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var counts = Counts()
        var plain: [String: Int] = [:]
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            let name = Self.names.randomElement(using: &random) ?? ""
            let number = Int.random(in: -3...3, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                counts[name] = nil
                plain[name] = nil
            case 1:
                counts[name, default: number] += 1
                plain[name, default: number] += 1
            case 2:
                var other = Counts()
                other[name] = number
                counts += other
                plain[name, default: 0] += number
            default:
                counts[name] = number
                plain[name] = number
            }
            #expect(counts.isEmpty == plain.isEmpty)
            #expect(counts.names == plain.keys.sorted())
            for name in Self.names { #expect(counts[name] == plain[name]) }
        }
        let pairs = plain.shuffled(using: &random).map { (name: $0.key, count: $0.value) }
        #expect(Counts(pairs) == counts)
        #expect(Counts(pairs)?.hashValue == counts.hashValue)
        let told = try JSONEncoder().encode(counts)
        #expect(try JSONDecoder().decode([String: Int].self, from: told) == plain)
        #expect(try JSONDecoder().decode(Counts.self, from: told) == counts)
        if let (name, count) = plain.randomElement(using: &random) {
            #expect(Counts(pairs + [(name, count)]) == nil)
            var other = counts
            other[name] = count + 1
            #expect(other != counts)
        }
    }
}
