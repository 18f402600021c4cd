package import MoveLog

/// What happened. The number never changes its meaning.
package enum MoveKind: UInt8, CaseIterable, Sendable {
    case onePoint = 1
    case twoPoints = 2
    case threePoints = 3
    case freeThrow = 4
    case assist = 5
    case rebound = 6
    case foul = 7
    case technicalFoul = 8
    case steal = 9
    case block = 10
    case turnover = 11
    case miss = 12
    case substitution = 13
    case timeout = 14
    /// The player was fouled.
    case foulDrawn = 15
    /// The player's shot was blocked.
    case blocked = 16
    /// The players on the court, whole.
    case lineup = 17
    case jumpBall = 18
    /// A violation that is no turnover by itself.
    case violation = 19
    /// The officials looked at it again.
    case review = 20
    case periodStart = 21
    case periodEnd = 22
    /// A mark in a source; what ends a game is an entry of its own.
    case gameEnd = 23
    /// Whatever else a source holds, in its own words.
    case other = 24

    /// Whether it is a made shot.
    package var isScoring: Bool { rawValue <= MoveKind.freeThrow.rawValue }
}

/// What a kind leaves open. The number never changes its meaning.
package enum Variant: UInt8, CaseIterable, Sendable {
    /// Of a rebound.
    case offensive = 1
    /// Of a rebound.
    case defensive = 2
    /// Of a substitution: the player comes in.
    case comingIn = 3
    /// Of a substitution: the player goes out.
    case goingOut = 4
    /// Of a miss: what it would have been.
    case ofOnePoint = 5
    case ofTwoPoints = 6
    case ofThreePoints = 7
    case ofFreeThrow = 8

    /// Whether a move of the kind may carry it.
    package func fits(_ kind: MoveKind) -> Bool {
        switch self {
        case .offensive, .defensive: kind == .rebound
        case .comingIn, .goingOut: kind == .substitution
        case .ofOnePoint, .ofTwoPoints, .ofThreePoints, .ofFreeThrow: kind == .miss
        }
    }
}

/// Kind 20: a move.
package struct Move: GameBody {
    /// The number of this kind.
    package static var kind: Kind { .move }
    /// What happened.
    package var kind: MoveKind
    /// What the kind leaves open; only what fits it.
    package var variant: Variant?
    /// Whom it is credited to.
    package var subject: Subject
    /// The period as the keeper saw it, from 1.
    package var period: Int
    /// The game clock as the keeper saw it: time elapsed in the period, to the millisecond; nil when
    /// unknown. Sources hold a few negative ones, noted after the next period's mark.
    package var elapsed: Duration?
    /// What it counts, where that is not what the rules say; only on a made shot.
    package var points: Int?
    /// The basket that this assist led to; the assist is withdrawn with it.
    package var linked: EntryID?
    /// The keeper's device tracked the player at the time.
    package var isTracked = false
    /// The keeper's device had no link at the time.
    package var isAlone = false
    /// The keeper's device tracked the player by a take-over from a device that was not in sync with it
    /// at the time.
    package var isCovering = false
    /// The type of a foul, a turnover, a time-out, in words; empty for none. Set by `annotate`.
    package var type = ""
    /// The words or the code of a source; empty for none. Set by `annotate`.
    package var raw = ""
    /// The players of a line-up.
    package var players: [Subject] = []

    /// A move with what every move has; the rest is set afterwards.
    package init(
        _ kind: MoveKind, _ variant: Variant? = nil, by subject: Subject, period: Int,
        elapsed: Duration? = nil
    ) {
        self.kind = kind
        self.variant = variant
        self.subject = subject
        self.period = period
        self.elapsed = elapsed
    }

    /// Adds words of a keeper or a source, cleaned and bounded.
    package mutating func annotate(type: String = "", raw: String = "") {
        self.type = PlainText.clean(type, max: Limits.moveTextScalarsMax)
        self.raw = PlainText.clean(raw, max: Limits.moveTextScalarsMax)
    }
}

