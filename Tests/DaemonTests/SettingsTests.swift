import Foundation
import MoveLog
import Net
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
