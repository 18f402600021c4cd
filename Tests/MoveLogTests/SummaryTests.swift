import Seeds
import Simulator
import Testing

@testable import MoveLog

@Suite struct SummaryTests {
    @Test func theEndsOfALineKnowThatTheyAgree() throws {
        var mesh = try Mesh(devices: 5)
        for device in 0..<4 { mesh.connect(device, device + 1) }
        for device in 0..<5 { try mesh.record(device, 5) }
        mesh.settle(.seconds(6))
        #expect(mesh.digests.count == 1)
        let far = try #require(
            mesh.replicas[0].peers.first { $0.key == ToySeal(device: 4).publicKey })
        #expect(far.state == .inSync && far.hops == 4)
        #expect(far.through == ToySeal(device: 1).publicKey)
        #expect(mesh.replicas[0].unsyncedCount == 0)

        // The middle falls away: the far ends are away, not in sync.
        mesh.replicas[2].disconnectAll(at: mesh.now)
        mesh.settle(.seconds(6))
        #expect(mesh.replicas[0].peers.filter { $0.state == .away }.count == 3)
        #expect(mesh.replicas[4].peers.filter { $0.state == .away }.count == 3)
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

    @Test func inAFullMeshNothingIsSaidOfThirdDevices() throws {
        var mesh = try Mesh(devices: 4)
        for a in 0..<4 { for b in (a + 1)..<4 { mesh.connect(a, b) } }
        mesh.settle(.seconds(3))
        mesh.bytesSent = 0
        mesh.summaries = []
        for device in 0..<4 { try mesh.record(device, 1) }
        mesh.settle(.milliseconds(1900))
        #expect(mesh.digests.count == 1)
        // The new state goes once over each link, each way.
        #expect(mesh.summaries.count == 12)
        #expect(
            mesh.summaries.allSatisfy { $0.summary.routes == nil && $0.summary.equal == [0] })
        // Twelve runs, as many acknowledgements, nothing else of size.
        #expect(mesh.bytesSent < 12 * 250 + 12 * 80 + 12 * 32)
    }

    @Test func whereAPeersPeerListensIsToldOnce() throws {
        var mesh = try Mesh(devices: 3)
        for device in mesh.replicas.indices {
            mesh.replicas[device].listenPort = UInt16(7000 + device)
        }
        mesh.connect(0, 1, host: "10.0.0.1")
        mesh.connect(0, 2, host: "10.0.0.2")
        mesh.settle(.seconds(2))
        let sightings = mesh.sightings.filter { $0.device == 2 }
        #expect(sightings.map(\.address) == ["10.0.0.1:7001"])
    }

    /// Each leaf of a star learns from the middle that the others hold its move.
    @Test func aMoveIsCountedOnDevicesBehindAnother() throws {
        var mesh = try Mesh(devices: 4)
        for leaf in 1..<4 { mesh.connect(0, leaf) }
        mesh.settle()
        try mesh.record(1, 1)
        let own = mesh.replicas[1].author
        let id = EntryID(author: own, sequence: mesh.replicas[1].log.last(of: own))
        mesh.settle(.milliseconds(1500))
        #expect(mesh.replicas.map { $0.copies(of: id) } == [4, 4, 4, 4])
        #expect(mesh.replicas[1].peers.allSatisfy { $0.state == .inSync })

        // One that is cut off is not counted.
        mesh.replicas[0].disconnected(LinkID(rawValue: 3), at: mesh.now)
        mesh.replicas[3].disconnected(LinkID(rawValue: 300), at: mesh.now)
        try mesh.record(1, 1)
        mesh.settle(.milliseconds(1500))
        let next = EntryID(author: own, sequence: id.sequence + 1)
        #expect(mesh.replicas[1].copies(of: next) == 3)
        let away = ToySeal(device: 3).publicKey
        #expect(mesh.replicas[1].peers.first { $0.key == away }?.state == .away)
    }

    /// A digest of the state before a new author may come before anything of the author went out.
    @Test func aNewAuthorGoesToAPeerThatNamesAStateBeforeIt() throws {
        var mesh = try Mesh(devices: 6, linked: [(0, 2)])
        mesh.settle()
        // Established, and no SUMMARY has come: of no author is it known yet what device 1 holds.
        mesh.connect(0, 1)
        mesh.settle(.milliseconds(10))
        let before = mesh.replicas[0].log.digest.octets.high
        // The clone makes device 0 begin a new author.
        let own = ToySeal(device: 0).publicKey
        let clone = LinkID(rawValue: 5)
        mesh.replicas[0].connected(clone, to: own, isDialer: false, at: mesh.now)
        let greeting = Frame.Greeting(
            versions: protocolVersions, table: mesh.replicas[0].log.charter.table, boot: .zero,
            chain: mesh.replicas[0].log.charter.chain, port: 0)
        mesh.replicas[0].receive(Frame.greeting(greeting).bytes, from: clone, at: mesh.now)
        mesh.replicas[0].receive(
            Frame.summary(Summary(digest: before, routes: nil, equal: [])).bytes,
            from: LinkID(rawValue: 1), at: mesh.now)
        mesh.replicas[0].disconnected(clone, at: mesh.now)
        mesh.settle()
        #expect(mesh.replicas[1].log.lastHeld(of: mesh.replicas[0].author) == 1)
        #expect(Set(mesh.replicas[0...2].map(\.log.digest)).count == 1)
    }

    /// The ends that a history names for a state are those that the log had in it.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func aHistoryKnowsFormerEnds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let authors = (0..<4 as Range<UInt64>).map { number in
            let made = ToySeal(device: number)
            return made.authorID(of: made.publicKey, nonce: .zero)
        }
        var ends: [AuthorID: UInt64] = [:]
        func digest() throws -> Octets16 { try #require(Octets16(random.bytes(16))) }
        var history = StateHistory(try digest())
        var states = [(history.digest, ends)]
        for _ in 0..<3 * MoveLogLimits.statesMax {
            guard !Bool.random(using: &random) || Int.random(in: 0..<900, using: &random) > 0 else {
                history.restart(try digest())
                states = [(history.digest, ends)]
                continue
            }
            let author = try #require(authors.randomElement(using: &random))
            history.append(try digest(), author: author, former: ends[author] ?? 0)
            ends[author, default: 0] += UInt64.random(in: 1...3, using: &random)
            states.append((history.digest, ends))
        }
        for _ in 0..<20 {
            let (digest, then) = try #require(
                states.suffix(MoveLogLimits.statesMax).randomElement(using: &random))
            let number = try #require(history.number(of: digest))
            let former = history.formerEnds(in: number)
            for author in authors {
                #expect(former[author] ?? ends[author] ?? 0 == then[author] ?? 0)
            }
            let grown = history.authors(after: number, upTo: history.number)
            #expect(grown == Set(authors.filter { ends[$0] ?? 0 != then[$0] ?? 0 }))
        }
        #expect(history.number - history.firstNumber < 2 * UInt64(MoveLogLimits.statesMax))
        #expect(history.number(of: .zero) == nil)
    }

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
}
