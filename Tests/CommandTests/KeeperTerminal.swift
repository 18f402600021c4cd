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

    /// Runs a command at a terminal of its own, of which all that it shows is the output, and types
    /// a line into it. Nil where there is no `script` of util-linux to make one.
    func run(_ words: [String], typing answer: String) throws -> Outcome? {
        guard shell("script --version >/dev/null 2>&1") == 0 else { return nil }
        let file = "/tmp/keeper-\(String(UInt64.random(in: 0 ... .max), radix: 36)).sh"
        defer { try? FileManager.default.removeItem(atPath: file) }
        // In the foreground of the terminal, else the first read would stop it.
        let line = self.line(words).replacing("'timeout'", with: "timeout --foreground")
        try (line + "\n").write(toFile: file, atomically: false, encoding: .utf8)
        let shown = file + ".out"
        defer { try? FileManager.default.removeItem(atPath: shown) }
        let code = shell(
            "echo \(answer) | script --quiet --return --command 'sh \(file)' /dev/null >\(shown)")
        let output = try String(contentsOfFile: shown, encoding: .utf8)
        return Outcome(code: code, output: output, talk: output)
    }
}
