import Simulator
import Testing

@testable import MoveLog

/// What lines of a log and lies about them cost, in digests, runs and time.
@Suite(.timeLimit(.minutes(2))) struct LineCostTests {
    /// A peer that was ahead once, which has been acknowledging ever since; then the log is forked
    /// before its end again and again, each time a little earlier.
    @Test(arguments: [20, 40, 80]) func whatWasGuessedRightIsNotSentForEachFork(forks: Int) throws {
        var mesh = try Mesh(devices: 1)
        var liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var peer = try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)
        let line = Line(liar, nonce: 1, bodies: bodies(100, 1))
        liar.enter(&mesh.replicas[0], at: mesh.now)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        func say(_ run: Run) {
            mesh.replicas[0].receive(Frame.run(run).bytes, from: liar.link, at: mesh.now)
            peer.hear(&mesh.replicas[0])
            mesh.pass(.milliseconds(60), before: &peer)
        }
        say(line.run(upTo: 100))
        // It got the last entry first.
        peer.say(
            .acknowledge(Frontier(leaves: [line.leaf()])), to: &mesh.replicas[0], at: mesh.now)
        say(line.run(after: 100))
        func settle() {
            let leaves = mesh.replicas[0].log.frontier.leaves.filter { $0.author == line.author }
            peer.say(.acknowledge(Frontier(leaves: leaves)), to: &mesh.replicas[0], at: mesh.now)
        }
        settle()
        peer.heard = []
        for number in 1...forks {
            let place = UInt64(100 - number)
            say(line.forked(after: place, bodies: [[UInt8(number), 7]]).run(after: place))
            settle()
        }
        #expect(peer.closed == nil)
        let runs = peer.runs(of: line.author)
        let entries = runs.reduce(0) { $0 + $1.count }
        // Each fork once, and what rested on a guess once.
        #expect(entries <= forks + 101)
        #expect(runs.count <= 2 * forks + 2)
    }

    /// As in `WindowTests`, and beside it an author whose log is forked before its end, to whom the
    /// peer has a link of its own, too.
    @Test(arguments: [false, true]) func whatHasWaitedGoesOutWithoutASecondWait(isFork: Bool) throws
    {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        var peer = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var writer = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        let author = mesh.replicas[1].author
        for _ in 0...(MoveLogLimits.unacknowledgedBytesMax / 60_000) {
            try mesh.record(1, 1, size: 60_000)
            mesh.settle(.milliseconds(10))
        }
        let line = Line(writer, nonce: 1, bodies: bodies(9, 1))
        writer.enter(&mesh.replicas[0], at: mesh.now)
        writer.say(.run(line.run()), to: &mesh.replicas[0], at: mesh.now)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        peer.say(
            .reaching(
                [ToySeal(device: 1).publicKey, writer.seal.publicKey].map {
                    PeerRoute(device: peer.seal.deviceID(of: $0), hops: 1, address: "")
                }.sorted()), to: &mesh.replicas[0], at: mesh.now)
        #expect(line.isBrought(10, by: peer.runs(of: line.author)))
        peer.say(
            .acknowledge(Frontier(leaves: [line.leaf()])), to: &mesh.replicas[0], at: mesh.now)
        peer.say(.want([author]), to: &mesh.replicas[0], at: mesh.now)
        let place: UInt64 = isFork ? 2 : 10
        let next = line.forked(after: place, bodies: [[9, 9]])
        mesh.replicas[0].receive(
            Frame.run(next.run(after: place)).bytes, from: writer.link, at: mesh.now)
        peer.hear(&mesh.replicas[0])
        mesh.pass(Intervals.relay, before: &peer)
        #expect(!next.isBrought(place + 1, by: peer.runs(of: line.author)))
        mesh.pass(.milliseconds(10), before: &peer)
        let leaves = mesh.replicas[0].log.frontier.leaves.filter { $0.author == author }
        peer.say(.acknowledge(Frontier(leaves: leaves)), to: &mesh.replicas[0], at: mesh.now)
        let isSent = next.isBrought(place + 1, by: peer.runs(of: line.author))
        #expect(isSent)
    }

    /// What is asked for goes at once.
    @Test func aShorterLineThatIsAskedForGoesAtOnce() throws {
        var mesh = try Mesh(devices: 1)
        var peer = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var writer = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        let line = Line(writer, nonce: 1, bodies: bodies(9, 1))
        writer.enter(&mesh.replicas[0], at: mesh.now)
        writer.say(.run(line.run()), to: &mesh.replicas[0], at: mesh.now)
        let other = line.forked(after: 2, bodies: bodies(2, 2, size: 40_000))
        writer.say(.run(other.run(after: 2)), to: &mesh.replicas[0], at: mesh.now)
        peer.enter(&mesh.replicas[0], holding: [line.leaf()], at: mesh.now)
        peer.say(
            .reaching([
                PeerRoute(
                    device: peer.seal.deviceID(of: writer.seal.publicKey), hops: 1, address: "")
            ]), to: &mesh.replicas[0], at: mesh.now)
        #expect(peer.runs(of: line.author).isEmpty)
        peer.say(.want([line.author]), to: &mesh.replicas[0], at: mesh.now)
        let isSent = other.isBrought(4, by: peer.runs(of: line.author))
        #expect(isSent)
    }
}
