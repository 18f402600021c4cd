import Foundation
import Synchronization

/// Many runs at a time, one worker process a thread.
final class Campaign: Sendable {
    struct Tally: Sendable {
        var runs = 0
        var failures: [(spec: RunSpec, verdict: Verdict)] = []
        var simulated = 0.0
        var took = 0.0
        var slowest: (seconds: Double, spec: String) = (0, "")
        var counts: [String: Int] = [:]

        mutating func add(_ spec: RunSpec, _ verdict: Verdict) {
            runs += 1
            simulated += verdict.simulated
            took += verdict.took
            if verdict.took > slowest.seconds { slowest = (verdict.took, verdict.spec) }
            counts.merge(verdict.counts) { $0 + $1 }
            if !verdict.findings.isEmpty { failures.append((spec, verdict)) }
        }
    }

    private struct State: Sendable {
        var begun = 0
        var tally = Tally()
        var error: (any Error)?
        var isStopped = false
    }

    private static let noticeEvery = Duration.seconds(20)

    private let arguments: Arguments
    private let state = Mutex(State())
    private let start = ContinuousClock.now
    private let noticedAt = Mutex(ContinuousClock.now)

    /// Beyond so many failures nothing new is learnt.
    private let failuresMax: Int
    private let isQuiet: Bool

    /// A quiet one says nothing and ends with the first failure.
    init(_ arguments: Arguments, isQuiet: Bool = false) {
        self.arguments = arguments
        self.isQuiet = isQuiet
        failuresMax = isQuiet ? 1 : 20
    }

    /// Does all runs, shrinks what fails, and says what came of it; whether all passed.
    func run() throws -> Bool {
        let tally = try finish()
        if arguments.isAlone, tally.failures.isEmpty { return true }
        let shown = tally.failures.sorted { $0.spec.seed < $1.spec.seed }
        for failure in shown.prefix(3) where arguments.isShrinking {
            let shrinker = Shrinker(failure.spec, failure.verdict)
            try shrinker.run()
        }
        tell(tally)
        guard tally.failures.isEmpty else {
            let names = shown.map { $0.spec.words.joined(separator: " ") }
            say("failed: \(names.joined(separator: ", "))")
            return false
        }
        return true
    }

    /// Does the runs until all are done, the time is over or too many failed.
    func finish() throws -> Tally {
        signal(SIGPIPE, SIG_IGN)
        let group = DispatchGroup()
        let count = arguments.isAlone ? 1 : arguments.jobs
        for _ in 0..<count {
            group.enter()
            let thread = Thread {
                self.work()
                group.leave()
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
        group.wait()
        return try state.withLock { state in
            if let error = state.error { throw error }
            return state.tally
        }
    }

    private func work() {
        let worker = WorkerProcess()
        defer { worker.end() }
        do {
            while let spec = nextSpec() {
                var verdict = try worker.run(spec)
                if arguments.isTwice {
                    let again = try worker.run(spec)
                    if again.trace != verdict.trace || again.findings != verdict.findings {
                        verdict.findings.append("the run differs from the run before it")
                    }
                }
                note(spec, verdict)
            }
        } catch {
            state.withLock {
                $0.error = error
                $0.isStopped = true
            }
        }
    }

    private func nextSpec() -> RunSpec? {
        if let time = arguments.time, ContinuousClock.now - start > time { return nil }
        return state.withLock { state in
            guard !state.isStopped else { return nil }
            while let spec = arguments.spec(state.begun) {
                state.begun += 1
                if arguments.demand?(spec.scenario) ?? true { return spec }
            }
            return nil
        }
    }

    private func note(_ spec: RunSpec, _ verdict: Verdict) {
        let tally = state.withLock { state in
            state.tally.add(spec, verdict)
            state.isStopped = state.tally.failures.count >= failuresMax
            return state.tally
        }
        if isQuiet { return }
        if arguments.isAlone || !verdict.findings.isEmpty { say(verdict.words) }
        let isDue = noticedAt.withLock { last in
            guard ContinuousClock.now - last > Self.noticeEvery else { return false }
            last = ContinuousClock.now
            return true
        }
        guard isDue else { return }
        let notice = "\(tally.runs) runs, \(tally.failures.count) failed, \(rates(tally))\n"
        FileHandle.standardError.write(Data(notice.utf8))
    }

    private func tell(_ tally: Tally) {
        for (name, count) in tally.counts.sorted(by: { $0.key < $1.key }) {
            say("\(String(repeating: " ", count: max(0, 12 - "\(count)".count)))\(count) \(name)")
        }
        say(
            "\(rates(tally)); the slowest took \(seconds(tally.slowest.seconds)): "
                + tally.slowest.spec)
        say("\(tally.runs - tally.failures.count) passed, \(tally.failures.count) failed")
    }

    private func rates(_ tally: Tally) -> String {
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let rate = Double(tally.runs) / max(elapsed, 0.001)
        return "\(seconds(elapsed)), \(String(format: "%.1f", rate)) seeds/s, "
            + "\(Int(tally.simulated / max(elapsed, 0.001))) times faster than real time "
            + "(on one core \(Int(tally.simulated / max(tally.took, 0.001))) times, "
            + "\(Int(1000 * tally.took / Double(max(tally.runs, 1)))) ms of it a seed)"
    }

    private func seconds(_ seconds: Double) -> String { String(format: "%.1f s", seconds) }
}
