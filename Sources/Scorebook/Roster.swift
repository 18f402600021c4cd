package import MoveLog

/// A player in the roster of one game.
package struct RosterLine: Hashable, Sendable {
    package var side: Side
    /// The jersey number as text: `00` is not `0`; may be empty.
    package var number: String
    /// May be empty.
    package var name: String
    /// The person, if an earlier line introduced one; nil introduces a new person.
    package var player: PlayerID?

    /// Number and name are cleaned and bounded.
    package init(side: Side, number: String, name: String, player: PlayerID? = nil) {
        self.side = side
        self.number = PlainText.clean(number, max: ScorebookLimits.numberScalarsMax)
        self.name = PlainText.clean(name, max: ScorebookLimits.nameScalarsMax)
        self.player = player
    }

    fileprivate var cleaned: RosterLine {
        RosterLine(side: side, number: number, name: name, player: player)
    }
}

/// Kind 18: creates a game. Lists keep every game of a season in memory for its name, so rules and
/// roster stay encoded: some 400 bytes instead of 1,400.
package struct GameCreated: TableBody {
    package static var kind: Kind { .gameCreated }
    package var home: String
    package var away: String
    package private(set) var isLater = false
    /// False if the first roster is empty. Costs nothing.
    private(set) var hasLines: Bool
    /// Rules and lines, as in the body.
    private var packed: [UInt8]

    /// The initial rules. Cost: decodes rules and lines.
    package var rules: Rules {
        get { terms.rules }
        set { packed = Self.packed(newValue, lines) }
    }

    /// The first roster, both sides, in slot order; at most `ScorebookLimits.rosterLinesMax` lines,
    /// further ones need `RosterAdded`. Cost: decodes rules and lines.
    package var lines: [RosterLine] {
        get { terms.lines }
        set {
            packed = Self.packed(rules, newValue)
            hasLines = !newValue.isEmpty
        }
    }

    /// Names are cleaned and bounded.
    package init(home: String, away: String, rules: Rules, lines: [RosterLine]) {
        self.init(
            home: home, away: away, packed: Self.packed(rules, lines), hasLines: !lines.isEmpty)
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        home = try reader.text("home", max: ScorebookLimits.nameBytesMax)
        away = try reader.text("away", max: ScorebookLimits.nameBytesMax)
        let start = reader.offset
        let rules = try reader.rules()
        let lines = try reader.rosterLines()
        isLater = rules.isLater || lines.isLater
        hasLines = !lines.lines.isEmpty
        packed =
            isLater
            ? Self.packed(rules.rules, lines.lines) : reader.bytes(start..<reader.offset)
    }

    package func write(to writer: inout ByteWriter) {
        writer.text(home)
        writer.text(away)
        writer.raw(packed)
    }

    package var cleaned: Self {
        let lines = lines
        let cleaned = lines.map(\.cleaned)
        var game = Self(
            home: home, away: away,
            packed: cleaned == lines ? packed : Self.packed(rules, cleaned), hasLines: hasLines)
        game.isLater = isLater
        return game
    }

    /// The same, of a later version too, with other names and lines.
    func replacing(home: String, away: String, lines: [RosterLine]) -> Self {
        var game = Self(home: home, away: away, rules: rules, lines: lines)
        game.isLater = isLater
        return game
    }

    private init(home: String, away: String, packed: [UInt8], hasLines: Bool) {
        self.home = PlainText.clean(home, max: ScorebookLimits.nameScalarsMax)
        self.away = PlainText.clean(away, max: ScorebookLimits.nameScalarsMax)
        self.packed = packed
        self.hasLines = hasLines
    }

    private static func packed(_ rules: Rules, _ lines: [RosterLine]) -> [UInt8] {
        precondition(
            lines.count <= ScorebookLimits.rosterLinesMax, "a creation with too many lines")
        var writer = ByteWriter()
        writer.rules(rules)
        writer.rosterLines(lines)
        return writer.bytes
    }

    /// Rules and lines, decoded together.
    var terms: (rules: Rules, lines: [RosterLine]) {
        var reader = ByteReader(packed)
        do throws(Malformed) {
            return (try reader.rules().rules, try reader.rosterLines().lines)
        } catch {
            preconditionFailure("rules and lines that were packed here cannot be read: \(error)")
        }
    }

    package func team(_ side: Side) -> String { side == .home ? home : away }
}

