import Documents
import Foundation
import Testing

@testable import Client

/// `devices remove` between real daemons, as people see it.
@Suite struct RemovalCommandTests {
    init() throws { try #require(!Built.program.isEmpty, "the program scored was not built") }

    private func score(_ keeper: Keeper) throws -> Int? { try keeper.status().game?.home.score }

    private func game() throws -> [Keeper] {
        let keepers = try Keeper.table(["ana", "bo", "cy"])
        try keepers[0].scored("new", "Hawks", "Owls", "--home", "4 Dee, 7 Eve", "--rules", "fiba")
        for keeper in keepers { try keeper.wait { try keeper.status().game != nil } }
        try keepers[1].scored("track", "home")
        try keepers[1].scored("move", "h4", "2")
        for keeper in keepers { try keeper.wait { try score(keeper) == 2 } }
        return keepers
    }

    @Test(.timeLimit(.minutes(5)))
    func aDeviceThatWasAwayIsRemovedAndToldWhenItComesBack() throws {
        let keepers = try game()
        let (ana, bo, cy) = (keepers[0], keepers[1], keepers[2])
        try bo.scored("offline")
        try bo.scored("move", "h7", "3")
        #expect(try score(bo) == 5)
        // Nobody is there to be asked.
        let unasked = try ana.run(["devices", "remove", "bo"])
        #expect(unasked.code == 1)
        #expect(unasked.talk.contains("nothing was removed: no terminal to ask on; add --yes"))
        #expect(try cy.run(["devices", "remove", "bo", "--yes"]).talk.contains("ana can"))
        let done = try ana.scored("devices", "remove", "bo", "--yes")
        #expect(done.output.contains("bo was removed: everything up to bo."))
        #expect(try ana.scored("devices", "remove", "bo", "--yes").output.contains("already"))
        try bo.scored("online")
        try bo.wait { try bo.run(["status"]).code == 4 }
        let status = try bo.run(["status"])
        #expect(status.lines.first?.contains("ana removed this device") == true, "\(status.output)")
        #expect(try bo.run(["status", "--check"]).code == 4)
        #expect(try bo.run(["invite"]).code == 4)
        let move = try bo.scored("move", "h4", "2")
        #expect(move.output.contains("not counted"))
        #expect(move.talk.contains("ana removed this device"))
        // The moves that count are older than that one: none of them is taken back in its stead.
        let undone = try bo.run(["undo", "--yes"])
        #expect(undone.code != 0 && undone.talk.contains("nothing was undone"), "\(undone.talk)")
        for keeper in [ana, cy] {
            #expect(try score(keeper) == 2)
            let devices = try keeper.scored("devices").output
            #expect(devices.contains("removed by ana"), "\(devices)")
            #expect(try keeper.scored("log").output.contains("bo: removed by ana"))
            #expect(
                try keeper.status().game?.home.players.allSatisfy { $0.trackedBy.isEmpty } == true)
        }
        #expect(try ana.status().sync.digest == cy.status().sync.digest)
        // The way on: a table of its own, with everything that it recorded.
        let left = try bo.scored("leave", "--bring", "--yes")
        #expect(left.output.contains("brought along"), "\(left.output)")
        #expect(try score(bo) == 7)
        #expect(try bo.run(["status"]).code == 0)
    }

