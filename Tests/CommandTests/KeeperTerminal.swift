import Documents
import Foundation
import Testing

extension Keeper {
    /// Founds a table with a keeper of each name.
    static func table(_ names: [String]) throws -> [Keeper] {
        let keepers = try names.map { name in
            let keeper = try Keeper()
            try keeper.up(name: name)
            return keeper
        }
        let words = ["invite", "--json", "--count", "\(max(1, names.count - 1))"]
        let invite = try keepers[0].run(words).document(InviteDocument.self)
        let place = try #require(invite.addresses.first)
        for (keeper, invitation) in zip(keepers.dropFirst(), invite.codes) {
            try keeper.scored("join", invitation.code, "--via", place)
        }
        return keepers
    }

    /// Runs a command at a terminal of its own into which the keeper has typed already.
    func run(_ words: [String], typing line: String) throws -> Outcome {
        let master = posix_openpt(O_RDWR | O_NOCTTY)
        try #require(master >= 0)
        defer { close(master) }
        try #require(grantpt(master) == 0 && unlockpt(master) == 0)
        let terminal = try #require(unsafe ptsname(master).map { unsafe String(cString: $0) })
        let typed = Array((line + "\n").utf8)
        try #require(unsafe write(master, typed, typed.count) == typed.count)
        return try run(words, from: terminal)
    }
}
