import Simulator
import Testing

@testable import MoveLog

/// Guests who show nobody that they were invited: honest devices never part over them.
@Suite(.timeLimit(.minutes(1))) struct IntroductionTests {
    /// A member's guests' guests, and what each of them said to the founder alone.
    private func table(_ nonces: [UInt8]) throws -> (mesh: Mesh, authors: Set<AuthorID>) {
        var mesh = try Mesh(devices: 3)
        var member = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        member.enter(&mesh.replicas[0], at: mesh.now)
        var inviter = member
        var authors: Set<AuthorID> = []
        for (index, nonce) in nonces.enumerated() {
            let guest = try HostileMember(UInt64(20 + index), silentGuestOf: member)
            let run = inviter.run(nonce: nonce, inviting: guest.seal.publicKey)
            member.say(.run(run), to: &mesh.replicas[0], at: mesh.now)
            authors.insert(run.author)
            inviter = guest
        }
        let last = inviter.run(nonce: 1, [(lamport: 3, kind: 99, body: [1])])
        member.say(.run(last), to: &mesh.replicas[0], at: mesh.now)
        authors.insert(last.author)
        #expect(member.closed == nil)
        mesh.replicas[0].disconnected(member.link, at: mesh.now)
        return (mesh, authors)
    }

    @Test(arguments: 0..<30 as Range<UInt8>)
    func whoInvitesComesBeforeWhomItInvites(nonce: UInt8) throws {
        var (mesh, authors) = try table([nonce, nonce &* 7 &+ 1, nonce &* 31 &+ 2])
        #expect(authors.isSubset(of: mesh.replicas[0].log.authorIDs))
        try mesh.record(1, 2)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        mesh.settle(.seconds(5))
        #expect(mesh.closes.isEmpty)
        #expect(mesh.digests.count == 1)
        #expect(authors.isSubset(of: mesh.replicas[2].log.authorIDs))
    }

    @Test func whoSendsOneWithoutItsInvitationIsSentAway() throws {
        var mesh = try Mesh(devices: 1)
        var member = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        let guest = try HostileMember(20, silentGuestOf: member)
        member.enter(&mesh.replicas[0], at: mesh.now)
        member.say(.run(guest.run(nonce: 1, [])), to: &mesh.replicas[0], at: mesh.now)
        #expect(member.closed == .forged)
    }
}
