/// A screen of the full-screen program.
///
/// To add one: its view model, which names it in an extension; in `Terminal` a file with its keys and
/// its view, and its row in `KeyAction`. Only a screen of which there are several, as of each game,
/// has a case here and in `ScreenStack`.
package enum Destination: Hashable, Sendable {
    /// A screen that exists once.
    case named(String)
    case section(SectionKind)
    /// One row of a section, by name.
    case detail(SectionKind, name: String)
    /// The current game if the name is nil.
    case game(String?)
    /// The newest entries, of all that the non-nil values select; `player` is a slot.
    case timeline(GameScope = .current, keeper: String? = nil, player: String? = nil)
    /// The keepers, with their entries of these games.
    case keepers(GameScope = .current)
}

/// The games whose entries are meant.
package enum GameScope: Hashable, Sendable {
    /// The current game of this device, also when another one becomes it.
    case current
    /// The game of this name.
    case game(String)
    case all

    /// The current game if the name is nil.
    package init(_ name: String?) { self = name.map(Self.game) ?? .current }

    /// Nil for the current game and for all.
    package var name: String? {
        if case .game(let name) = self { name } else { nil }
    }
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
    /// Whatever a keeper does; the name is a plural.
    case anything
    /// Takes what is picked: opens it, claims it, tries again.
    case choose
    case yes
    case no
    /// Says that two things happened, not one.
    case both
    /// Picks a line of the log.
    case pick
    case newGame
    case held
    case games
    case takeOver
    case nextPeriod
    case endGame
    case sign
    case void
    case fix
    /// Asks for another code of invitation.
    case newCode
    case newerGame
}

/// The names that a view gives to actions.
package typealias ActionNames = (NamedAction) -> String

/// An action that a person takes on another screen or by a command, with its object. Each view says
/// in its own words how.
package enum Remedy: Hashable, Sendable {
    /// Create the first game, or else join a table that has one.
    case createGame(orJoin: Bool)
    case listGames
    /// Add the first players of a game.
    case addPlayers
    case leaveTable
    /// Remove the device of this name; nil if there are several.
    case removeDevice(String?)
}

/// A text for people that may end in a remedy.
package struct Advice: Hashable, Sendable {
    /// Empty for none.
    package let words: String
    package let remedy: Remedy?

    package init(_ words: String = "", _ remedy: Remedy? = nil) {
        self.words = words
        self.remedy = remedy
    }

    package var isEmpty: Bool { words.isEmpty }
}

/// A side of the game, as views name it.
package enum DeskSide: String, Hashable, Sendable {
    case home
    case away

    package var other: DeskSide { self == .home ? .away : .home }
}
