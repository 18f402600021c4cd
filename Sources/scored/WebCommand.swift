import Client
import Daemon
import Documents
import LocalAPI
import Net
import Web

extension Command {
    static let web = Command(
        "web", .look, "serve pages for projectors, streams and benches",
        operands: "[ACTION] [FILE]", choices: WebCommand.actions,
        options: [
            OptionForm("listen", "HOST:PORT", "with up: where browsers reach it (default :7422)"),
            OptionForm("names", "with up: the pages name the players"),
            OptionForm("metrics", "with up: serve the daemon's figures at /metrics"),
            OptionForm("force", "with overlay-file: overwrite an existing FILE"),
            OptionForm("background", "as started by up", isHidden: true),
            OptionForm("service", "as started by a unit of systemd", isHidden: true),
        ],
        details: [
            "scored web up       serves the pages, also after a restart of the daemon",
            "scored web links    shows the links, and a QR code at a terminal",
            "scored web status   tells how many pages are open",
            "scored web rotate   makes new links; the old ones no longer work",
            "scored web down     stops serving them; the daemons of phones end in order",
            "",
            "scored web overlay-file [FILE]   writes the overlay for OBS as a file, which may",
            "be open before anything runs: it shows nothing until the pages answer. Without",
            "FILE it is in the home, for OBS on this machine, and follows web rotate. A FILE",
            "is for any machine in the network. It has the link of now: write it again, with",
            "--force, after web rotate or if this machine gets another address.",
            "",
            "With up --metrics a monitoring system such as Prometheus reads the figures of",
            "the daemon (disk, peers, numbers of entries; no names) at /metrics. It needs no",
            "secret of a link: anybody in the network can. Without --metrics they are off.",
            "",
            "Anybody with a link can look, and nobody can change anything. Players are",
            "numbers unless --names is given. While no daemon runs the pages say so. If",
            "their process is killed, web up or the next start of the daemon starts it",
            "again. Diagnostics are in web.log in the home.",
        ], WebCommand.run)
}

enum WebCommand {
    static let actions = ["up", "down", "status", "links", "rotate", "overlay-file"]
    private static let title = "the process that serves pages"

    fileprivate static func run(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        let action = arguments.operand(0) ?? "status"
        for option in ["listen", "names", "metrics"]
        where arguments.has(option) && action != "up" {
            throw arguments.misused("--\(option) can only be used with up")
        }
        guard action == "overlay-file" || (arguments.operand(1) == nil && !arguments.has("force"))
        else { throw arguments.misused("FILE and --force can only be used with overlay-file") }
        switch action {
        case "up": return try up(invocation)
        case "down": return try down(invocation)
        case "rotate": return try rotate(invocation)
        case "serve": return try serve(invocation)
        case "status", "links", "overlay-file": break
        default: throw arguments.unknown("action", action, among: actions)
        }
        guard let answer = try WebService(home: invocation.home()).ask(WebDocument.get) else {
            return try sayAbsence(invocation)
        }
        switch action {
        case "status": return try status(answer, invocation)
        case "links": return try show(answer, nil, invocation)
        default: return try overlayFile(answer.document, invocation)
        }
    }

    // MARK: The commands

    private static func up(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let arguments = invocation.arguments
        let home = try invocation.home()
        let address = try listen(arguments)
        _ = try invocation.client().get(.health, as: HealthDocument.self)
        if WebSettings.damage(in: home) != nil {
            invocation.console.say(
                "! the settings of the pages were damaged: the old links no longer work; the damaged "
                    + "file is now \(WebSettings.fileName).damaged")
        }
        let (answer, before) = try WebService(home: home).begin { settings in
            settings.showsNames = arguments.has("names")
            settings.servesMetrics = arguments.has("metrics")
            if let address { settings.listen = address.description }
        }
        guard let before else {
            guard address == nil, !arguments.has("names"), !arguments.has("metrics") else {
                throw .unusable(
                    "pages are served already (\(answer.document.listen)) and nothing was changed; "
                        + "options must be given when it starts: scored web down, then scored web up"
                )
            }
            return try show(answer, "pages are served already", invocation)
        }
        let isUsual = before.listen == nil && address == nil
        let port = Address(answer.document.listen)?.port
        let isOther = isUsual && port != Address.webPort && port != before.port
        let taken = isOther ? ", since port \(Address.webPort) was taken" : ""
        return try show(
            answer, "pages are served on \(answer.document.listen)\(taken)", invocation)
    }

