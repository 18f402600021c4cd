package import MoveLog

/// The number of a kind never changes its meaning.
///
/// A foul that counts like a foul needs no kind: `--detail` of `scored move` is `Move.type`, and
/// whether it is a team foul is decided by kind, player and the words of a bench foul
/// (`ScoreFold.count`, `Move.isOfBench`). For a new kind begin here: the compiler leads to every
/// `switch`. By hand: `Stat`, the lists and sums in `Tally`, `ScoreFold` (team fouls), `Verdict`
/// (fouling out), `RecordedEntries`, `Words`, `DocumentValues`, `GameProjection`, `BoxScore`,
/// `Exports`, `BoxViewModel`, `KeyAction`, `HelpKeys`, the help in `MoveCommand`, and
/// `Protocol/entries.md`. Buttons of phones follow `RulesDocument.kinds`. Raw values are at most 31
/// (`RecordedMove.What.key`). Whatever changes a board, those words too, raises `foldVersion`.
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
    /// All players on the court.
    case lineup = 17
    case jumpBall = 18
    /// A violation other than a turnover.
    case violation = 19
    /// The officials reviewed a call.
    case review = 20
    case periodStart = 21
    case periodEnd = 22
    /// A mark in a source; an entry of its own kind ends a game.
    case gameEnd = 23
    /// Anything else in a source, in its own words.
    case other = 24

    /// True for a made shot.
    package var isScoring: Bool { rawValue <= MoveKind.freeThrow.rawValue }

    /// True for a made shot that is no free throw.
    package var isFieldGoal: Bool { rawValue <= MoveKind.threePoints.rawValue }

    package var isFoul: Bool { self == .foul || self == .technicalFoul }

    /// True if the move tells who is on the court.
    package var isOfCourt: Bool { self == .substitution || self == .lineup }
}

/// The number of a variant never changes its meaning.
package enum Variant: UInt8, CaseIterable, Sendable {
    /// Of a rebound, as is the next.
    case offensive = 1
    case defensive = 2
    /// Of a substitution, as is the next.
    case comingIn = 3
    case goingOut = 4
    /// Of a miss, as are the next three: the shot attempted.
    case ofOnePoint = 5
    case ofTwoPoints = 6
    case ofThreePoints = 7
    case ofFreeThrow = 8

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
    package static var kind: Kind { .move }
    package var kind: MoveKind
    /// Fits the kind.
    package var variant: Variant?
    package var subject: Subject
    /// Of a made shot if not as the rules say, at most `ScorebookLimits.movePointsMax`; else -1.
    private var ownPoints: Int16 = -1
    /// From 1 to `ScorebookLimits.periodMax`.
    private var ownPeriod: Int16
    /// In milliseconds.
    private var ownElapsed: Int32?
    /// The keeper's device tracked the player.
    package var isTracked = false
    /// The keeper's device had no link.
    package var isAlone = false
    /// The keeper's device tracked the player by a take-over from a device that was not in sync
    /// with it.
    package var isCovering = false
    package fileprivate(set) var isLater = false
    /// Empty or one element: an array costs one pointer in the fold's many moves.
    private var rare: [Rare] = []

    private struct Rare: Hashable, Sendable {
        var linked: EntryID?
        var type = ""
        var raw = ""
        var players: [Subject] = []
        var throwCount = 0
    }

    /// The other fields are set afterwards.
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
    /// As the keeper saw it, from 1.
    package var period: Int {
        get { Int(ownPeriod) }
        set { ownPeriod = Int16(clamping: newValue) }
    }

    /// The game clock as the keeper saw it: time elapsed in the period, to the millisecond; nil if
    /// unknown. Negative for a few moves of sources, recorded after the mark of the next period.
    package var elapsed: Duration? {
        get { ownElapsed.map { .milliseconds($0) } }
        set { ownElapsed = newValue.map { Int32(clamping: $0.wholeMilliseconds) } }
    }

    /// Points of a made shot if not as the rules say.
    package var points: Int? {
        get { ownPoints < 0 ? nil : Int(ownPoints) }
        set { ownPoints = newValue.map { Int16(clamping: max(0, $0)) } ?? -1 }
    }

    /// The basket of this assist; a void of the basket also withdraws the assist.
    package var linked: EntryID? {
        get { rare.first?.linked }
        set { change { $0.linked = newValue } }
    }

    /// The type of a foul, a turnover or a time-out, in words; may be empty. Set with `annotate`.
    package var type: String {
        get { rare.first?.type ?? "" }
        set { change { $0.type = newValue } }
    }

    /// The words or the code of a source; may be empty. Set with `annotate`.
    package var raw: String {
        get { rare.first?.raw ?? "" }
        set { change { $0.raw = newValue } }
    }

    /// The players of a line-up.
    package var players: [Subject] {
        get { rare.first?.players ?? [] }
        set { change { $0.players = newValue } }
    }

    /// The free throws that a foul gives, 1 to `ScorebookLimits.throwsMax`; 0 if not stated.
    package var throwCount: Int {
        get { rare.first?.throwCount ?? 0 }
        set { change { $0.throwCount = newValue } }
    }

    /// Sets texts of a keeper or a source, cleaned and bounded.
    package mutating func annotate(type: String = "", raw: String = "") {
        self.type = PlainText.clean(type, max: ScorebookLimits.moveTextScalarsMax)
        self.raw = PlainText.clean(raw, max: ScorebookLimits.moveTextScalarsMax)
    }

    package var cleaned: Self {
        if rare.isEmpty { return self }
        var move = self
        move.annotate(type: type, raw: raw)
        return move
    }

    fileprivate static let elapsedMax = UInt64(ScorebookLimits.elapsedMax.wholeMilliseconds)

    private mutating func change(_ edit: (inout Rare) -> Void) {
        var value = rare.first ?? Rare()
        edit(&value)
        rare = value == Rare() ? [] : [value]
    }
}

