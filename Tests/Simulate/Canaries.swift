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
            say("| bug | seeds | caught by |\n|---|---|---|")
            var missed: [PlantedBug] = []
            for bug in chosen.isEmpty ? PlantedBug.allCases : chosen {
                if let failure = try failure(with: bug, within: seeds) {
                    let first = failure.verdict.findings[0]
                    let seed = failure.spec.seed
                    let game = failure.spec.game.map { " (\($0))" } ?? ""
                    say("| \(bug) | \(seed)\(game) | \(first) |")
                } else {
                    missed.append(bug)
                    say("| \(bug) | NOT within \(seeds) | |")
                }
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
        /// The first run that fails with the bug and passes without it.
        private static func failure(
            with bug: PlantedBug, within seeds: Int
        ) throws -> (spec: RunSpec, verdict: Verdict)? {
            let worker = WorkerProcess()
            defer { worker.end() }
            var from: UInt64 = 1
            while from <= UInt64(seeds) {
                var arguments = try Arguments([
                    "--from", "\(from)", "--seeds", "\(UInt64(seeds) - from + 1)",
                    "--planted", "\(bug)",
                ])
                arguments.mixGames()
                let tally = try Campaign(arguments, isQuiet: true).finish()
                let failures = tally.failures.sorted { $0.spec.seed < $1.spec.seed }
                guard let last = failures.last else { return nil }
                for failure in failures {
                    var sound = failure.spec
                    sound.planted = nil
                    if try worker.run(sound).findings.isEmpty { return failure }
                }
                from = last.spec.seed + 1
            }
            return nil
        }
    #endif
}
