import Client
import API
import Daemon
import Net

extension Command {
    static let daemon = Command(
        CommandForm(
            "daemon", .daemon, "run the daemon in the foreground",
            options: DaemonArguments.forms + [
                OptionForm("background", "as up starts it", isHidden: true)
            ],
            details: [
                "Diagnostics go to the standard error, each line with its time. SIGINT and",
                "SIGTERM end the daemon cleanly; it ends by itself if its home is deleted.",
            ],
            isAdvanced: true)
    ) { invocation throws(ClientError) in
        let options = try DaemonArguments.options(
            invocation.arguments, home: invocation.home().path)
        do throws(DaemonError) {
            let daemon = try ScoreDaemon(
                options, answering: { Router($0, version: ProgramVersion.text) })
            try daemon.run()
            return .done
        } catch {
            Diagnostics(clock: .system).say(.error, "\(error)")
            return .failed
        }
    }
}

/// The options of `daemon`, which `up` takes too.
enum DaemonArguments {
    static let forms = [
        OptionForm("listen", "HOST:PORT", "where peers reach this device (else :7420)"),
        OptionForm("peer", "HOST:PORT", "a peer to dial, whatever is announced", isRepeated: true),
        OptionForm("no-discovery", "announce nothing, hear no announcements from now on"),
        OptionForm("discovery", "announce and hear announcements again"),
        OptionForm("discovery-port", "N", "the UDP port of announcements (else 7421)"),
        OptionForm("name", "NAME", "your name"),
    ]

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
        if arguments.has("no-discovery"), arguments.has("discovery") {
            throw arguments.misused("give either --discovery or --no-discovery")
        }
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
        do throws(NetError) {
            return try NamedAddress(text, port: peerPort)
        } catch {
            throw arguments.misused("--\(option): \(error.message)")
        }
    }

    /// The words that hand the options on to a daemon in the background.
    static func words(_ arguments: Arguments) -> [String] {
        forms.flatMap { form -> [String] in
            guard arguments.has(form.name) else { return [] }
            guard form.value != nil else { return ["--\(form.name)"] }
            return arguments.values(form.name).map { "--\(form.name)=\($0)" }
        }
    }
}
