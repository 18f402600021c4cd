import MoveLog
import Net
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Whole daemons: pairing, sync, the switch, restarts.
@Suite(.serialized) struct SyncTests {
    @Test(.timeLimit(.minutes(1)))
    func twoDevicesPairByACodeAndSync() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        let joined = try world.pair("bo", with: "ana")
        #expect(joined.archive == nil)
        func words(_ name: String) throws -> [String] {
            try world.daemon(name).peering.home.settings.joiningWords.values.sorted()
        }
        #expect(try words("ana") == [joined.words] && words("bo") == [joined.words])
        try world.note("one", at: "ana")
        try world.note("two", at: "bo")
        #expect(try world.run { try world.notes(at: "ana").count == 2 && world.areEqual() })
        #expect(try world.notes(at: "bo") == world.notes(at: "ana"))
        let names = try world.daemon("ana").ledger.book.table.devices.map(\.keeper)
        #expect(Set(names) == ["ana", "bo"])
        // The words outlive both daemons, and are those of the other device.
        for (name, other) in [("ana", "bo"), ("bo", "ana")] {
            let id = try world.daemon(other).ledger.seal.publicKey
            try world.stop(name)
            try world.start(name)
            let peering = try world.daemon(name).peering
            let digits = peering.deviceID(id).description
            #expect(peering.home.settings.joiningWords == [digits: joined.words])
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func aDeviceThatWasOfflineCatchesUpAndGivesWhatItRecorded() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        #expect(try world.run { try world.isLinked("ana") && world.areEqual() })
        try world.daemon("bo").peering.setOnline(false)
        #expect(try world.run { try !world.isLinked("ana") && !world.isLinked("bo") })
        #expect(try world.daemon("bo").peering.listening == nil)
        try world.note("here", at: "ana")
        try world.note("there", at: "bo")
        #expect(try world.run { try world.notes(at: "bo") == ["there"] })
        #expect(try world.notes(at: "ana") == ["here"])
        try world.stop("bo")
        try world.start("bo")
        #expect(try !world.daemon("bo").peering.isOnline)
        try world.daemon("bo").peering.setOnline(true)
        #expect(
            try world.run { try world.areEqual() && world.notes(at: "ana").count == 2 })
    }

    /// A device keeps nothing safe for a table that it has left, and that outlives a restart.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func aDeviceThatLeftIsCountedNowhere(isLinked: Bool) throws {
        let world = try DaemonWorld()
        let port = UInt16.random(in: 20_000...40_000)
        try world.start("ana", announcingOn: port)
        try world.start("bo", announcingOn: port)
        _ = try world.pair("bo", with: "ana")
        try world.note("one", at: "ana")
        try world.note("two", at: "bo")
        let bo = try world.daemon("bo").ledger.seal.publicKey
        let ends = try ["ana", "bo"].map { try world.daemon($0).ledger.end }
            .map { EntryID(author: $0.author, sequence: $0.sequence) }
        let copies = { try ends.map { try world.daemon("ana").ledger.replica.copies(of: $0) } }
        #expect(try world.run { try copies() == [2, 2] })

        // Who is not linked says so by its announcements, once it is there again.
        if !isLinked {
            try world.daemon("bo").peering.setOnline(false)
            #expect(try world.run { try !world.isLinked("ana") && !world.isLinked("bo") })
        }
        let progress = try world.daemon("bo").peering.leave(brings: false)
        #expect(try world.run { if case .pending = progress.outcome { false } else { true } })
        if !isLinked { try world.daemon("bo").peering.setOnline(true) }
        #expect(try world.run { try copies() == [1, 1] })
        #expect(try world.daemon("ana").peering.problem(of: bo) == CloseReason.left.words)

        try world.stop("bo")
        try world.stop("ana")
        try world.start("ana", announcingOn: port)
        #expect(try copies() == [1, 1])
        try world.start("bo", announcingOn: port)
        _ = try world.pair("bo", with: "ana")
        #expect(try world.run { try copies() == [2, 2] })
        #expect(try world.daemon("ana").peering.problem(of: bo) == nil)
    }

    /// Peers hear why the links end, and dial again at once when it is back; a crash they cannot tell from
    /// a network that broke.
    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func whoEndsInOrderSaysGoodbyeToEveryPeer(isOrderly: Bool) throws {
        let world = try DaemonWorld()
        try world.start("ana")
        for name in ["bo", "cy"] {
            try world.start(name)
            _ = try world.pair(name, with: "ana")
        }
        #expect(try world.run { try world.links(of: "ana") == 2 && world.areEqual() })
        let ana = try world.daemon("ana").ledger.seal.publicKey
        if isOrderly { try world.stop("ana") } else { world.kill("ana") }
        let peers = try ["bo", "cy"].map { try world.daemon($0).peering }
        #expect(try world.run { peers.allSatisfy { $0.ends[ana] != nil } })
        for peer in peers { #expect((peer.ends[ana]?.reason == nil) == isOrderly) }
    }

    @Test(.timeLimit(.minutes(1)))
    func whatWasRecordedOutlivesEveryEnd() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        try world.note("before", at: "bo")
        #expect(try world.run { try world.notes(at: "ana") == ["before"] })
        let author = try world.daemon("bo").ledger.replica.author
        world.kill("bo")
        try world.note("meanwhile", at: "ana")
        _ = try world.run(seconds: 0.2) { false }
        try world.start("bo")
        #expect(try world.daemon("bo").ledger.replica.author == author)
        try world.note("after", at: "bo")
        #expect(try world.run { try world.notes(at: "ana").count == 3 && world.areEqual() })
    }

    @Test(.timeLimit(.minutes(1)))
    func devicesInALineConverge() throws {
        let world = try DaemonWorld()
        let names = ["a", "b", "c", "d", "e"]
        try world.start("a")
        for (name, inviter) in zip(names.dropFirst(), names) {
            try world.start(name)
            _ = try world.pair(name, with: inviter)
        }
        for name in names { try world.note(name, at: name) }
        #expect(
            try world.run {
                try world.areEqual() && world.notes(at: "a").count == 5
                    && world.notes(at: "e").count == 5
            })
        #expect(try world.links(of: "a") == 1)
        #expect(try world.links(of: "c") == 2)
    }

    @Test(.timeLimit(.minutes(1)))
    func devicesFindEachOtherByAnnouncements() throws {
        let world = try DaemonWorld()
        let port = UInt16.random(in: 20_000...40_000)
        try world.start("ana", announcingOn: port)
        try world.start("bo", announcingOn: port)
        let code = try #require(try world.daemon("ana").peering.invite(count: 1).first)
        let progress = try world.daemon("bo").peering.join(code: code, via: nil, brings: false)
        #expect(try world.run { if case .succeeded = progress.outcome { true } else { false } })
        // Without any address remembered: announcements alone bring the two together.
        try world.daemon("bo").home.update { $0.remembered = [:] }
        try world.daemon("ana").home.update { $0.remembered = [:] }
        try world.stop("ana")
        try world.stop("bo")
        try world.start("bo", announcingOn: port)
        try world.start("ana", announcingOn: port)
        #expect(try world.run { try world.isLinked("ana") })
    }

    @Test(.timeLimit(.minutes(1)))
    func aStrangerGetsNothing() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.note("secret", at: "ana")
        _ = try world.run(seconds: 0.1) { false }
        let address = try #require(try world.daemon("ana").peering.listening)
        try world.start("eve", peers: [address])
        #expect(try world.run { world.lines.contains { $0.contains("another table") } })
        #expect(try world.daemon("eve").ledger.log.authorIDs.count == 1)
        #expect(try world.notes(at: "eve").isEmpty)
        #expect(try world.daemon("ana").ledger.log.memberKeys.count == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func randomBytesAtThePeerPortHarmNobody() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        let address = try #require(try world.daemon("ana").peering.listening)
        let sockets = try (0..<20).map { _ in try StreamSocket.connecting(to: address) }
        let noise = (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ 13) }
        #expect(
            try world.run {
                for socket in sockets { _ = try? socket.write(noise) }
                return world.lines.contains { $0.contains("127.0.0.1") }
            })
        try world.start("bo")
        _ = sockets.map { $0.finishWriting() }
        _ = try world.run(seconds: 1) { false }
        _ = try world.pair("bo", with: "ana")
        #expect(world.lines.filter { $0.contains("127.0.0.1") }.count < 10)
    }
}
