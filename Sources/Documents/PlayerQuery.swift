package import Scorebook

/// Finds the player that a keeper means: `h4` and `a7` (side and number), `h#1` (slot), a number, a
/// name, or two letters or more of a name. Returns all matches of an ambiguous text instead of
/// guessing.
package enum PlayerQuery {
    package enum Answer<Line: Sendable>: Sendable {
        case player(Line)
        /// All matches, home first, by slot.
        case several([Line])
        /// No match; the closest by name or number, at most `ScorebookLimits.suggestionsMax`.
        case nobody(closest: [Line])

        package func map<Other>(_ transform: (Line) -> Other) -> Answer<Other> {
            switch self {
            case .player(let line): .player(transform(line))
            case .several(let lines): .several(lines.map(transform))
            case .nobody(let closest): .nobody(closest: closest.map(transform))
            }
        }
    }

    /// The fields of a player that a query matches.
    package struct Spelling: Sendable {
        let place: Int
        let side: Side
        let slot: Int
        let number: String
        let name: String
        let isWithdrawn: Bool

        /// `place` identifies the player in the answer.
        package init(
            place: Int, side: Side, slot: Int, number: String, name: String, isWithdrawn: Bool
        ) {
            self.place = place
            self.side = side
            self.slot = slot
            self.number = number
            self.name = name
            self.isWithdrawn = isWithdrawn
        }
    }

    /// Finds withdrawn lines by slot only. The slot of a merged line finds the line that it became
    /// part of.
    ///
    /// Looks for a slot, a number, a name, then slips of one letter. Of several,
    /// `APIContext.player` takes the one of the side that this device tracks, or refuses with the
    /// candidates.
    package static func find(_ text: String, in board: Scoreboard) -> Answer<PlayerLine> {
        let lines = board.players
        return find(text, among: spellings(of: lines, isWithdrawn: \.isWithdrawn)).map { place in
            board.player(lines[place].ref) ?? lines[place]
        }
    }

    /// Finds a player who no longer takes part, by number or name; nil unless exactly one matches.
    package static func findInactive(_ text: String, in board: Scoreboard) -> PlayerLine? {
        let lines = board.players.filter {
            $0.isWithdrawn && $0.mergedInto == nil && !$0.isRetracted
        }
        let spellings = spellings(of: lines) { _ in false }
        guard case .player(let place) = find(text, among: spellings) else { return nil }
        return lines[place]
    }

    /// `spellings` are home first, by slot; withdrawn ones are found by slot only.
    package static func find(_ text: String, among spellings: [Spelling]) -> Answer<Int> {
        let query = PlainText.clean(text, max: ScorebookLimits.nameScalarsMax)
        if let (side, slot) = slot(query) {
            let named = spellings.first { $0.side == side && $0.slot == slot }
            return named.map { .player($0.place) } ?? .nobody(closest: [])
        }
        let players = spellings.filter { !$0.isWithdrawn }
        for matches in [sideAndNumber(query, players), number(query, players)]
        where !matches.isEmpty { return answer(matches) }
        for matches in names(Slug.plain(query), players) where !matches.isEmpty {
            return answer(matches)
        }
        return .nobody(closest: closest(to: Slug.plain(query), players))
    }

    private static func spellings(
        of lines: [PlayerLine], isWithdrawn: (PlayerLine) -> Bool
    ) -> [Spelling] {
        lines.enumerated().map { place, line in
            Spelling(
                place: place, side: line.side, slot: line.slot, number: line.number,
                name: line.name, isWithdrawn: isWithdrawn(line))
        }
    }

    /// A team for `home` and `away`; nil for any other text, which names a player.
    package static func subject(_ text: String) -> Subject? { Side(typed: text).map { .team($0) } }

    /// The teams that a text names: a whole name, else the beginning of a name or of a word in it,
    /// at least two characters with a letter among them. Compares bytes, ignoring case and accents.
    package static func teams(_ text: String, named names: Sides<String>) -> [Side] {
        let query = Slug.plain(PlainText.clean(text, max: ScorebookLimits.nameScalarsMax))
        guard query.count > 1, query.contains(where: \.isLetter) else { return [] }
        let named = Side.allCases.map { (side: $0, name: Slug.plain(names[$0])) }
        let whole = named.filter { $0.name.utf8.elementsEqual(query.utf8) }
        if !whole.isEmpty { return whole.map(\.side) }
        return named.filter { team in
            ([team.name] + words(team.name)).contains { $0.utf8.starts(with: query.utf8) }
        }.map(\.side)
    }

    private static func answer(_ matches: [Spelling]) -> Answer<Int> {
        matches.count == 1 ? .player(matches[0].place) : .several(matches.map(\.place))
    }

    private static func side(_ text: String) -> Side? { Side(typed: text.prefix(1)) }

    private static func slot(_ text: String) -> (Side, Int)? {
        let rest = text.dropFirst()
        guard let side = side(text), rest.first == "#", let slot = Int(rest.dropFirst()) else {
            return nil
        }
        return (side, slot)
    }

    private static func sideAndNumber(_ text: String, _ players: [Spelling]) -> [Spelling] {
        guard let side = side(text) else { return [] }
        return number(String(text.dropFirst()), players.filter { $0.side == side })
    }

    private static func number(_ text: String, _ players: [Spelling]) -> [Spelling] {
        players.filter { !text.isEmpty && $0.number.lowercased() == text.lowercased() }
    }

    /// Whole names first, then whole words, then any part of a name. The last two take two letters
    /// or more: a part that begins one name and is within another could mean either.
    private static func names(_ query: String, _ players: [Spelling]) -> [[Spelling]] {
        guard !query.isEmpty else { return [] }
        let named = players.map { (line: $0, name: Slug.plain($0.name)) }
        func matching(_ fits: (String) -> Bool) -> [Spelling] {
            named.filter { fits($0.name) }.map(\.line)
        }
        return [
            matching { $0 == query },
            isSlip(query) ? [] : matching { words($0).contains(query) },
            isSlip(query) ? [] : matching { contains($0, query) },
        ]
    }

    /// A single ASCII letter is a typing error, such as `o` for the number 0. In other scripts one
    /// character may be half a name.
    private static func isSlip(_ query: String) -> Bool {
        query.count == 1 && query.allSatisfy { $0.isASCII && $0.isLetter }
    }

    private static func digit(like letter: String) -> String? {
        switch letter {
        case "o": "0"
        case "i", "l": "1"
        default: nil
        }
    }

    private static func words(_ name: String) -> [String] {
        name.split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }

    private static func contains(_ name: String, _ part: String) -> Bool {
        Array(name).holds(Array(part))
    }

    private static func closest(to query: String, _ players: [Spelling]) -> [Int] {
        guard !query.isEmpty else { return [] }
        if isSlip(query) {
            let meant = digit(like: query).map { number($0, players) } ?? []
            let others = players.filter { contains(Slug.plain($0.name), query) }
            let places = (meant + others).map(\.place)
            return Array(places.prefix(ScorebookLimits.suggestionsMax))
        }
        let spelled = players.map { line in
            words(Slug.plain(line.name)) + [line.number, line.side.letter + line.number]
        }
        return EditDistance.closest(to: query, among: spelled).map { players[$0].place }
    }
}

