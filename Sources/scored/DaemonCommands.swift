import API
import Client
import Daemon
import Documents
import Net

extension Command {
    static let up = Command(
        "up", .daemon, "start the daemon in the background", options: DaemonArguments.forms,
        details: [
            "Every command that records starts the daemon too; use up to give it options.",
            "Its diagnostics are in diagnostics.txt in the home, each line with its time;",
            "diagnostics.old.txt has older ones.",
        ]
    ) { invocation throws(ClientError) in
        let arguments = invocation.arguments
        let home = try invocation.home()
        // Wrong options are errors here, not in the diagnostics of a process that ends at once.
        _ = try DaemonArguments.options(arguments, home: home.path)
        if try UpCommand.isRunning(home) { return try UpCommand.meet(invocation) }
        let isFresh = home.isFresh
        let client = try invocation.client(
            options: DaemonArguments.words(arguments), isBeginning: true)
        let answer = try client.get(.health, as: HealthDocument.self)
        let name = isFresh ? nil : arguments.value("name")
        return try UpCommand.show(
            answer, "the daemon is running" + (name.map { "; its keeper is now \($0)" } ?? ""),
            invocation)
    }

    static let down = Command(
        "down", .daemon, "stop the daemon once other devices hold every move",
        options: [OptionForm("now", "at once; the moves stay safe on this device")],
        details: [
            "While other devices lack moves, the daemon waits for them; if they do not come,",
            "it keeps running and says so. A device alone at its table waits for none.",
        ]
    ) { invocation throws(ClientError) in
        let home = try invocation.home()
        guard !home.isFresh else {
            invocation.console.say(
                "scored: there is no device in \(home.path); a daemon whose home was deleted ends "
                    + "by itself within seconds")
            return .notRunning
        }
        let client = try invocation.presentClient()
        let processID = try DownCommand.processID(client, home, invocation.console)
        let answer = try client.post(
            .shutdown, ShutdownRequest(now: invocation.flag("now")), .never,
            as: DoneDocument.self, within: ClientLimits.endTime)
        try DownCommand.await(processID)
        if (try? home.on(.web).connect()) != nil {
            let phones = (try? PhoneHomes(in: home).all().phones) ?? []
            invocation.console.say(
                phones.contains(where: \.isPaired)
                    ? "pages are still served, with the last state, and phones still record, for the "
                        + "table to have when this daemon is back; to end both: scored web down"
                    : "pages are still served, with the last state; to end them: scored web down")
        }
        return try invocation.show(answer)
    }

    static let daemon = Command(
        "daemon", .daemon, "run the daemon in the foreground",
        options: DaemonArguments.forms + [
            OptionForm("background", "as started by up", isHidden: true),
            OptionForm("service", "as started by a unit of systemd", isHidden: true),
        ],
        details: [
            "Diagnostics go to the standard error, each line with its time. SIGINT and",
            "SIGTERM end the daemon cleanly; it ends by itself if its home is deleted.",
        ],
        isAdvanced: true
    ) { invocation throws(ClientError) in
        let home = try invocation.home()
        let service =
            try invocation.arguments.has("service")
            ? ServiceProcess(home, output: GrowingOutput.diagnosticsName) : nil
        let arguments =
            service == nil ? invocation.arguments : try DaemonArguments.left(in: home)
        var options = try DaemonArguments.options(arguments, home: home.path)
        if service != nil { options.isInBackground = true }
        let journal = service?.write ?? { _, _ in }
        let diagnostics = ScoreDaemon.diagnostics(options, journal: journal)
        do throws(DaemonError) {
            let daemon = try ScoreDaemon(
                options, supervisor: service?.supervisor, journal: journal,
                answering: { Router($0, version: ProgramVersion.text) })
            if service != nil { StartOptions.remove(from: home) }
            WebCommand.resume(home, diagnostics)
            try daemon.run()
            return .done
        } catch {
            diagnostics.say(.error, "\(error)")
            if case .homeInUse = error { return .taken }
            guard service != nil, !StartOptions.read(in: home).isEmpty else { return .failed }
            // A unit does not repeat this code: the options would fail each second, and at every boot.
            StartOptions.remove(from: home)
            return .notRunning
        }
    }
}

enum UpCommand {
    static func isRunning(_ home: StateHome) throws(ClientError) -> Bool {
        do throws(ClientError) {
            _ = try home.connect()
            return true
        } catch {
            switch error {
            case .notRunning: return false
            case .busy: return true
            default: throw error
            }
        }
    }

