/// What bounds a screen.
package enum Limits {
    // MARK: What is typed

    /// What is typed for a player card counts when it has stood for this long: between two keys of a
    /// slow typist.
    package static let typingInterval: Duration = .milliseconds(300)
    /// How long what is typed stands before it is searched for: longer than between two letters of a
    /// word, shorter than a wait.
    static let searchInterval: Duration = .milliseconds(200)
    /// How long a form stands before it is judged: long enough not to call half a name wrong, short
    /// enough to seem at once.
    static let judgingInterval: Duration = .milliseconds(250)
    /// Digits of a jersey's number, or of a roster line's.
    static let numberDigitsMax = 4
    /// Characters of a typed player: names are cut to 64.
    static let playerQueryMax = 64
    /// Characters of a typed team: more than the book takes, so that a longer name is seen to be too
    /// long.
    static let teamCharactersMax = 80
    /// Characters of a typed roster: a whole squad with long names, many times what a line shows.
    static let rosterCharactersMax = 2000
    /// Characters of a typed number of a form.
    static let valueCharactersMax = 8
    /// Characters of a note: as many as one can have.
    static let noteCharactersMax = 500
    /// Scalars of a typed character, or one could grow without end: the longest of today's emoji have
    /// ten.
    static let characterScalarsMax = 16
    /// A file `keys` that gives every action a key by its longest word takes a tenth of this.
    static let keysFileBytesMax = 16_384
    /// Bytes of a word in it: twice the longest action with its hyphens.
    static let keyWordBytesMax = 64

    // MARK: Keys that repeat

    /// A letter that comes again within this time of its last sight is a key held down: keyboards
    /// repeat every 20 to 50 ms, and nobody records the same for the same player this fast.
    static let repeatInterval: Duration = .milliseconds(300)
    /// The same for a key that records without a number: keyboards repeat first after 250 to 660 ms.
    static let repeatIntervalAlone: Duration = .milliseconds(700)
    /// Whoever opens the same screen twice within this time pressed a key twice and means once.
    static let openInterval: Duration = .milliseconds(500)

    // MARK: What is shown

    /// How long a screen without anybody before it says that a key means nothing.
    static let noticeTime: Duration = .seconds(4)
    /// Rows of a section that the home shows: five sections of them fit a terminal of 24 rows.
    static let sectionRowsMax = 3
    /// The latest entries of a chosen result: a screen of them.
    static let latestEntriesMax = 30
    /// Newest moves on a player's card: a screen of them.
    static let playerMovesMax = 20
    /// Entries of a page of a timeline: what a large screen shows, twice.
    static let timelinePage = 100
    /// Rows of a timeline that are held: many times a long game; what is older is in `scored log`.
    static let timelineRowsMax = 5000
    /// The final score of a game stays on a scoreboard so long while another game waits: time enough to
    /// look up after the cheering.
    static let finalInterval = Duration.seconds(120)
    /// Lines of a desk: more than the highest terminal shows.
    package static let keepLinesMax = 60
    /// Moves that a desk follows; older ones are forgotten: more than a keeper remembers.
    package static let sentMovesMax = 32
    /// Screens behind the present one: enough for every destination once, and a memory for nothing.
    static let screensMax = 32

    // MARK: What is asked

    /// Names that the daemon takes in one question.
    static let namesOfAQuestionMax = 64
    /// Between two looks at how many devices have the newest entries: a person sees that they spread,
    /// and the daemon is not asked for each device.
    static let copiesInterval: Duration = .milliseconds(250)
    /// Entries among which the latest basket is looked for: there is one among so many but in the
    /// first minutes of a game.
    static let basketEntriesMax = 60
}
