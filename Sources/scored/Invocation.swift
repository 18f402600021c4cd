import Client
import API
import Daemon
import Documents
import LocalAPI
import Net
import Terminal
import ViewModels

/// One run of a command: its words, where it writes, and how it reaches the daemon.
struct Invocation {
    let arguments: Arguments
    let console: Console

    init(_ arguments: Arguments, _ console: Console) {
        self.arguments = arguments
        self.console = console
    }

    init(_ words: [String], _ console: Console) {
        self.init(Arguments(command: words.first ?? ""), console)
    }

    /// The home of this device.
    func home() throws(ClientError) -> StateHome {
        try StateHome(option: arguments.value("state"), environment: ProcessEnvironment.value)
    }

    /// A client that starts the daemon if there is none. Where no device was ever begun, only a
    /// command that `isBeginning` one goes on: with any other, home or computer is not the one meant.
    func client(
        options: [String] = [], isBeginning: Bool = false
    ) throws(ClientError) -> LocalClient {
        let home = try home()
        if !isBeginning { try demandDevice(in: home) }
        if InspectedHome.isArchive(home.path) {
            throw .unusable("\(home.path) is the log of a table that was left: it is only read")
        }
        let starter = try DaemonStarter(home: home, options: options)
        return LocalClient(connecting: starter.connect, reconnecting: starter.reconnect)
    }

    /// Writes data where the keeper wants it: to the standard output without a path or with `-`, else
    /// into a new file, or over one that is there with `--force`, but not into the home of the device;
    /// `done` says so, before the path.
    func write(_ bytes: [UInt8], to path: String?, _ done: String) throws(ClientError) {
        guard let path, !GivenFile.isStandard(path) else { return try console.write(bytes) }
        let home = try home().path
        guard !GivenFile.isInside(path, folder: home) else {
            throw .unusable(
                "\(path) is in \(home), the home of this device, where only the device writes; "
                    + "nothing was written; name a file outside of it")
        }
        do throws(NetError) {
            try GivenFile.write(bytes, to: path, isReplacing: arguments.has("force"))
        } catch {
            throw .file(error)
        }
        console.say("\(done) \(path)")
    }

    /// A loop around the data of the daemon, which is started if there is none. Demand the device first.
    func loop() throws(ClientError) -> ClientLoop {
        let home = try home()
        return try ClientLoop(home: home, starting: DaemonStarter(home: home))
    }

    /// Throws where no device was ever begun.
    func demandDevice(in home: StateHome) throws(ClientError) {
        guard home.isFresh else { return }
        throw .unusable(
            "nothing is set up in \(home.path); run `scored` to start or join a table")
    }

    /// A client for commands that only look: they start no daemon, and where none answers they read
    /// the log from the disk. `isSaid` where the document does not say so by itself.
    func lookingClient(isSaid: Bool = true) throws(ClientError) -> LocalClient {
        let home = try home()
        let console = console
        return LocalClient(connecting: home.connect) { reason throws(ClientError) in
            try demandDevice(in: home)
            do throws(DaemonError) {
                let desk = try OfflineAPI(home: home.path, version: ProgramVersion.text)
                if case .notRunning = reason {
                    if isSaid, !desk.isArchive {
                        console.say(
                            "offline view: no daemon answers here; read from the disk; "
                                + "start it: scored up")
                    }
                } else {
                    console.say(
                        "offline view: the daemon is busy and does not answer; read from the disk")
                }
                return desk.answer
            } catch {
                throw .unusable("no daemon answers, and without one: \(error)")
            }
        }
    }

    /// A client for commands that only look and follow what happens, for which a daemon must run: if none
    /// does, it is started, and that is said.
    func followingClient() throws(ClientError) -> LocalClient {
        let isThere = try UpCommand.isRunning(home())
        let client = try client()
        _ = try client.get(.health, as: HealthDocument.self)
        if !isThere { console.say("no daemon ran here; it was started (end it: scored down)") }
        return client
    }

