import Documents
import Foundation
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
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
        let damage = "00000001.seg: cannot be read (it is a link, a folder or a pipe)"
        #expect(daemon.ledger.damage.contains { $0.hasPrefix(damage) })
        try world.note("after", at: "a")
        #expect(try world.run { try world.notes(at: "a") == ["after"] })
        #expect(daemon.ledger.problem == nil)
    }

    private func post(_ route: String, _ body: some Encodable, _ daemon: ScoreDaemon) {
        let path = ["v1", route]
        let request = Request(.post, Target(path), body: JSON.encode(body))
        switch Router(daemon, version: "0").answer(request) {
        case .afterCommit: return
        default: Issue.record("\(route) was not recorded")
        }
    }

    private func move(_ world: DaemonWorld, _ name: String) throws {
        let daemon = try world.daemon(name)
        let home = TeamRequest(name: "H", roster: [RosterPlayer(number: "4", name: "Ana")])
        post("games", NewGameRequest(home: home, away: TeamRequest(name: "A")), daemon)
        #expect(try world.run { !daemon.ledger.book.table.games.isEmpty })
        post("moves", MoveRequest(player: "h4", kind: "2p"), daemon)
        let count = daemon.ledger.log.entryCount
        #expect(try world.run { daemon.ledger.book.entryCount >= count })
    }

    /// Nobody can reach its daemon any more, which therefore ends; what only it holds lies beside the home.
    @Test func aHomeThatIsDeletedEndsItsDaemonAndWhatOnlyItHoldsIsKept() throws {
        let world = try DaemonWorld()
        let daemon = try world.start("a")
        try move(world, "a")
        let moves = daemon.ledger.unsynced
        #expect(moves > 0)
        try FileManager.default.removeItem(atPath: world.home("a"))
        var failure: DaemonError?
        do throws(DaemonError) {
            try daemon.step(timeout: .zero)
        } catch {
            failure = error
        }
        guard case .homeRemoved(world.home("a"), moves, let kept?)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        let bytes = try Data(contentsOf: URL(filePath: kept))
        var intake = LogIntake(seal: daemon.ledger.seal)
        try intake.receive([UInt8](bytes))
        let log = try intake.finish()
        #expect(log.entryCount == daemon.ledger.log.entryCount)
        #expect(log.digest == daemon.ledger.digest)
        #expect(!FileManager.default.fileExists(atPath: world.home("a")))
    }

    @Test func whatAnotherDeviceHoldsIsNotKeptBesideADeletedHome() throws {
        let world = try DaemonWorld(table: "a", "b")
        try move(world, "b")
        let daemon = try world.daemon("b")
        #expect(try world.run { daemon.ledger.unsynced == 0 && world.areEqual() })
        try FileManager.default.removeItem(atPath: world.home("b"))
        #expect(
            throws: DaemonError.homeRemoved(world.home("b"), moves: 0, keptAt: nil)
        ) { try daemon.step(timeout: .zero) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: world.root) == ["a"])
        world.kill("b")
        #expect(try world.run { try !world.isLinked("a") })
    }

    /// A home that was moved is still on the disk: its daemon goes on.
    @Test func aHomeThatIsMovedEndsNothing() throws {
        let world = try DaemonWorld()
        let daemon = try world.start("a")
        try FileManager.default.moveItem(atPath: world.home("a"), toPath: world.home("moved"))
        try daemon.step(timeout: .zero)
        try world.note("kept", at: "a")
        #expect(try world.run { try world.notes(at: "a") == ["kept"] })
    }
}
