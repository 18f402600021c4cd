import Documents
import Foundation
import Testing

@testable import Client

/// `devices remove` between real daemons, as people see it.
@Suite(.timeLimit(.minutes(5))) struct RemovalCommandTests {
    private func game() throws -> [Keeper] {
        let keepers = try Keeper.table(["ana", "bo", "cy"])
        try keepers[0].scored("new", "Hawks", "Owls", "--home", "4 Dee, 7 Eve", "--rules", "fiba")
        for keeper in keepers { try keeper.wait { try keeper.status().game != nil } }
        try keepers[1].scored("track", "home")
        try keepers[1].scored("move", "h4", "2")
        for keeper in keepers { try keeper.wait { try keeper.homeScore() == 2 } }
        return keepers
    }

    @Test func aDeviceThatWasAwayIsRemovedAndToldWhenItComesBack() throws {
        let keepers = try game()
        let (ana, bo, cy) = (keepers[0], keepers[1], keepers[2])
        try bo.scored("offline")
        try bo.scored("move", "h7", "3")
        #expect(try bo.homeScore() == 5)
        // Nobody is there to be asked.
        #expect(try ana.run(["devices", "remove", "bo"]).code == 1)
        #expect(try cy.run(["devices", "remove", "bo", "--yes"]).code == 1)
        try ana.scored("devices", "remove", "bo", "--yes")
        try bo.scored("online")
        try bo.wait { try bo.run(["status"]).code == 4 }
        #expect(try bo.run(["status", "--check"]).code == 4)
        #expect(try bo.run(["invite"]).code == 4)
        #expect(try bo.scored("move", "h4", "2").output.contains("not counted"))
        // The moves that count are older than that one: none of them is taken back in its stead.
        #expect(try bo.run(["undo", "--yes"]).code != 0)
        for keeper in [ana, cy] {
            #expect(try keeper.homeScore() == 2)
            #expect(try keeper.scored("devices").output.contains("removed by ana"))
            #expect(
                try keeper.status().game?.home.players.allSatisfy { $0.trackedBy.isEmpty } == true)
        }
        #expect(try ana.status().sync.digest == cy.status().sync.digest)
        // The way on: a table of its own, with everything that it recorded.
        try bo.scored("leave", "--bring", "--yes")
        #expect(try bo.homeScore() == 7)
        #expect(try bo.run(["status"]).code == 0)
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
    @Test func leavingIsAskedAtATerminal() throws {
        let keepers = try Keeper.table(["ana", "bo", "cy"])
        let bo = keepers[1]
        let table = try bo.status().table.words
        #expect(try keepers[2].run(["leave"]).code == 1)
        #expect(try keepers[2].status().table.words == table)
        try keepers[2].scored("leave", "--yes")
        #expect(try keepers[2].status().table.words != table)
        // Where no terminal can be had, nobody can be asked.
        guard let refused = try bo.run(["leave"], typing: "n") else { return }
        #expect(refused.code == 1)
        #expect(try bo.status().table.words == table)
        _ = try keepers[0].run(["leave"], typing: "y")
        #expect(try keepers[0].status().table.words != table)
    }
}
