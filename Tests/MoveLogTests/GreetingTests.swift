import Seeds
import Simulator
import Testing

@testable import MoveLog

/// What two devices tell each other before entries flow: nothing more than a digest, where that is
/// enough, and to a stranger not even that.
@Suite(.timeLimit(.minutes(1))) struct GreetingTests {
    private func key(_ device: Int) -> PublicKey { ToySeal(device: UInt64(device)).publicKey }

    /// Devices that hold the same and are linked to nobody; new processes, who know of nobody what it
    /// holds, unless they are kept.
    private func table(
        devices: Int, recorded: Int = 3, isRestarted: Bool = true
    ) throws -> Mesh {
        var mesh = try Mesh(devices: devices)
        for device in 1..<devices { mesh.connect(0, device) }
        for device in 0..<devices { try mesh.record(device, recorded) }
        mesh.settle()
        #expect(mesh.digests.count == 1)
        for device in 0..<devices {
            if isRestarted {
                mesh.replicas[device] = try mesh.restarted(
                    device, from: mesh.disks[device] ?? [], seed: UInt64(device) + 90)
            } else {
                mesh.replicas[device].disconnectAll(at: mesh.now)
            }
        }
        mesh.settle(.milliseconds(20))
        mesh.closes = []
        return mesh
    }

    // MARK: Laws

    /// Devices that hold the same, or nearly, are linked while more is recorded, and their frames come
    /// at any time: all agree in the end, and know it of each other.
    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func whateverComesBetweenTheGreetingsAllAgree(seed: UInt64) throws {
        let wires = try course(seed)
        #expect(wires.closes == 0)
        #expect(Set(wires.replicas.map(\.log.digest)).count == 1)
        for replica in wires.replicas {
            #expect(replica.peers.allSatisfy { $0.state == .inSync })
        }
        for (link, frames) in wires.said {
            let greeted = frames.count { if case .greeting = $0 { true } else { false } }
            #expect(greeted == 1, "on \(link)")
        }
    }

    /// The draws of the law above come to what it is about: links with a FRONTIER and without.
    @Test func theLawMeetsBothKinds() throws {
        var (short, long) = (0, 0)
        for seed in 1...60 as ClosedRange<UInt64> {
            for frames in try course(seed).said.values {
                let tells = frames.contains { if case .frontier = $0 { true } else { false } }
                if tells { long += 1 } else { short += 1 }
            }
        }
        #expect(short > 20 && long > 20, "\(short) without, \(long) with")
    }

    /// Three devices and what comes to them by a seed, until nothing more is to come.
    private func course(_ seed: UInt64) throws -> Wires {
        var random = SeededGenerator(seed: seed)
        let mesh = try table(devices: 3, isRestarted: Bool.random(using: &random))
        var wires = Wires(mesh, unasked: Bool.random(using: &random) ? 0 : 1 << 16)
        if Int.random(in: 0..<4, using: &random) == 0 { try wires.record(1) }
        var wanted = [(0, 1), (1, 2)]
        for _ in 0..<Int.random(in: 5...60, using: &random) {
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where !wanted.isEmpty:
                let (a, b) = wanted.remove(at: Int.random(in: wanted.indices, using: &random))
                wires.connect(a, b)
            case 1: try wires.record(Int.random(in: 0..<3, using: &random))
            case 2: wires.pass(.milliseconds(Int.random(in: 1...100, using: &random)))
            default: wires.deliver(using: &random)
            }
        }
        for (a, b) in wanted { wires.connect(a, b) }
        for _ in 0..<200 {
            wires.deliverAll()
            wires.pass(.milliseconds(20))
        }
        return wires
    }

    // MARK: The same, or not

    @Test func whereNothingIsMissingOnlyTheGreetingsGo() throws {
        var wires = Wires(try table(devices: 2), unasked: 1 << 16)
        wires.connect(0, 1)
        wires.deliverAll()
        for (device, other) in [(0, 1), (1, 0)] {
            let others = wires.frames(from: device, to: other).dropFirst().filter { frame in
                // What measures the peer's clock.
                if case .ping = frame { false } else if case .pong = frame { false } else { true }
            }
            #expect(others.isEmpty)
            let replica = wires.replicas[device]
            #expect(replica.peers.allSatisfy { $0.state == .inSync })
            let end = EntryID(
                author: replica.author, sequence: replica.log.lastHeld(of: replica.author))
            #expect(replica.copies(of: end) == 2)
            #expect(replica.wallOffset(of: key(other)) == 0)
        }
        #expect(wires.closes == 0)
    }

    @Test func whoLacksSomethingIsToldTheLeaves() throws {
        var wires = Wires(try table(devices: 2), unasked: 1 << 16)
        try wires.record(0)
        wires.connect(0, 1)
        wires.deliverAll()
        for (device, other) in [(0, 1), (1, 0)] {
            let frames = wires.frames(from: device, to: other)
            guard case .greeting(let greeting) = frames[0], case .frontier = frames[1] else {
                Issue.record("no frontier from \(device)")
                continue
            }
            #expect(greeting.summary != nil)
        }
        #expect(Set(wires.replicas.map(\.log.digest)).count == 1)
    }

    /// Digests cannot be equal where the peer was heard to lack something: both frames go at once.
    @Test func whoIsKnownToLackSomethingIsToldAtOnce() throws {
        var wires = Wires(try table(devices: 2, isRestarted: false), unasked: 1 << 16)
        try wires.record(0)
        wires.connect(0, 1)
        wires.collect(0)
        let frames = wires.frames(from: 0, to: 1)
        guard frames.count == 2, case .greeting(let greeting) = frames[0] else {
            Issue.record("not both frames at once")
            return
        }
        #expect(greeting.summary == nil)
        wires.deliverAll()
        #expect(wires.replicas.allSatisfy { $0.peers.allSatisfy { $0.state == .inSync } })
    }

    @Test func aFrontierBehindEqualGreetingsEndsTheLink() throws {
        var mesh = try table(devices: 1)
        var peer = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        mesh.replicas[0].connected(
            peer.link, to: peer.seal.publicKey, isDialer: false, at: mesh.now)
        peer.say(try greeting(of: peer, digest: mesh.replicas[0].log.digest), to: &mesh)
        #expect(peer.closed == nil)
        peer.say(
            .frontier(
                Frame.Announcement(wall: mesh.now.wall, frontier: mesh.replicas[0].log.frontier)),
            to: &mesh)
        #expect(peer.closed == .malformed)
    }

    // MARK: Who is told

    @Test func aDigestIsToldToNobodyButMembers() throws {
        var mesh = try Mesh(devices: 2)
        let stranger = ToySeal(device: 50).publicKey
        func summaries(_ effects: [Effect]) -> [Frame.HeldDigest?] {
            effects.compactMap { effect in
                guard case .send(_, let bytes) = effect,
                    case .greeting(let greeting)? = try? Frame(
                        typeAndPayload: Array(bytes.dropFirst(4)))
                else { return nil }
                return .some(greeting.summary)
            }
        }
        let link = LinkID(rawValue: 1)
        _ = mesh.replicas[0].takeEffects()
        mesh.replicas[0].connected(link, to: stranger, isDialer: true, at: mesh.now)
        #expect(summaries(mesh.replicas[0].takeEffects()) == [nil])
        mesh.replicas[0].disconnected(link, at: mesh.now)
        mesh.replicas[0].connected(link, to: stranger, isDialer: false, at: mesh.now)
        #expect(mesh.replicas[0].takeEffects().isEmpty)
        mesh.replicas[0].disconnected(link, at: mesh.now)
        // One that was a member is none any more.
        _ = try mesh.replicas[0].remove(key(1), at: mesh.now)
        _ = mesh.replicas[0].takeEffects()
        mesh.replicas[0].connected(link, to: key(1), isDialer: true, at: mesh.now)
        #expect(summaries(mesh.replicas[0].takeEffects()) == [nil])
    }

    /// Both greeted with the same while the one was being removed: it learns so all the same, and is
    /// sent nothing beyond that.
    @Test func whoIsRemovedBetweenTheGreetingsIsParted() throws {
        var wires = Wires(try table(devices: 3), unasked: 1 << 16)
        wires.connect(0, 1)
        for device in 0..<2 { wires.collect(device) }
        _ = try wires.replicas[0].remove(key(1), at: wires.now)
        try wires.record(0)
        wires.deliverAll()
        #expect(wires.closes == 2)
        #expect(wires.replicas[1].log.isRemoved(key(1)))
        let runs = wires.frames(from: 0, to: 1).compactMap { frame in
            if case .run(let run) = frame { run } else { nil }
        }
        #expect(runs.count == 1)
        guard case .bye(.removed)? = wires.frames(from: 0, to: 1).last else {
            Issue.record("not parted")
            return
        }
    }

    /// It knows the digest, from wherever: it is told no more than whoever does not.
    @Test func aRemovedDeviceWithTheSameDigestIsToldNone() throws {
        var mesh = try table(devices: 1)
        var peer = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        _ = try mesh.replicas[0].remove(peer.seal.publicKey, at: mesh.now)
        _ = mesh.replicas[0].takeEffects()
        mesh.replicas[0].connected(
            peer.link, to: peer.seal.publicKey, isDialer: false, at: mesh.now)
        peer.say(try greeting(of: peer, digest: mesh.replicas[0].log.digest), to: &mesh)
        guard case .greeting(let greeting)? = peer.heard.first, case .frontier = peer.heard.last
        else {
            Issue.record("\(peer.heard)")
            return
        }
        #expect(greeting.summary == nil)
    }

    /// Between two greetings with equal digests a peer knows what is held here, and has to hear what
    /// comes then.
    @Test func whoGreetedWithTheSameHearsOfWhatComesFromOthers() throws {
        var mesh = try table(devices: 1)
        var peers = try [UInt64(7), 8].map {
            try HostileMember($0, invitedBy: &mesh.replicas[0], at: mesh.now)
        }
        let digest = mesh.replicas[0].log.digest
        for index in peers.indices {
            mesh.replicas[0].connected(
                peers[index].link, to: peers[index].seal.publicKey, isDialer: false, at: mesh.now)
            peers[index].say(try greeting(of: peers[index], digest: digest), to: &mesh)
        }
        let line = Line(peers[0], nonce: 1, bodies: [[1]])
        // A peer with a link to the author is not sent it at once; the digest tells that it came.
        peers[1].say(
            .reaching([
                PeerRoute(device: peers[0].seal.deviceID(of: peers[0].seal.publicKey), hops: 1)
            ]),
            to: &mesh)
        peers[0].say(.run(line.run()), to: &mesh)
        mesh.uptime += Intervals.summaryDelay
        mesh.replicas[0].tick(at: mesh.now)
        peers[1].hear(&mesh.replicas[0])
        let digests = peers[1].heard.compactMap { frame in
            if case .summary(let summary) = frame { summary.digest } else { nil }
        }
        #expect(digests == [mesh.replicas[0].log.digest.octets.high])
        #expect(!peers[1].heard.contains { if case .run = $0 { true } else { false } })
    }

    private func greeting(of member: HostileMember, digest: Digest) throws -> Frame {
        .greeting(
            Frame.Greeting(
                versions: protocolVersions, table: member.charter.table,
                boot: try #require(Octets16([UInt8](repeating: 4, count: 16))),
                chain: member.charter.chain, port: 0,
                summary: Frame.HeldDigest(wall: WallTime(milliseconds: 0), digest: digest)))
    }
}

extension HostileMember {
    fileprivate mutating func say(_ frame: Frame, to mesh: inout Mesh) {
        say(frame, to: &mesh.replicas[0], at: mesh.now)
    }
}
