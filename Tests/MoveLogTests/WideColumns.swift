@testable import MoveLog

/// Columns that take more bytes than the entries that they stand for, which a member may send.
enum WideColumns {
    /// The columns of entries of the table with these canonical bytes, all of one kind, whose bodies are
    /// rows of one and the same number of varints: eight bytes a number.
    static func bytes(_ canonical: [UInt8], count: Int) throws -> [UInt8] {
        var reader = ByteReader(canonical)
        var (kind, rows): (UInt64, [[UInt64]]) = (0, [])
        for _ in 0..<count {
            let (lamport, wall) = (try reader.varint(), try reader.signed())
            _ = try reader.byte()
            kind = try reader.varint()
            var body = ByteReader(try reader.counted("body", max: MoveLogLimits.entryBytesMax))
            rows.append([lamport, UInt64(bitPattern: wall)])
            while body.remaining > 0 { rows[rows.count - 1].append(try body.varint()) }
        }
        let fields = rows[0].count - 2
        var writer = ByteWriter()
        writer.raw([0, 0, 1])
        writer.varint(kind)
        writer.count(fields + 1)
        writer.raw([UInt8](repeating: 0, count: (fields + 7) / 8))
        for column in 0..<(fields + 2) {
            writer.raw([64, 0, 0])
            for row in rows {
                for shift in stride(from: UInt64(0), to: 64, by: 8) {
                    writer.byte(UInt8(truncatingIfNeeded: row[column] >> shift))
                }
            }
        }
        return writer.bytes
    }
}
