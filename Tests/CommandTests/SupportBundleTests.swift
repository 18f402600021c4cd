import Documents
import Foundation
import Testing

/// `doctor --bundle` in a home that is full of odd names.
@Suite(.timeLimit(.minutes(5))) struct SupportBundleTests {
    private static let names = [
        "Zoé Quillfeather", "Xanthippe", "Grzegżółka", "Ñandúes", "Brobdingnag", "Wojtyłek",
        "Pumpernickel", "Halle", "blarneystone", "Checked",
    ]
    private static let address = "10.77.12.34:7420"
    private let mia: Keeper

    init() throws {
        mia = try Keeper()
        try mia.up(name: Self.names[0], "--peer", Self.address)
        try mia.scored(
            "new", Self.names[2], "\(Self.names[3]) \(Self.names[9])", "--home",
            "4 \(Self.names[4])",
            "--away",
            "5 \(Self.names[5])")
        try mia.scored("move", "h4", "2")
        try mia.scored("note", "\(Self.names[6]) \(Self.names[8])")
        try mia.scored("table", Self.names[7])
        // Diagnostics have what other devices call themselves, and where they are.
        let line =
            "2026-11-29T05:55:41.097+00:00 warning: closed a connection to Xanthippe at "
            + "\(Self.address), xanthippe ada-oslo-tango-mike 9F3A-77KQ\n"
        let path = mia.home + "/diagnostics.txt"
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data(line.utf8))
        try file.close()
    }

    @Test(arguments: [true, false])
    func itNamesNobody(isRunning: Bool) throws {
        let status = try mia.status()
        let invitation = try? mia.run(["invite", "--json"]).document(InviteDocument.self)
        if !isRunning { try mia.scored("down", "--now") }
        let path = try mia.outside("bundle.txt")
        let outcome = try mia.run(["doctor", "--bundle", path])
        #expect(outcome.code == 0, "\(outcome.talk)")
        #expect(outcome.talk.contains(path) && outcome.talk.contains("look at it"))
        let bundle = try String(contentsOfFile: path, encoding: .utf8)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)

        let key = try String(contentsOfFile: mia.home + "/identity.pem", encoding: .utf8)
        var secrets = Self.names.flatMap { $0.split(separator: " ").map(String.init) }
        secrets += key.split(separator: "\n").filter { !$0.hasPrefix("-") }.map(String.init)
        secrets += [
            mia.home, Self.address, "10.77.12.34", "127.0.0.1", "9F3A", "xanthippe", "ada-oslo",
            status.device.id, status.device.author, status.table.id, status.table.words,
            status.sync.digest, status.sync.words, status.device.name,
        ]
        secrets += status.games.map(\.name)
        if let invitation { secrets += invitation.codes.map(\.code) }
        for secret in secrets where !secret.isEmpty {
            #expect(!bundle.lowercased().contains(secret.lowercased()), "\(secret)")
        }
        // A helper finds these.
        for part in [
            "[program]\nscored ", "log: segment ", "entries \(status.sync.entries)",
            "fixed peers 1", "GB · on the disk of ·", "signatures · digest ·",
            "(median of ", "warning: closed a connection to · at ·",
            "listens on ·",
        ] {
            #expect(bundle.contains(part), "\(part) in \(bundle)")
        }
        #expect(bundle.contains("scored_entries \(status.sync.entries)") == isRunning)
        #expect(bundle.contains("daemon does not answer") != isRunning)
        #expect(bundle.contains("fine version: scored 0.") == isRunning)
    }

    @Test func nothingIsOverwrittenUnasked() throws {
        let path = try mia.outside("bundle.txt")
        try "mine".write(toFile: path, atomically: false, encoding: .utf8)
        #expect(try mia.run(["doctor", "--bundle", path]).code == 1)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        try mia.scored("doctor", "--bundle", path, "--force")
        #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("scored support"))
        #expect(try mia.run(["doctor", path]).code == 2)
        #expect(try mia.run(["doctor", "--bundle", path, "--recover"]).code == 2)
        #expect(try mia.run(["doctor", "--bundle", mia.home + "/x"]).code == 1)
    }

    @Test func aHomeWithoutADeviceHasABundle() throws {
        let fresh = try Keeper()
        let path = try fresh.outside("bundle.txt")
        #expect(try fresh.run(["doctor", "--bundle", path]).code == 0)
        let bundle = try String(contentsOfFile: path, encoding: .utf8)
        #expect(bundle.contains("[status]\ncannot be read") && !bundle.contains(fresh.home))
    }
}
