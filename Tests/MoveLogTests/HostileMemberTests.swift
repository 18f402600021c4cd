import MoveLog
import Seeds
import Simulator
import Testing

/// What a member may do that wants to harm the others: nobody ends, nobody hangs, and the honest
/// devices still agree.
@Suite(.timeLimit(.minutes(1))) struct HostileMemberTests {
    private let huge = MoveLogLimits.lamportMax - 1

    private func authorID(_ random: inout SeededGenerator) -> AuthorID? {
        AuthorID((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    @Test func claimsOfAuthorsThatNobodyKnowsAreBounded() throws {
        var mesh = try Mesh(devices: 2)
        var liar = try mesh.liar(7)
        var random = SeededGenerator(seed: 1)
        let mark = try #require(Octets16([UInt8](repeating: 1, count: 16)))
        for _ in 0..<8 {
            let authors = (0..<4000).compactMap { _ in authorID(&random) }
            let leaves = authors.map { Leaf(author: $0, sequence: huge, mark: mark) }
            mesh.hear(.acknowledge(Frontier(leaves: leaves)), from: &liar)
            mesh.pass(.seconds(1), beside: &liar)
        }
        #expect(liar.closed == nil)
        let held = mesh.replicas[0].knownHoldings.values.map(\.count)
        #expect(held.allSatisfy { $0 <= 2 * MoveLogLimits.authorsMax })
        let asked = liar.heard.compactMap {
            if case .want(let asked) = $0 { asked.count } else { nil }
        }
        #expect(!asked.isEmpty && asked.allSatisfy { $0 <= MoveLogLimits.authorsMax })
        #expect(mesh.replicas[0].peers.allSatisfy { $0.ahead >= 0 })
    }

    @Test func liesAboutClocksAreBoundedAndMoveNothingThatWasMeasured() throws {
        var mesh = try Mesh(devices: 2)
        let boots = [BootID(rawValue: 1), BootID(rawValue: 2)]
        for (device, boot) in boots.enumerated() {
            mesh.replicas[device].clocks = BootClocks(own: boot)
        }
        mesh.connect(0, 1)
        mesh.settle()
        let known = mesh.replicas[0].clocks.offset(of: boots[1], at: mesh.now.uptime)
        let truth = try #require(known?.offset)

        var liar = try mesh.liar(7)
        var random = SeededGenerator(seed: 11)
        for round in 0..<500 as Range<UInt64> {
            let boot = BootID(
                rawValue: round % 3 == 0 ? 7 : UInt64.random(in: 1...9, using: &random))
            let uptime = Duration.milliseconds(Int.random(in: 0...604_800_000, using: &random))
            let reading = BootReading(boot: boot == boots[1] ? boots[0] : boot, uptime: uptime)
            mesh.hear(.pong(token: round / 200, wall: mesh.now.wall, reading: reading), from: &liar)
            let lies = (0..<MoveLogLimits.bootsMax).map { number in
                ToldClock(
                    boot: number < 2 ? boots[number] : BootID(rawValue: random.next()),
                    offset: .milliseconds(Int.random(in: 0...604_800_000, using: &random)),
                    error: .milliseconds(number % 2), hops: UInt8.random(in: 1...7, using: &random),
                    isEstimated: Bool.random(using: &random))
            }
            mesh.hear(.clocks(lies), from: &liar)
            mesh.uptime += .milliseconds(10)
        }
        #expect(liar.closed == nil)
        let clocks = mesh.replicas[0].clocks
        #expect(clocks.offsets.count == MoveLogLimits.bootsMax)
        // A device that measured a clock itself believes no third.
        let now = try #require(clocks.offset(of: boots[1], at: mesh.now.uptime))
        #expect(now.hops == 1 && now.offset == truth)
        #expect(clocks.offset(of: boots[0], at: mesh.now.uptime)?.error == .zero)
        let bound = Footprint.bound(members: 3)
        #expect(mesh.replicas[0].footprint[.clocks, default: 0] <= bound[.clocks, default: 0])
        let pings = liar.heard.count { if case .ping = $0 { true } else { false } }
        #expect(pings <= 5)
    }

    @Test func aFloodOfPingsIsNotAnsweredWithManyTimesItsBytes() throws {
        var mesh = try Mesh(devices: 2)
        var liar = try mesh.liar(7)
        liar.heard = []
        for token in 0..<1000 as Range<UInt64> {
            mesh.hear(.ping(token: token, wall: mesh.now.wall), from: &liar)
        }
        let pongs = liar.heard.count { if case .pong = $0 { true } else { false } }
        #expect(pongs == 1000 && liar.heard.count == 1000)
    }

    @Test func nobodyHoldsMovesThatAreNotRecordedYet() throws {
        var mesh = try Mesh(devices: 2)
        var liar = try mesh.liar(7)
        let own = mesh.replicas[0].author
        let mark = try #require(Octets16([UInt8](repeating: 1, count: 16)))
        let leaf = Leaf(author: own, sequence: huge, mark: mark)
        mesh.hear(.acknowledge(Frontier(leaves: [leaf])), from: &liar)
        let game = Scope.game(EntryID(author: own, sequence: 1))
        let ids = try mesh.replicas[0].record(
            [Draft(scope: game, kind: Kind(rawValue: 99), body: [])], at: mesh.now)
        #expect(mesh.replicas[0].copies(of: try #require(ids.first)) == 1)
        #expect(mesh.replicas[0].unsyncedCount == 1)
    }

    @Test func othersSayNothingOfADeviceThatIsLinked() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        mesh.settle()
        var liar = try mesh.liar(7)
        let ids = try mesh.replicas[0].record(
            [Draft(scope: .table, kind: Kind(rawValue: 99), body: [])], at: mesh.now)
        let id = try #require(ids.first)
        let linked = liar.seal.deviceID(of: ToySeal(device: 1).publicKey)
        let digest = mesh.replicas[0].log.digest.octets.high
        let route = PeerRoute(device: linked, hops: 1)
        mesh.hear(.summary(Summary(digest: digest, routes: [route], equal: [0x80])), from: &liar)
        // The liar alone.
        #expect(mesh.replicas[0].copies(of: id) == 2)
    }

    @Test func aFloodOfAbsurdLamportsIsCountedAndCostsLittle() throws {
        var mesh = try Mesh(devices: 2)
        var liar = try mesh.liar(7)
        var count = 0
        for nonce in UInt8(0)..<8 {
            let flood = (0..<16_000).map { index in
                (
                    lamport: UInt64.max - UInt64(nonce) - UInt64(16_000 - index) * 8,
                    kind: UInt32(99), body: [UInt8]()
                )
            }
            mesh.hear(.run(liar.run(nonce: nonce, flood)), from: &liar)
            count += flood.count
        }
        #expect(liar.closed == nil)
        #expect(mesh.replicas[0].log.absurdLamportCount == count)
        try mesh.record(0, 1)
        #expect(mesh.replicas[0].log.allPlaced().map(\.place.lamport).max() ?? 0 < 100)
    }

    @Test func incarnationsAndForksWithoutEndAreRefusedAndHonestMovesStillSync() throws {
        var mesh = try Mesh(devices: 2)
        var liar = try mesh.liar(7)
        for nonce in UInt8(0)..<80 {
            for branch in UInt8(0)..<20 {
                let run = liar.run(nonce: nonce, [(lamport: 2, kind: 99, body: [branch])])
                mesh.hear(.run(run), from: &liar)
            }
        }
        #expect(liar.closed == nil)
        #expect(mesh.replicas[0].log.devicesAtLeafLimit == [liar.seal.publicKey])
        #expect(mesh.replicas[0].log.frontier.leaves.count == MoveLogLimits.leavesOfDeviceMax + 1)
        try mesh.record(0, 3)
        try mesh.record(1, 3)
        mesh.replicas[0].disconnected(liar.link, at: mesh.now)
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.digests.count == 1)
    }

    /// Two devices took in different leaves of a log that is forked without end: a removal makes them
    /// equal, and what it cuts is taken in although the limit was reached.
    @Test func aRemovalMakesThoseEqualWhoHoldDifferentForks() throws {
        var mesh = try Mesh(devices: 2)
        var liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        mesh.connect(0, 1)
        mesh.settle()
        mesh.replicas[1].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(100))
        for device in 0..<2 {
            liar.enter(&mesh.replicas[device], at: mesh.now)
            for number in 0..<200 {
                let body = [UInt8(device), UInt8(number)]
                let run = liar.run(
                    nonce: UInt8(number % 3), [(lamport: 2, kind: 99, body: body)])
                mesh.hear(.run(run), from: &liar, at: device)
            }
            mesh.replicas[device].disconnected(liar.link, at: mesh.now)
            #expect(mesh.replicas[device].log.devicesAtLeafLimit == [liar.seal.publicKey])
        }
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.digests.count == 2)
        _ = try mesh.replicas[0].remove(liar.seal.publicKey, at: mesh.now)
        // A link on which something was refused ends when the removal comes.
        for _ in 0..<3 where mesh.digests.count > 1 {
            mesh.settle()
            mesh.connect(0, 1)
            mesh.settle()
        }
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas[1].log.devicesAtLeafLimit.isEmpty)
        #expect(
            mesh.replicas[1].footprint[.leaves, default: 0] > MoveLogLimits.leavesOfDeviceMax + 100)
    }

    @Test(arguments: seeds(UInt64(300)))
    func framesThatWereChangedOnTheWayEndNobody(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 2, seed: seed)
        var liar = try mesh.liar(7)
        for _ in 0..<30 where liar.closed == nil {
            let frame =
                frames(of: liar, mesh.replicas[0], &random)
                .randomElement(using: &random) ?? .want([])
            var bytes = frame.bytes
            if Bool.random(using: &random) { mutate(&bytes, &random) }
            liar.say(bytes, to: &mesh.replicas[0], at: mesh.now)
            mesh.pass(.milliseconds(Int.random(in: 0...700, using: &random)), beside: &liar)
            _ = mesh.replicas[0].peers
            _ = mesh.replicas[0].nextDeadline
        }
        mesh.replicas[0].disconnected(liar.link, at: mesh.now)
        try mesh.record(0, 1)
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.digests.count == 1)
    }

    /// One frame of each type, of extreme and of likely content.
    private func frames(
        of liar: HostileMember, _ victim: Replica, _ random: inout SeededGenerator
    ) -> [Frame] {
        let numbers: [UInt64] = [1, 2, 255, 256, 257, 1 << 24, 1 << 32, huge - 1, huge]
        let known = victim.log.authorIDs + [authorID(&random)].compactMap(\.self)
        func number() -> UInt64 { numbers.randomElement(using: &random) ?? 1 }
        func author() -> AuthorID { known.randomElement(using: &random) ?? victim.author }
        let marks = victim.log.frontier.leaves.map(\.mark) + [liar.root(victim.author)]
        func mark() -> Octets16 { marks.randomElement(using: &random) ?? liar.root(author()) }
        let leaves = (0..<40).map { _ in
            Leaf(author: author(), sequence: number(), mark: mark())
        }
        let lamports: [UInt64] = [0, 1, 2, 1 << 24, 1 << 53, 1 << 63, .max]
        let own = liar.run(
            nonce: UInt8.random(in: 0...3, using: &random),
            (0..<Int.random(in: 0...300, using: &random)).map { _ in
                (
                    lamports.randomElement(using: &random) ?? 0,
                    [1, 2, 4, 16, 99, .max].randomElement(using: &random) ?? 0,
                    [UInt8](repeating: 0xff, count: Int.random(in: 0...120, using: &random))
                )
            })
        let forged = Run(
            author: author(), after: number(), base: mark(), count: 1, bytes: own.bytes,
            head: SignedHead(sequence: 1, signature: [UInt8](repeating: 1, count: 64)))
        let devices = [0, 1, 7, 9].map { liar.seal.deviceID(of: ToySeal(device: $0).publicKey) }
        let device = devices.randomElement(using: &random) ?? devices[0]
        let reach = PeerRoute(device: device, hops: UInt8.random(in: 1...8, using: &random))
        return [
            .run(own), .run(forged), .want(known), .acknowledge(Frontier(leaves: leaves)),
            .reaching([reach, reach]),
            .summary(Summary(digest: mark(), routes: nil, equal: [0xc0])),
            .ping(token: .max, wall: WallTime(milliseconds: .min)),
            .pong(token: .max, wall: WallTime(milliseconds: .max), reading: .none),
        ]
    }

    private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 4..<bytes.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 2: bytes[index] = 0xff
            default: bytes[index] = 0
            }
        }
    }
}
