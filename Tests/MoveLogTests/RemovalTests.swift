import Seeds
import Simulator
import Testing

@testable import MoveLog

@Suite struct RemovalTests {
    /// A line of devices that all hold the same.
    private func line(_ devices: Int) throws -> Mesh {
        var mesh = try Mesh(devices: devices)
        for device in 1..<devices { mesh.connect(device - 1, device) }
        for device in 0..<devices { try mesh.record(device, 3) }
        mesh.settle()
        #expect(mesh.digests.count == 1)
        return mesh
    }

    @Test func aRemovedDeviceLearnsItAndGoesOnRecordingForItself() throws {
        var mesh = try line(4)
        let before = mesh.replicas[0].log.entryCount
        _ = try mesh.replicas[0].remove(key(3), at: mesh.now)
        mesh.settle()
        #expect(mesh.closes.map(\.reason) == [.removed, .removed])
        #expect(Set(mesh.closes.map(\.device)) == [2, 3])
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas.map(\.isRemoved) == [false, false, false, true])
        for replica in mesh.replicas {
            #expect(replica.log.removals[key(3)]?.remover == key(0))
            #expect(!replica.log.isMember(key(3)) && replica.log.entryCount == before + 1)
            #expect(!replica.peers.contains { $0.key == key(3) })
        }

        let digest = mesh.replicas[3].log.digest
        try mesh.record(3, 4)
        mesh.settle(.milliseconds(100))
        #expect(mesh.replicas[3].log.digest == digest)
        #expect(mesh.replicas[3].log.uncountedCount(of: key(3)) == 4)
        #expect(mesh.replicas[3].log.uncounted(of: key(3)).count == 4)
        let disk = try #require(mesh.disks[3])
        let restarted = try mesh.restarted(3, from: disk)
        #expect(restarted.log.digest == digest && restarted.isRemoved)
        #expect(restarted.log.uncountedCount(of: key(3)) == 4)
        #expect(restarted.author == mesh.replicas[3].author)
        let shuffled = try mesh.restarted(3, from: disk.reversed())
        #expect(shuffled.log.digest == digest && shuffled.log.uncountedCount(of: key(3)) == 4)

