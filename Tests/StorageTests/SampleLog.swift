import MoveLog
import Simulator
import Storage

/// Commits and stores for the tests of this folder, all from one seed.
struct SampleLog {
    static let table: TableID = CrashWorkload.table
    static let small = SegmentSizes(segmentBytes: 1500, stepBytes: 512)

    var chance: SampleChance
    private var sequence: UInt64 = 0

    init(seed: UInt64) { chance = SampleChance(state: seed) }

    /// A commit unlike any other of this log, with at most this many bytes of entries.
    mutating func commit(entryBytesMax: Int = 60) -> Commit {
        sequence += 1
        let count = 1 + chance.below(entryBytesMax)
        // Zeros at the end and inside are what reserved space looks like, so there are many.
        let bytes = (0..<count).map { _ in chance.below(3) == 0 ? 0 : UInt8(chance.below(256)) }
        let head = SignedHead(
            sequence: sequence, signature: [UInt8](repeating: UInt8(chance.below(256)), count: 64))
        return Commit(
            run: Run(
                author: AuthorID(octets: octets16(chance.below(5))), after: sequence - 1,
                base: octets16(chance.below(1 << 40)), count: 1, bytes: bytes,
                head: chance.below(4) == 0 ? head : nil),
            request: chance.below(2) == 0 ? RequestID(octets: octets16(Int(sequence))) : nil)
    }

    /// Opens a store on the disk with small segments, marked from this log's chance.
    mutating func open(
        _ disk: SimulatedDisk, sizes: SegmentSizes = small
    ) throws(StoreError) -> (store: MoveStore, recovery: Recovery) {
        var marks = SampleChance(state: UInt64(chance.below(1 << 60)))
        return try MoveStore.open(
            disk, table: Self.table, random: { UInt64(marks.below(.max)) }, sizes: sizes)
    }

    /// A healthy disk with this many commits, in groups of one to three.
    mutating func disk(commits count: Int) throws -> (disk: SimulatedDisk, commits: [Commit]) {
        let disk = SimulatedDisk(seed: UInt64(chance.below(1 << 60)))
        var store = try open(disk).store
        var commits: [Commit] = []
        while commits.count < count {
            for _ in 0..<min(count - commits.count, 1 + chance.below(3)) {
                let commit = commit()
                try store.append(commit)
                commits.append(commit)
            }
            try store.commit()
        }
        return (disk, commits)
    }
}

/// SplitMix64: the same numbers on every machine.
struct SampleChance {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ mixed >> 31) % UInt64(count))
    }
}

/// Sixteen bytes that hold a number.
func octets16(_ number: Int) -> Octets16 {
    var writer = ByteWriter()
    writer.fixed64(0x7363_6f72_6564_2121)
    writer.fixed64(UInt64(number))
    guard let octets = Octets16(writer.bytes) else { preconditionFailure("sixteen bytes") }
    return octets
}

/// The kinds of the findings, for comparing what was found without saying where.
func kinds(_ findings: [Finding]) -> [String] {
    findings.map { finding in
        switch finding {
        case .corrupt: "corrupt"
        case .torn: "torn"
        case .unreadable: "unreadable"
        case .missing: "missing"
        case .malformed: "malformed"
        case .misnamed: "misnamed"
        case .foreign: "foreign"
        }
    }
}
