package import MoveLog

/// The content of an entry, read once when it arrives.
package enum Content: Hashable, Sendable {
    case authorStarted(PublicKey)
    case deviceAdded
    /// By key; whether it holds, and what then counts no more, the log decides before anything is folded.
    case deviceRemoved(PublicKey)
    /// The log decides whether it holds.
    indirect case deputyNamed(DeputyNamed)
    case keeperNamed(KeeperNamed)
    case tableNamed(TableNamed)
    case gameCreated(GameCreated)
    case rosterAdded(RosterAdded)
    case move(Move)
    case void(VoidEntry)
    case gameClock(GameClockEntry)
    case periodBegan(PeriodBegan)
    case trackingClaimed(TrackingClaimed)
    case trackingReleased(TrackingReleased)
    case rulesChanged(RulesChanged)
    case gameEnded
    case gameReopened
    case note(Note)
    /// Rare and large, as the three below that are indirect: kept apart, so that all others are small.
    indirect case fix(Fix)
    case accepted(Accepted)
    indirect case rosterEdited(RosterEdited)
    indirect case rosterMerged(RosterMerged)
    case gameForfeited(GameForfeited)
    case gameAbandoned(GameAbandoned)
    indirect case signOff(SignOff)
    case deviceLost(DeviceLost)
    case deviceFound(DeviceFound)
    case takenOver(TakenOver)
    /// Of a kind that this version does not know.
    case unknown
    /// Of a known kind, but in the wrong scope or with a body that its definition does not allow.
    case malformed

    /// Reads a body; never fails, since an entry is counted whatever it holds.
    package init(kind: Kind, scope: Scope, body: [UInt8]) {
        do throws(Malformed) {
            self = try scope == .table ? Self.table(kind, body) : Self.game(kind, body)
        } catch {
            self = .malformed
        }
    }

    private static func table(_ kind: Kind, _ body: [UInt8]) throws(Malformed) -> Content {
        switch kind {
        case .authorStarted:
            var reader = ByteReader(body)
            return .authorStarted(try reader.identifier(PublicKey.self))
        case .deviceAdded: return .deviceAdded
        case .deviceRemoved: return .deviceRemoved(try DeviceRemoved(body: body).device)
        case .deputyNamed: return .deputyNamed(try DeputyNamed(body: body))
        case .keeperNamed: return .keeperNamed(try KeeperNamed(body: body))
        case .tableNamed: return .tableNamed(try TableNamed(body: body))
        case .gameCreated: return .gameCreated(try GameCreated(body: body))
        case .void: return .void(try VoidEntry(body: body))
        case .note: return .note(try Note(body: body))
        default: return gameKinds.contains(kind) ? .malformed : .unknown
        }
    }

    private static func game(_ kind: Kind, _ body: [UInt8]) throws(Malformed) -> Content {
        switch kind {
        case .rosterAdded: return .rosterAdded(try RosterAdded(body: body))
        case .move: return .move(try Move(body: body))
        case .void: return .void(try VoidEntry(body: body))
        case .gameClock: return .gameClock(try GameClockEntry(body: body))
        case .periodBegan: return .periodBegan(try PeriodBegan(body: body))
        case .trackingClaimed: return .trackingClaimed(try TrackingClaimed(body: body))
        case .trackingReleased: return .trackingReleased(try TrackingReleased(body: body))
        case .rulesChanged: return .rulesChanged(try RulesChanged(body: body))
        case .gameEnded:
            _ = try GameEnded(body: body)
            return .gameEnded
        case .gameReopened:
            _ = try GameReopened(body: body)
            return .gameReopened
        case .note: return .note(try Note(body: body))
        case .fix: return .fix(try Fix(body: body))
        case .accepted: return .accepted(try Accepted(body: body))
        case .rosterEdited: return .rosterEdited(try RosterEdited(body: body))
        case .rosterMerged: return .rosterMerged(try RosterMerged(body: body))
        case .gameForfeited: return .gameForfeited(try GameForfeited(body: body))
        case .gameAbandoned: return .gameAbandoned(try GameAbandoned(body: body))
        case .signOff: return .signOff(try SignOff(body: body))
        case .deviceLost: return .deviceLost(try DeviceLost(body: body))
        case .deviceFound: return .deviceFound(try DeviceFound(body: body))
        case .takenOver: return .takenOver(try TakenOver(body: body))
        default: return tableKinds.contains(kind) ? .malformed : .unknown
        }
    }

    /// True if entries of this kind are something else than unknown, in whatever scope.
    static func isKnown(_ kind: Kind) -> Bool {
        kind == .move || gameKinds.contains(kind) || tableKinds.contains(kind)
            || kind == .void || kind == .note || kind == .copied
    }

    private static let tableKinds: Set<Kind> = [
        .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
        .gameCreated,
    ]
    private static let gameKinds: Set<Kind> = [
        .rosterAdded, .move, .gameClock, .periodBegan, .trackingClaimed, .trackingReleased,
        .rulesChanged, .gameEnded, .gameReopened, .fix, .accepted, .rosterEdited, .rosterMerged,
        .gameForfeited, .gameAbandoned, .signOff, .deviceLost, .deviceFound, .takenOver,
    ]
}

extension Content {
    /// The same with all texts cleaned: what a fold sees and a screen may show.
    var cleaned: Content {
        switch self {
        case .keeperNamed(let read): .keeperNamed(KeeperNamed(name: read.name))
        case .tableNamed(let read): .tableNamed(TableNamed(name: read.name))
        case .note(let read): .note(Note(text: read.text))
        case .rosterAdded(let read): .rosterAdded(RosterAdded(lines: read.lines.map(\.cleaned)))
        case .gameCreated(let read): .gameCreated(read.cleaned)
        case .move(let read) where !read.type.isEmpty || !read.raw.isEmpty: .move(read.cleaned)
        case .fix(let read):
            .fix(Fix(target: read.target, base: read.base, move: read.move.cleaned))
        case .rosterEdited(let read):
            .rosterEdited(
                RosterEdited(
                    line: read.line, number: read.number, name: read.name, isActive: read.isActive))
        case .gameAbandoned(let read): .gameAbandoned(GameAbandoned(reason: read.reason))
        case .signOff(let read):
            .signOff(
                SignOff(
                    digest: read.digest, score: read.score, name: read.name,
                    protest: read.protest, cut: read.cut))
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .move, .void, .gameClock,
            .periodBegan, .trackingClaimed, .trackingReleased, .rulesChanged, .gameEnded,
            .gameReopened, .accepted, .rosterMerged, .gameForfeited, .deviceLost, .deviceFound,
            .takenOver, .unknown, .malformed:
            self
        }
    }
}

extension RosterLine {
    var cleaned: RosterLine {
        RosterLine(side: side, number: number, name: name, player: player)
    }
}

extension Move {
    fileprivate var cleaned: Move {
        var move = self
        move.annotate(type: type, raw: raw)
        return move
    }
}
