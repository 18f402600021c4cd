import LocalAPI
import MoveLog
import Scorebook

/// What this device knows of the uptimes of other machines, kept beside the log so that a daemon that
/// was killed reads the game clocks as before. It holds since this machine's start; after the next one
/// only the wall clock tells how long the machine was off.
struct KeptClocks: Codable, Equatable {
    /// One boot, in hexadecimal digits and milliseconds.
    struct Item: Codable, Equatable {
        var boot: String
        var offset: Int64
        var error: Int64
        var measuredAt: Int64
        var hops: UInt8
        var isEstimated: Bool
    }

    /// The machine's start, from which the uptimes count.
    var boot: String
    /// This device's uptime when the rest was read.
    var uptime: Int64
    /// What its wall clock showed then, in milliseconds since 1970.
    var wall: Int64
    var items: [Item]

    static let file = "clocks.json"

    init(_ clocks: BootClocks, at now: Moment) {
        boot = hexadecimal(clocks.own.bytes)
        uptime = now.uptime.wholeMilliseconds
        wall = now.wall.milliseconds
        items = clocks.offsets.sorted { $0.key < $1.key }.map { boot, offset in
            Item(
                boot: hexadecimal(boot.bytes), offset: offset.offset.wholeMilliseconds,
                // For what is cut.
                error: offset.error.wholeMilliseconds + 1,
                measuredAt: offset.measuredAt.wholeMilliseconds, hops: offset.hops,
                isEstimated: offset.isEstimated)
        }
    }

    /// Whether the two clocks of this device still differ by what was kept, to a second.
    func fits(_ now: Moment) -> Bool {
        let (passed, isBeyond) = now.wall.milliseconds.subtractingReportingOverflow(wall)
        let (off, isFar) = passed.subtractingReportingOverflow(
            now.uptime.wholeMilliseconds - uptime)
        return !isBeyond && !isFar && off.magnitude <= 1000
    }

    /// What it says today; nil when it does not say which start of the machine it is of.
    func clocks(own: BootID, at now: Moment) -> BootClocks? {
        guard let boot = BootID(hexadecimal: boot) else { return nil }
        var offsets: [BootID: BootClocks.Offset] = [:]
        for item in items.prefix(MoveLog.Limits.bootsMax) {
            guard let boot = BootID(hexadecimal: item.boot) else { continue }
            offsets[boot] = BootClocks.Offset(
                offset: .milliseconds(item.offset), error: .milliseconds(item.error),
                measuredAt: .milliseconds(item.measuredAt), hops: item.hops,
                isEstimated: item.isEstimated)
        }
        let then = Moment(uptime: .milliseconds(uptime), wall: WallTime(milliseconds: wall))
        // An uptime that has not come yet is of another start, whatever its name.
        let isSameStart = boot == own && then.uptime <= now.uptime + .milliseconds(1)
        let kept = BootClocks(
            own: boot, keeping: offsets, at: isSameStart ? now.uptime : then.uptime)
        return isSameStart ? kept : kept.carried(from: then, to: now, own: own)
    }
}

extension BootID {
    fileprivate var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 8)
        writer.fixed64(rawValue)
        return writer.bytes
    }

    fileprivate init?(hexadecimal text: String) {
        guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
        self.init(rawValue: number)
    }
}

extension Home {
    /// What was kept; nil when nothing can be read, which costs exactness and nothing else.
    func clocks() -> KeptClocks? {
        let bytes = try? read(KeptClocks.file, bytesMax: Limits.clocksBytesMax)
        return bytes.flatMap { try? JSON.decode(KeptClocks.self, from: $0) }
    }

    /// Keeps what is known; a failure costs exactness after a restart.
    func keep(_ clocks: KeptClocks) {
        try? replace(KeptClocks.file, with: JSON.encode(clocks))
    }
}
