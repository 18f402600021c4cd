import Documents
import Foundation
import LocalAPI
import MoveLog
import Scorebook
import Seeds
import Testing

@testable import API
@testable import Daemon

/// Bodies that can be read but mean anything at all, thrown at every route: each is answered, what is
/// denied changes nothing, and what was recorded folds to the same book as it was told.
@Suite("Any body", .timeLimit(.minutes(2)))
struct APIHostileBodyTests {
    @Test(arguments: 0..<6)
    func isAnsweredAndLeavesTheBookSound(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) &* 7919 &+ 5)
        let bench = try APIBench.playing(RulesRequest(preset: ["pickup", "fiba", "3x3"][seed % 3]))
        var recorded = 0
        for _ in 0..<400 {
            let route = try #require(posted.randomElement(using: &random))
            let body = HostileBody.body(for: route.path, using: &random)
            let before = bench.ledger.digest
            bench.time.pass(.milliseconds(Int.random(in: 0...4000, using: &random)))
            let target = Target(route.path.split(separator: "/").map(String.init))
            guard let response = bench.perform(Request(.post, target, body: body)) else { continue }
            let said = "\(route.path) \(String(decoding: body, as: UTF8.self))"
            #expect(response.status.code < 500, "\(said)")
            if bench.ledger.digest != before { recorded += 1 }
            if !response.status.isSuccess {
                #expect(bench.ledger.digest == before, "denied and recorded: \(said)")
                let message = try bench.error(response).message
                #expect(!message.isEmpty && message.utf8.count < 4096, "\(said)")
            }
        }
        #expect(recorded > 20, "bodies that no route takes show nothing")
        try expectSound(bench)
    }

    /// A denial cuts what it quotes, whichever text of whichever body it is.
    @Test func aLongTextIsCutWhereItIsQuoted() throws {
        let bench = try APIBench.playing()
        var denials = 0
        for route in posted {
            for body in HostileBody.withALongText(for: route.path) {
                let target = Target(route.path.split(separator: "/").map(String.init))
                let asked = Request(.post, target, body: body)
                guard let response = bench.perform(asked), !response.status.isSuccess else {
                    continue
                }
                let said = "\(route.path) \(String(decoding: body.prefix(200), as: UTF8.self))"
                #expect(try bench.error(response).message.utf8.count < 4096, "\(said)")
                denials += 1
            }
        }
        #expect(denials > 40, "bodies that every route takes show nothing")
    }

    @Test func anyQueryIsAnswered() throws {
        var random = SeededGenerator(seed: 11)
        let bench = try APIBench()
        let game = try bench.game()
        for _ in 0..<9 { try bench.move("h4", "1p") }
        for _ in 0..<600 {
            let route = try #require(asked.randomElement(using: &random))
            let name = Bool.random(using: &random) ? game : HostileBody.text(using: &random)
            let path = route.path.replacingOccurrences(of: "{name}", with: name)
            var items: [Target.QueryItem] = []
            for item in HostileBody.queryItems where Int.random(in: 0...3, using: &random) == 0 {
                items.append(Target.QueryItem(item, HostileBody.text(using: &random)))
            }
            let target = Target(path.split(separator: "/").map(String.init), query: items)
            guard let response = bench.perform(Request(.get, target)) else { continue }
            #expect(response.status.code < 500, "\(target)")
        }
    }

    /// Those that wait for other devices, or take the table away, have their own tests.
    private var posted: [Route] {
        let others: Set<Route> = [.join, .leave, .shutdown, .importLog]
        return Route.all.filter { $0.method == "POST" && !others.contains($0) }
    }

    private var asked: [Route] { Route.all.filter { $0.method == "GET" && $0 != .watch } }

    private func expectSound(_ bench: APIBench) throws {
        let whole = Book(rebuilding: bench.ledger.log.allPlaced())
        #expect(bench.ledger.book.table == whole.table)
        for game in whole.gameIDs {
            #expect(bench.ledger.scoreboard(of: game) == whole.scoreboard(of: game))
        }
        for game in bench.ledger.book.table.games {
            #expect(try bench.get("/v1/games/\(game.slug)").status == .ok)
            #expect(try bench.get("/v1/games/\(game.slug)/gamelog.jsonl").status == .ok)
        }
        #expect(try bench.status().schema >= 1)
    }
}

