import Net

/// Connects to the daemon of a home, and starts it where that is allowed, as `ReconnectPolicy`
/// decides. Never waits; the loop that owns it calls `turn`.
final class DaemonConnector {
    private let home: StateHome
    private let starter: DaemonStarter?
    /// False for a long-running program: it does not restart a daemon that a keeper ended.
    private let restartsEnded: Bool
    /// True once a daemon has answered: if its home is deleted, no other one is made in its place.
    private var hadHome = false
    /// The device of the daemon that answered first; what waits here is for no other's log.
    private var device: StateHome.DeviceMark?
    private var policy: ReconnectPolicy
    private var started: StartedDaemon?
    /// The reason of the last failed attempt.
    private(set) var lastError: ClientError?

    init(
        home: StateHome, starting starter: DaemonStarter?, restartsEnded: Bool, at now: Duration
    ) {
        self.home = home
        self.starter = starter
        self.restartsEnded = restartsEnded
        policy = ReconnectPolicy(mayStart: starter != nil, at: now)
    }

    /// True while a daemon that was started has not answered yet. It accepts connections before it
    /// has bound its port, and ends if it cannot bind: only its first answer proves that it works.
    var isAwaiting: Bool { policy.isAwaiting }

    /// When `turn` has something to do.
    var nextDeadline: Duration {
        if case .wait(let deadline) = policy.step(at: .zero) { deadline } else { .zero }
    }

    /// Takes the steps that are due; `open` connects. Returns the reason once there is no daemon,
    /// nil while there is one or one may come.
    func turn(at now: Duration, open: () throws(ClientError) -> Void) -> ClientError? {
        if policy.isAwaiting, started?.isAlive == false { policy.startedEnded(at: now) }
        var failure: ClientError?
        if policy.step(at: now) == .connect {
            if let stranger {
                policy.failed(at: now, .other)
                return stranger
            }
            do throws(ClientError) {
                try open()
            } catch {
                failure = failed(error, at: now)
            }
        }
        guard let starter, policy.step(at: now) == .start else { return failure }
        if hadHome, home.isFresh {
            policy.startFailed(at: now)
            return .unusable(
                "\(home.path) was deleted, so nothing is recorded from here; leave this screen; to "
                    + "begin again: scored up, or scored join CODE")
        }
        do throws(ClientError) {
            started = try starter.start()
            policy.started(at: now)
            return nil
        } catch {
            policy.startFailed(at: now)
            return error
        }
    }

    /// The error if the home is now that of another device: this one's was deleted, and another set
    /// up at its path. What is not sent stays here.
    private var stranger: ClientError? {
        guard let device, let present = home.deviceMark, present != device else { return nil }
        return .unusable(
            "\(home.path) is the home of another device now, so nothing is sent to it from here; "
                + "what waits was not recorded; leave this screen, then: scored keep")
    }

    /// Reports a failed attempt, even one that failed after connecting; returns the same as `turn`.
    func failed(_ error: ClientError, at now: Duration) -> ClientError? {
        lastError = error
        let wasAwaiting = policy.isAwaiting
        let cause = cause(error)
        policy.failed(at: now, cause)
        if policy.isPending(at: now) { return nil }
        if cause == .ended, policy.isGone(at: now) {
            return .unusable("the daemon was stopped; start it with: scored up")
        }
        return wasAwaiting ? started?.failure ?? error : error
    }

    private func cause(_ error: ClientError) -> ReconnectPolicy.Failure {
        switch error {
        case .notRunning: !restartsEnded && home.isEnded ? .ended : .absent
        case .busy: .busy
        default: .other
        }
    }

    /// Reports the first answer on a connection.
    func connected() {
        hadHome = true
        device = device ?? home.deviceMark
        policy.connected()
    }

    /// Reports that the connection to a daemon that had answered broke.
    func lost(at now: Duration) { policy.lost(at: now) }
}

