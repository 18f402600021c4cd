import Foundation
import MoveLog
import Testing

@testable import Daemon

/// What a daemon does when files of its home are gone.
@Suite(.timeLimit(.minutes(1))) struct HomeLossTests {
    private func used(_ world: DaemonWorld) throws -> AuthorID {
        try world.start("a")
        try world.note("kept", at: "a")
        _ = try world.run { try world.notes(at: "a").count == 1 }
        let author = try world.daemon("a").ledger.replica.author
        try world.stop("a")
        return author
    }

    private func remove(_ name: String, _ world: DaemonWorld) throws {
        try FileManager.default.removeItem(atPath: world.home("a") + "/" + name)
    }

    @Test(arguments: ["identity.pem", "charter"])
    func aFileThatSaysWhoTheDeviceIsIsNeverMadeAnew(name: String) throws {
        let world = try DaemonWorld()
        _ = try used(world)
        try remove(name, world)
        #expect(throws: DaemonError.missing(path: world.home("a") + "/" + name)) {
            try world.start("a")
        }
        #expect(!FileManager.default.fileExists(atPath: world.home("a") + "/" + name))
    }

    @Test func aLogThatIsGoneEndsTheIncarnationAndIsTold() throws {
        let world = try DaemonWorld()
        let author = try used(world)
        try remove("log", world)
        let daemon = try world.start("a")
        #expect(daemon.ledger.replica.author != author)
        #expect(daemon.home.warnings.contains { $0.contains("the log was empty") })
    }

    /// The first author of a founder needs no entry on its disk to be gone on with.
    @Test(arguments: [0, 262_144])
    func aLogThatIsCutToNothingEndsTheIncarnationAndIsTold(bytes: Int) throws {
        let world = try DaemonWorld()
        let author = try used(world)
        let path = world.home("a") + "/log/00000001.seg"
        try Data(count: bytes).write(to: URL(filePath: path))
        let daemon = try world.start("a")
        #expect(daemon.ledger.replica.author != author)
        #expect(daemon.home.warnings.contains { $0.contains("the log was empty") })
    }

    @Test(arguments: ["folder", "loop", "pipe"])
    func whatStandsInASegmentsPlaceIsToldAndRecordedPast(kind: String) throws {
        let world = try DaemonWorld()
        let author = try used(world)
        let path = world.home("a") + "/log/00000001.seg"
        try FileManager.default.removeItem(atPath: path)
        switch kind {
        case "folder": #expect(unsafe mkdir(path, 0o700) == 0)
        case "loop": #expect(unsafe symlink("00000001.seg", path) == 0)
        default: #expect(unsafe mkfifo(path, 0o600) == 0)
        }
        let daemon = try world.start("a")
        #expect(daemon.ledger.replica.author != author)
        let damage = "00000001.seg: not readable (it is a link, a folder or a pipe)"
        #expect(daemon.ledger.damage.contains { $0.hasPrefix(damage) })
        try world.note("after", at: "a")
        #expect(try world.run { try world.notes(at: "a") == ["after"] })
        #expect(daemon.ledger.problem == nil)
    }
}