        let audit = LogAudit(disk, charter: restarted.log.charter, seal: ToySeal(device: 3))
        #expect(audit.findings.isEmpty && audit.uncountedCount == 4)
        #expect(audit.log.digest == digest)
    }

    /// The founder's log grew by more than a window of runs while the removed device was away: it
    /// gets all of it on its first link.
    @Test func theWindowHoldsNoRemovalBack() throws {
        var mesh = try line(3)
        mesh.replicas[2].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(50))
        let size = 60_000
        let count = MoveLogLimits.unacknowledgedBytesMax / size + 20
        try mesh.record(0, count, size: size)
        mesh.settle()
        _ = try mesh.replicas[0].remove(key(2), at: mesh.now)
        mesh.settle()
        mesh.closes = []
        mesh.connect(2, 0)
        mesh.settle(.milliseconds(50))
        #expect(mesh.closes.map(\.reason) == [.removed, .removed])
        #expect(mesh.replicas[2].isRemoved && mesh.digests.count == 1)
    }

    @Test func theFounderRemovesAndSoDoesADeputy() throws {
        var mesh = try line(4)
        let now = mesh.now
        #expect(throws: RecordError.removesItself) { try mesh.replicas[1].remove(key(1), at: now) }
        #expect(throws: RecordError.mayNotRemove(key(3))) {
            try mesh.replicas[1].remove(key(3), at: now)
        }
        #expect(throws: RecordError.namesDeputies) {
            try mesh.replicas[1].name(key(2), asDeputy: true, at: now)
        }
        for device in [0, 9] {
            #expect(throws: RecordError.unfitDeputy(key(device))) {
                try mesh.replicas[0].name(key(device), asDeputy: true, at: now)
            }
        }
        for device in [1, 2] {
            #expect(try mesh.replicas[0].name(key(device), asDeputy: true, at: now).count == 1)
            #expect(try mesh.replicas[0].name(key(device), asDeputy: true, at: now).isEmpty)
        }
        mesh.settle()
        #expect(throws: RecordError.removesFounder(key(0))) {
            try mesh.replicas[1].remove(key(0), at: now)
        }
        #expect(throws: RecordError.mayNotRemove(key(2))) {
            try mesh.replicas[1].remove(key(2), at: now)
        }
        #expect(throws: RecordError.removesStranger(key(9))) {
            try mesh.replicas[1].remove(key(9), at: now)
        }
        _ = try mesh.replicas[1].remove(key(3), at: now)
        #expect(throws: RecordError.removedBefore(key(3))) {
            try mesh.replicas[1].remove(key(3), at: now)
        }
        #expect(throws: RecordError.inviteeRemoved(key(3))) {
            try mesh.replicas[1].invite(key(3), at: now)
        }
        mesh.settle()
        for replica in mesh.replicas {
            #expect(replica.log.removals[key(3)]?.remover == key(1))
            #expect(replica.log.deputies == [key(1), key(2)].sorted())
        }
    }

    @Test func whatADeputyRemovedStaysRemovedWhenItIsDismissed() throws {
        var mesh = try line(4)
        _ = try mesh.replicas[0].name(key(1), asDeputy: true, at: mesh.now)
        mesh.settle()
        _ = try mesh.replicas[1].remove(key(3), at: mesh.now)
        mesh.settle()
        let last = mesh.replicas[0].log.last(of: mesh.replicas[3].author)
        #expect(try mesh.replicas[0].name(key(1), asDeputy: false, at: mesh.now).count == 2)
        mesh.settle()
        for replica in mesh.replicas.prefix(3) {
            #expect(replica.log.deputies.isEmpty)
            #expect(replica.log.removals[key(3)]?.remover == key(0))
            #expect(replica.log.last(of: mesh.replicas[3].author) == last)
        }
        #expect(throws: RecordError.mayNotRemove(key(2))) {
            try mesh.replicas[1].remove(key(2), at: mesh.now)
        }
    }

    @Test func whoWasInvitedBeyondTheCutStaysOutside() throws {
        var mesh = try line(3)
        mesh.replicas[2].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(50))
        _ = try mesh.replicas[0].remove(key(2), at: mesh.now)
        let guest = ToySeal(device: 3)
        let chain = try mesh.replicas[2].invite(guest.publicKey, at: mesh.now)
        mesh.replicas.append(
            Replica(
                charter: try Charter(
                    founding: mesh.replicas[0].log.charter.founding, chain: chain, seal: guest),
                commits: [], startsNewIncarnation: false, seal: guest,
                random: SeededGenerator(seed: 9), at: mesh.now))
        mesh.connect(2, 3)
        mesh.settle()
        mesh.closes = []
        mesh.connect(3, 0)
        mesh.settle()
        #expect(mesh.closes.contains { $0.device == 0 && $0.reason == .removed })
        #expect(mesh.replicas[3].isRemoved && !mesh.replicas[0].log.isMember(key(3)))
        // What it says by another is not taken for a lie.
        mesh.closes = []
        mesh.replicas[3].disconnectAll(at: mesh.now)
        mesh.connect(1, 0)
        mesh.settle()
        #expect(!mesh.closes.contains { $0.reason == .forged })
    }

    @Test func aPeerThatKnowsNothingOfARemovalCostsNothing() throws {
        var mesh = try line(3)
        for device in 0..<3 { mesh.replicas[device].disconnectAll(at: mesh.now) }
        mesh.settle(.milliseconds(50))
        _ = try mesh.replicas[0].remove(key(2), at: mesh.now)
        try mesh.record(2, 9)
        mesh.replicas[2].signEnds()
        var peer = try mesh.liar(50)
        let digest = mesh.replicas[0].log.digest
        let author = mesh.replicas[2].author
        for span in mesh.replicas[2].log.spans where span.author == author {
            let run = try #require(mesh.replicas[2].log.run(span))
            mesh.hear(.run(run), from: &peer)
        }
        let claim = mesh.replicas[2].log.frontier.leaves.filter { $0.author == author }
        for second in 0..<40 {
            mesh.uptime += .seconds(1)
            let ping = Frame.ping(token: UInt64(second), wall: mesh.now.wall)
            mesh.hear(ping, from: &peer)
            mesh.hear(.acknowledge(Frontier(leaves: claim)), from: &peer)
            mesh.replicas[0].tick(at: mesh.now)
            peer.hear(&mesh.replicas[0])
        }
        let wants = peer.heard.filter { if case .want = $0 { true } else { false } }
        #expect(wants.count <= 2 && peer.closed == nil)
        #expect(mesh.replicas[0].log.digest == digest)
        #expect(mesh.replicas[0].log.uncountedCount(of: key(2)) == 0)
        #expect(mesh.replicas[0].peers.allSatisfy { $0.ahead == 0 })
    }
}

