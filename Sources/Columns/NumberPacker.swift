/// Writes columns of numbers, each in the form that takes the fewest bytes. Cost: the numbers and their steps
/// are put in order, and for each width that comes into question there is a pass over those that differ.
enum NumberPacker {
    /// Appends the numbers, at least one.
    static func write(_ numbers: [UInt64], to writer: inout ByteWriter) {
        var (least, most) = (numbers[0], numbers[0])
        for number in numbers {
            least = min(least, number)
            most = max(most, number)
        }
        guard least < most else {
            writer.byte(NumberColumn.constant)
            return writer.varint(least)
        }
        let stepped = Stepped(numbers)
        guard let steps = WindowSearch.cheapest(of: stepped.steps, stepped.values, below: .max)
        else { preconditionFailure("numbers that differ have a window") }
        // Of numbers as they are only those that can be compared as signed; of the same length these.
        if most >> 62 == 0 {
            let plain = Values(least: least, span: most - least, narrowest: 1)
            let offsets = numbers.map { $0 &- least }
            let limit = steps.bytes + stepped.overhead + 1
            if let window = WindowSearch.cheapest(of: offsets, plain, below: limit) {
                writer.byte(UInt8(window.width))
                writer.varint(plain.code(window.base))
                return window.write(offsets, plain, to: &writer)
            }
        }
        stepped.write(steps, to: &writer)
    }
}

/// The steps of a column, in units that divide them all.
private struct Stepped {
    let first: UInt64
    let unit: UInt64
    let values: Values
    /// As offsets.
    private(set) var steps: [UInt64]

    init(_ numbers: [UInt64]) {
        first = numbers[0]
        steps = [UInt64](repeating: 0, count: numbers.count - 1)
        var before = first
        var (least, most) = (Int64.max, Int64.min)
        var divisor: UInt64 = 0
        for index in steps.indices {
            let number = numbers[index + 1]
            let step = Int64(bitPattern: number &- before)
            before = number
            steps[index] = UInt64(bitPattern: step)
            least = min(least, step)
            most = max(most, step)
            if divisor != 1 { divisor = greatestDivisor(step.magnitude, divisor) }
        }
        // A unit of 2^63 does not fit a step.
        unit = divisor == 0 || divisor > UInt64(Int64.max) ? 1 : divisor
        let size = Int64(unit)
        let base = UInt64(bitPattern: least / size)
        let span = UInt64(bitPattern: most / size) &- base
        values = Values(least: base, span: span, narrowest: 0, isSigned: true)
        if unit == 1 {
            for index in steps.indices { steps[index] &-= base }
        } else {
            for index in steps.indices {
                let step = Int64(bitPattern: steps[index]) / size
                steps[index] = UInt64(bitPattern: step) &- base
            }
        }
    }

    /// What first number and unit take.
    var overhead: Int { varintBytes(first) + varintBytes(unit) }

    func write(_ window: Window, to writer: inout ByteWriter) {
        writer.byte(NumberColumn.steps + UInt8(window.width))
        writer.varint(first)
        writer.varint(unit)
        writer.varint(values.code(window.base))
        window.write(steps, values, to: &writer)
    }
}

private func greatestDivisor(_ one: UInt64, _ other: UInt64) -> UInt64 {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one
}

extension Window {
    /// Exceptions, each with its distance from the one before, then the bits.
    fileprivate func write(
        _ offsets: [UInt64], _ values: Values, to writer: inout ByteWriter
    ) {
        writer.count(outside)
        if outside > 0 {
            var next = 0
            for (place, offset) in offsets.enumerated() where !holds(offset) {
                writer.count(place - next)
                writer.varint(values.code(offset))
                next = place + 1
            }
        }
        if width > 0 { writer.raw(packed(offsets)) }
    }

    /// Numbers of some bits each, the lowest bit of the first byte first.
    private func packed(_ offsets: [UInt64]) -> [UInt8] {
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
                // Of a wide number the end comes only now.
                if heldBits > 56 { held = stored >> UInt64(width - heldBits) }
            }
        }
        if heldBits > 0 { bytes[place] = UInt8(truncatingIfNeeded: held) }
        return bytes
    }
}
