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
            let base = try reader.varint()
            let exceptions = try readExceptions(of: count, from: &reader) { r throws(Malformed) in
                try r.varint()
            }
            let start = numbers.count
            try reader.packed(count, width: Int(form), above: base, to: &numbers)
            try place(exceptions, in: &numbers, from: start, base: base)
        case steps...(steps + 64):
            guard count > 1 else { throw .invalid("column") }
            let first = try reader.varint()
            let unit = try reader.varint()
            guard unit > 0 else { throw .invalid("column") }
            let base = UInt64(bitPattern: try reader.signed())
            let exceptions = try readExceptions(of: count - 1, from: &reader) {
                r throws(Malformed) in
                UInt64(bitPattern: try r.signed())
            }
            numbers.append(first)
            let start = numbers.count
            try reader.packed(count - 1, width: Int(form - steps), above: base, to: &numbers)
            try place(exceptions, in: &numbers, from: start, base: base)
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

    private static func readExceptions(
        of count: Int, from reader: inout ByteReader,
        number: (inout ByteReader) throws(Malformed) -> UInt64
    ) throws(Malformed) -> [(place: Int, number: UInt64)] {
        let exceptionCount = try reader.count("exceptions", max: count)
        var exceptions: [(place: Int, number: UInt64)] = []
        var next = 0
        for _ in 0..<exceptionCount {
            let place = next + (try reader.count("exception", max: count))
            guard place < count else { throw .invalid("exception") }
            exceptions.append((place, try number(&reader)))
            next = place + 1
        }
        return exceptions
    }

    /// The bits at the place of an exception must be zero.
    private static func place(
        _ exceptions: [(place: Int, number: UInt64)], in numbers: inout [UInt64],
        from start: Int, base: UInt64
    ) throws(Malformed) {
        for exception in exceptions {
            guard numbers[start + exception.place] == base else { throw .invalid("exception") }
            numbers[start + exception.place] = exception.number
        }
    }
}
