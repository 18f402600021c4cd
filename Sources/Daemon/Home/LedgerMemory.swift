import LocalAPI
import MoveLog
import Scorebook

/// Keeps the knowledge of a ledger that its log does not contain in the home: the holdings of
/// peers, the clocks of other machines, and the durable end of the own log.
final class LedgerMemory {
    private let ledger: Ledger
    private let home: Home
    private var savedHoldings: Holdings?
    private var saveHoldingsAt: Duration?
    private var savedClocks: (kept: KeptClocks, revisions: [UInt64])?
    /// The next time at which the end of the own log is remembered.
    private var markAt: Duration
    /// The end of the log that the home remembers.
    private var marked: LogEnd?
    /// The newest segment at that time.
    private var markedSegment: UInt32?

    init(of ledger: Ledger, in home: Home) {
        self.ledger = ledger
        self.home = home
        markAt = ledger.clock.uptime + DaemonLimits.markInterval
        markedSegment = ledger.newestSegment
    }

    /// Restores holdings and clocks; the clocks also from earlier boots of this machine.
    func restore() {
        let holdings = home.kept(
            Holdings.self, in: Holdings.file, bytesMax: DaemonLimits.holdingsBytesMax)
        savedHoldings = holdings
        if let holdings, holdings.table == ledger.log.charter.table.description {
            ledger.replica.restore(holdings: holdings.known)
            for octets in (holdings.left ?? []).compactMap(bytes(hexadecimal:)) {
                if let key = PublicKey(octets) { ledger.replica.markLeft(key) }
            }
        }
        let clock = ledger.clock
        let clocks = home.kept(
            KeptClocks.self, in: KeptClocks.file, bytesMax: DaemonLimits.clocksBytesMax)
        if let clocks = clocks?.clocks(own: clock.boot, at: clock.now) {
            ledger.replica.clocks = clocks
        }
        if let walls = clocks?.wallClocks(own: clock.boot, at: clock.now) {
            ledger.replica.wallClocks = walls
        }
    }

    /// Call after the commit and before frames are sent: no peer may receive an entry before the
    /// clocks that it depends on are saved.
    func saveBeforeSending(at now: Duration) {
        markHome(at: now)
        saveClocks()
    }

    /// Saves at the end: the holdings now, the log's end after the last turn.
    func end(at now: Duration) {
        saveHoldings()
        markAt = now
    }

    func saveHoldings(at now: Duration) {
        guard saveHoldingsAt.map({ now >= $0 }) ?? true else { return }
        saveHoldingsAt = now + DaemonLimits.holdingsInterval
        saveHoldings()
    }

    private func saveHoldings() {
        let holdings = Holdings(
            ledger.replica.knownHoldings, left: ledger.replica.left,
            of: ledger.log.charter.table)
        guard holdings != savedHoldings else { return }
        savedHoldings = holdings
        home.keep(holdings, in: Holdings.file)
    }

    /// Remembers the durable end of the own log: from time to time, and at once after the first
    /// entry of all, under a new author, and in a new segment, which the mark names so that its
    /// loss is detected.
    private func markHome(at now: Duration) {
        guard ledger.problem == nil else { return }
        let end = ledger.end
        // Saves reading the settings every turn.
        if marked?.table != end.table { marked = home.settings.mark?.end(of: end.table) }
        let isInMarked = ledger.newestSegment == markedSegment
        if marked == end || (marked?.author == end.author && isInMarked && now < markAt) { return }
        markAt = now + DaemonLimits.markInterval
        home.remember(ledger)
        marked = home.settings.mark?.end(of: end.table)
        // A mark that could not be written is tried again next turn.
        if marked == end { markedSegment = ledger.newestSegment }
    }

    /// Saves the clocks if the game clocks would differ noticeably.
    private func saveClocks() {
        let now = ledger.clock.now
        let replica = ledger.replica
        let revisions = [replica.clocks.revision, replica.wallClocks.revision]
        if let savedClocks, savedClocks.revisions == revisions, savedClocks.kept.fits(now) {
            return
        }
        let kept = KeptClocks(replica.clocks, replica.wallClocks, at: now)
        savedClocks = (kept, revisions)
        home.keep(kept, in: KeptClocks.file)
    }
}

/// The entries that peers are known to hold, kept beside the log so that status knows after a
/// restart which moves are on other devices. Keys are hexadecimal.
struct Holdings: Codable, Equatable {
    var table: String
    var devices: [String: [String: UInt64]]
    /// The devices that changed to another table.
    var left: [String]?

    static let file = "holdings.json"

    init(
        _ known: [PublicKey: [AuthorID: UInt64]], left: Set<PublicKey>, of table: TableID
    ) {
        self.table = table.description
        self.left = left.map(\.description).sorted()
        devices = [:]
        for (key, held) in known {
            devices[key.description] = Dictionary(
                uniqueKeysWithValues: held.map { ($0.key.description, $0.value) })
        }
    }

    var known: [PublicKey: [AuthorID: UInt64]] {
        var known: [PublicKey: [AuthorID: UInt64]] = [:]
        for (digits, held) in devices {
            guard let key = bytes(hexadecimal: digits).flatMap({ PublicKey($0) }) else { continue }
            for (name, sequence) in held {
                let author = bytes(hexadecimal: name).flatMap { AuthorID($0) }
                if let author { known[key, default: [:]][author] = sequence }
            }
        }
        return known
    }
}

