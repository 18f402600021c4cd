import Foundation
import MoveLog
import Simulator

/// Shows that each planted bug is caught, by which check and within how many seeds.
enum CanaryProgram {
    static func run(_ words: [String]) throws -> Bool {
        var seeds: UInt64 = 10_000
        var jobs = ProcessInfo.processInfo.activeProcessorCount
        var chosen: [PlantedBug] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word {
            case "--seeds": seeds = try rest.number(of: word, 1...1_000_000)
            case "--jobs": jobs = Int(try rest.number(of: word, 1...256))
            default:
                guard let bug = PlantedBug(named: word) else {
                    throw Arguments.Unusable(description: "no such bug: \(word)")
                }
                chosen.append(bug)
            }
        }
        say("| bug | first seed | caught by |\n|---|---|---|")
        var missed: [PlantedBug] = []
        for bug in chosen.isEmpty ? PlantedBug.allCases : chosen {
            if let failure = try failure(with: bug, within: seeds, jobs: jobs) {
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
    }

    /// The first run that fails with the bug and passes without it.
    private static func failure(
        with bug: PlantedBug, within seeds: UInt64, jobs: Int
    ) throws -> (spec: RunSpec, verdict: Verdict)? {
        let worker = WorkerProcess()
        defer { worker.end() }
        var from: UInt64 = 1
        while from <= seeds {
            var arguments = try Arguments(
                [
                    "--from", "\(from)", "--seeds", "\(seeds - from + 1)",
                    "--jobs", "\(jobs)", "--planted", "\(bug)",
                ])
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
}

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
        case .deputyRemovesDeputy, .forgetsFarewell, .sendsToDismissed: scenario.removals != nil
        case .acceptsUnsigned: has(.forgedUnsigned, scenario)
        case .acceptsWrongSignature:
            has(.forgedNoise, scenario) || has(.forgedOwnKey, scenario)
                || has(.forgedReplayedHead, scenario)
        case .asksOnce: scenario.unaskedBytes != nil
        case .admitsStrangers: scenario.hostility?.role == .stranger
        case .followsAbsurdLamport: has(.lamports, scenario)
        case .everybodyRemoves: has(.removals, scenario)
        case .countsNoLinks: has(.manyLinks, scenario)
        case .keepsEveryClaim: has(.claimsUnknownAuthors, scenario)
        case .trustsFlight: scenario.crashes != nil && scenario.hostility == nil
        case .skipsDataSync, .acknowledgesBeforeWriting, .trustsUnprovenTail,
            .frontierOffByOne, .cursorOffByOne, .noTieBreak, .closesGap, .dropsForkBranch,
            .followsOwnLamport, .forgetsReordering, .forgetsRequests, .forgetsRelay,
            .misdatesGreeting, .misplacesDigest, .neverOpens, .countsHeld, .countsVoid,
            .missesNeighbours, .keepsOldBoard, .signsLater:
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
