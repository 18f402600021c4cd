package import MoveLog

/// The kinds of this module. A number never changes its meaning and is never used again; 44 to 47
/// are reserved for rules of the table. `Content` lists their bodies and scopes.
extension Kind {
    package static let keeperNamed = Kind(rawValue: 16)
    package static let tableNamed = Kind(rawValue: 17)
    package static let gameCreated = Kind(rawValue: 18)
    package static let rosterAdded = Kind(rawValue: 19)
    package static let move = Kind(rawValue: 20)
    package static let void = Kind(rawValue: 21)
    package static let gameClock = Kind(rawValue: 22)
    package static let periodBegan = Kind(rawValue: 23)
    package static let trackingClaimed = Kind(rawValue: 24)
    package static let trackingReleased = Kind(rawValue: 25)
    package static let rulesChanged = Kind(rawValue: 26)
    package static let gameEnded = Kind(rawValue: 27)
    package static let gameReopened = Kind(rawValue: 28)
    package static let note = Kind(rawValue: 29)
    package static let wallCompared = Kind(rawValue: 30)
    package static let fix = Kind(rawValue: 31)
    package static let accepted = Kind(rawValue: 32)
    package static let rosterEdited = Kind(rawValue: 33)
    package static let rosterMerged = Kind(rawValue: 34)
    package static let gameForfeited = Kind(rawValue: 35)
    package static let gameAbandoned = Kind(rawValue: 36)
    package static let signOff = Kind(rawValue: 37)
    package static let deviceLost = Kind(rawValue: 38)
    package static let deviceFound = Kind(rawValue: 39)
    package static let takenOver = Kind(rawValue: 40)
    package static let teamNamed = Kind(rawValue: 41)
    package static let transferred = Kind(rawValue: 42)
    package static let gameUnited = Kind(rawValue: 43)
}

/// The content of an entry of one kind. Every value has one encoding: reading, then writing gives
/// the same bytes, unless a later version wrote the body. Of that only the known part is read, and
/// only that is written; the bytes of the entry stay in the log.
package protocol EntryBody: Hashable, Sendable {
    static var kind: Kind { get }
    /// True if the body that was read has values of a later version.
    ///
    /// The known part of such a body is folded; of an unknown kind, kind of move or action nothing
    /// is (`Content.init`). `GameFold` lists the live ones in `Scoreboard.later` and `malformed`,
    /// which make the result provisional and block signing; a void of them lifts that. Later rules
    /// give no penalty and no verdict.
    var isLater: Bool { get }
    /// The same with texts cleaned and bounded, to show on a screen.
    var cleaned: Self { get }
    init(from reader: inout ByteReader) throws(Malformed)
    /// Writes the bytes of `Protocol/entries.md`.
    func write(to writer: inout ByteWriter)
}

extension EntryBody {
    package var cleaned: Self { self }
    package var isLater: Bool { false }

    /// Trailing bytes are malformed unless they may belong to values of a later version. Throws
    /// `later` if nothing of the body can be folded.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        try self.init(from: &reader)
        if !isLater { try reader.finish() }
    }

    package var body: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        write(to: &writer)
        return writer.bytes
    }

    /// Throws if other devices could not read this body, as one built from a request may be.
    package func validate() throws(Malformed) { _ = try Self(body: body) }
}

/// The body of an entry about the table.
package protocol TableBody: EntryBody {}

extension TableBody {
    package var draft: Draft { Draft(scope: .table, kind: Self.kind, body: body) }
}

/// The body of an entry about one game.
package protocol GameBody: EntryBody {}

extension GameBody {
    package func draft(in game: GameID) -> Draft {
        Draft(scope: .game(game), kind: Self.kind, body: body)
    }
}

/// The ID of the entry that created a game names the game.
package typealias GameID = EntryID

/// Shown beside the table's digest words: devices with equal logs show different scores only if
/// their versions of the fold differ.
package let foldVersion = 1

