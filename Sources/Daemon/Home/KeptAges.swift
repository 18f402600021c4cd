import LocalAPI
import MoveLog
import Scorebook

/// When entries were recorded, kept beside the log so that a daemon that was killed goes on counting
/// where it was. Uptimes mean something until the machine starts anew; after that only the wall clock
/// tells how long it was off.
struct KeptAges: Codable, Equatable {
    /// One entry, in hexadecimal digits and milliseconds.
    struct Item: Codable, Equatable {
        var author: String
        var sequence: UInt64
        var uptime: Int64
        var doubt: Int64
        var measuredAt: Int64
        var hops: UInt8
        var isEstimated: Bool
    }

    /// Which start of the machine the uptimes count from; nil where the system names none.
    var boot: String?
    /// What this device's wall clock read at uptime zero, in milliseconds since 1970.
    var wallAtStart: Int64
    var items: [Item]

    static let file = "ages.json"

    init(
        _ anchors: [EntryID: Anchor], boot: String?, at now: Moment
    ) {
        self.boot = boot
        wallAtStart = now.wall.milliseconds &- now.uptime.wholeMilliseconds
        items = anchors.sorted { $0.key < $1.key }.map { entry, anchor in
            Item(
                author: entry.author.description, sequence: entry.sequence,
                uptime: anchor.uptime.wholeMilliseconds, doubt: anchor.doubt.wholeMilliseconds,
                measuredAt: anchor.measuredAt.wholeMilliseconds, hops: anchor.hops,
                isEstimated: anchor.isEstimated)
        }
    }

    /// Whether nothing is lost if this is not kept in the place of an older one: the same entries,
    /// known as well, at almost the same instants by both clocks.
    func says(nothingBeyond older: KeptAges) -> Bool {
        guard boot == older.boot, items.count == older.items.count,
            isNear(wallAtStart, older.wallAtStart, 1000)
        else { return false }
        return zip(items, older.items).allSatisfy { item, known in
            item.author == known.author && item.sequence == known.sequence
                && item.hops == known.hops && item.isEstimated == known.isEstimated
                && isNear(item.uptime, known.uptime, 5)
        }
    }

    private func isNear(_ one: Int64, _ other: Int64, _ distance: UInt64) -> Bool {
        let (difference, isBeyond) = one.subtractingReportingOverflow(other)
        return !isBeyond && difference.magnitude <= distance
    }

    /// What it says on today's uptime, whatever table the device was at: of an entry that was brought
    /// along the copy names the origin, and so does the game clock.
    func anchors(boot: String?, at now: Moment) -> [EntryID: Anchor] {
        var anchors: [EntryID: Anchor] = [:]
        for item in items.prefix(MoveLog.Limits.anchorsMax) {
            guard let author = hexadecimalOctets(item.author).flatMap({ AuthorID($0) }),
                item.sequence > 0, item.hops <= MoveLog.Limits.hopsMax
            else { continue }
            let entry = EntryID(author: author, sequence: item.sequence)
            // An uptime that has not come yet is of another start, whatever its name.
            let isSameStart =
                boot != nil && boot == self.boot
                && .milliseconds(item.measuredAt) <= now.uptime + .milliseconds(1)
            let start = Moment(uptime: .zero, wall: WallTime(milliseconds: wallAtStart))
            anchors[entry] = isSameStart ? anchor(item) : anchor(item).carried(from: start, to: now)
        }
        return anchors
    }

    private func anchor(_ item: Item) -> Anchor {
        Anchor(
            uptime: .milliseconds(item.uptime), doubt: .milliseconds(max(0, item.doubt)),
            measuredAt: .milliseconds(item.measuredAt), hops: item.hops,
            isEstimated: item.isEstimated)
    }
}

extension Home {
    /// What was kept; nil when nothing can be read, which costs exactness and nothing else.
    func ages() -> KeptAges? {
        let bytes = try? read(KeptAges.file, bytesMax: Limits.agesBytesMax)
        return bytes.flatMap { try? JSON.decode(KeptAges.self, from: $0) }
    }

    /// Keeps what is known; a failure costs exactness after a restart.
    func keep(_ ages: KeptAges) {
        try? replace(KeptAges.file, with: JSON.encode(ages))
    }
}
