/// The bounds of this module, each with its reason. What is past a bound is a handled error.
package enum Limits {
    /// Games that are kept read and folded: an evening's, at about a kilobyte an entry.
    static let openGamesMax = 8
    /// Unicode scalars of a name: one line of a terminal holds it.
    package static let nameScalarsMax = 64
    /// UTF-8 bytes of a name: every name of `nameScalarsMax` scalars fits.
    package static let nameBytesMax = 256
    /// Bytes of a text that may be a word of ours, or the name of a device, a game or an entry: twice the
    /// longest, which two teams of `nameScalarsMax` letters give a game.
    static let wordBytesMax = 512
    /// Unicode scalars of a jersey number: `00`, and room for a club's oddity.
    package static let numberScalarsMax = 4
    /// UTF-8 bytes of a jersey number.
    package static let numberBytesMax = 16
    /// Unicode scalars of a note: a paragraph.
    package static let noteScalarsMax = 500
    /// UTF-8 bytes of a note.
    package static let noteBytesMax = 2000
    /// Unicode scalars of a move's type or raw text: a league's own words, short.
    package static let moveTextScalarsMax = 128
    /// UTF-8 bytes of a move's type or raw text.
    package static let moveTextBytesMax = 512
    /// Roster lines of one entry: two squads of fifteen, four times over.
    package static let rosterLinesMax = 128
    /// Roster lines of one game, with all that was added late; later ones have no slot.
    package static let gameRosterLinesMax = 1024
    /// Subjects of one claim, and players of one line-up: a whole roster.
    package static let subjectsMax = 128
    /// Number of a period: a game with 95 overtimes.
    package static let periodMax = 99
    /// A reading of the game clock: a day of play.
    package static let elapsedMax = Duration.seconds(86_400)
    /// Points of one move.
    package static let movePointsMax = 20
    /// A value of a rule that counts points, players, fouls or periods.
    package static let ruleCountMax = 10_000
    /// Points of a side in a sign-off: a game has a few thousand moves at most.
    package static let scoreMax = 1_000_000
    /// Authors of a cut: as many as fit an entry, several times over what a table has.
    package static let cutAuthorsMax = 1024
    /// Combining marks on one letter: more is only there to overrun the line.
    package static let combiningMarksMax = 3
    /// Entries that one ID names: the branches of a fork, and as many copies from elsewhere. What is
    /// later in order than these is named by nobody, so that many copies of one origin, each
    /// withdrawn many times, cost no more than their number.
    package static let namesakesMax = 32
    /// Between two keepers' readings of the game clock, or their wall times, of one basket: one notes
    /// it at once, the other after the whistle. In 40 real games one of 1,811 baskets is as near to
    /// another of the same player and kind.
    package static let copyWindow = Duration.seconds(10)
    /// The same between a keeper who was away and the one who covered: nobody corrected the clock of the one who
    /// was away, so twice as much. In 20 real games 12 of 823 two-pointers are as near to another of the player,
    /// but 41 within 30 seconds; and one is held only where each of both keepers missed one of the two.
    static let absenceWindow = Duration.seconds(20)
    /// Moves that a suspected duplicate is compared with, the nearest first: more than a player can do
    /// within the window, so that a flood of moves costs no more than their number.
    package static let copyCandidatesMax = 32
    /// Games, the newest, that are folded at the end of each turn in which they changed, and among which
    /// the current game is sought: two days of a tournament. Older ones wait until somebody asks.
    package static let freshGamesMax = 64
    /// Authors that are found by comparing them one by one, several times what a game has.
    static let authorsAtHandMax = 16
    /// Names that an unsuccessful search for a player suggests.
    package static let suggestionsMax = 3
}
