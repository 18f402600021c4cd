package import MoveLog

/// A player as one game's roster has them.
package struct RosterLine: Hashable, Sendable {
    /// The team.
    package var side: Side
    /// The number on the shirt, a text: `00` is not `0`; empty for none.
    package var number: String
    /// The name; may be empty where a number is all that is known.
    package var name: String
    /// The person, where an earlier line introduced them; nil introduces a new one.
    package var player: PlayerID?

    /// Joins side, number, name and person; number and name are cleaned and bounded.
    package init(side: Side, number: String, name: String, player: PlayerID? = nil) {
        self.side = side
        self.number = PlainText.clean(number, max: Limits.numberScalarsMax)
        self.name = PlainText.clean(name, max: Limits.nameScalarsMax)
        self.player = player
    }
}

/// Kind 18: a game is created. Every game of a season is at hand for its name alone, so rules and roster
/// rest as bytes: some 400 of them instead of 1,400.
package struct GameCreated: TableBody {
    package static var kind: Kind { .gameCreated }
    /// The home team's name.
    package var home: String
    /// The away team's name.
    package var away: String
    /// Rules and lines, as the body has them.
    private var packed: [UInt8]

    /// The rules from the start. Cost: they are read, each time.
    package var rules: Rules {
        get { terms.rules }
        set { packed = Self.packed(newValue, lines) }
    }

    /// The first roster, both sides, in the order in which slots are numbered; at most
    /// `Limits.rosterLinesMax` lines, the rest goes into `RosterAdded`. Cost: they are read, each time.
    package var lines: [RosterLine] {
        get { terms.lines }
        set { packed = Self.packed(rules, newValue) }
    }

    /// A game with its first roster; names are cleaned and bounded.
    package init(home: String, away: String, rules: Rules, lines: [RosterLine]) {
        self.home = PlainText.clean(home, max: Limits.nameScalarsMax)
        self.away = PlainText.clean(away, max: Limits.nameScalarsMax)
        packed = Self.packed(rules, lines)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        home = try reader.text("home", max: Limits.nameBytesMax)
        away = try reader.text("away", max: Limits.nameBytesMax)
        let start = reader.offset
        _ = try reader.rules()
        _ = try reader.rosterLines()
        packed = reader.bytes(start..<reader.offset)
    }

    package func write(to writer: inout ByteWriter) {
        writer.text(home)
        writer.text(away)
        writer.raw(packed)
    }

    /// Names cleaned and bounded, as by the other initialiser; the same where they are so already.
    var cleaned: GameCreated {
        let lines = lines
        let cleaned = lines.map(\.cleaned)
        return GameCreated(
            home: PlainText.clean(home, max: Limits.nameScalarsMax),
            away: PlainText.clean(away, max: Limits.nameScalarsMax),
            packed: cleaned == lines ? packed : Self.packed(rules, cleaned))
    }

    private init(home: String, away: String, packed: [UInt8]) {
        self.home = home
        self.away = away
        self.packed = packed
    }

    private static func packed(_ rules: Rules, _ lines: [RosterLine]) -> [UInt8] {
        precondition(lines.count <= Limits.rosterLinesMax, "a creation with too many lines")
        var writer = ByteWriter()
        writer.rules(rules)
        writer.rosterLines(lines)
        return writer.bytes
    }

    /// Both, read once.
    var terms: (rules: Rules, lines: [RosterLine]) {
        var reader = ByteReader(packed)
        do throws(Malformed) {
            return (try reader.rules(), try reader.rosterLines())
        } catch {
            preconditionFailure("rules and lines that were packed here cannot be read: \(error)")
        }
    }

    /// The name of a side's team.
    package func team(_ side: Side) -> String { side == .home ? home : away }
}

/// Kind 19: further roster lines.
package struct RosterAdded: GameBody {
    package static var kind: Kind { .rosterAdded }
    /// At least one line, at most `Limits.rosterLinesMax`.
    package var lines: [RosterLine]

    /// Wraps lines.
    package init(lines: [RosterLine]) { self.lines = lines }

    package init(from reader: inout ByteReader) throws(Malformed) {
        lines = try reader.rosterLines()
        guard !lines.isEmpty else { throw .invalid("lines") }
    }

    package func write(to writer: inout ByteWriter) {
        writer.rosterLines(lines)
    }
}

extension ByteWriter {
    fileprivate mutating func rosterLines(_ lines: [RosterLine]) {
        count(lines.count)
        for line in lines {
            byte(line.side.rawValue | (line.player == nil ? 0 : 2))
            text(line.number)
            text(line.name)
            if let player = line.player {
                entryID(player.entry)
                count(player.index)
            }
        }
    }
}

extension ByteReader {
    fileprivate mutating func rosterLines() throws(Malformed) -> [RosterLine] {
        let total = try count("lines", max: Limits.rosterLinesMax)
        var lines: [RosterLine] = []
        for _ in 0..<total { lines.append(try rosterLine()) }
        return lines
    }

    private mutating func rosterLine() throws(Malformed) -> RosterLine {
        let flags = try byte()
        guard flags < 4, let side = Side(rawValue: flags & 1) else { throw .invalid("line") }
        var line = RosterLine(side: side, number: "", name: "")
        line.number = try text("number", max: Limits.numberBytesMax)
        line.name = try text("name", max: Limits.nameBytesMax)
        if flags & 2 != 0 {
            let entry = try entryID()
            line.player = PlayerID(
                entry: entry, index: try count("index", max: Limits.rosterLinesMax - 1))
        }
        return line
    }
}
