import MoveLog

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
