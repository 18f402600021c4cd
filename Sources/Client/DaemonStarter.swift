import Documents
import LocalAPI
package import Net

/// Starts the daemon of a home in the background, and waits until it answers.
package struct DaemonStarter {
    private let home: StateHome
    private let program: String
    private let arguments: [String]

    /// Will start this very program with `daemon`, the home, and further options of `daemon`.
    package init(home: StateHome, options: [String] = []) throws(ClientError) {
        do throws(NetError) {
            try self.init(
                home: home, program: BackgroundProcess.executablePath(),
                arguments: ["daemon", "--background", "--state", home.path] + options)
        } catch {
            throw .unreachable(error)
        }
    }

    /// Will start a program of one's own.
    package init(home: StateHome, program: String, arguments: [String]) throws(NetError) {
        self.home = home
        self.program = program
        self.arguments = arguments
    }

    /// A connection to the daemon, which is started if there is none.
    package func connect() throws(ClientError) -> StreamSocket {
        do throws(ClientError) {
            return try home.connect()
        } catch {
            guard case .notRunning = error else { throw error }
            return try start()
        }
    }

    /// A connection to a daemon that was there a moment ago: it may be coming back by itself.
    package func reconnect() throws(ClientError) -> StreamSocket {
        if let socket = try attempts(for: ClientLimits.returnTime, while: { true }) {
            return socket
        }
        do throws(ClientError) {
            return try home.connect()
        } catch {
            // A busy daemon is there: a second one could not use the home.
            guard case .notRunning = error else { throw error }
        }
        return try start()
    }

    /// Starts the daemon and returns a connection to it.
    package func start() throws(ClientError) -> StreamSocket {
        let started = try begin()
        let answered = try attempts(for: ClientLimits.startTime) { started.isAlive }
        if let answered { return answered }
        // It may have ended because another was starting in this home at the same moment.
        if let rival = try attempts(for: ClientLimits.rivalTime, while: { true }) { return rival }
        throw started.failure
    }

    /// Starts the daemon and returns at once; it takes connections a little later.
    func begin() throws(ClientError) -> StartedDaemon {
        do throws(NetError) {
            let folder = try Folder(home.path)
            let offset = try folder.size(of: GrowingOutput.diagnosticsName) ?? 0
            let processID = try BackgroundProcess.start(
                program, arguments, output: home.diagnosticsPath)
            return StartedDaemon(
                processID: processID, folder: folder, offset: offset,
                diagnosticsPath: home.diagnosticsPath)
        } catch {
            throw .notStarted("the daemon cannot be started: \(error.message)", diagnostics: [])
        }
    }

    /// Tries to connect until it works, the time is over or the condition no longer holds.
    private func attempts(
        for time: Duration, while condition: () -> Bool
    ) throws(ClientError) -> StreamSocket? {
        let deadline = Clocks.uptime + time
        var poller = Poller()
        while Clocks.uptime < deadline, condition() {
            if let socket = try answering() { return socket }
            do throws(NetError) {
                _ = try poller.wait(timeout: ClientLimits.startInterval)
            } catch {
                throw .unreachable(error)
            }
        }
        return nil
    }

    /// A connection to a daemon that has answered: it takes connections before it has its port, and
    /// may still end for want of it.
    private func answering() throws(ClientError) -> StreamSocket? {
        do throws(ClientError) {
            let client = LocalClient(connecting: home.connect)
            _ = try client.get(.health, as: HealthDocument.self)
            return try home.connect()
        } catch {
            switch error {
            case .notRunning, .busy, .lost: return nil
            default: throw error
            }
        }
    }
}

/// A daemon that was started and may not answer yet.
struct StartedDaemon {
    fileprivate let processID: Int32
    fileprivate let folder: Folder
    /// Where its diagnostics begin in their file.
    fileprivate let offset: Int
    fileprivate let diagnosticsPath: String

    /// False once it has ended.
    var isAlive: Bool { BackgroundProcess.isAlive(processID) }

    /// Why it is of no use, when it does not answer in time; with its last words if it has ended.
    var failure: ClientError {
        let problem =
            isAlive
            ? "the daemon (process \(processID)) was started and does not answer; "
                + "see \(diagnosticsPath)"
            : "the daemon did not start; nothing was recorded"
        return .notStarted(problem, diagnostics: lastWords)
    }

    private var lastWords: [String] {
        let bytes = try? folder.read(
            GrowingOutput.diagnosticsName, from: offset, count: ClientLimits.diagnosticsBytesMax)
        let lines = String(decoding: bytes ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
            .suffix(ClientLimits.diagnosticsLinesMax)
        // On a full disk there is no room for last words either.
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

    /// A line of diagnostics begins with its time: these are of this moment.
    static func withoutTime(_ line: Substring) -> String {
        guard line.first?.isNumber == true, let space = line.firstIndex(of: " ") else {
            return String(line)
        }
        return String(line[line.index(after: space)...])
    }
}
