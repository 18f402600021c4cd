package import MoveLog

/// Kind 42: an entry of another game belongs here. Its place is that of this entry; its recorder is
/// still the author of the origin.
package struct Transferred: GameBody {
    /// The kinds of entries that are transferred.
    package enum Moved: Hashable, Sendable {
        case move(Move)
        case gameClock(GameClockEntry)
        case periodBegan(PeriodBegan)

        var content: Content {
            switch self {
            case .move(let body): .move(body)
            case .gameClock(let body): .gameClock(body)
            case .periodBegan(let body): .periodBegan(body)
            }
        }

        /// Nil for an entry of any other kind. A move is taken as it is given, not as recorded.
        package init?(_ content: Content) {
            switch content {
            case .move(let body): self = .move(body)
            case .gameClock(let body): self = .gameClock(body)
            case .periodBegan(let body): self = .periodBegan(body)
            default: return nil
            }
        }
    }

    package static var kind: Kind { .transferred }
    package var origin: EntryID
    /// The game of the origin.
    package var game: GameID
    /// Part of one command with the entry before it in its author's log. Only undo and redo read it.
    package var isContinued = false
    /// The whole new body: with lines of the game of this entry.
    package var moved: Moved

    package var isLater: Bool { moved.content.isLater }

    package init(
        origin: EntryID, from game: GameID, isContinued: Bool = false, _ moved: Moved
    ) {
        self.origin = origin
        self.game = game
        self.isContinued = isContinued
        self.moved = moved
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        origin = try reader.entryID()
        game = try reader.entryID()
        isContinued = try reader.flag("flags")
        switch Kind(rawValue: UInt32(try reader.count("kind", max: 255))) {
        case .move: moved = .move(try Move(from: &reader))
        case .gameClock: moved = .gameClock(try GameClockEntry(from: &reader))
        case .periodBegan: moved = .periodBegan(try PeriodBegan(from: &reader))
        default: throw .invalid("kind")
        }
    }

    package func write(to writer: inout ByteWriter) {
        writer.entryID(origin)
        writer.entryID(game)
        writer.flag(isContinued)
        switch moved {
        case .move(let body):
            writer.count(Int(Kind.move.rawValue))
            body.write(to: &writer)
        case .gameClock(let body):
            writer.count(Int(Kind.gameClock.rawValue))
            body.write(to: &writer)
        case .periodBegan(let body):
            writer.count(Int(Kind.periodBegan.rawValue))
            body.write(to: &writer)
        }
    }

    package var cleaned: Self {
        guard case .move(let move) = moved else { return self }
        var body = self
        body.moved = .move(move.cleaned)
        return body
    }
}

/// Kind 43: the entries of another game belong to this one. The other was created apart for the same
/// game.
package struct GameUnited: GameBody {
    package struct Pair: Hashable, Sendable {
        /// A line of the other game.
        package var from: LineRef
        /// The same player's line of this game.
        package var into: LineRef

        package init(from: LineRef, into: LineRef) {
            self.from = from
            self.into = into
        }
    }

    package static var kind: Kind { .gameUnited }
    package var other: GameID
    /// True if the first team of the other game is the second of this one.
    package var isTurned: Bool
    /// At most `ScorebookLimits.gameRosterLinesMax`; other lines of the other game become lines of
    /// this one.
    package var lines: [Pair]

    package init(_ other: GameID, isTurned: Bool, lines: [Pair]) {
        self.other = other
        self.isTurned = isTurned
        self.lines = lines
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        other = try reader.entryID()
        isTurned = try reader.flag("sides")
        lines = []
        for _ in 0..<(try reader.count("lines", max: ScorebookLimits.gameRosterLinesMax)) {
            guard case .line(let from) = try reader.subject(),
                case .line(let into) = try reader.subject()
            else { throw .invalid("line") }
            lines.append(Pair(from: from, into: into))
        }
    }

    package func write(to writer: inout ByteWriter) {
        writer.entryID(other)
        writer.flag(isTurned)
        writer.count(lines.count)
        for pair in lines {
            writer.subject(.line(pair.from))
            writer.subject(.line(pair.into))
        }
    }
}
