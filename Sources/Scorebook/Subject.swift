package import MoveLog

package enum Side: UInt8, CaseIterable, Comparable, Sendable {
    case home = 0
    case away = 1

    /// `home` or `h`, `away` or `a`, in any case; nil for other texts.
    init?(typed text: some StringProtocol) {
        switch PlainText.word(text) {
        case "home", "h": self = .home
        case "away", "a": self = .away
        default: return nil
        }
    }

    package var other: Side { self == .home ? .away : .home }
    /// As slots and queries write it: `h` or `a`.
    package var letter: String { self == .home ? "h" : "a" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A value for each side.
package struct Sides<Value> {
    package var home: Value
    package var away: Value

    package init(home: Value, away: Value) {
        self.home = home
        self.away = away
    }

    package subscript(side: Side) -> Value {
        get { side == .home ? home : away }
        set { if side == .home { home = newValue } else { away = newValue } }
    }
}

extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}
extension Sides: Sendable where Value: Sendable {}

/// A person at the table, named by the roster line that introduced them.
package struct PlayerID: Hashable, Comparable, Sendable {
    /// The entry with the line.
    package var entry: EntryID
    /// Among the lines of the entry, from 0.
    package var index: Int

    package init(entry: EntryID, index: Int) {
        self.entry = entry
        self.index = index
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.entry, left.index) < (right.entry, right.index)
    }
}

/// The name of a roster line within its game.
package enum LineRef: Hashable, Sendable {
    /// By index from 0, in the creation.
    case created(Int)
    /// By index from 0, in a later entry.
    case added(EntryID, Int)
}

package enum Subject: Hashable, Sendable {
    /// No player: the mark of a period, an official's time-out.
    case nobody
    /// A team rebound, a coach's foul.
    case team(Side)
    /// A player.
    case line(LineRef)
}

extension ByteWriter {
    /// The author's 16 bytes, then the sequence as a varint.
    package mutating func entryID(_ id: EntryID) {
        raw(id.author.bytes)
        varint(id.sequence)
    }

    /// 0 nobody, 1 home, 2 away, 3 an added line with entry ID and index, 4 or more a line of the
    /// creation with index + 4.
    mutating func subject(_ subject: Subject) {
        switch subject {
        case .nobody: varint(0)
        case .team(let side): varint(side == .home ? 1 : 2)
        case .line(.added(let entry, let index)):
            varint(3)
            entryID(entry)
            count(max(0, index))
        case .line(.created(let index)): count(max(0, index) + 4)
        }
    }

    mutating func subjects(_ list: [Subject]) {
        count(list.count)
        for item in list { subject(item) }
    }

    mutating func milliseconds(_ duration: Duration) {
        varint(UInt64(max(0, duration.wholeMilliseconds)))
    }
}

extension ByteReader {
    /// The sequence is at least 1.
    package mutating func entryID() throws(Malformed) -> EntryID {
        let author = try identifier(AuthorID.self)
        let sequence = try varint()
        guard sequence > 0 else { throw .invalid("entry ID") }
        return EntryID(author: author, sequence: sequence)
    }

    mutating func subject() throws(Malformed) -> Subject {
        switch try count("subject", max: Limits.rosterLinesMax + 3) {
        case 0: return .nobody
        case 1: return .team(.home)
        case 2: return .team(.away)
        case 3: return .line(.added(try entryID(), try lineIndex()))
        case let code: return .line(.created(code - 4))
        }
    }

    /// The index of a line in its entry.
    mutating func lineIndex() throws(Malformed) -> Int {
        try count("line index", max: Limits.rosterLinesMax - 1)
    }

    mutating func subjects() throws(Malformed) -> [Subject] {
        let total = try count("subjects", max: Limits.subjectsMax)
        var list: [Subject] = []
        for _ in 0..<total { list.append(try subject()) }
        return list
    }

    mutating func milliseconds(_ field: String) throws(Malformed) -> Duration {
        let limit = Int(Limits.elapsedMax.wholeMilliseconds)
        return .milliseconds(try count(field, max: limit))
    }

    mutating func side() throws(Malformed) -> Side {
        guard let side = Side(rawValue: try byte()) else { throw .invalid("side") }
        return side
    }
}

extension Duration {
    /// Rounded toward zero and clamped.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return carried ? whole : sum
    }
}
