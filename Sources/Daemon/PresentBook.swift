import MoveLog
import Scorebook

/// The book with what a turn has recorded so far and that is not durable yet: for the requests whose
/// meaning depends on it. It is made when the first of them asks, and forgotten with the turn.
struct PresentBook {
    private var recorded: [EntryID] = []
    private var book: Book?
    /// How many of the recorded entries the book has.
    private var takenCount = 0

    /// Whether the turn has recorded nothing, so that the book of what is durable is the present one.
    var isPlain: Bool { recorded.isEmpty }

    /// The turn recorded entries.
    mutating func record(_ entries: [EntryID]) { recorded += entries }

    /// A game's scoreboard. Cost: the first time of a turn a copy of the game, and each entry once.
    mutating func board(of game: GameID, durable: Book, log: TableLog) -> Scoreboard? {
        var present = book ?? durable
        // Held once only, it is changed in place.
        book = nil
        for id in recorded[takenCount...] { present.insert(contentsOf: log.entries(id)) }
        takenCount = recorded.count
        let board = present.open(game)
        book = present
        return board
    }
}
