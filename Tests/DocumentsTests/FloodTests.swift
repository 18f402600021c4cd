import Documents
import MoveLog
import Scorebook
import Testing

/// A member that floods a game with corrections of one basket makes no document take long.
@Suite(.timeLimit(.minutes(1))) struct FloodTests {
    private static let count = 8000

    private struct Flood {
        var game: PaperGame
        let basket: EntryID

        init() throws {
            game = try PaperGame(
                GameCreated(home: "A", away: "B", rules: Rules(.pickup), lines: []))
            basket = try game.record(Move(.twoPoints, by: .team(.home), period: 1))
        }

        /// The game's documents; demands that they come soon.
        func documents() throws -> (GameDocument, LogDocument) {
            let (board, projection) = try game.shown()
            var documents: (GameDocument, LogDocument)?
            let time = ContinuousClock().measure {
                documents = (
                    projection.game(board, reading: nil, isCurrent: true), projection.log(board)
                )
            }
            // It takes half a second; where each name is sought among all entries, a quarter of a
            // minute on a machine that does nothing else.
            #expect(time < .seconds(8), "\(time)")
            return try #require(documents)
        }
    }

    @Test func thousandsOfFixesOfOneBasket() throws {
        var flood = try Flood()
        for number in 0..<Self.count {
            let kind = [MoveKind.threePoints, .onePoint][number % 2]
            let move = Move(kind, by: .team(.home), period: 1)
            try flood.game.record(Fix(target: flood.basket, move: move))
        }
        let (game, log) = try flood.documents()
        #expect(game.home.score == 1)
        #expect(log.entries[1].fixes?.count == Self.count)
    }

    @Test func thousandsOfVoidsOfOneBasket() throws {
        var flood = try Flood()
        for _ in 0..<Self.count {
            try flood.game.record(VoidEntry(target: flood.basket))
        }
        let (game, log) = try flood.documents()
        #expect(game.home.score == 0)
        #expect(log.entries[1].because?.hasSuffix("and 7996 more") == true)
    }
}
