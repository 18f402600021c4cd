import MoveLog
import Simulator
import Storage
import Testing

/// Every single bit of a small log flipped in turn: what is missing is reported where it was, and
/// nothing is invented.
@Suite(.timeLimit(.minutes(1)))
struct BitFlipTests {
    @Test(arguments: [21, 22] as [UInt64])
    func everyFlipIsReportedOrHarmless(seed: UInt64) throws {
        let sample = try FlipSample(seed: seed)
        #expect(sample.files.count == 3)
        var flips = 0
        for (file, bytes) in sample.files {
            for bit in 0..<(bytes.count * 8) {
                let disk = sample.disk(flipping: bit, of: file)
                let recovery = try MoveStore.inspect(disk, table: SampleLog.table)
                sample.check(recovery, "seed \(seed), bit \(bit) of \(file)")
                flips += 1
            }
        }
        #expect(flips > 7000)
    }

    @Test func anOpeningAfterAFlipGoesOnAndKeepsItsWord() throws {
        let sample = try FlipSample(seed: 23)
        for (file, bytes) in sample.files {
            for bit in stride(from: 0, to: bytes.count * 8, by: 37) {
                let disk = sample.disk(flipping: bit, of: file)
                var log = SampleLog(seed: UInt64(bit))
                var (store, first) = try log.open(disk)
                sample.check(first, "bit \(bit) of \(file)")
                let commit = log.commit()
                try store.append(commit)
                try store.commit()
                disk.losePower()
                disk.restorePower()
                let second = try log.open(disk).recovery
                #expect(second.commits == first.commits + [commit], "bit \(bit) of \(file)")
                let stays = first.findings.filter { kinds([$0]) != ["torn"] }
                #expect(second.findings == stays, "bit \(bit) of \(file)")
            }
        }
    }
}

/// A healthy log of three segments and what one flipped bit may do to it.
private struct FlipSample {
    let files: [(name: String, bytes: [UInt8])]
    private let commits: [Commit]

    init(seed: UInt64) throws {
        var log = SampleLog(seed: seed)
        let disk = SimulatedDisk(seed: seed)
        let sizes = SegmentSizes(segmentBytes: 420, stepBytes: 128)
        var store = try log.open(disk, sizes: sizes).store
        var commits: [Commit] = []
        while disk.snapshot.count < 3 {
            commits.append(log.commit(entryBytesMax: 20))
            try store.append(commits[commits.count - 1])
            try store.commit()
        }
        self.commits = commits
        files = disk.snapshot.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    func disk(flipping bit: Int, of file: String) -> SimulatedDisk {
        let disk = SimulatedDisk(seed: UInt64(bit))
        for (name, bytes) in files { disk.place(bytes, as: name) }
        disk.flip(bit: bit, of: file)
        return disk
    }

    /// A flip costs at most the one commit that it hits, and its loss is told.
    func check(_ recovery: Recovery, _ comment: Comment) {
        let found = Set(recovery.commits)
        let missing = commits.filter { !found.contains($0) }
        #expect(recovery.commits == commits.filter { found.contains($0) }, comment)
        #expect(missing.count <= 1, comment)
        #expect(missing.isEmpty || recovery.mayLackEntries, comment)
        if let lost = missing.first, lost != commits.last {
            #expect(kinds(recovery.findings) == ["corrupt"], comment)
        }
    }
}
