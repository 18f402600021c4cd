import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook
import Testing

@testable import Daemon

/// A device that is removed from its table: three real daemons, linked by addresses.
@Suite(.serialized, .timeLimit(.minutes(2))) struct RemovalTests {
    /// Ana founded, Bo and Cy joined with her; everybody is linked to everybody.
    private func table() throws -> DaemonWorld {
        let world = try DaemonWorld(table: "ana")
        let bo = try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        try world.start("cy", peers: [try #require(bo.peering.listening)])
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
        // The code stays good for whom it was meant.
        try world.start("dee")
        let dee = try world.daemon("dee").peering.join(
            code: code, via: NamedAddress(address), brings: false)
        #expect(try world.run { if case .succeeded = dee.outcome { true } else { false } })
    }
}