/// Devices on links that come and go, which record, restart and remove each other; then all links are
/// up, and the table agrees.
@Suite struct RemovalMeshTests {
    private func isLinked(_ mesh: Mesh, _ a: Int, _ b: Int) -> Bool {
        mesh.replicas[a].sessions[LinkID(rawValue: UInt64(100 * a + b))] != nil
            || mesh.replicas[b].sessions[LinkID(rawValue: UInt64(100 * b + a))] != nil
    }

    private func step(_ mesh: inout Mesh, _ random: inout SeededGenerator) throws {
        let device = Int.random(in: 0..<mesh.replicas.count, using: &random)
        let other = Int.random(in: 0..<mesh.replicas.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            _ = try? mesh.replicas[device].remove(key(other), at: mesh.now)
        case 1, 2, 3:
            if device != other, !isLinked(mesh, device, other) { mesh.connect(device, other) }
        case 4:
            mesh.replicas[device].disconnectAll(at: mesh.now)
        case 5:
            // Recorded entries are on the disk before the process ends.
            mesh.replicas[device].disconnectAll(at: mesh.now)
            mesh.settle(.milliseconds(30))
            let digest = mesh.replicas[device].log.digest
            mesh.replicas[device] = try mesh.restarted(
                device, from: mesh.disks[device] ?? [], seed: random.next())
            #expect(mesh.replicas[device].log.digest == digest)
        default:
            try mesh.record(device, Int.random(in: 1...4, using: &random))
        }
        mesh.settle(.milliseconds(Int.random(in: 1...30, using: &random) * 10))
    }

    @Test(.timeLimit(.minutes(1)), arguments: seeds(UInt64(10)))
    func theTableAgreesAfterAnyRemovals(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 5, seed: seed)
        mesh.settle(.milliseconds(20))
        for _ in 0..<40 { try step(&mesh, &random) }
        // Twice: who parts in the first round may have lost a link that others needed.
        for _ in 0..<3 {
            for a in 0..<5 {
                for b in (a + 1)..<5 where !isLinked(mesh, a, b) { mesh.connect(a, b) }
            }
            mesh.settle(.seconds(8))
        }
        let members = (0..<5).filter { mesh.replicas[0].log.isMember(key($0)) }
        let digests = Set(members.map { mesh.replicas[$0].log.digest })
        #expect(digests.count == 1, "seed \(seed): \(members)")
        for device in 0..<5 {
            let replica = mesh.replicas[device]
            #expect(replica.isRemoved == !members.contains(device), "seed \(seed): \(device)")
            let own = replica.log.authors.values.filter { $0.key == key(device) }
            let held = own.reduce(0) { $0 + $1.branches.reduce(0) { $0 + Int($1.last - $1.after) } }
            let counted = replica.log.allPlaced().count {
                replica.log.key(of: $0.entry.id.author) == key(device)
            }
            #expect(held == counted + replica.log.uncountedCount(of: key(device)))
        }
        #expect(!mesh.closes.contains { $0.reason == .forged || $0.reason == .malformed })
    }
}
