@testable import Columns
@testable import MoveLog

/// The plain way of finding how a column is written, one window after the other over sorted numbers:
/// what `NumberPacker` finds faster must be the same.
enum PlainNumberColumn {
    /// Appends the numbers, at least one, in the form that takes the fewest bytes.
    static func write(_ numbers: [UInt64], to writer: inout ByteWriter) {
        let first = numbers[0]
        if numbers.allSatisfy({ $0 == first }) {
            writer.byte(NumberColumn.constant)
            writer.varint(first)
            return
        }
        let plain = Window.plain(numbers)
        let stepped = Stepped(numbers)
        guard stepped.bytes < plain?.bytes ?? .max else {
            if let plain {
                writer.byte(UInt8(plain.width))
                writer.varint(UInt64(bitPattern: plain.base))
                writeBehind(plain, numbers.map { Int64(bitPattern: $0) }, to: &writer) {
                    $0.varint(UInt64(bitPattern: $1))
                }
            }
            return
        }
        writer.byte(NumberColumn.steps + UInt8(stepped.window.width))
        writer.varint(first)
        writer.varint(stepped.unit)
        writer.signed(stepped.window.base)
        writeBehind(stepped.window, stepped.steps, to: &writer) { $0.signed($1) }
    }

    /// Exceptions, each with its distance from the one before, then the bits.
    private static func writeBehind(
        _ window: Window, _ numbers: [Int64], to writer: inout ByteWriter,
        exception: (inout ByteWriter, Int64) -> Void
    ) {
        let outside = numbers.indices.filter { !window.holds(numbers[$0]) }
        writer.count(outside.count)
        var next = 0
        for place in outside {
            writer.count(place - next)
            exception(&writer, numbers[place])
            next = place + 1
        }
        var bits = BitWriter()
        for number in numbers {
            bits.append(window.holds(number) ? window.stored(number) : 0, width: window.width)
        }
        writer.raw(bits.bytes)
    }
}

/// The steps of a column, in units that divide them all.
private struct Stepped {
    let unit: UInt64
    let steps: [Int64]
    let window: Window
    let bytes: Int

    init(_ numbers: [UInt64]) {
        let raw = zip(numbers.dropFirst(), numbers).map { Int64(bitPattern: $0 &- $1) }
        let divisor = raw.reduce(0) { greatestDivisor($0, $1.magnitude) }
        // A unit of 2^63 does not fit a step.
        let unit = divisor == 0 || divisor > UInt64(Int64.max) ? 1 : divisor
        let steps = raw.map { $0 / Int64(unit) }
        self.unit = unit
        self.steps = steps
        window = Window(steps) { folded($0) }
        bytes = window.bytes + varintBytes(numbers[0]) + varintBytes(unit)
    }
}

/// Which numbers of a column are stored in bits: those less than 2^width above the base.
private struct Window {
    let base: Int64
    let width: Int
    /// What base, exceptions and bits take.
    let bytes: Int

    /// Of numbers as they are; nil where one is too large to be compared as signed, unless all are
    /// taken in full.
    static func plain(_ numbers: [UInt64]) -> Window? {
        guard numbers.allSatisfy({ $0 >> 62 == 0 }) else { return nil }
        return Window(numbers.map { Int64($0) }, narrowest: 1) { UInt64(bitPattern: $0) }
    }

    /// The cheapest of all windows; `code` is what an exception is written as.
    init(_ numbers: [Int64], narrowest: Int = 0, code: (Int64) -> UInt64) {
        let sorted = numbers.sorted()
        var codeBytes = [Int](repeating: 0, count: sorted.count + 1)
        for index in sorted.indices {
            codeBytes[index + 1] = codeBytes[index] + varintBytes(code(sorted[index])) + 1
        }
        let all = codeBytes[sorted.count]
        // No window that leaves half of the numbers outside is the cheapest.
        let half = Self.bits(sorted[sorted.count * 3 / 4] &- sorted[sorted.count / 4])
        let span = Self.bits(sorted[sorted.count - 1] &- sorted[0])
        var best = (base: sorted[0], width: 64, bytes: Int.max)
        for width in max(narrowest, half - 1)...max(narrowest, span) {
            let bits = (numbers.count * width + 7) / 8
            guard bits < best.bytes else { break }
            var end = 0
            for start in sorted.indices {
                if start > 0, sorted[start] == sorted[start - 1] { continue }
                while end < sorted.count, fits(sorted[end], above: sorted[start], width) {
                    end += 1
                }
                let outside = codeBytes[start] + all - codeBytes[end]
                if bits + outside >= best.bytes { continue }
                let bytes = bits + outside + varintBytes(code(sorted[start]))
                if bytes < best.bytes { best = (sorted[start], width, bytes) }
                if end == sorted.count { break }
            }
        }
        (base, width, bytes) = best
    }

    private static func bits(_ distance: Int64) -> Int {
        64 - UInt64(bitPattern: distance).leadingZeroBitCount
    }

    func holds(_ number: Int64) -> Bool { number >= base && fits(number, above: base, width) }

    func stored(_ number: Int64) -> UInt64 { UInt64(bitPattern: number &- base) }
}

/// Whether a number that is not below the base is less than 2^width above it.
private func fits(_ number: Int64, above base: Int64, _ width: Int) -> Bool {
    width >= 64 || UInt64(bitPattern: number &- base) >> UInt64(width) == 0
}

private func folded(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: number << 1) ^ UInt64(bitPattern: number >> 63)
}

private func greatestDivisor(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
}

/// How many bytes a varint of this value takes.
private func varintBytes(_ value: UInt64) -> Int {
    max(1, (64 - value.leadingZeroBitCount + 6) / 7)
}

/// Numbers of some bits each, the lowest bit of the first byte first.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 0

    mutating func append(_ value: UInt64, width: Int) {
        var (rest, left) = (value, width)
        while left > 0 {
            if used == 0 { bytes.append(0) }
            let count = min(8 - used, left)
            let part = UInt8(truncatingIfNeeded: rest & ((1 << UInt64(count)) - 1))
            bytes[bytes.count - 1] |= part << UInt8(used)
            rest >>= UInt64(count)
            left -= count
            used = (used + count) & 7
        }
    }
}
