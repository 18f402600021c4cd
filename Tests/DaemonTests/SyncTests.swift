import Documents
import Foundation
import LocalAPI
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

    /// Links are of no use until both sides are in sync once.
    @Test func aLinkThatBringsBothInSyncIsOfUse() throws {
        let world = try DaemonWorld(table: "ana", "bo")
        let bo = try world.daemon("bo").ledger.seal.publicKey
        let peering = try world.daemon("ana").peering
        #expect(try world.run { peering.reached.contains(bo) })
        try world.stop("bo")
        #expect(try world.run { !peering.reached.contains(bo) })
        peering.uselessLinks[bo] = DaemonLimits.uselessLinksMin
        #expect(peering.isUseless(bo))
        try world.start("bo")
        #expect(try world.run { !peering.isUseless(bo) && peering.reached.contains(bo) })
    }

    /// Another program has the port of announcements: that is named, and ends with the program.
    @Test func aTakenDiscoveryPortIsNamed() throws {
        let world = try DaemonWorld()
        let port = UInt16.random(in: 20_000...40_000)
        let other = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_port = port.bigEndian
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = unsafe withUnsafePointer(to: &name) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(other, $0, length)
            }
        }
        try #require(status == 0)
        let peering = try world.start("ana", announcingOn: port).peering
        let problem = try #require(peering.discoveryProblem)
        #expect(problem.contains("UDP port \(port) is taken by "))
        close(other)
        #expect(try world.run { peering.discovery != nil && peering.discoveryProblem == nil })
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

