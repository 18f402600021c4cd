package import MoveLog

// The bodies of all entries but moves, rosters and rules.

// MARK: Names and notes

/// Kind 16: the name of the keeper at the author's device.
package struct KeeperNamed: TableBody {
    package static var kind: Kind { .keeperNamed }
    package var name: String

    package init(name: String) {
        self.name = PlainText.clean(name, max: ScorebookLimits.nameScalarsMax)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        name = try reader.text("name", max: ScorebookLimits.nameBytesMax)
    }

    package func write(to writer: inout ByteWriter) { writer.text(name) }
    package var cleaned: Self { Self(name: name) }
}

/// Kind 17: the name of the table.
package struct TableNamed: TableBody {
    package static var kind: Kind { .tableNamed }
    package var name: String

    package init(name: String) {
        self.name = PlainText.clean(name, max: ScorebookLimits.nameScalarsMax)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        name = try reader.text("name", max: ScorebookLimits.nameBytesMax)
    }

    package func write(to writer: inout ByteWriter) { writer.text(name) }
    package var cleaned: Self { Self(name: name) }
}

/// Kind 29: a keeper's words about the table or a game.
package struct Note: TableBody, GameBody {
    package static var kind: Kind { .note }
    package var text: String

    package init(text: String) {
        self.text = PlainText.clean(text, max: ScorebookLimits.noteScalarsMax)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        text = try reader.text("note", max: ScorebookLimits.noteBytesMax)
    }

    package func write(to writer: inout ByteWriter) { writer.text(text) }
    package var cleaned: Self { Self(text: text) }
}

/// Kind 41: the name of a team of a game. The last one in order counts; the name of the game in
/// commands stays that of its creation.
package struct TeamNamed: GameBody {
    package static var kind: Kind { .teamNamed }
    package var side: Side
    package var name: String

    package init(side: Side, name: String) {
        self.side = side
        self.name = PlainText.clean(name, max: ScorebookLimits.nameScalarsMax)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        side = try reader.side()
        name = try reader.text("name", max: ScorebookLimits.nameBytesMax)
    }

    package func write(to writer: inout ByteWriter) {
        writer.byte(side.rawValue)
        writer.text(name)
    }

    package var cleaned: Self { Self(side: side, name: name) }
}

// MARK: Game clock and periods

/// Kind 22: the game clock was started, stopped or set.
package struct GameClockEntry: GameBody {
    package static var kind: Kind { .gameClock }

    /// The number of an action never changes its meaning.
    package enum Action: UInt8, CaseIterable, Sendable {
        case start = 0
        case stop = 1
        /// Sets the reading; a running clock keeps running.
        case set = 2
    }

    package var action: Action
    /// As the keeper saw it, from 1.
    package var period: Int
    /// Time elapsed in the period, to the millisecond.
    package var elapsed: Duration
    /// The moment of recording by the device's uptime, from which a running clock is counted. Nil
    /// if not noted, as in an import or a stop.
    package var moment: BootReading?

    package init(_ action: Action, period: Int, elapsed: Duration, moment: BootReading? = nil) {
        self.action = action
        self.period = period
        self.elapsed = elapsed
        self.moment = moment
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        guard let action = Action(rawValue: try reader.byte()) else { throw .later }
        self.action = action
        period = try reader.period()
        let elapsedMax = Int(ScorebookLimits.elapsedMax.wholeMilliseconds)
        elapsed = .milliseconds(try reader.count("elapsed", max: elapsedMax))
        if reader.remaining > 0 {
            let boot = BootID(rawValue: try reader.varint())
            moment = BootReading(boot: boot, uptime: try reader.uptime())
        }
    }

    package func write(to writer: inout ByteWriter) {
        writer.byte(action.rawValue)
        writer.count(max(0, period))
        writer.varint(UInt64(max(0, elapsed.wholeMilliseconds)))
        if let moment {
            // A number, so that the body consists of numbers, which are small in columns.
            writer.varint(moment.boot.rawValue)
            writer.uptime(moment.uptime)
        }
    }
}

/// Kind 23: a period began, with the game clock stopped at zero.
package struct PeriodBegan: GameBody {
    package static var kind: Kind { .periodBegan }
    /// From 1. Absolute, so that two keepers who both record it agree.
    package var period: Int

    package init(period: Int) { self.period = period }

    package init(from reader: inout ByteReader) throws(Malformed) { period = try reader.period() }

    package func write(to writer: inout ByteWriter) { writer.count(max(0, period)) }
}

