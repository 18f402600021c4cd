package import MoveLog

// The bodies of entries about other entries: voids, fixes, accepts, and comparisons of wall clocks.

/// Kind 21: withdraws the target, an entry of the same scope that is smaller in order. A void that
/// is itself void withdraws nothing: that is how redo works.
package struct VoidEntry: TableBody, GameBody {
    package static var kind: Kind { .void }
    package var target: EntryID
    /// Recorded by undo or redo, which named no entry. Only undo and redo read this flag and the
    /// next, to find the entries of one command; the fold ignores them.
    package var isUndo = false
    /// Part of one command with the entry before it in its author's log.
    package var isContinued = false
    /// Withdraws a move and not its event: the copies of other keepers still count.
    package var isOfEntryAlone = false
    package private(set) var isLater = false

    package init(
        target: EntryID, isUndo: Bool = false, isContinued: Bool = false,
        isOfEntryAlone: Bool = false
    ) {
        self.target = target
        self.isUndo = isUndo
        self.isContinued = isContinued
        self.isOfEntryAlone = isOfEntryAlone
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        target = try reader.entryID()
        let flags = try reader.lastFlags()
        isUndo = flags & 1 != 0
        isContinued = flags & 2 != 0
        isOfEntryAlone = flags & 4 != 0
        isLater = flags & ~7 != 0
    }

    package func write(to writer: inout ByteWriter) {
        writer.entryID(target)
        let flags: UInt8 = (isUndo ? 1 : 0) | (isContinued ? 2 : 0) | (isOfEntryAlone ? 4 : 0)
        if flags > 0 { writer.byte(flags) }
    }

    /// The voids of one command, which has recorded `following` entries before them. Each is for the
    /// game that has its target in the log.
    package static func drafts(
        of targets: [EntryID], in board: Scoreboard, isUndo: Bool = false, following: Int = 0,
        alone: Bool = false
    ) -> [Draft] {
        targets.enumerated().map { index, target in
            VoidEntry(
                target: target, isUndo: isUndo, isContinued: index + following > 0,
                isOfEntryAlone: alone
            ).draft(in: board.origin(of: target))
        }
    }
}

/// Kind 31: replaces a move, and with it the value of its event.
package struct Fix: GameBody {
    package static var kind: Kind { .fix }
    /// A move, even if earlier fixes replaced it.
    package var target: EntryID
    /// The live fixes of the event that the keeper was shown, ascending; at most
    /// `ScorebookLimits.basesMax`.
    package var bases: [EntryID]
    /// The whole replacement.
    package var move: Move
    /// Part of one command with the entry before it in its author's log.
    package var isContinued = false
    /// The keeper answered a question about the event.
    package var isAnswer = false
    private var hasLaterFlags = false

    package var isLater: Bool { hasLaterFlags || move.isLater }

    /// Keeps the last bases in the given order if there are too many.
    package init(
        target: EntryID, bases: [EntryID] = [], move: Move, isContinued: Bool = false,
        isAnswer: Bool = false
    ) {
        self.target = target
        self.bases = Set(bases.suffix(ScorebookLimits.basesMax)).sorted()
        self.move = move
        self.isContinued = isContinued
        self.isAnswer = isAnswer
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        target = try reader.entryID()
        let flags = try reader.byte()
        guard flags & 1 == 0 else { throw .invalid("flags") }
        hasLaterFlags = flags & ~6 != 0
        isContinued = flags & 2 != 0
        isAnswer = flags & 4 != 0
        bases = []
        for _ in 0..<(try reader.count("bases", max: ScorebookLimits.basesMax)) {
            let base = try reader.entryID()
            if let last = bases.last, base <= last { throw .invalid("bases") }
            bases.append(base)
        }
        move = try Move(from: &reader)
    }

    package func write(to writer: inout ByteWriter) {
        writer.entryID(target)
        writer.byte((isContinued ? 2 : 0) | (isAnswer ? 4 : 0))
        writer.count(bases.count)
        for base in bases { writer.entryID(base) }
        move.write(to: &writer)
    }

    package var cleaned: Self {
        var fix = self
        fix.move = move.cleaned
        return fix
    }
}

/// Kind 32: a move is an event of its own, whatever other keepers recorded.
package struct Accepted: GameBody {
    package static var kind: Kind { .accepted }
    package var target: EntryID
    /// Part of one command with the entry before it in its author's log.
    package var isContinued = false
    package private(set) var isLater = false

    package init(target: EntryID, isContinued: Bool = false) {
        self.target = target
        self.isContinued = isContinued
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        target = try reader.entryID()
        let flags = try reader.lastFlags()
        guard flags & 1 == 0 else { throw .invalid("flags") }
        isContinued = flags & 2 != 0
        isLater = flags & ~2 != 0
    }

    package func write(to writer: inout ByteWriter) {
        writer.entryID(target)
        if isContinued { writer.byte(2) }
    }
}

/// Kind 30: how far the author's wall clock is ahead of another device's, so that moves without a
/// game clock can be compared.
package struct WallCompared: GameBody {
    package static var kind: Kind { .wallCompared }
    package var device: PublicKey
    /// The author's wall clock less the device's, in milliseconds, below 2^53 in magnitude.
    package var difference: Int64
    /// Of the difference, in milliseconds; at most `ScorebookLimits.wallErrorMax`.
    package var error: Int64

    package init(device: PublicKey, difference: Int64, error: Int64) {
        self.device = device
        self.difference = difference
        self.error = error
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        device = try reader.identifier(PublicKey.self)
        difference = try reader.signed()
        guard difference.magnitude < 1 << 53 else { throw .tooLarge("difference") }
        error = Int64(
            try reader.count("error", max: Int(ScorebookLimits.wallErrorMax.wholeMilliseconds)))
    }

    package func write(to writer: inout ByteWriter) {
        writer.raw(device.bytes)
        writer.signed(difference)
        writer.varint(UInt64(max(0, error)))
    }
}

extension ByteReader {
    /// Flags that end the known part of a body and are left out if none is set; 0 then.
    fileprivate mutating func lastFlags() throws(Malformed) -> UInt8 {
        guard remaining > 0 else { return 0 }
        let flags = try byte()
        guard flags > 0 else { throw .invalid("flags") }
        return flags
    }
}
