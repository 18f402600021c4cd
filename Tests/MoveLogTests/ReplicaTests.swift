import MoveLog
import Simulator
import Testing

/// Two or more replicas joined by links that lose nothing: batches are handed over whole.
struct Mesh {
    var replicas: [Replica] = []
    var uptime = Duration.seconds(1)
    var links: [LinkID: (from: Int, to: Int)] = [:]
    var bytesSent = 0

    init(devices: Int, seed: UInt64 = 1) throws {
        let founder = ToySeal(device: 0)
        var random = SeededGenerator(seed: seed)
        let charter = try Charter(
            founding: try #require(
                Octets16((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })),
            at: WallTime(milliseconds: 0), seal: founder)
        replicas.append(replica(charter, founder, seed: seed))
        for device in 1..<max(devices, 1) {
            let seal = ToySeal(device: UInt64(device))
            let chain = try replicas[0].invite(seal.publicKey, at: now)
            let own = try Charter(founding: charter.founding, chain: chain, seal: seal)
            replicas.append(replica(own, seal, seed: seed + UInt64(device) * 1000))
        }
    }

    private func replica(_ charter: Charter, _ seal: ToySeal, seed: UInt64) -> Replica {
        Replica(
            charter: charter, commits: [], startsNewIncarnation: false, seal: seal,
            random: SeededGenerator(seed: seed), at: now)
    }

    var now: Moment { Moment(uptime: uptime, wall: WallTime(milliseconds: 1000)) }

    /// Link IDs: 100 * from + to, seen at `from`.
    mutating func connect(_ a: Int, _ b: Int) {
        replicas[a].connected(
            LinkID(rawValue: UInt64(100 * a + b)), to: ToySeal(device: UInt64(b)).publicKey,
            isDialer: true, at: now)
        replicas[b].connected(
            LinkID(rawValue: UInt64(100 * b + a)), to: ToySeal(device: UInt64(a)).publicKey,
            isDialer: false, at: now)
    }

    mutating func settle(_ duration: Duration = .seconds(2)) {
        let end = uptime + duration
        while uptime < end {
            var isQuiet = false
            while !isQuiet {
                isQuiet = true
                for index in replicas.indices {
                    for effect in replicas[index].takeEffects() {
                        guard case .send(let link, let bytes) = effect else { continue }
                        let peer = Int(link.rawValue) % 100
                        bytesSent += bytes.count
                        isQuiet = false
                        replicas[peer].receive(
                            bytes, from: LinkID(rawValue: UInt64(100 * peer + index)), at: now)
                    }
                }
            }
            uptime += .milliseconds(10)
            for index in replicas.indices { replicas[index].tick(at: now) }
        }
    }

    mutating func record(_ device: Int, _ count: Int, size: Int = 8) throws {
        for number in 0..<count {
            let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
            _ = try replicas[device].record(
                [Draft(scope: .table, kind: Kind(rawValue: 99), body: body)], at: now)
        }
    }

    var digests: Set<Digest> { Set(replicas.map(\.log.digest)) }
}

@Suite struct ReplicaTests {
    @Test func twoDevicesConverge() throws {
        var mesh = try Mesh(devices: 2)
        try mesh.record(0, 5)
        try mesh.record(1, 7)
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas[0].log.entryCount == 1 + 1 + 1 + 12)
        #expect(mesh.replicas.allSatisfy { $0.peers.allSatisfy { $0.state == .inSync } })
    }

    @Test func aLineConvergesAndALongBacklogIsFetched() throws {
        var mesh = try Mesh(devices: 5)
        for device in 0..<5 { try mesh.record(device, 3000, size: 40) }
        for device in 0..<4 { mesh.connect(device, device + 1) }
        mesh.settle()
        #expect(mesh.digests.count == 1)
        try mesh.record(4, 3)
        try mesh.record(0, 3)
        mesh.settle()
        #expect(mesh.digests.count == 1)
        #expect(
            mesh.replicas[4].copies(of: EntryID(author: mesh.replicas[4].author, sequence: 3004))
                >= 2)
    }

    @Test func nothingMissingCostsLittle() throws {
        var mesh = try Mesh(devices: 5)
        for device in 0..<5 { try mesh.record(device, 100) }
        for a in 0..<5 { for b in (a + 1)..<5 { mesh.connect(a, b) } }
        mesh.settle()
        #expect(mesh.digests.count == 1)
        var pair = mesh
        pair.replicas = mesh.replicas
        pair.replicas[0].disconnectAll(at: pair.now)
        pair.replicas[1].disconnectAll(at: pair.now)
        _ = pair.replicas[0].takeEffects()
        _ = pair.replicas[1].takeEffects()
        pair.bytesSent = 0
        pair.connect(0, 1)
        pair.settle(.milliseconds(20))
        #expect(pair.bytesSent < 1400)
    }
}
