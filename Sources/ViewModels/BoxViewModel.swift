package import Documents

/// The box score of one game: both sides with a line of totals each.
package final class BoxViewModel {
    private let words: Catalogue

    // Input

    /// Without a game only the scoreboard is cleared.
    package func receive(_ game: GameDocument?) {
        scoreboard.receive(game)
        guard let game else { return }
        let kinds = KindColumns.kinds(of: game, isBrief: false)
        homeFouls.update(SideWords.penalty(game.home, in: words) ?? "")
        awayFouls.update(SideWords.penalty(game.away, in: words) ?? "")
        let columns = CourtColumns(game)
        let hasClaims = (game.home.players + game.away.players)
            .contains { !$0.trackedBy.isEmpty }
        home.update(grid(of: game.home, kinds, columns, hasClaims: hasClaims))
        away.update(grid(of: game.away, kinds, columns, hasClaims: hasClaims))
        notes.update(
            [game.home, game.away].compactMap { side in
                side.minutesUnknown(in: words).map { words(.minutesUnknown(side.name, $0)) }
            })
    }

    // Output

    package let scoreboard: ScoreboardViewModel
    /// One row per player, then the team's own moves and the totals.
    package let home = Dynamic(Grid())
    package let away = Dynamic(Grid())
    /// `penalty: 7 team fouls this period`.
    package let homeFouls = Dynamic("")
    package let awayFouls = Dynamic("")

    /// The reason why the minutes of a side are unknown, one sentence per side.
    package let notes = Dynamic<[String]>([])

    package init(words: Catalogue = .english) {
        self.words = words
        scoreboard = ScoreboardViewModel(words: words)
    }

    private func grid(
        of side: SideDocument, _ kinds: [String], _ court: CourtColumns, hasClaims: Bool
    ) -> Grid {
        let columns =
            [
                Grid.Column(words(.number), isNumber: true),
                Grid.Column(side.name, isFlexible: true),
                Grid.Column(words(.minutes), isNumber: true),
                Grid.Column(words(.pointsColumn), isNumber: true),
            ] + KindColumns.columns(kinds, words)
            + [Grid.Column(words(.plusMinus), isNumber: true)]
        var totals = side.counts
        var rows: [Grid.Row] = []
        for player in side.players where player.mergedInto == nil {
            totals += player.counts
            let isUnknown = hasClaims && player.isUnwatched
            let points = isUnknown ? "" : "\(player.points)"
            rows.append(
                Grid.Row(
                    [player.number, player.name, court.time(player), points]
                        + KindColumns.cells(player.counts, kinds) + [court.plusMinus(player)],
                    tone: player.isActive ? .plain : .faint, id: player.slot))
        }
        if !side.counts.isEmpty {
            let points = side.score - side.players.map(\.points).reduce(0, +)
            rows.append(
                Grid.Row(
                    ["", words(.team), "", points == 0 ? "" : "\(points)"]
                        + KindColumns.cells(side.counts, kinds) + [""], tone: .faint, id: "team"))
        }
        rows.append(
            Grid.Row(
                ["", words(.total), court.total(side), "\(side.score)"]
                    + KindColumns.cells(totals, kinds) + [""], tone: .good, id: "total"))
        return Grid(columns: columns, rows: rows, headCount: 2)
            .omittingEmpty([words(.number), words(.minutes), words(.plusMinus)])
    }
}

extension PlayerDocument {
    /// True if no device tracks the player and no entry names the player. In a game with tracked
    /// players the points are then unknown, not 0.
    fileprivate var isUnwatched: Bool { trackedBy.isEmpty && counts.isEmpty && points == 0 }
}

/// The columns that follow from substitutions. They are empty, and so left out, if nothing is known
/// of either side; if only one side is known, the other has dashes.
private struct CourtColumns {
    private let hasTime: Bool
    private let hasPlusMinus: Bool

    init(_ game: GameDocument) {
        let players = game.home.players + game.away.players
        hasTime = players.contains { $0.secondsPlayed != nil }
        hasPlusMinus = players.contains { $0.plusMinus != nil }
    }

    func time(_ player: PlayerDocument) -> String {
        hasTime ? player.secondsPlayed.map(PlayedTime.text) ?? "–" : ""
    }

    func plusMinus(_ player: PlayerDocument) -> String {
        hasPlusMinus ? player.plusMinus.map { $0 > 0 ? "+\($0)" : "\($0)" } ?? "–" : ""
    }

    func total(_ side: SideDocument) -> String {
        let times = side.players.compactMap(\.secondsPlayed)
        return times.isEmpty ? "" : PlayedTime.text(seconds: times.reduce(0, +))
    }
}

/// The columns of counts, with short headings in the order of a scoresheet.
enum KindColumns {
    private static let known: [(kind: String, isBrief: Bool)] = BoxColumn.allCases.map {
        ($0.rawValue, $0.isBrief)
    }
    /// Shown in every game, even if all counts are 0.
    private static let always = ["assist", "rebound", "foul"]
    /// The first columns that a narrow screen leaves out.
    private static let rare = ["blocked", "foulDrawn", "violation", "timeout"]
    /// Counted in other columns.
    private static let never = ["missedOne", "missedTwo", "missedThree", "missedFreeThrow"]

    /// The kinds counted in the game and those in `always`, in the order of a scoresheet; unknown
    /// kinds come last. `isBrief` leaves out the kinds that a scoreboard does not show.
    static func kinds(of game: GameDocument, isBrief: Bool) -> [String] {
        var present = always
        for side in [game.home, game.away] {
            for player in side.players { add(player.counts, to: &present) }
            add(side.counts, to: &present)
        }
        var kinds: [String] = []
        for column in known where column.isBrief || !isBrief {
            if present.contains(column.kind) { kinds.append(column.kind) }
        }
        let unknown = present.filter { kind in !known.contains { $0.kind == kind } }
        return kinds + unknown.sorted()
    }

    /// A linear search: with a dozen kinds a set costs more to build than it saves.
    private static func add(_ counts: Counts, to present: inout [String]) {
        for kind in counts.names where counts[kind] != 0 {
            if !present.contains(kind), !never.contains(kind) { present.append(kind) }
        }
    }

    /// The short heading of a kind, such as `2P`; for a kind of a newer version the kind itself.
    static func title(_ kind: String, _ words: Catalogue) -> String {
        BoxColumn(rawValue: kind).map { words(.column($0)) } ?? kind
    }

    static func columns(_ kinds: [String], _ words: Catalogue) -> [Grid.Column] {
        kinds.map { Grid.Column(title($0, words), isNumber: true, isOptional: rare.contains($0)) }
    }

    /// The counts in the order of the kinds; a count of 0 is an empty cell.
    static func cells(_ counts: Counts, _ kinds: [String]) -> [String] {
        kinds.map { kind in
            let count = counts[kind, default: 0]
            return count == 0 ? "" : "\(count)"
        }
    }
}

extension BoxColumn {
    /// True if a scoreboard shows it too.
    fileprivate var isBrief: Bool {
        switch self {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .steal, .block,
            .turnover, .foul, .technicalFoul:
            true
        case .miss, .offensiveRebound, .defensiveRebound, .blocked, .foulDrawn, .violation,
            .timeout:
            false
        }
    }
}
