import Simulator
import Testing

@testable import MoveLog

/// What waits for a peer's room, or for the way on which the peer gets it first, costs nothing.
@Suite(.timeLimit(.minutes(1))) struct WindowTests {
    /// Device 0 between an author, device 1, and a peer that has a link of its own to the author: it
    /// asked for its log, was sent as much as may be under way, and acknowledges nothing.
    private func full() throws -> (mesh: Mesh, peer: HostileMember, last: UInt64) {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        var peer = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        let author = mesh.replicas[1].author
        let size = 60_000
        for _ in 0...(MoveLogLimits.unacknowledgedBytesMax / size) {
            try mesh.record(1, 1, size: size)
            mesh.settle(.milliseconds(10))
        }
        let last = mesh.replicas[0].log.lastHeld(of: author)
        #expect(last == mesh.replicas[1].log.lastHeld(of: author))
        peer.enter(&mesh.replicas[0], at: mesh.now)
        let device = peer.seal.deviceID(of: ToySeal(device: 1).publicKey)
        peer.say(
            .reaching([PeerRoute(device: device, hops: 1, address: "")]), to: &mesh.replicas[0],
            at: mesh.now)
        peer.say(.want([author]), to: &mesh.replicas[0], at: mesh.now)
        return (mesh, peer, last)
    }

    /// The last sequence of an author that a peer was sent.
    private func sent(_ author: AuthorID, to peer: HostileMember) -> UInt64 {
        peer.runs(of: author).map(\.last).max() ?? 0
    }

    /// The author records one more; the device between is handed it, but not the peer behind.
    private func recordOne(_ mesh: inout Mesh) throws {
        try mesh.record(1, 1)
        for case .send(_, let bytes) in mesh.replicas[1].takeEffects() {
            mesh.replicas[0].receive(bytes, from: LinkID(rawValue: 1), at: mesh.now)
        }
    }

    @Test func whoWaitsForRoomIsNotWokenForNothing() throws {
        var (mesh, peer, last) = try full()
        let author = mesh.replicas[1].author
        #expect(sent(author, to: peer) == last)
        try recordOne(&mesh)
        peer.hear(&mesh.replicas[0])
        #expect(mesh.replicas[0].log.lastHeld(of: author) == last + 1)
        let relayAt = mesh.uptime + Intervals.relay
        var woken = 0
        while mesh.uptime < relayAt + .seconds(1), woken < 100 {
            mesh.uptime = try #require(mesh.replicas[0].nextDeadline)
            mesh.replicas[0].tick(at: mesh.now)
            peer.hear(&mesh.replicas[0])
            woken += 1
            let next = try #require(mesh.replicas[0].nextDeadline)
            #expect(next > mesh.uptime, "woken \(woken) times")
            guard next > mesh.uptime else { return }
        }
        #expect(sent(author, to: peer) == last)
    }

    @Test func whatHasWaitedGoesOutAsSoonAsThereIsRoom() throws {
        var (mesh, peer, last) = try full()
        let author = mesh.replicas[1].author
        let leaves = mesh.replicas[0].log.frontier.leaves.filter { $0.author == author }
        try recordOne(&mesh)
        peer.hear(&mesh.replicas[0])
        mesh.uptime += Intervals.relay
        mesh.replicas[0].tick(at: mesh.now)
        peer.hear(&mesh.replicas[0])
        #expect(sent(author, to: peer) == last)
        peer.say(.acknowledge(Frontier(leaves: leaves)), to: &mesh.replicas[0], at: mesh.now)
        #expect(sent(author, to: peer) == last + 1)
    }

    @Test func whatTheAuthorMaySendItselfWaitsOnce() throws {
        var (mesh, peer, last) = try full()
        let author = mesh.replicas[1].author
        let leaves = mesh.replicas[0].log.frontier.leaves.filter { $0.author == author }
        peer.say(.acknowledge(Frontier(leaves: leaves)), to: &mesh.replicas[0], at: mesh.now)
        for number in 1...3 as ClosedRange<UInt64> {
            try recordOne(&mesh)
            peer.hear(&mesh.replicas[0])
            #expect(sent(author, to: peer) == last + number - 1)
            mesh.uptime += Intervals.relay
            mesh.replicas[0].tick(at: mesh.now)
            peer.hear(&mesh.replicas[0])
            #expect(sent(author, to: peer) == last + number)
        }
    }
}
