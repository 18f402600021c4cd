import Simulator
import Testing

@testable import MoveLog

@Suite struct RouteTests {
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

    @Test func aFullMeshTellsNoHearsay() throws {
        var mesh = try Mesh(devices: 4)
        for a in 0..<4 { for b in (a + 1)..<4 { mesh.connect(a, b) } }
        mesh.settle(.seconds(3))
        mesh.bytesSent = 0
        mesh.hearsay = []
        for device in 0..<4 { try mesh.record(device, 1) }
        mesh.settle(.milliseconds(1900))
        #expect(mesh.hearsay.isEmpty)
        // Twelve runs to each peer at most, as many acknowledgements, nothing else of size.
        #expect(mesh.bytesSent < 12 * 250 + 36 * 80)
        #expect(mesh.digests.count == 1)
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

    /// A device may be reached through others before anybody has told who let it in: what it holds
    /// is told once, and must count as soon as it is known.
    @Test func whatIsSaidOfADeviceCountsOnceTheDeviceIsKnown() throws {
        var mesh = try Mesh(devices: 4)
        mesh.connect(1, 3)
        mesh.settle()
        let own = mesh.replicas[1].author
        let newcomer = ToySeal(device: 2).publicKey
        #expect(!mesh.replicas[1].log.isMember(newcomer))
        hear(in: &mesh, that: newcomer, holds: [own], upTo: 1)
        #expect(mesh.replicas[1].knownHoldings[newcomer] == nil)
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.replicas[1].log.isMember(newcomer))
        #expect(mesh.replicas[1].knownHoldings[newcomer] == [own: 1])
        #expect(mesh.replicas[1].linkLoads.allSatisfy { $0.hearsay == 0 })
    }

