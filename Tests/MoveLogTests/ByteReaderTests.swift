import MoveLog
import Seeds
import Testing

/// Fields are read back as they were written, and no reader goes past the end.
@Suite struct ByteReaderTests {
    private enum Field: CaseIterable {
        case byte, fixed32, fixed64, varint, signed, counted, author, digest, octets
    }

    private struct Random {
        var generator: SeededGenerator

        mutating func number() -> UInt64 {
            generator.next() >> UInt64.random(in: 0...63, using: &generator)
        }

        mutating func bytes(_ count: Int) -> [UInt8] {
            (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
    }

    /// Writes a field and gives back what reads it, expecting that.
    private func write(
        _ field: Field, _ random: inout Random, to writer: inout ByteWriter
    ) throws -> (inout ByteReader) throws(Malformed) -> Bool {
        let number = random.number()
        let bytes = random.bytes(field == .counted ? Int(number % 40) : field == .digest ? 32 : 16)
        switch field {
        case .byte:
            writer.byte(UInt8(truncatingIfNeeded: number))
            return { reader throws(Malformed) in
                try reader.byte() == UInt8(truncatingIfNeeded: number)
            }
        case .fixed32:
            writer.fixed32(UInt32(truncatingIfNeeded: number))
            return { reader throws(Malformed) in
                try reader.fixed32() == UInt32(truncatingIfNeeded: number)
            }
        case .fixed64:
            writer.fixed64(number)
            return { reader throws(Malformed) in try reader.fixed64() == number }
        case .varint:
            writer.varint(number)
            return { reader throws(Malformed) in try reader.varint() == number }
        case .signed:
            writer.signed(Int64(bitPattern: number))
            return { reader throws(Malformed) in
                try reader.signed() == Int64(bitPattern: number)
            }
        case .counted:
            writer.counted(bytes)
            return { reader throws(Malformed) in try reader.counted("bytes", max: 40) == bytes }
        case .author:
            writer.raw(bytes)
            return { reader throws(Malformed) in
                try reader.identifier(AuthorID.self).bytes == bytes
            }
        case .digest:
            writer.raw(bytes)
            return { reader throws(Malformed) in
                try reader.identifier(Digest.self).bytes == bytes
            }
        case .octets:
            writer.raw(bytes)
            return { reader throws(Malformed) in try reader.octets16().bytes == bytes }
        }
    }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func everythingIsReadBackAndEveryCutIsSeen(seed: UInt64) throws {
        var random = Random(generator: SeededGenerator(seed: seed))
        for field in Field.allCases {
            var writer = ByteWriter()
            let read = try write(field, &random, to: &writer)
            var whole = ByteReader(writer.bytes)
            #expect(try read(&whole), "\(field)")
            try whole.finish()
            let behind = ByteReader(writer.bytes + [0], in: 0..<(writer.bytes.count + 1))
            #expect(throws: Malformed.trailing) { try behind.finish() }
            for count in writer.bytes.indices {
                // Behind the cut stands what must not be read.
                var cut = ByteReader(writer.bytes, in: 0..<count)
                #expect(throws: Malformed.truncated, "\(field) cut to \(count)") {
                    _ = try read(&cut)
                }
            }
        }
    }

    @Test func identifiersHaveOneLength() {
        for count in 0...40 {
            let bytes = [UInt8](repeating: 0xab, count: count)
            #expect((Octets16(bytes) != nil) == (count == 16))
            #expect((Octets16(bytes[...]) != nil) == (count == 16))
            #expect((Octets32(bytes) != nil) == (count == 32))
            #expect((Octets32(bytes[...]) != nil) == (count == 32))
            #expect((AuthorID(bytes) != nil) == (count == 16))
            #expect((Digest(bytes) != nil) == (count == 32))
        }
    }

    @Test func hexadecimalIsReadInEitherCaseAndNothingElse() {
        let every = (0...255).map { UInt8($0) }
        let text = hexadecimal(every)
        #expect(bytes(hexadecimal: text) == every)
        #expect(bytes(hexadecimal: text.uppercased()) == every)
        for wrong in ["a", "0g", "G0", "0x", " 0", "é0"] {
            #expect(bytes(hexadecimal: wrong) == nil, "\(wrong)")
        }
    }
}