    private static func listen(_ arguments: Arguments) throws(ClientError) -> Address? {
        guard let text = arguments.value("listen") else { return nil }
        guard let address = Address(text) else {
            throw arguments.misused("--listen takes a numeric HOST:PORT or :PORT, not '\(text)'")
        }
        return address
    }

    private static func down(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        guard !home.isFresh else { return try sayAbsence(invocation) }
        var wasWanted = false
        let answer = try WebService(home: home).ask(WebDocument.down) { settings in
            wasWanted = settings.isWanted
            settings.isWanted = false
        }
        if let answer { try DownCommand.await(answer.document.processID, title) }
        let ended = try PhoneCommand.endDaemons(in: home)
        if let answer {
            return try invocation.report(
                answer.bytes,
                "no page is served any more; the links stay valid for the next "
                    + "scored web up\(ended)")
        }
        guard wasWanted else { return try sayAbsence(invocation) }
        invocation.console.say(
            "no page was served, and none will be when the daemon starts\(ended)")
        return .done
    }

    private static func rotate(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        guard !home.isFresh else { return try sayAbsence(invocation) }
        var hadLinks = false
        let answer = try WebService(home: home).ask(WebDocument.rotate) { settings in
            hadLinks = settings.token != nil
            if hadLinks { settings.token = WebSettings.newToken() }
        }
        if let answer {
            return try show(
                answer,
                "the old links no longer work, nor does a FILE of scored web overlay-file; the new "
                    + "ones:", invocation)
        }
        guard hadLinks else { return try sayAbsence(invocation) }
        invocation.console.say(
            "the old links no longer work; no page is served now, scored web up shows new ones")
        return .done
    }

    private static func status(
        _ answer: LocalClient.Answer<WebDocument>, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let document = answer.document
        let viewers = Phrases.count(document.viewers, "page")
        try invocation.report(
            answer.bytes,
            "pages are served on \(document.listen) (process \(document.processID)); \(viewers) open"
        )
        guard !invocation.console.isJSON else { return .done }
        if let problem = document.problem {
            invocation.console.say("! the pages show an old state: \(problem)")
        }
        if let keep = document.keep { say(keep, invocation.console) }
        invocation.console.say("the links: scored web links")
        return .done
    }

    /// Writes the overlay's file; prints its URL, to which a query can be added.
    private static func overlayFile(
        _ document: WebDocument, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        guard let file = invocation.arguments.operand(1) else {
            let home = try invocation.home()
            try document.saveOverlayFile(in: home)
            return try show(
                file: "\(home.path)/\(WebDocument.overlayFileName)",
                "for a program on this machine; web up and web rotate keep its link", invocation)
        }
        let text = OverlayFile.text(document.overlay(onThisMachine: false))
        try invocation.write(
            Array(text.utf8), to: file, "wrote the overlay of \(document.listen) to",
            isPrivate: true)
        guard !GivenFile.isStandard(file) else { return .done }
        return try show(
            file: file, "write it again, with --force, after web rotate or with another address",
            invocation)
    }

    private static func show(
        file: String, _ words: String, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let console = invocation.console
        let url = GivenFile.url(file)
        guard !console.isJSON else {
            try console.show(document: JSON.encode(["url": url]))
            return .done
        }
        try console.write(Array("\(url)\n".utf8))
        console.say("the overlay shows nothing until the pages answer, then the score; \(words)")
        return .done
    }

    // MARK: Words

    private static func sayAbsence(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        if let damage = try WebSettings.damage(in: invocation.home()) {
            invocation.console.say("\(damage.text); \(damage.advice)")
            return .notRunning
        }
        let isWanted = try WebSettings(in: invocation.home()).isWanted
        invocation.console.say(
            isWanted
                ? "no page is served, although that was asked for: the process was ended or could "
                    + "not start, see \(WebSettings.logName) in the home; scored web up starts it "
                    + "again, and so does the next start of the daemon"
                : "no page is served; to serve them: scored web up")
        return .notRunning
    }

