import Documents
import Foundation
import LocalAPI
import Testing

/// The log of a table on a stick: processes, homes and files as people have them.
@Suite(.timeLimit(.minutes(5))) struct LogFileTests {
    private let mia: Keeper
    private let bo: Keeper
    private let cy: Keeper

    init() throws {
        mia = try Keeper()
        bo = try Keeper()
        cy = try Keeper()
    }

    /// Mia and Bo have kept a game together; Cy has a new device. The path of the log's file.
    private func begin() throws -> String {
        try mia.up(name: "Mia")
        try bo.up(name: "Bo")
        try cy.up(name: "Cy")
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana, 7 Bo", "--away", "5 Cy, 7 Di")
        try join(bo)
        try mia.wait { try self.bo.status().game != nil }
        try mia.scored("move", "h7", "2")
        try bo.scored("move", "a5", "3")
        try mia.wait { try self.mia.status().sync.digest == self.bo.status().sync.digest }
        let stick = try mia.outside("stick.scoredlog")
        try mia.scored("export", "log", "--to", stick)
        return stick
    }

    private func join(_ keeper: Keeper) throws {
        let invitation = try mia.scored("invite", "--json").document(InviteDocument.self)
        let address = try #require(invitation.addresses.first)
        try keeper.scored("join", invitation.codes[0].code, "--via", address)
    }

    @Test func aFreshDeviceHoldsTheSameLogAndThenJoins() throws {
        let stick = try begin()
        let before = try mia.status()
        let imported = try cy.scored("import", stick)
        #expect(imported.output.contains(before.sync.words))
        #expect(imported.talk.contains("scored join CODE"))
        let status = try cy.status()
        #expect(status.sync.digest == before.sync.digest)
        #expect(status.sync.words == before.sync.words && status.table.id == before.table.id)
        #expect(status.game?.home.score == 2 && status.game?.away.score == 3)
        #expect(status.warnings.contains { $0.code == "archive" })
        for look in [["box"], ["log"], ["games"], ["export", "entries"], ["export", "gamelog"]] {
            #expect(try cy.run(look).code == 0, "\(look)")
        }
        for order in [
            ["move", "h7", "2"], ["undo"], ["invite"], ["new", "A", "B"], ["note", "x"],
        ] {
            let refused = try cy.run(order)
            #expect(refused.code == (order == ["undo"] ? refused.code : 4), "\(order)")
            #expect(refused.code != 0, "\(order)")
        }
        #expect(try cy.run(["move", "h7", "2"]).talk.contains("scored leave"))
        #expect(try cy.status().sync.digest == before.sync.digest)

        // What it writes itself comes to the same; it may be restored from that as well.
        let copy = try cy.outside("copy.scoredlog")
        try cy.scored("export", "log", "--to", copy)
        #expect(try mia.scored("import", copy).output.contains("was here already"))

        try join(cy)
        try cy.scored("move", "h4", "2")
        try mia.wait { try self.mia.status().sync.digest == self.cy.status().sync.digest }
        #expect(try mia.status().game?.home.score == 4)
        #expect(try cy.status().warnings.isEmpty)
    }
}