/// A device that is removed from its table: three real daemons, linked by addresses.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RemovalTests {
    /// Ana founded, Bo and Cy joined with her; everybody is linked to everybody.
    private func table(clockOfCy: DeviceClock = .system) throws -> DaemonWorld {
        let world = try DaemonWorld(table: "ana")
        let bo = try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        try world.start("cy", peers: [try #require(bo.peering.listening)], clock: clockOfCy)
        _ = try world.pair("cy", with: "ana")
        #expect(try world.run { try isLinked("cy", to: "bo", world) })
        try world.note("begin", at: "bo")
        #expect(try world.run { try world.notes(at: "cy") == ["begin"] && world.areEqual() })
        return world
    }

    private func remove(_ name: String, at remover: String, _ world: DaemonWorld) throws {
        let key = try world.daemon(name).ledger.seal.publicKey
        _ = try world.daemon(remover).ledger.remove(key)
    }

    private func isLinked(_ one: String, to other: String, _ world: DaemonWorld) throws -> Bool {
        let key = try world.daemon(other).ledger.seal.publicKey
        return try !world.daemon(one).peering.addresses(of: key).isEmpty
    }

    private func equal(_ names: String..., in world: DaemonWorld) throws -> Bool {
        try Set(names.map { try world.daemon($0).ledger.digest }).count == 1
    }

    @Test func aLinkedDeviceIsToldAndPartedFrom() throws {
        let world = try table()
        try remove("bo", at: "ana", world)
        #expect(
            try world.run {
                try world.daemon("bo").ledger.replica.isRemoved
                    && !isLinked("ana", to: "bo", world) && !isLinked("cy", to: "bo", world)
                    && equal("ana", "cy", in: world)
            })
        // It goes on recording, durable, and nobody counts it.
        try world.note("after", at: "bo")
        try world.note("more", at: "cy")
        #expect(try world.run { try world.notes(at: "ana").contains("more") })
        #expect(try world.notes(at: "ana") == ["begin", "more"])
        #expect(try !world.notes(at: "bo").contains("after"))
        let key = try world.daemon("bo").ledger.seal.publicKey
        #expect(try world.run { try world.daemon("bo").ledger.log.uncountedCount(of: key) > 0 })
        // A start later it still is what it was, and still has what it recorded.
        try world.stop("bo")
        try world.start("bo")
        #expect(try world.daemon("bo").ledger.replica.isRemoved)
        #expect(try world.daemon("bo").ledger.log.uncountedCount(of: key) > 0)
        _ = try world.run(seconds: 2) { false }
        #expect(try !isLinked("ana", to: "bo", world) && !isLinked("cy", to: "bo", world))
    }

    /// Cy does not know yet and takes what Bo recorded; once Cy hears of it, that counts there no more,
    /// and Ana was never sent it as something that counts.
    @Test func nothingIsRelayedThroughWhoHasNotHeard() throws {
        let world = try table()
        try world.daemon("ana").peering.setOnline(false)
        #expect(try world.run { try !isLinked("cy", to: "ana", world) })
        try remove("bo", at: "ana", world)
        _ = try world.run(seconds: 0.2) { false }
        try world.note("late", at: "bo")
        #expect(try world.run { try world.notes(at: "cy").contains("late") })
        try world.daemon("ana").peering.setOnline(true)
        #expect(
            try world.run {
                let key = try world.daemon("bo").ledger.seal.publicKey
                return try world.daemon("cy").ledger.log.isRemoved(key)
                    && equal("ana", "cy", in: world)
            })
        #expect(try world.notes(at: "ana") == ["begin"])
        #expect(try world.notes(at: "cy") == ["begin"])
        let key = try world.daemon("bo").ledger.seal.publicKey
        #expect(try world.daemon("cy").ledger.log.uncountedCount(of: key) == 1)
        #expect(try world.run { try world.daemon("bo").ledger.replica.isRemoved })
        #expect(try world.run { try !isLinked("cy", to: "bo", world) })
    }

    /// A deputy removes Cy while Ana is away; Ana, who has not seen that, removes the deputy. Ana
    /// does not know where Cy is, which dials her itself, a minute after its last dial.
    @Test func aRemovalThatEndedIsLearnedByDialling() throws {
        let time = HandTime()
        let world = try table(clockOfCy: time.clock)
        let (ana, cy) = (try world.daemon("ana"), try world.daemon("cy"))
        _ = try ana.ledger.name(try world.daemon("bo").ledger.seal.publicKey, asDeputy: true)
        #expect(try world.run { world.areEqual() })
        ana.peering.setOnline(false)
        #expect(try world.run { try world.links(of: "ana") == 0 })
        try remove("cy", at: "bo", world)
        #expect(try world.run { try cy.ledger.replica.isRemoved && world.links(of: "cy") == 0 })
        try world.note("alone", at: "cy")
        // The switch works on a removed device, and it listens.
        cy.peering.setOnline(false)
        #expect(try world.run { cy.peering.listening == nil })
        cy.peering.setOnline(true)
        #expect(try world.run { cy.peering.listening != nil })

        try world.daemon("bo").peering.setOnline(false)
        #expect(try world.run { try world.links(of: "bo") == 0 })
        try remove("bo", at: "ana", world)
        // Dials that nobody takes any more.
        for _ in 0..<20 {
            time.pass(.milliseconds(900))
            _ = try world.run(seconds: 0.01) { false }
        }
        ana.peering.setOnline(true)
        #expect(try world.run { ana.peering.listening != nil })
        _ = try world.run(seconds: 0.5) { false }
        #expect(cy.ledger.replica.isRemoved)
        time.pass(DaemonLimits.removedDialInterval)
        let isBack = try world.run {
            time.pass(.milliseconds(1))
            return try !cy.ledger.replica.isRemoved && equal("ana", "cy", in: world)
        }
        #expect(isBack)
        #expect(try isLinked("cy", to: "ana", world))
        #expect(try world.notes(at: "ana") == ["begin", "alone"])
    }

    @Test func itsGamesComeAlongToATableOfItsOwn() throws {
        let world = try table()
        try remove("bo", at: "ana", world)
        #expect(try world.run { try world.daemon("bo").ledger.replica.isRemoved })
        try world.note("beyond", at: "bo")
        let key = try world.daemon("bo").ledger.seal.publicKey
        #expect(try world.run { try world.daemon("bo").ledger.log.uncountedCount(of: key) > 0 })
        // The table is changed between two turns: what was recorded has to be in one before.
        _ = try world.run(seconds: 0.2) { false }
        try world.leave("bo", brings: true)
        #expect(try Set(world.notes(at: "bo")) == ["begin", "beyond"])
        #expect(try !world.daemon("bo").ledger.replica.isRemoved)
        // Its key never returns to the table it was removed from.
        let code = try #require(try world.daemon("ana").peering.invite(count: 1).first)
        let address = try #require(try world.daemon("ana").peering.listening)
        let again = try world.daemon("bo").peering.join(
            code: code, via: NamedAddress(address), brings: true)
        #expect(try world.run { if case .failed = again.outcome { true } else { false } })
        guard case .failed(_, let message) = again.outcome else { return }
        #expect(message.contains("removed"), "\(message)")
        #expect(try Set(world.notes(at: "bo")) == ["begin", "beyond"])
        // The code stays valid for the invited device.
        try world.start("dee")
        let dee = try world.daemon("dee").peering.join(
            code: code, via: NamedAddress(address), brings: false)
        #expect(try world.run { if case .succeeded = dee.outcome { true } else { false } })
    }
}
