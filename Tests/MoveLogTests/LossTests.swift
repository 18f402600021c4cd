import Seeds
import Simulator
import Testing

@testable import MoveLog

/// Own entries that stand on the disk after a gap wait for peers, and are recorded again only where no
/// peer can help, nobody comes, or a person asks.
@Suite(.timeLimit(.minutes(1))) struct LossTests {
    /// A table on which each device but `absent` held everything, and device 0 starts again over a disk
    /// that lost a commit.
    private struct Damaged {
        var mesh: Mesh
        let author: AuthorID
        /// Own entries that wait for the one that is lost.
        let waiting: Int
        let last: UInt64

        init(seed: UInt64, devices: Int, isSynced: Bool = true) throws {
            var random = SeededGenerator(seed: seed)
            mesh = try Mesh(devices: devices, seed: seed)
            for peer in 1..<max(devices, 1) where isSynced { mesh.connect(0, peer) }
            for _ in 0..<Int.random(in: 3..<20, using: &random) {
                try mesh.record(
                    Int.random(in: 0..<(isSynced ? devices : 1), using: &random),
                    Int.random(in: 1..<4, using: &random))
                mesh.settle(.milliseconds(20))
            }
            try mesh.record(0, 2)
            mesh.settle()
            mesh.replicas[0].disconnectAll(at: mesh.now)
            mesh.settle(.milliseconds(50))
            let author = mesh.replicas[0].author
            self.author = author
            last = mesh.replicas[0].log.lastHeld(of: author)
            var disk = try #require(mesh.disks[0])
            // The first ones say who belongs to the table.
            let own = disk.indices.filter { disk[$0].run.author == author }
                .dropFirst(devices - 1).dropLast()
            let lost = disk.remove(at: try #require(own.randomElement(using: &random)))
            waiting = Int(last - lost.run.last)
            mesh.replicas[0] = try mesh.restarted(0, from: disk, seed: seed + 1)
        }

        var copies: Int {
            mesh.replicas[0].log.allPlaced().count { $0.entry.kind == .copied }
        }

        /// Lets a time pass at device 0, without turns.
        mutating func pass(_ time: Duration) {
            mesh.pass(time)
            for case .append(let commit) in mesh.replicas[0].takeEffects() {
                mesh.disks[0, default: []].append(commit)
            }
        }
    }

    @Test(arguments: seeds(UInt64(40)))
    func whatAPeerHoldsIsFetchedAndNotRecordedAgain(seed: UInt64) throws {
        var table = try Damaged(seed: seed, devices: 2 + Int(seed % 3))
        #expect(table.mesh.replicas[0].waiting.own == table.waiting && table.copies == 0)
        // What is recorded meanwhile comes after what waits, as it was meant.
        try table.mesh.record(0, 1)
        let later = table.mesh.replicas[0].author
        #expect(later != table.author)
        let peer = 1 + Int(seed % UInt64(table.mesh.replicas.count - 1))
        table.pass(Intervals.lossOfSome * 2)
        table.mesh.connect(0, peer)
        table.mesh.settle()
        let log = table.mesh.replicas[0].log
        #expect(log.lastHeld(of: table.author) == table.last)
        #expect(log.digest == table.mesh.replicas[peer].log.digest)
        #expect(table.mesh.replicas[0].waiting == (own: 0, others: 0) && table.copies == 0)
        let places = log.allPlaced().sorted { $0.place < $1.place }
        let newest = try #require(places.lastIndex { $0.entry.id.author == later })
        let returned = try #require(places.lastIndex { $0.entry.id.author == table.author })
        #expect(newest > returned)
    }

    @Test(arguments: seeds(UInt64(10)))
    func whoIsAloneAtTheTableRecordsAgainAtOnce(seed: UInt64) throws {
        let table = try Damaged(seed: seed, devices: 1)
        #expect(table.mesh.replicas[0].waiting.own == 0 && table.copies == table.waiting)
    }

    @Test(arguments: seeds(UInt64(6)))
    func whatEverybodyLacksIsRecordedAgainAMinuteLater(seed: UInt64) throws {
        let devices = 2 + Int(seed % 2)
        var table = try Damaged(seed: seed, devices: devices, isSynced: false)
        for peer in 1..<devices { table.mesh.connect(0, peer) }
        table.mesh.settle(Intervals.lossOfAll - .seconds(1))
        #expect(table.mesh.replicas[0].waiting.own == table.waiting && table.copies == 0)
        table.mesh.settle(.seconds(4))
        #expect(table.mesh.replicas[0].waiting.own == 0 && table.copies == table.waiting)
        #expect(table.mesh.digests.count == 1)
    }

    @Test(arguments: seeds(UInt64(20)))
    func whoIsAwayIsWaitedForHoursAndNoLonger(seed: UInt64) throws {
        var table = try Damaged(seed: seed, devices: 3, isSynced: false)
        table.pass(Intervals.lossOfSome * 2)
        #expect(table.copies == 0, "nobody said that it lacks what is missing")
        table.mesh.connect(0, 1)
        table.mesh.settle()
        let deadline = try #require(table.mesh.replicas[0].lossDeadline)
        #expect(deadline > table.mesh.uptime + Intervals.lossOfSome - .seconds(3))
        table.pass(deadline - table.mesh.uptime - .milliseconds(1))
        #expect(table.copies == 0)
        table.pass(.milliseconds(1))
        #expect(table.copies == table.waiting && table.mesh.replicas[0].waiting.own == 0)
        #expect(table.mesh.replicas[0].lossDeadline == nil)
    }

    /// Effects are taken also where nothing becomes durable any more: only the passing of time records.
    @Test(arguments: seeds(UInt64(10)))
    func takingEffectsRecordsNothing(seed: UInt64) throws {
        var table = try Damaged(seed: seed, devices: 2, isSynced: false)
        table.mesh.connect(0, 1)
        table.mesh.settle()
        table.mesh.uptime = try #require(table.mesh.replicas[0].lossDeadline) + .seconds(1)
        table.mesh.replicas[0].disconnectAll(at: table.mesh.now)
        let effects = table.mesh.replicas[0].takeEffects()
        #expect(!effects.isEmpty && table.copies == 0)
        for case .append in effects { Issue.record("something was recorded") }
        table.pass(.zero)
        #expect(table.copies == table.waiting)
    }

    @Test(arguments: seeds(UInt64(10)))
    func aPersonNeedNotWait(seed: UInt64) throws {
        var table = try Damaged(seed: seed, devices: 2)
        #expect(table.mesh.replicas[0].recordAgain(at: table.mesh.now) == table.waiting)
        #expect(table.copies == table.waiting)
        #expect(table.mesh.replicas[0].recordAgain(at: table.mesh.now) == 0)
        table.mesh.connect(0, 1)
        table.mesh.settle()
        #expect(table.mesh.digests.count == 1)
        #expect(table.mesh.replicas[0].log.lastHeld(of: table.author) == table.last)
    }
}
