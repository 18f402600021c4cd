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
            mesh.pass(.milliseconds(60), beside: &peer)
        }
        say(line.run(upTo: 100))
        // It got the last entry first.
        mesh.hear(.acknowledge(Frontier(leaves: [line.leaf()])), from: &peer)
        say(line.run(after: 100))
        func settle() {
            let leaves = mesh.replicas[0].log.frontier.leaves.filter { $0.author == line.author }
            mesh.hear(.acknowledge(Frontier(leaves: leaves)), from: &peer)
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
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        var peer = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var writer = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        let author = mesh.replicas[1].author
        for _ in 0...(MoveLogLimits.unacknowledgedBytesMax / 60_000) {
            try mesh.record(1, 1, size: 60_000)
            mesh.settle(.milliseconds(10))
        }
        let line = Line(writer, nonce: 1, bodies: bodies(9, 1))
        writer.enter(&mesh.replicas[0], at: mesh.now)
        mesh.hear(.run(line.run()), from: &writer)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        peer.say(
            .reaching(
                [ToySeal(device: 1).publicKey, writer.seal.publicKey].map {
                    PeerRoute(device: peer.seal.deviceID(of: $0), hops: 1, address: "")
                }.sorted()), to: &mesh.replicas[0], at: mesh.now)
        #expect(line.isBrought(10, by: peer.runs(of: line.author)))
        mesh.hear(.acknowledge(Frontier(leaves: [line.leaf()])), from: &peer)
        mesh.hear(.want([author]), from: &peer)
        let place: UInt64 = isFork ? 2 : 10
        let next = line.forked(after: place, bodies: [[9, 9]])
        mesh.replicas[0].receive(
            Frame.run(next.run(after: place)).bytes, from: writer.link, at: mesh.now)
        peer.hear(&mesh.replicas[0])
        mesh.pass(Intervals.relay, beside: &peer)
        #expect(!next.isBrought(place + 1, by: peer.runs(of: line.author)))
        mesh.pass(.milliseconds(10), beside: &peer)
        let leaves = mesh.replicas[0].log.frontier.leaves.filter { $0.author == author }
        mesh.hear(.acknowledge(Frontier(leaves: leaves)), from: &peer)
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
        mesh.hear(.run(line.run()), from: &writer)
        let other = line.forked(after: 2, bodies: bodies(2, 2, size: 40_000))
        mesh.hear(.run(other.run(after: 2)), from: &writer)
        peer.enter(&mesh.replicas[0], holding: [line.leaf()], at: mesh.now)
        peer.say(
            .reaching([
                PeerRoute(
                    device: peer.seal.deviceID(of: writer.seal.publicKey), hops: 1, address: "")
            ]), to: &mesh.replicas[0], at: mesh.now)
        #expect(peer.runs(of: line.author).isEmpty)
        mesh.hear(.want([line.author]), from: &peer)
        let isSent = other.isBrought(4, by: peer.runs(of: line.author))
        #expect(isSent)
    }
}

/// Bytes that wait for a peer's room cost nothing.
@Suite(.timeLimit(.minutes(1))) struct WindowTests {
    /// Device 0 is between an author, device 1, and a peer that has a link of its own to the author: it
    /// asked for its log, was sent as much as may be under way, and acknowledges nothing.
    @Test func whoWaitsForRoomIsNotWokenForNothing() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
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
        mesh.hear(.reaching([PeerRoute(device: device, hops: 1, address: "")]), from: &peer)
        mesh.hear(.want([author]), from: &peer)
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

/// What a peer is sent again, and whose links are ended, when it turns out that what was thought of it
/// or told to it does not hold.
@Suite(.timeLimit(.minutes(1))) struct CursorTests {
    /// A device that has a forking member's runs, one branch each from the log's start, and a peer that
    /// is linked while they come and says nothing.
    private func peerOfAFork(branches: Int, claims: Bool) throws -> (heard: Int, missing: Int) {
        var mesh = try Mesh(devices: 1)
        var liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var peer = try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)
        liar.enter(&mesh.replicas[0], at: mesh.now)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        let runs = (0..<branches).map { number in
            liar.run(nonce: 1, [(lamport: 2, kind: 99, body: [UInt8(number)])])
        }
        let author = runs[0].author
        for (number, run) in runs.enumerated() {
            if claims, number == 1 {
                // Beyond the end of what is held: a continuation, for all that is known.
                let leaf = Leaf(author: author, sequence: 9, mark: liar.charter.founder.octets)
                mesh.hear(.acknowledge(Frontier(leaves: [leaf])), from: &peer)
            }
            mesh.replicas[0].receive(Frame.run(run).bytes, from: liar.link, at: mesh.now)
            peer.hear(&mesh.replicas[0])
            mesh.pass(.milliseconds(10), beside: &peer)
        }
        mesh.pass(Intervals.relay * 2, beside: &peer)
        let heard = peer.runs(of: author)
        let log = try #require(mesh.replicas[0].log.authors[author])
        #expect(log.branches.count == branches)
        // The entries of a peer that held nothing before.
        let bytes = Set(heard.map(\.bytes))
        let missing = log.branches.indices.count { index in
            let end = log.path(after: 1, upTo: 2, on: index)
            return !bytes.contains { $0.count >= end.count && $0.suffix(end.count) == end[...] }
        }
        return (heard.count, missing)
    }

    /// A fork is not sent again for each of its branches, and what was guessed is offered again once.
    @Test(arguments: [2, 10, 60], [false, true])
    func aForkIsSentOnce(branches: Int, claims: Bool) throws {
        let (heard, missing) = try peerOfAFork(branches: branches, claims: claims)
        #expect(missing == 0)
        #expect(claims ? heard <= branches + 1 : heard == branches)
    }

    /// Who is ahead by its own word, then behind, and ahead again, is not sent the same each time.
    @Test func whatIsAssumedFallsOnceALink() throws {
        var mesh = try Mesh(devices: 1)
        var author = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var peer = try HostileMember(8, invitedBy: &mesh.replicas[0], at: mesh.now)
        let line = Line(author, nonce: 1, bodies: (0..<4).map { [UInt8($0)] })
        let longer = line.forked(after: 5, bodies: [[9], [9]])
        author.enter(&mesh.replicas[0], at: mesh.now)
        mesh.hear(.run(line.run()), from: &author)
        peer.enter(&mesh.replicas[0], at: mesh.now)
        for leaf in (0..<20).map({ $0.isMultiple(of: 2) ? longer.leaf() : line.leaf(1) }) {
            mesh.hear(.acknowledge(Frontier(leaves: [leaf])), from: &peer)
            mesh.pass(Intervals.relay, beside: &peer)
        }
        #expect(peer.runs(of: line.author).count == 2)
    }
}

