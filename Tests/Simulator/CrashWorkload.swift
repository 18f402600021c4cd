package import MoveLog
package import Storage

/// What is written to a log whose every crash is tried: how many groups of how many commits, into
/// segments of which size. Equal workloads write equal bytes.
package struct CrashWorkload: Hashable, Sendable {
    /// What the report calls it.
    package let name: String
    /// Groups of the first life; each ends with one sync.
    package let groups: Int
    /// Most commits of a group.
    package let commitsMax: Int
    /// Most bytes of entries in a commit.
    package let entryBytesMax: Int
    /// How the store cuts its segments.
    package let sizes: SegmentSizes
    /// Crashes one after the other that are tried: at most three.
    package let crashes: Int

    /// The complete set: single moves, groups over several segments, large groups that tear at
    /// sectors and at pages, and crash upon crash.
    package static let all = [
        CrashWorkload(
            name: "moves", groups: 14, commitsMax: 2, entryBytesMax: 40,
            sizes: SegmentSizes(segmentBytes: 900, stepBytes: 512), crashes: 2),
        CrashWorkload(
            name: "groups", groups: 10, commitsMax: 6, entryBytesMax: 300,
            sizes: SegmentSizes(segmentBytes: 2200, stepBytes: 1024), crashes: 2),
        CrashWorkload(
            name: "pages", groups: 6, commitsMax: 8, entryBytesMax: 1500,
            sizes: SegmentSizes(segmentBytes: 12_000, stepBytes: 4096), crashes: 1),
        CrashWorkload(
            name: "again", groups: 3, commitsMax: 2, entryBytesMax: 20,
            sizes: SegmentSizes(segmentBytes: 300, stepBytes: 256), crashes: 3),
    ]

    /// One for the tests: seconds without optimisation.
    package static let brief = CrashWorkload(
        name: "brief", groups: 5, commitsMax: 3, entryBytesMax: 40,
        sizes: SegmentSizes(segmentBytes: 600, stepBytes: 512), crashes: 2)

    /// The table that every workload's log belongs to.
    package static let table: TableID = {
        guard let table = TableID([UInt8](repeating: 7, count: 32)) else {
            preconditionFailure("thirty-two bytes")
        }
        return table
    }()

    /// How many commits the group of this number has in this life.
    func commitCount(life: Int, group: Int) -> Int {
        var chance = DiskChance(state: UInt64(life * 1000 + group))
        return 1 + chance.below(commitsMax)
    }

    /// The commit of this number, unlike any other; own entries and others', with zeros inside and at
    /// their ends, which is what reserved space looks like.
    func commit(_ number: UInt32) -> Commit {
        var chance = DiskChance(state: UInt64(number) << 20 | UInt64(entryBytesMax))
        let count = 1 + chance.below(entryBytesMax)
        let bytes = (0..<count).map { _ in chance.below(3) == 0 ? 0 : UInt8(chance.below(256)) }
        let head = SignedHead(
            sequence: UInt64(number) + 1,
            signature: [UInt8](repeating: UInt8(chance.below(256)), count: 64))
        return Commit(
            run: Run(
                author: AuthorID(octets: octets(chance.below(3))), after: UInt64(number),
                base: octets(chance.below(1 << 40)), count: 1, bytes: bytes,
                head: chance.below(4) == 0 ? head : nil),
            request: chance.below(2) == 0 ? RequestID(octets: octets(Int(number))) : nil)
    }

    private func octets(_ number: Int) -> Octets16 {
        var writer = ByteWriter()
        writer.fixed64(0x7363_6f72_6564_2121)
        writer.fixed64(UInt64(number))
        guard let octets = Octets16(writer.bytes) else { preconditionFailure("sixteen bytes") }
        return octets
    }
}
