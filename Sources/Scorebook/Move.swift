package import MoveLog

/// Kind 20: a move.
package struct Move: GameBody {
    package static var kind: Kind { .move }
    /// What happened.
    package var kind: MoveKind
    /// What the kind leaves open; only what fits it.
    package var variant: Variant?
    /// Whom it is credited to.
    package var subject: Subject
    /// What it counts, where that is not what the rules say; only on a made shot. 0 to
    /// `Limits.movePointsMax`, -1 where the rules say it.
    private var ownPoints: Int16 = -1
    /// From 1 to `Limits.periodMax`.
    private var ownPeriod: Int16
    /// In milliseconds.
    private var ownElapsed: Int32?
    /// The keeper's device tracked the player at the time.
    package var isTracked = false
    /// The keeper's device had no link at the time.
    package var isAlone = false
    /// The keeper's device tracked the player by a take-over from a device that was not in sync with it
    /// at the time.
    package var isCovering = false
    /// One at most, and none where there is nothing of it.
    private var rare: [Rare] = []

    /// What few moves have, kept apart: every entry that a fold holds has room for a move.
    private struct Rare: Hashable, Sendable {
        var linked: EntryID?
        var type = ""
        var raw = ""
        var players: [Subject] = []
    }

    /// A move with what every move has; the rest is set afterwards.
    package init(
        _ kind: MoveKind, _ variant: Variant? = nil, by subject: Subject, period: Int,
        elapsed: Duration? = nil
    ) {
        self.kind = kind
        self.variant = variant
        self.subject = subject
        ownPeriod = Int16(clamping: period)
        self.elapsed = elapsed
    }
}

extension Move {
    /// The period as the keeper saw it, from 1.
    package var period: Int {
        get { Int(ownPeriod) }
        set { ownPeriod = Int16(clamping: newValue) }
    }

    /// The game clock as the keeper saw it: time elapsed in the period, to the millisecond; nil when
    /// unknown. Sources hold a few negative ones, noted after the next period's mark.
    package var elapsed: Duration? {
        get { ownElapsed.map { .milliseconds($0) } }
        set { ownElapsed = newValue.map { Int32(clamping: $0.wholeMilliseconds) } }
    }

    /// The same in milliseconds, without the detour.
    var elapsedMilliseconds: Int64? { ownElapsed.map(Int64.init) }

    /// What it counts, where that is not what the rules say; only on a made shot.
    package var points: Int? {
        get { ownPoints < 0 ? nil : Int(ownPoints) }
        set { ownPoints = newValue.map { Int16(clamping: max(0, $0)) } ?? -1 }
    }

    /// The basket that this assist led to; the assist is withdrawn with it.
    package var linked: EntryID? {
        get { rare.first?.linked }
        set { change { $0.linked = newValue } }
    }

    /// The type of a foul, a turnover, a time-out, in words; empty for none. Set by `annotate`.
    package var type: String {
        get { rare.first?.type ?? "" }
        set { change { $0.type = newValue } }
    }

    /// The words or the code of a source; empty for none. Set by `annotate`.
    package var raw: String {
        get { rare.first?.raw ?? "" }
        set { change { $0.raw = newValue } }
    }

    /// The players of a line-up.
    package var players: [Subject] {
        get { rare.first?.players ?? [] }
        set { change { $0.players = newValue } }
    }

    /// Adds words of a keeper or a source, cleaned and bounded.
    package mutating func annotate(type: String = "", raw: String = "") {
        self.type = PlainText.clean(type, max: Limits.moveTextScalarsMax)
        self.raw = PlainText.clean(raw, max: Limits.moveTextScalarsMax)
    }

    fileprivate static let elapsedMax = UInt64(Limits.elapsedMax.wholeMilliseconds)