/// A catch-up is divided over turns.
@Suite(.timeLimit(.minutes(1))) struct TurnRoomTests {
    private static let size = 60_000

    /// Device 0 holds six megabytes. Device 3 has them; devices 1 and 2, whose links come first in
    /// order, begin to fetch them.
    private static func catchUp() throws -> Mesh {
        var mesh = try Mesh(devices: 4, linked: [(0, 3)])
        try mesh.record(0, 6_000_000 / size, size: size)
        mesh.settle(.seconds(1))
        mesh.connect(0, 1)
        mesh.connect(0, 2)
        return mesh
    }

    /// The bytes of runs that device 0 sends in its next turn, by device.
    private static func turn(_ mesh: inout Mesh) -> [Int: Int] {
        var sent: [Int: Int] = [:]
        var delivered: [(peer: Int, link: LinkID, bytes: [UInt8])] = []
        for case .send(let link, let bytes) in mesh.replicas[0].takeEffects() {
            let (peer, far) = mesh.farEnd(of: link, at: 0)
            switch try? Frame(typeAndPayload: Array(bytes.dropFirst(Frame.lengthBytes))) {
            case .run?, .part?: sent[peer, default: 0] += bytes.count
            default: break
            }
            delivered.append((peer, far, bytes))
        }
        for item in delivered {
            mesh.replicas[item.peer].receive(item.bytes, from: item.link, at: mesh.now)
        }
        for index in 1...3 {
            for case .send(let link, let bytes) in mesh.replicas[index].takeEffects() {
                let (_, far) = mesh.farEnd(of: link, at: index)
                mesh.replicas[0].receive(bytes, from: far, at: mesh.now)
            }
        }
        return sent
    }

    /// No turn sends more than its room and one run on all links, and the next one is due at once; a
    /// move waits for one turn at most of each device that catches up.
    @Test func noTurnSendsMoreThanItsRoomAndAMoveIsNotHeldUp() throws {
        var mesh = try Self.catchUp()
        let room = MoveLogLimits.turnBytesMax + MoveLogLimits.spanBytesMax + 4096
        var (turns, waits) = (0, 0)
        var full: [Int: Int] = [:]
        while mesh.digests.count > 1, turns < 200 {
            turns += 1
            if turns % 4 == 1 {
                try mesh.record(0, 1)
                waits = 1
            }
            let sent = Self.turn(&mesh)
            #expect(sent.values.reduce(0, +) <= room)
            if sent[3] ?? 0 > 0 { waits = 0 }
            if waits > 0 { waits += 1 }
            #expect(waits <= 3, "turn \(turns)")
            if sent.values.reduce(0, +) >= MoveLogLimits.turnBytesMax {
                for device in sent.keys { full[device, default: 0] += 1 }
                #expect(mesh.replicas[0].nextDeadline.map { $0 <= mesh.uptime } == true)
            }
            mesh.uptime += .milliseconds(10)
            for index in mesh.replicas.indices { mesh.replicas[index].tick(at: mesh.now) }
        }
        #expect(mesh.digests.count == 1 && full[1] ?? 0 >= 5 && full[2] ?? 0 >= 5)
    }
}
