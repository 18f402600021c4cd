import Documents
import Foundation
import Net
import Testing
import ViewModels

@testable import Client

/// A keeper whose device vanishes, another who takes the players over, and both when they meet.
@Suite(.timeLimit(.minutes(5))) struct AbsenceTests {
    /// Mia keeps the away side, Bo the home side, and both know it.
    private func game() throws -> (mia: Keeper, bo: Keeper) {
        let keepers = try Keeper.table(["mia", "bo"])
        try keepers[0].scored(
            "new", "Hawks", "Owls", "--home", "4 Ana, 7 Bea", "--away", "5 Cy", "--rules", "fiba")
        try keepers[1].wait { try keepers[1].status().game != nil }
        try keepers[0].scored("track", "away")
        try keepers[1].scored("track", "home")
        try keepers[0].wait {
            try keepers[0].status().game?.home.players[0].trackedBy == ["bo"]
                && keepers[0].warningCodes().isEmpty
        }
        return (keepers[0], keepers[1])
    }

    @Test func aDeviceThatGoesSilentIsUncoveredAndTakenOver() throws {
        let (mia, bo) = try game()
        let process = try #require(bo.daemon)
        let home = StateHome(mia.home)
        let loop = ClientLoop(home: home, starting: nil)
        try loop.connect()
        // A lid is closed: nothing is said any more, and nothing ends the link.
        let begin = Clocks.uptime
        Foundation.kill(process, SIGSTOP)
        defer { Foundation.kill(process, SIGCONT) }
        var isTold = false
        while !isTold, Clocks.uptime < begin + .seconds(20) {
            try loop.turn(until: begin + .seconds(20))
            let warnings = loop.library.status.value?.warnings ?? []
            isTold = warnings.contains { $0.code == "uncovered" }
        }
        let time = Clocks.uptime - begin
        #expect(isTold && time < .seconds(9), "told after \(time)")

        try mia.scored("track", "h4")
        try mia.scored("track", "--from", "bo")
        #expect(try !mia.warningCodes().contains("uncovered"))
        #expect(try mia.status().game?.home.players.map(\.trackedBy) == [["mia"], ["mia"]])
        #expect(try mia.run(["track", "--from", "bo"]).code == 1)

        Foundation.kill(process, SIGCONT)
        try bo.wait { try bo.warningCodes().contains("takenOver") }
        let told = try bo.scored("status").output
        #expect(told.contains(" --from mia") && !told.contains("track --from mia"))
        try bo.wait { try bo.status().sync.state == .inSync }
        try bo.scored("track", "--from", "mia", "h4", "h7")
        #expect(try bo.warningCodes().isDisjoint(with: ["takenOver", "overlap", "uncovered"]))
        try mia.wait { try mia.status().game?.home.players[0].trackedBy == ["bo"] }
    }

    @Test func anUndoAsksAtATerminalWhetherTheCopyCounts() throws {
        let (mia, bo) = try game()
        try mia.scored("clock", "set", "04:31")
        try mia.scored("clock", "start")
        try mia.scored("clock", "stop")
        try bo.scored("move", "h4", "2", "--period", "1", "--at", "04:31")
        try mia.wait { try mia.homeScore() == 2 }
        let words = ["move", "h4", "2", "--period", "1", "--at", "04:33", "--json"]
        let held = try mia.run(words).document(RecordedDocument.self)
        #expect(held.warnings.map(\.code) == ["held"])
        try bo.wait { try bo.status().game?.held == 1 }
        let no = try bo.scored("undo", "--no")
        #expect(no.talk.contains("scored accept \(held.entries[0])"), "\(no.talk)")
        #expect(try bo.homeScore() == 0)
        try bo.scored("redo")
        guard let yes = try bo.run(["undo"], typing: "yes") else { return }
        #expect(yes.output.contains("[y/N]"), "\(yes.output)")
        #expect(try bo.homeScore() == 2)
    }
}