/// Bits of the second field of the body: flags, and the fields that are present.
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
    static let throwCount = MoveFlags(rawValue: 1024)
    static let known = MoveFlags(rawValue: 2047)
    /// Stands for a variant of a later version.
    static let laterVariant = MoveFlags(rawValue: 1 << 63)
    /// The fields that do not fit a row.
    static let rare: MoveFlags = [.linked, .type, .raw, .players, .throwCount]

    var areLater: Bool { !isSubset(of: .known) }
}

extension Move {
    package init(from reader: inout ByteReader) throws(Malformed) {
        var row = Row(lamport: 0, sequence: 0, wall: 0, author: 0)
        var added: Subject?
        let flags = try row.readMove(from: &reader) { reader throws(Malformed) in
            added = .line(.added(try reader.entryID(), try reader.lineIndex()))
        }
        self.init(row)
        if let added { subject = added }
        isLater = flags.areLater
        if flags.contains(.linked) { linked = try reader.entryID() }
        if flags.contains(.type) { type = try reader.present("type") }
        if flags.contains(.raw) { raw = try reader.present("raw") }
        if flags.contains(.players) {
            players = try reader.subjects()
            guard !players.isEmpty else { throw .invalid("players") }
        }
        if flags.contains(.throwCount) {
            throwCount = Int(try reader.byte())
            guard kind.isFoul, 1...ScorebookLimits.throwsMax ~= throwCount else {
                throw .invalid("throws")
            }
        }
    }

    package func write(to writer: inout ByteWriter) {
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
        if throwCount > 0 { writer.byte(UInt8(clamping: throwCount)) }
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
        if throwCount > 0 { flags.insert(.throwCount) }
        return flags
    }
}

extension ByteReader {
    fileprivate mutating func present(_ field: String) throws(Malformed) -> String {
        let text = try text(field, max: ScorebookLimits.moveTextBytesMax)
        guard !text.isEmpty else { throw .invalid(field) }
        return text
    }
}

/// Reads numbers in sequence, from bytes or from columns.
protocol NumberReading {
    /// Throws `truncated` at the end.
    mutating func varint() throws(Malformed) -> UInt64
    /// At most `max`.
    mutating func count(_ field: String, max: Int) throws(Malformed) -> Int
    /// Zigzag-encoded.
    mutating func signed() throws(Malformed) -> Int64
}

extension ByteReader: NumberReading {}

/// The numbers of one body in columns.
private struct ColumnReader: NumberReading {
    let numbers: [UInt64]
    var place: Int
    let step: Int
    var remaining: Int

    @inline(__always)
    mutating func varint() throws(Malformed) -> UInt64 {
        guard remaining > 0 else { throw .truncated }
        defer {
            remaining &-= 1
            place &+= step
        }
        return numbers[place]
    }

