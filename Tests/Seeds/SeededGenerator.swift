import Foundation

/// SplitMix64 (Steele, Lea and Flood, 2014): the one source of randomness of a seeded test, so that
/// its seed alone repeats it.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Equal seeds give equal sequences, on every machine.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// The next bytes, of one number each.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}

/// The seeds of a law, from 0: all of them, or where `SCORED_SEEDS` is `few` a twenty-fourth, at least two.
/// `Scripts/test` sets that; `Scripts/check` runs all.
package func seeds<Seed: FixedWidthInteger>(_ count: Seed) -> Range<Seed> {
    0..<(isShort ? min(count, max(2, count / 24)) : count)
}

/// Cases of a test: all of them, or where `SCORED_SEEDS` is `few` the first and the middle one.
package func cases<Case>(_ all: [Case]) -> [Case] {
    isShort && all.count > 2 ? [all[0], all[all.count / 2]] : all
}

private var isShort: Bool { ProcessInfo.processInfo.environment["SCORED_SEEDS"] == "few" }
