package import MoveLog

/// The part of a scoreboard that lists of games show. A whole scoreboard takes a kilobyte for each
/// entry and player.
package struct GameOutline: Equatable, Sendable {
    package let score: Sides<Int>
    /// Live moves.
    package let moveCount: Int
    /// Those without an answer.
    package let questionCount: Int
    package let state: GameState
    /// As `Scoreboard.ending`.
    package let ending: GameState
    package let forfeit: Forfeit?
    /// A keeper's words; nil unless abandoned.
    package let abandonReason: String?
    /// Of the teams.
    package let names: Sides<String>
    /// The game in which the entries of this one are folded.
    package let unitedInto: GameID?
    let hasPlayers: Sides<Bool>
    /// Devices that ever had a claim, in order of their keys.
    package let claimants: [PublicKey]
    package let keepers: [PublicKey]
    /// Once the game is over, the keepers who have not signed; empty until then.
    package let unsigned: [PublicKey]

    package init(_ board: Scoreboard) {
        score = board.score
        state = board.state
        ending = board.ending
        forfeit = board.forfeit
        abandonReason = board.abandonReason
        unitedInto = board.links?.unitedInto
        moveCount = board.moveCount
        questionCount = board.questions.count
        claimants = board.claimants
        keepers = board.keepers
        unsigned = board.state.isOver ? board.unsigned : []
        names = Sides(home: board.teams.home.name, away: board.teams.away.name)
        hasPlayers = Sides(
            home: board.teams.home.players.contains { !$0.isWithdrawn },
            away: board.teams.away.players.contains { !$0.isWithdrawn })
    }
}

/// The part of the table's log in which the entries of a game stand: enough to know which boards an
/// answer about all games needs.
package struct GameExtent: Equatable, Sendable {
    /// The entries of one author in the game.
    package struct Author: Equatable, Sendable {
        package let id: AuthorID
        package fileprivate(set) var count = 0
        /// From the lowest to the highest; others may belong to other games.
        package fileprivate(set) var sequences: ClosedRange<UInt64>
        /// True if one is of a forked branch, whose sequences are not unique.
        package fileprivate(set) var isForked = false

        /// False if the entry is not of this author in this game.
        package func mayHave(_ entry: EntryID) -> Bool {
            entry.author == id && sequences.contains(entry.sequence)
        }
    }

    /// Of all entries, the creation included.
    package let lamports: ClosedRange<UInt64>
    /// In order of first use.
    package let authors: [Author]

    /// Cost: a look at each row.
    package init(_ board: Scoreboard) {
        let entries = board.timeline.entries
        var lamports: ClosedRange<UInt64>?
        var authors: [Author?] = Array(repeating: nil, count: entries.authors.count)
        for row in entries.rows {
            lamports = Self.widened(lamports, to: row.lamport)
            let number = Int(row.author)
            let sequences = Self.widened(authors[number]?.sequences, to: row.sequence)
            var author =
                authors[number] ?? Author(id: entries.authors[row.author], sequences: sequences)
            author.count += 1
            author.sequences = sequences
            if entries.aside(row)?.branch != nil { author.isForked = true }
            authors[number] = author
        }
        self.lamports = lamports ?? 0...0
        self.authors = authors.compactMap(\.self)
    }

    private static func widened(
        _ range: ClosedRange<UInt64>?, to value: UInt64
    ) -> ClosedRange<UInt64> {
        guard let range else { return value...value }
        return min(range.lowerBound, value)...max(range.upperBound, value)
    }
}
