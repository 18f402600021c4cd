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
}
