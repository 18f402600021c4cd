import Foundation
import Official
import Simulator

/// Runs simulated tables from the command line: random ones or those that record a real game, one
/// seed with its trace, or a range of seeds.
@main
enum SeedRunner {
    private static let usage = """
        usage: simulate [GAME] SEED [LAST-SEED] [--slips] [--trace]
        GAME is the beginning of names in Tests/Fixtures/games, `games` means all of them; without it
        keepers enter what comes to their minds. With --slips the keepers of real games err, and correct it.
        """

    static func main() throws {
        var words = Array(CommandLine.arguments.dropFirst())
        let isVerbose = words.contains("--trace")
        let slips = words.contains("--slips") ? Script.Slip.allCases : []
        words.removeAll { ["--trace", "--slips"].contains($0) }
        let games = words.first.map(games) ?? []
        if !games.isEmpty { words.removeFirst() }
        let numbers = words.compactMap(UInt64.init)
        guard let first = numbers.first, let last = numbers.last, first <= last,
            numbers.count == words.count, numbers.count <= 2
        else {
            print(usage)
            exit(2)
        }
        let tables = games.isEmpty ? [Table.random] : games.map { .recording($0, slips) }
        var failures: [String] = []
        for seed in first...last {
            for table in tables {
                let isAlone = first == last && tables.count == 1
                let isSound = try table.run(seed, isVerbose: isVerbose, isAlone: isAlone)
                if !isSound { failures.append("\(table.words)\(seed)") }
            }
        }
        let runs = Int(last - first + 1) * tables.count
        print("\(runs - failures.count) passed, \(failures.count) failed")
        if !failures.isEmpty {
            print("failed: \(failures.joined(separator: ", "))")
            exit(1)
        }
    }

    private static func games(_ word: String) -> [String] {
        guard UInt64(word) == nil else { return [] }
        return word == "games"
            ? OfficialGame.names : OfficialGame.names.filter { $0.hasPrefix(word) }
    }
}

/// What a simulated table does.
private enum Table {
    case random
    case recording(String, [Script.Slip])

    var words: String {
        switch self {
        case .random: ""
        case .recording(let name, _): name + " "
        }
    }

    func run(_ seed: UInt64, isVerbose: Bool, isAlone: Bool) throws -> Bool {
        let follow: (String) -> Void = { line in
            if isVerbose { print(line) }
        }
        let scenario: Scenario
        let report: Checkers.Report
        switch self {
        case .random:
            scenario = Scenario(seed: seed)
            report = try Checkers.report(seed: seed, follow: follow)
        case .recording(let name, let slips):
            scenario = OfficialTable.scenario(name, seed: seed)
            report = try OfficialTable.report(name, seed: seed, slips: slips, follow: follow)
        }
        if isAlone || !report.findings.isEmpty {
            print("\(words)\(seed): \(scenario)")
            print("  \(report.summary)")
            print(
                "  trace \(String(report.trace.hash, radix: 16)), \(report.trace.count) happenings")
        }
        for finding in report.findings { print("  FOUND: \(finding)") }
        return report.findings.isEmpty
    }
}
