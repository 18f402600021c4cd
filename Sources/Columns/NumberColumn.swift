/// Numbers of one meaning, entry after entry, in few bits each: within a window of `width` bits
/// above a base, either the numbers themselves or the steps between them, with exceptions outside
/// of the window beside them (frame of reference with patched exceptions; Zukowski et al., ICDE
/// 2006). Lossless for any numbers. `NumberPacker` writes them.
enum NumberColumn {
    /// The first byte of a column of equal numbers.
    static let constant: UInt8 = 0
    /// The first byte of a column of steps, minus the width.
    static let steps: UInt8 = 128

    /// Reads a column of `count` numbers, at least one.
    static func read(_ count: Int, from reader: inout ByteReader) throws(Malformed) -> [UInt64] {
        var numbers: [UInt64] = []
        numbers.reserveCapacity(count)
        try read(count, from: &reader, to: &numbers)
        return numbers
    }

    /// Appends a column of `count` numbers, at least one, to `numbers`.
    static func read(
        _ count: Int, from reader: inout ByteReader, to numbers: inout [UInt64]
    ) throws(Malformed) {
        let form = try reader.byte()
        switch form {
        case constant:
            numbers += [UInt64](repeating: try reader.varint(), count: count)
        case 1...64:
            try readWindow(
                of: count, width: Int(form), isSigned: false, from: &reader, to: &numbers)
        case steps...(steps + 64):
            guard count > 1 else { throw .invalid("column") }
            numbers.append(try reader.varint())
            let unit = try reader.varint()
            guard unit > 0 else { throw .invalid("column") }
            let start = numbers.count
            try readWindow(
                of: count - 1, width: Int(form - steps), isSigned: true, from: &reader,
                to: &numbers)
            sum(&numbers, from: start, unit: unit)
        default: throw .invalid("column")
        }
    }

    /// Sums up the steps; the first number precedes the first step.
    private static func sum(_ numbers: inout [UInt64], from start: Int, unit: UInt64) {
        var numbers = numbers.mutableSpan
        var sum = numbers[start - 1]
        for index in start..<numbers.count {
            sum &+= numbers[index] &* unit
            numbers[index] = sum
        }
    }

    /// Base, exceptions and bits, as `Offsets` writes them. The bits at the place of an exception
    /// must be zero.
    private static func readWindow(
        of count: Int, width: Int, isSigned: Bool, from reader: inout ByteReader,
        to numbers: inout [UInt64]
    ) throws(Malformed) {
        func number() throws(Malformed) -> UInt64 {
            isSigned ? UInt64(bitPattern: try reader.signed()) : try reader.varint()
        }
        let base = try number()
        var exceptions: [(place: Int, number: UInt64)] = []
        var next = numbers.count
        let end = next + count
        for _ in 0..<(try reader.count("exceptions", max: count)) {
            let place = next + (try reader.count("exception", max: count))
            guard place < end else { throw .invalid("exception") }
            exceptions.append((place, try number()))
            next = place + 1
        }
        try reader.packed(count, width: width, above: base, to: &numbers)
        for exception in exceptions {
            guard numbers[exception.place] == base else { throw .invalid("exception") }
            numbers[exception.place] = exception.number
        }
    }
}

/// Writes columns of numbers, as they are or as steps, whichever takes fewer bytes. Cost: a few
/// passes over the numbers.
enum NumberPacker {
    /// Appends at least one number.
    static func write(_ numbers: [UInt64], to writer: inout ByteWriter) {
        guard let least = numbers.min(), let most = numbers.max(), least < most else {
            writer.byte(NumberColumn.constant)
            return writer.varint(numbers[0])
        }
        let plain = Offsets(numbers.map { $0 &- least }, above: least, narrowest: 1)
        let (steps, unit) = Offsets.steps(of: numbers)
        if plain.bytes <= steps.bytes + varintBytes(numbers[0]) + varintBytes(unit) {
            writer.byte(UInt8(plain.width))
            plain.write(to: &writer)
        } else {
            writer.byte(NumberColumn.steps + UInt8(steps.width))
            writer.varint(numbers[0])
            writer.varint(unit)
            steps.write(to: &writer)
        }
    }
}

