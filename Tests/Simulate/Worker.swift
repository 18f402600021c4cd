import Foundation

/// A process that does the runs which it reads, one a line, so that one that traps or hangs takes no
/// other with it.
enum Worker {
    /// More processor time than any run may take, whatever else the machine does.
    static let secondsMax = 300

    /// Serves until there is no line more.
    static func serve() throws -> Bool {
        let encoder = JSONEncoder()
        while let line = readLine() {
            bound(seconds: secondsMax)
            var rest = line.split(separator: " ").map(String.init)[...]
            var spec = RunSpec(seed: 0)
            while let word = rest.popFirst() {
                if try spec.take(word, &rest) { continue }
                if let seed = UInt64(word) { spec.seed = seed } else { spec.game = word }
            }
            let verdict: Verdict
            do {
                verdict = try spec.run()
            } catch {
                verdict = Verdict(spec: line, ended: "the run threw: \(error)")
            }
            bound(seconds: 0)
            say(String(decoding: try encoder.encode(verdict), as: UTF8.self))
        }
        return true
    }

    /// Ends the process, and with it a run that hangs, after so much processor time; 0 for never.
    private static func bound(seconds: Int) {
        var timer = itimerval()
        timer.it_value.tv_sec = seconds
        #if os(Linux)
            unsafe setitimer(Int32(ITIMER_PROF.rawValue), &timer, nil)
        #else
            unsafe setitimer(ITIMER_PROF, &timer, nil)
        #endif
    }
}

/// The other end of a worker: starts it, and a new one when it ends.
final class WorkerProcess {
    /// A trap ends a worker at once.
    static let environment = ProcessInfo.processInfo.environment.merging(
        ["SWIFT_BACKTRACE": "enable=no"]
    ) { $1 }

    private var process: Process?
    private var input = FileHandle.nullDevice
    private var output = FileHandle.nullDevice
    private var pending: [UInt8] = []
    private let decoder = JSONDecoder()

    /// Has a run done. A worker that ends over it is a finding.
    func run(_ spec: RunSpec) throws -> Verdict {
        let process = try running()
        let line = spec.words.joined(separator: " ")
        try input.write(contentsOf: Data((line + "\n").utf8))
        guard let answer = try readLine() else {
            process.waitUntilExit()
            self.process = nil
            let signal = process.terminationStatus
            let finding =
                process.terminationReason != .uncaughtSignal
                ? "the process ended with exit code \(signal)"
                : signal == SIGPROF
                    ? "the run takes longer than a bound of \(Worker.secondsMax) s"
                    : "the process crashed (\(signal == SIGSEGV ? "memory" : "trap"))"
            return Verdict(spec: line, ended: finding)
        }
        return try decoder.decode(Verdict.self, from: Data(answer))
    }

    func end() {
        try? input.close()
        process?.waitUntilExit()
        process = nil
    }

    private func running() throws -> Process {
        if let process { return process }
        let process = Process()
        let (requests, answers) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: CommandLine.arguments[0])
        process.arguments = ["--worker"]
        process.environment = Self.environment
        process.standardInput = requests
        process.standardOutput = answers
        process.standardError = FileHandle.nullDevice
        try process.run()
        input = requests.fileHandleForWriting
        output = answers.fileHandleForReading
        pending = []
        self.process = process
        return process
    }

    private func readLine() throws -> [UInt8]? {
        while true {
            if let end = pending.firstIndex(of: 10) {
                defer { pending.removeFirst(end + 1) }
                return Array(pending[..<end])
            }
            let bytes = output.availableData
            guard !bytes.isEmpty else { return nil }
            pending += bytes
        }
    }
}
