import MoveLog
import Seeds
import Simulator
import Testing

@Suite struct IdentityTests {
    private let note = Draft(scope: .table, kind: Kind(rawValue: 99), body: [1])

    @Test func aRequestThatIsRepeatedRecordsOnceEvenAfterARestart() throws {
        var mesh = try Mesh(devices: 1)
        let request = RequestID(octets: try #require(Octets16([UInt8](repeating: 7, count: 16))))
        let first = try mesh.replicas[0].record([note, note], request: request, at: mesh.now)
        let again = try mesh.replicas[0].record([note, note], request: request, at: mesh.now)
        #expect(first == again && first.count == 2)
        mesh.settle(.milliseconds(10))
        var restarted = try mesh.restarted(0, from: try #require(mesh.disks[0]))
        #expect(try restarted.record([note], request: request, at: mesh.now) == first)
        #expect(restarted.log.digest == mesh.replicas[0].log.digest)
    }

    @Test func aRestoredBackupIsProvedByItsOwnHeadAndLosesNothing() throws {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        try mesh.record(0, 5)
        try mesh.record(1, 3)
        mesh.settle()
        let backup = try #require(mesh.disks[1])
        try mesh.record(1, 4)
        mesh.settle()
        mesh.replicas[0].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(50))

        // The old state comes back to life, records, and meets what it once was.
        let author = mesh.replicas[1].author
        mesh.replicas[1] = try mesh.restarted(1, from: backup)
        #expect(mesh.replicas[1].author == author)
        try mesh.record(1, 2, size: 9)
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas[1].author != author)
        #expect(mesh.replicas[0].log.forkedAuthors == [author])
        let placed = mesh.replicas[0].log.allPlaced().filter { $0.entry.kind == note.kind }
        #expect(placed.count == 5 + 3 + 4 + 2)
        #expect(Set(placed.map(\.place)).count == placed.count)
        try mesh.record(1, 1)
        mesh.settle()
        #expect(mesh.digests.count == 1)
    }

    @Test func aCopiedHomeStartsAnotherIncarnationOnBothSides() throws {
        var mesh = try Mesh(devices: 3)
        mesh.connect(0, 1)
        try mesh.record(1, 3)
        mesh.settle()
        let disk = try #require(mesh.disks[1])
        let authors = mesh.replicas[0].log.authorIDs.count
        // Device 2 of the mesh becomes a clone of device 1: same key, same log.
        mesh.replicas[2] = try mesh.restarted(1, from: disk, seed: 99)
        mesh.connectClone(1, 2)
        mesh.settle()
        #expect(mesh.replicas[1].author != mesh.replicas[2].author)
        try mesh.record(1, 1)
        try mesh.record(2, 1)
        mesh.settle()
        #expect(mesh.replicas[0].log.authorIDs.count == authors + 2)
        #expect(mesh.replicas[0].log.forkedAuthors.isEmpty)
        #expect(mesh.replicas[1].log.digest == mesh.replicas[2].log.digest)
        #expect(mesh.replicas[0].log.digest == mesh.replicas[1].log.digest)
    }

