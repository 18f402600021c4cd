import MoveLog

/// The first bytes of a segment. The layout is frozen for every version; a newer version changes
/// only the bytes after it.
struct SegmentHeader: Hashable {
    /// The bytes of a header.
    static let length = 60
    /// The newest format that this program knows.
    static let version: UInt32 = 1
    private static let magic = Array("SCOREDSG".utf8)

    var version = Self.version
    var table: TableID
    var number: UInt32
    /// The end of the records of the previous segment; 0 if unknown.
    var previousEnd: UInt32
    /// The first bytes of every record of the segment; random, first byte not zero.
    var mark: UInt32

    /// The 60 bytes: magic, version, table, number, end of the previous segment, mark, checksum.
    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: Self.length)
        writer.raw(Self.magic)
        writer.fixed32(version)
        writer.raw(table.bytes)
        writer.fixed32(number)
        writer.fixed32(previousEnd)
        writer.fixed32(mark)
        var checksum = CRC32C()
        checksum.add(writer.bytes)
        writer.fixed32(checksum.value)
        return writer.bytes
    }

    /// The offset of the mark in the header; used if the checksum of the header is wrong.
    static let markOffset = 52
}

extension SegmentHeader {
    /// Reads the start of a file; nil if it is too short or damaged.
    init?(file bytes: [UInt8]) {
        guard bytes.count >= Self.length else { return nil }
        var reader = ByteReader(bytes, in: 0..<Self.length)
        do {
            guard try reader.raw(Self.magic.count) == Self.magic else { return nil }
            version = try reader.fixed32()
            table = try reader.identifier(TableID.self)
            number = try reader.fixed32()
            previousEnd = try reader.fixed32()
            mark = try reader.fixed32()
            var checksum = CRC32C()
            checksum.add(bytes, in: 0..<reader.offset)
            guard try reader.fixed32() == checksum.value, version > 0, mark >> 24 != 0 else {
                return nil
            }
        } catch {
            return nil
        }
    }
}

/// One framed record: mark, checksum, length, distance to the durable end, type, payload.
struct SegmentRecord: Hashable {
    /// The payload is a commit.
    static let commitType: UInt8 = 1
    /// The payload is a commit with its run page by page.
    static let pagedCommitType: UInt8 = 2
    static func type(of commit: Commit) -> UInt8 {
        commit.run.isPaged ? pagedCommitType : commitType
    }

    /// The most bytes that framing adds to a payload.
    static let framingBytesMax = 4 + 4 + 4 + 4 + 1

    /// The offset of the record in its segment.
    var offset: Int
    /// The offset after the record.
    var end: Int
    /// The offset below which everything was durable when the record was written.
    var durable: Int
    var type: UInt8
    /// The range of the payload in the file.
    var payload: Range<Int>

    /// Appends the bytes of a record at `offset` of its segment to `buffer`.
    static func write(
        _ payload: [UInt8], type: UInt8 = commitType, mark: UInt32, at offset: Int, durable: Int,
        to buffer: inout [UInt8]
    ) {
        precondition(durable >= SegmentHeader.length && durable <= offset)
        var body = ByteWriter(capacity: payload.count + 9)
        body.count(payload.count + 1)
        body.count(offset - durable)
        body.byte(type)
        body.raw(payload)
        var frame = ByteWriter(capacity: 8)
        frame.fixed32(mark)
        frame.fixed32(
            checksum(mark: mark, offset: offset, of: body.bytes, in: 0..<body.bytes.count))
        buffer += frame.bytes
        buffer += body.bytes
    }

    /// Reads the record at `offset`; nil if there is none.
    init?(in file: [UInt8], at offset: Int, mark: UInt32) {
        guard offset >= SegmentHeader.length, file.count - offset > 8,
            word(file, at: offset) == mark
        else { return nil }
        var reader = ByteReader(file, in: (offset + 8)..<file.count)
        do {
            let length = try reader.count("length", max: SegmentLimits.payloadBytesMax + 1)
            let behind = try reader.count("behind", max: offset - SegmentHeader.length)
            guard length >= 1, reader.remaining >= length else { return nil }
            self.offset = offset
            end = reader.offset + length
            durable = offset - behind
            type = try reader.byte()
            payload = reader.offset..<end
        } catch {
            return nil
        }
        let sum = Self.checksum(mark: mark, offset: offset, of: file, in: (offset + 8)..<end)
        guard word(file, at: offset + 4) == sum else { return nil }
    }

    /// The payload of the record that fills a damaged range, if its lengths match the start of the
    /// range. Not covered by a valid checksum.
    static func payload(ofDamaged file: [UInt8], at stretch: Range<Int>) -> Range<Int>? {
        guard stretch.count > 8, stretch.upperBound <= file.count else { return nil }
        var reader = ByteReader(file, in: (stretch.lowerBound + 8)..<stretch.upperBound)
        guard (try? reader.varint()) != nil, (try? reader.varint()) != nil,
            (try? reader.byte()) != nil
        else { return nil }
        return reader.offset..<stretch.upperBound
    }

    /// Covers the mark, the offset of the record, and all bytes after the checksum: a record that
    /// is moved to another place of the file is invalid there.
    private static func checksum(
        mark: UInt32, offset: Int, of bytes: [UInt8], in range: Range<Int>
    ) -> UInt32 {
        var checksum = CRC32C()
        checksum.add(mark)
        checksum.add(UInt32(offset))
        checksum.add(bytes, in: range)
        return checksum.value
    }
}

/// Four bytes, most significant first; the caller has checked that they exist.
func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    UInt32(bytes[offset]) << 24 | UInt32(bytes[offset + 1]) << 16
        | UInt32(bytes[offset + 2]) << 8 | UInt32(bytes[offset + 3])
}

/// The role of a file in the directory of the log, by its name.
enum SegmentName: Hashable {
    /// `NNNNNNNN.seg`.
    case segment(UInt32)
    /// `NNNNNNNN.torn-O-K`: the K-th copy of a tail that was cut off segment N at offset O.
    case torn(UInt32, offset: Int)
    case foreign

    init(_ file: String) {
        self = .foreign
        let name = Array(file.utf8)
        guard name.count > 9, let number = decimal(name[..<8]), number > 0 else { return }
        let ending = name[8...]
        if ending.elementsEqual(".seg".utf8) {
            self = .segment(number)
        } else if ending.starts(with: ".torn-".utf8) {
            let parts = ending.dropFirst(6).split(
                separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard parts.count == 2, let offset = decimal(parts[0]), let copy = decimal(parts[1]),
                copy > 0, copy <= SegmentLimits.tornCopiesMax
            else { return }
            self = .torn(number, offset: Int(offset))
        }
    }
}

/// `NNNNNNNN.seg`.
func segmentName(_ number: UInt32) -> String { padded(number) + ".seg" }

/// `NNNNNNNN.torn-O-K`.
func tornName(_ number: UInt32, offset: Int, copy: Int) -> String {
    padded(number) + ".torn-\(offset)-\(copy)"
}

private func padded(_ number: UInt32) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 8 - digits.count)) + digits
}

/// One to eight ASCII digits.
private func decimal(_ digits: ArraySlice<UInt8>) -> UInt32? {
    guard (1...8).contains(digits.count) else { return nil }
    var value: UInt32 = 0
    for digit in digits {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        value = value * 10 + UInt32(digit - UInt8(ascii: "0"))
    }
    return value
}
