import Foundation
import MoveLog
import Official
import Simulator

/// One run and what is left out of it, in words that the command line takes.
struct RunSpec: Hashable, Sendable {
    /// Fixes everything that is not left out.
    var seed: UInt64
    /// A real game that the keepers record; nil for what comes to their minds.
    var game: String?
    /// Whether keepers of a real game err.
    var hasSlips = false
    /// Whether somebody is hostile at a table where nobody records a real game.
    var isHostile = false
    var without: Set<Trouble> = []
    /// No more devices than that.
    var devices: Int?
    /// No trouble after that, in milliseconds.
    var until: Int?
    var planted: String?

    init(seed: UInt64) { self.seed = seed }

    func recording(_ game: String) -> RunSpec {
        var spec = self
        spec.game = game
        return spec
    }

    /// Takes an option of a run; false when the word is none.
    mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws -> Bool {
        switch word {
        case "--slips": hasSlips = true
        case "--hostile": isHostile = true
        case "--planted":
            planted = try rest.value(of: word)
            try plant()
        case "--devices": devices = Int(try rest.number(of: word, 2...50))
        case "--until": until = try rest.milliseconds(of: word)
        case "--without":
            for name in try rest.value(of: word).split(separator: ",") {
                guard let trouble = Trouble(named: String(name)) else {
                    throw Arguments.Unusable(description: "no such trouble: \(name)")
                }
                without.insert(trouble)
            }
        default: return false
        }
        return true
    }

    /// The words with which the command line repeats the run.
    var words: [String] {
        var words = game.map { [$0] } ?? []
        words.append("\(seed)")
        if hasSlips { words.append("--slips") }
        if isHostile { words.append("--hostile") }
        if !without.isEmpty {
            words += ["--without", without.map { "\($0)" }.sorted().joined(separator: ",")]
        }
        if let devices { words += ["--devices", "\(devices)"] }
        if let until { words += ["--until", "\(Double(until) / 1000)"] }
        if let planted { words += ["--planted", planted] }
        return words
    }

    var scenario: Scenario {
        var scenario =
            game.map { OfficialTable.scenario($0, seed: seed) }
            ?? (isHostile ? .hostile(seed: seed) : Scenario(seed: seed))
        for trouble in without { _ = scenario.switchOff(trouble) }
        if let devices { scenario.devices = min(scenario.devices, max(2, devices)) }
        if let until { scenario.trouble = min(scenario.trouble, .milliseconds(until)) }
        return scenario
    }

    /// Runs it in this process; `follow` gets a line a happening.
    func run(_ follow: ((String) -> Void)? = nil) throws -> Verdict {
        try plant()
        let start = Self.processorTime
        let scenario = scenario
        let report: Checkers.Report
        if let game {
            report = try OfficialTable.report(
                game, scenario, seed: seed, slips: hasSlips ? Script.Slip.allCases : [],
                follow: follow)
        } else {
            report = try Checkers.report(scenario, follow: follow)
        }
        return Verdict(
            spec: words.joined(separator: " "), report, scenario: "\(scenario)",
            took: Self.processorTime - start)
    }

    /// How long this process has been at work, whatever else the machine does.
    private static var processorTime: Duration { .microseconds(clock()) }

    /// Switches the run's bug on, if there is such a bug.
    private func plant() throws {
        #if PlantedBugs
            PlantedBug.active = nil
            guard let planted else { return }
            guard let bug = PlantedBug(named: planted) else {
                throw Arguments.Unusable(description: "no such bug: \(planted)")
            }
            PlantedBug.active = bug
        #else
            guard let planted else { return }
            throw Arguments.Unusable(description: "built without planted bugs: \(planted)")
        #endif
    }
}
