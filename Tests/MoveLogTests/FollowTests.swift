import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A log of which not everything counts grows by entries that say nothing of devices: who counts is
/// computed anew only where it may change.
@Suite(.timeLimit(.minutes(1))) struct FollowTests {
    /// A member that was copied, on one of whose lines it invites another, and a senior member that
    /// removes it, and perhaps whom it invited. The cut lies on the line without the invitation.
    private struct Table {
        var log: TableLog
        let inviting: Line
        let cut: Line
        let guest: Line

        init(removesGuest: Bool) throws {
            var mesh = try Mesh(devices: 1)
            var copied = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
            var remover = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
            let isSenior = mesh.replicas[0].log.mayRemove(
                copied.seal.publicKey, by: remover.seal.publicKey)
            if !isSenior { swap(&copied, &remover) }
            let invited = try HostileMember(20, silentGuestOf: copied)
            var inviting = Line(copied, nonce: 1, bodies: [])
            let message = Invitation.message(
                table: copied.charter.table, inviter: copied.seal.publicKey,
                author: inviting.author, sequence: 2, invitee: invited.seal.publicKey)
            let added = DeviceAdded(
                invitee: invited.seal.publicKey, signature: copied.seal.sign(message))
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

    /// A device shows a short way that nobody recorded, and is settled by a longer one, behind whoever
    /// removes it: what counts up to the cuts is taken in.
    @Test func whoIsRemovedIsNotExhausted() throws {
        var mesh = try Mesh(devices: 1)
        let remover = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        let host = try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)
        // As if the founder had invited it before anybody else.
        let founder = try HostileMember(0, silentGuestOf: host)
        let copied = try HostileMember(1, madeUpBy: founder)
        let key = copied.seal.publicKey
        var inviting = Line(host, nonce: 1, bodies: [])
        let message = Invitation.message(
            table: host.charter.table, inviter: host.seal.publicKey, author: inviting.author,
            sequence: 2, invitee: key)
        let added = DeviceAdded(invitee: key, signature: host.seal.sign(message))
        inviting.add(Kind.deviceAdded.rawValue, added.body)
        let line = Line(copied, nonce: 1, bodies: [[1], [2], [3]])
        var log = mesh.replicas[0].log
        _ = log.insert(inviting.run(), trust: .verify)
        _ = log.insert(line.run(upTo: 3), trust: .verify)
        for number in 0..<UInt8(Limits.leavesOfDeviceMax) {
            let other = line.forked(after: 1, bodies: [[number, 9]])
            _ = log.insert(other.run(after: 1), trust: .verify)
        }
        #expect(log.isExhausted(key))
        let removal = DeviceRemoved(device: key, cuts: [line.cut(4)])
        let removing = Line(
            remover, nonce: 1, [(kind: Kind.deviceRemoved.rawValue, body: removal.body)])
        _ = log.insert(removing.run(), trust: .verify)
        #expect(log.isRemoved(key) && !log.isExhausted(key))
        _ = log.insert(line.run(after: 3), trust: .verify)
        #expect(log.last(of: line.author) == 4)
    }

    @Test func ofAnExhaustedDeviceNothingIsLacked() throws {
        var mesh = try Mesh(devices: 1)
        let liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        let line = Line(liar, nonce: 1, bodies: [[1], [2], [3]])
        var log = mesh.replicas[0].log
        _ = log.insert(line.run(), trust: .verify)
        for number in 0..<UInt8(Limits.leavesOfDeviceMax) {
            let other = line.forked(after: 1, bodies: [[number, 9]])
            _ = log.insert(other.run(after: 1), trust: .verify)
        }
        #expect(log.isExhausted(liar.seal.publicKey))
        var longer = line
        longer.add(99, [4])
        longer.add(99, [5])
        _ = log.insert(longer.run(after: 4, upTo: 5), trust: .ownDisk)
        #expect(
            log.lastHeld(of: line.author) == 5
                && !log.find([longer.leaf()]).contains(where: log.lacks))
    }
}
