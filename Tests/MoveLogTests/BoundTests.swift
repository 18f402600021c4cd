import Seeds
import Simulator
import Testing

@testable import MoveLog

/// What happens at bounds that no game comes near.
@Suite struct BoundTests {
    /// At the limit of incarnations the present one goes on: recording is never refused.
    @Test func theLastIncarnationGoesOn() throws {
        var mesh = try Mesh(devices: 1)
        for _ in 1..<MoveLogLimits.incarnationsMax { mesh.replicas[0].startIncarnation() }
        #expect(mesh.replicas[0].log.authorIDs.count == MoveLogLimits.incarnationsMax)
        _ = mesh.replicas[0].takeEffects()
        let author = mesh.replicas[0].author
        mesh.replicas[0].startIncarnation()
        #expect(mesh.replicas[0].author == author && mesh.replicas[0].takeEffects().isEmpty)
        try mesh.record(0, 3)
        #expect(mesh.replicas[0].log.lastHeld(of: author) == 4)
    }

    /// Damage that a checksum did not see costs what it hit, and what stands behind it is recorded
    /// again.
    @Test func aCommitThatHoldsNoEntriesIsKeptAside() throws {
        var mesh = try Mesh(devices: 1)
        for _ in 0..<6 {
            try mesh.record(0, 1)
            mesh.settle(.milliseconds(20))
        }
        var disk = try #require(mesh.disks[0])
        let author = mesh.replicas[0].author
        disk[3].run.bytes = [1, 2, 3]
        let restarted = try mesh.restarted(0, from: disk)
        #expect(restarted.aside.contains { $0.run.bytes == [1, 2, 3] })
        #expect(restarted.author != author && restarted.log.lastHeld(of: author) == 4)
        let copies = restarted.log.allPlaced().filter { $0.entry.kind == .copied }
        #expect(copies.count == disk.count - 4)
    }

    @Test func whomAnAuthorInvitesBeyondItsNumberIsNoMember() throws {
        var mesh = try Mesh(devices: 1)
        for device in 1...(MoveLogLimits.invitationsMax + 3) {
            _ = try mesh.replicas[0].invite(key(device), at: mesh.now)
        }
        let log = mesh.replicas[0].log
        #expect(log.memberKeys.count == 1 + MoveLogLimits.invitationsMax)
        #expect(log.isMember(key(MoveLogLimits.invitationsMax)))
        #expect(!log.isMember(key(MoveLogLimits.invitationsMax + 1)))
    }

    /// So many links and no more, wherever they lead; one that ends makes room for another.
    @Test func linksAreCounted() throws {
        var mesh = try Mesh(devices: 1)
        let devices = MoveLogLimits.linksMax / MoveLogLimits.linksOfDeviceMax + 1
        for device in 1...devices { _ = try mesh.replicas[0].invite(key(device), at: mesh.now) }
        var refused: [LinkID] = []
        func connect(_ device: Int, _ number: Int) {
            let link = LinkID(rawValue: UInt64(device * 10 + number))
            mesh.replicas[0].connected(link, to: key(device), isDialer: false, at: mesh.now)
            for case .close(let link, .limit) in mesh.replicas[0].takeEffects() {
                refused.append(link)
            }
        }
        for device in 1..<devices {
            for number in 0..<MoveLogLimits.linksOfDeviceMax { connect(device, number) }
        }
        #expect(refused.isEmpty && mesh.replicas[0].footprint[.links] == MoveLogLimits.linksMax)
        connect(devices, 0)
        #expect(refused.map(\.rawValue) == [UInt64(devices * 10)])
        mesh.replicas[0].disconnected(LinkID(rawValue: 10), at: mesh.now)
        connect(devices, 1)
        #expect(refused.count == 1 && mesh.replicas[0].footprint[.links] == MoveLogLimits.linksMax)
    }

    @Test func aPeerThatSaysNothingIsSuspectBeforeItIsGone() throws {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        mesh.settle()
        #expect(mesh.replicas[0].peers.map(\.state) == [.inSync])
        var states: [PeerView.State] = []
        while states.last != .away, states.count < 20 {
            mesh.pass(.milliseconds(500))
            states += mesh.replicas[0].peers.map(\.state)
        }
        // From two pings without an answer until the link is closed, two seconds: 3 or 4 looks, depending
        // on when the last frame came.
        let suspects = states.drop { $0 == .inSync }.prefix { $0 == .suspect }.count
        #expect((3...4).contains(suspects) && states.last == .away, "\(states)")
        #expect(states.count { $0 == .suspect } == suspects)
    }

