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
struct WindowSearch {
    /// A number that differs from the one before it in the row.
    private struct Mark {
        var offset: UInt64
        /// How many numbers are below it, and what they take as exceptions.
        var below: Int
        var bytesBelow: Int
    }

    private var counts = [UInt32](repeating: 0, count: Limits.countedOffsetsMax)

    /// The first of the cheapest windows, narrow ones before wide ones and low ones before high ones;
    /// nil where none takes less than `most` bytes.
    mutating func cheapest(
        of offsets: [UInt64], _ values: Values, isAscending: Bool = false, below most: Int
    ) -> Window? {
        guard (offsets.count * values.narrowest + 7) / 8 < most else { return nil }
        if !isAscending, values.span < UInt64(Limits.countedOffsetsMax) {
            return counted(offsets, values, below: most)
        }
        if !isAscending, most < .max {
            let spread = leastSpread(offsets, span: values.span)
            let first = Self.firstWidth(0, spread, values)
            guard (offsets.count * first + 7) / 8 < most else { return nil }
        }
        let sorted = isAscending ? offsets : sorted(offsets, span: values.span)
        let first = Self.firstWidth(
            sorted[sorted.count / 4], sorted[sorted.count * 3 / 4], values)
        guard (sorted.count * first + 7) / 8 < most else { return nil }
        return Self.narrowest(Self.row(sorted, values), from: first, values, below: most)
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

    private mutating func counted(
        _ offsets: [UInt64], _ values: Values, below most: Int
    ) -> Window? {
        for offset in offsets { counts[Int(offset)] &+= 1 }
        let (low, high) = (offsets.count / 4, offsets.count * 3 / 4)
        var quarters: (UInt64, UInt64) = (0, 0)
        var row: [Mark] = []
        row.reserveCapacity(min(offsets.count, Int(values.span) + 1) + 1)
        var (sum, bytes) = (0, 0)
        for place in 0...Int(values.span) where counts[place] > 0 {
            let offset = UInt64(place)
            let count = Int(counts[place])
            counts[place] = 0
            row.append(Mark(offset: offset, below: sum, bytesBelow: bytes))
            if sum <= low { quarters.0 = offset }
            if sum <= high { quarters.1 = offset }
            sum += count
            bytes += (varintBytes(values.code(offset)) + 1) * count
        }
        row.append(Mark(offset: .max, below: sum, bytesBelow: bytes))
        let first = Self.firstWidth(quarters.0, quarters.1, values)
        return Self.narrowest(row, from: first, values, below: most)
    }

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

/// How far it is at least from the number a quarter up to the one three quarters up, as their highest
/// byte says alone.
private func leastSpread(_ numbers: [UInt64], span: UInt64) -> UInt64 {
    let shift = UInt64(max(0, bits(span) - 8))
    var counts = [Int32](repeating: 0, count: 256)
    for number in numbers { counts[Int(truncatingIfNeeded: number &>> shift & 255)] &+= 1 }
    var sum = 0
    var low = 0
    for byte in 0..<256 {
        if sum <= numbers.count / 4 { low = byte }
        sum &+= Int(counts[byte])
        if sum > numbers.count * 3 / 4 { return UInt64(max(0, byte - low - 1)) << shift }
    }
    return 0
}
