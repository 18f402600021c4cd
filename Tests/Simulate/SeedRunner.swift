import Foundation
import Simulator

/// Runs simulated tables from the command line: one seed with its trace, or a range of seeds.
@main
enum SeedRunner {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.compactMap(UInt64.init)
        let isVerbose = arguments.contains("--trace")
        guard let first = numbers.first, let last = numbers.last, first <= last,
            numbers.count <= 2,
            arguments.allSatisfy({ UInt64($0) != nil || $0 == "--trace" })
        else {
            print("usage: simulate SEED [LAST-SEED] [--trace]")
            exit(2)
        }
        var failures: [UInt64] = []
        for seed in first...last {
            let isSound = try run(seed, isVerbose: isVerbose, isAlone: first == last)
            if !isSound { failures.append(seed) }
        }
        print("\(last - first + 1 - UInt64(failures.count)) passed, \(failures.count) failed")
        if !failures.isEmpty {
            print("failed seeds: \(failures)")
            exit(1)
        }
    }

    private static func run(_ seed: UInt64, isVerbose: Bool, isAlone: Bool) throws -> Bool {
        let report = try Checkers.report(seed: seed) { line in
            if isVerbose { print(line) }
        }
        if isAlone || !report.findings.isEmpty {
            print(Scenario(seed: seed))
            print("  \(report.summary)")
            print(
                "  trace \(String(report.trace.hash, radix: 16)), \(report.trace.count) happenings")
        }
        for finding in report.findings { print("  FOUND: \(finding)") }
        return report.findings.isEmpty
    }
}
