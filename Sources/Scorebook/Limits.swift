/// The bounds of this module, each with its reason. Exceeding one is a handled error.
package enum ScorebookLimits {
    /// Games whose folds are kept: an evening's, at about a kilobyte an entry.
    static let openGamesMax = 8
    /// Bytes of the texts that are kept of a closed game, for searches: two rosters and some notes.
    static let gameTextBytesMax = 4096
    /// Entries that `Book.foldSome` folds at a call: those of a game, some milliseconds.
    static let entriesOfAFoldMax = 512
    /// Unicode scalars of a name: one line of a terminal.
    package static let nameScalarsMax = 64
    /// UTF-8 bytes of a name: every name of `nameScalarsMax` scalars fits.
    package static let nameBytesMax = 256
    /// Bytes of a typed word, or of the name of a device, a game or an entry: twice the longest,
    /// which two teams with names of `nameScalarsMax` letters give a game.
    static let wordBytesMax = 512
    /// Unicode scalars of a jersey number: `00`, with room to spare.
    package static let numberScalarsMax = 4
    /// Bytes of the same: four a scalar.
    package static let numberBytesMax = 16
    /// Unicode scalars of a note: a paragraph.
    package static let noteScalarsMax = 500
    /// Bytes of the same: four a scalar.
    package static let noteBytesMax = 2000
    /// Unicode scalars of a move's type or raw text: short codes of a league.
    package static let moveTextScalarsMax = 128
    /// Bytes of the same: four a scalar.
    package static let moveTextBytesMax = 512
    /// Roster lines of one entry: two squads of fifteen, four times over.
    package static let rosterLinesMax = 128
    /// Roster lines of one game, late additions included; further lines get no slot.
    package static let gameRosterLinesMax = 1024
    /// Games united into one, directly or not: a table creates a game twice or three times.
    static let unitedGamesMax = 64
    /// Subjects of one claim, and players of one line-up: a whole roster.
    package static let subjectsMax = 128
    /// A game with 95 overtimes.
    package static let periodMax = 99
    /// A reading of the game clock: a day of play.
    package static let elapsedMax = Duration.seconds(86_400)
    /// Points of one move: more than any rules give, and a slip of a digit is refused.
    package static let movePointsMax = 20
    /// Free throws that one foul gives.
    package static let throwsMax = 3
    /// Value of a rule that counts points, players or fouls.
    package static let ruleCountMax = 10_000
    /// Points of a side in a sign-off: a game has a few thousand moves at most.
    package static let scoreMax = 1_000_000
    /// Authors of a cut: as many as fit an entry, several times what a table has.
    package static let cutAuthorsMax = 1024
    /// Combining marks on one letter: more only serve to overrun the line.
    package static let combiningMarksMax = 3
    /// Entries found under one ID: the branches of a fork, and as many copies. References do not
    /// reach those later in order, so that many copies of one origin, each withdrawn many times,
    /// cost no more than their number.
    package static let namesakesMax = 32
    /// Difference between two keepers' readings of the game clock, or their wall times, for one
    /// basket: one records at once, the other after the whistle. In 40 real games one of 1,811
    /// baskets is that near to another of the same player and kind.
    package static let copyWindow = Duration.seconds(10)
    /// The extent of an event: as far as readings of one basket lie apart if a keeper enters late,
    /// or was away and had a game clock that nobody corrected. In 20 real games 15 of 1,163 field
    /// goals of a player are that near to another of the kind.
    package static let eventWindow = Duration.seconds(20)
    /// Difference between a made and a missed shot of one player that are pointed out.
    static let missWindow = Duration.seconds(3)
    /// Moves with which a move is compared, those that follow it in time: more than a player can do
    /// within the window, so that a flood of moves costs no more than their number.
    package static let copyCandidatesMax = 32
    /// Moves that a single appended move is compared with; with more, all are compared again.
    static let neighboursMax = 16
    /// Fixes that a fix names as its bases: one of each of several keepers, several times over.
    package static let basesMax = 16
    /// A stated error of a difference between wall clocks, as of an offset of `clocks.md`.
    package static let wallErrorMax = Duration.seconds(60)
    /// The error up to which such a statement is used: a fifth of `copyWindow`.
    package static let wallErrorUsedMax = Duration.seconds(2)
    /// The error up to which a device makes one: it grows with what moves add.
    package static let wallErrorStatedMax = Duration.seconds(1)
    /// The change of a difference that is stated again: small beside `copyWindow`.
    package static let wallShift = Duration.seconds(1)
    /// Statements of one author about one device in a game: more than anybody sets a clock, so that
    /// a device that lies about its clock costs others no entry for each of their moves.
    package static let wallStatementsMax = 64
    /// Newest games that are folded at the end of a turn in which they changed, and among which the
    /// current game is sought: two days of a tournament.
    package static let freshGamesMax = 64
    /// Authors found by linear search: several times what a game has.
    static let authorsAtHandMax = 16
    /// Players or words suggested after an unsuccessful search.
    package static let suggestionsMax = 3
}
