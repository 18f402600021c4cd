/// Bits of a log flipped: every single one, and pairs.
package struct BitFlips: Sendable {
    /// The log that is damaged.
    package let sample: DamageSample
    private let stride: Int
    private let pieces: [(file: Int, bits: Range<Int>)]
    private static let pieceBits = 4096

    /// Flips in a log of this many bytes, `stride` bits apart; with 1 every one of them.
    package init(bytes: Int = 64 * 1024, stride: Int = 1) {
        let sample = DamageSample(bytes: bytes)
        self.sample = sample
        self.stride = stride
        pieces = sample.files.indices.flatMap { file in
            let bits = sample.files[file].bytes.count * 8
            return Swift.stride(from: 0, to: bits, by: Self.pieceBits).map { start in
                (file: file, bits: start..<min(start + Self.pieceBits, bits))
            }
        }
    }

    /// Pieces of the log that can be tried by themselves.
    package var parts: Int { pieces.count }

    /// Flips the bits of one piece, one at a time. Each log is opened and judged; those with a flip in
    /// a header or in the last segment, and of the others every sixteenth, are also written on and
    /// opened once more.
    package func report(part index: Int) -> DamageReport {
        var report = DamageReport()
        let (file, bits) = pieces[index]
        let (name, bytes) = sample.files[file]
        let isLast = file == sample.files.count - 1
        var damaged = sample.contents
        for bit in bits where bit.isMultiple(of: stride) {
            let goesOn = isLast || bit < 60 * 8 || bit.isMultiple(of: 16 * stride)
            damaged[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
            report.note(
                sample.complaint(of: damaged, lostMax: 3, goesOn: goesOn), "bit \(bit) of \(name)")
            damaged[name]?[bit / 8] = bytes[bit / 8]
        }
        return report
    }

    /// Flips two bits anywhere, so many times, drawn from the seed.
    package func pairs(_ count: Int, seed: UInt64) -> DamageReport {
        var chance = DiskChance(state: seed)
        var report = DamageReport()
        for number in 0..<count {
            var damaged = sample.contents
            for _ in 0..<2 {
                let (name, bytes) = sample.files[chance.below(sample.files.count)]
                let bit = chance.below(bytes.count * 8)
                damaged[name]?[bit / 8] ^= 1 << UInt8(bit % 8)
            }
            report.note(sample.complaint(of: damaged), "pair \(number) of seed \(seed)")
        }
        return report
    }
}

/// What came of damaging a log again and again.
package struct DamageReport: Sendable {
    /// How many logs were opened.
    package private(set) var cases = 0
    /// What was wrong, with the place; a few of them.
    package private(set) var failures: [String] = []
    private static let failuresMax = 8

    package init() {}

    mutating func note(_ complaint: String?, _ place: @autoclosure () -> String) {
        cases += 1
        guard let complaint, failures.count < Self.failuresMax else { return }
        failures.append("\(place()): \(complaint)")
    }

    package mutating func add(_ other: DamageReport) {
        cases += other.cases
        failures = Array((failures + other.failures).prefix(Self.failuresMax))
    }
}
