import Client
import Documents
import Foundation
import Net
import Testing

/// Homes, files and sockets that another account of the machine put in the way.
@Suite(.timeLimit(.minutes(2))) struct ForeignHomeTests {
    /// Only root can give a folder away.
    private static let isRoot = geteuid() == 0
    private static let stranger = 54_321
    private let keeper: Keeper

    init() throws { keeper = try Keeper() }

    private func shell(_ line: String) throws { try #require(keeper.shell(line) == 0, "\(line)") }

    private func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: keeper.home).sorted()
    }

    @Test(.enabled(if: isRoot)) func aHomeOfAnotherAccountIsRefused() throws {
        try shell("chown \(Self.stranger) '\(keeper.home)'")
        for words in [["up"], ["daemon"], ["new", "Hawks", "Owls"], ["web", "up"]] {
            let outcome = try keeper.run(words)
            #expect(outcome.code == 1, "\(words): \(outcome.talk)")
        }
        #expect(try keeper.run(["up"]).talk.contains("belongs to account \(Self.stranger)"))
        #expect(try names().isEmpty)
    }

    /// Its content is read from the disk, not asked for from a daemon there.
    @Test(.enabled(if: isRoot)) func aHomeOfAnotherAccountIsReadOnly() throws {
        try keeper.up(name: "mia")
        try keeper.scored("new", "Hawks", "Owls", "--home", "4 Ana", "--away", "5 Cy")
        try keeper.scored("move", "h4", "2")
        try shell("chown \(Self.stranger) '\(keeper.home)'")
        defer { _ = keeper.shell("chown 0 '\(keeper.home)'") }
        let before = try names()
        let box = try keeper.scored("box")
        #expect(box.output.contains("2 : 0"))
        #expect(box.talk.contains("belongs to account \(Self.stranger)"))
        #expect(try keeper.run(["move", "h4", "2"]).code == 1)
        let doctor = try keeper.run(["doctor", "--json"])
        let found = try doctor.document(DoctorDocument.self)
        #expect(doctor.code == 1 && found.checks.first?.subject == "home")
        #expect(!found.checks.contains { $0.subject == "disk" }, "nothing is written to time it")
        #expect(try names() == before)
    }

    /// As `sudo scored` in the home of a person.
    @Test(.enabled(if: isRoot)) func rootMakesNoHomeInTheFolderOfAnother() throws {
        try shell("chown \(Self.stranger) '\(keeper.home)'")
        let inner = keeper.home + "/local/state/scored"
        let outcome = try keeper.run(["up", "--state", inner])
        #expect(outcome.code == 1 && outcome.talk.contains("run scored as account"))
        #expect(try names().isEmpty)
    }

    @Test(.enabled(if: isRoot)) func aProcessOfAnotherAccountIsNotBelieved() throws {
        try keeper.up(name: "mia")
        try keeper.scored("new", "Hawks", "Owls", "--home", "4 Ana", "--away", "5 Cy")
        try keeper.scored("move", "h4", "2")
        try keeper.kill()
        let socket = keeper.home + "/scored.sock"
        try shell(
            """
            rm -f '\(socket)'; chmod 777 '\(keeper.home)'
            timeout 60 python3 -c "
            import os, socket, sys
            os.setuid(\(Self.stranger))
            door = socket.socket(socket.AF_UNIX)
            door.bind('\(socket)')
            door.listen()
            while True: door.accept()[0].close()
            " > /dev/null 2>&1 &
            echo $! > '\(try keeper.outside("process"))'
            """)
        defer { _ = keeper.shell("kill $(cat '\((try? keeper.outside("process")) ?? "")')") }
        try keeper.wait { FileManager.default.fileExists(atPath: socket) }
        try keeper.wait {
            (try? StateHome(self.keeper.home).connect()) == nil
                && self.keeper.shell("test -S '\(socket)'") == 0
        }
        let move = try keeper.run(["move", "h4", "2"])
        #expect(move.code == 1)
        #expect(move.talk.contains("another account, account \(Self.stranger)"), "\(move.talk)")
        #expect(move.talk.contains("nothing was recorded"))
        #expect(try keeper.scored("box").output.contains("2 : 0"))
        let found = try keeper.run(["doctor", "--json"]).document(DoctorDocument.self)
        #expect(found.checks.first?.subject == "daemon" && found.checks.first?.verdict == .failed)
    }

    /// No line of a daemon goes into a file outside of the home.
    @Test(arguments: ["link", "pipe", "folder"], ["diagnostics.txt", "web.log"])
    func diagnosticsFollowNoLink(kind: String, name: String) throws {
        let outside = try keeper.outside("bashrc")
        try Data("mine".utf8).write(to: URL(filePath: outside))
        let isOfPages = name == "web.log"
        let words = (isOfPages ? ["web"] : []) + ["up", "--listen", "127.0.0.1:0"]
        if isOfPages { try keeper.up(name: "mia") }
        let path = "\(keeper.home)/\(name)"
        switch kind {
        case "link": #expect(unsafe symlink(outside, path) == 0)
        case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
        default: #expect(unsafe mkdir(path, 0o700) == 0)
        }
        let outcome = try keeper.run(words)
        #expect(outcome.code == 1)
        #expect(outcome.talk.contains("it is a link, a folder or a pipe, not a file; move it away"))
        #expect(try String(contentsOfFile: outside, encoding: .utf8) == "mine")
        #expect((keeper.daemon == nil) != isOfPages)
        // The advice works.
        try FileManager.default.removeItem(atPath: path)
        #expect(try keeper.run(words).code == 0)
        try keeper.run(["web", "down"])
    }
}
