import Seeds
import Simulator
import Testing

@testable import MoveLog

/// Joined commits hold what the commits held from which they were made.
@Suite(.timeLimit(.minutes(2))) struct CommitJoiningTests {
    /// A device's disk, cut into parts as segments cut it, some of them joined: the opening finds the same
    /// log, and a stranger to whom it is sent takes all of it.
    @Test(arguments: UInt64(1)...16)
    func anOpeningHoldsTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 3, seed: seed)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        for _ in 0..<120 {
            let device = Int.random(in: 0..<3, using: &random)
            let count = Int.random(in: 0..<12, using: &random) == 0 ? 300 : 1
            try mesh.record(device, count, size: Int.random(in: 1...300, using: &random))
            if Int.random(in: 0..<3, using: &random) == 0 { mesh.settle(.milliseconds(300)) }
        }
        mesh.settle()
        let disk = try #require(mesh.disks[0])
        let log = mesh.replicas[0].log
        var joined: [Commit] = []
        var rest = disk[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Int.random(in: 1...200, using: &random)))
            rest = rest.dropFirst(part.count)
            joined += Int.random(in: 0..<4, using: &random) == 0 ? part : log.joined(part)
        }
        #expect(joined.count < disk.count)
        let opened = try mesh.restarted(0, from: joined)
        #expect(opened.log.digest == log.digest && opened.aside.isEmpty)
        let isSame = opened.log.allPlaced() == log.allPlaced()
        #expect(isSame)
        #expect(opened.author == (try mesh.restarted(0, from: disk)).author)
        var signed = opened.log
        signed.signEnds()
        var fresh = TableLog(charter: signed.charter, seal: ToySeal(device: 9))
        for span in signed.spans {
            let run = try #require(signed.run(span))
            guard case .admitted = fresh.insert(run, trust: .verify) else {
                Issue.record("a run is not taken: \(run.author) behind \(run.after)")
                continue
            }
        }
        #expect(fresh.digest == signed.digest)
        // What was joined once is as short as it gets.
        #expect(log.joined(log.joined(disk)) == log.joined(disk))
    }

    /// Moves recorded one by one take a fraction of their bytes, and the order of an author's stays.
    @Test func movesOfManyCommitsTakeAFraction() throws {
        var mesh = try Mesh(devices: 1)
        for _ in 0..<5_000 {
            try mesh.record(0, 1, size: 6)
        }
        mesh.settle()
        let disk = try #require(mesh.disks[0])
        let joined = mesh.replicas[0].log.joined(disk)
        func bytes(_ commits: [Commit]) -> Int { commits.reduce(0) { $0 + $1.payload.count } }
        // As many as there are pages, so that damage takes no more than one.
        #expect(joined.count <= 5_000 / 256 + 2 && bytes(joined) * 4 < bytes(disk))
        #expect(joined.allSatisfy { $0.run.count <= 256 })
        var place = try #require(disk.first).run.after
        for commit in joined where commit.run.author == mesh.replicas[0].author {
            #expect(commit.run.after == place && commit.request == nil)
            place = commit.run.last
        }
        #expect(place == mesh.replicas[0].log.lastHeld(of: mesh.replicas[0].author))
    }

    /// Long entries are joined to commits that are not too long.
    @Test func longEntriesAreJoinedToWhatFitsACommit() throws {
        var mesh = try Mesh(devices: 1)
        for _ in 0..<100 { try mesh.record(0, 1, size: 20_000) }
        mesh.settle()
        let disk = try #require(mesh.disks[0])
        let joined = mesh.replicas[0].log.joined(disk)
        #expect(joined.count * 10 < disk.count)
        #expect(joined.allSatisfy { $0.run.byteCount <= Limits.spanBytesMax })
        let isSame = joined.reduce(0) { $0 + $1.run.count } == disk.reduce(0) { $0 + $1.run.count }
        #expect(isSame)
    }

    /// What the log does not hold as it stands there is left alone: forked logs, entries that wait behind a
    /// gap, and entries that are others than those that are held.
    @Test func whatIsNotHeldInOneLineStaysAsItIs() throws {
        var mesh = try Mesh(devices: 2)
        for _ in 0..<40 { try mesh.record(0, 1) }
        mesh.settle(.milliseconds(20))
        let disk = try #require(mesh.disks[0])
        let log = mesh.replicas[0].log
        #expect(log.joined(disk).count < disk.count)
        #expect(TableLog(charter: log.charter, seal: ToySeal(device: 0)).joined(disk) == disk)

        var gap = disk
        gap.remove(at: 20)
        let opened = try mesh.restarted(0, from: gap)
        let behind = Array(gap[20...])
        #expect(opened.log.joined(behind) == behind)

        var other = disk
        var bytes = other[20].run.bytes
        bytes[bytes.count - 1] ^= 1
        other[20].run.bytes = bytes
        #expect(log.joined(other) == other)

        var twin = mesh
        try mesh.record(0, 1, size: 5)
        try twin.record(0, 1, size: 9)
        mesh.settle(.milliseconds(20))
        twin.settle(.milliseconds(20))
        let forked = disk + [mesh, twin].flatMap { ($0.disks[0] ?? []).dropFirst(disk.count) }
        var both = log
        for commit in forked { _ = both.insert(commit.run, trust: .ownDisk) }
        #expect(both.joined(forked) == forked)
    }

    /// Own entries that others gave back after a loss are signed, and those behind them are not: only what
    /// was recorded here stands without a signature.
    @Test func signedOnesAndOthersStayApart() throws {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        for _ in 0..<40 {
            try mesh.record(0, 1)
            mesh.settle(.milliseconds(300))
        }
        let own = try #require(mesh.disks[0]).filter { $0.run.head == nil }
        let author = try #require(own.last).run.author
        let given = try #require(mesh.disks[1]).filter { $0.run.author == author }
        let half = given.prefix(given.count / 2)
        let last = try #require(half.last).run.last
        let disk = half + own.filter { $0.run.author == author && $0.run.after >= last }
        let joined = mesh.replicas[0].log.joined(Array(disk))
        #expect(joined.count == 2 && joined.first?.run.head == half.last?.run.head)
        #expect(joined.last?.run.head == nil && joined.last?.run.last == own.last?.run.last)
    }

    /// Two incarnations of a device take turns in no log; the one that recorded last still does when their
    /// commits were joined.
    @Test func theLastAuthorStaysTheLast() throws {
        var mesh = try Mesh(devices: 1)
        for _ in 0..<30 { try mesh.record(0, 1) }
        mesh.settle()
        mesh.replicas[0].startIncarnation()
        for _ in 0..<30 { try mesh.record(0, 1) }
        mesh.settle()
        let disk = try #require(mesh.disks[0])
        let joined = mesh.replicas[0].log.joined(disk)
        #expect(joined.count < disk.count)
        #expect(joined.last?.run.author == disk.last?.run.author)
        #expect(joined.first?.run.author == disk.first?.run.author)
    }
}
