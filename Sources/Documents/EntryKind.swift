import Scorebook

/// The kind of an entry as documents name it: `EntryDocument.kind`. A kind of `MoveKind` is named
/// by its own word there, so every other word is that of a move.
package enum EntryKind: String, CaseIterable, Sendable {
    case move
    case authorStarted, deviceAdded, deviceRemoved, deputyNamed, deviceLost, deviceFound
    case keeperNamed, tableNamed
    case gameCreated, gameUnited, rulesChanged, teamNamed
    case rosterAdded, rosterEdited, rosterMerged
    case trackingClaimed, trackingReleased, takenOver
    case gameClock, periodBegan, wallCompared
    case void, fix, accepted, transferred, note
    case gameEnded, gameReopened, gameForfeited, gameAbandoned, signOff
    /// Of a newer version, or unreadable.
    case unknown

    /// The kind that a document names with this word.
    package init(word: String) { self = Self(rawValue: word) ?? .move }

    init(_ content: Content) {
        self =
            switch content {
            case .authorStarted: .authorStarted
            case .deviceAdded: .deviceAdded
            case .deviceRemoved: .deviceRemoved
            case .deputyNamed: .deputyNamed
            case .keeperNamed: .keeperNamed
            case .tableNamed: .tableNamed
            case .gameCreated: .gameCreated
            case .rosterAdded: .rosterAdded
            case .move: .move
            case .void: .void
            case .gameClock: .gameClock
            case .periodBegan: .periodBegan
            case .trackingClaimed: .trackingClaimed
            case .trackingReleased: .trackingReleased
            case .rulesChanged: .rulesChanged
            case .gameEnded: .gameEnded
            case .gameReopened: .gameReopened
            case .note: .note
            case .wallCompared: .wallCompared
            case .fix: .fix
            case .accepted: .accepted
            case .rosterEdited: .rosterEdited
            case .rosterMerged: .rosterMerged
            case .gameForfeited: .gameForfeited
            case .gameAbandoned: .gameAbandoned
            case .signOff: .signOff
            case .deviceLost: .deviceLost
            case .deviceFound: .deviceFound
            case .takenOver: .takenOver
            case .teamNamed: .teamNamed
            case .transferred: .transferred
            case .gameUnited: .gameUnited
            case .unknown, .malformed: .unknown
            }
    }

    /// All that screens, pages and phones must know of a kind. A new kind is a row of `facts`, a case
    /// of `init(_:)` and its words in `EntryWords.text`; the compiler asks for all three. Of a move,
    /// `side`, `period` and `points` of its document tell more.
    package struct Facts: Sendable {
        package var change = Change.game
        /// It may change every entry of a player.
        package var changesPlayers = false
        /// False for what screens of keepers leave out.
        package var isOfKeepers = true
        /// A turn of the game clock or of a period, which undo takes for no action.
        package var isTurn = false
        /// Undo withdraws it. A move, too, is withdrawn.
        package var isAction = false
        /// Shown among the plays of a game, beside the moves.
        package var isPlay = false
        /// Its text names teams and periods alone, and no person.
        package var namesNobody = false
    }

    /// The other entries whose documents an entry may change.
    package enum Change: Sendable {
        case none
        /// Those that it names, and those that name these.
        case named
        /// All of its game.
        case game
        /// All of its game, to which it adds entries of another one.
        case games
    }

    package var facts: Facts {
        switch self {
        case .move, .unknown, .transferred, .takenOver, .teamNamed, .signOff: Facts()
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .deviceLost,
            .deviceFound, .keeperNamed, .tableNamed:
            Facts()
        case .wallCompared: Facts(isOfKeepers: false)
        case .gameCreated: Facts(change: .none, namesNobody: true)
        case .gameUnited: Facts(change: .games)
        case .rosterAdded, .trackingClaimed, .trackingReleased: Facts(change: .none)
        case .rosterEdited, .rosterMerged, .rulesChanged: Facts(changesPlayers: true)
        case .gameClock: Facts(change: .none, isTurn: true, namesNobody: true)
        case .periodBegan: Facts(change: .none, isTurn: true, isPlay: true, namesNobody: true)
        case .note: Facts(change: .none, isAction: true)
        case .void: Facts(change: .named)
        case .fix, .accepted: Facts(change: .named, isAction: true)
        case .gameEnded, .gameReopened, .gameForfeited: Facts(isPlay: true, namesNobody: true)
        case .gameAbandoned: Facts(isPlay: true)
        }
    }
}

extension EntryDocument {
    package var facts: EntryKind.Facts { EntryKind(word: kind).facts }
}
