import MoveLog
import Scorebook

/// A table of many games, each of two teams of its own, with one player each.
struct NewGameStage {
    static let newGames = 64

    private let games: Book
    private let created: [GameCreated]
    private let creations: [Placed]

    init(games count: Int) {
        guard let author = AuthorID([UInt8](repeating: 1, count: 16)) else {
            preconditionFailure("16 bytes are an author")
        }
        let created = (0..<count + Self.newGames + 1).map { number in
            GameCreated(
                home: "Hawks \(number)", away: "Owls \(number)", rules: Rules(.pickup),
                lines: Side.allCases.map { RosterLine(side: $0, number: "4", name: "Ana") })
        }
        let creations = created.enumerated().map { number, created in
            let id = EntryID(author: author, sequence: UInt64(number + 1))
            let draft = created.draft
            let entry = Entry(
                id: id, lamport: id.sequence, wall: WallTime(milliseconds: 0),
                scope: draft.scope, kind: draft.kind, body: draft.body)
            return Placed(entry: entry, place: Place(lamport: entry.lamport, id: id))
        }
        var book = Book()
        book.insert(contentsOf: Array(creations.prefix(count)))
        book.foldChanged()
        games = book
        self.created = Array(created.suffix(Self.newGames + 1))
        self.creations = Array(creations.suffix(Self.newGames + 1))
    }

    /// With all games but the new ones, and held by nobody else, so that nothing is copied later.
    var book: Book {
        var book = games
        create(0..<1, in: &book)
        return book
    }

    /// One game a turn; each asks for the last rosters and the last game of its teams.
    func create(in book: inout Book) { create(1..<created.count, in: &book) }

    private func create(_ range: Range<Int>, in book: inout Book) {
        for (created, placed) in zip(created[range], creations[range]) {
            let teams = Sides(home: created.home, away: created.away)
            precondition(book.lastRoster(of: teams.home, on: .home).isEmpty)
            precondition(book.lastRoster(of: teams.away, on: .away).isEmpty)
            precondition(book.lastGame(between: teams) == nil)
            book.insert(placed)
            book.foldChanged()
        }
    }
}
