import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Scorebook
import TLS
import Testing

@testable import API
@testable import Daemon

/// What is remembered beside the log: some of it before anybody is told, the rest when there is time.
@Suite(.timeLimit(.minutes(2))) struct SettingsTests {
    private func kept(in home: String) throws -> Settings {
        let file = URL(filePath: home + "/settings.json")
        guard let bytes = try? Data(contentsOf: file) else { return Settings() }
        return try JSONDecoder().decode(Settings.self, from: bytes)
    }

    @Test func whatIsNotedIsKeptWithTheNextChangeOrWhenThereIsTime() throws {
        let world = try DaemonWorld()
        let path = world.home("a")
        let home = try Home(path)
        home.change { $0.port = 7420 }
        #expect(home.settings.port == 7420)
        #expect(try kept(in: path).port == nil)
        home.update { $0.keeper = "Mia" }
        #expect(try kept(in: path).port == 7420)
        home.change { $0.port = 7421 }
        home.write()
        #expect(try kept(in: path).port == 7421)
        #expect(try kept(in: path).keeper == "Mia")
    }

    /// Settings of the version before have this text.
    @Test func theCurrentGameIsKeptAsText() throws {
        let world = try DaemonWorld()
        let path = world.home("a")
        let author = try #require(AuthorID([UInt8](repeating: 0xAB, count: 16)))
        let game = EntryID(author: author, sequence: 7)
        try Home(path).update { $0.use(game) }
        #expect(try kept(in: path).gameID == game)
        let digits = String(repeating: "ab", count: 16)
        let text = try String(contentsOfFile: path + "/settings.json", encoding: .utf8)
        #expect(text.contains("\"game\":\"\(digits).7\""))
        for wrong in ["", "7", digits, "\(digits).0", "\(digits).-7", "abab.7", "\(digits).7.7"] {
            let json = Data("{\"game\":\"\(wrong)\",\"keeper\":\"Mia\"}".utf8)
            let settings = try JSONDecoder().decode(Settings.self, from: json)
            #expect(settings.gameID == nil && settings.keeper == "Mia", "\(wrong)")
        }
    }

    /// Nothing else is written in the meantime, and the daemon need not end in order.
    @Test func whereAPeerWasIsKeptSoonAfterTheLink() throws {
        let world = try DaemonWorld()
        let ana = try world.start("ana")
        try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        #expect(try world.run { try world.isLinked("bo") && world.areEqual() })
        try world.stop("bo")
        let bo = try world.start("bo", peers: [try #require(ana.peering.listening)])
        bo.home.update { settings in
            settings.remembered = [:]
            settings.port = nil
        }
        let isKept = try world.run {
            try world.isLinked("bo") && !self.kept(in: world.home("bo")).remembered.isEmpty
        }
        #expect(isKept)
        world.kill("bo")
    }

    /// A crash behind the switch must not leave a member that knows where nobody is.
    @Test func whoJoinsKeepsWhereTheInviterIsAtOnce() throws {
        let world = try DaemonWorld(table: "ana", "bo")
        #expect(try kept(in: world.home("bo")).remembered.isEmpty == false)
    }

    @Test func theFramesOfATurnGoIntoOneRecord() throws {
        let listener = try Listener.listening(on: .loopback(port: 0))
        let near = try TLS.TLSContext(identity: Identity.generate())
        let far = try TLS.TLSContext(identity: Identity.generate()).accept(
            admits: { _ in true }, codeKey: { _ in nil })
        let link = PeerLink(
            LinkID(rawValue: 1), try StreamSocket.connecting(to: try #require(listener.address)),
            try near.dial(admits: { _ in true }), .dialled(1), at: .zero)
        var events: [SecureChannel.Event] = []
        for _ in 0..<4 {
            far.receive(link.channel.takeOutput())
            link.channel.receive(far.takeOutput())
            events += far.takeEvents()
        }
        #expect(events.count == 1)
        link.send([UInt8](repeating: 1, count: 100))
        link.send([UInt8](repeating: 2, count: 50))
        #expect(link.channel.outputBytes == 0)
        link.sendQueued()
        #expect(link.channel.outputBytes == 100 + 50 + 22)
        far.receive(link.channel.takeOutput())
        guard case .data(let bytes)? = far.takeEvents().first else {
            Issue.record("nothing came")
            return
        }
        #expect(bytes == [UInt8](repeating: 1, count: 100) + [UInt8](repeating: 2, count: 50))
        // What fills a record waits for nothing.
        link.send([UInt8](repeating: 3, count: DaemonLimits.recordBytesMax))
        #expect(link.channel.outputBytes > DaemonLimits.recordBytesMax)
    }
}

/// What the operator said once holds for every later start, such as that of a client that found no daemon.
@Suite(.timeLimit(.minutes(1))) struct RememberedOptionsTests {
    @Test func announcementsAreLeftOutUntilTheyAreWantedAgain() throws {
        let world = try DaemonWorld()
        func start(_ change: (inout DaemonOptions) -> Void) throws -> (isTold: Bool, Settings) {
            var options = DaemonOptions(home: world.home("a"))
            options.listen = .loopback(port: 0)
            change(&options)
            let daemon = try ScoreDaemon(
                options, write: { _ in }, answering: { Router($0, version: "0") })
            defer { daemon.peering.setOnline(false) }
            return (daemon.peering.discovery != nil, daemon.home.settings)
        }
        _ = try start { $0.isDiscovering = false }
        try Home(world.home("a")).update { $0.isOnline = true }
        let (isTold, settings) = try start { _ in }
        #expect(!isTold && !settings.isDiscovering)
        // Offline, so that nothing is announced here.
        let (_, wanted) = try start { $0.isDiscovering = true }
        #expect(wanted.isDiscovering)
        let (_, later) = try start { $0.discoveryPort = 7777 }
        #expect(later.isDiscovering && later.discoveryPort == 7777)
        #expect(try start { _ in }.1.discoveryPort == 7777)
    }
}

/// A daemon whose home lost files.
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
        // The settings have a copy of the charter.
        for name in [name, "settings.json"] { try remove(name, world) }
        #expect(throws: DaemonError.missing(path: world.home("a") + "/" + name)) {
            try world.start("a")
        }
        #expect(!FileManager.default.fileExists(atPath: world.home("a") + "/" + name))
    }

    @Test func aLostKeyIsNotReplacedBesideALog() throws {
        let world = try DaemonWorld()
        _ = try used(world)
        for name in ["identity.pem", "charter", "settings.json"] { try remove(name, world) }
        #expect(throws: DaemonError.self) { try world.start("a") }
        #expect(!FileManager.default.fileExists(atPath: world.home("a") + "/identity.pem"))
    }

    private func write(_ content: Content, to name: String, _ world: DaemonWorld) throws {
        let file = URL(filePath: world.home("a") + "/" + name)
        switch content {
        case .gone: try remove(name, world)
        case .empty: try Data().write(to: file)
        case .zeros: try Data(count: try Data(contentsOf: file).count).write(to: file)
        }
    }

    enum Content: CaseIterable { case empty, zeros, gone }

    @Test(arguments: Content.allCases) func aCharterIsWrittenAgainFromItsCopy(
        content: Content
    ) throws {
        let world = try DaemonWorld()
        let author = try used(world)
        let path = URL(filePath: world.home("a") + "/charter")
        let charter = try Data(contentsOf: path)
        try write(content, to: "charter", world)
        let daemon = try world.start("a")
        #expect(try Data(contentsOf: path) == charter)
        #expect(daemon.ledger.replica.author == author)
        #expect(daemon.home.warnings.count { $0.contains("charter") } == 1)
        #expect(try world.notes(at: "a") == ["kept"])
        let kept = FileManager.default.fileExists(atPath: path.path + ".damaged")
        #expect(kept == (content != .gone))
    }

    /// The copy is that of the table of the settings, or none.
    @Test func aCharterOfAnotherTableIsNoCopy() throws {
        let world = try DaemonWorld()
        _ = try used(world)
        let file = URL(filePath: world.home("a") + "/settings.json")
        var settings = try JSON.decode(Settings.self, from: Array(Data(contentsOf: file)))
        settings.mark?.table = String(repeating: "0", count: 64)
        try Data(JSON.encode(settings)).write(to: file)
        try write(.empty, to: "charter", world)
        #expect(throws: DaemonError.self) { try world.start("a") }
    }

    @Test(arguments: [Content.empty, .zeros]) func damagedSettingsAreMadeAgainAndKeptAside(
        content: Content
    ) throws {
        let world = try DaemonWorld()
        let author = try used(world)
        try write(content, to: "settings.json", world)
        let damaged = try Data(contentsOf: URL(filePath: world.home("a") + "/settings.json"))
        try world.start("a")
        #expect(try world.daemon("a").ledger.replica.author == author)
        #expect(try world.notes(at: "a") == ["kept"])
        #expect(try world.daemon("a").home.warnings.count == 1)
        let kept = world.home("a") + "/settings.json.damaged"
        #expect(try Data(contentsOf: URL(filePath: kept)) == damaged)
        try world.stop("a")
        #expect(try world.start("a").home.warnings.isEmpty)
    }

    /// Nothing tells then that the log was ever used.
    @Test func withDamagedSettingsAnEmptyLogBeginsAnIncarnation() throws {
        let world = try DaemonWorld()
        let author = try used(world)
        try write(.empty, to: "settings.json", world)
        try remove("log", world)
        #expect(try world.start("a").ledger.replica.author != author)
    }

    @Test(arguments: [Content.empty, .zeros]) func aDamagedKeyStaysAndNothingIsRecorded(
        content: Content
    ) throws {
        let world = try DaemonWorld()
        _ = try used(world)
        try write(content, to: "identity.pem", world)
        let path = URL(filePath: world.home("a") + "/identity.pem")
        let damaged = try Data(contentsOf: path)
        let error = #expect(throws: DaemonError.self) { try world.start("a") }
        #expect(error?.description.contains("scored export gamelog") == true)
        #expect(try Data(contentsOf: path) == damaged)
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

    private func post(_ route: Route, _ body: some Encodable, _ daemon: ScoreDaemon) {
        let answer = Router(daemon, version: "0").answer(Request(to: route, body))
        #expect(answer.acknowledgement != nil, "\(route) was not recorded")
    }

    private func move(_ world: DaemonWorld, _ name: String) throws {
        let daemon = try world.daemon(name)
        let home = TeamRequest(name: "H", roster: [RosterPlayer(number: "4", name: "Ana")])
        post(.newGame, NewGameRequest(home: home, away: TeamRequest(name: "A")), daemon)
        #expect(try world.run { !daemon.ledger.book.table.games.isEmpty })
        post(.moves, MoveRequest(player: "h4", kind: "2p"), daemon)
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
