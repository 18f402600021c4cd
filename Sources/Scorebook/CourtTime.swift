/// Time on the court and plus-minus of each player: MIN and +/-.
///
/// Read from substitutions and line-ups alone, in the game's own time (`GameTime`). Keepers record
/// apart, so what happens at one reading of the game clock is taken together: first everything that is
/// scored, then the substitutions, where a player who comes in and goes out stays what he was; then a
/// line-up, which names everybody who is there from now on. The competition says for which players
/// a score at that reading counts: in the NBA for those who were there before, since players are
/// exchanged between a foul and its free throws; elsewhere for those who are there in the order of
/// the table. Where one author recorded a whole period, that order is the order of play. In a
/// period without a game clock the order of the table is all there is. The same holds before the
/// game clock first starts: what is recorded then is at the beginning.
///
/// A period begins with those of a side who do something on the court, or go out, before they come
/// in; whoever is missing then is taken from those who ended the period before, or in the first
/// period from the first line-up, and only where no choice is left. Coming in twice is once. Who acts
/// while the substitutions say that he sits changes nothing: clocks of sources are a second apart.
///
/// A side is known only if it has as many players as it should at every time and basket: as many as
/// all its line-ups name, else as the rules say. Else nothing of it is known; a guess would look like
/// a fact.
package struct CourtTime: Equatable, Sendable {
    /// The time and plus-minus of one player.
    package struct Stint: Equatable, Sendable {
        /// Milliseconds of game clock on the court.
        package var played: Int64 = 0
        /// Points of the own side less those of the other while on the court.
        package var plusMinus = 0
        /// True if on the court after everything that was recorded.
        package var isOnCourt = false
    }

    /// Why nothing is known of a side.
    package enum Doubt: Equatable, Sendable {
        /// It has neither a substitution nor a line-up.
        case notRecorded
        /// So many players were on the court then, by what was recorded.
        case count(Int, period: Int, elapsed: Int64)
    }

    /// The result for a side.
    package enum Outcome: Equatable, Sendable {
        /// By index of the roster: as the slot, less one. No time at all when nobody read a clock.
        case known([Stint], hasTime: Bool)
        case unknown(Doubt)
    }

    /// By side.
    package let sides: Sides<Outcome>

    /// Reads a finished board.
    package init(_ board: Scoreboard) {
        guard let game = CourtGame(board) else {
            sides = Sides(home: .unknown(.notRecorded), away: .unknown(.notRecorded))
            return
        }
        sides = Sides(
            home: CourtReading(.home, game).outcome(), away: CourtReading(.away, game).outcome())
    }
}
