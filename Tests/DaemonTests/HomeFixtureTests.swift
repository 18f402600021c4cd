import Documents
import Foundation
import LocalAPI
import Net
import Testing

@testable import API
@testable import Daemon
@testable import MoveLog
@testable import Storage

/// Homes and log files of released versions, of which each is in `Tests/Fixtures/homes/VERSION`
/// (made by `Tests/Versions/make_home.py`): this version opens them with the same result.
@Suite struct HomeFixtureTests {
    private struct Expected: Decodable {
        let table: String
        let digest: String
        let words: String
        let entries: Int
        let game: String
        let home: Int
        let away: Int
        let isOfficial: Bool
        let points: [String: Int]
    }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/homes").standardizedFileURL

    /// Every version that was released; none may be taken away.
    private static let versions = ["0.9.0"]

    private func expected(_ version: String) throws -> Expected {
        let bytes = try Data(contentsOf: Self.folder.appending(path: "\(version)/expected.json"))
        return try JSON.decode(Expected.self, from: Array(bytes))
    }

    /// A copy of a version's home, as its device left it; removed at the end.
    private func withHome(_ version: String, _ body: (String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "scored-fixture-\(UUID().uuidString.prefix(8))"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.copyItem(
            at: Self.folder.appending(path: "\(version)/home"), to: URL(filePath: path))
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            let file = "\(path)/\(name)"
            let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: file)) != nil
            try FileManager.default.setAttributes(
                [.posixPermissions: isFolder ? 0o700 : 0o600], ofItemAtPath: file)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        try body(path)
    }

    private func contents(of path: String) throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
            contents[name] = try? Data(contentsOf: URL(filePath: "\(path)/\(name)"))
        }
        return contents
    }

    private func check(_ game: GameDocument, _ expected: Expected) {
        #expect(game.home.score == expected.home && game.away.score == expected.away)
        #expect(game.isOfficial == expected.isOfficial)
        let players = game.home.players + game.away.players
        let points = Dictionary(players.map { ($0.name, $0.points) }, uniquingKeysWith: +)
        #expect(points == expected.points)
    }

    @Test func everyFixtureIsListed() throws {
        let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(found) == Set(Self.versions))
    }

    @Test(arguments: versions) func aHomeIsReadWithEqualDigestBoardAndSignatures(
        version: String
    ) throws {
        let expected = try expected(version)
        try withHome(version) { path in
            let before = try contents(of: path)
            let found = try Verification.document(ofHome: path)
            #expect(found.isSound && found.problems.isEmpty, "\(found.problems)")
            #expect(found.digest == expected.digest && found.heads > 0)
            let desk = try OfflineAPI(home: path, version: "0")
            func read<Document: Decodable>(_ path: [String]) throws -> Document {
                try JSON.decode(
                    Document.self, from: desk.answer(Request(.get, Target(path))).body)
            }
            let status: StatusDocument = try read(["v1", "status"])
            #expect(status.table.id == expected.table)
            #expect(status.sync.digest == expected.digest)
            #expect(status.sync.words == expected.words)
            #expect(status.sync.entries == expected.entries)
            #expect(status.sync.unknownKinds == 0 && status.storage.damage.isEmpty)
            check(try read(["v1", "games", expected.game]), expected)
            #expect(try contents(of: path) == before)
        }
    }

    /// A daemon goes on in it: as a new author, since the home has moved.
    @Test(arguments: versions) func aDaemonGoesOnInAHome(version: String) throws {
        let expected = try expected(version)
        try withHome(version) { path in
            var options = DaemonOptions(home: path)
            options.listen = .loopback(port: 0)
            options.isDiscovering = false
            var router: Router?
            let daemon = try ScoreDaemon(options, write: { _ in }) {
                let made = Router($0, version: "0")
                router = made
                return made
            }
            let ledger = daemon.ledger
            #expect(ledger.log.charter.table.description == expected.table)
            #expect(ledger.log.entryCount >= expected.entries && ledger.damage.isEmpty)
            let order = Request(to: .notes, NoteRequest(game: expected.game, text: "later"))
            guard case .afterCommit(let give) = try #require(router).answer(order) else {
                Issue.record("the note is recorded")
                return
            }
            try daemon.step(timeout: .zero)
            #expect(give().status == .ok)
            #expect(ledger.log.entryCount > expected.entries)
            try daemon.end()
            #expect(try Verification.document(ofHome: path).isSound)
        }
    }

    @Test(arguments: versions) func aLogFileIsReadWithEqualDigest(version: String) throws {
        let expected = try expected(version)
        let bytes = try Data(contentsOf: Self.folder.appending(path: "\(version)/table.log"))
        let bench = try APIBench()
        var intake = LogIntake(seal: bench.ledger.seal)
        try intake.receive(Array(bytes))
        let log = try intake.finish()
        #expect(log.charter.table.description == expected.table)
        #expect(log.digest.description == expected.digest && log.entryCount == expected.entries)
    }

    /// The words of a daemon that does not start in a home.
    private func refusal(of path: String) throws -> String {
        var options = DaemonOptions(home: path)
        options.listen = .loopback(port: 0)
        options.isDiscovering = false
        let reason = #expect(throws: DaemonError.self) {
            try ScoreDaemon(
                options, write: { _ in }, answering: { Router($0, version: "0") })
        }
        return "\(try #require(reason))"
    }

    /// A log of a later format, as after a downgrade: no daemon starts, nothing is changed, and the
    /// words say what to do.
    @Test(arguments: versions) func aLaterFormatIsRefusedUntouched(version: String) throws {
        try withHome(version) { path in
            let segment = URL(filePath: path + "/log/00000001.seg")
            var bytes = Array(try Data(contentsOf: segment))
            var header = try #require(SegmentHeader(file: bytes))
            header.version += 1
            bytes.replaceSubrange(0..<SegmentHeader.length, with: header.bytes)
            try Data(bytes).write(to: segment)
            let before = try contents(of: path)
            let words = try refusal(of: path)
            #expect(
                words.contains("format 2") && words.contains("nothing was changed")
                    && words.contains("newer version"), "\(words)")
            let after = try contents(of: path).filter { before[$0.key] != nil }
            #expect(after == before)
            // Files that a start creates before it reads the log carry nothing.
            #expect(throws: (any Error).self) { try OfflineAPI(home: path, version: "0") }
        }
    }

    /// The same of settings that a later version wrote, whatever else is in them.
    @Test(arguments: [#"{"schema":2,"peers":7}"#, #"{"schema":3}"#])
    func laterSettingsAreRefusedUntouched(settings: String) throws {
        try withHome(Self.versions[0]) { path in
            try settings.write(
                toFile: path + "/settings.json", atomically: true, encoding: .utf8)
            let before = try contents(of: path)
            let words = try refusal(of: path)
            #expect(
                words.contains("newer version") && words.contains("nothing was changed"), "\(words)"
            )
            #expect(try contents(of: path).filter { before[$0.key] != nil } == before)
        }
    }
}
