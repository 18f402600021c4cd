import Client
import Documents
import Testing

/// `status` as scripts and people at the table ask it.
@Suite(.timeLimit(.minutes(4))) struct StatusCommandTests {
    private func check(_ keeper: Keeper) throws -> ExitCode? {
        let outcome = try keeper.run(["status", "--check"])
        #expect(outcome.talk.isEmpty)
        #expect(outcome.output.isEmpty == (outcome.code == 0))
        return ExitCode(rawValue: outcome.code)
    }

    @Test func theCheckSeesWhatWaitsForAPerson() throws {
        let keepers = try Keeper.table(["mia", "bo"])
        let (mia, bo) = (keepers[0], keepers[1])
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana", "--away", "5 Cy")
        try mia.scored("track", "home")
        try bo.wait { try bo.status().game != nil }
        // Nobody tracks Cy.
        #expect(try check(mia) == .attention)
        try bo.scored("track", "away")
        try mia.wait { try self.check(mia) == .done }
        // Entries that are only here, though others have joined: a move, and how the clocks compare.
        try bo.scored("offline")
        try bo.scored("move", "a5", "2")
        #expect(try check(bo) == .attention)
        let lines = try bo.run(["status", "--check"]).lines
        #expect(lines.count == 1 && lines[0].contains("2 entries exist only here"))
        try bo.scored("online")
        try bo.wait { try self.check(bo) == .done }
        // A newer game is on, and this device stays with the one that it keeps.
        try mia.scored("new", "Red", "Blue", "--home", "4 Ida")
        try mia.scored("move", "h4", "2")
        try bo.wait { try bo.status().newerGame == "red-blue" }
        #expect(try check(bo) == .attention)
        let move = try bo.scored("move", "a5", "2")
        #expect(move.talk.contains("recorded in hawks-owls; a newer game is on: red-blue"))
        // The keeper is away: nobody sees the moves of Cy.
        try mia.scored("use", "hawks-owls")
        try bo.kill()
        try mia.wait { try mia.status().warnings.contains { $0.code == "uncovered" } }
        #expect(try check(mia) == .attention)
        for keeper in keepers { try keeper.run(["down", "--now"]) }
    }

    @Test func theCheckSeesAGameThatIsNotSigned() throws {
        let mia = try Keeper(up: "mia")
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana", "--away", "5 Cy")
        try mia.scored("move", "h4", "2")
        try mia.scored("end", "--yes")
        try mia.scored("new", "Red", "Blue")
        #expect(try check(mia) == .attention)
        let lines = try mia.run(["status", "--check"]).lines
        #expect(lines.count == 1 && lines[0].contains("hawks-owls"))
        try mia.scored("sign", "--game", "hawks-owls")
        #expect(try check(mia) == .done)
    }

    @Test func everyExitCodeIsInTheHelp() throws {
        let page = try Keeper().scored("help", "exit-codes").output
        for code in ExitCode.allCases { #expect(page.contains("\n  \(code.rawValue)  ")) }
    }
}