/// The known uptimes of other machines, kept beside the log so that a daemon that was killed reads
/// the game clocks as before. Exact within this machine's boot; after a reboot only the wall clock
/// tells how long the machine was off.
struct KeptClocks: Codable, Equatable {
    /// The offset of one boot, in milliseconds; the boot in hexadecimal digits.
    struct Item: Codable, Equatable {
        var boot: String
        var offset: Int64
        var error: Int64
        var measuredAt: Int64
        var hops: UInt8
        var isEstimated: Bool
    }

    /// The wall clock of one device less the own uptime, in milliseconds; the device's key in
    /// hexadecimal digits.
    struct Wall: Codable, Equatable {
        var device: String
        var offset: Int64
        var error: Int64
        var measuredAt: Int64
    }

    /// The boot of this machine, from which the uptimes count.
    var boot: String
    /// This machine's uptime at the time of saving.
    var uptime: Int64
    /// The wall time then, in milliseconds since 1970.
    var wall: Int64
    var items: [Item]
    /// The wall clocks of other devices, of this boot alone; nil in a file of an older version.
    var walls: [Wall]?

    static let file = "clocks.json"

    init(_ clocks: BootClocks, _ wallClocks: WallClocks = WallClocks(), at now: Moment) {
        boot = hexadecimal(clocks.own.bytes)
        uptime = now.uptime.wholeMilliseconds
        wall = now.wall.milliseconds
        items = clocks.offsets.sorted { $0.key < $1.key }.map { boot, offset in
            Item(
                boot: hexadecimal(boot.bytes), offset: offset.offset.wholeMilliseconds,
                // One more for truncation.
                error: offset.error.wholeMilliseconds + 1,
                measuredAt: offset.measuredAt.wholeMilliseconds, hops: offset.hops,
                isEstimated: offset.isEstimated)
        }
        walls = wallClocks.readings.sorted { $0.key < $1.key }.map { key, reading in
            Wall(
                device: key.description, offset: reading.offset,
                error: reading.error.wholeMilliseconds + 1,
                measuredAt: reading.measuredAt.wholeMilliseconds)
        }
    }

    /// True if wall clock and uptime still differ as they did at the time of saving, within a
    /// second.
    func fits(_ now: Moment) -> Bool {
        let passed = Duration.milliseconds(now.wall.milliseconds) - .milliseconds(wall)
        let off = passed - (.milliseconds(now.uptime.wholeMilliseconds) - .milliseconds(uptime))
        return max(off, .zero - off) <= .seconds(1)
    }

    /// The clocks at present; nil if the file does not name its boot.
    func clocks(own: BootID, at now: Moment) -> BootClocks? {
        guard let boot = BootID(hexadecimal: boot) else { return nil }
        var offsets: [BootID: BootClocks.Offset] = [:]
        for item in items.prefix(MoveLogLimits.bootsMax) {
            guard let boot = BootID(hexadecimal: item.boot) else { continue }
            offsets[boot] = BootClocks.Offset(
                offset: .milliseconds(item.offset), error: .milliseconds(item.error),
                measuredAt: .milliseconds(item.measuredAt), hops: item.hops,
                isEstimated: item.isEstimated)
        }
        let then = Moment(uptime: .milliseconds(uptime), wall: WallTime(milliseconds: wall))
        let isSameStart = isOfStart(own, at: now)
        let kept = BootClocks(
            own: boot, keeping: offsets, at: isSameStart ? now.uptime : then.uptime)
        return isSameStart ? kept : kept.carried(from: then, to: now, own: own)
    }

    /// The wall clocks; nil after a start of the machine, at which its own may have been set.
    func wallClocks(own: BootID, at now: Moment) -> WallClocks? {
        guard isOfStart(own, at: now) else { return nil }
        var readings: [PublicKey: WallClocks.Reading] = [:]
        for wall in (walls ?? []).prefix(MoveLogLimits.wallClocksMax) {
            guard let key = bytes(hexadecimal: wall.device).flatMap({ PublicKey($0) }) else {
                continue
            }
            readings[key] = WallClocks.Reading(
                offset: wall.offset, error: .milliseconds(max(0, wall.error)),
                measuredAt: .milliseconds(wall.measuredAt))
        }
        return WallClocks(keeping: readings)
    }

    /// An uptime in the future is of another boot, even with the same ID.
    private func isOfStart(_ own: BootID, at now: Moment) -> Bool {
        BootID(hexadecimal: boot) == own
            && .milliseconds(uptime) <= now.uptime + .milliseconds(1)
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
    /// The content of a file whose loss costs no score; nil if it cannot be read.
    func kept<Content: Decodable>(
        _ type: Content.Type, in file: String, bytesMax: Int
    ) -> Content? {
        let bytes = try? read(file, bytesMax: bytesMax)
        return bytes.flatMap { try? JSON.decode(type, from: $0) }
    }

    /// On a failure only this knowledge is lost.
    func keep(_ content: some Encodable, in file: String) {
        try? replace(file, with: JSON.encode(content))
    }
}
