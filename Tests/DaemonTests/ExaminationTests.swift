import Documents
import Foundation
import Net
import Testing

@testable import API
@testable import Daemon

/// What a doctor makes of what a daemon says of itself.
@Suite(.timeLimit(.minutes(1))) struct ExaminationTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    private func checks(
        _ report: DaemonReport, after time: Duration = .milliseconds(2),
        wall: Int64 = Clocks.wallMilliseconds
    ) -> [CheckDocument] {
        Examination(
            home: home.path, daemon: .answered(report, after: time), version: "1",
            wallMilliseconds: wall
        ).document().checks
    }

    private func report(
        version: String = "1", interfaces: [InterfaceReport] = [], peers: [PeerReport] = [],
        descriptors: Int = 20, problem: String? = nil
    ) -> DaemonReport {
        DaemonReport(
            version: version, protocolVersionMin: 1, protocolVersionMax: 1, foldVersion: 2,
            processID: 1,
            uptimeSeconds: 60, problem: problem, addresses: ["192.0.2.1:7420"],
            interfaces: interfaces, peers: peers, descriptors: descriptors, descriptorsMax: 1024)
    }

    private func interface(sent: Int, heard: Int, problem: String? = nil) -> InterfaceReport {
        InterfaceReport(
            name: "wlan0", isLoopback: false, addresses: ["192.0.2.1"], sent: sent, heard: heard,
            problem: problem)
    }

    private func peer(_ state: PeerState, offset: Int64? = nil) -> PeerReport {
        PeerReport(
            peer: PeerDocument(name: "bo", id: "00", state: state), wallOffsetMilliseconds: offset)
    }

    private func isWarned(_ part: String, _ checks: [CheckDocument]) -> Bool {
        checks.contains { $0.verdict == .warning && $0.text.contains(part) && $0.advice != nil }
    }

    @Test func aNetworkThatKeepsDevicesApartIsToldFromOneWithNobodyOnIt() {
        let deaf = report(interfaces: [interface(sent: 9, heard: 0)], peers: [peer(.neverSeen)])
        #expect(isWarned("wlan0", checks(deaf)))
        let alone = report(interfaces: [interface(sent: 9, heard: 0)])
        #expect(!isWarned("wlan0", checks(alone)))
        let linked = report(interfaces: [interface(sent: 9, heard: 0)], peers: [peer(.inSync)])
        #expect(!isWarned("wlan0", checks(linked)))
        let hearing = report(interfaces: [interface(sent: 9, heard: 3)], peers: [peer(.away)])
        #expect(!isWarned("wlan0", checks(hearing)))
        let blocked = report(interfaces: [interface(sent: 0, heard: 0, problem: "no route")])
        #expect(isWarned("no route", checks(blocked)))
    }

    @Test func peersAndTheirClocksAreTold() {
        #expect(isWarned("bo cannot be reached", checks(report(peers: [peer(.away)]))))
        #expect(isWarned("bo is linked but silent", checks(report(peers: [peer(.suspect)]))))
        #expect(
            isWarned("differs by 90 s", checks(report(peers: [peer(.inSync, offset: -90_000)]))))
        #expect(!isWarned("differs", checks(report(peers: [peer(.inSync, offset: 59_000)]))))
        #expect(isWarned("differs", checks(report(peers: [peer(.inSync, offset: .min)]))))
    }

    @Test(arguments: [(120.0, false), (800.0, true)])
    func theLongestTurnIsTold(milliseconds: Double, isWarned: Bool) throws {
        var report = report()
        report.longestTurn = TurnReport(
            milliseconds: milliseconds, wallMilliseconds: Clocks.wallMilliseconds - 600_000,
            parts: [TurnPart(name: "folding games", milliseconds: 90)], entries: 0, requests: 0,
            request: nil)
        let found = checks(report).filter { $0.figures?["longestTurnMilliseconds"] != nil }
        let check = try #require(found.first)
        #expect(found.count == 1 && (check.verdict == .warning) == isWarned)
        #expect(check.text.contains("90 folding games") && check.text.contains("10 min ago"))
    }

    @Test func theDaemonItselfIsJudged() {
        #expect(isWarned("scored 2", checks(report(version: "2"))))
        #expect(isWarned("1000 of 1024", checks(report(descriptors: 1000))))
        #expect(isWarned("answers after", checks(report(), after: .seconds(2))))
        let failed = checks(report(problem: "the disk is full"))
        #expect(failed.first?.verdict == .failed)
        #expect(failed.contains { $0.verdict == .failed && $0.text.contains("the disk is full") })
        #expect(isWarned("before 2025", checks(report(), wall: 0)))
    }

    @Test func failuresStandFirstAndAreCounted() {
        let document = DoctorDocument(
            home: "/",
            checks: [
                CheckDocument("a", .fine, ""), CheckDocument("b", .skipped, ""),
                CheckDocument("c", .failed, ""), CheckDocument("d", .warning, ""),
                CheckDocument("e", .failed, ""),
            ])
        #expect(document.checks.map(\.subject) == ["c", "e", "d", "a", "b"])
        #expect((document.failed, document.warnings) == (2, 1))
    }

    @Test func theKindOfAFileSystemIsKnown() throws {
        let memory = try Volume(of: Folder("/dev/shm", creating: false))
        #expect(memory.kind == .memory)
        #expect(memory.totalBytes >= memory.freeBytes)
        #expect(!memory.isReadOnly)
        #expect(try Volume(of: Folder("/proc", creating: false)).freeBytes == 0)
    }
}

/// A home with a device in it, whose daemon does not run.
private final class TemporaryHome {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "doctor-\(UInt64.random(in: 0 ... .max))"
        _ = try Home(path).identity()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