/// What of a move is present, as bits of the body's second byte and third byte.
private struct MoveFlags: OptionSet {
    let rawValue: UInt64
    static let tracked = MoveFlags(rawValue: 1)
    static let alone = MoveFlags(rawValue: 2)
    static let variant = MoveFlags(rawValue: 4)
    static let elapsed = MoveFlags(rawValue: 8)
    static let points = MoveFlags(rawValue: 16)
    static let linked = MoveFlags(rawValue: 32)
    static let type = MoveFlags(rawValue: 64)
    static let raw = MoveFlags(rawValue: 128)
    static let players = MoveFlags(rawValue: 256)
    static let covering = MoveFlags(rawValue: 512)
    static let known = MoveFlags(rawValue: 1023)
}

extension Move {
    /// Reads a body whole; anything left over is malformed.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        guard let kind = MoveKind(rawValue: try reader.byte()) else { throw .invalid("move kind") }
        let flags = MoveFlags(rawValue: try reader.varint())
        guard flags.isSubset(of: .known) else { throw .invalid("move flags") }
        let subject = try reader.subject()
        let period = try reader.count("period", max: Limits.periodMax)
        guard period > 0 else { throw .invalid("period") }
        self.init(kind, by: subject, period: period)
        isTracked = flags.contains(.tracked)
        isAlone = flags.contains(.alone)
        isCovering = flags.contains(.covering)
        if flags.contains(.variant) {
            guard let variant = Variant(rawValue: try reader.byte()), variant.fits(kind) else {
                throw .invalid("variant")
            }
            self.variant = variant
        }
        if flags.contains(.elapsed) { elapsed = try reader.signedMilliseconds() }
        if flags.contains(.points) {
            points = try reader.count("points", max: Limits.movePointsMax)
            guard kind.isScoring else { throw .invalid("points") }
        }
        if flags.contains(.linked) { linked = try reader.entryID() }
        if flags.contains(.type) { type = try reader.present("type") }
        if flags.contains(.raw) { raw = try reader.present("raw") }
        if flags.contains(.players) {
            players = try reader.subjects()
            guard !players.isEmpty else { throw .invalid("players") }
        }
        try reader.finish()
    }

    /// The encoded body.
    package var body: [UInt8] {
        var writer = ByteWriter(capacity: 16)
        writer.byte(kind.rawValue)
        writer.varint(flags.rawValue)
        writer.subject(subject)
        writer.count(max(0, period))
        if let variant { writer.byte(variant.rawValue) }
        if let elapsed { writer.signed(elapsed.wholeMilliseconds) }
        if let points { writer.count(max(0, points)) }
        if let linked { writer.entryID(linked) }
        if !type.isEmpty { writer.text(type) }
        if !raw.isEmpty { writer.text(raw) }
        if !players.isEmpty { writer.subjects(players) }
        return writer.bytes
    }

    private var flags: MoveFlags {
        var flags: MoveFlags = []
        if isTracked { flags.insert(.tracked) }
        if isAlone { flags.insert(.alone) }
        if isCovering { flags.insert(.covering) }
        if variant != nil { flags.insert(.variant) }
        if elapsed != nil { flags.insert(.elapsed) }
        if points != nil { flags.insert(.points) }
        if linked != nil { flags.insert(.linked) }
        if !type.isEmpty { flags.insert(.type) }
        if !raw.isEmpty { flags.insert(.raw) }
        if !players.isEmpty { flags.insert(.players) }
        return flags
    }
}

extension ByteReader {
    fileprivate mutating func present(_ field: String) throws(Malformed) -> String {
        let text = try text(field, max: Limits.moveTextBytesMax)
        guard !text.isEmpty else { throw .invalid(field) }
        return text
    }

    fileprivate mutating func signedMilliseconds() throws(Malformed) -> Duration {
        let value = try signed()
        guard value.magnitude <= UInt64(Limits.elapsedMax.wholeMilliseconds) else {
            throw .tooLarge("elapsed")
        }
        return .milliseconds(value)
    }
}
