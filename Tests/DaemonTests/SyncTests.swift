import MoveLog
import Net
import Scorebook
import Testing

@testable import Daemon

/// Whole daemons: pairing, sync, the switch, restarts.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SyncTests {
    @Test func twoDevicesPairByACodeAndSync() throws {
        let world = try DaemonWorld()
        for name in ["ana", "bo"] { try world.start(name) }
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

    @Test func aDeviceThatWasOfflineCatchesUpAndGivesWhatItRecorded() throws {
        let world = try DaemonWorld(table: "ana", "bo")
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
    @Test(arguments: [true, false])
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
    @Test(arguments: [true, false])
    func whoEndsInOrderSaysGoodbyeToEveryPeer(isOrderly: Bool) throws {
        let world = try DaemonWorld(table: "ana", "bo", "cy")
        #expect(try world.run { try world.links(of: "ana") == 2 && world.areEqual() })
        let ana = try world.daemon("ana").ledger.seal.publicKey
        if isOrderly { try world.stop("ana") } else { world.kill("ana") }
        let peers = try ["bo", "cy"].map { try world.daemon($0).peering }
        #expect(try world.run { peers.allSatisfy { $0.ends[ana] != nil } })
        for peer in peers { #expect((peer.ends[ana]?.reason == nil) == isOrderly) }
    }

    @Test func devicesFindEachOtherByAnnouncements() throws {
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
}
