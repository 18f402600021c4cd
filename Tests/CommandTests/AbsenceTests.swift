import Documents
import Foundation
import Net
import Testing
import ViewModels

@testable import Client

/// A keeper whose device vanishes, another who takes the players over, and both when they meet.
@Suite struct AbsenceTests {
    init() throws { try #require(!Built.program.isEmpty, "the program scored was not built") }

    private func codes(_ keeper: Keeper) throws -> Set<String> {
        Set(try keeper.status().warnings.map(\.code))
    }

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
                && codes(keepers[0]).isEmpty
        }
        return (keepers[0], keepers[1])
    }

    @Test(.timeLimit(.minutes(5)))
    func aDeviceThatGoesSilentIsUncoveredAndTakenOver() throws {
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

        let one = try mia.scored("track", "h4")
        #expect(one.output.contains("takes 4 Ana over from bo"))
        #expect(one.talk.contains("bo is away: you took over Ana"))
        let rest = try mia.scored("track", "--from", "bo")
        #expect(rest.output.contains("takes 7 Bea over from bo"))
        #expect(try !codes(mia).contains("uncovered"))
        #expect(try mia.status().game?.home.players.map(\.trackedBy) == [["mia"], ["mia"]])
        #expect(try mia.run(["track", "--from", "bo"]).talk.contains("bo tracks nobody"))

        Foundation.kill(process, SIGCONT)
        try bo.wait { try codes(bo).contains("takenOver") }
        let told = try bo.scored("status").output
        #expect(told.contains("mia took over 4 Ana, 7 Bea from you at 0:0"))
        #expect(told.contains(" --from mia") && !told.contains("track --from mia"))
        try bo.wait { try bo.status().sync.state == .inSync }
        let back = try bo.scored("track", "--from", "mia", "h4", "h7")
        #expect(back.talk.contains("mia is not away"))
        #expect(try codes(bo).isDisjoint(with: ["takenOver", "overlap", "uncovered"]))
        try mia.wait { try mia.status().game?.home.players[0].trackedBy == ["bo"] }
    }

    @Test(.timeLimit(.minutes(5)))
    func whatBothRecordedMeanwhileIsHeldAndAnswered() throws {
        let (mia, bo) = try game()
        try mia.scored("clock", "start")
        try bo.wait { try bo.status().game?.clock?.isRunning == true }
        try bo.scored("offline")
        try mia.wait { try codes(mia).contains("uncovered") }
        try bo.scored("move", "h4", "2")
        try mia.scored("track", "--from", "bo")
        let copy = try mia.run(["move", "h4", "2", "--json"]).document(RecordedDocument.self)
        try mia.scored("move", "h7", "3")
        try bo.scored("online")
        for keeper in [mia, bo] {
            try keeper.wait { try keeper.status().game?.held == 1 }
            #expect(try keeper.status().game?.home.score == 5)
            #expect(try keeper.scored("held").output.contains(copy.entries[0]))
            #expect(try keeper.scored("status", "--all").output.contains("possible duplicates"))
            #expect(try keeper.scored("log").output.contains("held as bo."))
        }
        // Both keepers undo, each thinking of the other's.
        let undone = try bo.run(["undo", "--no"])
        #expect(undone.talk.contains("is held as its copy: count it instead?"))
        #expect(undone.talk.contains("scored accept \(copy.entries[0])"))
        try mia.wait { try mia.status().game?.home.score == 3 }
        #expect(try mia.scored("held").output.contains("which is void"))
        #expect(try mia.scored("accept", copy.entries[0]).output.contains("now counted"))
        try bo.wait { try bo.status().game?.home.score == 5 }
        #expect(try bo.scored("held").output.contains("no held moves"))
    }

    @Test(.timeLimit(.minutes(5)))
    func anUndoAsksAtATerminalWhetherTheCopyCounts() throws {
        let (mia, bo) = try game()
        try mia.scored("clock", "set", "04:31")
        try mia.scored("clock", "start")
        try mia.scored("clock", "stop")
        try bo.scored("move", "h4", "2", "--period", "1", "--at", "04:31")
        try mia.wait { try mia.status().game?.home.score == 2 }
        let words = ["move", "h4", "2", "--period", "1", "--at", "04:33"]
        let held = try mia.run(words)
        #expect(held.talk.contains("held: the same as bo."), "\(held.talk)")
        #expect(held.talk.contains("not counted until accepted; scored accept mia."))
        try bo.wait { try bo.status().game?.held == 1 }
        guard let no = try bo.run(["undo"], typing: "n") else { return }
        #expect(no.code == 0 && no.output.contains("[y/N]"))
        #expect(try bo.status().game?.home.score == 0)
        try bo.scored("redo")
        let yes = try #require(try bo.run(["undo"], typing: "yes"))
        #expect(yes.output.contains("now counted"), "\(yes.output)")
        #expect(try bo.status().game?.home.score == 2)
    }
}
