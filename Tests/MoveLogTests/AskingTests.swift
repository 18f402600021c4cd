import Testing

@testable import MoveLog

/// When a device asks for what peers hold and it lacks, and of whom: of one at a time, of another when
/// the first sends nothing, and without a wake-up for nothing in between.
@Suite(.timeLimit(.minutes(1))) struct AskingTests {
    /// A device and peers that claim to hold an author's log of which nobody here has heard.
    private struct Table {
        var mesh: Mesh
        var peers: [HostileMember] = []
        let author: AuthorID
        /// Since the table began, when which peer was asked for the author.
        var asked: [(after: Duration, peer: Int)] = []

        init(peers count: Int) throws {
            mesh = try Mesh(devices: 1)
            author = try #require(AuthorID([UInt8](repeating: 0xaa, count: 16)))
            for number in 0..<count {
                peers.append(
                    try HostileMember(
                        7 + UInt64(number), invitedBy: &mesh.replicas[0], at: mesh.now))
            }
            for number in 0..<count { peers[number].enter(&mesh.replicas[0], at: mesh.now) }
        }

        private static let begin = Duration.seconds(1)

        mutating func claim(_ sequence: UInt64 = 5, by peer: Int) {
            let leaf = Leaf(
                author: author, sequence: sequence, mark: peers[peer].charter.founder.octets)
            say(.acknowledge(Frontier(leaves: [leaf])), by: peer)
        }

        mutating func say(_ frame: Frame, by peer: Int) {
            mesh.replicas[0].receive(frame.bytes, from: peers[peer].link, at: mesh.now)
            turn()
        }

        mutating func leave(_ peer: Int) {
            mesh.replicas[0].disconnected(peers[peer].link, at: mesh.now)
            turn()
        }

        private mutating func turn() {
            for case .send(let link, let bytes) in mesh.replicas[0].takeEffects() {
                guard
                    case .want(let authors)? = try? Frame(typeAndPayload: Array(bytes.dropFirst(4))),
                    let peer = peers.firstIndex(where: { $0.link == link })
                else { continue }
                for case author in authors { asked.append((mesh.uptime - Self.begin, peer)) }
            }
        }

        /// Wakes the device when it wants to be woken; every peer says something now and then.
        mutating func pass(until after: Duration) throws {
            let end = Self.begin + after
            var saidAt = mesh.uptime
            while mesh.uptime < end {
                let deadline = try #require(mesh.replicas[0].nextDeadline)
                #expect(deadline > mesh.uptime, "wants to be woken at once, having done nothing")
                guard deadline > mesh.uptime else { return }
                mesh.uptime = min(end, deadline, saidAt + .seconds(1))
                if mesh.uptime >= saidAt + .seconds(1) {
                    saidAt = mesh.uptime
                    for peer in peers.indices {
                        say(.pong(token: 0, wall: mesh.now.wall, reading: .none), by: peer)
                    }
                }
                mesh.replicas[0].tick(at: mesh.now)
                turn()
            }
        }

        /// The peers that were asked, in order, and when.
        var words: [String] { asked.map { "\($0.peer) at \($0.after / .milliseconds(1)) ms" } }
    }

    @Test func whoIsAloneIsAskedAgainAndAgain() throws {
        var table = try Table(peers: 1)
        table.claim(by: 0)
        try table.pass(until: .seconds(15))
        #expect(table.words == ["0 at 250.0 ms", "0 at 6250.0 ms", "0 at 12250.0 ms"])
    }

    /// The first had its time, and the other that says that it has it may not be asked yet.
    @Test func nobodyIsWokenForNothingWhileTheOtherIsNotToBeAskedYet() throws {
        var table = try Table(peers: 2)
        table.claim(by: 0)
        try table.pass(until: .milliseconds(6200))
        table.claim(by: 1)
        try table.pass(until: .seconds(8))
        #expect(table.words == ["0 at 250.0 ms", "1 at 6450.0 ms"])
    }

    @Test func whatIsAskedOfWhoLeavesIsAskedOfAnotherAtOnce() throws {
        var table = try Table(peers: 2)
        table.claim(by: 0)
        table.claim(by: 1)
        try table.pass(until: .seconds(2))
        #expect(table.asked.count == 1)
        let first = try #require(table.asked.first?.peer)
        table.leave(first)
        #expect(table.asked.count == 2)
        #expect(table.asked.last?.after == .seconds(2) && table.asked.last?.peer == 1 - first)
    }

    @Test func whatNobodyClaimsAnyMoreIsNotAskedFor() throws {
        var table = try Table(peers: 2)
        table.claim(by: 0)
        table.leave(0)
        try table.pass(until: .seconds(8))
        #expect(table.words.isEmpty)
    }
}

/// A request that somebody holds up is gone on with.
@Suite(.timeLimit(.minutes(2))) struct InterruptionTests {
    /// An author is away; a hostile member says that it holds its log, is asked first, and answers with
    /// what is held already, again and again. An honest device has it, too.
    @Test(arguments: [false, true]) func whoIsAskedAndSaysNothingNewKeepsNobodyWaiting(
        repeats: Bool
    ) throws {
        var mesh = try Mesh(devices: 3, linked: [(0, 1), (1, 2)])
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
