package import ViewModels

/// An action of a key. The raw value is its word in the file `keys`. The key of an action means
/// nothing else on any screen, except that it types where text is typed.
///
/// A row with a screen of its own is all that the screen needs to be reached.
package enum KeyAction: String, Hashable, Sendable, CaseIterable {
    // Kinds of move, after a number.
    case onePoint
    case twoPoints
    case threePoints
    case freeThrow
    case assist
    case rebound
    case offensiveRebound
    case defensiveRebound
    case foul
    case technicalFoul
    case steal
    case block
    case turnover
    case miss
    case missedThree
    case missedFreeThrow
    // Player and points.
    case timeout
    case team
    case slot
    case points
    // The game.
    case clock
    case undo
    case redo
    case void
    case fix
    case yes
    case no
    case both
    case note
    case mend
    case nextPeriod
    case endGame
    case sign
    // Other screens, in the order in which people learn them.
    case help
    case quit
    case overview = "home"
    case newGame
    case invite
    case takeOver
    case held
    case games
    case timeline
    case keepers
    case search
    case playerCard
    // Lists and pages.
    case makeCurrent
    case refresh
    case all
    case alone

    /// The key unless the file `keys` changes it.
    package var usualKey: Key { .character(row.key) }

    /// A short description for the help.
    package var text: String { row.text }

    /// The kind of move as the command line spells it; nil for other actions.
    package var kind: String? { if case .kind(let kind) = row.role { kind } else { nil } }

    /// The screen that the action opens; nil for other actions.
    package var destination: Destination? {
        if case .way(let destination, _) = row.role { destination } else { nil }
    }

    /// The screen that an action opens and makes; nil for other destinations.
    static func screen(_ destination: Destination, in place: Surroundings) -> Screen? {
        for action in allCases {
            if case .way(destination, let make?) = action.row.role { return make(place) }
        }
        return nil
    }

    /// True for an action without a meaning on the keep screen.
    package var isOfLists: Bool { if case .list = row.role { true } else { false } }

    private enum Role {
        case kind(String)
        /// A player, or points.
        case part
        /// Done on the keep screen.
        case deed
        /// Opens a screen, and makes it if it exists once.
        case way(Destination, ((Surroundings) -> Screen)? = nil)
        /// Done on lists and pages.
        case list
    }

    private var row: (key: Character, text: String, role: Role) {
        switch self {
        case .onePoint: ("j", "one point", .kind(rawValue))
        case .twoPoints: ("k", "two points", .kind(rawValue))
        case .threePoints: ("l", "three points", .kind(rawValue))
        case .freeThrow: ("t", "free throw made", .kind(rawValue))
        case .assist: ("s", "assist", .kind(rawValue))
        case .rebound: ("r", "rebound", .kind(rawValue))
        case .offensiveRebound: ("o", "offensive rebound", .kind(rawValue))
        case .defensiveRebound: ("d", "defensive rebound", .kind(rawValue))
        case .foul: ("f", "foul", .kind(rawValue))
        case .technicalFoul: ("F", "technical foul", .kind(rawValue))
        case .steal: ("v", "steal", .kind(rawValue))
        case .block: ("b", "block", .kind(rawValue))
        case .turnover: ("w", "turnover", .kind(rawValue))
        case .miss: ("m", "two points missed", .kind("missedTwo"))
        case .missedThree: ("M", "three points missed", .kind(rawValue))
        case .missedFreeThrow: ("N", "free throw missed", .kind(rawValue))
        case .timeout: ("O", "time-out of the team", .kind(rawValue))
        case .team: (".", "the team itself, as in .r", .part)
        case .slot: ("#", "by roster line, as in #3k", .part)
        case .points: ("=", "points 1 to 3, as in 7=2t", .part)
        case .clock: ("c", "game clock: start, stop", .deed)
        case .undo: ("u", "undo my last action", .deed)
        case .redo: ("U", "redo what was undone", .deed)
        case .void: ("x", "void the picked line", .deed)
        case .fix: ("e", "fix the picked line", .deed)
        case .yes: ("y", "yes to a question", .deed)
        case .no: ("n", "no to a question", .deed)
        case .both: ("&", "both happened, not one", .deed)
        case .note: ("!", "write a note", .deed)
        case .mend: ("*", "mend teams, sides, games", .deed)
        case .nextPeriod: ("P", "next period", .deed)
        case .endGame: ("E", "end the game", .deed)
        case .sign: ("S", "sign the result", .deed)
        case .help: ("?", "these keys", .deed)
        case .quit: ("q", "back, or quit", .deed)
        case .overview: ("H", "overview of the table", .way(.overview, Screen.overview))
        case .newGame: ("G", "new game", .way(.creator, Screen.creator))
        case .invite: ("i", "invite a device", .way(.invitation, Screen.invitation))
        case .takeOver: ("T", "players to track", .way(.tracking, Screen.tracking))
        case .held: ("h", "open questions", .way(.held, Screen.held))
        case .games: ("g", "all games", .way(.games, Screen.games))
        case .timeline: ("L", "timeline", .way(.timeline()))
        case .keepers: ("K", "keepers", .way(.keepers()))
        case .search: ("/", "search", .way(.search, Screen.search))
        case .playerCard: ("p", "player card", .way(.playerCard, Screen.playerCard))
        case .makeCurrent: ("C", "make this game current", .list)
        case .refresh: ("R", "refresh", .list)
        case .all: ("a", "all", .list)
        case .alone: ("A", "only this side", .list)
        }
    }
}

extension Keymap {
    /// The names of actions in the texts of view models.
    package var names: ActionNames {
        { [self] action in
            switch action {
            case .anything: "keys pressed"
            case .choose: KeyName.text(.enter)
            case .pick: KeyName.text(.up)
            case .yes: name(of: .yes)
            case .no: name(of: .no)
            case .both: name(of: .both)
            case .newGame: name(of: .newGame)
            case .held: name(of: .held)
            case .games: name(of: .games)
            case .takeOver: name(of: .takeOver)
            case .nextPeriod: name(of: .nextPeriod)
            case .endGame: name(of: .endGame)
            case .sign: name(of: .sign)
            case .void: name(of: .void)
            case .fix: name(of: .fix)
            case .newCode: name(of: .refresh)
            case .newerGame: KeyName.text(.right)
            }
        }
    }
}