/// Starts the daemon of a home, or the process that serves its pages: by the service manager if it
/// has the home in its care, else in the background.
package struct DaemonStarter {
    private let home: StateHome
    private let program: String
    private let arguments: [String]
    /// The options of a daemon among them, which a unit does not have; nil for another process.
    private var options: [String]?
    /// The unit of the process; called at each start.
    private var unit: (AccountUnits) -> String? = { _ in nil }
    fileprivate var title = "the daemon"
    /// The consequence of a failed start, for the error.
    fileprivate var consequence = "nothing was recorded"
    /// The file of the home for its diagnostics.
    fileprivate var output = GrowingOutput.diagnosticsName

    /// Prepares to start this program with `daemon`, the home, and further options of `daemon`.
    package init(home: StateHome, options: [String] = []) throws(ClientError) {
        try self.init(home, ["daemon", "--background", "--state", home.path] + options)
        self.options = options
        unit = { $0.unit(ofDaemonOf: home) }
    }

    /// Prepares to start this program with `web serve` and the home.
    package init(servingPagesOf home: StateHome) throws(ClientError) {
        try self.init(home, ["web", "serve", "--background", "--state", home.path])
        unit = { $0.unit(.web, of: home) }
        title = "the process that serves pages"
        consequence = "no page is served; scoring goes on"
        output = WebSettings.logName
    }

    private init(_ home: StateHome, _ arguments: [String]) throws(ClientError) {
        let program = try ClientError.rethrowing(
            ClientError.unreachable, BackgroundProcess.executablePath())
        self.init(home: home, program: program, arguments: arguments)
    }

    /// Prepares to start another program.
    package init(home: StateHome, program: String, arguments: [String]) {
        self.home = home
        self.program = program
        self.arguments = arguments
    }

    /// Starts the process without waiting until it accepts connections.
    package func start() throws(ClientError) -> StartedDaemon {
        do throws(NetError) {
            let folder = try Folder(home.path)
            try folder.demandOwn()
            let offset = try folder.size(of: output) ?? 0
            let path = "\(home.path)/\(output)"
            let manager = AccountUnits()
            let processID: Int32
            let unit = unit(manager)
            if let unit {
                if let options { try StartOptions.leave(options, in: folder) }
                processID = try manager.start(unit, output: path)
            } else {
                processID = try BackgroundProcess.start(program, arguments, output: path)
            }
            return StartedDaemon(
                starter: self, processID: processID, unit: unit, folder: folder, offset: offset)
        } catch {
            throw .notStarted("\(title) cannot be started: \(error.message)", diagnostics: [])
        }
    }
}

/// A process that was started here and may not answer yet.
package struct StartedDaemon {
    fileprivate let starter: DaemonStarter
    /// With a unit that of the order to the service manager.
    fileprivate let processID: Int32
    /// The unit that was started; nil for a process in the background.
    fileprivate let unit: String?
    fileprivate let folder: Folder
    /// The offset in their file at which its diagnostics begin.
    fileprivate let offset: Int

    package var isAlive: Bool { BackgroundProcess.isAlive(processID) }

    /// The error for a process that did not answer in time; with its last diagnostics.
    package var failure: ClientError {
        let problem =
            isAlive
            ? "\(starter.title) (\(unit ?? "process \(processID)")) was started and does not answer; "
                + "see \(folder.path)/\(starter.output)"
            : "\(starter.title) did not start; \(starter.consequence)"
        return .notStarted(problem, diagnostics: lastWords)
    }

    private var lastWords: [String] {
        let bytes = try? folder.read(
            starter.output, from: offset, count: ClientLimits.diagnosticsBytesMax)
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
            .suffix(ClientLimits.diagnosticsLinesMax)
        // A full disk has no room for diagnostics either.
        if lines.isEmpty, let volume = try? Volume(of: folder),
            volume.freeBytes < ClientLimits.diagnosticsBytesMax
        {
            return [
                "the disk of \(folder.path) is full (\(volume.freeBytes) bytes are free); "
                    + "make room, then: scored up"
            ]
        }
        return lines.map(Self.withoutTime)
    }

    /// Removes the time at the beginning of a line of diagnostics: the line was written just now.
    static func withoutTime(_ line: Substring) -> String {
        guard line.first?.isNumber == true, let space = line.firstIndex(of: " ") else {
            return String(line)
        }
        return String(line[line.index(after: space)...])
    }
}