    /// A running daemon takes a name, peers and the switch of announcements; for what it listens
    /// on it must start again.
    fileprivate static func meet(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        let late = ["listen", "discovery-port"].filter(arguments.has)
        guard late.isEmpty else {
            let options = late.map { "--\($0)" }.joined(separator: " and ")
            throw .unusable(
                "the daemon is already running and was not changed; \(options) must be given when "
                    + "it starts: scored down --now, then scored up "
                    + DaemonArguments.words(arguments).joined(separator: " "))
        }
        let client = try invocation.presentClient()
        var text = "the daemon is already running"
        if let name = invocation.arguments.value("name") {
            let named = try client.post(.keeper, KeeperRequest(name: name), as: DoneDocument.self)
            text += "; \(named.document.text)"
        }
        let isChanged = arguments.has("discovery") || arguments.has("no-discovery")
        let peers = arguments.values("peer")
        if isChanged || !peers.isEmpty {
            let request = SyncSwitchRequest(
                peers: peers.isEmpty ? nil : peers,
                discovery: isChanged ? arguments.has("discovery") : nil)
            let done = try client.post(.sync, request, .never, as: DoneDocument.self)
            text += "; \(done.document.text)"
        }
        return try show(client.get(.health, as: HealthDocument.self), text, invocation)
    }

    fileprivate static func show(
        _ answer: LocalClient.Answer<HealthDocument>, _ text: String, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        if invocation.console.isJSON {
            try invocation.console.show(document: answer.bytes)
        } else {
            invocation.console.say("\(text) (process \(answer.document.processID))")
            // The one thing to know before another device is to find this one.
            let warnings = try? invocation.presentClient().status().document.warnings
            invocation.warn(
                (warnings ?? []).filter { $0.code == WarningCode.discoveryOff.rawValue })
        }
        return .done
    }
}

enum DownCommand {
    /// The process of the daemon. If pages are served, they soon restart a daemon that was killed.
    fileprivate static func processID(
        _ client: LocalClient, _ home: StateHome, _ console: Console
    ) throws(ClientError) -> Int {
        do throws(ClientError) {
            return try client.get(.health, as: HealthDocument.self).document.processID
        } catch {
            if case .notRunning = error, !home.isEnded, (try? home.on(.web).connect()) != nil {
                console.say(
                    "the daemon was killed, and the process that serves pages starts it again; to "
                        + "end both: scored web down, then scored down")
            }
            throw error
        }
    }

    /// Waits until a process has ended, so that the next `up` finds the home free.
    static func await(_ processID: Int, _ title: String = "the daemon") throws(ClientError) {
        guard let processID = Int32(exactly: processID), processID > 0 else { return }
        let loop = ClientSources()
        let deadline = Clocks.uptime + ClientLimits.answerTime
        while BackgroundProcess.isAlive(processID) {
            guard Clocks.uptime < deadline else {
                throw .unusable(
                    "\(title) (process \(processID)) was told to end and still runs")
            }
            try loop.turn(until: Clocks.uptime + ClientLimits.startInterval)
        }
    }
}

/// The options of `daemon`, which `up` takes too.
enum DaemonArguments {
    static let forms = [
        OptionForm("listen", "HOST:PORT", "where peers reach this device (default :7420)"),
        OptionForm("peer", "HOST:PORT", "also connect to this peer", isRepeated: true),
        OptionForm("no-discovery", "neither send nor hear announcements from now on"),
        OptionForm("discovery", "send and hear announcements again"),
        OptionForm("discovery-port", "N", "the UDP port of announcements (default 7421)"),
        OptionForm("name", "NAME", "your name"),
    ]

    /// The options that a command left for the service manager's start.
    static func left(in home: StateHome) throws(ClientError) -> Arguments {
        try ArgumentReader(words: ["daemon"]) { CommandTable.command($0)?.form }
            .read(["daemon"] + StartOptions.read(in: home))
    }

    static func options(
        _ arguments: Arguments, home: String
    ) throws(ClientError) -> DaemonOptions {
        var options = DaemonOptions(home: home)
        if let text = arguments.value("listen") {
            guard let address = Address(text) else {
                throw arguments.misused(
                    "--listen takes a numeric HOST:PORT or :PORT, not '\(text)'")
            }
            options.listen = address
        }
        for text in arguments.values("peer") {
            options.peers.append(try place(text, arguments, "peer"))
        }
        try arguments.demandNotBoth("discovery", "no-discovery")
        if arguments.has("no-discovery") { options.isDiscovering = false }
        if arguments.has("discovery") { options.isDiscovering = true }
        if let port = try arguments.number("discovery-port", in: 1...65_535) {
            options.discoveryPort = UInt16(port)
        }
        options.name = arguments.value("name")
        options.isInBackground = arguments.has("background")
        return options
    }

    static func place(
        _ text: String, _ arguments: Arguments, _ option: String
    ) throws(ClientError) -> NamedAddress {
        try ClientError.rethrowing(
            { (error: NetError) in arguments.misused("--\(option): \(error.message)") },
            NamedAddress(text, port: peerPort))
    }

    /// The options as words for a daemon in the background.
    static func words(_ arguments: Arguments) -> [String] {
        forms.flatMap { form -> [String] in
            guard arguments.has(form.name) else { return [] }
            guard form.value != nil else { return ["--\(form.name)"] }
            return arguments.values(form.name).map { "--\(form.name)=\($0)" }
        }
    }
}
