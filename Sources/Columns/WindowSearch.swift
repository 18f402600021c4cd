/// What the numbers of a column have in common, which are looked at as their offsets above the least.
struct Values {
    /// The least one; of signed ones its bits.
    var least: UInt64
    /// The largest offset.
    var span: UInt64
    /// The least width that a window of them may have.
    var narrowest: Int
    /// Whether they are written folded.
    var isSigned = false

    /// What a number is written as.
    func code(_ offset: UInt64) -> UInt64 {
        let value = least &+ offset
        guard isSigned else { return value }
        let number = Int64(bitPattern: value)
        return UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63)
    }
}

/// Which numbers of a column are stored in bits: those less than 2^width above the base.
struct Window {
    /// As an offset.
    var base: UInt64
    var width: Int
    /// What base, exceptions and bits take.
    var bytes: Int
    /// How many numbers are exceptions.
    var outside: Int

    func holds(_ offset: UInt64) -> Bool {
        offset >= base && offset - base <= widest(width)
    }
}

/// The largest number of so many bits.
func widest(_ width: Int) -> UInt64 {
    width >= 64 ? .max : (1 &<< UInt64(width)) &- 1
}

private func bits(_ distance: UInt64) -> Int { 64 - distance.leadingZeroBitCount }

/// Finds the cheapest window on a column. The numbers are put in order once, each that differs with
/// what all below it would take as exceptions; a window is then two places in that row.
enum WindowSearch {
    /// A number that differs from the one before it in the row.
    private struct Mark {
        var offset: UInt64
        /// How many numbers are below it, and what they take as exceptions.
        var below: Int
        var bytesBelow: Int
    }

    /// The first of the cheapest windows, narrow ones before wide ones and low ones before high ones;
    /// nil where none takes less than `most` bytes.
    static func cheapest(
        of offsets: [UInt64], _ values: Values, below most: Int
    ) -> Window? {
        guard (offsets.count * values.narrowest + 7) / 8 < most else { return nil }
        let sorted = sorted(offsets, span: values.span)
        let first = firstWidth(
            sorted[sorted.count / 4], sorted[sorted.count * 3 / 4], values)
        guard (sorted.count * first + 7) / 8 < most else { return nil }
        return narrowest(row(sorted, values), from: first, values, below: most)
    }

    /// No window that leaves half of the numbers outside is the cheapest.
    private static func firstWidth(_ low: UInt64, _ high: UInt64, _ values: Values) -> Int {
        max(values.narrowest, bits(high - low) - 1)
    }

    /// The last of the row is none, but stands behind all.
    private static func narrowest(
        _ row: [Mark], from first: Int, _ values: Values, below most: Int
    ) -> Window? {
        let last = row.count - 1
        let count = row[last].below
        let all = row[last].bytesBelow
        var best = Window(base: 0, width: 64, bytes: most, outside: 0)
        var isFound = false
        for width in first...max(values.narrowest, bits(values.span)) {
            let bits = (count * width + 7) / 8
            guard bits < best.bytes else { break }
            let most = widest(width)
            let fixed = bits + all
            var end = 0
            var behind = row[0]
            for start in 0..<last {
                let mark = row[start]
                while behind.offset &- mark.offset <= most, end < last {
                    end &+= 1
                    behind = row[end]
                }
                let cost = fixed &+ mark.bytesBelow &- behind.bytesBelow
                if cost < best.bytes {
                    let bytes = cost + varintBytes(values.code(mark.offset))
                    if bytes < best.bytes {
                        let outside = count - behind.below + mark.below
                        best = Window(
                            base: mark.offset, width: width, bytes: bytes, outside: outside)
                        isFound = true
                    }
                }
                if end == last { break }
            }
        }
        return isFound ? best : nil
    }

    // MARK: Order

    private static func row(_ sorted: [UInt64], _ values: Values) -> [Mark] {
        var row: [Mark] = []
        row.reserveCapacity(sorted.count + 1)
        var bytes = 0
        var each = 0
        for (index, offset) in sorted.enumerated() {
            if index == 0 || offset != sorted[index - 1] {
                row.append(Mark(offset: offset, below: index, bytesBelow: bytes))
                each = varintBytes(values.code(offset)) + 1
            }
            bytes += each
        }
        row.append(Mark(offset: .max, below: sorted.count, bytesBelow: bytes))
        return row
    }
}

/// The same numbers in order: by one byte after the other, the lowest first, as far as they differ.
private func sorted(_ numbers: [UInt64], span: UInt64) -> [UInt64] {
    var sorted = numbers
    var shift: UInt64 = 0
    while shift < 64, span &>> shift > 0 {
        sorted = distributed(sorted, by: shift)
        shift += 8
    }
    return sorted
}

private func distributed(_ numbers: [UInt64], by shift: UInt64) -> [UInt64] {
    var places = [Int32](repeating: 0, count: 256)
    for number in numbers { places[Int(truncatingIfNeeded: number &>> shift & 255)] &+= 1 }
    var sum: Int32 = 0
    for byte in 0..<256 {
        let count = places[byte]
        places[byte] = sum
        sum &+= count
    }
    var sorted = [UInt64](repeating: 0, count: numbers.count)
    for number in numbers {
        let byte = Int(truncatingIfNeeded: number &>> shift & 255)
        let place = places[byte]
        places[byte] = place &+ 1
        sorted[Int(place)] = number
    }
    return sorted
}
