import Foundation
import MoveLog

/// Shows that each planted bug is caught, by which check and within how many seeds.
enum Canaries {
    static func run(_ words: [String]) throws -> Bool {
        #if PlantedBugs
            var words = words
            var seeds = 10_000
            if let index = words.firstIndex(of: "--seeds"), index + 1 < words.count {
                seeds = Int(words[index + 1]) ?? seeds
                words.removeSubrange(index...(index + 1))
            }
            let chosen = try words.map { word in
                guard let bug = PlantedBug(named: word) else {
                    throw Arguments.Unusable(description: "no such bug: \(word)")
                }
                return bug
            }
            var missed: [PlantedBug] = []
            for bug in chosen.isEmpty ? PlantedBug.allCases : chosen {
                let isCaught = try isCaught(bug, within: seeds)
                if !isCaught { missed.append(bug) }
            }
            if missed.isEmpty { return true }
            say("not caught: \(missed.map { "\($0)" }.joined(separator: ", "))")
            return false
        #else
            say("this build has no planted bugs: Scripts/simulate --canaries makes one that has")
            return false
        #endif
    }

    #if PlantedBugs
        private static func isCaught(_ bug: PlantedBug, within seeds: Int) throws -> Bool {
            let arguments = try Arguments(["--seeds", "\(seeds)", "--planted", "\(bug)"])
            let campaign = Campaign(arguments, isQuiet: true)
            let start = ContinuousClock.now
            let tally = try campaign.finish()
            let took = String(format: "%.1f s", (ContinuousClock.now - start) / .seconds(1))
            let first = tally.failures.min { $0.spec.seed < $1.spec.seed }
            let caught = first.map { failure in
                "\(failure.spec.seed)"
            }
            let by = first?.verdict.findings.first ?? "nothing"
            say("| \(bug) | \(caught ?? "NOT in \(tally.runs)") | \(by) | \(took) |")
            return first != nil
        }
    #endif
}
