import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A log opened from its disk, whatever the commits on it look like.
@Suite struct ReplayTests {
    /// Commits that follow each other are taken in together; what is held is as if each had been taken
    /// in by itself, and so it goes on: what was asked for is remembered, heads let others have it.
    @Test(arguments: seeds(UInt64(12)))
    func anOpeningHoldsWhatTheCommitsHoldOneByOne(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 3, seed: seed, linked: [(0, 1), (1, 2)])
        var requests: [RequestID: [EntryID]] = [:]
        for _ in 0..<40 {
            let device = Int.random(in: 0..<3, using: &random)
            let count = Int.random(in: 1...30, using: &random)
            if device == 0, count < 9 {
                let request = RequestID(octets: random.nonce16())
                let size = Int.random(in: 1...40_000, using: &random)
                let draft = Draft(
                    scope: .table, kind: Kind(rawValue: 99), body: random.bytes(size))
                requests[request] = try mesh.replicas[0].record(
                    [draft], request: request, at: mesh.now)
            } else {
                try mesh.record(device, count, size: Int.random(in: 1...3000, using: &random))
            }
            if Int.random(in: 0..<3, using: &random) == 0 { mesh.settle(.milliseconds(300)) }
        }
        mesh.settle()
        let disk = try #require(mesh.disks[0])
        let opened = try mesh.restarted(0, from: disk)
        var single = TableLog(charter: opened.log.charter, seal: ToySeal(device: 0))
        for commit in disk { _ = single.insert(commit.run, trust: .ownDisk) }
        #expect(opened.log.digest == single.digest)
        #expect(opened.log.digest == mesh.replicas[0].log.digest)
        #expect(opened.log.allPlaced() == single.allPlaced() && opened.aside.isEmpty)
        #expect(opened.log.allAdmitted().flatMap(\.placed) == opened.log.allPlaced())
        for (request, entries) in requests { #expect(opened.entries(of: request) == entries) }
        // The heads that were kept let a stranger have all of it.
        var log = opened.log
        log.signEnds()
        var fresh = TableLog(charter: log.charter, seal: ToySeal(device: 9))
        for span in log.spans {
            let run = try #require(log.run(span))
            guard case .admitted = fresh.insert(run, trust: .verify) else {
                Issue.record("a run is not taken: \(run.author) behind \(run.after)")
                continue
            }
        }
        #expect(fresh.digest == log.digest)
    }

    /// A peer that asks again is told of entries only if the log has them.
    @Test func aRequestWhoseEntriesWereRefusedIsNotRemembered() throws {
        var mesh = try Mesh(devices: 1, seed: 1)
        var random = SeededGenerator(seed: 1)
        let requests = (1...3).map { _ in RequestID(octets: random.nonce16()) }
        for request in requests {
            let draft = Draft(scope: .table, kind: Kind(rawValue: 99), body: [1, 2, 3])
            _ = try mesh.replicas[0].record([draft], request: request, at: mesh.now)
        }
        mesh.settle()
        var disk = try #require(mesh.disks[0])
        let place = try #require(disk.firstIndex { $0.request == requests[1] })
        disk[place].run.bytes = [0xFF]
        let opened = try mesh.restarted(0, from: disk)
        #expect(opened.entries(of: requests[0])?.count == 1)
        #expect(opened.entries(of: requests[1]) == nil)
        // What stands behind the refused one waits aside.
        #expect(opened.entries(of: requests[2]) == nil)
    }

    /// Two copies of a home record as one author, so that commits of one branch have the numbers at
    /// which those of the other go on; some are lost. What belongs to which is told by their digests.
    @Test(arguments: seeds(UInt64(60)))
    func branchesWhoseNumbersFitAreNotMistaken(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 2, seed: seed)
        try mesh.record(0, 5)
        mesh.settle(.milliseconds(20))
        var twin = mesh
        for number in 0..<Int.random(in: 1...9, using: &random) {
            try mesh.record(0, 1, size: 3 + number)
            mesh.settle(.milliseconds(20))
        }
        for number in 0..<Int.random(in: 1...9, using: &random) {
            try twin.record(0, 1, size: 100 + number)
            twin.settle(.milliseconds(20))
        }
        var lines = [try #require(mesh.disks[0])[...], try #require(twin.disks[0])[...]]
        let shared = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
        var disk = Array(lines[0].prefix(shared))
        lines = lines.map { $0.dropFirst(shared) }
        while lines.contains(where: { !$0.isEmpty }) {
            let line = Int.random(in: 0...1, using: &random)
            guard let commit = lines[line].popFirst() else { continue }
            if Int.random(in: 0..<6, using: &random) > 0 { disk.append(commit) }
        }
        let opened = try mesh.restarted(0, from: disk)
        var single = TableLog(charter: opened.log.charter, seal: ToySeal(device: 0))
        var waiting = disk
        for _ in disk {
            waiting = waiting.filter { commit in
                switch single.insert(commit.run, trust: .ownDisk) {
                case .admitted, .held: return false
                default: return true
                }
            }
        }
        let author = disk[0].run.author
        // What waits behind a gap is recorded again, by a new author.
        #expect(
            opened.log.frontier.leaves.filter { $0.author == author }
                == single.frontier.leaves.filter { $0.author == author })
        #expect(opened.aside.count == waiting.count)
    }

    /// Of more requests than are remembered the newest are found again, as before the restart.
    @Test func anOpeningRemembersTheNewestRequests() throws {
        var random = SeededGenerator(seed: 1)
        var mesh = try Mesh(devices: 1, seed: 1)
        var requests: [RequestID] = []
        for number in 0..<(MoveLogLimits.requestsMax + 3) {
            let request = RequestID(octets: random.nonce16())
            let draft = Draft(
                scope: .table, kind: Kind(rawValue: 99), body: [1, UInt8(number & 63)])
            _ = try mesh.replicas[0].record([draft], request: request, at: mesh.now)
            requests.append(request)
        }
        mesh.settle()
        let opened = try mesh.restarted(0, from: try #require(mesh.disks[0]))
        for request in requests {
            #expect(opened.entries(of: request) == mesh.replicas[0].entries(of: request))
        }
        #expect(requests.prefix(3).allSatisfy { opened.entries(of: $0) == nil })
        #expect(opened.entries(of: requests[3]) != nil)
    }
}

