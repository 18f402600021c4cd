/// A run as one number: two runs with equal traces did the same in the same order.
package struct Trace: Hashable, Sendable {
    /// FNV-1a over everything that was noted.
    package private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    package private(set) var count = 0

    mutating func note(_ now: Duration, _ happening: Happening) {
        count += 1
        let parts = now.components
        mix(UInt64(bitPattern: parts.seconds))
        mix(UInt64(bitPattern: parts.attoseconds))
        let numbers = happening.numbers
        mix(numbers.0)
        mix(numbers.1)
        mix(numbers.2)
    }

    mutating func note(_ bytes: [UInt8]) {
        for byte in bytes { mix(UInt64(byte)) }
    }

    private mutating func mix(_ word: UInt64) {
        hash = (hash ^ word) &* 0x0000_0100_0000_01b3
    }
}
