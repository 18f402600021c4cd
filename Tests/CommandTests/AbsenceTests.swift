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
        #expect(held.warnings.map(\.code) == ["copy"])
        try bo.wait { try bo.status().game?.copies == 1 }
        let no = try bo.scored("undo", "--no")
        #expect(no.talk.contains("scored settle \(held.entries[0]) this"), "\(no.talk)")
        #expect(try bo.homeScore() == 0)
        try bo.scored("redo")
        guard let yes = try bo.run(["undo"], typing: "yes") else { return }
        #expect(yes.output.contains("[y/N]"), "\(yes.output)")
        #expect(try bo.homeScore() == 2)
    }

    @Test func questionsAreListedAndAnsweredByOneCommand() throws {
        let (mia, bo) = try game()
        try mia.scored("clock", "set", "04:31")
        try mia.scored("clock", "start")
        try mia.scored("clock", "stop")
        func record(at time: String) throws -> String {
            try bo.scored("move", "h4", "2", "--period", "1", "--at", time)
            let score = try bo.homeScore()
            try mia.wait { try mia.homeScore() == score }
            let words = ["move", "h4", "1", "--period", "1", "--at", time, "--json"]
            let held = try mia.run(words).document(RecordedDocument.self)
            #expect(held.warnings.last?.code == "held")
            try bo.wait { try bo.status().game?.held == 1 }
            return held.entries[0]
        }
        #expect(try bo.scored("settle").output == "no open questions\n")
        let first = try record(at: "04:31")
        let listed = try bo.scored("held").output
        #expect(listed == (try bo.scored("settle").output))
        #expect(listed.contains("this  \(first) ") && listed.contains("\n  both  "))
        #expect(listed.contains("scored settle \(first) this|that|both"))
        // Where nobody can be asked, the answer belongs to the command.
        let open = try bo.run(["settle", first])
        #expect(open.code == 2 && open.talk.contains("both: both happened"), "\(open.talk)")
        #expect(try bo.run(["settle", "bo.999", "this"]).code == 1)
        try bo.scored("settle", first, "that")
        #expect(try bo.homeScore() == 2)
        #expect(try bo.run(["settle", first, "this"]).code == 1)
        #expect(try bo.homeScore() == 2)
        // At a terminal each question is asked.
        let second = try record(at: "03:00")
        guard let asked = try bo.run(["settle"], typing: "3") else { return }
        #expect(asked.output.contains("\(second): ") && asked.output.contains("1 this: \(second) "))
        #expect(try bo.homeScore() == 5)
    }

    @Test func aFixAsksIfItIsAboutOneMoveOrTwo() throws {
        let (mia, bo) = try game()
        try mia.scored("clock", "set", "04:31")
        try mia.scored("clock", "start")
        try mia.scored("clock", "stop")
        let words = ["move", "h4", "2", "--period", "1", "--at", "04:31", "--json"]
        let mine = try bo.run(words).document(RecordedDocument.self).entries[0]
        try mia.wait { try mia.homeScore() == 2 }
        try mia.scored("move", "h4", "2", "--period", "1", "--at", "04:31")
        try bo.wait { try bo.status().game?.copies == 1 }
        let refused = try bo.run(["fix", mine, "--player", "h7"])
        #expect(refused.code == 1 && refused.talk.contains("--two"), "\(refused.talk)")
        #expect(try bo.homeScore() == 2)
        if let asked = try bo.run(["fix", mine, "--player", "h7"], typing: "1") {
            #expect(asked.output.contains("[1/2, Enter: neither]"), "\(asked.output)")
        } else {
            try bo.scored("fix", mine, "--player", "h7", "--one")
        }
        #expect(try bo.homeScore() == 2 && bo.status().game?.copies == 1)
        try bo.scored("undo")
        try bo.scored("fix", mine, "--player", "h7", "--two")
        #expect(try bo.homeScore() == 4 && bo.status().game?.copies == 0)
    }
}
