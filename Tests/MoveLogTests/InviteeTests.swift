import Seeds
import Simulator
import Testing

@testable import MoveLog

/// Who came to the table through whom, and who may remove whom.
@Suite struct InviteeTests {
    /// The founder invites 1, who invites 2, who invites 3 and 4, who invites 5, while nobody is linked.
    private func tree() throws -> Mesh {
        var mesh = try Mesh(devices: 2)
        for (inviter, device) in [(1, 2), (2, 3), (2, 4), (4, 5)] {
            let seal = ToySeal(device: UInt64(device))
            let chain = try mesh.replicas[inviter].invite(seal.publicKey, at: mesh.now)
            let charter = try Charter(
                founding: mesh.replicas[0].log.charter.founding, chain: chain, seal: seal)
            mesh.replicas.append(
                Replica(
                    charter: charter, commits: [], startsNewIncarnation: false, seal: seal,
                    random: SeededGenerator(seed: UInt64(device)), at: mesh.now))
        }
        return mesh
    }

    private func join(_ mesh: inout Mesh, _ pairs: [(Int, Int)]) {
        for (a, b) in pairs { mesh.connect(a, b) }
        mesh.settle()
        #expect(mesh.digests.count == 1)
    }

    private func invitees(_ log: TableLog, _ device: Int) -> Set<Int> {
        let keys = log.invitees(of: key(device))
        #expect(keys == keys.sorted())
        return Set((0..<6).filter { keys.contains(key($0)) })
    }

    @Test func thoseWhoseOnlyWayLeadsThroughADeviceAreItsInvitees() throws {
        var mesh = try tree()
        join(&mesh, [(0, 1), (1, 2), (2, 3), (2, 4), (4, 5)])
        for replica in mesh.replicas {
            #expect(invitees(replica.log, 0) == [1, 2, 3, 4, 5])
            #expect(invitees(replica.log, 1) == [2, 3, 4, 5])
            #expect(invitees(replica.log, 2) == [3, 4, 5])
            #expect(invitees(replica.log, 4) == [5])
            #expect(invitees(replica.log, 5) == [] && invitees(replica.log, 77) == [])
        }
    }

    /// Somebody else invited an inviter, too: its way became shorter, and with it those of all whom it
    /// invited, whichever of the two came first.
    @Test(arguments: [
        [(0, 1), (1, 2), (2, 3), (2, 4), (4, 5)], [(4, 5), (3, 2), (4, 2), (0, 2), (2, 1)],
    ])
    func aShorterWayOfAnInviterIsThatOfItsInvitees(pairs: [(Int, Int)]) throws {
        var mesh = try tree()
        let direct = try mesh.replicas[0].invite(key(2), at: mesh.now)
        #expect(direct.invitations.count == 1)
        join(&mesh, pairs)
        for replica in mesh.replicas {
            let hops = (0..<6).map { replica.log.chain(of: key($0))?.invitations.count }
            #expect(hops == [0, 1, 1, 2, 2, 3])
            #expect(invitees(replica.log, 1) == [])
            #expect(invitees(replica.log, 2) == [3, 4, 5])
        }
        let shuffled = try mesh.restarted(5, from: try #require(mesh.disks[5]).reversed())
        #expect(shuffled.log.chain(of: key(5))?.invitations.count == 3)
    }

    @Test func theFounderAndItsDeputiesMayRemove() throws {
        var mesh = try tree()
        join(&mesh, [(0, 1), (1, 2), (2, 3), (2, 4), (4, 5)])
        for device in [2, 4] {
            _ = try mesh.replicas[0].name(key(device), asDeputy: true, at: mesh.now)
        }
        mesh.settle()
        let log = mesh.replicas[3].log
        #expect(log.deputies == [key(2), key(4)].sorted())
        for a in 0..<6 {
            #expect(!log.mayRemove(key(77), by: key(a)) && !log.mayRemove(key(a), by: key(77)))
            for b in 0..<6 {
                let mayRemove =
                    a != b && a != 0 && (b == 0 || [2, 4].contains(b) && ![2, 4].contains(a))
                #expect(log.mayRemove(key(a), by: key(b)) == mayRemove)
            }
        }
    }
}
