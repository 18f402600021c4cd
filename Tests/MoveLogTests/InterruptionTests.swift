import Seeds
import Simulator
import Testing

@testable import MoveLog

/// What was begun is gone on with: requests that somebody holds up, proofs that were interrupted.
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
        try peers[0].enter(
            &mesh.replicas[0],
            holding: mesh.replicas[2].log.frontier.leaves.filter { $0.author == author },
            at: mesh.now)
        mesh.connect(0, 2)
        mesh.pump(0, 2, beside: &peers)
        for second in 1...120 {
            mesh.uptime += .seconds(1)
            for index in [0, 2] { mesh.replicas[index].tick(at: mesh.now) }
            let frame: Frame =
                repeats && second % 5 == 0 ? .run(known) : .pong(token: 0, wall: mesh.now.wall)
            mesh.replicas[0].receive(frame.bytes, from: peers[0].link, at: mesh.now)
            mesh.pump(0, 2, beside: &peers)
        }
        #expect(peers[0].closed == nil && mesh.replicas[0].sessions[LinkID(rawValue: 2)] != nil)
        #expect(mesh.replicas[0].log.last(of: author) == new)
    }

    /// Part of a proof was sent; then the device was removed, and exhausted again when the removal gave
    /// way: the peer still has to see the rest.
    @Test(arguments: [false, true]) func aProofThatWasInterruptedIsGoneOnWith(
        isInterrupted: Bool
    ) throws {
        var mesh = try Mesh(devices: 2)
        var liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var remover = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        var peers = [try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)]
        mesh.connect(0, 1)
        mesh.settle()
        mesh.replicas[1].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(100))
        // The remover is the senior.
        let isSenior = mesh.replicas[0].log.mayRemove(
            liar.seal.publicKey, by: remover.seal.publicKey)
        if !isSenior { swap(&liar, &remover) }
        let key = liar.seal.publicKey
        liar.enter(&mesh.replicas[1], at: mesh.now)
        let body = [UInt8](repeating: 7, count: 60_000)
        for number in 0...Limits.leavesOfDeviceMax {
            let run = liar.run(
                nonce: UInt8(number % 50),
                [(lamport: 2, kind: 99, body: body + [UInt8(number / 50)])])
            mesh.replicas[1].receive(Frame.run(run).bytes, from: liar.link, at: mesh.now)
        }
        liar.hear(&mesh.replicas[1])
        mesh.replicas[1].disconnected(liar.link, at: mesh.now)
        #expect(mesh.replicas[1].log.exhausted == [key])
        let removal = Line(
            remover, nonce: 1,
            [
                (
                    kind: Kind.deviceRemoved.rawValue,
                    body: DeviceRemoved(device: key, cuts: []).body
                )
            ])
        try peers[0].enter(
            &mesh.replicas[1],
            holding: mesh.replicas[1].log.frontier.leaves + [removal.leaf()], at: mesh.now)
        // It asks for a log of the device, of which it has heard elsewhere.
        let named = liar.run(nonce: 3, [(lamport: 2, kind: 99, body: body + [0])]).author
        peers[0].say(.want([named]), to: &mesh.replicas[1], at: mesh.now)
        var log = TableLog(charter: mesh.replicas[0].log.charter, seal: liar.seal)
        for span in mesh.replicas[0].log.spans {
            if let run = mesh.replicas[0].log.run(span) { _ = log.insert(run, trust: .verify) }
        }
        func take() {
            for case .run(let run) in peers[0].heard { _ = log.insert(run, trust: .verify) }
            peers[0].heard = []
        }
        take()
        #expect(!log.isExhausted(key))
        let some = log.frontier.leaves.count { log.key(of: $0.author) == key }
        #expect(some > 10)
        if isInterrupted {
            remover.enter(&mesh.replicas[1], at: mesh.now)
            remover.say(.run(removal.run()), to: &mesh.replicas[1], at: mesh.now)
            mesh.replicas[1].disconnected(remover.link, at: mesh.now)
            #expect(mesh.replicas[1].log.exhausted.isEmpty && mesh.replicas[1].log.isRemoved(key))
            peers[0].hear(&mesh.replicas[1])
            // The founder never heard of the removal, and cuts before it.
            _ = try mesh.replicas[0].remove(remover.seal.publicKey, at: mesh.now)
            mesh.connect(0, 1)
            mesh.pump(0, 1, beside: &peers)
            mesh.replicas[1].disconnected(LinkID(rawValue: 100), at: mesh.now)
        }
        #expect(mesh.replicas[1].log.exhausted == [key])
        for _ in 0..<60 where peers[0].closed == nil {
            take()
            // What it counts of the device it names.
            let leaves = log.frontier.leaves.filter { log.key(of: $0.author) == key }
            peers[0].say(
                .acknowledge(Frontier(leaves: leaves)), to: &mesh.replicas[1], at: mesh.now)
            mesh.uptime += .seconds(1)
            mesh.replicas[1].tick(at: mesh.now)
            peers[0].hear(&mesh.replicas[1])
        }
        take()
        let isEnded = !mesh.replicas[1].sessions.keys.contains(peers[0].link)
        #expect(log.isExhausted(key) || isEnded)
    }
}
