import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A log of which not everything counts grows by entries that say nothing of devices: who counts is
/// computed again only where it may change.
@Suite(.timeLimit(.minutes(1))) struct FollowTests {
    /// A member that was copied, on one of whose lines it invites another, and a deputy that removes it, and perhaps whom it invited. The cut lies on the line without the invitation.
    private struct Table {
        var log: TableLog
        let inviting: Line
        let cut: Line
        let guest: Line

        init(removesGuest: Bool) throws {
            var mesh = try Mesh(devices: 1)
            let copied = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
            let remover = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
            _ = try mesh.replicas[0].name(
                remover.seal.publicKey, asDeputy: true, at: mesh.now)
            var inviting = Line(copied, nonce: 1, bodies: [])
            let invited = try HostileMember(
                20, madeUpBy: copied, as: EntryID(author: inviting.author, sequence: 2))
            let step = try #require(invited.charter.chain.invitations.last)
            let added = DeviceAdded(invitee: step.invitee, signature: step.signature)
            inviting.add(Kind.deviceAdded.rawValue, added.body)
            self.inviting = inviting
            cut = inviting.forked(after: 1, bodies: [[1], [2], [3]])
            guest = Line(invited, nonce: 1, bodies: [[1], [2], [3]])
            var removals = [DeviceRemoved(device: copied.seal.publicKey, cuts: [cut.cut(4)])]
            if removesGuest {
                removals.append(
                    DeviceRemoved(device: invited.seal.publicKey, cuts: [guest.cut(3)]))
            }
            log = mesh.replicas[0].log
            let removing = Line(
                remover, nonce: 1,
                removals.map { (kind: Kind.deviceRemoved.rawValue, body: $0.body) })
            for run in [inviting.run(), guest.run(upTo: 3), removing.run()] {
                _ = log.insert(run, trust: .verify)
            }
        }
    }

    @Test func whomTheOtherLineLetInIsOutWhenTheCutComes() throws {
        var table = try Table(removesGuest: false)
        let key = table.guest.seal.publicKey
        // Any entry up to the cut may be on the way to it.
        #expect(table.log.isMember(key) && table.log.last(of: table.guest.author) == 3)
        let outcome = table.log.insert(table.cut.run(after: 1), trust: .verify)
        guard case .admitted(_, reorders: true, fork: true) = outcome else {
            Issue.record("taken as \(outcome)")
            return
        }
        #expect(!table.log.isMember(key) && table.log.last(of: table.guest.author) == 0)
        #expect(table.log.last(of: table.cut.author) == 4)
    }

    @Test func ofARemovedDeviceThatNobodyLetInNothingCounts() throws {
        var table = try Table(removesGuest: true)
        #expect(table.log.last(of: table.guest.author) == 3)
        _ = table.log.insert(table.cut.run(after: 1), trust: .verify)
        #expect(table.log.last(of: table.guest.author) == 0)
        let version = table.log.members.version
        _ = table.log.insert(table.guest.run(after: 3), trust: .ownDisk)
        #expect(table.log.lastHeld(of: table.guest.author) == 4)
        #expect(table.log.last(of: table.guest.author) == 0)
        #expect(table.log.members.version == version)
    }
}
