/// Splits JSON Lines into lines, numbered for error messages. Blank lines are counted and dropped;
/// LF and CR LF both end a line; a BOM at the start is dropped.
package enum JSONLines {
    /// A line that is not blank.
    package struct Line: Equatable, Sendable {
        /// From 1.
        package let number: Int
        /// Without its line end.
        package let bytes: [UInt8]
    }

    package static func split(_ bytes: [UInt8]) throws(LocalAPIError) -> [Line] {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        var lines: [Line] = []
        var number = 0
        for var line in text.split(separator: .lineFeed, omittingEmptySubsequences: false) {
            number += 1
            guard line.count <= HTTPLimits.jsonLineBytesMax else {
                throw .lineTooLong(line: number)
            }
            if line.last == .carriageReturn { line.removeLast() }
            let isBlank = line.allSatisfy { $0 == .space || $0 == .tab }
            if !isBlank { lines.append(Line(number: number, bytes: Array(line))) }
        }
        return lines
    }

    /// Decodes a line; the error carries the line's number.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, line: Line
    ) throws(LocalAPIError) -> Value {
        try JSON.decode(type, from: line.bytes, line: line.number)
    }
}
