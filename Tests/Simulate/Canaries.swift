import Foundation
import MoveLog
import Simulator

/// Shows that each planted bug is caught, by which check and within how many seeds.
enum Canaries {
    static func run(_ words: [String]) throws -> Bool {
        #if PlantedBugs
            var words = words
            let seeds = try number(of: "--seeds", in: &words) ?? 10_000
            let jobs = try number(of: "--jobs", in: &words)
            let chosen = try words.map { word in
                guard let bug = PlantedBug(named: word) else {
                    throw Arguments.Unusable(description: "no such bug: \(word)")
                }
                return bug
            }
            say("| bug | seeds | caught by |\n|---|---|---|")
            var missed: [PlantedBug] = []
            for bug in chosen.isEmpty ? PlantedBug.allCases : chosen {
                if let failure = try failure(with: bug, within: seeds, jobs) {
                    let first = failure.verdict.findings[0]
                    let seed = failure.spec.seed
                    let game = failure.spec.game.map { " (\($0))" } ?? ""
                    let hostile = failure.spec.isHostile ? " --hostile" : ""
                    say("| \(bug) | \(seed)\(game)\(hostile) | \(first) |")
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
        /// Takes an option and its number out of the words.
        private static func number(of option: String, in words: inout [String]) throws -> Int? {
            guard let index = words.firstIndex(of: option) else { return nil }
            guard index + 1 < words.count, let number = Int(words[index + 1]), number > 0 else {
                throw Arguments.Unusable(description: "\(option) needs a number")
            }
            words.removeSubrange(index...(index + 1))
            return number
        }

        /// The first run that fails with the bug and passes without it.
        private static func failure(
            with bug: PlantedBug, within seeds: Int, _ jobs: Int?
        ) throws -> (spec: RunSpec, verdict: Verdict)? {
            let worker = WorkerProcess()
            defer { worker.end() }
            var from: UInt64 = 1
            while from <= UInt64(seeds) {
                var arguments = try Arguments(
                    [
                        "--from", "\(from)", "--seeds", "\(UInt64(seeds) - from + 1)",
                        "--planted", "\(bug)",
                    ] + (jobs.map { ["--jobs", "\($0)"] } ?? []))
                arguments.mix()
                arguments.demand = { bug.mayShow(in: $0) }
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

#if PlantedBugs
    extension PlantedBug {
        /// Whether a scenario has the trouble without which the bug does nothing: other seeds count,
        /// and are spared the time.
        fileprivate func mayShow(in scenario: Scenario) -> Bool {
            switch self {
            case .hidesDamage, .ignoresChecksum: scenario.decay != nil
            case .keepsIncarnation:
                scenario.decay != nil && scenario.backups == nil && scenario.clonedAt == nil
            case .forgetsAside, .countsCopyWithOrigin:
                scenario.decay != nil || scenario.backups != nil || scenario.clonedAt != nil
            case .ignoresCuts, .cutOffByOne:
                scenario.removals != nil || scenario.hostility?.role == .removed
            case .acceptsUnsigned: has(.forgedUnsigned, scenario)
            case .acceptsWrongSignature:
                has(.forgedNoise, scenario) || has(.forgedOwnKey, scenario)
                    || has(.forgedReplayedHead, scenario)
            case .asksOnce: scenario.unaskedBytes != nil && scenario.hostility != nil
            case .admitsStrangers: scenario.hostility?.role == .stranger
            case .followsAbsurdLamport: has(.lamports, scenario)
            case .juniorRemovesSenior: has(.removals, scenario)
            case .countsNoLinks: has(.manyLinks, scenario)
            case .keepsEveryClaim: has(.claimsUnknownAuthors, scenario)
            case .trustsFlight: scenario.crashes != nil && scenario.hostility == nil
            case .skipsDataSync, .acknowledgesBeforeWriting, .trustsUnprovenTail,
                .frontierOffByOne, .cursorOffByOne, .noTieBreak, .closesGap, .dropsForkBranch,
                .followsOwnLamport, .forgetsReordering, .forgetsRequests, .forgetsRelay,
                .countsHeld, .countsVoid, .keepsOldBoard:
                true
            }
        }

        private func has(_ kind: HostileKind, _ scenario: Scenario) -> Bool {
            guard let hostility = scenario.hostility, hostility.role != .stranger else {
                return false
            }
            return hostility.includes(kind)
        }
    }
#endif
