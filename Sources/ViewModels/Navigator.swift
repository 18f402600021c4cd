/// A screen of the full-screen program.
package enum Destination: Hashable, Sendable {
    case keep
    case overview
    case section(SectionKind)
    /// One row of a section, by name.
    case detail(SectionKind, name: String)
    /// The current game if the name is nil.
    case game(String?)
    case games
    /// The form for a new game.
    case creator
    case search
    /// The newest entries, of all that the non-nil values select; `player` is a slot.
    case timeline(game: String?, keeper: String?, player: String?)
    case keepers
    case playerCard
    case held
    case tracking
    case invitation
    case help
}

/// The sections of the overview, in the order shown.
package enum SectionKind: Hashable, Sendable, CaseIterable {
    case currentGame
    case otherGames
    case devices
    case heldMoves
    case warnings
}

/// Opens screens for a view model, which then knows no other screen.
package protocol Navigator: AnyObject {
    /// Brings a screen to the front. A repeated call within half a second has no effect.
    func show(_ destination: Destination)
}

/// The actions that texts of the view models name.
package enum NamedAction: Hashable, Sendable {
    case yes
    case newGame
    case held
    case games
    case takeOver
    case endGame
    case sign
    case void
    case fix
}

/// The names that a view gives to actions: those of its keys, buttons or commands.
package typealias ActionNames = (NamedAction) -> String

/// A side of the game, as views name it.
package enum DeskSide: String, Hashable, Sendable {
    case home
    case away

    package var other: DeskSide { self == .home ? .away : .home }
}
