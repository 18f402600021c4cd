import Documents
import Foundation
import Scorebook
import Seeds
import Terminal
import Testing

/// Whole games of a volunteer at the keep screen, over the real core.
@Suite struct VolunteerTests {
    private static let rules = ["pickup", "fiba", "3x3", "fiba", "nba"]

    /// Another keeper is at the table in every third game.
    private static func volunteer(_ seed: UInt64) throws -> Volunteer {
        let rules = rules[Int(seed % UInt64(rules.count))]
        let desk = try VolunteerDesk(rules: rules, isShared: seed % 3 == 2)
        return Volunteer(desk, rules: rules, seed: seed)
    }

    /// One game alone with `SCORED_VOLUNTEER=17`.
    private static let games: [UInt64] = {
        let one = ProcessInfo.processInfo.environment["SCORED_VOLUNTEER"].flatMap { UInt64($0) }
        return one.map { [$0] } ?? Array(seeds(100))
    }()

    /// The screen tells every move that the log holds, and none that it does not; no key of a move
    /// is without a word, and nothing that is not recorded leaves unasked.
    @Test(.timeLimit(.minutes(5)), arguments: games)
    func theLogHoldsWhatTheScreenSaid(seed: UInt64) throws {
        var volunteer = try Self.volunteer(seed)
        let desk = volunteer.desk
        do {
            try volunteer.play(moves: 60)
            try desk.check()
            #expect(desk.book.moves.count > 25 && !desk.isFinished)
        } catch let unsaid as Unsaid {
            Issue.record("seed \(seed): \(unsaid.text)\n\(desk.report)")
        }
    }

    /// An undo and a move behind the screen's back: the comparison with the log finds both.
    @Test func whatTheScreenDidNotSayIsFound() throws {
        var volunteer = try Self.volunteer(0)
        let desk = volunteer.desk
        try volunteer.play(moves: 6)
        try desk.check()
        func compare() throws {
            let score = try desk.mia.board().score
            try desk.book.check(desk.mia.log(), home: score.home, away: score.away)
        }
        try desk.mia.record(.undo, UndoRequest())
        #expect(throws: Unsaid.self) { try compare() }
        try desk.mia.record(.redo, UndoRequest())
        try compare()
        try desk.mia.move("h4", "foul")
        #expect(throws: Unsaid.self) { try compare() }
    }

    // MARK: The book

    private static func sight(
        _ score: String, _ lines: String..., notes: String = "", message: String = ""
    ) -> KeepSight {
        var canvas = Canvas(columns: 100, rows: 15)
        canvas.write("Hawks \(score) Owls", row: 0)
        canvas.write(notes, row: 2)
        for (row, line) in lines.enumerated() { canvas.write(line, row: 4 + row) }
        canvas.write("Hawks ❯", row: 12)
        canvas.write(message, row: 13)
        return KeepSight(canvas)
    }

    private static let basket = "  4 Ana two points  2:0  mia.4  recorded"

    @Test func theBookFollowsFixesAndUndoneMoves() throws {
        var book = VolunteerBook()
        let seen = [
            (Self.sight("2 : 0", Self.basket), [2, 0]),
            (
                Self.sight(
                    "0 : 3", "  9 Flo three points (was 4 Ana two points)  0:3  mia.4  recorded",
                    "  fixes 4 Ana two points (mia.4): 9 Flo three points  mia.5  recorded"),
                [0, 3]
            ),
            (
                Self.sight(
                    "2 : 0", Self.basket,
                    "  undoes the fix to 9 Flo three points (mia.5)  mia.6  recorded"), [2, 0]
            ),
            (
                Self.sight(
                    "0 : 0", "  4 Ana two points  mia.4  voided by mia.7",
                    "  undoes 4 Ana two points (mia.4)  mia.7  recorded"), [0, 0]
            ),
            (
                Self.sight(
                    "2 : 0", Self.basket, "  redoes 4 Ana two points (mia.4)  mia.8  recorded"),
                [2, 0]
            ),
        ]
        for (sight, score) in seen {
            try book.read(sight, after: nil, on: sight)
            try book.check(sight)
            #expect(book.score == score)
        }
        #expect(book.moves == ["mia.4"])
        #expect(book.move("mia.4") == VolunteerBook.Move(player: "h#1", kind: "twoPoints"))
    }

    @Test(arguments: [
        sight("3 : 0", basket),
        sight("2 : 0", "  4 Ana two points  mia.4  voided by mia.5"),
        sight("2 : 0", "  4 Ana foul  mia.4  recorded"),
        sight("2 : 0", basket, "  4 Ana foul  recorded"),
        sight("2 : 0", basket, notes: "1 move NOT recorded: pick the line"),
    ])
    func whatTheScreenDidNotSayBeforeIsFound(later: KeepSight) throws {
        var book = VolunteerBook()
        let first = Self.sight("2 : 0", Self.basket)
        try book.read(first, after: nil, on: first)
        #expect(throws: Unsaid.self) { try book.check(later) }
    }

    @Test func aRedLineThatLeavesUnaskedIsFound() throws {
        var book = VolunteerBook()
        let line = "> 4 Ana foul  NOT recorded"
        let red = Self.sight("0 : 0", line, notes: "1 move NOT recorded: pick the line")
        let gone = Self.sight("0 : 0", message: "dropped: 4 Ana foul")
        try book.read(red, after: .character("k"), on: gone)
        #expect(book.refused == 1)
        #expect(throws: Unsaid.self) { try book.read(gone, after: .character("k"), on: red) }
        #expect(throws: Unsaid.self) { try book.read(gone, after: .character("x"), on: gone) }
        try book.read(gone, after: .character("x"), on: red)
        #expect(book.refused == 0)
    }
}
