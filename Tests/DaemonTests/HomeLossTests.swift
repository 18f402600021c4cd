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
}
