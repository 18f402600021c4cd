import Net
import Seeds

/// Trials of the real binary under bad conditions: one line each, and a failure at the end if any
/// failed.
struct Hardship {
    /// A trial: sets up its own devices, throws what is wrong, returns what it measured.
    typealias Trial = @Sendable (Stage, inout SeededGenerator) throws -> String

    private static let trials: [(name: String, trial: Trial)] = [
        ("crash", CrashTrial.run),
        ("line", LineTrial.run),
        ("meeting", MeetingTrial.run),
        ("pairing", PairingTrial.run),
        ("stranger", StrangerTrial.run),
        ("input", InputTrial.run),
        ("damage", DamageTrial.run),
        ("noise", NoiseTrial.run),
    ]

    private let stage: Stage
    private let chosen: [(name: String, trial: Trial)]
    private let seed: UInt64

    init(_ words: [String], on stage: Stage) throws {
        self.stage = stage
        var names = words
        var seed = UInt64.random(in: 0...99_999)
        if let option = names.firstIndex(of: "--seed") {
            guard option + 1 < names.count, let number = UInt64(names[option + 1]) else {
                throw RehearsalError.failed("--seed takes a number")
            }
            seed = number
            names.removeSubrange(option...(option + 1))
        }
        self.seed = seed
        let known = Self.trials.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw RehearsalError.failed(
                "there is no trial '\(unknown)'; there are \(known.joined(separator: " "))")
        }
        chosen = Self.trials.filter { names.isEmpty || names.contains($0.name) }
    }

    func run() throws {
        let screen = Screen()
        screen.say("hardship with seed \(seed)")
        var failed: [String] = []
        for (name, trial) in chosen {
            let start = Clocks.uptime
            // One seed a trial: a trial alone does what it does among the others.
            var generator = SeededGenerator(seed: seed)
            do {
                let measured = try trial(stage, &generator)
                let time = Int((Clocks.uptime - start) / .milliseconds(1))
                screen.say("ok      \(name): \(measured) (\(time) ms)")
            } catch RehearsalError.interrupted {
                throw RehearsalError.interrupted
            } catch {
                failed.append(name)
                screen.say("FAILED  \(name): \(error)")
                screen.say(stage.lastDiagnostics)
            }
            stage.reset()
        }
        try demand(
            failed.isEmpty, "failed: \(failed.joined(separator: " ")); again with --seed \(seed)")
    }
}
