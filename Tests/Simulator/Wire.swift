import MoveLog
import Seeds

/// A simulated connection: a stream each way, made of packets that the network may lose, delay,
/// repeat and reorder, put in order again at the far end as TCP does. It knows no time; the world
/// moves its packets.
struct Wire: Sendable {
    /// A piece of one direction's stream.
    struct Packet: Sendable, CustomStringConvertible {
        var offset: Int
        var bytes: [UInt8]
        var attempt = 0
        /// Ends the stream: the sender closed.
        var isEnd = false

        var description: String { "\(bytes.count) bytes at \(offset)" }
    }

    /// One direction: what was sent, and what has come in order.
    struct Direction: Sendable {
        var sentBytes = 0
        var takenBytes = 0
        var early: [Int: Packet] = [:]
        /// When the last packet of a slow pair leaves.
        var busyUntil = Duration.zero
    }

    let number: Int
    /// The dialling end first.
    let ends: [Int]
    var isOpen = [true, true]
    /// Ends that were closed and go on reading, to no use but that what they said last arrives.
    var isLingering = [false, false]
    var directions = [Direction(), Direction()]

    /// The name of the link at an end, 0 for the one that dialled.
    func link(at end: Int) -> LinkID { LinkID(rawValue: UInt64(number * 2 + end)) }

    /// Cuts bytes from an end into packets of random sizes.
    mutating func send(
        _ bytes: [UInt8], from end: Int, random: inout SeededGenerator
    ) -> [Packet] {
        var packets: [Packet] = []
        var start = 0
        while start < bytes.count {
            let size = min(bytes.count - start, Int.random(in: 1...1400, using: &random))
            packets.append(
                Packet(
                    offset: directions[end].sentBytes, bytes: Array(bytes[start..<(start + size)])))
            directions[end].sentBytes += size
            start += size
        }
        return packets
    }

    /// The last packet of a direction.
    func ending(from end: Int) -> Packet {
        Packet(offset: directions[end].sentBytes, bytes: [], isEnd: true)
    }

    /// A packet from an end has come. Returns what is now in order, and whether the stream ended.
    mutating func arrive(_ packet: Packet, from end: Int) -> (bytes: [UInt8], hasEnded: Bool) {
        guard packet.offset >= directions[end].takenBytes else { return ([], false) }
        if packet.isEnd, directions[end].early[packet.offset] != nil { return ([], false) }
        directions[end].early[packet.offset] = packet
        var bytes: [UInt8] = []
        while let next = directions[end].early.removeValue(forKey: directions[end].takenBytes) {
            if next.isEnd { return (bytes, true) }
            bytes += next.bytes
            directions[end].takenBytes += next.bytes.count
        }
        return (bytes, false)
    }
}
