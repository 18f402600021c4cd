import Client
import Documents
import Foundation
import Net
import Testing
import ViewModels

/// The library against the built daemon, which is killed in the middle.
@Suite(.timeLimit(.minutes(3))) struct DaemonReturnTests {
    /// A keeper with a daemon, and a library that starts it again.
    private func begin() throws -> (keeper: Keeper, loop: ClientLoop) {
        let keeper = try Keeper(up: "mia")
        let home = StateHome(keeper.home)
        let loop = ClientLoop(
            home: home,
            starting: DaemonStarter(
                home: home, program: Built.program,
                arguments: [
                    "daemon", "--background", "--state", keeper.home, "--no-discovery",
                    "--listen", "127.0.0.1:0",
                ]))
        try loop.connect()
        return (keeper, loop)
    }

    private func settle(_ loop: ClientLoop, _ condition: () -> Bool) throws {
        let deadline = Clocks.uptime + .seconds(60)
        while !condition() {
            try #require(Clocks.uptime < deadline, "\(loop.library.connection.value)")
            try loop.turn(until: Clocks.uptime + .milliseconds(20))
        }
    }

    @Test func whatIsOrderedWhileTheDaemonDiesIsRecordedOnce() throws {
        let (keeper, loop) = try begin()
        try keeper.scored("new", "HAWKS", "OWLS")
        var answered: [String] = []
        var bindings: [Binding] = []
        for round in 0..<2 {
            for number in 0..<3 {
                let text = "note \(round) \(number)"
                bindings.append(
                    loop.library.ask(.note(NoteRequest(text: text))) { result in
                        answered.append((try? result.get()) == nil ? "refused" : text)
                    })
            }
            try loop.turn(until: .zero)
            let process = try #require(keeper.daemon)
            // In one round the orders reach a daemon that cannot answer any more; in the other they
            // may be recorded, and their answers lost.
            if round == 0 { #expect(Foundation.kill(process, SIGSTOP) == 0) }
            try keeper.kill()
            try settle(loop) { answered.count == (round + 1) * 3 }
            #expect(loop.library.connection.value == .connected)
        }
        #expect(answered == (0..<2).flatMap { round in (0..<3).map { "note \(round) \($0)" } })
        let log = try keeper.scored("log", "--json").document(LogDocument.self)
        let notes = log.entries.filter { $0.kind == "note" }
        #expect(notes.count == 6, "\(notes.map(\.text))")
        for binding in bindings { binding.end() }
    }

    /// The home is deleted, and another device is set up at its path: what waits on a screen is for
    /// the log of the first, and does not go into the second's.
    @Test func whatWaitsGoesIntoNoOtherDevicesLog() throws {
        let (keeper, loop) = try begin()
        try keeper.scored("new", "HAWKS", "OWLS")
        try settle(loop) { loop.library.status.value?.game != nil }
        try keeper.kill()
        var answers = 0
        let binding = loop.library.ask(.note(NoteRequest(text: "mine"))) { _ in answers += 1 }
        for name in try FileManager.default.contentsOfDirectory(atPath: keeper.home) {
            try FileManager.default.removeItem(atPath: "\(keeper.home)/\(name)")
        }
        try keeper.up(name: "bo")
        try keeper.scored("new", "BEARS", "WOLVES")
        try settle(loop) {
            guard case .lost(let reason) = loop.library.connection.value else { return false }
            return reason.contains("is the home of another device now")
        }
        // Longer than an attempt to connect takes.
        for _ in 0..<20 { try loop.turn(until: Clocks.uptime + .milliseconds(50)) }
        let log = try keeper.scored("log", "--json").document(LogDocument.self)
        #expect(!log.entries.contains { $0.kind == "note" } && answers == 0)
        binding.end()
    }

    /// A keeper who ends the daemon wants it ended: an open screen says so, and goes on with the next one.
    @Test func oneThatWasEndedIsNotStartedAgain() throws {
        let (keeper, loop) = try begin()
        let home = StateHome(keeper.home)
        let connection = loop.library.connection
        #expect(!home.isEnded)
        try keeper.scored("down", "--now")
        #expect(home.isEnded)
        try settle(loop) {
            connection.value == .lost("the daemon was stopped; start it with: scored up")
        }
        #expect(keeper.daemon == nil)
        try keeper.up(name: "mia")
        try settle(loop) { connection.value == .connected }
        try keeper.kill()
        #expect(!home.isEnded)
        try settle(loop) { connection.value != .connected }
        try settle(loop) { connection.value == .connected }
    }

    private static let strace = "/usr/bin/strace"

    /// A system without memory for `poll` is waited for.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
    func aPollWithoutMemoryEndsNoDaemon() throws {
        let mia = try Keeper(up: "mia")
        let process = try #require(mia.daemon)
        let calls = try mia.outside("calls")
        let fault = "-e trace=poll,ppoll -e inject=poll,ppoll:error=ENOMEM:when=1..3"
        let start = "timeout 20 \(Self.strace) -f -p \(process) \(fault) -o '\(calls)'"
        try #require(mia.shell("\(start) > /dev/null 2>&1 &") == 0)
        try mia.wait {
            try mia.run(["new", "Hawks", "Owls"])
            return mia.shell("test $(grep -c INJECTED '\(calls)') = 3") == 0
        }
        #expect(mia.daemon == process)
        #expect(try mia.status().game != nil)
    }

    /// The home is deleted under an open screen: none is made in its place, and the screen says so.
    @Test func aHomeThatWasDeletedIsNotMadeAgain() throws {
        let (keeper, loop) = try begin()
        let connection = loop.library.connection
        try FileManager.default.removeItem(atPath: keeper.home)
        try settle(loop) {
            if case .lost(let reason) = connection.value {
                reason.hasPrefix("\(keeper.home) was deleted, so nothing is recorded from here")
            } else {
                false
            }
        }
        // Nor later.
        let deadline = Clocks.uptime + .seconds(12)
        while Clocks.uptime < deadline { try loop.turn(until: Clocks.uptime + .seconds(1)) }
        #expect(!FileManager.default.fileExists(atPath: keeper.home))
    }
}