extension PlayerQuery.Answer: Equatable where Line: Equatable {}

extension Array where Element: Equatable {
    /// True if the part is somewhere within.
    func holds(_ part: [Element]) -> Bool {
        part.count <= count
            && (0...(count - part.count)).contains { self[$0...].starts(with: part) }
    }
}

enum EditDistance {
    /// Levenshtein distance; compares at most `ScorebookLimits.nameScalarsMax` characters.
    static func between(_ left: String, _ right: String) -> Int {
        let left = Array(left.prefix(ScorebookLimits.nameScalarsMax))
        let right = Array(right.prefix(ScorebookLimits.nameScalarsMax))
        var row = Array(0...right.count)
        for (i, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[right.count]
    }

    /// The indices of the nearest, each by the best of its spellings, at most
    /// `ScorebookLimits.suggestionsMax`: those within a third of the length of the text.
    static func closest(to text: String, among spellings: [[String]]) -> [Int] {
        let ranked = spellings.enumerated().map { index, spellings in
            (distance: spellings.map { between($0, text) }.min() ?? .max, index: index)
        }
        return ranked.filter { $0.distance <= max(1, text.count / 3) }.sorted { $0 < $1 }
            .prefix(ScorebookLimits.suggestionsMax).map(\.index)
    }
}
