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
            guest.say(
                .acknowledge(Frontier(leaves: [leaf])), to: &mesh.replicas[0], at: mesh.now)
            guests.append(guest)
        }
        #expect(mesh.replicas[0].footprint[.holdings, default: 0] > holdings)
        #expect(mesh.replicas[0].footprint[.members, default: 0] <= before + MoveLogLimits.linksMax)
        for guest in guests { mesh.replicas[0].disconnected(guest.link, at: mesh.now) }
        #expect(mesh.replicas[0].footprint[.members, default: 0] == before)
        #expect(mesh.replicas[0].footprint[.holdings, default: 0] == holdings)
        var honest = try HostileMember(9001, invitedBy: &mesh.replicas[0], at: mesh.now)
        honest.enter(&mesh.replicas[0], at: mesh.now)
        #expect(honest.closed == nil)
    }

    /// Entries that repeat each other come in no fewer bytes than four each, however they are packed.
    @Test func whatOthersMustHoldIsInProportionToWhatAMemberSends() throws {
        var mesh = try Mesh(devices: 1)
        var liar = try mesh.liar()
        var line = Line(liar, nonce: 1, bodies: [])
        while line.last < 4096 {
            line.entries.append(
                Entry(
                    id: EntryID(author: line.author, sequence: 1), lamport: 1,
                    wall: WallTime(milliseconds: 0), scope: .table, kind: Kind(rawValue: 29),
                    body: [0]
                ).canonicalBytes)
        }
        liar.say(.run(line.run(upTo: 256)), to: &mesh.replicas[0], at: mesh.now)
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
        liar.say(.run(run), to: &mesh.replicas[0], at: mesh.now)
        #expect(liar.closed == nil && mesh.replicas[0].log.lastHeld(of: line.author) == 4096)

        var other = try Mesh(devices: 1)
        var greedy = try HostileMember(7, invitedBy: &other.replicas[0], at: other.now)
        greedy.enter(&other.replicas[0], at: other.now)
        greedy.say(.run(line.run(upTo: 256)), to: &other.replicas[0], at: other.now)
        greedy.say(.run(thin), to: &other.replicas[0], at: other.now)
        #expect(greedy.closed == .malformed)
        #expect(other.replicas[0].log.lastHeld(of: line.author) == 256)
    }

    @Test func whatIsSaidOfAuthorsWhomNobodyKnowsIsNotPassedOn() throws {
        var mesh = try Mesh(devices: 3)
        mesh.connect(0, 1)
        mesh.connect(0, 2)
        mesh.settle()
        var liar = try mesh.liar()
        var random = SeededGenerator(seed: 5)
        let leaves = (0..<2000).compactMap { _ in
            AuthorID(random.bytes(16)).map {
                Leaf(author: $0, sequence: 1 << 50, mark: liar.charter.founder.octets)
            }
        }
        liar.say(.acknowledge(Frontier(leaves: leaves)), to: &mesh.replicas[0], at: mesh.now)
        var saidBytes = 0
        for _ in 0..<4 {
            mesh.uptime += .seconds(1)
            mesh.replicas[0].tick(at: mesh.now)
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
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
        mesh.settle()
        mesh.replicas[1].disconnectAll(at: mesh.now)
        mesh.settle()
        var guest = try HostileMember(7, invitedBy: &mesh.replicas[1], at: mesh.now)
        guest.enter(&mesh.replicas[1], at: mesh.now)
        let line = Line(guest, nonce: 1, bodies: [[1], [2], [3], [4]])
        guest.say(.run(line.run(upTo: 3)), to: &mesh.replicas[1], at: mesh.now)
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
        var liar = try mesh.liar()
        var random = SeededGenerator(seed: 6)
        for _ in 0..<6 {
            let leaves = (0..<6000).compactMap { _ in
                AuthorID(random.bytes(16)).map {
                    Leaf(author: $0, sequence: 1 << 50, mark: liar.charter.founder.octets)
                }
            }
            liar.say(.acknowledge(Frontier(leaves: leaves)), to: &mesh.replicas[0], at: mesh.now)
        }
        let kept = mesh.replicas[0].footprint
        #expect(kept[.claims] == MoveLogLimits.authorsMax)
        let bound = Footprint.bound(members: kept[.members, default: 0])
        for (name, most) in bound { #expect(kept[name, default: 0] <= most, "\(name)") }
    }
}
