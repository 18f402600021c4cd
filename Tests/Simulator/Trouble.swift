import Seeds

/// The kinds of trouble of a simulated table. Each draws from streams of its own, so that one can be
/// switched off without changing what the others do.
package enum Trouble: Int, CaseIterable, Sendable {
    case size, pace, wire, dialling
    case loss, duplication, repetition, delay, slowness
    case crashes, partitions, oneWays, breaks, offline, sleeps
    case diskFaults, decay, clockJumps, backups, clones
    case dialects, newcomers, removals, hostility, timing, reticence

    package init?(named name: String) {
        guard let trouble = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = trouble
    }

    /// Those that a run can be spared.
    package static let optional = allCases.filter { trouble in
        ![.size, .pace, .wire, .dialling].contains(trouble)
    }

    /// A stream of a run's randomness that only this kind draws from: one for what a scenario is,
    /// one for what happens.
    func stream(of seed: UInt64, _ use: Use) -> SeededGenerator {
        let mark = UInt64(rawValue &+ 1) &* 0xd1b5_4a32_d192_ed03
        return SeededGenerator(seed: seed &* use.rawValue ^ mark)
    }

    enum Use: UInt64 {
        case scenario = 1
        case world = 0x9e37_79b9
    }
}

/// The running streams of a world, one for each kind of trouble.
struct Dice: Sendable {
    private var streams: [SeededGenerator]

    init(seed: UInt64) { streams = Trouble.allCases.map { $0.stream(of: seed, .world) } }

    subscript(_ trouble: Trouble) -> SeededGenerator {
        get { streams[trouble.rawValue] }
        set { streams[trouble.rawValue] = newValue }
    }

    /// Whether something happens that happens so many times of a hundred; draws only if it may.
    mutating func falls(_ trouble: Trouble, percent: Int) -> Bool {
        percent > 0 && Int.random(in: 0..<100, using: &self[trouble]) < percent
    }

    mutating func time(_ trouble: Trouble, around mean: Duration) -> Duration {
        mean * Double.random(in: 0.1...1.9, using: &self[trouble])
    }

    mutating func pick(_ trouble: Trouble, _ range: Range<Int>) -> Int {
        Int.random(in: range, using: &self[trouble])
    }
}
