package import MoveLog

/// One of the two teams of a game.
package enum Side: UInt8, CaseIterable, Comparable, Sendable {
    case home = 0
    case away = 1

    /// The side that a person names: `home` or `h`, `away` or `a`, in any case; nil for all else.
    init?(typed text: some StringProtocol) {
        switch PlainText.word(text) {
        case "home", "h": self = .home
        case "away", "a": self = .away
        default: return nil
        }
    }

    /// The opponent.
    package var other: Side { self == .home ? .away : .home }
    /// The first letter, as slots and queries write it: `h` or `a`.
    package var letter: String { self == .home ? "h" : "a" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Something for each side.
package struct Sides<Value> {
    /// The home team's.
    package var home: Value
    /// The away team's.
    package var away: Value

    /// Joins the two.
    package init(home: Value, away: Value) {
        self.home = home
        self.away = away
    }

    /// The value of a side.
    package subscript(side: Side) -> Value {
        get { side == .home ? home : away }
        set { if side == .home { home = newValue } else { away = newValue } }
    }
}

extension Sides: Equatable where Value: Equatable {}
extension Sides: Hashable where Value: Hashable {}
extension Sides: Sendable where Value: Sendable {}

/// Names a person at the table: the roster line that introduced them, by the entry that holds the
/// line and the line's index in it from 0.
package struct PlayerID: Hashable, Comparable, Sendable {
    /// The entry that holds the line.
    package var entry: EntryID
    /// The line's index in that entry, from 0.
    package var index: Int

    /// Joins entry and index.
    package init(entry: EntryID, index: Int) {
        self.entry = entry
        self.index = index
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.entry, left.index) < (right.entry, right.index)
    }
}

/// Names a roster line inside one game.
package enum LineRef: Hashable, Sendable {
    /// A line of the entry that created the game, by index from 0.
    case created(Int)
    /// A line of a later entry, by index from 0.
    case added(EntryID, Int)
}

/// The subject of a move.
package enum Subject: Hashable, Sendable {
    /// Nobody: the mark of a period, an official's time-out.
    case nobody
    /// A team as such: a team rebound, a coach's foul.
    case team(Side)
    /// A player, by roster line.
    case line(LineRef)
}

extension ByteWriter {
    /// An entry ID: the author's 16 bytes, the sequence as a varint.
    package mutating func entryID(_ id: EntryID) {
        raw(id.author.bytes)
        varint(id.sequence)
    }

    /// A subject: 0 nobody, 1 home, 2 away, 3 and an entry ID and an index, or 4 more than the
    /// index of a line of the entry that created the game.
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
    /// An entry ID; the sequence is at least 1.
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

    /// The place of a line among those of its entry.
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
    /// Milliseconds, what is below one cut off; beyond the range of an integer the nearest one.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return carried ? whole : sum
    }
}
