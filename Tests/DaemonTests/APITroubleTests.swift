import Documents
import Foundation
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon
@testable import MoveLog

/// What status says of trouble, and that nothing is acknowledged which is not durable.
@Suite struct APITroubleTests {
    private func health(_ bench: APIBench) throws -> HealthDocument {
        try JSON.decode(HealthDocument.self, from: bench.get("/v1/health").body)
    }

    /// Not even a keeper who types the move again must believe that it was not recorded.
    @Test(arguments: [true, false])
    func whatMayHaveSurvivedIsNotDenied(wasWritten: Bool) throws {
        let bench = try APIBench.playing()
        bench.disk.isFull = !wasWritten
        bench.disk.isFailing = true
        let order = MoveRequest(player: "h4", kind: "3p")
        #expect(bench.perform(Request(to: .moves, order)) == nil)
        switch bench.failure {
        case .notDurable(_, isFull: false): #expect(wasWritten)
        case .notRecording(_, isFull: true): #expect(!wasWritten)
        default: Issue.record("\(String(describing: bench.failure))")
        }
        #expect(try bench.status().game?.home.score == (wasWritten ? 3 : 0))
    }

    @Test func aFullDiskIsToldAndEndsByItself() throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2p")
        bench.disk.isFull = true
        let order = MoveRequest(
            request: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", player: "h4", kind: "3p")
        // The commit fails, so the answer that would acknowledge is never asked for.
        #expect(bench.perform(Request(to: .moves, order)) == nil)
        let (code, reason) = try bench.denial(.moves, order)
        #expect(code == 507)
        #expect(reason.code == "disk-full")
        let status = try bench.status()
        #expect(status.game?.home.score == 2)
        #expect(status.storage.isFull)
        #expect(status.sync.isDegraded)
        #expect(status.warnings.first?.code == "diskFull")
        #expect(try !health(bench).isRecording)
        #expect(try bench.get("/v1/log").status == .ok)

        bench.disk.isFull = false
        bench.time.pass(DaemonLimits.reopenInterval)
        bench.ledger.tick()
        bench.turn()
        let recorded = try bench.record(.moves, order)
        #expect(!recorded.isRepeat)
        #expect(recorded.home == 5)
        #expect(try !bench.status().sync.isDegraded)
    }

    /// Moves sent without waiting for the answers: after a commit that fails, none is judged by those
    /// that were not recorded.
    @Test func nothingIsDeniedForAMoveThatWasNotRecorded() throws {
        let bench = try APIBench.playing(RulesRequest(preset: "pickup", target: 3))
        try bench.move("h4", "2p")
        let requests = (0..<4).map { _ in
            Request(to: .moves, MoveRequest(player: "h4", kind: "1p"))
        }
        bench.disk.isFull = true
        let refused = requests.map(bench.perform)
        #expect(refused.map { $0?.status.code } == [nil, 507, 507, 507])
        bench.disk.isFull = false
        bench.time.pass(DaemonLimits.reopenInterval)
        bench.ledger.tick()
        bench.turn()
        #expect(requests.map(bench.perform).map { $0?.status.code } == [200, 409, 409, 409])
        #expect(try bench.status().game?.home.score == 3)
    }

    @Test func aLogThatIsDeletedUnderTheDaemonIsSavedFromItsMemory() throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2p")
        let digest = bench.ledger.digest
        let log = bench.path + "/log"
        for name in try FileManager.default.contentsOfDirectory(atPath: log) {
            try FileManager.default.removeItem(atPath: log + "/" + name)
        }
        let order = MoveRequest(player: "h4", kind: "3p")
        #expect(bench.perform(Request(to: .moves, order)) == nil)
        for _ in 0..<3 {
            #expect(try bench.denial(.moves, order).1.code == "disk-failed")
            let status = try bench.status()
            #expect(status.game?.home.score == 2 && status.sync.isDegraded)
            #expect(status.sync.digest == digest.description)
            #expect(status.warnings.first?.advice?.contains("scored export log") == true)
            // Nor does time cure it: nothing is opened in its place.
            bench.time.pass(DaemonLimits.reopenInterval)
            bench.ledger.tick()
            bench.turn()
        }
        // What was acknowledged, and nothing else, can be saved.
        let saved = try bench.get("/v1/export/log").body
        var intake = LogIntake(seal: bench.ledger.seal)
        try intake.receive(saved)
        #expect(try intake.finish().digest == digest)
        #expect(try FileManager.default.contentsOfDirectory(atPath: log).isEmpty)
    }

    @Test(arguments: [(-61, true), (61, true), (-59, false), (59, false)])
    func aWallClockFarFromAPeersIsTold(_ seconds: Int, _ isTold: Bool) throws {
        let table = try APITable(wallOffset: .seconds(seconds))
        // The offset is measured with the pings.
        for _ in 0..<3 {
            table.mia.time.pass(.seconds(2))
            table.settle()
        }
        let warnings = try table.mia.status().warnings.filter { $0.code == "clockDiffers" }
        #expect(warnings.count == (isTold ? 1 : 0))
        guard let warning = warnings.first else { return }
        #expect(warning.text.contains("bo is 6"))
        #expect(warning.text.contains(seconds > 0 ? "ahead" : "behind"))
    }
}

/// The warnings about a device that forks its log without end, on the others and on itself.
@Suite(.timeLimit(.minutes(1))) struct APIForkLimitTests {
    /// Runs that each go on from the same end of a device's log with another entry.
    private func forks(_ count: Int, of bench: APIBench) throws -> [Run] {
        let replica = bench.ledger.replica
        return try (0..<count).map { number in
            var log = replica.log
            let draft = Note(text: "way \(number)").draft
            var run = log.ownRun(of: [draft], by: replica.author, at: WallTime(milliseconds: 1))
            guard case .admitted = log.insert(run, trust: .ownDisk) else {
                throw Refusal()
            }
            let heads = try #require(log.authors[replica.author]).unsignedHeads(
                on: 0, table: log.charter.table)
            run.head = heads.last
            return run
        }
    }

    private struct Refusal: Error {}

    private func warning(at bench: APIBench) throws -> WarningDocument? {
        try bench.status().warnings.first { $0.code == "forksWithoutEnd" }
    }

    @Test func itIsNamedWithWhatToDo() throws {
        let table = try APITable.playing()
        let most = MoveLogLimits.leavesOfDeviceMax
        // Each comes over somebody who is not here; the device itself sends none of them.
        for run in try forks(most / 2, of: table.bo) { _ = table.mia.ledger.replica.merge(run) }
        table.settle()
        #expect(try warning(at: table.mia) == nil)
        #expect(try warning(at: table.bo) == nil)

        for run in try forks(most, of: table.bo) { _ = table.mia.ledger.replica.merge(run) }
        table.settle()
        let told = try #require(try warning(at: table.mia))
        #expect(told.text.hasPrefix("bo keeps forking its log"))
        #expect(told.advice?.hasSuffix("remove it: scored devices remove bo") == true)
        // What was taken in has come to the device itself, which may be one of two copies that mean no
        // harm.
        let own = try #require(try warning(at: table.bo))
        #expect(own.text.hasPrefix("copies of this device keep recording"))
        #expect(own.advice?.contains("leave --bring") == true)
    }
}
