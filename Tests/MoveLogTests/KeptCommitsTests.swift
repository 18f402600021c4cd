import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A log that goes on from what a device has in its memory, when its disk has nothing any more.
@Suite struct KeptCommitsTests {
    private func reopened(_ replica: Replica, without later: UInt64, _ mesh: Mesh) -> Replica {
        Replica(
            charter: replica.log.charter, commits: replica.commits(without: later),
            startsNewIncarnation: false, seal: replica.seal, random: SeededGenerator(seed: 5),
            at: mesh.now)
    }

    @Test func whatWasRecordedBeforeATurnIsAllThatIsKept() throws {
        var mesh = try Mesh(devices: 3)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
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

    /// What an earlier incarnation recorded and never sent is nowhere else.
    @Test func earlierIncarnationsThatNobodySignedForAreKept() throws {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
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
        var mesh = try Mesh(devices: 3)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
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
