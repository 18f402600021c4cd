/// Splits JSON Lines into lines, across slices of any size, and keeps count for error messages.
/// Blank lines are counted and left out; LF and CR LF both end a line; a BOM at the start is
/// dropped.
package struct JSONLines: Sendable {
    /// A line that is not blank.
    package struct Line: Equatable, Sendable {
        /// From 1.
        package let number: Int
        /// Without its end.
        package let bytes: [UInt8]
    }

    private var pending: [UInt8] = []
    private var number = 0

    /// A splitter at the start of a file.
    package init() {}

    /// The lines that these bytes complete.
    package mutating func receive(
        _ bytes: some Collection<UInt8>
    ) throws(LocalAPIError) -> [Line] {
        var lines: [Line] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(of: .lineFeed) {
            try extend(rest[..<end])
            endLine(&lines)
            rest = rest[rest.index(after: end)...]
        }
        try extend(rest)
        return lines
    }

    /// The last line, if the file does not end in a line end.
    package mutating func finish() -> Line? {
        var lines: [Line] = []
        if !pending.isEmpty { endLine(&lines) }
        return lines.first
    }

    /// All lines of a file in memory.
    package static func split(_ bytes: [UInt8]) throws(LocalAPIError) -> [Line] {
        var splitter = JSONLines()
        var lines = try splitter.receive(bytes)
        if let last = splitter.finish() { lines.append(last) }
        return lines
    }

    /// Reads a line as a value; the error carries the line's number.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, line: Line
    ) throws(LocalAPIError) -> Value {
        try JSON.decode(type, from: line.bytes, line: line.number)
    }

    private mutating func extend(_ more: some Collection<UInt8>) throws(LocalAPIError) {
        guard more.count <= HTTPLimits.jsonLineBytesMax - pending.count else {
            throw .lineTooLong(line: number + 1)
        }
        pending += more
    }

    private mutating func endLine(_ lines: inout [Line]) {
        number += 1
        if number == 1, pending.starts(with: [0xEF, 0xBB, 0xBF]) { pending.removeFirst(3) }
        if pending.last == .carriageReturn { pending.removeLast() }
        let isBlank = pending.allSatisfy { $0 == .space || $0 == .tab }
        if !isBlank { lines.append(Line(number: number, bytes: pending)) }
        pending.removeAll(keepingCapacity: true)
    }
}
