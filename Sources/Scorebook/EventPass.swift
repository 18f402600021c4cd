/// A look for pairs of moves: which ones, and how far apart they may be.
enum EventPass: CaseIterable {
    case same, sameAsRecorded, voided, voidedAsRecorded
    case ofPlayer
    case sameWider, sameAsRecordedWider
    case ofPlayerWider, ofSide
    case voidedWider
    /// Points out and joins nothing.
    case ofSideWider

    /// The passes that make events, in order.
    static let joining = allCases.filter { $0 != .ofSideWider }

    static let copyWindow = UInt64(ScorebookLimits.copyWindow.wholeMilliseconds)
    static let eventWindow = UInt64(ScorebookLimits.eventWindow.wholeMilliseconds)
    static let missWindow = UInt64(ScorebookLimits.missWindow.wholeMilliseconds)

    var basis: ComparedMove.Basis {
        switch self {
        case .sameAsRecorded, .voidedAsRecorded, .sameAsRecordedWider: .recorded
        case .same, .voided, .ofPlayer, .sameWider, .ofPlayerWider, .ofSide, .voidedWider,
            .ofSideWider:
            .own
        }
    }

    /// True if one move of a pair must be void.
    var isOfVoid: Bool {
        switch self {
        case .voided, .voidedAsRecorded, .voidedWider: true
        case .same, .sameAsRecorded, .ofPlayer, .sameWider, .sameAsRecordedWider, .ofPlayerWider,
            .ofSide, .ofSideWider:
            false
        }
    }

    var window: UInt64 {
        switch self {
        case .same, .sameAsRecorded, .voided, .voidedAsRecorded, .ofPlayer, .ofSide:
            Self.copyWindow
        case .sameWider, .sameAsRecordedWider, .ofPlayerWider, .voidedWider, .ofSideWider:
            Self.eventWindow
        }
    }

    /// Of an event with a pair of the pass.
    var reason: EventFold.Reasons {
        switch self {
        case .same, .sameAsRecorded, .voided, .voidedAsRecorded, .sameWider, .sameAsRecordedWider,
            .voidedWider, .ofSideWider:
            []
        case .ofPlayer, .ofSide: .doubt
        case .ofPlayerWider: .apart
        }
    }

    func admits(_ move: ComparedMove, _ said: Said) -> Bool {
        if !isOfVoid && move.isVoid { return false }
        return switch self {
        case .same, .sameAsRecorded: true
        case .voided, .voidedAsRecorded, .sameWider, .sameAsRecordedWider, .voidedWider:
            said.likeness == .copies
        case .ofPlayer, .ofPlayerWider: said.kind.isFieldGoal
        case .ofSide, .ofSideWider: said.kind.isScoring || said.kind == .assist
        }
    }

    /// Equal for moves that the condition allows to be paired.
    func key(_ said: Said) -> UInt64 {
        switch self {
        case .same, .sameAsRecorded, .voided, .voidedAsRecorded, .sameWider, .sameAsRecordedWider,
            .voidedWider:
            said.key
        case .ofPlayer, .ofPlayerWider: said.playerKey
        case .ofSide, .ofSideWider: said.sideKey
        }
    }
}
