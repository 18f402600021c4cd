import Documents
import LocalAPI

/// Compares what devices show with what is official, and with each other.
struct Comparison {
    /// One thing that is compared: what it must be, and what each device says.
    struct Row {
        let what: String
        let expected: String
        let isSame: [Bool]
    }

    let devices: [String]
    private(set) var rows: [Row] = []
    /// Each difference in a sentence.
    private(set) var differences: [String] = []

    /// `disks` are the digests that `scored verify` finds on the disks, in the order of the devices.
    init(
        _ statuses: [StatusDocument], disks: [String], names: [String], with official: Official
    ) throws {
        devices = names
        let games = try zip(names, statuses).map { name, status in
            guard let game = status.game else {
                throw RehearsalError.failed("\(name) shows no game")
            }
            return game
        }
        compare("final score", Self.text(official.final), games) {
            Self.text(GamelogScore(home: $0.home.score, away: $0.away.score))
        }
        compare("score by period", Self.text(official.officialPeriods), games) {
            Self.text($0.periods.map { GamelogScore(home: $0.home, away: $0.away) })
        }
        compare("moves counted", "\(official.moves)", games) { "\($0.moves - $0.held)" }
        compareBox(official, games)
        let digest = statuses[0].sync.digest
        compare("digest", String(digest.prefix(16)), statuses) { String($0.sync.digest.prefix(16)) }
        compare("words of the digest", statuses[0].sync.words, statuses) { $0.sync.words }
        compare("digest on the disk", String(digest.prefix(16)), disks) { String($0.prefix(16)) }
        compare("moves on one device only", "0", statuses) { "\($0.sync.unsynced)" }
    }

    /// The rows as a table of plain text.
    var lines: [String] {
        let head = ["", "official"] + devices
        let cells = rows.map { row in
            [row.what, row.expected] + row.isSame.map { $0 ? "same" : "DIFFERS" }
        }
        let widths = head.indices.map { column in
            ([head] + cells).map { $0[column].count }.max() ?? 0
        }
        return ([head] + cells).map { row in
            zip(row, widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }.joined(separator: "  ")
        }
    }

    private mutating func compare<Value>(
        _ what: String, _ expected: String, _ values: [Value], _ text: (Value) -> String
    ) {
        let texts = values.map(text)
        rows.append(Row(what: what, expected: expected, isSame: texts.map { $0 == expected }))
        for (device, text) in zip(devices, texts) where text != expected {
            differences.append("\(what): \(device) has \(text), official is \(expected)")
        }
    }

    /// Every player's line; the row says how many numbers the league itself published.
    private mutating func compareBox(_ official: Official, _ games: [GameDocument]) {
        let lines = official.lines
        var found: [[String]] = games.map { _ in [] }
        for line in lines {
            for (index, game) in games.enumerated() {
                found[index] += Self.differences(line, in: game).map {
                    "box score: \(devices[index]) has \($0)"
                }
            }
        }
        let numbers = lines.flatMap(\.numbers)
        let published = numbers.count { $0.isOfficial }
        rows.append(
            Row(
                what: "box score",
                expected: "\(lines.count) players, \(published) official numbers, "
                    + "\(numbers.count - published) added up",
                isSame: found.map(\.isEmpty)))
        differences += found.flatMap(\.self)
    }

    private static func differences(_ line: Official.Line, in game: GameDocument) -> [String] {
        let players = game.home.players + game.away.players
        guard let player = players.first(where: { $0.slot == line.slot }) else {
            return ["no player in the slot \(line.slot)"]
        }
        var differences: [String] = []
        if player.name != line.name {
            differences.append("\(player.name) in \(line.slot), official is \(line.name)")
        }
        for number in line.numbers {
            let count =
                number.kind == "points" ? player.points : player.counts[number.kind, default: 0]
            guard count != number.count else { continue }
            differences.append(
                "\(player.name) with \(number.kind) \(count), official is \(number.count)")
        }
        return differences
    }

    private static func text(_ score: GamelogScore) -> String { "\(score.home) : \(score.away)" }

    private static func text(_ scores: [GamelogScore]) -> String {
        scores.map { "\($0.home):\($0.away)" }.joined(separator: "  ")
    }
}

/// What `scored verify --json` says, as far as it is compared.
struct DiskReading: Decodable {
    let digest: String
    let entries: Int
    let isSound: Bool
    let problems: [String]

    static func of(_ device: Device) throws -> DiskReading {
        try JSON.decode(
            DiskReading.self, from: Array(device.run("verify", "--json").output.utf8))
    }
}
