import Documents
import Testing

/// The log of a table on a stick: processes, homes and files as people have them.
@Suite struct LogFileTests {
    @Test(.timeLimit(.minutes(5)))
    func aFreshDeviceHoldsTheSameLogAndThenJoins() throws {
        let keepers = try Keeper.table(["mia", "bo"])
        let (mia, bo, cy) = (keepers[0], keepers[1], try Keeper())
        try cy.up(name: "cy")
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Cy, 7 Di")
        try mia.wait { try bo.status().game != nil }
        try mia.scored("move", "h7", "2")
        try bo.scored("move", "a5", "3")
        try mia.wait { try mia.status().sync.digest == bo.status().sync.digest }
        let stick = try mia.outside("stick.scoredlog")
        try mia.scored("export", "log", "--to", stick)
        let before = try mia.status()
        try cy.scored("import", stick)
        let status = try cy.status()
        #expect(status.sync.digest == before.sync.digest && status.table.id == before.table.id)
        #expect(status.game?.home.score == 2 && status.game?.away.score == 3)
        #expect(status.warnings.contains { $0.code == "archive" })
        for look in [["box"], ["log"], ["games"], ["export", "entries"], ["export", "gamelog"]] {
            #expect(try cy.run(look).code == 0, "\(look)")
        }
        for order in [["move", "h7", "2"], ["invite"], ["new", "A", "B"], ["note", "x"]] {
            #expect(try cy.run(order).code == 4, "\(order)")
        }
        #expect(try cy.run(["undo"]).code != 0)
        #expect(try cy.status().sync.digest == before.sync.digest)

        // What it writes itself comes to the same; it may be restored from that as well.
        let copy = try cy.outside("copy.scoredlog")
        try cy.scored("export", "log", "--to", copy)
        try mia.scored("import", copy)
        #expect(try mia.status().sync.digest == before.sync.digest)

        let invitation = try mia.scored("invite", "--json").document(InviteDocument.self)
        let address = try #require(invitation.addresses.first)
        try cy.scored("join", invitation.codes[0].code, "--via", address)
        try cy.scored("move", "h4", "2")
        try mia.wait { try mia.status().sync.digest == cy.status().sync.digest }
        #expect(try mia.homeScore() == 4)
        #expect(try cy.status().warnings.isEmpty)
    }
}