/// The numbers of a column as offsets above the least, and the window of them that is written in
/// bits: the `width` bits above `base`. The window begins at the least number or ends at the
/// largest.
private struct Offsets {
    private let least: UInt64
    private let offsets: [UInt64]
    /// True for signed numbers, which are written in zigzag code.
    private let isSigned: Bool
    private(set) var width = 64
    private var base: UInt64 = 0
    private var exceptionCount = 0
    /// An estimate of the bytes of base, exceptions and bits: each exception counts as the longest.
    private(set) var bytes = Int.max

    init(_ offsets: [UInt64], above least: UInt64, narrowest: Int, isSigned: Bool = false) {
        self.least = least
        self.offsets = offsets
        self.isSigned = isSigned
        let span = offsets.max() ?? 0
        // The counts of numbers by their distance in bits from the least, and from the largest.
        var above = [Int](repeating: 0, count: 65)
        var below = above
        for offset in offsets {
            above[64 - offset.leadingZeroBitCount] += 1
            below[64 - (span - offset).leadingZeroBitCount] += 1
        }
        let longest = max(varintBytes(code(0)), varintBytes(code(span))) + 1
        var (outsideAbove, outsideBelow) = (offsets.count, offsets.count)
        for width in 0...64 {
            outsideAbove -= above[width]
            outsideBelow -= below[width]
            guard width >= narrowest else { continue }
            let outside = min(outsideAbove, outsideBelow)
            let bytes = (offsets.count * width + 7) / 8 + outside * longest
            if bytes < self.bytes {
                (self.width, self.bytes, exceptionCount) = (width, bytes, outside)
                base = outside < outsideAbove ? span - ((1 << UInt64(width)) - 1) : 0
            }
            if outsideAbove == 0 { break }
        }
        bytes += varintBytes(code(base))
    }

    /// The steps between the numbers, in the largest unit that divides all of them.
    static func steps(of numbers: [UInt64]) -> (steps: Offsets, unit: UInt64) {
        var steps = zip(numbers.dropFirst(), numbers).map { Int64(bitPattern: $0 &- $1) }
        var unit: UInt64 = 0
        for step in steps where unit != 1 { unit = greatestDivisor(step.magnitude, unit) }
        // A unit of 2^63 does not fit a step.
        if unit == 0 || unit > UInt64(Int64.max) { unit = 1 }
        if unit > 1 { for index in steps.indices { steps[index] /= Int64(unit) } }
        let least = UInt64(bitPattern: steps.min() ?? 0)
        let offsets = steps.map { UInt64(bitPattern: $0) &- least }
        return (Offsets(offsets, above: least, narrowest: 0, isSigned: true), unit)
    }

    private func holds(_ offset: UInt64) -> Bool {
        offset >= base && (width == 64 || (offset - base) >> UInt64(width) == 0)
    }

    private func code(_ offset: UInt64) -> UInt64 {
        let number = least &+ offset
        return isSigned ? zigzag(number) : number
    }

    /// Base; exceptions, each with its distance from the previous one; bits.
    func write(to writer: inout ByteWriter) {
        writer.varint(code(base))
        writer.count(exceptionCount)
        if exceptionCount > 0 {
            var next = 0
            for (place, offset) in offsets.enumerated() where !holds(offset) {
                writer.count(place - next)
                writer.varint(code(offset))
                next = place + 1
            }
        }
        if width > 0 { writer.raw(packed()) }
    }

    /// Numbers of `width` bits each, the lowest bit of the first byte first.
    private func packed() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (offsets.count * width + 7) / 8)
        var place = 0
        var held: UInt64 = 0
        var heldBits = 0
        for offset in offsets {
            let stored = holds(offset) ? offset &- base : 0
            held |= stored &<< UInt64(heldBits)
            heldBits &+= width
            while heldBits >= 8 {
                bytes[place] = UInt8(truncatingIfNeeded: held)
                place &+= 1
                heldBits &-= 8
                held &>>= 8
                // The upper bits of a wide number fit only now.
                if heldBits > 56 { held = stored >> UInt64(width - heldBits) }
            }
        }
        if heldBits > 0 { bytes[place] = UInt8(truncatingIfNeeded: held) }
        return bytes
    }
}

/// The greatest common divisor; of 0 and another number the other number.
private func greatestDivisor(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
}
