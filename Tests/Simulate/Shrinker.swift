import Foundation
import Simulator

/// Makes a run that fails smaller for as long as it fails in the same way: less time, fewer kinds of
/// trouble, fewer devices. What is left is short enough to be read.
struct Shrinker {
    /// Runs that a shrinking may take.
    private static let triesMax = 120
    /// Lines of the shrunk run that are shown.
    private static let linesMax = 40

    private let spec: RunSpec
    private let ways: Set<String>

    init(_ spec: RunSpec, _ verdict: Verdict) {
        self.spec = spec
        ways = verdict.ways
    }

    /// Shrinks, and shows the smallest run that still fails.
    func run() throws {
        let worker = WorkerProcess()
        defer { worker.end() }
        var tries = 0
        func stillFails(_ candidate: RunSpec) throws -> Bool {
            tries += 1
            guard tries <= Self.triesMax else { return false }
            return try !worker.run(candidate).ways.isDisjoint(with: ways)
        }
        guard try stillFails(spec) else {
            say("\(spec.words.joined(separator: " ")) fails no more when it is run again")
            return
        }
        var smallest = spec
        var isShrinking = true
        while isShrinking {
            let before = smallest
            smallest = try shortened(smallest, stillFails)
            for trouble in Trouble.optional where !smallest.without.contains(trouble) {
                var candidate = smallest
                candidate.without.insert(trouble)
                if candidate.scenario.description != smallest.scenario.description,
                    try stillFails(candidate)
                {
                    smallest = candidate
                }
            }
            smallest = try emptied(smallest, stillFails)
            isShrinking = smallest != before && tries < Self.triesMax
        }
        let words = smallest.words.joined(separator: " ")
        say("\n== \(spec.words.joined(separator: " ")) shrunk in \(tries) runs; replay:")
        say("   Scripts/simulate \(words) --trace")
        say(try worker.run(smallest).words)
        try showTrace(of: smallest)
    }

    /// The shortest time of trouble, to a tenth of a second or so.
    private func shortened(
        _ spec: RunSpec, _ stillFails: (RunSpec) throws -> Bool
    ) throws -> RunSpec {
        var best = spec
        var high = Int(spec.scenario.trouble / .milliseconds(1))
        var low = 1000
        while high - low > 100 {
            var candidate = best
            candidate.until = (low + high) / 2
            if try stillFails(candidate) {
                best = candidate
                high = (low + high) / 2
            } else {
                low = (low + high) / 2
            }
        }
        return best
    }

    /// As few devices as possible.
    private func emptied(
        _ spec: RunSpec, _ stillFails: (RunSpec) throws -> Bool
    ) throws -> RunSpec {
        let count = spec.scenario.devices
        guard count > 2 else { return spec }
        for devices in 2..<count {
            var candidate = spec
            candidate.devices = devices
            if try stillFails(candidate) { return candidate }
        }
        return spec
    }

    /// In a process of its own, since the run may trap.
    private func showTrace(of spec: RunSpec) throws {
        let process = Process()
        let answers = Pipe()
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = spec.words + ["--trace"]
        process.environment = WorkerProcess.environment
        process.standardOutput = answers
        process.standardError = answers
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let bytes = try answers.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        if lines.count > Self.linesMax { say("   … \(lines.count - Self.linesMax) lines before") }
        for line in lines.suffix(Self.linesMax) { say("   \(line)") }
    }
}
