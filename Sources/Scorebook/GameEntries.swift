package import MoveLog

/// Kind 21: withdraws the entry it names, of the same scope and smaller in order. A void that is
/// itself void withdraws nothing, which is how a redo works.
package struct VoidEntry: TableBody, GameBody {
    package static var kind: Kind { .void }
    /// The entry that is withdrawn.
    package var target: EntryID
    /// Recorded by undo or redo, which named no entry. Both flags tell undo and redo what was one
    /// command; they change nothing of what counts.
    package var isUndo = false
    /// Belongs to one command with the entry before it in its author's log.
    package var isContinued = false

    /// Names the entry.
    package init(target: EntryID, isUndo: Bool = false, isContinued: Bool = false) {
        self.target = target
        self.isUndo = isUndo
        self.isContinued = isContinued
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        target = try reader.entryID()
        if reader.remaining > 0 {
            let flags = try reader.byte()
            guard (1...3).contains(flags) else { throw .invalid("flags") }
            isUndo = flags & 1 != 0
            isContinued = flags & 2 != 0
        }
    }

    /// The encoded body: it may end with the flags 1 undo or redo, 2 one command with the entry before.
    package func write(to writer: inout ByteWriter) {
        writer.entryID(target)
        let flags: UInt8 = (isUndo ? 1 : 0) | (isContinued ? 2 : 0)
        if flags > 0 { writer.byte(flags) }
    }
}

extension VoidEntry {
    /// Withdraws all of these with one command, which follows `following` entries of its own.
    package static func drafts(
        of targets: [EntryID], in game: GameID, isUndo: Bool = false, following: Int = 0
    ) -> [Draft] {
        targets.enumerated().map { index, target in
            VoidEntry(target: target, isUndo: isUndo, isContinued: index + following > 0)
                .draft(in: game)
        }
    }
}

/// Kind 22: the game clock was started, stopped or set.
package struct GameClockEntry: GameBody {
    package static var kind: Kind { .gameClock }

    /// The action; the number never changes its meaning.
    package enum Action: UInt8, CaseIterable, Sendable {
        case start = 0
        case stop = 1
        /// Gives the clock a reading; it goes on running or standing.
        case set = 2
    }

    /// The action.
    package var action: Action
    /// The period as the keeper saw it, from 1.
    package var period: Int
    /// The reading at that moment: time elapsed in the period, to the millisecond.
    package var elapsed: Duration
    /// That moment by the uptime of the device that the keeper sat at: a clock that runs is counted from
    /// it. Nil where none was noted, as in what comes from a file or is only stopped.
    package var moment: BootReading?

    /// Joins action, period, reading and moment.
    package init(
        _ action: Action, period: Int, elapsed: Duration, moment: BootReading? = nil
    ) {
        self.action = action
        self.period = period
        self.elapsed = elapsed
        self.moment = moment
    }

    package init(from reader: inout ByteReader) throws(Malformed) {
        guard let action = Action(rawValue: try reader.byte()) else { throw .invalid("action") }
        self.action = action
        period = try reader.period()
        elapsed = try reader.milliseconds("elapsed")
        if reader.remaining > 0 {
            let boot = BootID(rawValue: try reader.varint())
            moment = BootReading(boot: boot, uptime: try reader.uptime())
        }
    }

    package func write(to writer: inout ByteWriter) {
        writer.byte(action.rawValue)
        writer.count(max(0, period))
        writer.milliseconds(elapsed)
        if let moment {
            // A number, so that the body stays a row of numbers, which take little in columns.
            writer.varint(moment.boot.rawValue)
            writer.uptime(moment.uptime)
        }
    }
}

/// Kind 23: a period began, with the game clock standing at zero.
package struct PeriodBegan: GameBody {
    package static var kind: Kind { .periodBegan }
    /// Its number from 1, absolute, so that two keepers who both say so agree.
    package var period: Int

    /// Wraps a number.
    package init(period: Int) { self.period = period }

    package init(from reader: inout ByteReader) throws(Malformed) {
        period = try reader.period()
    }

    package func write(to writer: inout ByteWriter) {
        writer.count(max(0, period))
    }
}

extension ByteReader {
    fileprivate mutating func period() throws(Malformed) -> Int {
        let period = try count("period", max: Limits.periodMax)
        guard period > 0 else { throw .invalid("period") }
        return period
    }
}
