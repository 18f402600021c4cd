import MoveLog
import Testing

/// On how many devices an entry lives, and what is known of a peer's wall clock.
@Suite struct HoldingsTests {
    @Test func whatPeersHeldIsKnownAfterARestartAndNothingBeyond() throws {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        try mesh.record(0, 5)
        mesh.settle()
        let old = mesh.replicas[0]
        let last = EntryID(author: old.author, sequence: old.log.lastHeld(of: old.author))
        #expect(old.copies(of: last) == 2)

        var restarted = try mesh.restarted(0, from: try #require(mesh.disks[0]))
        #expect(restarted.copies(of: last) == 1)
        // What was kept may be of a later state than the log, or of devices that are none.
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
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
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
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
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
        peer.say(.ping(token: 1, wall: wall), to: &mesh.replicas[0], at: mesh.now)
        #expect(mesh.replicas[0].wallOffset(of: key(7)) == ahead)
        mesh.replicas[0].disconnected(peer.link, at: mesh.now)
        #expect(mesh.replicas[0].wallOffset(of: key(7)) == nil)
    }
}
