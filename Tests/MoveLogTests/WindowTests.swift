import Simulator
import Testing

@testable import MoveLog

/// Bytes that wait for a peer's room cost nothing.
@Suite(.timeLimit(.minutes(1))) struct WindowTests {
    /// Device 0 is between an author, device 1, and a peer that has a link of its own to the author: it
    /// asked for its log, was sent as much as may be under way, and acknowledges nothing.
    @Test func whoWaitsForRoomIsNotWokenForNothing() throws {
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
        let device = peer.seal.deviceID(of: key(1))
        peer.say(
            .reaching([PeerRoute(device: device, hops: 1, address: "")]), to: &mesh.replicas[0],
            at: mesh.now)
        peer.say(.want([author]), to: &mesh.replicas[0], at: mesh.now)
        #expect(peer.runs(of: author).map(\.last).max() == last)
        // The author records one more; the device between is handed it, but not the peer behind.
        try mesh.record(1, 1)
        for case .send(_, let bytes) in mesh.replicas[1].takeEffects() {
            mesh.replicas[0].receive(bytes, from: LinkID(rawValue: 1), at: mesh.now)
        }
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
        #expect(peer.runs(of: author).map(\.last).max() == last)
    }
}
