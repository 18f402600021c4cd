import MoveLog
import Simulator
import Testing

@testable import Storage

/// Every record of a device's log damaged in turn: what is lost comes back from a peer.
@Suite(.timeLimit(.minutes(1)))
struct LostEntryTests {
    @Test func aPeerReturnsWhateverRecordIsDamaged() throws {
        let table = try TwoDevices()
        let whole = table.entryIDs
        var damaged = 0
        for (file, record) in try table.records {
            var trial = table
            let mayLack = try trial.restart(damaging: record, of: file)
            #expect(mayLack, "nothing says that the record at \(record.offset) is lost")
            trial.link()
            let place: Comment = "\(file) at \(record.offset)"
            #expect(trial.first.log.digest == trial.second.log.digest, place)
            #expect(trial.first.aside.isEmpty, place)
            #expect(!trial.holdsCopies, place)
            let counted = trial.countedOrigins
            #expect(whole.allSatisfy { counted[$0] == 1 }, place)
            damaged += 1
        }
        #expect(damaged > 20)
    }

    @Test func ownEntriesBehindALossNobodyElseHasAreRecordedAgainWithTheirOrigin() throws {
        var table = try TwoDevices()
        table.unlink()
        let old = table.first.author
        try table.record(6, at: 0)
        let unsynced = try table.records.suffix(6)
        // Of six entries that only this device has, the third is lost.
        let (file, record) = try #require(unsynced.dropFirst(2).first)
        #expect(try table.restart(damaging: record, of: file))
        table.link()
        #expect(!table.holdsCopies)
        table.settle(Intervals.lossOfAll)
        #expect(table.first.author != old)
        #expect(table.first.log.digest == table.second.log.digest)
        let counted = table.countedOrigins
        let last = table.lastSequence(of: old)
        #expect((1...last).allSatisfy { counted[EntryID(author: old, sequence: $0)] == 1 })
        let copies = counted.keys.filter { $0.author == old && $0.sequence > last }
        #expect(copies.map(\.sequence).sorted() == [last + 2, last + 3, last + 4])
    }
}

/// Two devices of one table, the first with a store; linked and in agreement in the beginning.
private struct TwoDevices {
    var first: Replica
    var second: Replica
    private var store: MoveStore
    private var disk: SimulatedDisk
    private var uptime = Duration.seconds(1)
    private var links: UInt64 = 0
    private static let sizes = SegmentSizes(segmentBytes: 1800, stepBytes: 512)

    private var now: Moment { Moment(uptime: uptime, wall: WallTime(milliseconds: 1000)) }

    init() throws {
        let moment = Moment(uptime: .seconds(1), wall: WallTime(milliseconds: 1000))
        let seals = (ToySeal(device: 0), ToySeal(device: 1))
        let charter = try Charter(founding: octets16(5), at: moment.wall, seal: seals.0)
        disk = SimulatedDisk(seed: 5)
        var random = SampleChance(state: 5)
        store = try MoveStore.open(
            disk, table: charter.table, random: { UInt64(random.below(.max)) }, sizes: Self.sizes
        ).store
        first = Replica(
            charter: charter, commits: [], startsNewIncarnation: false, seal: seals.0,
            random: SystemRandomNumberGenerator(), at: moment)
        let chain = try first.invite(seals.1.publicKey, at: moment)
        second = Replica(
            charter: try Charter(founding: charter.founding, chain: chain, seal: seals.1),
            commits: [], startsNewIncarnation: false, seal: seals.1,
            random: SystemRandomNumberGenerator(), at: moment)
        link()
        for _ in 0..<12 {
            try record(1, at: 0)
            try record(1, at: 1)
            settle(.milliseconds(600))
        }
    }

    /// Every whole record on the first device's disk.
    var records: [(file: String, record: SegmentRecord)] {
        get throws {
            disk.snapshot.sorted { $0.key < $1.key }.flatMap { file, bytes in
                SegmentScan(file: bytes).records.map { (file, $0) }
            }
        }
    }

    var entryIDs: [EntryID] { first.log.allPlaced().map(\.entry.id) }

    /// How often each entry counts at the second device: by itself, or as a copy whose origin is not
    /// there.
    var countedOrigins: [EntryID: Int] {
        var counted: [EntryID: Int] = [:]
        let entries = second.log.allPlaced().map(\.entry)
        let present = Set(entries.map(\.id))
        for entry in entries {
            guard entry.kind == .copied, let copy = try? CopiedEntry(body: entry.body) else {
                counted[entry.id, default: 0] += 1
                continue
            }
            if !present.contains(copy.origin) { counted[copy.origin, default: 0] += 1 }
        }
        return counted
    }

    var holdsCopies: Bool { second.log.allPlaced().contains { $0.entry.kind == .copied } }

    func lastSequence(of author: AuthorID) -> UInt64 {
        second.log.frontier.leaves.filter { $0.author == author }.map(\.sequence).max() ?? 0
    }

    mutating func record(_ count: Int, at device: Int) throws {
        for number in 0..<count {
            let draft = Draft(
                scope: .table, kind: Kind(rawValue: 99),
                body: [UInt8](repeating: UInt8(number), count: 9))
            if device == 0 {
                _ = try first.record([draft], at: now)
            } else {
                _ = try second.record([draft], at: now)
            }
            settle(.milliseconds(10))
        }
    }

    /// The first device's power fails, a bit of one record flips, and it is opened again; whether the
    /// opening says that something is missing.
    mutating func restart(damaging record: SegmentRecord, of file: String) throws -> Bool {
        unlink()
        let left = SimulatedDisk(seed: 6)
        for (name, bytes) in disk.snapshot { left.place(bytes, as: name) }
        left.flip(bit: 8 * record.payload.lowerBound + 3, of: file)
        disk = left
        let charter = first.log.charter
        var random = SampleChance(state: UInt64(record.offset))
        let opened = try MoveStore.open(
            disk, table: charter.table, random: { UInt64(random.below(.max)) }, sizes: Self.sizes)
        store = opened.store
        func replica(isNew: Bool) -> Replica {
            Replica(
                charter: charter, commits: opened.recovery.commits, startsNewIncarnation: isNew,
                seal: ToySeal(device: 0), random: SystemRandomNumberGenerator(), at: now)
        }
        first = replica(isNew: false)
        if opened.recovery.mayLackEntries(of: first.author) { first = replica(isNew: true) }
        return opened.recovery.mayLackEntries
    }

    mutating func unlink() {
        first.disconnected(LinkID(rawValue: links), at: now)
        second.disconnected(LinkID(rawValue: links), at: now)
    }

    mutating func link() {
        links += 1
        let id = LinkID(rawValue: links)
        first.connected(id, to: ToySeal(device: 1).publicKey, isDialer: true, at: now)
        second.connected(id, to: ToySeal(device: 0).publicKey, isDialer: false, at: now)
        settle(.seconds(3))
    }

    mutating func settle(_ duration: Duration) {
        let end = uptime + duration
        while uptime < end {
            while true {
                let effects = (first.takeEffects(), second.takeEffects())
                for case .append(let commit) in effects.0 { try? store.append(commit) }
                if store.hasWaiting { try? store.commit() }
                for case .send(let link, let bytes) in effects.0 {
                    second.receive(bytes, from: link, at: now)
                }
                for case .send(let link, let bytes) in effects.1 {
                    first.receive(bytes, from: link, at: now)
                }
                if effects.0.isEmpty && effects.1.isEmpty { break }
            }
            uptime += .milliseconds(10)
            first.tick(at: now)
            second.tick(at: now)
        }
    }
}