    private mutating func change(_ edit: (inout Rare) -> Void) {
        var value = rare.first ?? Rare()
        edit(&value)
        rare = value == Rare() ? [] : [value]
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
    /// What is not numbers alone.
    static let rare: MoveFlags = [.linked, .type, .raw, .players]
}

extension Move {
    /// Reads a body whole; anything left over is malformed.
    package init(body: [UInt8]) throws(Malformed) {
        var reader = ByteReader(body)
        var flags = MoveFlags()
        try self.init(numbersFrom: &reader, flags: &flags) { reader throws(Malformed) in
            try reader.entryID()
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

    /// Reads a body that is numbers alone; nil for one that is more, or malformed.
    init?(_ numbers: consuming BodyNumbers) {
        var flags = MoveFlags()
        do throws(Malformed) {
            try self.init(numbersFrom: &numbers, flags: &flags) { _ throws(Malformed) in
                throw .invalid("subject")
            }
        } catch {
            return nil
        }
        guard numbers.remaining == 0, flags.isDisjoint(with: .rare) else { return nil }
    }

    /// Reads what is numbers: all that most moves have.
    @inline(__always)
    private init<Source: NumberReading>(
        numbersFrom source: inout Source, flags: inout MoveFlags,
        entryID: (inout Source) throws(Malformed) -> EntryID
    ) throws(Malformed) {
        guard let kind = MoveKind(rawValue: try source.code()) else { throw .invalid("move kind") }
        flags = MoveFlags(rawValue: try source.varint())
        guard flags.isSubset(of: .known) else { throw .invalid("move flags") }
        let subject = try source.subject(entryID: entryID)
        let period = try source.count("period", max: Limits.periodMax)
        guard period > 0 else { throw .invalid("period") }
        self.init(kind, by: subject, period: period)
        isTracked = flags.contains(.tracked)
        isAlone = flags.contains(.alone)
        isCovering = flags.contains(.covering)
        if flags.contains(.variant) {
            guard let variant = Variant(rawValue: try source.code()), variant.fits(kind) else {
                throw .invalid("variant")
            }
            self.variant = variant
        }
        if flags.contains(.elapsed) {
            let value = try source.signed()
            guard value.magnitude <= Move.elapsedMax else { throw .tooLarge("elapsed") }
            ownElapsed = Int32(value)
        }
        if flags.contains(.points) {
            points = try source.count("points", max: Limits.movePointsMax)
            guard kind.isScoring else { throw .invalid("points") }
        }
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
        if let points { writer.count(points) }
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
}

extension NumberReading {
    /// The number of a kind or a variant, all of which are below 128: a byte is its own varint.
    @inline(__always)
    fileprivate mutating func code() throws(Malformed) -> UInt8 {
        UInt8(try count("code", max: 0x7f))
    }
}

// MARK: Rows

extension Move {
    /// The move of a row that has all of it.
    init(_ row: Row) {
        let subject: Subject =
            switch row.subject {
            case Row.home: .team(.home)
            case Row.away: .team(.away)
            case let line where line >= 0: .line(.created(Int(line)))
            default: .nobody
            }
        self.init(
            row.kind ?? .other, Variant(rawValue: row.variant), by: subject,
            period: Int(row.period))
        ownPoints = row.points
        ownElapsed = row.elapsed == .min ? nil : row.elapsed
        isTracked = row.isTracked
        isAlone = row.placement & 2 != 0
        isCovering = row.placement & 4 != 0
    }

    /// A row of a move alone, as it counts.
    var asRow: Row {
        var row = Row(lamport: 0, sequence: 0, wall: 0, author: 0)
        write(to: &row)
        return row
    }

    /// Whether a row has all of it.
    var fitsRow: Bool {
        if case .line(.added) = subject { return false }
        return rare.isEmpty
    }

    /// Writes what a row has of it.
    func write(to row: inout Row) {
        row.moveKind = kind.rawValue
        row.variant = variant?.rawValue ?? 0
        row.subject =
            switch subject {
            case .nobody: Row.nobody
            case .team(let side): side == .home ? Row.home : Row.away
            case .line(.created(let index)): Int16(clamping: index)
            case .line(.added): Row.added
            }
        row.period = ownPeriod
        row.points = ownPoints
        row.elapsed = ownElapsed ?? .min
        row.placement = (isTracked ? 1 : 0) | (isAlone ? 2 : 0) | (isCovering ? 4 : 0)
    }
}
