import Foundation
import Testing

@testable import Net

@Suite struct ProcessTests {
    @Test(.timeLimit(.minutes(1)))
    func aPipeInPlaceOfItsFileIsAnErrorAndNotWaitedFor() throws {
        let scratch = Scratch()
        let output = scratch.file("diagnostics")
        try #require(unsafe mkfifo(output, 0o600) == 0)
        #expect(throws: NetError.self) {
            try BackgroundProcess.start("/bin/true", [], output: output)
        }
    }

    /// In a process of its own, in which no other test opens a descriptor while one is started.
    @Test(.timeLimit(.minutes(1)))
    func aBackgroundProcessRunsApartAndWritesToItsFile() async {
        await #expect(processExitsWith: .success) { try Self.runApart() }
    }

    private static func runApart() throws {
        let scratch = Scratch()
        let output = scratch.file("diagnostics")
        // Its session is its own, nothing is on its input, and no descriptor but the three is open.
        let script = "echo pid $$; cat; ls /proc/$$/fd | tr '\\n' ' '; echo >&2; echo done"
        let processID = try BackgroundProcess.start("/bin/sh", ["-c", script], output: output)
        let text = try poll { (text: String) in
            text.contains("done")
        } reading: {
            (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
        }
        #expect(text.hasPrefix("pid \(processID)\n"))
        #if os(Linux)
            #expect(text.contains("0 1 2 \n"))
        #endif
        let mode = try FileManager.default.attributesOfItem(atPath: output)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        try awaitEnd(of: processID)
    }

    @Test(.timeLimit(.minutes(1)))
    func aSignalEndsAProcessAndItIsSeenToBeGone() throws {
        let scratch = Scratch()
        let processID = try BackgroundProcess.start(
            "/bin/sleep", ["60"], output: scratch.file("diagnostics"))
        #expect(BackgroundProcess.isAlive(processID))
        #expect(getsid(processID) == processID)
        kill(processID, SIGTERM)
        try Self.awaitEnd(of: processID)
        #expect(kill(processID, SIGTERM) == -1)
    }

    #if os(Linux)
        /// `sleep` is the parent of what the shell before it started, and reaps nothing.
        @Test(.timeLimit(.minutes(1)))
        func aProcessThatNobodyReapsIsNotAlive() throws {
            let scratch = Scratch()
            let output = scratch.file("output")
            let parent = try BackgroundProcess.start(
                "/bin/sh", ["-c", "true & echo $!; exec sleep 60"], output: output)
            let text = try Self.poll { (text: String) in
                text.hasSuffix("\n")
            } reading: {
                (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            }
            let child = try #require(Int32(text.dropLast()))
            try Self.awaitEnd(of: child)
            #expect(kill(child, 0) == 0)
            #expect(BackgroundProcess.isAlive(parent))
            kill(parent, SIGKILL)
            // Also reaps it: tests that run in a process of their own wait for theirs among all.
            try Self.awaitEnd(of: parent)
        }
    #endif

    @Test(.timeLimit(.minutes(1)))
    func theErrorsOfAProcessHaveAFileOfTheirOwn() throws {
        let scratch = Scratch()
        let (output, errors) = (scratch.file("output"), scratch.file("errors"))
        let processID = try BackgroundProcess.start(
            "/bin/sh", ["-c", "echo a; echo b >&2"], output: output, errors: errors)
        try Self.awaitEnd(of: processID)
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "a\n")
        #expect(try String(contentsOfFile: errors, encoding: .utf8) == "b\n")
    }

    @Test func aProgramThatIsMissingIsAnErrorWithItsPath() {
        let scratch = Scratch()
        let error = failure {
            _ = try BackgroundProcess.start(
                scratch.file("nothing"), [], output: scratch.file("diagnostics"))
        }
        #expect(
            error?.message
                == "cannot start \(scratch.file("nothing")): no such file or folder")
    }

    @Test func theRunningProgramIsAFile() throws {
        let path = try BackgroundProcess.executablePath()
        #expect(FileManager.default.isExecutableFile(atPath: path))
    }

    private static func awaitEnd(of processID: Int32) throws {
        _ = try poll { (isAlive: Bool) in
            !isAlive
        } reading: {
            BackgroundProcess.isAlive(processID)
        }
    }

    /// Reads until the value passes, for ten seconds, giving others the processor in between.
    private static func poll<Value>(
        _ passes: (Value) -> Bool, reading: () throws -> Value
    ) throws -> Value {
        let deadline = Clocks.uptime + .seconds(10)
        while true {
            let value = try reading()
            if passes(value) { return value }
            guard Clocks.uptime < deadline else {
                Issue.record("still \(value) after ten seconds")
                throw Overdue()
            }
            sched_yield()
        }
    }
}
