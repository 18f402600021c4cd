import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A device that takes no frame longer than its greeting says.
@Suite struct SmallDeviceTests {
    private static let limit = MoveLogLimits.frameBytesMin

    /// Three devices, of which the last is small and linked with the second alone, which holds the
    /// log of the first in runs as long as runs may be.
    @Test(arguments: seeds(UInt64(8)))
    func everythingReachesItInShortFrames(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 3, seed: seed)
        mesh.replicas[2].frameBytesMax = Self.limit
        // Longer entries than a page takes, and pages of moves that become columns.
        for _ in 0..<Int.random(in: 20...60, using: &random) {
            let isLong = Bool.random(using: &random)
            let size = Int.random(in: isLong ? 1...65_000 : 1...40, using: &random)
            try mesh.record(0, isLong ? 1 : Int.random(in: 1...300, using: &random), size: size)
        }
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.longestFrames[1] ?? 0 > 2 * Self.limit)
        mesh.connect(2, 1)
        try mesh.record(2, 3, size: 64_000)
        mesh.settle()
        #expect(mesh.digests.count == 1 && mesh.closes.isEmpty)
        #expect(mesh.longestFrames[2] ?? .max <= Self.limit && mesh.parts[2] ?? 0 > 0)
        #expect(mesh.parts[0] == nil && mesh.parts[1] == nil)
        // It keeps whole runs, and hands them on.
        let disk = try #require(mesh.disks[2])
        #expect(disk.allSatisfy { $0.run.head != nil || $0.run.author == mesh.replicas[2].author })
        try mesh.addDevice(invitedBy: 2)
        mesh.connect(3, 2)
        mesh.settle()
        #expect(mesh.replicas[3].log.digest == mesh.replicas[0].log.digest)
    }

    /// A run in parts is the run, wherever it is cut.
    @Test(arguments: seeds(UInt64(20)))
    func partsMakeTheRunAgain(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 1, seed: seed)
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let size = [5, 30, 3000, 50_000][Int.random(in: 0..<4, using: &random)]
            try mesh.record(0, size > 100 ? 1 : Int.random(in: 1...700, using: &random), size: size)
        }
        mesh.replicas[0].signEnds()
        let log = mesh.replicas[0].log
        for run in log.spans.compactMap(log.run) {
            let author = try #require(log.authors[run.author])
            let limit = Int.random(in: Self.limit...200_000, using: &random)
            let parts = run.parts(frameBytesMax: limit) { author.digest(at: $0, on: 0).octets.high }
            for part in parts {
                #expect(part.frame.bytes.count - Frame.lengthBytes <= limit)
                #expect(part.base == author.digest(at: part.after, on: 0).octets.high)
            }
            #expect(parts.dropLast().allSatisfy { $0.head == nil } && parts.last?.head == run.head)
            // As few as may be: no part would have had room for all of the next.
            for (part, next) in zip(parts, parts.dropFirst()) {
                #expect(part.byteCount + next.byteCount > limit - 1000)
            }
            let whole = try parts.dropFirst().reduce(parts[0]) { try $0.continued(by: $1) }
            #expect(try whole.content().bytes == run.content().bytes && whole.head == run.head)
            #expect(whole.after == run.after && whole.base == run.base)
        }
    }

    @Test func onlyAContinuationMayFollowAPart() throws {
        func outcome(
            limit: Int = Self.limit, _ frames: (Line, Line) -> [Frame]
        ) throws -> (closed: CloseReason?, count: UInt64) {
            var mesh = try Mesh(devices: 1)
            mesh.replicas[0].frameBytesMax = limit
            var liar = try mesh.liar(9)
            let lines = (1...2).map { Line(liar, nonce: UInt8($0), bodies: bodies(9, 7)) }
            for frame in frames(lines[0], lines[1]) { mesh.hear(frame, from: &liar) }
            return (liar.closed, mesh.replicas[0].log.last(of: lines[0].author))
        }
        func part(_ line: Line, _ places: ClosedRange<UInt64>) -> Frame {
            var run = line.run(after: places.lowerBound - 1, upTo: places.upperBound)
            run.head = nil
            return .part(run)
        }
        let ping = Frame.ping(token: 1, wall: WallTime(milliseconds: 0))
        let whole = try outcome { one, _ in
            [part(one, 1...3), part(one, 4...4), ping, .run(one.run(after: 4))]
        }
        #expect(whole == (nil, 10))
        let first = try outcome { one, _ in [part(one, 1...3), part(one, 4...9)] }
        #expect(first == (nil, 0))
        let others: [(Line, Line) -> [Frame]] = [
            { one, _ in [part(one, 1...3), .run(one.run(after: 4))] },
            { one, _ in [part(one, 1...3), .run(one.run())] },
            { one, _ in [part(one, 1...3), part(one, 3...4)] },
            { one, two in [part(one, 1...3), .run(two.run(after: 3))] },
            { one, two in [part(one, 1...3), part(two, 4...5)] },
        ]
        for frames in others { #expect(try outcome(frames) == (.malformed, 0)) }
        // The signature is that of the whole.
        let forged = try outcome { one, two in
            [part(one, 1...3), .run(one.forked(after: 4, bodies: bodies(5, 8)).run(after: 5))]
        }
        #expect(forged == (.malformed, 0))
        let other = try outcome { one, _ in
            var run = one.forked(after: 4, bodies: bodies(5, 8)).run(after: 3)
            run.head = one.run().head
            return [part(one, 1...3), .run(run)]
        }
        #expect(other == (.forged, 0))
        // No run is longer than the greatest limit.
        let most = try outcome(limit: MoveLogLimits.frameBytesMax) { one, _ in [part(one, 1...3)] }
        #expect(most == (.malformed, 0))
    }

    @Test func partsHaveTheLimitsOfARun() throws {
        var mesh = try Mesh(devices: 1)
        mesh.replicas[0].frameBytesMax = Self.limit
        var liar = try mesh.liar(9)
        let line = Line(liar, nonce: 1, bodies: bodies(9, 7, size: 65_000))
        for place in 0..<8 as Range<UInt64> {
            var run = line.run(after: place, upTo: place + 1)
            run.head = nil
            mesh.hear(.part(run), from: &liar)
        }
        #expect(liar.closed == nil && mesh.replicas[0].violations.isEmpty)
        for place in 8..<10 as Range<UInt64> {
            var run = line.run(after: place, upTo: place + 1)
            run.head = nil
            mesh.hear(.part(run), from: &liar)
        }
        #expect(liar.closed == .malformed)
    }

    /// A longer frame than it takes ends the link, also one that others take.
    @Test func itTakesNoLongerFrame() throws {
        for (limit, isTaken) in [(Self.limit, false), (MoveLogLimits.frameBytesMax, true)] {
            var mesh = try Mesh(devices: 1)
            mesh.replicas[0].frameBytesMax = limit
            var liar = try mesh.liar(9)
            let line = Line(liar, nonce: 1, bodies: bodies(2, 7, size: 40_000))
            mesh.hear(.run(line.run()), from: &liar)
            #expect((liar.closed == nil) == isTaken)
        }
    }

    /// Of more leaves than fit into a frame the peer hears in several ACKs, author by author.
    @Test func manyLeavesAreAcknowledgedInTurn() throws {
        var mesh = try Mesh(devices: 1)
        var liar = try mesh.liar(9)
        let lines = (1...100).map { Line(liar, nonce: $0, bodies: bodies(Int($0) % 3, $0)) }
        for line in lines { mesh.hear(.run(line.run()), from: &liar) }
        let replica = mesh.replicas[0]
        var session = PeerSession(
            link: liar.link, key: liar.seal.publicKey,
            device: replica.seal.deviceID(of: liar.seal.publicKey), isDialer: false, host: nil,
            unaskedBytes: 0, frameBytesMax: MoveLogLimits.frameBytesMax, at: .zero)
        session.greet(telling: nil)
        let most = 1000
        session.accept(
            Frame.Greeting(
                versions: protocolVersions, table: replica.log.charter.table, boot: .zero,
                chain: liar.charter.chain, port: 0, frameBytesMax: most),
            isDismissed: false)
        for line in lines { session.owe(line.author, bytes: 9, isAuthor: true, at: .zero) }
        let frames = session.acknowledgements(of: replica.log, at: .zero)
        let leaves = frames.map { frame in
            if case .acknowledge(let frontier) = frame { frontier.leaves } else { [Leaf]() }
        }
        #expect(frames.allSatisfy { $0.bytes.count - Frame.lengthBytes <= most })
        #expect(frames.count == 5 && leaves.allSatisfy { !$0.isEmpty })
        #expect(leaves.flatMap(\.self) == lines.map { $0.leaf() }.sorted())
        #expect(session.acknowledgements(of: replica.log, at: .zero).isEmpty)
    }

    /// A FRONTIER that a peer cannot take ends the link; one that fits does not.
    @Test(arguments: [(1560, nil), (2040, .limit)] as [(Int, CloseReason?)])
    func aFrontierThatIsTooLongCannotBeSent(count: Int, reason: CloseReason?) throws {
        var mesh = try Mesh(devices: 1)
        var commits = mesh.replicas[0].log.spans.compactMap { mesh.replicas[0].log.run($0) }
        for number in 0..<(count / 120) {
            var liar = try mesh.liar(20 + UInt64(number))
            liar.hear(&mesh.replicas[0])
            for nonce in 1...120 as ClosedRange<UInt8> {
                commits.append(Line(liar, nonce: nonce).run())
            }
        }
        var guest = try mesh.liar(90)
        mesh.replicas[0].signEnds()
        commits += mesh.replicas[0].log.spans.compactMap { mesh.replicas[0].log.run($0) }
        var full = Replica(
            charter: mesh.replicas[0].log.charter, commits: commits.map { Commit(run: $0) },
            startsNewIncarnation: false, seal: ToySeal(device: 0),
            random: SeededGenerator(seed: 4), at: mesh.now)
        #expect(full.log.frontier.leaves.count > count)
        (guest.closed, guest.heard) = (nil, [])
        guest.enter(&full, frameBytesMax: Self.limit, at: mesh.now)
        #expect(guest.closed == reason)
        let isTold = guest.heard.contains { if case .frontier = $0 { true } else { false } }
        #expect(isTold == (reason == nil))
        // Others take it.
        (guest.closed, guest.link) = (nil, LinkID(rawValue: 9000))
        guest.enter(&full, boot: 0xef, at: mesh.now)
        #expect(guest.closed == nil)
    }

    /// What `small-client.md` promises to a client that keeps nothing: it names no leaf, sends no ACK
    /// and no SUMMARY, and gets everything in frames that it takes, while nobody counts a copy.
    @Test func aClientThatKeepsNothingGetsEverythingAndCountsAsNoCopy() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        try mesh.record(1, MoveLogLimits.unacknowledgedBytesMax / 60_000 + 10, size: 60_000)
        try mesh.record(0, 300)
        mesh.settle()
        mesh.replicas[0].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(10))
        var client = try HostileMember(9, invitedBy: &mesh.replicas[0], at: mesh.now)
        client.enter(&mesh.replicas[0], frameBytesMax: Self.limit, at: mesh.now)
        let frontiers = client.heard.compactMap { frame in
            if case .frontier(let announcement) = frame { announcement.frontier } else { nil }
        }
        let leaves = try #require(frontiers.first?.leaves)
        mesh.hear(.want(Set(leaves.map(\.author)).sorted()), from: &client)
        for second in 0..<30 {
            let wall = WallTime(milliseconds: 0)
            mesh.hear(.ping(token: UInt64(second), wall: wall), from: &client)
            mesh.pass(.seconds(1), beside: &client)
        }
        let log = mesh.replicas[0].log
        #expect(client.closed == nil)
        var (places, run): ([AuthorID: UInt64], Run?) = ([:], nil)
        for frame in client.heard {
            #expect(frame.bytes.count - Frame.lengthBytes <= Self.limit)
            switch frame {
            case .part(let part): run = try run?.continued(by: part) ?? part
            case .run(let last):
                let whole = try run?.continued(by: last) ?? last
                #expect(whole.after == places[whole.author] ?? 0)
                places[whole.author] = whole.last
                run = nil
            default: continue
            }
        }
        #expect(
            places == Dictionary(uniqueKeysWithValues: log.authorIDs.map { ($0, log.last(of: $0)) })
        )
        let peer = mesh.replicas[0].peers.first { $0.key == client.seal.publicKey }
        #expect(peer?.state == .syncing)
        let own = EntryID(
            author: mesh.replicas[0].author, sequence: log.last(of: mesh.replicas[0].author))
        #expect(mesh.replicas[0].copies(of: own) == 1)
    }
}
