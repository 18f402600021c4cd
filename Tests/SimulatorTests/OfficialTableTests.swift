import Official
import Seeds
import Simulator
import Testing

/// Real games recorded by whole tables under trouble: whatever the network and the disks do, every
/// device ends at what the league published.
@Suite struct OfficialTableTests {
    /// Each real game at two tables.
    static let tables = OfficialGame.names.flatMap { [($0, 1), ($0, 2)] as [(String, UInt64)] }

    @Test(.timeLimit(.minutes(5)), arguments: cases(tables))
    func everyDeviceEndsAtTheOfficialNumbers(name: String, seed: UInt64) throws {
        let report = try OfficialTable.report(name, seed: seed)
        #expect(
            report.findings.isEmpty,
            "\(OfficialTable.scenario(name, seed: seed)); replay: Scripts/simulate \(name) \(seed)")
    }

    /// Keepers err now and then and correct it, or record another's move too, while the others go on:
    /// in the end everything counts once, as it was, and exactly the copies that nobody took back
    /// are held. A keeper who is asked about a move that happened says so.
    @Test(.timeLimit(.minutes(5)), arguments: cases(OfficialGame.names))
    func correctedSlipsLeaveTheOfficialNumbers(name: String) throws {
        let report = try OfficialTable.report(name, seed: 5, slips: Script.Slip.allCases)
        #expect(
            report.findings.isEmpty,
            "\(OfficialTable.scenario(name, seed: 5)); replay: Scripts/simulate \(name) 5 --slips")
    }

    /// A keeper misses one move that the league counted: the same comparison says so on every
    /// device.
    @Test(
        .timeLimit(.minutes(5)),
        arguments: cases([
            ("bsl-2023-05-21-163185", "twoPoints"), ("euroleague-2024-302", "assist"),
            ("nba-2021900002", "rebound"), ("unrivaled-2026-bm2lkss94wnl", "foul"),
        ]))
    func oneMissingMoveIsCaught(name: String, kind: String) throws {
        let official = try OfficialGame(name)
        let candidates = official.published([kind])
        var random = SeededGenerator(seed: 7)
        let left = try #require(candidates.randomElement(using: &random))
        let report = try OfficialTable.report(name, seed: 3, leavingOut: left)
        let devices = OfficialTable.scenario(name, seed: 3).devices
        for device in 0..<devices {
            #expect(report.findings.contains { $0.hasPrefix("box score: device \(device) has") })
        }
        #expect(report.findings.allSatisfy { $0.contains(": device ") })
    }
}