// MARK: Endings

/// Kind 27: the game is over.
package struct GameEnded: GameBody {
    package static var kind: Kind { .gameEnded }
    package init() {}
    package init(from reader: inout ByteReader) throws(Malformed) {}
    package func write(to writer: inout ByteWriter) {}
}

/// Kind 28: the game is not over after all.
package struct GameReopened: GameBody {
    package static var kind: Kind { .gameReopened }
    package init() {}
    package init(from reader: inout ByteReader) throws(Malformed) {}
    package func write(to writer: inout ByteWriter) {}
}

/// Kind 35: a side forfeits, or loses by default; the other wins, whatever the score.
package struct GameForfeited: GameBody {
    package static var kind: Kind { .gameForfeited }
    package var side: Side
    /// True for want of players.
    package var isDefault: Bool

    package init(side: Side, isDefault: Bool = false) {
        self.side = side
        self.isDefault = isDefault
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        side = try reader.side()
        isDefault = reader.remaining > 0
        if isDefault, try reader.byte() != 1 { throw .invalid("flags") }
    }

    package func write(to writer: inout ByteWriter) {
        writer.byte(side.rawValue)
        if isDefault { writer.byte(1) }
    }
}

/// Kind 36: the game is abandoned without a result.
package struct GameAbandoned: GameBody {
    package static var kind: Kind { .gameAbandoned }
    /// A keeper's words.
    package var reason: String

    package init(reason: String) {
        self.reason = PlainText.clean(reason, max: ScorebookLimits.noteScalarsMax)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        reason = try reader.text("reason", max: ScorebookLimits.noteBytesMax)
    }

    package func write(to writer: inout ByteWriter) { writer.text(reason) }
    package var cleaned: Self { Self(reason: reason) }
}

/// Kind 37: a keeper signs the result as the device holds it.
package struct SignOff: GameBody {
    package static var kind: Kind { .signOff }
    /// Of `Signable.bytes`.
    package var digest: Digest
    package var score: Sides<Int>
    /// The signer, such as a referee or a captain; empty for the keeper of the device.
    package var name: String
    /// The words of a protest; nil without one.
    package var protest: String?
    /// The entries of the game that the device held.
    package var cut: Cut

    package init(
        digest: Digest, score: Sides<Int>, name: String = "", protest: String? = nil, cut: Cut
    ) {
        self.digest = digest
        self.score = score
        self.name = PlainText.clean(name, max: ScorebookLimits.nameScalarsMax)
        self.protest = protest.map { PlainText.clean($0, max: ScorebookLimits.noteScalarsMax) }
        self.cut = cut
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        digest = try reader.identifier(Digest.self)
        let home = try reader.count("home", max: ScorebookLimits.scoreMax)
        score = Sides(home: home, away: try reader.count("away", max: ScorebookLimits.scoreMax))
        name = try reader.text("name", max: ScorebookLimits.nameBytesMax)
        if try reader.flag("protest") {
            protest = try reader.text("protest", max: ScorebookLimits.noteBytesMax)
        }
        cut = try reader.cut()
    }

    package func write(to writer: inout ByteWriter) {
        writer.raw(digest.bytes)
        writer.count(max(0, score.home))
        writer.count(max(0, score.away))
        writer.text(name)
        writer.flag(protest != nil)
        if let protest { writer.text(protest) }
        writer.cut(cut)
    }

    package var cleaned: Self {
        Self(digest: digest, score: score, name: name, protest: protest, cut: cut)
    }
}

// MARK: Tracking

/// Kind 24: a device tracks these players, in addition to those that it tracks already.
package struct TrackingClaimed: GameBody {
    package static var kind: Kind { .trackingClaimed }
    /// A team means every player that it has or will have.
    package var subjects: [Subject]
    /// Nil for the author's own.
    package var device: PublicKey?

    package init(_ subjects: [Subject], device: PublicKey? = nil) {
        self.subjects = subjects
        self.device = device
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        if try reader.flag("device") { device = try reader.identifier(PublicKey.self) }
        subjects = try reader.trackedSubjects()
    }

    package func write(to writer: inout ByteWriter) {
        writer.flag(device != nil)
        if let device { writer.raw(device.bytes) }
        writer.subjects(subjects)
    }
}

