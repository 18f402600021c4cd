package import Documents
import Net

/// The process that serves pages, as commands use it.
package struct WebService {
    private let home: StateHome

    package init(home: StateHome) { self.home = home }

    /// The answer of the process; nil if none listens.
    package func ask(_ route: Route) throws(ClientError) -> LocalClient.Answer<WebDocument>? {
        let client = LocalClient(home: home.on(.web))
        do throws(ClientError) {
            return route.method == "GET"
                ? try client.get(route) : try client.post(route, [String: String](), .never)
        } catch {
            if case .notRunning = error { return nil }
            throw error
        }
    }

    /// The answer of the process; if none runs, changes the settings and returns nil. Waits for a
    /// process that is starting or ending.
    package func ask(
        _ route: Route, orChange change: (inout WebSettings) -> Void
    ) throws(ClientError) -> LocalClient.Answer<WebDocument>? {
        let sources = ClientSources()
        let deadline = Clocks.uptime + ClientLimits.webStartTime
        while true {
            if let answer = try ask(route) { return answer }
            if let lock = try WebSettings.lock(home) {
                defer { withExtendedLifetime(lock) {} }
                var settings = try WebSettings(in: home)
                change(&settings)
                try settings.save(in: home)
                return nil
            }
            guard Clocks.uptime < deadline else { throw silence }
            try sources.turn(until: Clocks.uptime + ClientLimits.startInterval)
        }
    }

    /// Serves pages from now on. `before` is nil if a process serves them already; else it is the
    /// settings before the change, which are restored if the new process cannot start.
    package func begin(
        _ change: (inout WebSettings) -> Void = { _ in }
    ) throws(ClientError) -> (answer: LocalClient.Answer<WebDocument>, before: WebSettings?) {
        var before = WebSettings()
        let present = try ask(WebDocument.get) { settings in
            before = settings
            settings.isWanted = true
            change(&settings)
        }
        if let present { return (present, nil) }
        do throws(ClientError) {
            return (try start(), before)
        } catch {
            if case .notStarted = error {
                _ = try? ask(WebDocument.get) { settings in settings = before }
            }
            throw error
        }
    }

    /// Starts the process; waits until it, or another one that was faster, answers.
    private func start() throws(ClientError) -> LocalClient.Answer<WebDocument> {
        let started = try DaemonStarter(servingPagesOf: home).start()
        let sources = ClientSources()
        var deadline = Clocks.uptime + ClientLimits.webStartTime
        var isAlive = true
        while true {
            if let answer = try ask(WebDocument.get) { return answer }
            guard Clocks.uptime < deadline else { throw isHeld ? silence : started.failure }
            try sources.turn(until: Clocks.uptime + ClientLimits.startInterval)
            if isAlive, !started.isAlive {
                isAlive = false
                // It ended because another process has the lock, which may not listen yet.
                if !isHeld { deadline = Clocks.uptime + ClientLimits.rivalTime }
            }
        }
    }

    /// The process that has the lock and runs; nil if none does.
    private var holder: Int32? {
        LockFile.holder(of: "\(home.path)/\(WebSettings.lockName)")
            .flatMap { BackgroundProcess.isAlive($0) ? $0 : nil }
    }

    private var isHeld: Bool { holder != nil }

    /// True if another process than this one serves the pages.
    package var isHeldByAnother: Bool { holder.map { $0 != BackgroundProcess.ownID } ?? false }

    private var silence: ClientError {
        let process = holder.map { " (process \($0))" } ?? ""
        return .unusable(
            "the process that serves pages\(process) does not answer; nothing was changed; see "
                + "\(home.path)/\(WebSettings.logName)")
    }
}
