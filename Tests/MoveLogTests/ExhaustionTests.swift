import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A device that forks its logs without end: whoever holds whichever of its branches, all agree.
@Suite(.timeLimit(.minutes(1))) struct ExhaustionTests {
    private let max = Limits.leavesOfDeviceMax

    /// Runs that make so many leaves, several a log.
    private func runs(_ count: Int, of liar: HostileMember, logs: Int) -> [Run] {
        (0..<count).map { number in
            liar.run(
                nonce: UInt8(number % logs),
                [(lamport: UInt64(number), kind: 99, body: [UInt8(number / logs)])])
        }
    }

    private func table() throws -> (mesh: Mesh, liar: HostileMember) {
        var mesh = try Mesh(devices: 3)
        let liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        mesh.settle()
        return (mesh, liar)
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func logsWithDifferentBranchesAgree(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (mesh, liar) = try table()
        let count = Int.random(in: (max - 20)...(max + 100), using: &random)
        let all = runs(count, of: liar, logs: Int.random(in: 1...80, using: &random))
        var logs = mesh.replicas.map(\.log)
        var held: [[Run]] = [[], [], []]
        for index in logs.indices {
            let share = Int.random(in: 0...count, using: &random)
            for run in all.shuffled(using: &random).prefix(share) {
                if case .admitted = logs[index].insert(run, trust: .verify) {
                    held[index].append(run)
                }
            }
        }
        let union = Set(held.joined()).count
        for _ in 0..<2 {
            for (from, to) in [(0, 1), (1, 2), (2, 0), (1, 0), (2, 1), (0, 2)] {
                for run in held[from].shuffled(using: &random) {
                    if case .admitted = logs[to].insert(run, trust: .verify) {
                        held[to].append(run)
                    }
                }
            }
        }
        let key = liar.seal.publicKey
        for log in logs {
            #expect(LogState(log) == LogState(logs[0]), "seed \(seed)")
            #expect(log.isExhausted(key) == (union > max), "seed \(seed)")
            #expect(log.isMember(key))
            let counted = log.allPlaced().count { log.key(of: $0.entry.id.author) == key }
            #expect(union > max ? counted == 0 : counted > union, "seed \(seed)")
            #expect(log.entryCount == log.allPlaced().count)
            #expect(log.authors.values.count { $0.key == key } <= max + 1)
        }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func theOrderDoesNotMatter(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (mesh, liar) = try table()
        let all = runs(max + Int.random(in: 0...40, using: &random), of: liar, logs: 9)
        let own = mesh.replicas[1].log.spans.compactMap { mesh.replicas[1].log.run($0) }
        var states: [LogState] = []
        for _ in 0..<4 {
            var log = TableLog(charter: mesh.replicas[0].log.charter, seal: liar.seal)
            for run in own { _ = log.insert(run, trust: .verify) }
            for run in all.shuffled(using: &random) { _ = log.insert(run, trust: .verify) }
            states.append(LogState(log))
        }
        #expect(states.allSatisfy { $0 == states[0] }, "seed \(seed)")
    }

    /// Three devices in a line, the middle one without any of it, and whoever forks at one end.
    private func forked(_ shares: [Range<Int>], of all: [Run]) throws -> (Mesh, HostileMember) {
        var (mesh, liar) = try table()
        for index in mesh.replicas.indices { mesh.replicas[index].disconnectAll(at: mesh.now) }
        mesh.settle()
        for (index, share) in shares.enumerated() where !share.isEmpty {
            liar.enter(&mesh.replicas[index], at: mesh.now)
            for run in all[share] { liar.say(.run(run), to: &mesh.replicas[index], at: mesh.now) }
            mesh.replicas[index].disconnected(liar.link, at: mesh.now)
        }
        try mesh.record(2, 3)
        return (mesh, liar)
    }

    @Test(arguments: [
        [0..<100, 0..<0, 100..<200], [0..<200, 0..<0, 0..<0], [0..<129, 0..<50, 90..<190],
    ])
    func theProofTravelsAndThenThereIsQuiet(shares: [Range<Int>]) throws {
        let all = runs(200, of: try table().liar, logs: 50)
        var (mesh, liar) = try forked(shares, of: all)
        let key = liar.seal.publicKey
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        mesh.settle(.seconds(30))
        #expect(mesh.closes.allSatisfy { $0.reason == .goodbye })
        #expect(mesh.digests.count == 1)
        for replica in mesh.replicas {
            let leaves = replica.log.frontier.leaves
            #expect(leaves.allSatisfy { replica.log.key(of: $0.author) != key })
            for peer in replica.peers where peer.key != key { #expect(peer.state == .inSync) }
        }
        let said = mesh.bytesSent
        mesh.settle(.seconds(10))
        #expect(mesh.bytesSent - said < 10 * 4 * 200)
        // Whoever is restarted knows it still.
        if shares[1].isEmpty {
            #expect(mesh.replicas[1].log.isExhausted(key) == (shares[2].count > 0))
            let again = try mesh.restarted(1, from: mesh.disks[1] ?? [])
            #expect(again.log.exhausted == mesh.replicas[1].log.exhausted)
        }
    }

    @Test func nothingOfAnExhaustedDeviceIsCutAnywhere() throws {
        let all = runs(200, of: try table().liar, logs: 50)
        var (mesh, liar) = try forked([0..<200, 0..<0, 0..<100], of: all)
        let key = liar.seal.publicKey
        #expect(mesh.replicas[0].log.exhausted == [key])
        #expect(mesh.replicas[0].log.uncountedCount(of: key) >= max)
        _ = try mesh.replicas[0].remove(key, at: mesh.now)
        #expect(mesh.replicas[0].log.exhausted.isEmpty && mesh.replicas[0].log.isRemoved(key))
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        mesh.settle(.seconds(10))
        // It had named what counts no more, so that the two begin anew.
        #expect(mesh.closes.suffix(2).map(\.device) == [2, 1])
        mesh.connect(1, 2)
        mesh.settle(.seconds(10))
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas.allSatisfy { $0.log.isRemoved(key) })
        #expect(
            mesh.replicas[2].log.frontier.leaves.allSatisfy {
                mesh.replicas[2].log.key(of: $0.author) != key
            })
    }

    @Test func aRemovalWithCutsBringsBackWhatLiesBeforeThem() throws {
        let all = runs(240, of: try table().liar, logs: 50)
        // The founder has seen little of it, and cuts there; another has seen too much.
        var (mesh, liar) = try forked([0..<20, 0..<0, 50..<240], of: all)
        let key = liar.seal.publicKey
        #expect(mesh.replicas[2].log.exhausted == [key])
        _ = try mesh.replicas[0].remove(key, at: mesh.now)
        mesh.connect(0, 1)
        mesh.connect(1, 2)
        mesh.settle(.seconds(10))
        for index in mesh.replicas.indices where mesh.digests.count > 1 {
            // A link that was closed because something counts again is dialled again.
            let next = (index + 1) % 3
            if !mesh.replicas[index].peers.contains(where: { $0.link != nil }) {
                mesh.connect(index, next)
            }
            mesh.settle(.seconds(10))
        }
        #expect(mesh.digests.count == 1)
        for replica in mesh.replicas {
            #expect(replica.log.exhausted.isEmpty && replica.log.isRemoved(key))
            let counted = replica.log.allPlaced().count {
                replica.log.key(of: $0.entry.id.author) == key
            }
            #expect(counted == 40)
        }
    }

    @Test func aDeviceBeginsSoFewIncarnationsThatItIsFarFromTheBound() throws {
        var mesh = try Mesh(devices: 1)
        for number in 0..<(2 * max) {
            mesh.replicas[0].metClone(
                try #require(Octets16([UInt8](repeating: UInt8(number), count: 16))))
        }
        #expect(mesh.replicas[0].log.authorIDs.count == Limits.incarnationsMax)
        #expect(mesh.replicas[0].log.exhausted.isEmpty)
        try mesh.record(0, 3)
        #expect(mesh.replicas[0].log.allPlaced().count == Limits.incarnationsMax + 3)
    }

    @Test func aLongProofHoldsBackNobodysEntries() throws {
        var (mesh, liar) = try table()
        for index in mesh.replicas.indices { mesh.replicas[index].disconnectAll(at: mesh.now) }
        mesh.settle(.milliseconds(20))
        let body = [UInt8](repeating: 7, count: 60_000)
        let all = (0..<(2 * max)).map { number in
            liar.run(
                nonce: UInt8(number % 50),
                [(lamport: UInt64(number), kind: 99, body: body + [UInt8(number / 50)])])
        }
        // Both have seen too much of it, each something else.
        for (index, share) in [(0, all.prefix(max + 1)), (1, all.suffix(max))] {
            liar.enter(&mesh.replicas[index], at: mesh.now)
            for run in share { liar.say(.run(run), to: &mesh.replicas[index], at: mesh.now) }
            mesh.replicas[index].disconnected(liar.link, at: mesh.now)
        }
        mesh.connect(0, 1)
        mesh.settle(.milliseconds(500))
        #expect(mesh.replicas[1].log.exhausted == [liar.seal.publicKey])
        try mesh.record(0, 1, size: 1000)
        mesh.settle(.milliseconds(500))
        #expect(mesh.replicas[1].log.digest == mesh.replicas[0].log.digest)
    }
}