    @inline(__always)
    mutating func count(_ field: String, max: Int) throws(Malformed) -> Int {
        let value = try varint()
        guard value <= UInt64(max) else { throw .tooLarge(field) }
        return Int(value)
    }

    @inline(__always)
    mutating func signed() throws(Malformed) -> Int64 {
        let folded = try varint()
        return Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1)
    }
}

extension NumberReading {
    /// The number of a kind or variant: below 128, so that a byte is its own varint.
    @inline(__always)
    fileprivate mutating func code() throws(Malformed) -> UInt8 {
        UInt8(try count("code", max: 0x7f))
    }
}

// MARK: Rows

extension Row {
    /// Reads a body of numbers alone from columns: the place of the first, the distance to the
    /// next, and their count. False if the body has other fields, is of a later version or is
    /// malformed; the row is then invalid.
    mutating func readMove(from numbers: [UInt64], at first: Int, step: Int, count: Int) -> Bool {
        var reader = ColumnReader(numbers: numbers, place: first, step: step, remaining: count)
        do throws(Malformed) {
            let flags = try readMove(from: &reader) { _ throws(Malformed) in
                throw .invalid("subject")
            }
            return reader.remaining == 0 && flags.isDisjoint(with: .rare) && !flags.areLater
        } catch {
            return false
        }
    }

    /// Reads the numbers of a move; `readAdded` reads the player's line if it was added later. The
    /// returned flags name the fields that follow: first those that this version knows.
    @inline(__always)
    fileprivate mutating func readMove<Source: NumberReading>(
        from source: inout Source, readAdded: (inout Source) throws(Malformed) -> Void
    ) throws(Malformed) -> MoveFlags {
        moveKind = try source.code()
        guard moveKind > 0 else { throw .invalid("move kind") }
        guard let kind = MoveKind(rawValue: moveKind) else { throw .later }
        var flags = MoveFlags(rawValue: try source.varint())
        subject = Int16(try source.count("subject", max: ScorebookLimits.rosterLinesMax + 3) - 4)
        if subject == Row.added { try readAdded(&source) }
        period = Int16(try source.count("period", max: ScorebookLimits.periodMax))
        guard period > 0 else { throw .invalid("period") }
        if flags.contains(.tracked) { placement |= 1 }
        if flags.contains(.alone) { placement |= 2 }
        if flags.contains(.covering) { placement |= 4 }
        if flags.contains(.variant) {
            variant = try source.code()
            guard variant > 0 else { throw .invalid("variant") }
            if let variant = Variant(rawValue: variant) {
                guard variant.fits(kind) else { throw .invalid("variant") }
            } else {
                variant = 0
                flags.insert(.laterVariant)
            }
        }
        if flags.contains(.elapsed) {
            let value = try source.signed()
            guard value.magnitude <= Move.elapsedMax else { throw .tooLarge("elapsed") }
            elapsed = Int32(value)
        }
        if flags.contains(.points) {
            points = Int16(try source.count("points", max: ScorebookLimits.movePointsMax))
            guard kind.isScoring else { throw .invalid("points") }
        }
        return flags
    }
}

extension Move {
    /// The move of a row that holds all its fields.
    init(_ row: Row) {
        self.init(
            row.kind ?? .other, Variant(rawValue: row.variant),
            by: Subject(code: Int(row.subject) + 4) ?? .nobody, period: Int(row.period))
        ownPoints = row.points
        ownElapsed = row.elapsed == .min ? nil : row.elapsed
        isTracked = row.isTracked
        isAlone = row.placement & 2 != 0
        isCovering = row.placement & 4 != 0
    }

    /// A row with the fields of the move alone.
    var asRow: Row {
        var row = Row(lamport: 0, sequence: 0, wall: 0, author: 0)
        write(to: &row)
        return row
    }

    /// True if a row holds all its fields.
    var fitsRow: Bool {
        if case .line(.added) = subject { return false }
        return rare.isEmpty && !isLater
    }

    func write(to row: inout Row) {
        row.moveKind = kind.rawValue
        row.variant = variant?.rawValue ?? 0
        row.subject = Int16(clamping: subject.code - 4)
        row.period = ownPeriod
        row.points = ownPoints
        row.elapsed = ownElapsed ?? .min
        row.placement = (isTracked ? 1 : 0) | (isAlone ? 2 : 0) | (isCovering ? 4 : 0)
    }
}
