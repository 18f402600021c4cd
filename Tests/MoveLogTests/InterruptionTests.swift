import Testing

@testable import MoveLog

/// A request that somebody holds up is gone on with.
@Suite(.timeLimit(.minutes(2))) struct InterruptionTests {
    /// An author is away; a hostile member says that it holds its log, is asked first, and answers with
    /// what is held already, again and again. An honest device has it, too.
    @Test(arguments: [false, true]) func whoIsAskedAndSaysNothingNewKeepsNobodyWaiting(
        repeats: Bool
    ) throws {
        var mesh = try Mesh(devices: 3)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        try mesh.record(1, 3)
        mesh.settle()
        let author = mesh.replicas[1].author
        mesh.replicas[0].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(100))
        // More than goes out unasked.
        try mesh.record(1, 100, size: 1000)
        mesh.settle()
        mesh.replicas[1].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(100))
        let old = mesh.replicas[0].log.last(of: author)
        let new = mesh.replicas[2].log.last(of: author)
        #expect(new == old + 100)
        let known = try #require(mesh.replicas[0].log.authors[author]?.run(after: 0, on: 0))
        var peers = [try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)]
        peers[0].enter(
            &mesh.replicas[0],
            holding: mesh.replicas[2].log.frontier.leaves.filter { $0.author == author },
            at: mesh.now)
        mesh.connect(0, 2)
        mesh.pump(0, 2, beside: &peers)
        for second in 1...120 {
            mesh.uptime += .seconds(1)
            for index in [0, 2] { mesh.replicas[index].tick(at: mesh.now) }
            let frame: Frame =
                repeats && second % 5 == 0
                ? .run(known) : .pong(token: 0, wall: mesh.now.wall, reading: .none)
            mesh.replicas[0].receive(frame.bytes, from: peers[0].link, at: mesh.now)
            mesh.pump(0, 2, beside: &peers)
        }
        #expect(peers[0].closed == nil && mesh.replicas[0].sessions[LinkID(rawValue: 2)] != nil)
        #expect(mesh.replicas[0].log.last(of: author) == new)
    }
}