    @Test func whatASessionKeepsBeyondItsBoundsIsSaid() {
        let seal = ToySeal(device: 1)
        var session = PeerSession(
            link: LinkID(rawValue: 1), key: seal.publicKey,
            device: seal.deviceID(of: seal.publicKey), isDialer: true, host: nil, unaskedBytes: 0,
            frameBytesMax: MoveLogLimits.frameBytesMax, at: .zero)
        session.receive([UInt8](repeating: 0, count: MoveLogLimits.frameBytesMax + 4), at: .zero)
        #expect(session.violations.isEmpty)
        session.receive([0], at: .zero)
        #expect(session.violations.count == 1)
        var random = SeededGenerator(seed: 1)
        for _ in 0...MoveLogLimits.authorsMax { session.offer(AuthorID(octets: random.nonce())) }
        #expect(session.violations.count == 2)
    }
}

/// The words for links and logs, and the written form of digests and keys.
@Suite struct WordingTests {
    @Test func everyReasonToCloseHasWordsOfItsOwn() {
        let words = CloseReason.allCases.map(\.words)
        #expect(Set(words).count == words.count && !words.contains(""))
        #expect(CloseReason.removed.words.contains("removed"))
    }

    /// A reason from a later version closes the link like any other.
    @Test func everyReasonTravelsAndAnUnknownOneIsAFarewell() throws {
        for reason in CloseReason.allCases {
            let bytes = Array(Frame.bye(reason).bytes.dropFirst(4))
            #expect(try Frame(typeAndPayload: bytes) == .bye(reason))
            let later = [bytes[0], UInt8(CloseReason.allCases.count) + reason.rawValue]
            #expect(try Frame(typeAndPayload: later) == .bye(.goodbye))
        }
    }

    @Test func everyFindingOfAnAuditSaysWhose() throws {
        let author = try #require(AuthorID([UInt8](repeating: 0xab, count: 16)))
        let findings: [LogAudit.Finding] = [
            .forked(author), .refused(author), .malformed(author), .forged(author),
            .unsigned(author, entries: 17),
        ]
        let texts = findings.map(\.description)
        #expect(texts.allSatisfy { $0.contains("\(author)") } && Set(texts).count == texts.count)
        #expect(texts[4].hasPrefix("17 "))
        #expect(LogAudit.Finding.gap(entries: 18).description.hasPrefix("18 "))
    }

    @Test func spokenWordsAreShortInOrderAndToldApartByThreeLetters() {
        let words = SpokenWords.all
        #expect(words.count == 256 && words == words.sorted())
        #expect(Set(words.map { $0.prefix(3) }).count == 256)
        for word in words {
            #expect((3...6).contains(word.utf8.count), "\(word)")
            #expect(word.utf8.allSatisfy { (0x61...0x7a).contains($0) }, "\(word)")
        }
        // Of fewer bytes than four there are fewer words.
        #expect(SpokenWords.four(of: []).isEmpty)
        #expect(SpokenWords.four(of: [0]) == words[0])
    }

    @Test func identifiersHaveOneLength() {
        for count in 0...40 {
            let bytes = [UInt8](repeating: 0xab, count: count)
            #expect((Octets16(bytes) != nil) == (count == 16))
            #expect((Octets16(bytes[...]) != nil) == (count == 16))
            #expect((Octets32(bytes) != nil) == (count == 32))
            #expect((Octets32(bytes[...]) != nil) == (count == 32))
            #expect((AuthorID(bytes) != nil) == (count == 16))
            #expect((Digest(bytes) != nil) == (count == 32))
        }
    }

    @Test func hexadecimalIsReadInEitherCaseAndNothingElse() {
        let every = (0...255).map { UInt8($0) }
        let text = hexadecimal(every)
        #expect(bytes(hexadecimal: text) == every)
        #expect(bytes(hexadecimal: text.uppercased()) == every)
        for wrong in ["a", "0g", "G0", "0x", " 0", "é0"] {
            #expect(bytes(hexadecimal: wrong) == nil, "\(wrong)")
        }
    }
}
