package import Documents

/// Compares what devices show with what is official, and with each other. It reads the documents
/// that people are shown, so one comparison serves a fold, a simulated table and real daemons.
package struct Comparison {
    /// One thing that is compared: what it must be, and what each device says.
    package struct Row: Sendable {
        package let what: String
        package let expected: String
        /// In the order of the devices.
        package let isSame: [Bool]
    }

    package enum Extent: Sendable {
        /// What the league published and nothing else: all that a table of keepers could be judged by.
        case published
        /// That, what the play-by-play adds up to where nothing was published, and how many moves
        /// count and how many are held.
        case everything(moves: Int, held: Int = 0)
    }

    private let devices: [String]
    /// In the order in which they were compared.
    package private(set) var rows: [Row] = []
    /// Each difference in a sentence.
    package private(set) var differences: [String] = []

    /// Compares a game as each device shows it.
    package init(
        _ games: [GameDocument], of devices: [String], with official: OfficialGame, _ extent: Extent
    ) {
        self.devices = devices
        compare("final score", Self.text(official.final), games) {
            Self.text(GamelogScore(home: $0.home.score, away: $0.away.score))
        }
        var periods = official.header.periods
        if case .everything(let moves, let held) = extent {
            periods = periods ?? official.periods
            compare("moves counted", "\(moves)", games) { "\($0.moves)" }
            compare("copies", "\(held)", games) { "\($0.copies ?? 0)" }
            compare("questions", "0", games) { "\($0.held)" }
        }
        if let periods {
            compare("score by period", Self.text(periods), games) {
                Self.text($0.periods.map { GamelogScore(home: $0.home, away: $0.away) })
            }
        }
        compareBox(official, games, extent)
    }

    /// The rows as a table of plain text.
    package var lines: [String] {
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

    /// Compares one more thing; `values` are in the order of the devices.
    package mutating func compare<Value>(
        _ what: String, _ expected: String, _ values: [Value], _ text: (Value) -> String
    ) {
        let texts = values.map(text)
        rows.append(Row(what: what, expected: expected, isSame: texts.map { $0 == expected }))
        for (device, text) in zip(devices, texts) where text != expected {
            differences.append("\(what): \(device) has \(text), official is \(expected)")
        }
    }

    /// Every player's line; the row says how many numbers the league itself published.
    private mutating func compareBox(
        _ official: OfficialGame, _ games: [GameDocument], _ extent: Extent
    ) {
        let lines = official.lines
        var found: [[String]] = games.map { _ in [] }
        for line in lines {
            for (index, game) in games.enumerated() {
                found[index] += Self.differences(line, in: game, extent).map {
                    "box score: \(devices[index]) has \($0)"
                }
            }
        }
        let numbers = lines.flatMap(\.numbers)
        let published = numbers.count { $0.isPublished }
        var words = "\(lines.count) players, \(published) official numbers"
        if case .everything = extent { words += ", \(numbers.count - published) added up" }
        rows.append(Row(what: "box score", expected: words, isSame: found.map(\.isEmpty)))
        differences += found.flatMap(\.self)
    }

    private static func differences(
        _ line: OfficialGame.Line, in game: GameDocument, _ extent: Extent
    ) -> [String] {
        let players = game.home.players + game.away.players
        guard let player = players.first(where: { $0.slot == line.slot }) else {
            return ["no player in the slot \(line.slot)"]
        }
        var differences: [String] = []
        if player.name != line.name {
            differences.append("\(player.name) in \(line.slot), official is \(line.name)")
        }
        for number in line.numbers {
            if case .published = extent, !number.isPublished { continue }
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
