/// What a key can mean at the desk. The raw value is the action's word in the file `keys`.
package enum KeyAction: String, Hashable, Sendable, CaseIterable {
    // Kinds of moves, behind a number.
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
    // Who, and for how much.
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

    /// The key unless a file says otherwise.
    package var usualKey: Key { .character(usualCharacter) }

    /// What it does, in a few words.
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
        case .timeout: "time-out of the side"
        case .team: "the team itself, as in .r"
        case .slot: "by roster line, as in #3k"
        case .points: "worth 1 to 3, as in 7=2t"
        case .clock: "game clock: start, stop"
        case .undo: "undo my last move"
        case .redo: "redo"
        case .void: "void the picked line"
        case .fix: "fix the picked line"
        case .yes: "yes to a question; n is no"
        case .note: "write a note"
        case .nextPeriod: "next period"
        case .endGame: "end the game"
        case .sign: "sign the result"
        case .held: "moves that wait"
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
        case .quit: "quit"
        }
    }

    /// The kind of move in a word of the command line; nil for what is no move.
    package var kind: String? {
        if case .kind(let kind) = role { kind } else { nil }
    }

    /// The screen that it leads to; nil for what leads nowhere.
    var destination: Destination? {
        if case .way(let destination) = role { destination } else { nil }
    }

    /// Whether pressing it once more records once more, without a number: such a key waits until
    /// nobody can still be holding it down.
    package var recordsAlone: Bool { Self.alone.contains(self) }

    private static let alone: Set<KeyAction> = [
        .timeout, .clock, .undo, .redo, .void, .nextPeriod, .yes,
    ]

    private enum Role {
        case kind(String)
        /// Whom a move is of, or for how much.
        case part
        /// Done where one is.
        case deed
        case way(Destination)
    }

    private var role: Role {
        switch self {
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound,
            .offensiveRebound, .defensiveRebound, .foul, .technicalFoul, .steal, .block,
            .turnover, .missedThree, .missedFreeThrow, .timeout:
            .kind(rawValue)
        case .miss: .kind("missedTwo")
        case .team, .slot, .points: .part
        case .clock, .undo, .redo, .void, .fix, .yes, .note, .nextPeriod, .endGame, .sign,
            .help, .quit:
            .deed
        case .held: .way(.held)
        case .takeOver: .way(.tracking)
        case .invite: .way(.invitation)
        case .newGame: .way(.creator)
        case .games: .way(.games)
        case .search: .way(.search)
        case .timeline: .way(.timeline(game: nil, keeper: nil, player: nil))
        case .keepers: .way(.keepers)
        case .overview: .way(.overview)
        case .playerCard: .way(.playerCard)
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
        case .note: "!"
        case .nextPeriod: "P"
        case .endGame: "E"
        case .sign: "S"
        case .held: "h"
        case .takeOver: "T"
        case .invite: "i"
        case .newGame: "n"
        case .games: "g"
        case .search: "/"
        case .timeline: "L"
        case .keepers: "K"
        case .overview: "H"
        case .playerCard: "p"
        case .help: "?"
        case .quit: "q"
        }
    }
}
