/// A run as one number: two runs with equal traces did the same in the same order.
package struct Trace: Hashable, Sendable {
    /// FNV-1a over everything that was noted.
    package private(set) var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    /// How many happenings were noted.
    package private(set) var count = 0

    mutating func note(_ now: Duration, _ words: String) {
        count += 1
        let parts = now.components
        mix(UInt64(bitPattern: parts.seconds))
        mix(UInt64(bitPattern: parts.attoseconds))
        note(Array(words.utf8))
    }

    mutating func note(_ bytes: [UInt8]) {
        for byte in bytes { mix(UInt64(byte)) }
    }

    private mutating func mix(_ word: UInt64) {
        hash = (hash ^ word) &* 0x0000_0100_0000_01b3
    }
}

extension World {
    /// A happening in words, for the trace and for people who follow a run.
    static func words(_ happening: Happening) -> String {
        switch happening {
        case .keeperRecords(let device): "keeper \(device) records"
        case .deviceWakes(let device): "device \(device) wakes"
        case .deviceStarts(let device): "device \(device) starts"
        case .deviceCrashes: "a device crashes"
        case .deviceGoesOffline: "a device goes offline"
        case .deviceComesBack(let device): "device \(device) comes back"
        case .deviceFallsAsleep: "a device falls asleep"
        case .deviceAwakes(let device): "device \(device) awakes"
        case .devicesDial(let device): "device \(device) dials"
        case .networkParts: "the network parts"
        case .networkJoins: "the network joins"
        case .packetArrives(let wire, let end, let packet):
            "wire \(wire) from end \(end): \(packet.bytes.count) bytes at \(packet.offset) arrive"
        case .packetIsSentAgain(let wire, let end, let packet):
            "wire \(wire) from end \(end): packet at \(packet.offset) again"
        case .runComesAgain(let wire, let end, let frame):
            "wire \(wire) from end \(end): \(frame.count) bytes of entries come again"
        case .wireBreaks(let wire, let end): "wire \(wire) breaks at end \(end)"
        }
    }
}