/// Kind 25: a device no longer tracks these players.
package struct TrackingReleased: GameBody {
    package static var kind: Kind { .trackingReleased }
    /// A team means every player that it has or will have.
    package var subjects: [Subject]
    /// Nil for the author's own; another device if its keeper is absent.
    package var device: PublicKey?

    package init(_ subjects: [Subject], device: PublicKey? = nil) {
        self.subjects = subjects
        self.device = device
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        let claim = try TrackingClaimed(from: &reader)
        self.init(claim.subjects, device: claim.device)
    }

    package func write(to writer: inout ByteWriter) {
        TrackingClaimed(subjects, device: device).write(to: &writer)
    }
}

/// Kind 38: results no longer wait for a device, nor for its signature.
package struct DeviceLost: GameBody {
    package static var kind: Kind { .deviceLost }
    package var device: PublicKey
    /// The entries of the device that were held; later ones are listed when they arrive.
    package var cut: Cut

    package init(device: PublicKey, cut: Cut) {
        self.device = device
        self.cut = cut
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(PublicKey.self)
        cut = try reader.cut()
    }

    package func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.cut(cut)
    }
}

/// Kind 39: results wait again for a device that was declared lost.
package struct DeviceFound: GameBody {
    package static var kind: Kind { .deviceFound }
    package var device: PublicKey

    package init(device: PublicKey) { self.device = device }

    package init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(PublicKey.self)
    }

    package func write(to writer: inout ByteWriter) { writer.raw(device.bytes) }
}

/// Kind 40: the author's device tracks the players of an absent keeper. The claims of the absent
/// device on them end.
package struct TakenOver: GameBody {
    package static var kind: Kind { .takenOver }
    /// Of the absent keeper.
    package var device: PublicKey
    /// The entries of the device that were held: both keepers may have recorded later moves.
    package var cut: Cut
    /// A team means every player that it has or will have.
    package var subjects: [Subject]

    package init(_ subjects: [Subject], from device: PublicKey, cut: Cut) {
        self.device = device
        self.cut = cut
        self.subjects = subjects
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(PublicKey.self)
        cut = try reader.cut()
        subjects = try reader.trackedSubjects()
    }

    package func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.cut(cut)
        writer.subjects(subjects)
    }
}

// MARK: Cuts

/// The extent to which a device held the logs of some authors.
package struct Cut: Hashable, Sendable {
    /// The last sequence inside, from 1, by author; at most `ScorebookLimits.cutAuthorsMax`.
    package var last: [AuthorID: UInt64]

    package init(_ last: [AuthorID: UInt64]) { self.last = last }

    /// False for all entries of an author without a sequence.
    package func contains(_ id: EntryID) -> Bool { id.sequence <= last[id.author] ?? 0 }
}

extension ByteWriter {
    mutating func flag(_ isSet: Bool) { byte(isSet ? 1 : 0) }

    /// A count, then author and sequence of each, in ascending order of authors.
    fileprivate mutating func cut(_ cut: Cut) {
        count(cut.last.count)
        for (author, sequence) in cut.last.sorted(by: { $0.key < $1.key }) {
            entryID(EntryID(author: author, sequence: sequence))
        }
    }
}

extension ByteReader {
    mutating func flag(_ field: String) throws(Malformed) -> Bool {
        let flag = try byte()
        guard flag <= 1 else { throw .invalid(field) }
        return flag == 1
    }

    fileprivate mutating func side() throws(Malformed) -> Side {
        guard let side = Side(rawValue: try byte()) else { throw .invalid("side") }
        return side
    }

    fileprivate mutating func period() throws(Malformed) -> Int {
        let period = try count("period", max: ScorebookLimits.periodMax)
        guard period > 0 else { throw .invalid("period") }
        return period
    }

    fileprivate mutating func trackedSubjects() throws(Malformed) -> [Subject] {
        let subjects = try subjects()
        guard !subjects.isEmpty, !subjects.contains(.nobody) else { throw .invalid("subjects") }
        return subjects
    }

    fileprivate mutating func cut() throws(Malformed) -> Cut {
        let total = try count("cut", max: ScorebookLimits.cutAuthorsMax)
        guard total * 17 <= remaining else { throw .truncated }
        var last: [AuthorID: UInt64] = [:]
        var previous: AuthorID?
        for _ in 0..<total {
            let id = try entryID()
            if let previous, previous >= id.author { throw .invalid("cut") }
            last[id.author] = id.sequence
            previous = id.author
        }
        return Cut(last)
    }
}
