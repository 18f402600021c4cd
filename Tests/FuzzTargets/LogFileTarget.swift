import Client
import Documents
import LocalAPI
import MoveLog
import TLS

/// A `scored-log/1` file, read as `replay` and the import do.
enum LogFileTarget {
    private static let seal = Result { try Identity.generate() }

    static func run(_ bytes: [UInt8]) throws {
        let isOne = TableLogFile.isOne(bytes)
        guard let lines = try? JSONLines.split(bytes), let first = lines.first,
            let header = try? JSONLines.decode(LogFileHeader.self, line: first)
        else { return }
        // Behind an empty line nobody looks for it.
        try demand(
            isOne || first.number > 1 || !header.format.hasPrefix("scored-log/"),
            "a log file that is taken for none")
        let seal = try seal.get()
        guard var intake = try? LogIntake(founding: header.founding.bytes, seal: seal) else {
            return
        }
        var taken: [Run] = []
        for line in lines.dropFirst().prefix(200) {
            guard let read = try? JSONLines.decode(LogFileRun.self, line: line) else { break }
            let before = intake.log.digest
            do throws(LogIntake.Refusal) {
                let run = try intake.take(read.run.bytes)
                _ = read.agrees(with: run)
                taken.append(run)
            } catch {
                try demand(intake.log.digest == before, "what was refused changed the log")
            }
        }
        try check(intake, taken, seal)
    }

    /// All that was taken gives the same log in another order, and can be vouched for again.
    private static func check(_ intake: LogIntake, _ taken: [Run], _ seal: Identity) throws {
        guard let charter = intake.charter(for: seal.publicKey) else { return }
        var log = TableLog(charter: charter, seal: seal)
        var waiting = Array(taken.reversed())
        while !waiting.isEmpty {
            let count = waiting.count
            waiting = waiting.filter { run in
                switch log.insert(run, trust: .verify) {
                // What lies beyond a cut counts in no order.
                case .admitted, .held, .beyondCut, .exhausted: false
                case .gap, .refused, .malformed, .forged: true
                }
            }
            if waiting.count == count { break }
        }
        try demand(waiting.isEmpty, "a run that attached attaches no more")
        try demand(log.digest == intake.log.digest, "another order, another log")
    }
}