    /// Prints the links: as data, one a line, and for people how they may be used.
    private static func show(
        _ answer: LocalClient.Answer<WebDocument>, _ text: String?, _ invocation: Invocation
    ) throws(ClientError) -> ExitCode {
        let console = invocation.console
        guard !console.isJSON else {
            try console.show(document: answer.bytes)
            return .done
        }
        let document = answer.document
        if let text { console.say(text) }
        let width = document.links.map(\.page.count).max() ?? 0
        var lines = document.links.map { link in
            let gap = String(repeating: " ", count: width - link.page.count)
            return "\(link.page)\(gap)  \(link.url)  \(link.purpose)"
        }
        lines.append("all of them: \(document.index)")
        if let local = document.local { lines.append("on this machine: \(local)") }
        if let named = document.named { lines.append("where names work: \(named)") }
        if let metrics = document.metrics { lines.append("figures, for monitoring: \(metrics)") }
        try console.show(lines, withCodeOf: document.index)
        let names =
            document.showsNames
            ? "the pages name the players; without names: scored web down, then scored web up"
            : "players are numbers on them; with names: scored web down, then scored web up --names"
        console.say("anybody with a link can look, and nobody can change anything; \(names)")
        if let problem = document.problem {
            console.say("! the pages show an old state: \(problem)")
        }
        if let keep = document.keep { say(keep, console) }
        return .done
    }

    /// The place where phones record, if there are any.
    private static func say(_ keep: WebDocument.Keep, _ console: Console) {
        if let url = keep.url {
            console.say(
                "\(Phrases.count(keep.phones, "phone")) may keep through \(url)/k, "
                    + "\(Phrases.count(keep.pages, "page")) open; to let one in: scored phone NAME")
        }
        for problem in keep.problems { console.say("! \(problem)") }
    }

    // MARK: The process

    /// Serves pages in this process. Every error goes to its diagnostics, where `up` looks for it.
    private static func serve(_ invocation: Invocation) throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        let service =
            try invocation.arguments.has("service")
            ? ServiceProcess(home, output: WebSettings.logName) : nil
        let isInBackground = service != nil || invocation.arguments.has("background")
        let diagnostics = diagnostics(isInBackground ? home : nil, service)
        do throws(ClientError) {
            try invocation.demandDevice(in: home)
            try WebProcess(
                home: home, isInBackground: isInBackground, supervisor: service?.supervisor
            ) { diagnostics.say(.note, $0) }.run()
            return .done
        } catch {
            diagnostics.say(.error, error.lines.joined(separator: " "))
            if WebService(home: home).isHeldByAnother { return .taken }
            // A unit does not repeat this code.
            let isWanted = (try? WebSettings(in: home).isWanted) ?? true
            return isWanted || !isInBackground ? error.exitCode : .notRunning
        }
    }

    /// Diagnostics on the standard error, in the background a file of the home that is kept short.
    private static func diagnostics(
        _ home: StateHome?, _ service: ServiceProcess?
    ) -> Diagnostics {
        guard let home else { return Diagnostics(clock: .system) }
        let file = GrowingOutput(
            "\(home.path)/\(WebSettings.logName)",
            keeping: "\(home.path)/\(WebSettings.olderLogName)",
            bytesMax: ClientLimits.webLogBytesMax)
        return Diagnostics(
            clock: .system, journal: service?.write ?? { _, _ in },
            write: { bytes in
                file.renew()
                try? TerminalDevice.writeError(bytes)
            })
    }

    /// Serves pages again at the start of a daemon, if they were asked for. The daemon goes on in
    /// any case: scoring needs no page.
    static func resume(_ home: StateHome, _ diagnostics: Diagnostics) {
        do throws(ClientError) {
            if let damage = WebSettings.damage(in: home) {
                throw .unusable("\(damage.text); \(damage.advice)")
            }
            guard try WebSettings(in: home).isWanted, (try? home.on(.web).connect()) == nil else {
                return
            }
            BackgroundProcess.leaveChildren()
            _ = try DaemonStarter(servingPagesOf: home).start()
        } catch {
            diagnostics.say(.warning, error.lines.joined(separator: " "))
        }
    }
}
