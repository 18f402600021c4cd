package enum ViewModelsLimits {
    // MARK: Input

    /// Input for a player card counts after this time without a change: longer than between two
    /// letters of a slow writer.
    package static let typingInterval: Duration = .milliseconds(300)
    /// A search starts after this time without a change: longer than between two letters of a word,
    /// shorter than a noticeable wait.
    static let searchInterval: Duration = .milliseconds(200)
    /// A form is validated after this time without a change: long enough not to reject half a name,
    /// short enough to seem immediate.
    static let judgingInterval: Duration = .milliseconds(250)
    /// Characters of a written team: more than the book accepts, so that the keeper sees that a
    /// name is too long.
    static let teamCharactersMax = 80
    /// Characters of a written roster: a whole squad with long names.
    static let rosterCharactersMax = 2000
    /// Characters of a written number.
    static let valueCharactersMax = 8

    // MARK: Repeated requests

    /// Ignore a repeated request for the same screen within this interval.
    package static let openInterval: Duration = .milliseconds(500)

    // MARK: Output

    /// Rows of a section in the overview: five such sections fit a screen of 24 rows.
    static let sectionRowsMax = 3
    /// Entries known to be shown, twice over: more than a window has, and those of the games between
    /// which a screen goes back and forth.
    static let shownEntriesMax = 8192
    /// The latest entries of a search result: one screen.
    static let latestEntriesMax = 30
    /// The newest moves on a player card: one screen.
    static let playerMovesMax = 20
    /// Entries in a page of a timeline: twice what a large screen shows.
    static let timelinePage = 100
    /// Rows that a timeline holds: many times a long game. Older entries are in the log.
    package static let timelineRowsMax = 5000
    /// The time for which a final score stays on a scoreboard while another game waits: enough to
    /// look up after the cheering.
    static let finalInterval = Duration.seconds(120)
    /// Lines on the keep screen: more than any screen shows.
    package static let keepLinesMax = 60
    /// Moves that the keep screen follows: more than a keeper remembers.
    package static let sentMovesMax = 32

    // MARK: Questions

    /// Entries searched for the latest basket: one is among them except in the first minutes of a
    /// game.
    static let basketEntriesMax = 60
}
