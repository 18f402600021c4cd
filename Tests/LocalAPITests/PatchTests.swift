import Documents
import Foundation
import Seeds
import Testing

@testable import LocalAPI

/// What a stream tells: merge patches, of which a reader makes the state.
@Suite struct PatchTests {
    /// Rows with keys of their own, in their order, as every state has them.
    private static func state(_ random: inout SeededStatus) -> WatchDocument {
        var status = random.status()
        status.peers = keyed(status.peers, &random) { $0.id = $1 }.sorted {
            ($0.name, $0.id) < ($1.name, $1.id)
        }
        if var game = status.game {
            game.home.players = keyed(game.home.players, &random) { $0.slot = $1 }
            game.away.players = keyed(game.away.players, &random) { $0.slot = $1 }
            game.periods = keyed(game.periods, &random) { $0.number = Int($1) ?? 0 }
            status.game = game
        }
        let windows = (0..<Int.random(in: 0...3, using: &random.seeded)).map { number in
            WindowDocument(
                name: "\(number)", game: random.seeded.chance(50) ? "hawks-owls" : nil,
                entries: keyed((0..<5).map { _ in random.entry() }, &random) { $0.place = $1 },
                hasOlder: random.seeded.chance(50),
                problem: random.seeded.chance(20) ? WindowProblem(code: "c", message: "m") : nil)
        }
        return WatchDocument(
            id: "7", status: random.seeded.chance(90) ? status : nil, windows: windows,
            arrived: random.seeded.chance(50) ? [random.entry()] : [])
    }

    /// Some of twelve rows, in order: 9 is before 10.
    private static func keyed<Row>(
        _ rows: [Row], _ random: inout SeededStatus, _ set: (inout Row, String) -> Void
    ) -> [Row] {
        var key = Int.random(in: 1...4, using: &random.seeded)
        return rows.map { row in
            var row = row
            set(&row, "\(key)")
            key += Int.random(in: 1...4, using: &random.seeded)
            return row
        }
    }

    private static func object(_ bytes: [UInt8]) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    }

    /// RFC 7396, section 2, word for word.
    private static func merged(_ target: Any?, _ patch: Any) -> Any {
        guard let patch = patch as? [String: Any] else { return patch }
        var target = target as? [String: Any] ?? [:]
        for (name, value) in patch {
            target[name] = value is NSNull ? nil : merged(target[name], value)
        }
        return target
    }

    @Test(arguments: seeds(200))
    func patchesMakeTheStateHere(seed: Int) throws {
        var random = SeededStatus(
            seeded: SeededGenerator(seed: UInt64(seed)), filled: [0, 50, 100][seed % 3])
        var (told, read) = (WatchDocument(), WatchDocument())
        for _ in 0..<8 {
            let next = Self.state(&random)
            let patch = JSON.patch(from: told, to: next)
            #expect((patch == nil) == (told == next))
            if let patch { try JSON.merge(patch, into: &read) }
            #expect(read == next)
            #expect(JSON.patch(from: next, to: next) == nil)
            told = next
        }
    }

    /// The order of a forked log, or of a united game, is not that of the keys.
    @Test func aRowIsFoundInAnyOrder() throws {
        var random = SeededStatus(seeded: SeededGenerator(seed: 1), filled: 50)
        let entries = ["1", "20000", "2", "3"].map { place in
            var entry = random.entry()
            entry.place = place
            return entry
        }
        var told = WatchDocument(
            id: "7", windows: [WindowDocument(name: "1", entries: entries)])
        var read = WatchDocument()
        try JSON.merge(#require(JSON.patch(from: read, to: told)), into: &read)
        #expect(read == told)
        for index in entries.indices {
            var next = told
            next.windows[0].entries[index].copies = 90 + index
            try JSON.merge(#require(JSON.patch(from: told, to: next)), into: &read)
            #expect(read == next)
            told = next
        }
        var next = told
        next.windows[0].entries.remove(at: 2)
        try JSON.merge(#require(JSON.patch(from: told, to: next)), into: &read)
        #expect(read == next)
    }

    @Test(arguments: seeds(100))
    func patchesMakeTheStateForAnyReader(seed: Int) throws {
        var random = SeededStatus(
            seeded: SeededGenerator(seed: UInt64(seed)), filled: [0, 50, 100][seed % 3])
        var told = WatchDocument()
        var read: Any = [String: Any]()
        for _ in 0..<8 {
            let next = Self.state(&random)
            if let patch = JSON.patch(from: told, to: next) {
                #expect(!patch.contains(UInt8(ascii: "\n")))
                read = Self.merged(read, try Self.object(patch))
            }
            let whole = Self.merged(
                nil, try Self.object(JSON.patch(from: WatchDocument(), to: next) ?? []))
            #expect(try Self.bytes(read) == Self.bytes(whole))
            told = next
        }
    }

    /// Without what a reader takes for missing: empty lists and objects.
    private static func bytes(_ value: Any) throws -> Data {
        try JSONSerialization.data(withJSONObject: pruned(value) ?? [:], options: .sortedKeys)
    }

    private static func pruned(_ value: Any) -> Any? {
        guard let object = value as? [String: Any] else {
            return (value as? [Any])?.isEmpty == true ? nil : value
        }
        let members = object.compactMapValues(pruned)
        return members.isEmpty ? nil : members
    }

    @Test func aMoveIsTheMembersThatItChanged() throws {
        var random = SeededStatus(seeded: SeededGenerator(seed: 4), filled: 100)
        var old = WatchDocument(status: random.status())
        old.status?.game?.home.players = [
            PlayerDocument(
                slot: "h#9", number: "9", name: "Ana", points: 2, fouls: 0,
                counts: ["twoPoints": 1, "miss": 1], held: 0, trackedBy: [], isActive: true)
        ]
        var new = old
        new.status?.game?.home.players[0].points = 4
        new.status?.game?.home.players[0].counts = ["twoPoints": 2]
        new.status?.game?.winner = nil
        let patch = String(decoding: JSON.patch(from: old, to: new) ?? [], as: UTF8.self)
        #expect(
            patch == #"{"status":{"game":{"home":{"players":{"h#9":{"counts":{"miss":null,"#
                + #""twoPoints":2},"points":4}}},"winner":null}}}"#)
    }

    /// A newer version may tell more; what no reader can make a state of is refused.
    @Test func membersOfALaterVersionAreSkipped() throws {
        var random = SeededStatus(seeded: SeededGenerator(seed: 5), filled: 100)
        let state = Self.state(&random)
        var read = state
        let later = #"{"later":{"a":[1]},"status":{"game":{"later":null}}}"#
        try JSON.merge(Array(later.utf8), into: &read)
        #expect(read == state)
        for wrong in [
            #"{"status":{"version":7}}"#, #"{"status":{"version":null}}"#, #"{"status":[]}"#,
            #"{"windows":[]}"#, #"{"windows":{"1":{"entries":{"p":7}}}}"#, "[1]", "{", "7",
            #"{"status":{"sync":{"entries":1.5}}}"#,
        ] {
            var read = state
            #expect(throws: LocalAPIError.self, "\(wrong)") {
                try JSON.merge(Array(wrong.utf8), into: &read)
            }
        }
    }
}
