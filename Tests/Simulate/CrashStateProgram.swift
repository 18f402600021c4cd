import Foundation
import Simulator
import Synchronization

/// `simulate crash-states [NAME]...`: every state in which a crash can leave the log, and disks that
/// lie, which must be found out.
enum CrashStateProgram {
    static func run(_ words: [String]) throws -> Bool {
        let names = words.filter { !$0.hasPrefix("-") }
        var isSound = true
        var whole = 0
        let start = Date()
        for workload in CrashWorkload.all where names.isEmpty || names.contains(workload.name) {
            let begin = Date()
            let states = CrashStates(workload)
            var report = CrashStates.Report()
            for part in spread(states.parts, { states.report(part: $0) }) { report.add(part) }
            whole += report.count
            isSound = isSound && report.failures.isEmpty && report.count > 1000
            let numbers = report.states.dropFirst().enumerated().filter { $0.element > 0 }
                .map {
                    "\($0.element) after \($0.offset + 1) \($0.offset == 0 ? "crash" : "crashes")"
                }
            say(
                "\(workload.name): \(states.parts) calls, \(numbers.joined(separator: ", ")), "
                    + seconds(since: begin))
            for failure in report.failures { say("  FOUND: \(failure)") }
        }
        if names.isEmpty {
            for lie in DiskLie.allCases {
                let report = CrashStates(.brief, lie: lie).report()
                isSound = isSound && !report.failures.isEmpty
                let found = report.failures.first ?? "NOT FOUND OUT"
                say("a disk that lies (\(lie.rawValue)): \(found)")
            }
        }
        say("\(whole) states in \(seconds(since: start)): \(isSound ? "sound" : "NOT SOUND")")
        return isSound
    }
}

/// Such as "3.2 s".
func seconds(since start: Date) -> String {
    String(format: "%.1f s", Date().timeIntervalSince(start))
}

/// Does so many pieces of work on as many cores as there are; what came of them, in no order.
func spread<Outcome: Sendable>(
    _ count: Int, _ work: @Sendable (Int) -> Outcome
) -> [Outcome] {
    let outcomes = Mutex<[Outcome]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
        let outcome = work(index)
        outcomes.withLock { $0.append(outcome) }
    }
    return outcomes.withLock { $0 }
}