    /// A client for commands that start no daemon.
    func presentClient() throws(ClientError) -> LocalClient {
        let home = try home()
        return LocalClient(connecting: home.connect)
    }

    /// The operand at the position, which the command's form requires.
    func required(_ position: Int) throws(ClientError) -> String {
        guard let operand = arguments.operand(position) else {
            throw arguments.misused("missing operand")
        }
        return operand
    }

    /// Whether somebody is there to be asked: a person at a terminal who wants no document.
    var isAsking: Bool { TerminalDevice.isInputTerminal && !console.isJSON }

    /// Asks at the terminal; nil where nobody is there. Anything but yes is no.
    func asks(_ question: String) throws(ClientError) -> Bool? {
        guard isAsking else { return nil }
        let answer = try Question.ask("\(question) [y/N]") ?? ""
        return !answer.isEmpty && "yes".hasPrefix(answer.lowercased())
    }

    /// Asks before something is done. Throws where the answer is no, and where nobody can be asked; then
    /// `state` says of what is asked, and `otherwise` what holds.
    func confirm(
        _ question: String, of state: String = "", otherwise: String
    ) throws(ClientError) {
        let subject = state.isEmpty ? "" : state + "; "
        let words = state.isEmpty ? question : "\(state). \(question)"
        guard let isWanted = try asks(words) else {
            throw .unusable("\(subject)\(otherwise): no terminal to ask on; add --yes")
        }
        guard isWanted else { throw .unusable(otherwise) }
    }

    /// Prints what was recorded: what, the score after it, the names of the entries. Warnings whose
    /// codes are `unsaid` are asked about instead.
    func show(
        _ answer: LocalClient.Answer<RecordedDocument>, unsaid: Set<String> = []
    ) throws(ClientError) -> ExitCode {
        let recorded = answer.document
        let names = Self.names(recorded)
        try answering(names.isEmpty ? recorded.echo : "recorded as \(names)") {
            () throws(ClientError) in
            try console.isJSON
                ? console.show(document: answer.bytes)
                : console.show(line: recorded.echo + (names.isEmpty ? "" : "  (\(names))"))
        }
        if !console.isJSON, recorded.isRepeat {
            console.say("recorded before; nothing was recorded twice")
        }
        // What is so already is both the echo and a warning; a person reads it once.
        let said = console.isJSON ? nil : recorded.echo
        warn(
            recorded.warnings.filter { !unsaid.contains($0.code) && $0.text != said })
        return .done
    }

    /// Prints what was done.
    func show(_ answer: LocalClient.Answer<DoneDocument>) throws(ClientError) -> ExitCode {
        try answering { () throws(ClientError) in
            try console.isJSON
                ? console.show(document: answer.bytes) : console.show(line: answer.document.text)
        }
        warn(answer.document.warnings)
        return .done
    }

    /// Prints the answer to an order. An output that fails leaves the order carried out, so the error
    /// tells what was done.
    func answering(
        _ done: String = "the daemon has carried it out", _ print: () throws(ClientError) -> Void
    ) throws(ClientError) {
        do throws(ClientError) {
            try print()
        } catch {
            guard case .output(let reason) = error else { throw error }
            throw .unwritten(reason, done: done)
        }
    }

    /// Prints facts as two columns.
    func show(facts: [(String, String)]) throws(ClientError) {
        let rows = facts.filter { !$0.1.isEmpty }.map { Grid.Row([$0.0, $0.1]) }
        try console.show(GridView(Grid(columns: [Grid.Column(""), Grid.Column("")], rows: rows)))
    }

    /// Says what the keeper should know.
    func warn(_ warnings: [WarningDocument]) {
        for warning in warnings {
            console.say("! \(warning.sentence)")
        }
    }

    /// `mia.41`, `mia.41 to mia.90`; empty where nothing was recorded.
    private static func names(_ recorded: RecordedDocument) -> String {
        guard let first = recorded.entries.first, let last = recorded.entries.last else {
            return ""
        }
        return first == last ? first : "\(first) to \(last)"
    }
}
