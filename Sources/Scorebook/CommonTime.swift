package import MoveLog

/// Puts moves of different devices on one time line where no game clock does: by what the devices
/// stated of their wall clocks.
struct CommonTime: Sendable {
    private struct Statement {
        let index: Int
        /// The author's wall clock less the device's, in milliseconds.
        let difference: Int64
    }

    /// By author, then by the device compared, in order.
    private var statements: [Int32: [Int: [Statement]]] = [:]
    private var keys: [Int: PublicKey] = [:]

    init() {}

    init(_ entries: EntryRows, _ withdrawn: [Int: [Int]], _ numbers: inout DeviceNumbers) {
        for index in entries.rows.indices where entries.rows[index].aside >= 0 {
            let row = entries.rows[index]
            guard case .wallCompared(let said)? = entries.content(row), withdrawn[index] == nil,
                said.error <= ScorebookLimits.wallErrorUsedMax.wholeMilliseconds
            else { continue }
            let device = numbers.number(of: said.device)
            if device == numbers[row.author] { continue }
            keys[device] = said.device
            statements[row.author, default: [:]][device, default: []].append(
                Statement(index: index, difference: said.difference))
        }
    }

    var isEmpty: Bool { statements.isEmpty }

    /// By author and device compared, the last statement and how many there are.
    func last(of authors: AuthorNumbers) -> [AuthorID: [PublicKey: WallComparison]] {
        var last: [AuthorID: [PublicKey: WallComparison]] = [:]
        for (author, stated) in statements {
            for (device, statements) in stated {
                guard let key = keys[device], let end = statements.last else { continue }
                last[authors[author], default: [:]][key] = WallComparison(
                    difference: end.difference, count: statements.count)
            }
        }
        return last
    }

    /// A device in whose time the moves of both authors can be told; nil if there is none.
    func frame(_ one: ComparedMove, _ other: ComparedMove) -> Int? {
        if statements.isEmpty || one.wallDevice == other.wallDevice { return nil }
        let mine = statements[one.author] ?? [:]
        let theirs = statements[other.author] ?? [:]
        let direct = [
            theirs[one.wallDevice] == nil ? nil : one.wallDevice,
            mine[other.wallDevice] == nil ? nil : other.wallDevice,
        ].compactMap(\.self)
        let known = direct.isEmpty ? mine.keys.filter { theirs[$0] != nil } : direct
        return known.min { one, other in
            guard let first = keys[one], let second = keys[other] else { return false }
            return first < second
        }
    }

    /// The wall time of a move in a frame that its author can be told in, in milliseconds.
    func time(of move: ComparedMove, in frame: Int) -> Int64 {
        guard move.wallDevice != frame, let stated = statements[move.author]?[frame] else {
            return move.wall
        }
        let next = stated.indices.partitioningIndex { stated[$0].index >= move.index }
        return move.wall.saturatingSubtract(stated[max(0, next - 1)].difference)
    }

    /// Milliseconds between both; nil if there is no frame.
    func distance(_ one: ComparedMove, _ other: ComparedMove) -> UInt64? {
        frame(one, other).map { frame in
            time(of: one, in: frame).distanceApart(time(of: other, in: frame))
        }
    }
}

/// The last statement of an author about its wall clock and that of one device.
package struct WallComparison: Hashable, Sendable {
    /// Of its last statement: the author's wall clock less the device's, in milliseconds.
    package var difference: Int64
    /// The number of its statements.
    package var count: Int

    package init(difference: Int64, count: Int) {
        self.difference = difference
        self.count = count
    }

    /// True if another difference by now must be stated.
    package func isOutdated(by difference: Int64) -> Bool {
        count < ScorebookLimits.wallStatementsMax
            && .milliseconds(difference.distanceApart(self.difference)) > ScorebookLimits.wallShift
    }
}

extension Scoreboard {
    /// True for a move that is compared with those of other devices, in a period without a game
    /// clock: only common time tells whether two of them are one.
    package func needsCommonTime(_ move: Move) -> Bool {
        guard case .line = move.subject, !clockedPeriods.contains(move.period) else { return false }
        return Likeness(move.kind) != nil
    }

    /// The authors of the game's entries, and those that entries name.
    package var authors: [AuthorID] {
        let numbers = timeline.entries.authors
        return (0..<Int32(numbers.count)).map { numbers[$0] }
    }

    /// True if a comparison of wall clocks would be of use, and no signature is without it.
    package var awaitsCommonTime: Bool {
        needsCommonTime && official == nil && signatures.isEmpty
    }
}

extension Int64 {
    /// Clamped: values from peers may differ by more than a signed integer holds.
    func saturatingSubtract(_ other: Int64) -> Int64 {
        let (difference, isOver) = subtractingReportingOverflow(other)
        return isOver ? (self < 0 ? .min : .max) : difference
    }

    func distanceApart(_ other: Int64) -> UInt64 {
        self >= other
            ? UInt64(bitPattern: self &- other) : UInt64(bitPattern: other &- self)
    }
}
