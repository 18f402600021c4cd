import Documents
import Foundation
import LocalAPI
import Net
import Testing

@testable import Client

/// Homes of real daemons that are copied and put back, and what people are told of it.
@Suite(.timeLimit(.minutes(5))) struct HomeCopyTests {
    private func kinds(_ keeper: Keeper) throws -> [String] {
        try #require(try keeper.status().identity).incidents.map(\.kind)
    }

    private func agree(_ keepers: [Keeper], on points: Int) throws {
        for keeper in keepers { try keeper.wait { try keeper.homeScore() == points } }
        try keepers[0].wait {
            Set(try keepers.map { try $0.status().sync.digest }).count == 1
        }
    }

    /// Mia and Bo keep a game, of which two points are recorded by Mia.
    private func game() throws -> (mia: Keeper, bo: Keeper, address: String) {
        let keepers = try Keeper.table(["mia", "bo"])
        try keepers[0].scored("new", "Hawks", "Owls", "--home", "4 Ana, 7 Bea", "--rules", "fiba")
        try keepers[0].scored("move", "h4", "2")
        try agree(keepers, on: 2)
        let invite = try keepers[1].scored("invite", "--json").document(InviteDocument.self)
        return (keepers[0], keepers[1], try #require(invite.addresses.first))
    }

    @Test func aCopyBesideTheOriginalLosesNothingAndIsTold() throws {
        let (mia, bo, address) = try game()
        try mia.scored("down", "--now")
        let copy = try Keeper()
        #expect(mia.shell("cp -a '\(mia.home)/.' '\(copy.home)/'") == 0)
        try mia.up(name: "mia", "--peer", address)
        try copy.up(name: "mia", "--peer", address)
        try mia.scored("move", "h4", "3")
        try copy.scored("move", "h7", "3")
        try agree([mia, copy, bo], on: 8)
        // Each tells what it can know: the copy that it is one, the original that there is one.
        #expect(try kinds(copy).contains("otherFolder"))
        #expect(try copy.warningCodes().contains("newIncarnation"))
        try mia.wait { try mia.warningCodes().contains("clone") }
        try bo.wait { try bo.warningCodes().contains("clone") }
        let told = try bo.scored("status").output
        #expect(told.contains("two copies of mia's home run at the same time"), "\(told)")
        #expect(try copy.scored("status").output.contains("continues as mia/2"))
        let devices = try bo.scored("devices", "--json").document(DevicesDocument.self)
        let line = try #require(devices.devices.first { $0.name == "mia" })
        #expect(line.incarnations >= 2)
        #expect(line.incidents?.map(\.kind).contains("peerClone") == true)
        // The warning stays until a person takes it as read, and a copy that comes after that warns again.
        try copy.kill()
        try bo.scored("doctor", "--acknowledge")
        #expect(try !bo.warningCodes().contains("clone"))
        try bo.kill()
        try bo.scored("up")
        #expect(try !bo.warningCodes().contains("clone"))
        try copy.scored("up")
        try bo.wait { try bo.warningCodes().contains("clone") }
        // Neither is ever seen again: a newcomer has what both recorded.
        try mia.kill()
        try copy.kill()
        let cy = try Keeper(up: "cy")
        let code = try #require(
            try bo.scored("invite", "--json").document(InviteDocument.self).codes.first?.code)
        try cy.scored("join", code, "--via", address)
        try agree([bo, cy], on: 8)
    }
}
