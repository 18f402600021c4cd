import Seeds
import Simulator
import Testing

@testable import MoveLog

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
        var mesh = try Mesh(devices: 3, linked: [(0, 1)])
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
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
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

/// On how many devices an entry lives, and what is known of a peer's wall clock.
@Suite struct HoldingsTests {
    /// The devices that have an entry: this one, the author's, and those that said so.
    @Test(arguments: seeds(UInt64(20)))
    func copiesAreTheDevicesThatHaveAnEntry(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 4, seed: seed + 1, linked: [(0, 1), (1, 2), (2, 3)])
        for _ in 0..<4 {
            for device in 0..<4 {
                try mesh.record(device, Int.random(in: 0...3, using: &random))
            }
            if Bool.random(using: &random) { mesh.settle() }
            if seed % 3 == 0 { mesh.replicas[0].markLeft(key(3)) }
            let replica = mesh.replicas[0]
            var counts = replica.copyCounts
            for author in replica.log.authorIDs {
                for sequence in 1...(replica.log.lastHeld(of: author) + 1) {
                    let id = EntryID(author: author, sequence: sequence)
                    var holders: Set<PublicKey> = [replica.seal.publicKey]
                    if let key = replica.log.key(of: author), !replica.left.contains(key) {
                        holders.insert(key)
                    }
                    for (key, held) in replica.knownHoldings
                    where held[author] ?? 0 >= sequence { holders.insert(key) }
                    let isHere = sequence <= replica.log.lastHeld(of: author)
                    #expect(counts.copies(of: id) == (isHere ? holders.count : 0))
                    #expect(replica.copies(of: id) == counts.copies(of: id))
                }
            }
        }
    }

    @Test func whatPeersHeldIsKnownAfterARestartAndNothingBeyond() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        try mesh.record(0, 5)
        mesh.settle()
        let old = mesh.replicas[0]
        let last = EntryID(author: old.author, sequence: old.log.lastHeld(of: old.author))
        #expect(old.copies(of: last) == 2)

        var restarted = try mesh.restarted(0, from: try #require(mesh.disks[0]))
        #expect(restarted.copies(of: last) == 1)
        // The memory may be of a later state than the log, or of unknown devices.
        var known = old.knownHoldings
        known[key(1)]?[old.author] = last.sequence + 1000
        known[key(77)] = [old.author: last.sequence]
        restarted.restore(holdings: known)
        #expect(restarted.copies(of: last) == 2)
        let draft = Draft(scope: .table, kind: Kind(rawValue: 99), body: [1])
        let new = try #require(try restarted.record([draft], at: mesh.now).first)
        #expect(restarted.copies(of: new) == 1)
    }

    @Test func whoLeftTheTableHoldsNothingUntilItGreets() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        for device in 0...1 { try mesh.record(device, 1) }
        let ids = mesh.replicas.map {
            EntryID(author: $0.author, sequence: $0.log.lastHeld(of: $0.author))
        }
        mesh.settle()
        #expect(ids.map { mesh.replicas[0].copies(of: $0) } == [2, 2])
        mesh.replicas[1].disconnectAll(.left, at: mesh.now)
        mesh.settle()
        #expect(mesh.replicas[0].left == [key(1)])
        #expect(ids.map { mesh.replicas[0].copies(of: $0) } == [1, 1])
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.replicas[0].left.isEmpty)
        #expect(ids.map { mesh.replicas[0].copies(of: $0) } == [2, 2])
    }

    @Test func nobodyHoldsWhatIsNotThere() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        mesh.settle()
        let replica = mesh.replicas[0]
        let nobody = try #require(AuthorID([UInt8](repeating: 9, count: 16)))
        #expect(replica.copies(of: EntryID(author: nobody, sequence: 1)) == 0)
        let end = replica.log.lastHeld(of: replica.author)
        #expect(replica.copies(of: EntryID(author: replica.author, sequence: end)) == 2)
        #expect(replica.copies(of: EntryID(author: replica.author, sequence: end + 1)) == 0)
    }

    @Test(arguments: [0, 90_000_000, -90_000_000] as [Int64])
    func aPeersWallClockIsKnownWhileItIsLinked(ahead: Int64) throws {
        var mesh = try Mesh(devices: 1)
        var peer = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        #expect(mesh.replicas[0].wallOffset(of: key(7)) == nil)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        let wall = WallTime(milliseconds: mesh.now.wall.milliseconds + ahead)
        mesh.hear(.ping(token: 1, wall: wall), from: &peer)
        #expect(mesh.replicas[0].wallOffset(of: key(7)) == ahead)
        mesh.replicas[0].disconnected(peer.link, at: mesh.now)
        #expect(mesh.replicas[0].wallOffset(of: key(7)) == nil)
    }
}

/// Which links to a device stay when it greets from one process after the other: after a restart the
/// last, and of a copied home both, since each process would end the other's.
@Suite(.timeLimit(.minutes(1))) struct ProcessTests {
    /// Processes of one key, one letter each, greet one after the other on links of their own.
    /// `standing` are the links to the key that stand after each greeting, `told` after how many
    /// greetings the owner was told of a copy. What is remembered has a bound, past which one return
    /// is forgotten and others are counted again.
    @Test(
        arguments: [
            // A restart ends the link of the process before.
            ("ABCDEFGHIJ", "1111111111", []),
            // A greeting that was long on its way makes no copy.
            ("ABACD", "11111", []),
            // The fourth greeting is the second return: from then on nobody's link is ended.
            ("ABAB", "1112", [4]),
            // A copy is told once for as long as it is seen, and again after many restarts.
            ("ABABACDEF", nil, [4]), ("ABABABABABABABAB", nil, [4]),
            ("ABABCDEFGHIJKLKL", nil, [4, 16]),
        ] as [(String, String?, [Int])])
    func processesOfOneKey(_ processes: String, standing expected: String?, told: [Int]) throws {
        var mesh = try Mesh(devices: 1)
        var visitor = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var standing = ""
        var seen: [Int] = []
        for (number, process) in processes.utf8.enumerated() {
            visitor.link = LinkID(rawValue: 6000 + UInt64(number))
            visitor.enter(&mesh.replicas[0], boot: process, at: mesh.now)
            let links = mesh.replicas[0].sessions.values.count { $0.key == visitor.seal.publicKey }
            standing += "\(links)"
            if visitor.clonings > seen.count { seen.append(number + 1) }
            mesh.uptime += .milliseconds(100)
        }
        #expect(standing == expected ?? standing)
        #expect(seen == told)
    }
}
