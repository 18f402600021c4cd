import Documents
import Foundation
import Net
import Testing

@testable import Client

/// When a client starts a daemon, and when there is one already.
@Suite(.timeLimit(.minutes(1))) struct DaemonStarterTests {
    /// A home, and a program in the daemon's place that leaves a mark when it is started.
    private func withHome(_ body: (StateHome, DaemonStarter, _ mark: String) throws -> Void) throws
    {
        let home = StateHome("/tmp/starter-\(String(UInt64.random(in: 0 ... .max), radix: 36))")
        _ = try Folder(home.path)
        defer { try? FileManager.default.removeItem(atPath: home.path) }
        let mark = home.path + "/started"
        let starter = DaemonStarter(
            home: home, program: "/bin/sh", arguments: ["-c", ": > '\(mark)'"])
        try body(home, starter, mark)
    }

    /// A daemon that takes no connection is there all the same: a second one could not use the home.
    @Test func besideABusyDaemonNoneIsStarted() throws {
        try withHome { home, starter, mark in
            let listener = try Listener.listening(onPath: home.socketPath)
            var waiting: [StreamSocket] = []
            while let socket = try? home.connect() { waiting.append(socket) }
            let client = LocalClient(home: home, starting: starter)
            #expect(throws: ClientError.busy(home: home.path)) {
                try client.getBytes(.health, within: .milliseconds(100))
            }
            #expect(!FileManager.default.fileExists(atPath: mark))
            #expect(!waiting.isEmpty && listener.isReachable)
        }
    }

    @Test func whereNoneIsItIsStarted() throws {
        try withHome { home, starter, mark in
            // This program is no daemon, and ends at once.
            let error = #expect(throws: ClientError.self) {
                try LocalClient(home: home, starting: starter).getBytes(.health)
            }
            guard case .notStarted = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(FileManager.default.fileExists(atPath: mark))
        }
    }
}