/// Kind 19: further roster lines, 1 to `ScorebookLimits.rosterLinesMax`.
package struct RosterAdded: GameBody {
    package static var kind: Kind { .rosterAdded }
    package var lines: [RosterLine]
    package private(set) var isLater = false

    package init(lines: [RosterLine]) { self.lines = lines }

    /// The lines of a game, as if they had been added to another one.
    init(of created: GameCreated) {
        lines = created.lines
        isLater = created.isLater
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        (lines, isLater) = try reader.rosterLines()
        guard !lines.isEmpty else { throw .invalid("lines") }
    }

    package func write(to writer: inout ByteWriter) { writer.rosterLines(lines) }

    package var cleaned: Self {
        var added = self
        added.lines = lines.map(\.cleaned)
        return added
    }
}

/// Kind 33: new values for attributes of a roster line, each applied on its own, so that two
/// keepers who change different ones at once both succeed. Moves are not affected.
package struct RosterEdited: GameBody {
    package static var kind: Kind { .rosterEdited }
    package var line: LineRef
    /// Empty removes the number; nil keeps it.
    package var number: String?
    /// Nil keeps the name.
    package var name: String?
    /// True if the player takes part; nil keeps the value.
    package var isActive: Bool?
    package private(set) var isLater = false

    /// Texts are cleaned and bounded.
    package init(line: LineRef, number: String? = nil, name: String? = nil, isActive: Bool? = nil) {
        self.line = line
        self.number = number.map { PlainText.clean($0, max: ScorebookLimits.numberScalarsMax) }
        self.name = name.map { PlainText.clean($0, max: ScorebookLimits.nameScalarsMax) }
        self.isActive = isActive
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        line = try reader.line()
        let flags = try reader.byte()
        guard flags > 0, flags & 8 == 0 || flags & 4 != 0 else { throw .invalid("flags") }
        isLater = flags > 15
        if flags & 1 != 0 {
            number = try reader.text("number", max: ScorebookLimits.numberBytesMax)
        }
        if flags & 2 != 0 { name = try reader.text("name", max: ScorebookLimits.nameBytesMax) }
        if flags & 4 != 0 { isActive = flags & 8 != 0 }
    }

    /// Flags: 1 number, 2 name, 4 activity and 8 its value.
    package func write(to writer: inout ByteWriter) {
        writer.subject(.line(line))
        writer.byte(
            (number == nil ? 0 : 1) | (name == nil ? 0 : 2) | (isActive == nil ? 0 : 4)
                | (isActive == true ? 8 : 0))
        if let number { writer.text(number) }
        if let name { writer.text(name) }
    }

    package var cleaned: Self {
        var edit = Self(line: line, number: number, name: name, isActive: isActive)
        edit.isLater = isLater
        return edit
    }
}

/// Kind 34: merges two lines of one person who was entered twice; the first becomes part of the
/// second.
package struct RosterMerged: GameBody {
    package static var kind: Kind { .rosterMerged }
    package var from: LineRef
    package var into: LineRef

    package init(from: LineRef, into: LineRef) {
        self.from = from
        self.into = into
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        from = try reader.line()
        into = try reader.line()
    }

    package func write(to writer: inout ByteWriter) {
        writer.subject(.line(from))
        writer.subject(.line(into))
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
    /// `isLater` if a line has flags of a later version. Their values are in counted bytes, which
    /// are skipped; behind such a line the list ends where it cannot be read.
    fileprivate mutating func rosterLines() throws(Malformed) -> (
        lines: [RosterLine], isLater: Bool
    ) {
        let total = try count("lines", max: ScorebookLimits.rosterLinesMax)
        var lines: [RosterLine] = []
        var isLater = false
        var known = self
        while lines.count < total {
            do throws(Malformed) {
                let (line, isLineLater) = try rosterLine()
                lines.append(line)
                known = self
                guard isLineLater else { continue }
                isLater = true
                _ = try counted("later fields", max: .max)
                known = self
            } catch {
                guard isLater else { throw error }
                self = known
                break
            }
        }
        return (lines, isLater)
    }

    /// The fields that this version knows.
    private mutating func rosterLine() throws(Malformed) -> (line: RosterLine, isLater: Bool) {
        let flags = try byte()
        let side = flags & 1 == 0 ? Side.home : .away
        var line = RosterLine(side: side, number: "", name: "")
        line.number = try text("number", max: ScorebookLimits.numberBytesMax)
        line.name = try text("name", max: ScorebookLimits.nameBytesMax)
        if flags & 2 != 0 {
            let entry = try entryID()
            line.player = PlayerID(
                entry: entry, index: try count("index", max: ScorebookLimits.rosterLinesMax - 1))
        }
        return (line, flags > 3)
    }

    fileprivate mutating func line() throws(Malformed) -> LineRef {
        guard case .line(let line) = try subject() else { throw .invalid("line") }
        return line
    }
}
