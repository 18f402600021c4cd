extension RosterPlayer {
    /// Reads a player as written on paper: `4 Ana Berg`, `00 Bo`, or a name alone. A first word
    /// of one to three digits is the number. Nil when no name is left.
    package init?(paper text: some StringProtocol) {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return nil }
        let isNumber = first.utf8.count <= 3 && first.utf8.allSatisfy { (48...57).contains($0) }
        let name = words.dropFirst(isNumber ? 1 : 0).joined(separator: " ")
        guard !name.isEmpty else { return nil }
        self.init(number: isNumber ? String(first) : nil, name: name)
    }
}

/// The rosters of both sides as written on paper.
package struct PaperRoster: Hashable, Sendable {
    /// The home players in the order of their slots.
    package var home: [RosterPlayer] = []
    /// The away players in the order of their slots.
    package var away: [RosterPlayer] = []

    /// Reads the players of one side from a list: `4 Ana, 7 Bo`. Empty items are skipped; a number
    /// without a name throws with the item's place as its line.
    package static func list(_ text: String) throws(DocumentsError) -> [RosterPlayer] {
        var lines: [RosterPlayer] = []
        for (index, item) in text.split(separator: ",").enumerated()
        where !item.allSatisfy(\.isWhitespace) {
            guard let line = RosterPlayer(paper: item), lines.count < Limits.rosterMax else {
                throw .malformedRoster(line: index + 1, text: excerpt(item))
            }
            lines.append(line)
        }
        return lines
    }

    /// Reads a file of lines `home 4 Ana Berg`; empty lines and lines that begin with `#` are
    /// skipped. Throws at the first line that is neither, or that is too many for a side.
    package init(file text: String) throws(DocumentsError) {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            let side = SideName(rawValue: first.lowercased())
            guard let side, words.count == 2, let player = RosterPlayer(paper: words[1]),
                max(home.count, away.count) < Limits.rosterMax
            else { throw .malformedRoster(line: index + 1, text: Self.excerpt(line)) }
            switch side {
            case .home: home.append(player)
            case .away: away.append(player)
            }
        }
    }

    private static func excerpt(_ text: some StringProtocol) -> String { String(text.prefix(60)) }
}
