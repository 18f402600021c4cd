import Foundation
import Net

enum RehearsalError: Error, CustomStringConvertible {
    /// Something is not as it must be; a sentence.
    case failed(String)
    /// A person pressed Ctrl-C, or the system asked to end.
    case interrupted

    var description: String {
        switch self {
        case .failed(let text): text
        case .interrupted: "interrupted"
        }
    }
}

/// Stops the rehearsal unless the condition holds.
func demand(_ holds: Bool, _ words: @autoclosure () -> String) throws {
    guard holds else { throw RehearsalError.failed(words()) }
}

/// Where devices run: a temporary folder, and every process that was started there. Whatever
/// happens, `clear` ends the processes and removes the folder.
final class Stage {
    /// The binary under rehearsal.
    let program: String
    /// Holds the homes and what the processes print. Short, because the path of a socket is bounded.
    let folder: String

    private let signals: SignalPipe
    private let poller = EventLoop<Int>()
    private var running: [Int32] = []
    private var endings: [Int32: BackgroundProcess.Ending] = [:]
    private var files = 0

    init(program: String) throws {
        self.program = program
        folder = "/tmp/scored-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        signals = try SignalPipe(catching: [.interrupt, .terminate, .hangUp])
        poller.watch(signals.number, .readable, as: 0)
    }

    /// A path in the folder that nothing has yet.
    func file(_ name: String) -> String {
        files += 1
        return "\(folder)/\(files)-\(name)"
    }

    func start(
        _ program: String, _ arguments: [String], output: String, errors: String
    ) throws -> Int32 {
        let processID = try BackgroundProcess.start(
            program, arguments, output: output, errors: errors)
        running.append(processID)
        return processID
    }

    /// How a process ended, nil while it runs.
    func ending(of processID: Int32) -> BackgroundProcess.Ending? {
        if let ended = endings[processID] { return ended }
        let ending = BackgroundProcess.ending(of: processID)
        guard ending != .none else { return nil }
        running.removeAll { $0 == processID }
        endings[processID] = ending
        return ending
    }

    /// Waits on purpose; a signal ends the rehearsal.
    func pause(_ time: Duration) throws {
        let deadline = Clocks.uptime + time
        repeat {
            _ = try poller.wait(timeout: deadline - Clocks.uptime)
            guard signals.drain().isEmpty else { throw RehearsalError.interrupted }
        } while Clocks.uptime < deadline
    }

    /// Looks again and again until something is true; returns how long that took.
    @discardableResult
    func wait(
        _ what: String, within time: Duration = .seconds(20), until isTrue: () throws -> Bool
    ) throws -> Duration {
        let start = Clocks.uptime
        while try !isTrue() {
            try demand(
                Clocks.uptime < start + time, "not within \(time.components.seconds) s: \(what)")
            try pause(.milliseconds(5))
        }
        return Clocks.uptime - start
    }

    /// Ports of loopback that were free a moment ago, all different. The daemons get them as fixed
    /// ones, so that each can be told of its peers before it runs, and comes back to its place.
    func ports(_ count: Int) throws -> [UInt16] {
        let listeners = try (0..<count).map { _ in
            try Listener.listening(on: .loopback(port: 0))
        }
        return listeners.compactMap { $0.address?.port }
    }

    /// The last lines of every daemon on the stage.
    var lastDiagnostics: String {
        let names = (try? Folder(folder, creating: false).names()) ?? []
        return names.filter { $0.hasSuffix(".diagnostics") }.flatMap { name in
            Outcome.text("\(folder)/\(name)").split(separator: "\n").suffix(5).map {
                "  \(name.dropLast(12)): \($0)"
            }
        }.joined(separator: "\n")
    }

    /// Ends what still runs and empties the folder, for what is rehearsed next.
    func reset() {
        clear()
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }

    /// Ends what still runs, kindly at first, and removes the folder.
    func clear() {
        for processID in running { try? BackgroundProcess.send(SIGTERM, to: processID) }
        let deadline = Clocks.uptime + .seconds(5)
        let idle = EventLoop<Int>()
        while !running.isEmpty, Clocks.uptime < deadline {
            running.removeAll { BackgroundProcess.ending(of: $0) != .none }
            _ = try? idle.wait(timeout: .milliseconds(5))
        }
        for processID in running { try? BackgroundProcess.send(SIGKILL, to: processID) }
        while !running.isEmpty {
            running.removeAll { BackgroundProcess.ending(of: $0) != .none }
            _ = try? idle.wait(timeout: .milliseconds(5))
        }
        endLeftDaemons(until: Clocks.uptime + .seconds(5))
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Ends daemons that a command started by itself in the place of one that was killed: those
    /// that hold the lock of a home in the folder.
    private func endLeftDaemons(until deadline: Duration) {
        let homes = (try? Folder(folder, creating: false).folderNames()) ?? []
        let idle = EventLoop<Int>()
        for home in homes {
            while Clocks.uptime < deadline {
                do throws(NetError) {
                    _ = try LockFile("\(folder)/\(home)/lock")
                    break
                } catch {
                    guard case .locked(_, let holder?) = error else { break }
                    try? BackgroundProcess.send(SIGTERM, to: holder)
                    _ = try? idle.wait(timeout: .milliseconds(10))
                }
            }
        }
    }
}
