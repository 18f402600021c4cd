package import MoveLog

package enum Side: UInt8, CaseIterable, Comparable, Sendable {
    case home = 0
    case away = 1

    /// `home` or `h`, `away` or `a`, in any case; nil for other texts.
    package init?(typed text: some StringProtocol) {
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

extension Subject {
    /// The number in bodies and rows: 0 nobody, 1 home, 2 away, 3 an added line, whose entry ID and
    /// index follow, or 4 more than the index of a line of the creation.
    var code: Int {
        switch self {
        case .nobody: 0
        case .team(let side): side == .home ? 1 : 2
        case .line(.added): 3
        case .line(.created(let index)): max(0, index) + 4
        }
    }

    /// Nil for an added line.
    init?(code: Int) {
        switch code {
        case 0: self = .nobody
        case 1: self = .team(.home)
        case 2: self = .team(.away)
        case 3: return nil
        default: self = .line(.created(code - 4))
        }
    }
}

extension ByteWriter {
    /// The author's 16 bytes, then the sequence as a varint.
    package mutating func entryID(_ id: EntryID) {
        raw(id.author.bytes)
        varint(id.sequence)
    }

    mutating func subject(_ subject: Subject) {
        count(subject.code)
        guard case .line(.added(let entry, let index)) = subject else { return }
        entryID(entry)
        count(max(0, index))
    }

    mutating func subjects(_ list: [Subject]) {
        count(list.count)
        for item in list { subject(item) }
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
        let code = try count("subject", max: ScorebookLimits.rosterLinesMax + 3)
        if let subject = Subject(code: code) { return subject }
        return .line(.added(try entryID(), try lineIndex()))
    }

    /// The index of a line in its entry.
    mutating func lineIndex() throws(Malformed) -> Int {
        try count("line index", max: ScorebookLimits.rosterLinesMax - 1)
    }

    mutating func subjects() throws(Malformed) -> [Subject] {
        let total = try count("subjects", max: ScorebookLimits.subjectsMax)
        var list: [Subject] = []
        for _ in 0..<total { list.append(try subject()) }
        return list
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
