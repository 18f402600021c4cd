import Documents
import Net
import Seeds

/// 100 MB of random bytes at each of the three doors of a daemon, while a keeper records.
enum NoiseTrial {
    private static let bytesWanted = 100_000_000
    private static let timeMax = Duration.seconds(20)
    /// Far above what a daemon needs for this log, far below what 100 MB kept anywhere would cost.
    private static let growthMax = 64_000

    static func run(_ stage: Stage, _ generator: inout SeededGenerator) throws -> String {
        let ports = try stage.ports(3)
        let mia = Device(
            "mia", port: ports[0],
            options: ["--discovery-port=\(ports[2])"], on: stage)
        let bo = Device("bo", port: ports[1], options: ["--no-discovery"], on: stage)
        let table = try Table([mia, bo], on: stage)
        var keeper = Listening(mia, Recorder(at: mia, game: table.game))
        var measured: [String] = []
        let memory = mia.memoryKilobytes

        for (name, connect) in [
            ("peer port", { try StreamSocket.connecting(to: .loopback(port: ports[0])) }),
            (
                "local socket",
                { try StreamSocket.connected(toPath: mia.home + "/scored.sock") }
            ),
        ] as [(String, () throws -> StreamSocket)] {
            var flood = Flood(connect, bytesWanted: bytesWanted, &generator)
            try keeper.listen(name, stage) { try flood.turn() }
            try flood.end(stage)
            try keeper.countLines(name)
            measured.append("\(name) \(flood.summary), \(keeper.summary)")
        }
        // As datagrams, one a write, some too large; unicast, so that nothing leaves this machine.
        let half = bytesWanted / 2
        let script = [200, 1400].map {
            "dd if=/dev/urandom bs=\($0) count=\(half / $0 + 1) >/dev/udp/127.0.0.1/\(ports[2])"
        }.joined(separator: " && ")
        let datagrams = try Typing(["-c", script], program: "/bin/bash", on: stage)
        try keeper.listen("announcement port", stage) {
            try stage.pause(.milliseconds(2))
            return datagrams.hasEnded
        }
        let outcome = try datagrams.outcome()
        try demand(outcome.exitCode == 0, "dd could not send: \(outcome.errors)")
        try keeper.countLines("announcement port")
        measured.append(
            "announcement port \(bytesWanted / 1_000_000) MB of datagrams, \(keeper.summary)")

        let growth = (mia.memoryKilobytes ?? 0) - (memory ?? 0)
        try demand(growth < growthMax, "the daemon grew by \(growth) kB")
        try keeper.recorder.check()
        try table.waitForAgreement(stage, "the peer has what was recorded in the noise")
        return measured.joined(separator: "; ") + "; memory grew by \(growth) kB"
    }

    /// A keeper who records while the noise goes on, and looks whether the daemon bears it.
    private struct Listening {
        private let device: Device
        private(set) var recorder: Recorder
        private var moves = 0
        private var slowest = Duration.zero
        private var lines = 0
        private var linesBefore = 0
        private var start = Duration.zero

        init(_ device: Device, _ recorder: Recorder) {
            self.device = device
            self.recorder = recorder
        }

        var summary: String {
            "\(moves) moves meanwhile (slowest \(Int(slowest / .milliseconds(1))) ms), "
                + "\(lines) lines of diagnostics"
        }

        mutating func listen(
            _ name: String, _ stage: Stage, noise turn: () throws -> Bool
        ) throws {
            (moves, slowest) = (0, .zero)
            linesBefore = device.diagnostics.count
            start = Clocks.uptime
            var next = start
            while try !turn(), Clocks.uptime < start + timeMax {
                guard Clocks.uptime >= next else { continue }
                try stage.pause(.zero)
                let asked = Clocks.uptime
                _ = try recorder.record(recorder.move())
                slowest = max(slowest, Clocks.uptime - asked)
                moves += 1
                next = Clocks.uptime + .milliseconds(2)
            }
            try demand(device.isRunning, "the daemon ended under noise at the \(name)")
            try demand(slowest < .seconds(2), "a move took \(slowest) under noise at the \(name)")
        }

        /// At least one line, and few in however long it took: after everything was dropped.
        mutating func countLines(_ name: String) throws {
            lines = device.diagnostics.count - linesBefore
            let seconds = Int((Clocks.uptime - start).components.seconds)
            try demand(
                lines >= 1 && lines <= 3 + seconds,
                "\(lines) lines of diagnostics in \(seconds) s of noise at the \(name): "
                    + (device.diagnostics.last ?? ""))
        }
    }
}
