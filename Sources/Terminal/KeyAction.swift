package import ViewModels

/// An action of a key. The raw value is its word in the file `keys`. The key of an action means
/// nothing else on any screen, except that it types where text is typed.
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
    case note
    case nextPeriod
    case endGame
    case sign
    // Other screens.
    case held
    case takeOver
    case invite
    case newGame
    case games
    case search
    case timeline
    case keepers
    case overview = "home"
    case playerCard
    case help
    case quit
    // Lists and pages.
    case makeCurrent
    case refresh
    case all
    case alone

    /// The key unless the file `keys` changes it.
    package var usualKey: Key { .character(usualCharacter) }

    /// A short description for the help.
    package var text: String {
        switch self {
        case .onePoint: "one point"
        case .twoPoints: "two points"
        case .threePoints: "three points"
        case .freeThrow: "free throw made"
        case .assist: "assist"
        case .rebound: "rebound"
        case .offensiveRebound: "offensive rebound"
        case .defensiveRebound: "defensive rebound"
        case .foul: "foul"
        case .technicalFoul: "technical foul"
        case .steal: "steal"
        case .block: "block"
        case .turnover: "turnover"
        case .miss: "two points missed"
        case .missedThree: "three points missed"
        case .missedFreeThrow: "free throw missed"
        case .timeout: "time-out of the team"
        case .team: "the team itself, as in .r"
        case .slot: "by roster line, as in #3k"
        case .points: "points 1 to 3, as in 7=2t"
        case .clock: "game clock: start, stop"
        case .undo: "undo my last action"
        case .redo: "redo what was undone"
        case .void: "void the picked line"
        case .fix: "fix the picked line"
        case .yes: "yes to a question"
        case .no: "no to a question"
        case .note: "write a note"
        case .nextPeriod: "next period"
        case .endGame: "end the game"
        case .sign: "sign the result"
        case .held: "held moves"
        case .takeOver: "players to track"
        case .invite: "invite a device"
        case .newGame: "new game"
        case .games: "all games"
        case .search: "search"
        case .timeline: "timeline"
        case .keepers: "keepers"
        case .overview: "overview of the table"
        case .playerCard: "player card"
        case .help: "these keys"
        case .quit: "back, or quit"
        case .makeCurrent: "make this game current"
        case .refresh: "refresh"
        case .all: "all"
        case .alone: "only this side"
        }
    }

    /// The kind of move as the command line spells it; nil for other actions.
    package var kind: String? { if case .kind(let kind) = role { kind } else { nil } }

    /// The screen that the action opens; nil for other actions.
    package var destination: Destination? {
        if case .way(let destination) = role { destination } else { nil }
    }

    /// True for an action without a meaning on the keep screen.
    package var isOfLists: Bool { if case .list = role { true } else { false } }

    private enum Role {
        case kind(String)
        /// A player, or points.
        case part
        /// Done on the keep screen.
        case deed
        case way(Destination)
        /// Done on lists and pages.
        case list
    }

    private var role: Role {
        switch self {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound,
            .offensiveRebound, .defensiveRebound, .foul, .technicalFoul, .steal, .block,
            .turnover, .missedThree, .missedFreeThrow, .timeout:
            .kind(rawValue)
        case .miss: .kind("missedTwo")
        case .team, .slot, .points: .part
        case .clock, .undo, .redo, .void, .fix, .yes, .no, .note, .nextPeriod, .endGame, .sign,
            .help, .quit:
            .deed
        case .held: .way(.held)
        case .takeOver: .way(.tracking)
        case .invite: .way(.invitation)
        case .newGame: .way(.creator)
        case .games: .way(.games)
        case .search: .way(.search)
        case .timeline: .way(.timeline())
        case .keepers: .way(.keepers())
        case .overview: .way(.overview)
        case .playerCard: .way(.playerCard)
        case .makeCurrent, .refresh, .all, .alone: .list
        }
    }

    private var usualCharacter: Character {
        switch self {
        case .onePoint: "j"
        case .twoPoints: "k"
        case .threePoints: "l"
        case .freeThrow: "t"
        case .assist: "s"
        case .rebound: "r"
        case .offensiveRebound: "o"
        case .defensiveRebound: "d"
        case .foul: "f"
        case .technicalFoul: "F"
        case .steal: "v"
        case .block: "b"
        case .turnover: "w"
        case .miss: "m"
        case .missedThree: "M"
        case .missedFreeThrow: "N"
        case .timeout: "O"
        case .team: "."
        case .slot: "#"
        case .points: "="
        case .clock: "c"
        case .undo: "u"
        case .redo: "U"
        case .void: "x"
        case .fix: "e"
        case .yes: "y"
        case .no: "n"
        case .note: "!"
        case .nextPeriod: "P"
        case .endGame: "E"
        case .sign: "S"
        case .held: "h"
        case .takeOver: "T"
        case .invite: "i"
        case .newGame: "G"
        case .games: "g"
        case .search: "/"
        case .timeline: "L"
        case .keepers: "K"
        case .overview: "H"
        case .playerCard: "p"
        case .help: "?"
        case .quit: "q"
        case .makeCurrent: "C"
        case .refresh: "R"
        case .all: "a"
        case .alone: "A"
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
            case .newGame: name(of: .newGame)
            case .held: name(of: .held)
            case .games: name(of: .games)
            case .takeOver: name(of: .takeOver)
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
