import Documents
import Foundation
import Testing

/// `doctor` on real homes: sound, damaged, open to others, obstructed, with and without a daemon.
@Suite(.timeLimit(.minutes(5))) struct DoctorTests {
    private let mia: Keeper

    init() throws {
        mia = try Keeper()
    }

    private func examine() throws -> (code: Int32, found: DoctorDocument) {
        let outcome = try mia.run(["doctor", "--json"])
        return (outcome.code, try outcome.document(DoctorDocument.self))
    }

    private func check(_ subject: String, in found: DoctorDocument) throws -> CheckDocument {
        try #require(found.checks.first { $0.subject == subject }, "\(found)")
    }

    @Test func aSoundDeviceHasNoFailureAndItsDiskIsMeasured() throws {
        try mia.up(name: "Mia")
        let (code, found) = try examine()
        #expect(code == 0)
        #expect(found.failed == 0)
        let disk = found.checks.filter { $0.subject == "disk" }
        let figures = disk.compactMap(\.figures).reduce(into: [:]) { $0.merge($1) { $1 } }
        #expect(try #require(figures["syncMedianMilliseconds"]) > 0)
        #expect(try #require(figures["freeBytes"]) > 0)
        #expect(try check("log", in: found).verdict == .fine)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: mia.home)
                .allSatisfy { !$0.contains("probe") })
        let text = try mia.scored("doctor").output
        #expect(text.contains("a move is durable after"))
        #expect(text.split(separator: "\n").last?.hasPrefix("0 failed, ") == true)
    }

    /// The commands that `doctor` and `up` print work in the state in which they print them.
    @Test func adviceIsFollowedLiterally() throws {
        try mia.up(name: "Mia")
        // As doctor advises where a device is away.
        let named = try mia.run(["up", "--peer", "127.0.0.1:9"])
        #expect(named.code == 0 && (named.output + named.talk).contains("127.0.0.1:9 is dialled"))
        #expect(try mia.run(["up", "--discovery"]).code == 0)
        #expect(try mia.run(["up", "--no-discovery"]).code == 0)
        // A change that waits for a start names the commands; `down` must not wait for others.
        let late = try mia.run(["up", "--listen", "127.0.0.1:0"])
        #expect(late.code == 1)
        let advice = try #require(late.talk.components(separatedBy: "starts: ").last)
        let commands = advice.components(separatedBy: ", then ")
        #expect(commands.count == 2)
        for command in commands {
            let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
            try #require(words.first == "scored")
            #expect(try mia.run(Array(words.dropFirst())).code == 0, "\(command)")
        }
    }

    @Test func aFreshHomeIsNotTouched() throws {
        let (code, found) = try examine()
        #expect(code == 0)
        #expect(try check("home", in: found).advice == "start or join a table: scored")
        #expect(try FileManager.default.contentsOfDirectory(atPath: mia.home).isEmpty)
    }

    /// What fails stands first, is said with what to do, and makes the exit code 1.
    @Test(arguments: ["key", "damage", "pipe", "charter", "folder", "empty"])
    func whatFailsIsSaidFirst(fault: String) throws {
        try mia.up(name: "Mia")
        try mia.scored("new", "Hawks", "Owls", "--home", "4 Ana", "--away", "5 Cy")
        try mia.scored("move", "h4", "2")
        try mia.scored("down", "--now")
        let subject = try inflict(fault)
        let (code, found) = try examine()
        #expect(code == 1)
        let first = try #require(found.checks.first)
        #expect(first.verdict == .failed)
        #expect(first.subject == subject, "\(found.checks)")
        #expect(first.advice != nil)
        #expect(found.failed >= 1)
        #expect(try mia.run(["doctor"]).output.hasPrefix("FAILED "))
    }

    private func inflict(_ fault: String) throws -> String {
        let files = FileManager.default
        switch fault {
        case "key":
            try files.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: mia.home + "/identity.pem")
            return "permissions"
        case "damage":
            let path = mia.home + "/log/00000001.seg"
            var bytes = try Data(contentsOf: URL(filePath: path))
            bytes[100] ^= 0xff
            try bytes.write(to: URL(filePath: path))
        case "pipe":
            try files.removeItem(atPath: mia.home + "/charter")
            try #require(mia.shell("mkfifo '\(mia.home)/charter' -m 600") == 0)
            return "identity"
        case "charter":
            // With its copy gone, too.
            for name in ["charter", "settings.json"] {
                try files.removeItem(atPath: "\(mia.home)/\(name)")
            }
        case "empty":
            try #require(mia.shell(": > '\(mia.home)/identity.pem'") == 0)
            return "identity"
        default:
            try #require(
                mia.shell(
                    "rm '\(mia.home)/identity.pem' && mkdir -m 700 '\(mia.home)/identity.pem'") == 0
            )
            return "identity"
        }
        return "log"
    }

    /// Files that the next start makes again are no failure.
    @Test(arguments: ["charter", "settings.json"])
    func whatTheNextStartMendsIsAWarning(name: String) throws {
        try mia.up(name: "Mia")
        try mia.scored("down", "--now")
        try #require(mia.shell(": > '\(mia.home)/\(name)'") == 0)
        let (code, found) = try examine()
        #expect(code == 0 && found.failed == 0)
        let home = try check("home", in: found)
        #expect(home.verdict == .warning && home.text.contains(name))
    }

    /// A daemon that hangs is told apart from one that is not there.
    @Test func aDaemonThatDoesNotAnswerIsAFailure() throws {
        try mia.up(name: "Mia")
        let process = try #require(mia.daemon)
        Foundation.kill(process, SIGSTOP)
        defer { Foundation.kill(process, SIGCONT) }
        let (code, found) = try examine()
        #expect(code == 1)
        #expect(try check("daemon", in: found).verdict == .failed)
    }
}
