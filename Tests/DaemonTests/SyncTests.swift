import MoveLog
import Net
import Scorebook
import Testing

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
        #expect(joined.words == (try world.daemon("ana").peering.pairings.last?.words))
        try world.note("one", at: "ana")
        try world.note("two", at: "bo")
        #expect(try world.run { try world.notes(at: "ana").count == 2 && world.areEqual() })
        #expect(try world.notes(at: "bo") == world.notes(at: "ana"))
        let names = try world.daemon("ana").ledger.book.table.devices.map(\.keeper)
        #expect(Set(names) == ["ana", "bo"])
    }
}
