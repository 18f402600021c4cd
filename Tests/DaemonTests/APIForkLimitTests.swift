import Documents
import LocalAPI
import Scorebook
import Testing

@testable import API
@testable import Daemon
@testable import MoveLog

/// What is said of a device that forks its log without end, on the others and on itself.
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
