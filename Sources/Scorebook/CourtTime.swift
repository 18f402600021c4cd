/// Time on the court and plus-minus of each player: MIN and +/-.
///
/// Read from substitutions and line-ups alone, in order of play (`PlayTimes`). Several keepers
/// record at once, so all moves at one reading of the game clock are taken together: first the
/// points, then the substitutions, where a player who both comes in and goes out stays as before,
/// then a line-up, which names all players on the court from now on. The rules decide who is
/// credited with points at that reading. In the NBA it is the players who were there before, since
/// substitutions come between a foul and its free throws; elsewhere table order decides. If one
/// author recorded a whole period, table order is the order of play. It is also all there is in a
/// period without a game clock, and before the clock first starts.
///
/// A period begins with the players of a side who act on the court, or go out, before they come in.
/// Missing players are taken from the end of the previous period, or in the first period from the
/// first line-up, and only if that leaves no choice. Coming in twice counts once. An act of a
/// player who sits, by the substitutions, changes nothing: sources' clocks differ by a second.
///
/// A side is known only if it has its full number of players at every time and basket: the number
/// in all its line-ups, else that of the rules. Otherwise no time of the side is given: a guess
/// would look like a fact.
package struct CourtTime: Equatable, Sendable {
    package struct Stint: Equatable, Sendable {
        /// Milliseconds of game clock on the court.
        package var played: Int64 = 0
        /// Points of the player's side less those of the other while on the court.
        package var plusMinus = 0
        /// True if on the court after the last recorded move.
        package var isOnCourt = false
    }

    package enum Doubt: Equatable, Sendable {
        /// The side has neither a substitution nor a line-up.
        case notRecorded
        /// The recorded number of players on the court at that time is not the full number.
        case count(Int, period: Int, elapsed: Int64)
    }

    package enum Outcome: Equatable, Sendable {
        /// By roster index, one less than the slot. `hasTime` is false if no keeper read a game
        /// clock.
        case known([Stint], hasTime: Bool)
        case unknown(Doubt)
    }

    package let sides: Sides<Outcome>

    package init(_ board: Scoreboard) {
        guard let game = CourtGame(board) else {
            sides = Sides(home: .unknown(.notRecorded), away: .unknown(.notRecorded))
            return
        }
        sides = Sides(
            home: CourtReading(.home, game).outcome(), away: CourtReading(.away, game).outcome())
    }
}