    /// A link may die before what its device holds came over it, and others have told it already.
    @Test func whatOthersSayOfALinkedDeviceCountsOnceTheLinkIsGone() throws {
        var mesh = try Mesh(devices: 4)
        mesh.connect(1, 3)
        mesh.connect(1, 2)
        mesh.settle()
        let other = ToySeal(device: 2).publicKey
        let id = try #require(
            try mesh.replicas[1].record(
                [Draft(scope: .table, kind: Kind(rawValue: 99), body: [])], at: mesh.now
            ).first)
        hear(in: &mesh, that: other, holds: [id.author], upTo: id.sequence)
        _ = mesh.replicas[1].takeEffects()
        #expect(mesh.replicas[1].copies(of: id) == 1)
        mesh.replicas[1].disconnected(LinkID(rawValue: 102), at: mesh.now)
        _ = mesh.replicas[1].takeEffects()
        #expect(mesh.replicas[1].copies(of: id) == 2)
    }

    /// A device that lost own entries hears who holds them before it gets them back.
    @Test func whatIsSaidOfLostEntriesCountsOnceTheyAreBack() throws {
        var mesh = try Mesh(devices: 4)
        mesh.connect(1, 3)
        try mesh.record(1, 1)
        mesh.settle()
        let disk = try #require(mesh.disks[1])
        try mesh.record(1, 3)
        mesh.settle()
        let lost = mesh.replicas[1].author
        let last = mesh.replicas[1].log.last(of: lost)
        mesh.replicas[3].disconnected(LinkID(rawValue: 301), at: mesh.now)
        mesh.replicas[1] = try mesh.restarted(1, from: disk)
        mesh.connect(0, 1)
        mesh.settle()
        let other = ToySeal(device: 2).publicKey
        hear(in: &mesh, that: other, holds: [lost], upTo: last, from: 0)
        mesh.settle()
        let before = mesh.replicas[1].knownHoldings[other]?[lost] ?? 0
        #expect(before == mesh.replicas[1].log.last(of: lost) && before < last)
        mesh.connect(1, 3)
        mesh.settle()
        #expect(mesh.replicas[1].author != lost)
        #expect(mesh.replicas[1].knownHoldings[other]?[lost] == last)
    }

    /// What is said of an author of whom nothing is held is passed on as soon as something is, though
    /// it is said but once.
    @Test func whatIsSaidOfAnAuthorIsPassedOnOnceTheAuthorIsKnown() throws {
        var mesh = try Mesh(devices: 5)
        mesh.connect(0, 1)
        mesh.connect(1, 3)
        mesh.settle()
        let away = ToySeal(device: 4).publicKey
        let author = mesh.replicas[2].author
        let reached = [Reach(device: ToySeal(device: 1).deviceID(of: away), hops: 1)]
        mesh.replicas[1].receive(
            Frame.links(reached).bytes, from: LinkID(rawValue: 103), at: mesh.now)
        hear(in: &mesh, that: away, holds: [author], upTo: 1)
        mesh.settle()
        #expect(mesh.replicas[1].knownHoldings[away] == [author: 1])
        #expect(mesh.replicas[0].knownHoldings[away] == nil)
        mesh.connect(1, 2)
        mesh.settle()
        #expect(mesh.replicas[0].knownHoldings[away]?[author] == 1)
        // It came from there.
        #expect(
            !mesh.hearsay.contains { told in
                told.from == 1 && told.to == 3
                    && told.news.contains { $0.device == reached[0].device }
            })
    }

    /// A peer that is the only way to a device is not told what that device holds.
    @Test func nothingIsToldOnTheOnlyWay() throws {
        var mesh = try Mesh(devices: 4)
        for (near, far) in [(1, 2), (1, 0), (0, 3)] { mesh.connect(near, far) }
        mesh.settle()
        // Device 1 finds out what 2 holds, and loses the link before it is time to tell again.
        for _ in 0..<2 {
            try mesh.record(1, 1)
            mesh.settle(.milliseconds(100))
        }
        mesh.hearsay = []
        mesh.replicas[1].disconnected(LinkID(rawValue: 102), at: mesh.now)
        mesh.replicas[2].disconnected(LinkID(rawValue: 201), at: mesh.now)
        mesh.connect(3, 2)
        mesh.settle()
        let other = ToySeal(device: 2).publicKey
        let device = ToySeal(device: 1).deviceID(of: other)
        #expect(mesh.replicas[1].knownHoldings[other]?[mesh.replicas[1].author] ?? 0 > 0)
        #expect(mesh.replicas[1].peers.first { $0.key == other }?.hops == 3)
        #expect(
            !mesh.hearsay.contains { told in
                told.from == 1 && told.news.contains { $0.device == device }
            })
    }

    /// Nothing is told twice on a link in a line, and nothing goes back to where it came from.
    @Test func hearsayGoesOnceOverALink() throws {
        var mesh = try Mesh(devices: 5)
        for device in 0..<4 { mesh.connect(device, device + 1) }
        for device in 0..<5 { try mesh.record(device, 5) }
        mesh.settle(.seconds(4))
        try mesh.record(2, 3)
        mesh.settle(.seconds(4))
        var told: Set<[String]> = []
        for (from, to, news) in mesh.hearsay {
            for item in news {
                let device = try #require(
                    (0..<5).first {
                        ToySeal(device: 0).deviceID(of: ToySeal(device: UInt64($0)).publicKey)
                            == item.device
                    })
                #expect((device < from) == (from < to), "\(device) by \(from) to \(to)")
                for held in item.held {
                    let words = [
                        "\(from)", "\(to)", "\(device)", "\(held.author)", "\(held.sequence)",
                    ]
                    #expect(told.insert(words).inserted, "twice: \(words)")
                }
            }
        }
        #expect(!told.isEmpty)
    }

    @Test func whatIsKeptOfDevicesThatNobodyKnowsIsBounded() throws {
        var mesh = try Mesh(devices: 4)
        mesh.connect(1, 3)
        mesh.settle()
        let authors = (0..<20 as Range<UInt64>).map { number in
            let made = ToySeal(device: number)
            return made.authorID(of: made.publicKey, nonce: .zero)
        }
        for number in 0..<300 as Range<UInt64> {
            hear(
                in: &mesh, that: ToySeal(device: 100 + number).publicKey, holds: authors, upTo: 9)
        }
        let load = try #require(mesh.replicas[1].linkLoads.first)
        #expect(load.hearsay == Limits.hearsayMax && load.excess.isEmpty)
    }

    /// Another device tells device 1 what a third holds.
    private func hear(
        in mesh: inout Mesh, that key: PublicKey, holds authors: [AuthorID],
        upTo sequence: UInt64, from teller: UInt64 = 3
    ) {
        let device = ToySeal(device: 3).deviceID(of: key)
        let held = authors.map { Hearsay.Held(author: $0, sequence: sequence) }
        mesh.replicas[1].receive(
            Frame.hearsay([Hearsay(device: device, held: held)]).bytes,
            from: LinkID(rawValue: 100 + teller), at: mesh.now)
    }
}
