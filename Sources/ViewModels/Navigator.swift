/// Where a person can go in the full-screen program.
package enum Destination: Hashable, Sendable {
    /// To score.
    case keep
    /// The table's sections.
    case overview
    /// All of one section.
    case section(SectionKind)
    /// All of one row of a section, by the row's name.
    case detail(SectionKind, name: String)
    /// One game as it stands; the current one without a name.
    case game(String?)
    /// All games.
    case games
    /// A new game.
    case creator
    /// Games, players and moves by a word.
    case search
    /// The newest entries: of a game, of a keeper, of a player by slot, or of all for nil.
    case timeline(game: String?, keeper: String?, player: String?)
    /// Whose entries there are.
    case keepers
    /// One player's numbers while one types.
    case playerCard
    /// The moves that wait for an answer.
    case held
    /// Whom this device tracks, and whose players can be taken over.
    case tracking
    /// A code for another device.
    case invitation
    /// The keys.
    case help
}

/// The sections of the table's home, in the order shown.
package enum SectionKind: Hashable, Sendable, CaseIterable {
    case currentGame
    case otherGames
    case devices
    case heldMoves
    case warnings
}

/// Goes where a view model wants; injected, so that a view model knows no other screen.
package protocol Navigator: AnyObject {
    /// Shows another screen in front of the present one. Asked twice within half a second it goes
    /// once.
    func show(_ destination: Destination)
    /// Returns to the screen before; from the first one nowhere.
    func back()
    /// Ends the program's screens.
    func quit()
}

/// A screen's view model as the keys reach it.
package protocol ScreenViewModel: AnyObject {
    /// Takes a key; false if the key means nothing on this screen: it is then asked of the program
    /// around it (`q` and Escape go back, `?` helps), or said to be unknown.
    func press(_ key: Key) -> Bool
}