/// Bodies of the right shape with some values of the wrong kind, size or meaning.
private enum HostileBody {
    static let queryItems = [
        "keeper", "player", "before", "only", "newest", "parts", "limit", "game", "query", "line",
        "digest",
    ]

    static func body(for path: String, using random: inout SeededGenerator) -> [UInt8] {
        var fields = sensible[path]?.randomElement(using: &random) ?? [:]
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let known = fields.keys.sorted() + optional
            let name = known[Int.random(in: 0..<known.count, using: &random)]
            fields[name] = value(depth: 0, using: &random)
        }
        let data = try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
        return data.map { [UInt8]($0) } ?? []
    }

    /// The sensible bodies, each with one of its texts so long that a message must cut it, of characters
    /// that only end where the text begins.
    static func withALongText(for path: String) -> [[UInt8]] {
        let text = String(repeating: "\u{1F1E6}", count: 5000)
        return (sensible[path] ?? []).flatMap { withOneText(replacedBy: text, in: $0) }
            .compactMap { try? [UInt8](JSONSerialization.data(withJSONObject: $0)) }
    }

    private static func withOneText(replacedBy text: String, in value: Any) -> [Any] {
        switch value {
        case is String: [text]
        case let fields as [String: Any]:
            fields.keys.sorted().flatMap { (key: String) -> [Any] in
                withOneText(replacedBy: text, in: fields[key] ?? "").map { changed -> Any in
                    fields.merging([key: changed]) { _, new in new }
                }
            }
        case let items as [Any]:
            items.indices.flatMap { (index: Int) -> [Any] in
                withOneText(replacedBy: text, in: items[index]).map { changed -> [Any] in
                    var items = items
                    items[index] = changed
                    return items
                }
            }
        default: []
        }
    }

    static func text(using random: inout SeededGenerator) -> String {
        texts[Int.random(in: 0..<texts.count, using: &random)]
    }

    private static func value(depth: Int, using random: inout SeededGenerator) -> Any {
        switch Int.random(in: 0...(depth < 2 ? 9 : 7), using: &random) {
        case 0...2: return numbers[Int.random(in: 0..<numbers.count, using: &random)]
        case 3...5: return text(using: &random)
        case 6: return Bool.random(using: &random)
        case 7: return NSNull()
        case 8:
            let count = [0, 1, 2, 40][Int.random(in: 0...3, using: &random)]
            return (0..<count).map { _ in value(depth: depth + 1, using: &random) }
        default:
            let name = optional[Int.random(in: 0..<optional.count, using: &random)]
            return [name: value(depth: depth + 1, using: &random)]
        }
    }

    private static var numbers: [Any] {
        [
            -1, 0, 1, 2, 3, 4, 9, 10, 21, 255, 256, 599, 600, 65_536, 1 << 31, 1 << 53, Int.max,
            Int.min,
            0.5, 1e300,
        ]
    }

    private static let texts = [
        "", " ", "h4", "a4", "h#1", "h#2", "a#2", "a#3", "h#99", "h7", "00", "Ana", "Finn", "home",
        "away", "hawks-owls", "hawks-owls-2", "mia", "Mia", "mia.1", "mia.2", "mia.3", "mia.5",
        "mia.9", "mia.14", "mia.0", "mia.-1", "mia.18446744073709551616", "nobody.3", "1p", "2p",
        "3p", "ft", "ftx", "2px", "foul", "assist", "rebound", "timeout", "technical", "start",
        "stop", "set", "period", "add", "rename", "number", "inactive", "merge", "fiba", "pickup",
        "2025-02-30", "2024-02-29", "9223372036854775808", "=1+1", "\u{202E}evil", "\u{1B}[2J",
        "a\u{0}b", "e\u{301}", String(repeating: "x", count: 5000),
        String(repeating: "\u{1F3C0}", count: 300),
        String(repeating: "\u{1F1E6}", count: 2000), "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ]

    /// What any body may have beside its own.
    private static let optional = [
        "request", "game", "points", "detail", "period", "clockSeconds", "shownSeconds", "basket",
        "force", "seconds", "remainingSeconds", "milliseconds", "remainingMilliseconds", "from",
        "isOnly", "side", "into", "name", "number", "players", "rules", "target", "periods", "kind",
        "player", "entries", "protest", "forfeit", "abandon", "date", "source", "count",
    ]

    private static var team: [String: Any] {
        [
            "name": "Bears", "roster": [["number": "4", "name": "Gro"], ["name": "Hal"]],
        ]
    }

    private static var sensible: [String: [[String: Any]]] {
        [
            "/v1/games": [
                ["home": team, "away": ["name": "Owls"]],
                ["home": team, "away": team, "rules": ["preset": "3x3", "points": ["layup": 2]]],
            ],
            "/v1/use": [["game": "hawks-owls"]],
            "/v1/moves": [
                ["player": "h4", "kind": "2p"], ["player": "a4", "kind": "3p"],
                ["player": "h#2", "kind": "foul"], ["player": "home", "kind": "timeout"],
                ["player": "h4", "kind": "assist", "basket": "mia.9"],
            ],
            "/v1/undo": [[:]], "/v1/redo": [[:]],
            "/v1/void": [["entries": ["mia.9"]], ["entries": ["mia.14", "mia.2"]]],
            "/v1/accept": [["entries": ["mia.9"]]],
            "/v1/settle": [["entry": "mia.9", "answer": "this"]],
            "/v1/fix": [["entry": "mia.9", "kind": "3p"], ["entry": "mia.14", "player": "h#2"]],
            "/v1/clock": [
                ["action": "start"], ["action": "stop"], ["action": "set", "seconds": 30],
                ["action": "period", "period": 2],
            ],
            "/v1/track": [["players": ["home"]], ["players": ["h#1", "a#1"], "isOnly": true]],
            "/v1/untrack": [["players": ["home"]]],
            "/v1/roster": [
                ["action": "add", "side": "home", "players": [["number": "9", "name": "Ida"]]],
                ["action": "rename", "player": "h#1", "name": "Jo"],
                ["action": "number", "player": "h#1", "number": "12"],
                ["action": "merge", "player": "h#2", "into": "h#3"],
            ],
            "/v1/rules": [["rules": ["target": 21]], ["rules": ["preset": "fiba"]]],
            "/v1/lineups": [["side": "home", "players": ["h#1", "h#2", "h#3"]]],
            "/v1/substitutions": [["comingIn": "h#1", "goingOut": "h#2"]],
            "/v1/notes": [["text": "a note"]],
            "/v1/end": [
                [:], ["force": true], ["forfeit": "home", "force": true],
                ["abandon": "rain", "force": true],
            ],
            "/v1/reopen": [[:]],
            "/v1/sign": [["name": "Mia"], ["protest": "the clock"]],
            "/v1/lost": [["device": "mia"]], "/v1/found": [["device": "mia"]],
            "/v1/import": [
                [
                    "game": ["home": team, "away": team],
                    "steps": [
                        [
                            "kind": "2p", "side": "home", "player": "4", "period": 1,
                            "clockSeconds": 20,
                        ]
                    ], "isEnded": true,
                ]
            ],
            "/v1/invitations": [[:], ["count": 2]],
            "/v1/table": [["name": "Hall"]],
            "/v1/devices/remove": [["device": "mia"]],
            "/v1/devices/deputy": [["device": "bo", "isDeputy": true]],
            "/v1/keeper": [["name": "Mia"]],
            "/v1/sync": [["online": false]],
        ]
    }
}
