import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A log opened from its disk, whatever the commits on it look like.
@Suite struct ReplayTests {
    /// Commits that follow each other are taken in together; what is held is as if each had been taken
    /// in by itself, and so it goes on: what was asked for is remembered, heads let others have it.
    @Test(arguments: UInt64(1)...12)
    func anOpeningHoldsWhatTheCommitsHoldOneByOne(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 3, seed: seed)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
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

    /// A commit that is missing keeps only what is behind it waiting.
    @Test func whatIsBehindAGapWaits() throws {
        var mesh = try Mesh(devices: 2)
        try mesh.record(0, 50)
        mesh.settle(.milliseconds(20))
        var disk = try #require(mesh.disks[0])
        let lost = disk.remove(at: 30)
        let opened = try mesh.restarted(0, from: disk)
        #expect(opened.log.lastHeld(of: lost.run.author) == lost.run.after)
        #expect(opened.aside.count == disk.count - 30)
    }
}