    @Test func whoStartsAgainGoesOnAsItselfAndNotAsItsCopy() throws {
        var mesh = try Mesh(devices: 3)
        mesh.connect(0, 1)
        try mesh.record(1, 3)
        mesh.settle()
        let author = mesh.replicas[1].author
        // Device 2 of the mesh becomes a copy that was seen to be one at its start.
        let old = mesh.replicas[1]
        mesh.replicas[2] = Replica(
            charter: old.log.charter, commits: try #require(mesh.disks[1]),
            startsNewIncarnation: true, seal: ToySeal(device: 1),
            random: SeededGenerator(seed: 99), at: mesh.now)
        let copy = mesh.replicas[2].author
        #expect(copy != author)
        mesh.connect(0, 2)
        try mesh.record(2, 2)
        mesh.settle()
        #expect(mesh.replicas[1].log.lastHeld(of: copy) == 3)
        #expect(try mesh.restarted(1, from: try #require(mesh.disks[1])).author == author)
        let copied = try #require(mesh.disks[1]).filter { $0.run.author != copy }
        let both = copied + (try #require(mesh.disks[2]))
        #expect(try mesh.restarted(1, from: both).author == copy)
    }

    @Test func aLostStretchComesBackAndIsNotRecordedAgain() throws {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        for _ in 0..<6 {
            try mesh.record(1, 1)
            mesh.settle(.milliseconds(50))
        }
        mesh.replicas[0].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(50))
        var disk = try #require(mesh.disks[1])
        let author = mesh.replicas[1].author
        let own = disk.indices.filter { disk[$0].run.author == author }
        disk.remove(at: own[3])
        mesh.replicas[1] = try mesh.restarted(1, from: disk)
        #expect(mesh.replicas[1].author != author)
        #expect(mesh.replicas[1].log.last(of: author) == 3)
        #expect(mesh.replicas[1].waiting == (own: 3, others: 0))
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas[1].log.last(of: author) == 7)
        #expect(mesh.replicas[1].aside.isEmpty && mesh.replicas[1].waiting.own == 0)
        #expect(!mesh.replicas[1].log.allPlaced().contains { $0.entry.kind == .copied })
    }

    @Test func whatWasRecordedAgainIsNotRecordedOnceMoreAtTheNextStart() throws {
        var mesh = try Mesh(devices: 2)
        for _ in 0..<6 {
            try mesh.record(1, 1)
            mesh.settle(.milliseconds(20))
        }
        // Device 1 loses an entry in the middle: once its third, once the start of its author.
        for lost in [3, 0] {
            var disk = try #require(mesh.disks[1])
            disk.remove(at: lost)
            var replica = try mesh.restarted(1, from: disk)
            let author = replica.author
            #expect(replica.recordAgain(at: mesh.now) == (lost == 0 ? 6 : 3))
            let copies = replica.log.allPlaced().filter { $0.entry.kind == .copied }
            #expect(copies.count == (lost == 0 ? 6 : 3))
            for seed in UInt64(50)..<53 {
                for case .append(let commit) in replica.takeEffects() { disk.append(commit) }
                replica = try mesh.restarted(1, from: disk, seed: seed)
                #expect(replica.author == author && replica.waiting.own == 0)
                #expect(replica.log.allPlaced().filter { $0.entry.kind == .copied } == copies)
            }
        }
    }

    @Test func aStrangerIsToldNothingAndCloses() throws {
        var mesh = try Mesh(devices: 1)
        let stranger = ToySeal(device: 66)
        let link = LinkID(rawValue: 5)
        mesh.replicas[0].connected(link, to: stranger.publicKey, isDialer: false, at: mesh.now)
        let greeting = Frame.Greeting(
            versions: protocolVersions, table: mesh.replicas[0].log.charter.table,
            boot: try #require(Octets16([UInt8](repeating: 1, count: 16))),
            chain: InvitationChain(), port: 0)
        mesh.replicas[0].receive(Frame.greeting(greeting).bytes, from: link, at: mesh.now)
        var isClosed = false
        for effect in mesh.replicas[0].takeEffects() {
            if case .send = effect { Issue.record("the stranger was told something") }
            if case .close(_, .notMember) = effect { isClosed = true }
        }
        #expect(isClosed)
        #expect(!mesh.replicas[0].log.isMember(stranger.publicKey))
    }

    @Test func aDeviceWhoseInviterIsAbsentIsAdmittedByItsChain() throws {
        // 0 invites 1, 1 invites 3 while 0 and 2 are away; 3 meets 2, who never heard of it.
        var mesh = try Mesh(devices: 3)
        for device in 1...2 {
            mesh.connect(0, device)
            mesh.settle(.milliseconds(200))
            mesh.replicas[0].disconnectAll(at: mesh.now)
            mesh.settle(.milliseconds(50))
        }
        try mesh.addDevice(invitedBy: 1)
        #expect(mesh.replicas[3].log.charter.chain.invitations.count == 2)
        try mesh.record(3, 4)
        mesh.connect(2, 3)
        mesh.connect(0, 2)
        mesh.settle()
        #expect(mesh.replicas[2].log.digest == mesh.replicas[3].log.digest)
        #expect(mesh.replicas[0].log.last(of: mesh.replicas[3].author) == 5)
        #expect(mesh.closes.allSatisfy { $0.reason == .goodbye })
    }

    @Test func ofTwoLinksBetweenAPairOneStays() throws {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        mesh.replicas[1].connected(
            LinkID(rawValue: 1100), to: ToySeal(device: 0).publicKey, isDialer: true, at: mesh.now)
        mesh.replicas[0].connected(
            LinkID(rawValue: 1001), to: ToySeal(device: 1).publicKey, isDialer: false, at: mesh.now)
        mesh.settle()
        #expect(mesh.closes.contains { $0.reason == .duplicate })
        try mesh.record(0, 2)
        mesh.settle()
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas[0].peers.map(\.state) == [.inSync])
    }

    @Test func whatAPeerClaimsOfAnotherLineIsNotHeld() throws {
        // A restored device records other entries than those that its peer holds of it.
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        try mesh.record(1, 2)
        mesh.settle()
        let backup = try #require(mesh.disks[1])
        try mesh.record(1, 3)
        mesh.settle()
        mesh.replicas[0].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(50))
        mesh.replicas[1] = try mesh.restarted(1, from: backup)
        try mesh.record(1, 3, size: 9)
        let lost = EntryID(author: mesh.replicas[1].author, sequence: 5)
        // The peer's greeting and frontier come; what it lacks has not gone out yet.
        mesh.connect(0, 1)
        for effect in mesh.replicas[0].takeEffects() {
            guard case .send(_, let bytes) = effect else { continue }
            mesh.replicas[1].receive(bytes, from: LinkID(rawValue: 100), at: mesh.now)
        }
        #expect(mesh.replicas[1].copies(of: lost) == 1)
    }

    @Test func ofTwoLinksBetweenClonesOneStays() throws {
        var mesh = try Mesh(devices: 3)
        mesh.connect(0, 1)
        mesh.settle()
        mesh.replicas[2] = try mesh.restarted(1, from: try #require(mesh.disks[1]), seed: 99)
        mesh.connectClone(1, 2)
        let key = ToySeal(device: 1).publicKey
        mesh.replicas[2].connected(
            LinkID(rawValue: 1201), to: key, isDialer: true, at: mesh.now)
        mesh.replicas[1].connected(
            LinkID(rawValue: 1102), to: key, isDialer: false, at: mesh.now)
        mesh.settle()
        try mesh.record(2, 2)
        mesh.settle()
        #expect(mesh.digests.count == 1)
    }
}
