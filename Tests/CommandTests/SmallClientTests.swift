import Documents
import Foundation
import Testing

@testable import Client

private enum SmallClient {
    /// True where there are Python and openssl.
    static let isFound =
        Keeper.shell("python3 -c 'import ssl' 2>/dev/null && openssl version >/dev/null 2>&1") == 0
}

/// The small client of `Protocol/small-client.md`, of Python and `openssl`, beside a real daemon.
@Suite(.enabled(if: SmallClient.isFound), .timeLimit(.minutes(3))) struct SmallClientTests {
    /// The client as a line of shell, with what it prints in a file.
    private func line(_ home: String, _ place: String, points: Int, to output: String) -> String {
        "timeout 40 python3 '\(Built.root)Tests/Small/client.py' '\(home)' \(place) \(points) "
            + ">'\(output)' 2>&1"
    }

    @Test func itShowsTheScoreAndCountsAsNoCopy() throws {
        let keepers = try Keeper.table(["ana", "bo"])
        let (ana, bo) = (keepers[0], keepers[1])
        let invite = try ana.run(["invite", "--json"]).document(InviteDocument.self)
        let place = try #require(invite.addresses.first)
        try ana.scored("new", "Hawks", "Owls", "--home", "4 Dee, 7 Eve", "--rules", "fiba")
        for player in ["h4", "h7"] { try ana.scored("move", player, "2") }
        // What Bo's device does is what the client does from now on, with its key and its charter.
        try bo.scored("down", "--now")
        let output = try bo.outside("output")
        #expect(bo.shell(line(bo.home, place, points: 4, to: output)) == 0)
        #expect(try String(contentsOfFile: output, encoding: .utf8).hasPrefix("4 points"))

        // Bo's device held what it acknowledged before; the client holds nothing that comes later.
        func state() throws -> PeerState? {
            try ana.status().peers.first { $0.name == "bo" }?.state
        }
        try ana.wait { try state() == .away }
        #expect(bo.shell(line(bo.home, place, points: 8, to: output) + " &") == 0)
        try ana.wait { try state() == .inSync }
        try ana.scored("move", "h4", "2")
        try ana.wait { try state() == .syncing }
        #expect(try ana.status().sync.unsynced == 1)
        try ana.scored("move", "h4", "2")
        try ana.wait {
            try String(contentsOfFile: output, encoding: .utf8).hasPrefix("8 points")
        }

        // The same with a key that nobody invited.
        let stranger = try bo.outside("stranger")
        let made = bo.shell(
            "mkdir '\(stranger)' && cp '\(bo.home)/charter' '\(stranger)' && openssl genpkey "
                + "-algorithm ED25519 -out '\(stranger)/identity.pem' 2>/dev/null")
        #expect(made == 0)
        #expect(bo.shell(line(stranger, place, points: 2, to: output)) != 0)
    }
}