    /// The founder is away for a week and leaves somebody who can remove devices.
    @Test(.timeLimit(.minutes(5)))
    func aDeputyRemovesADeviceAndIsDismissed() throws {
        let keepers = try Keeper.table(["ana", "bo", "cy", "di"])
        let (ana, bo, di) = (keepers[0], keepers[1], keepers[3])
        let early = try bo.run(["devices", "remove", "cy", "--yes"])
        #expect(early.code == 1 && early.talk.contains("ana can: scored devices remove cy"))
        let notAna = try bo.run(["devices", "deputy", "di"])
        #expect(notAna.code == 1 && notAna.talk.contains("ana can: scored devices deputy di"))
        let named = try ana.scored("devices", "deputy", "bo")
        #expect(named.output.hasPrefix("bo is a deputy: it can remove devices"))
        try bo.wait { try bo.status().device.role == .deputy }
        let devices = try ana.scored("devices").lines
        #expect(devices.contains { $0.contains("bo") && $0.hasSuffix("· deputy") }, "\(devices)")
        #expect(try bo.scored("status").output.contains("bo, deputy, table"))
        #expect(try ana.scored("status").output.contains("ana, founder, table"))
        #expect(try ana.scored("status", "--all").output.contains("· deputy"))
        let removed = try bo.scored("devices", "remove", "cy", "--yes")
        #expect(removed.output.contains("cy was removed"))
        for keeper in [ana, di] {
            try keeper.wait { try keeper.scored("devices").output.contains("removed by bo") }
        }
        let misused = try ana.run(["devices", "remove", "bo", "--not"])
        #expect(misused.code == 2 && misused.talk.contains("--not can only be used with deputy"))
        let dismissed = try ana.scored("devices", "deputy", "bo", "--not")
        #expect(dismissed.output.hasPrefix("bo is no longer a deputy"))
        try bo.wait { try bo.status().device.role == nil }
        let late = try bo.run(["devices", "remove", "di", "--yes"])
        #expect(late.code == 1 && late.talk.contains("ana can: scored devices remove di"))
        for keeper in [ana, bo, di] {
            try keeper.wait { try keeper.scored("devices").output.contains("removed by ana") }
        }
        #expect(try ana.scored("export", "entries").output.contains("dismisses the deputy bo"))
    }

    @Test(.enabled(if: TmuxTerminal.isFound), .timeLimit(.minutes(3)))
    func anOpenKeepScreenSaysIt() throws {
        let keepers = try game()
        let (ana, bo) = (keepers[0], keepers[1])
        let screen = try TmuxTerminal(bo, ["keep"], columns: 100, rows: 24)
        let hall = try TmuxTerminal(bo, ["watch"], columns: 100, rows: 24)
        try screen.wait(for: "▶ Hawks")
        try hall.wait(for: "Hawks")
        try ana.scored("devices", "remove", "bo", "--yes")
        try screen.wait(for: "ana removed this device")
        try hall.wait(for: "ana removed this device")
        // Keys still record, on this disk, and the screen says what that is worth.
        try screen.type("4k")
        try screen.wait(for: "not counted")
        try screen.wait(for: "Hawks 2 : 0 Owls")
        let status = try bo.run(["status", "--json"])
        #expect(status.code == 4)
        #expect(try status.document(StatusDocument.self).identity?.removal?.uncounted == 1)
    }

    /// At a terminal it is asked first; a script, which nobody could answer for, says `--yes`.
    @Test(.timeLimit(.minutes(3)))
    func leavingIsAskedAtATerminal() throws {
        let keepers = try Keeper.table(["ana", "bo", "cy"])
        let bo = keepers[1]
        let table = try bo.status().table.words
        let unasked = try keepers[2].run(["leave"])
        #expect(unasked.code == 1 && unasked.talk.contains("add --yes"))
        #expect(try keepers[2].status().table.words == table)
        let left = try keepers[2].scored("leave", "--yes")
        #expect(left.output.contains("a table of its own"), "\(left.output)")
        #expect(try keepers[2].status().table.words != table)
        // Where no terminal can be had, nobody can be asked.
        guard let refused = try bo.run(["leave"], typing: "n") else { return }
        #expect(refused.code == 1 && refused.output.contains("nothing was changed"))
        #expect(refused.output.contains("stays on this device as an archive"))
        #expect(try bo.status().table.words == table)
        let ana = try #require(try keepers[0].run(["leave"], typing: "y"))
        #expect(ana.output.contains("a table of its own"), "\(ana.output)")
    }
}