/// A log that goes on from what a device has in its memory, when its disk has nothing any more.
@Suite struct KeptCommitsTests {
    private func reopened(_ replica: Replica, without later: UInt64, _ mesh: Mesh) -> Replica {
        Replica(
            charter: replica.log.charter, commits: replica.commits(without: later),
            startsNewIncarnation: false, seal: replica.seal, random: SeededGenerator(seed: 5),
            at: mesh.now)
    }

    @Test func whatWasRecordedBeforeATurnIsAllThatIsKept() throws {
        var mesh = try Mesh(devices: 3, linked: [(0, 1), (1, 2)])
        for device in 0..<3 { try mesh.record(device, 4, size: 60_000) }
        mesh.settle()
        #expect(mesh.digests.count == 1)
        // From here on nobody else has what device 1 records, so that nothing of it is signed.
        mesh.replicas[1].disconnectAll(at: mesh.now)
        var digests: [UInt64: Digest] = [:]
        for _ in 0..<25 {
            let replica = mesh.replicas[1]
            digests[replica.log.lastHeld(of: replica.author)] = replica.log.digest
            try mesh.record(1, 1, size: 50_000)
        }
        let replica = mesh.replicas[1]
        #expect(digests.count == 25)
        for (later, digest) in digests {
            let kept = reopened(replica, without: later, mesh)
            #expect(kept.log.digest == digest, "without what is behind \(later)")
            #expect(kept.author == replica.author && kept.aside.isEmpty)
            #expect(kept.log.lastHeld(of: kept.author) == later)
        }
        let bytes = replica.commits(without: .max).map(\.run.bytes.count)
        #expect(bytes.allSatisfy { $0 <= MoveLogLimits.spanBytesMax })
        #expect(bytes.reduce(0, +) == replica.log.byteCount)
    }

    /// Entries that an earlier incarnation recorded and never sent are nowhere else.
    @Test func earlierIncarnationsThatNobodySignedForAreKept() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        try mesh.record(1, 2)
        mesh.settle()
        mesh.replicas[1].disconnectAll(at: mesh.now)
        for _ in 0..<3 {
            try mesh.record(1, 3, size: 200_000 / 4)
            mesh.replicas[1].startIncarnation()
        }
        try mesh.record(1, 2)
        let replica = mesh.replicas[1]
        let kept = reopened(replica, without: .max, mesh)
        #expect(kept.log.digest == replica.log.digest && kept.aside.isEmpty)
        #expect(kept.log.authorIDs.count == 5)
        #expect(kept.author == replica.author)
    }

    /// Both lines of a fork, and what a removed device holds of itself beyond its cut.
    @Test func whatIsForkedOrDoesNotCountIsKept() throws {
        var mesh = try Mesh(devices: 3, linked: [(0, 1), (1, 2)])
        try mesh.record(1, 4)
        mesh.settle()
        let backup = try #require(mesh.disks[1])
        try mesh.record(1, 3)
        mesh.settle()
        mesh.replicas[1].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(50))
        let author = mesh.replicas[1].author
        mesh.replicas[1] = try mesh.restarted(1, from: backup)
        try mesh.record(1, 2, size: 9)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        mesh.settle()
        #expect(mesh.replicas.allSatisfy { $0.log.forkedAuthors == [author] })
        _ = try mesh.replicas[0].remove(ToySeal(device: 2).publicKey, at: mesh.now)
        mesh.settle()
        try mesh.record(2, 5)
        for replica in mesh.replicas {
            let kept = reopened(replica, without: .max, mesh)
            #expect(kept.log.digest == replica.log.digest && kept.aside.isEmpty)
            #expect(kept.log.byteCount == replica.log.byteCount)
            #expect(kept.isRemoved == replica.isRemoved)
        }
        #expect(mesh.replicas[2].log.uncountedCount(of: ToySeal(device: 2).publicKey) == 5)
    }
}
