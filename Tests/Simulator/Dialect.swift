import MoveLog
import Seeds

/// How a device speaks the protocol: as this version does, or as one before or after it.
enum Dialect: Sendable {
    /// Neither says nor understands frames of optional types.
    case older
    case present
    /// Speaks one version more, adds to its greeting, says things of types that nobody knows yet, and
    /// records kinds that nobody knows.
    case newer

    private static let greetingType: UInt8 = 1
    private static let laterType: UInt8 = 200

    /// The bytes of whole frames as one device says them and another hears them.
    static func carry(
        _ bytes: [UInt8], from sender: Dialect, to receiver: Dialect,
        random: inout SeededGenerator, _ happenings: inout Happenings
    ) -> [UInt8] {
        if sender == .present, receiver != .older { return bytes }
        var heard: [UInt8] = []
        var start = 0
        while let end = Frame.end(from: start, in: bytes) {
            var frame = Array(bytes[start..<end])
            start = end
            let type = frame[4]
            if type >= Frame.firstOptionalType, sender == .older || receiver == .older {
                happenings.note(.unheardFrame)
                continue
            }
            if sender == .newer { frame = later(frame, random: &random, &happenings) }
            heard += frame
        }
        return heard
    }

    private static func later(
        _ frame: [UInt8], random: inout SeededGenerator, _ happenings: inout Happenings
    ) -> [UInt8] {
        if frame[4] == greetingType {
            happenings.note(.greetedNewer)
            var payload = Array(frame[4...])
            payload[2] += 1
            payload += [1, 2, 3]
            return Frame.framed(payload)
        }
        guard Int.random(in: 0..<8, using: &random) == 0 else { return frame }
        happenings.note(.unknownFrame)
        let noise = random.bytes(Int.random(in: 0...40, using: &random))
        return frame + Frame.framed([laterType] + noise)
    }
}
