import Seeds
import Simulator
import Testing

@testable import MoveLog

/// What somebody who means no good may cost the others: links and memory have bounds of their own,
/// and no lie is passed on.
@Suite(.timeLimit(.minutes(1))) struct HostileCostTests {
    /// Whether a device that knows nobody is let in on a new link.
    private func letsIn(_ key: PublicKey, _ mesh: inout Mesh) -> Bool {
        let link = LinkID(rawValue: 9_999)
        _ = mesh.replicas[0].takeEffects()
        mesh.replicas[0].connected(link, to: key, isDialer: false, at: mesh.now)
        return !mesh.replicas[0].takeEffects().contains {
            if case .close(link, .limit) = $0 { true } else { false }
        }
    }

    @Test func oneDevicesLinksKeepNobodyOut() throws {
        var mesh = try Mesh(devices: 2)
        let liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        for number in 0..<600 {
            mesh.replicas[0].connected(
                LinkID(rawValue: 10_000 + UInt64(number)), to: liar.seal.publicKey,
                isDialer: false, at: mesh.now)
        }
        #expect(mesh.replicas[0].footprint[.links, default: 0] == MoveLogLimits.linksOfDeviceMax)
        #expect(letsIn(ToySeal(device: 1).publicKey, &mesh))
        #expect(
            mesh.replicas[0].footprint[.links, default: 0] == MoveLogLimits.linksOfDeviceMax + 1)
    }

    @Test func strangersKeepNoMemberOut() throws {
        var mesh = try Mesh(devices: 2)
        for number in UInt64(0)..<600 {
            mesh.replicas[0].connected(
                LinkID(rawValue: 10_000 + number), to: ToySeal(device: 100 + number).publicKey,
                isDialer: false, at: mesh.now)
        }
        #expect(mesh.replicas[0].footprint[.links, default: 0] == MoveLogLimits.linksOfStrangersMax)
        #expect(letsIn(ToySeal(device: 1).publicKey, &mesh))
    }

    /// A member can invite keys that it makes up: one of which nothing is held is a member for as long as
    /// it is linked, and of links there is a limit.
    @Test func madeUpKeysAreForgottenWithTheirLinks() throws {
        var mesh = try Mesh(devices: 2)
        let liar = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        let before = mesh.replicas[0].footprint[.members, default: 0]
        let holdings = mesh.replicas[0].footprint[.holdings, default: 0]
        var guests: [HostileMember] = []
        for number in 0..<UInt64(2 * MoveLogLimits.linksMax) {
            var guest = try HostileMember(1000 + number, madeUpBy: liar)
            guest.enter(&mesh.replicas[0], at: mesh.now)
            let made = AuthorID(octets: guest.seal.deviceID(of: guest.seal.publicKey).octets)
            let leaf = Leaf(author: made, sequence: 1 << 40, mark: .zero)
            mesh.hear(.acknowledge(Frontier(leaves: [leaf])), from: &guest)
            guests.append(guest)
        }
        #expect(mesh.replicas[0].footprint[.holdings, default: 0] > holdings)
        #expect(mesh.replicas[0].footprint[.members, default: 0] <= before + MoveLogLimits.linksMax)
        for guest in guests { mesh.replicas[0].disconnected(guest.link, at: mesh.now) }
        #expect(mesh.replicas[0].footprint[.members, default: 0] == before)
        #expect(mesh.replicas[0].footprint[.holdings, default: 0] == holdings)
        let honest = try mesh.liar(9001)
        #expect(honest.closed == nil)
    }

    /// Entries that repeat each other come in no fewer bytes than four each, however they are packed.
    @Test func whatOthersMustHoldIsInProportionToWhatAMemberSends() throws {
        var mesh = try Mesh(devices: 1)
        var liar = try mesh.liar(7)
        var line = Line(liar, nonce: 1, bodies: [])
        while line.last < 4096 {
            line.entries.append(
                Entry(
                    id: EntryID(author: line.author, sequence: 1), lamport: 1,
                    wall: WallTime(milliseconds: 0), scope: .table, kind: Kind(rawValue: 29),
                    body: [0]
                ).canonicalBytes)
        }
        mesh.hear(.run(line.run(upTo: 256)), from: &liar)
        var run = line.run(after: 256)
        run.pages = stride(from: 256, to: 4096, by: 256).map { start in
            let bytes = line.entries[start..<(start + 256)].flatMap(\.self)
            return Page(packing: bytes, count: 256, author: line.author)
        }
        #expect(run.pages.allSatisfy { $0.isInColumns && $0.bytes.count == 4 * 256 })
        var thin = run
        thin.pages = run.pages.map { page in
            let end = page.bytes.lastIndex { $0 != 0 } ?? 0
            return Page(
                count: 256, isInColumns: true, bytes: Array(page.bytes.prefix(end + 8)))
        }
        mesh.hear(.run(run), from: &liar)
        #expect(liar.closed == nil && mesh.replicas[0].log.lastHeld(of: line.author) == 4096)

        var other = try Mesh(devices: 1)
        var greedy = try other.liar(7)
        other.hear(.run(line.run(upTo: 256)), from: &greedy)
        other.hear(.run(thin), from: &greedy)
        #expect(greedy.closed == .malformed)
        #expect(other.replicas[0].log.lastHeld(of: line.author) == 256)
    }

    @Test func whatIsSaidOfAuthorsWhomNobodyKnowsIsNotPassedOn() throws {
        var mesh = try Mesh(devices: 3, linked: [(0, 1), (0, 2)])
        mesh.settle()
        var liar = try mesh.liar(7)
        var random = SeededGenerator(seed: 5)
        let leaves = (0..<2000).compactMap { _ in
            AuthorID(random.bytes(16)).map {
                Leaf(author: $0, sequence: 1 << 50, mark: liar.charter.founder.octets)
            }
        }
        mesh.hear(.acknowledge(Frontier(leaves: leaves)), from: &liar)
        var saidBytes = 0
        for _ in 0..<4 {
            mesh.pass(.seconds(1))
            for case .send(let link, let bytes) in mesh.replicas[0].takeEffects()
            where link != liar.link {
                saidBytes += bytes.count
            }
        }
        #expect(mesh.replicas[0].footprint[.holdings, default: 0] >= 2000)
        // Pings and ways, and nothing of the two thousand.
        #expect(saidBytes > 0 && saidBytes < 2000)
    }

    @Test func waysToMadeUpDevicesAreNotPassedOn() throws {
        // A ring of three, and somebody beside it.
        var mesh = try Mesh(devices: 4)
        for (a, b) in [(0, 1), (1, 2), (2, 0), (3, 0)] { mesh.connect(a, b) }
        mesh.settle()
        let said = mesh.bytesSent
        var random = SeededGenerator(seed: 5)
        let ways = (0..<250).compactMap { _ in
            DeviceID(random.bytes(16)).map { PeerRoute(device: $0, hops: 1, address: "") }
        }
        let link = LinkID(rawValue: 3)
        mesh.replicas[0].receive(Frame.reaching(ways.sorted()).bytes, from: link, at: mesh.now)
        mesh.settle()
        #expect(mesh.replicas[0].routes().count > ways.count)
        mesh.replicas[0].disconnected(link, at: mesh.now)
        mesh.replicas[3].disconnected(LinkID(rawValue: 300), at: mesh.now)
        mesh.settle(.seconds(6))
        for replica in mesh.replicas.prefix(3) { #expect(replica.routes().count == 2) }
        // Pings and ways to members in eight seconds, and nothing of the others.
        #expect(mesh.bytesSent - said < 4000)
    }

    /// The device of a log was let in by one that was removed: what comes of it changes nothing.
    @Test func anEntryOfALogOfWhichNothingCountsReviewsNothing() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        mesh.settle()
        mesh.replicas[1].disconnectAll(at: mesh.now)
        mesh.settle()
        var guest = try mesh.liar(7, at: 1)
        let line = Line(guest, nonce: 1, bodies: [[1], [2], [3], [4]])
        mesh.hear(.run(line.run(upTo: 3)), from: &guest, at: 1)
        mesh.replicas[1].disconnected(guest.link, at: mesh.now)
        _ = try mesh.replicas[0].remove(ToySeal(device: 1).publicKey, at: mesh.now)
        mesh.connect(0, 1)
        mesh.settle()
        var log = mesh.replicas[1].log
        #expect(log.lastHeld(of: line.author) == 3 && log.last(of: line.author) == 0)
        let version = log.members.version
        for place in 3...4 as ClosedRange<UInt64> {
            let outcome = log.insert(line.run(after: place, upTo: place + 1), trust: .verify)
            guard case .admitted(let placed, reorders: false, fork: false) = outcome else {
                Issue.record("not taken: \(outcome)")
                continue
            }
            #expect(placed.count == 0)
        }
        #expect(log.members.version == version)
    }

    @Test func whatIsKeptBesideEntriesHasABound() throws {
        var mesh = try Mesh(devices: 2)
        var liar = try mesh.liar(7)
        var random = SeededGenerator(seed: 6)
        for _ in 0..<6 {
            let leaves = (0..<6000).compactMap { _ in
                AuthorID(random.bytes(16)).map {
                    Leaf(author: $0, sequence: 1 << 50, mark: liar.charter.founder.octets)
                }
            }
            mesh.hear(.acknowledge(Frontier(leaves: leaves)), from: &liar)
        }
        let kept = mesh.replicas[0].footprint
        #expect(kept[.claims] == MoveLogLimits.authorsMax)
        let bound = Footprint.bound(members: kept[.members, default: 0])
        for (name, most) in bound { #expect(kept[name, default: 0] <= most, "\(name)") }
    }
}