/// The content of an entry, read once when the entry arrives.
package enum Content: Hashable, Sendable {
    case authorStarted(PublicKey)
    /// Nil if the body has no key and signature. The log decides whether it admits a device.
    indirect case deviceAdded(DeviceAdded?)
    /// By key. The log decides before the fold whether the removal is valid and which entries it
    /// excludes.
    case deviceRemoved(PublicKey)
    /// The log decides whether it is valid.
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
    case wallCompared(WallCompared)
    /// Rare and large, like the other indirect cases: all others stay small.
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
    case teamNamed(TeamNamed)
    /// Of a game, one that has no effect; one that has is an entry of the kind that it transfers.
    indirect case transferred(Transferred)
    indirect case gameUnited(GameUnited)
    /// Of a kind of entry, or of a kind of move or an action, that this version does not know.
    case unknown
    /// Of a known kind, with a scope or body that the kind does not allow.
    case malformed

    /// True if a later version said more than is understood here.
    package var isLater: Bool {
        switch self {
        case .unknown: true
        case .gameCreated(let body): body.isLater
        case .rosterAdded(let body): body.isLater
        case .move(let body): body.isLater
        case .void(let body): body.isLater
        case .rulesChanged(let body): body.isLater
        case .fix(let body): body.isLater
        case .accepted(let body): body.isLater
        case .rosterEdited(let body): body.isLater
        case .transferred(let body): body.isLater
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .gameClock, .periodBegan, .trackingClaimed, .trackingReleased, .gameEnded,
            .gameReopened, .note, .wallCompared, .rosterMerged, .gameForfeited, .gameAbandoned,
            .signOff, .deviceLost, .deviceFound, .takenOver, .teamNamed, .gameUnited, .malformed:
            false
        }
    }

    /// Never fails: an entry is counted whatever it holds.
    package init(kind: Kind, scope: Scope, body: [UInt8], isCleaned: Bool = false) {
        guard let definition = Self.definitions[kind] else {
            self = .unknown
            return
        }
        do throws(Malformed) {
            let isAllowed = scope == .table ? definition.isOfTable : definition.isOfGame
            self = isAllowed ? try definition.read(body, isCleaned) : .malformed
        } catch {
            self = error == .later ? .unknown : .malformed
        }
    }

    /// True for kinds that this version knows, in any scope.
    static func isKnown(_ kind: Kind) -> Bool {
        kind == .move || kind == .copied || definitions[kind] != nil
    }

    private static let definitions: [Kind: Definition] = {
        let definitions = [
            Definition(.authorStarted) { body throws(Malformed) in
                var reader = ByteReader(body)
                return .authorStarted(try reader.identifier(PublicKey.self))
            },
            Definition(.deviceAdded) { .deviceAdded(try? DeviceAdded(body: $0)) },
            Definition(.deviceRemoved) { body throws(Malformed) in
                .deviceRemoved(try DeviceRemoved(body: body).device)
            },
            Definition(.deputyNamed) { body throws(Malformed) in
                .deputyNamed(try DeputyNamed(body: body))
            },
            Definition(Content.keeperNamed),
            Definition(Content.tableNamed),
            Definition(Content.gameCreated),
            Definition(Content.void),
            Definition(Content.note),
            Definition(Content.rosterAdded),
            Definition(Content.move),
            Definition(Content.gameClock),
            Definition(Content.periodBegan),
            Definition(Content.trackingClaimed),
            Definition(Content.trackingReleased),
            Definition(Content.rulesChanged),
            Definition({ (_: GameEnded) in .gameEnded }),
            Definition({ (_: GameReopened) in .gameReopened }),
            Definition(Content.wallCompared),
            Definition(Content.fix),
            Definition(Content.accepted),
            Definition(Content.rosterEdited),
            Definition(Content.rosterMerged),
            Definition(Content.gameForfeited),
            Definition(Content.gameAbandoned),
            Definition(Content.signOff),
            Definition(Content.deviceLost),
            Definition(Content.deviceFound),
            Definition(Content.takenOver),
            Definition(Content.teamNamed),
            Definition(Content.transferred),
            Definition(Content.gameUnited),
        ]
        return Dictionary(uniqueKeysWithValues: definitions.map { ($0.kind, $0) })
    }()
}

/// The scopes of a kind and the reader of its bodies.
private struct Definition: Sendable {
    let kind: Kind
    let isOfTable: Bool
    let isOfGame: Bool
    let read: @Sendable (_ body: [UInt8], _ isCleaned: Bool) throws(Malformed) -> Content

    /// A kind of the log itself, about the table.
    init(_ kind: Kind, _ read: @escaping @Sendable ([UInt8]) throws(Malformed) -> Content) {
        self.kind = kind
        (isOfTable, isOfGame) = (true, false)
        self.read = { body, _ throws(Malformed) in try read(body) }
    }

    /// The scopes follow from the conformances of the body.
    init<Body: EntryBody>(_ content: @escaping @Sendable (Body) -> Content) {
        kind = Body.kind
        isOfTable = Body.self is any TableBody.Type
        isOfGame = Body.self is any GameBody.Type
        read = { body, isCleaned throws(Malformed) in
            let body = try Body(body: body)
            return content(isCleaned ? body.cleaned : body)
        }
    }
}
