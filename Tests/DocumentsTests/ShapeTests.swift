import Documents
import Foundation
import Testing

/// The JSON of the documents: what a script may rely on, and what the page says of it.
@Suite struct ShapeTests {
    private func object(_ value: some Encodable) throws -> [String: Any] {
        let data = try JSONEncoder().encode(value)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private func back<Value: Codable & Equatable>(_ value: Value) throws -> Bool {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value
    }

    @Test func everyDocumentComesBackFromItsJSON() throws {
        #expect(try back(Samples.status))
        #expect(try back(Samples.entry))
        #expect(try back(Samples.devices))
        #expect(try back(Samples.importRequest))
        #expect(try back(Samples.move))
        #expect(try back(Samples.invite))
        #expect(try back(Samples.join))
        #expect(try back(Samples.recorded))
        #expect(try back(Samples.play))
        #expect(try back(Samples.chart))
        #expect(try back(Samples.search))
        #expect(try back(Samples.removalRequest))
        #expect(try back(Samples.deputyRequest))
        #expect(try back(Samples.removalAnswer))
    }

    @Test func statusHasWhatScriptsRelyOn() throws {
        let status = try object(Samples.status)
        for key in ["schema", "table", "device", "sync", "peers", "game"] {
            #expect(status[key] != nil, "\(key)")
        }
        let sync = try #require(status["sync"] as? [String: Any])
        #expect(sync["state"] as? String == "inSync")
        #expect(sync["digest"] as? String == "dd")
        #expect(sync["unsynced"] as? Int == 3)
        let game = try #require(status["game"] as? [String: Any])
        #expect(game["state"] as? String == "decided")
        let home = try #require(game["home"] as? [String: Any])
        #expect(home["score"] as? Int == 15)
        #expect((game["away"] as? [String: Any])?["score"] as? Int == 9)
        let player = try #require((home["players"] as? [[String: Any]])?.first)
        #expect((player["counts"] as? [String: Int]) == ["twoPoints": 7])
    }

    @Test func aRequestNeedsOnlyWhatItCannotGuess() throws {
        let move = try JSONDecoder().decode(
            MoveRequest.self, from: Data(#"{"player":"h4","kind":"2p","news":true}"#.utf8))
        #expect(move == MoveRequest(player: "h4", kind: "2p"))
        let game = try JSONDecoder().decode(
            NewGameRequest.self, from: Data(#"{"home":{"name":"A"},"away":{"name":"B"}}"#.utf8))
        #expect(game.rules == nil)
        let down = try JSONDecoder().decode(ShutdownRequest.self, from: Data("{}".utf8))
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

    /// `null` stands for a field of a request that may be missing, for no other, and the page says so.
    @Test func nullIsAFieldThatIsMissing() throws {
        let page = try Page()
        try expectNulls("MoveRequest", Samples.move, page)
        try expectNulls("ImportRequest", Samples.importRequest, page)
        try expectNulls("NewGameRequest", Samples.importRequest.game, page)
        try expectNulls("RosterRequest", Samples.roster, page)
        try expectNulls("RulesChangeRequest", Samples.rulesChange, page)
        try expectNulls("RulesRequest", Samples.rulesChange.rules, page)
        try expectNulls("EndRequest", Samples.end, page)
        try expectNulls("SignRequest", Samples.sign, page)
        try expectNulls("ReopenRequest", Samples.reopen, page)
        try expectNulls("AbsenceRequest", Samples.absence, page)
        try expectNulls("LineupRequest", Samples.lineup, page)
        try expectNulls("SubstitutionRequest", Samples.substitution, page)
        try expectNulls("NoteRequest", Samples.note, page)
        try expectNulls("FixRequest", Samples.fix, page)
        try expectNulls("TrackRequest", Samples.track, page)
        try expectNulls("EntriesRequest", Samples.entries, page)
        try expectNulls("LeaveRequest", Samples.leave, page)
        try expectNulls("RemovalRequest", Samples.removalRequest, page)
    }

    private func expectNulls<Request: Codable & Equatable>(
        _ name: String, _ sample: Request, _ page: Page
    ) throws {
        func read(_ fields: [String: Any]) throws -> Request {
            let data = try JSONSerialization.data(withJSONObject: fields)
            return try JSONDecoder().decode(Request.self, from: data)
        }
        let fields = try object(sample)
        for key in fields.keys {
            var (with, without) = (fields, fields)
            with[key] = NSNull()
            without[key] = nil
            let isNeeded = page.required[name]?.contains(key) == true
            #expect(page.nullable[name]?.contains(key) == !isNeeded, "\(name).\(key)")
            if isNeeded {
                #expect(throws: DecodingError.self, "\(name).\(key)") { try read(with) }
            } else {
                #expect(try read(with) == read(without), "\(name).\(key)")
            }
        }
    }
}

/// What `Protocol/openapi.yaml` names, read by its indentation.
private struct Page {
    var operations: [String] = []
    /// Fields of a schema that must be there, and those that may be null.
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
                nullable[schema, default: []].formUnion([])
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
