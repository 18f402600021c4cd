import API
import Client
import Daemon
import Documents
import LocalAPI
import Net
import Terminal
import ViewModels

/// One run of a command: its words, its output, and its way to the daemon.
struct Invocation {
    let arguments: Arguments
    let console: Console

    init(_ arguments: Arguments, _ console: Console) {
        self.arguments = arguments
        self.console = console
    }

    func home() throws(ClientError) -> StateHome {
        try StateHome(option: arguments.value("state"), environment: ProcessEnvironment.value)
    }

    /// The game that `--game` names.
    var game: String? { arguments.value("game") }

    /// All operands as one text.
    var text: String { arguments.operands.joined(separator: " ") }

    /// The operand at the position, which the command's form requires.
    func required(_ position: Int) throws(ClientError) -> String {
        guard let operand = arguments.operand(position) else {
            throw arguments.misused("missing operand")
        }
        return operand
    }

    /// An option as requests carry it: true or absent.
    func flag(_ option: String) -> Bool? { arguments.has(option) ? true : nil }
}

// MARK: The daemon

extension Invocation {
    /// A client that starts the daemon if there is none. In a home without a device only a command
    /// that `isBeginning` may continue: for any other it is most likely the wrong home.
    func client(
        options: [String] = [], isBeginning: Bool = false
    ) throws(ClientError) -> LocalClient {
        let home = try home()
        if !isBeginning { try demandDevice(in: home) }
        if InspectedHome.isArchive(home.path) {
            throw .unusable("\(home.path) holds the log of a table that was left; it is read-only")
        }
        return LocalClient(home: home, starting: try DaemonStarter(home: home, options: options))
    }

    /// A client that starts no daemon.
    func presentClient() throws(ClientError) -> LocalClient { LocalClient(home: try home()) }

    /// A client for commands that only read: it starts no daemon, and without an answer from one it
    /// reads the log from the disk. With `isSaid` it says so, for documents that do not.
    func lookingClient(isSaid: Bool = true) throws(ClientError) -> LocalClient {
        let home = try home()
        let console = console
        return LocalClient(home: home) { reason throws(ClientError) in
            try demandDevice(in: home)
            do throws(DaemonError) {
                let desk = try OfflineAPI(home: home.path, version: ProgramVersion.text)
                switch reason {
                case .notRunning:
                    if isSaid, !desk.isArchive {
                        console.say(
                            "offline view: no daemon answers here; read from the disk; "
                                + (desk.obstacle ?? "start it: scored up"))
                    }
                case .foreign(let error):
                    console.say("offline view: read from the disk; \(error.message)")
                default:
                    console.say(
                        "offline view: the daemon is busy and does not answer; read from the disk")
                }
                return desk.answer
            } catch {
                throw .unusable(
                    "no daemon answers, and the log cannot be read from the disk: \(error)")
            }
        }
    }

    /// A client for commands that follow the daemon; starts it if there is none, and says so.
    func followingClient() throws(ClientError) -> LocalClient {
        let isThere = try UpCommand.isRunning(home())
        let client = try client()
        _ = try client.get(.health, as: HealthDocument.self)
        if !isThere {
            console.say("no daemon was running here; started one (stop it: scored down)")
        }
        return client
    }

    /// A loop around the daemon's data, which starts an absent daemon. Call `demandDevice` first.
    func loop() throws(ClientError) -> ClientLoop {
        let home = try home()
        return try ClientLoop(home: home, starting: DaemonStarter(home: home))
    }

    /// Throws if no device was ever set up in the home.
    func demandDevice(in home: StateHome) throws(ClientError) {
        guard home.isFresh else { return }
        throw .unusable(
            "nothing is set up in \(home.path); run `scored` to start or join a table")
    }

    /// Sends a request that records, and prints what was recorded.
    func record(
        _ route: Route, _ request: some Encodable, with client: LocalClient? = nil
    ) throws(ClientError) -> ExitCode {
        let client = if let client { client } else { try self.client() }
        return try show(client.post(route, request, as: RecordedDocument.self))
    }

    /// Sends any other order, and prints what was done.
    func change(
        _ route: Route, _ request: some Encodable,
        _ repetition: LocalClient.Repetition = .harmless
    ) throws(ClientError) -> ExitCode {
        try show(client().post(route, request, repetition, as: DoneDocument.self))
    }
}

// MARK: Questions

extension Invocation {
    /// True if a keeper can be asked: at a terminal, and without `--json`.
    var isAsking: Bool { TerminalDevice.isInputTerminal && !console.isJSON }

    /// Asks at the terminal; nil without one. Anything but yes is no.
    func asks(_ question: String) throws(ClientError) -> Bool? {
        guard isAsking else { return nil }
        let answer = try Question.ask("\(question) [y/N]") ?? ""
        return !answer.isEmpty && "yes".hasPrefix(answer.lowercased())
    }

    /// Asks for a confirmation; throws if the answer is no, or if there is no terminal. `state`
    /// describes the situation, `otherwise` what holds after a no.
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
}

extension Invocation {
    /// Sends an order; asks and sends it again, confirmed, if the daemon wants a yes for it.
    func record(
        asking question: String, otherwise: String,
        _ send: (_ isConfirmed: Bool) throws(ClientError) -> LocalClient.Answer<RecordedDocument>
    ) throws(ClientError) -> ExitCode {
        do throws(ClientError) {
            return try show(send(false))
        } catch .refused(let refusal)
            where refusal.code == ErrorCode.unconfirmed.rawValue && isAsking
        {
            try confirm(question, of: refusal.reason, otherwise: otherwise)
        }
        return try show(send(true))
    }
}

// MARK: Output

extension Invocation {
    /// Prints what was recorded, the score after it and the names of the entries. Leaves out
    /// warnings whose codes are `unsaid`: the keeper is asked about them.
    func show(
        _ answer: LocalClient.Answer<RecordedDocument>, unsaid: Set<String> = []
    ) throws(ClientError) -> ExitCode {
        let recorded = answer.document
        let names = Self.names(recorded)
        try report(
            answer.bytes, recorded.echo + (names.isEmpty ? "" : "  (\(names))"),
            done: names.isEmpty ? recorded.echo : "recorded as \(names)")
        if !console.isJSON, recorded.isRepeat {
            console.say("recorded before; nothing was recorded twice")
        }
        // A change that changes nothing has the same text as echo and as warning.
        let said = console.isJSON ? nil : recorded.echo
        warn(
            recorded.warnings.filter { !unsaid.contains($0.code) && $0.text != said })
        return .done
    }

    func show(_ answer: LocalClient.Answer<DoneDocument>) throws(ClientError) -> ExitCode {
        try report(answer.bytes, answer.document.text, warnings: answer.document.warnings)
    }

    /// Prints the answer to an order, as bytes for `--json`, else as a line. The order is carried
    /// out even if the output fails; the error then says what is `done`.
    @discardableResult
    func report(
        _ bytes: [UInt8], _ line: String, done: String = "the daemon has carried it out",
        warnings: [WarningDocument] = []
    ) throws(ClientError) -> ExitCode {
        do throws(ClientError) {
            try console.isJSON ? console.show(document: bytes) : console.show(line: line)
        } catch {
            guard case .output(let reason) = error else { throw error }
            throw .unwritten(reason, done: done)
        }
        warn(warnings)
        return .done
    }

    /// Prints an answer, as bytes for `--json`, else as the view of its document.
    @discardableResult
    func show<Document>(
        _ answer: LocalClient.Answer<Document>, as view: (Document) -> any PlainView
    ) throws(ClientError) -> ExitCode {
        try console.isJSON
            ? console.show(document: answer.bytes) : console.show(view(answer.document))
        return .done
    }

    /// Prints an answer, as bytes for `--json`, else as the view of a model that receives it.
    func show<Document, Model>(
        _ answer: LocalClient.Answer<Document>, in model: Model,
        _ receive: (Model) -> (Document) -> Void, as view: (Model) -> any PlainView
    ) throws(ClientError) -> ExitCode {
        try show(answer) { document in
            receive(model)(document)
            return view(model)
        }
    }

    /// Prints a document that was made here.
    func show<Document: Encodable>(
        _ document: Document, as view: @autoclosure () -> any PlainView
    ) throws(ClientError) {
        try console.isJSON
            ? console.show(document: JSON.encode(document)) : console.show(view())
    }

    /// Facts in two columns, without the empty ones.
    static func view(of facts: [(String, String)]) -> any PlainView {
        let rows = facts.filter { !$0.1.isEmpty }.map { Grid.Row([$0.0, $0.1]) }
        return GridView(Grid(columns: [Grid.Column(""), Grid.Column("")], rows: rows))
    }

    /// Rows of words in columns without titles.
    static func table(_ rows: [[String]]) -> any PlainView {
        let columns = (rows.first ?? []).map { _ in Grid.Column("") }
        return GridView(Grid(columns: columns, rows: rows.map { Grid.Row($0) }))
    }

    /// The same with commands that name the home, where they must.
    func advising(_ warning: WarningDocument) -> WarningDocument {
        var warning = warning
        warning.advice = warning.advice.map(console.advice)
        return warning
    }

    func advising(_ document: DoctorDocument) -> DoctorDocument {
        var document = document
        for index in document.checks.indices {
            document.checks[index].text = console.advice(document.checks[index].text)
            document.checks[index].advice = document.checks[index].advice.map(console.advice)
        }
        return document
    }

    func warn(_ warnings: [WarningDocument]) {
        for warning in warnings { console.say("! \(warning.sentence)") }
    }

    /// `mia.41`, `mia.41 to mia.90`; empty if nothing was recorded.
    private static func names(_ recorded: RecordedDocument) -> String {
        guard let first = recorded.entries.first, let last = recorded.entries.last else {
            return ""
        }
        return first == last ? first : "\(first) to \(last)"
    }

    /// Writes bytes to standard output (no path, or `-`), or into a file: a new one or, with
    /// `--force`, an old one, but never inside the home. Then prints `done` and the path.
    func write(
        _ bytes: [UInt8], to path: String?, _ done: String, isPrivate: Bool = false
    ) throws(ClientError) {
        try write(to: path, isPrivate: isPrivate) { append throws(ClientError) in
            try append(bytes)
            return done
        }
    }

    /// The same part by part; `make` hands them to the function that it is given, and returns what
    /// is printed before the path.
    func write(
        to path: String?, isPrivate: Bool = false,
        _ make: (
            _ append: @escaping ([UInt8]) throws(ClientError) -> Void
        ) throws(ClientError) -> String
    ) throws(ClientError) {
        guard let path, !GivenFile.isStandard(path) else {
            _ = try make { bytes throws(ClientError) in try console.write(bytes) }
            return
        }
        let home = try home().path
        guard !GivenFile.isInside(path, folder: home) else {
            throw .unusable(
                "\(path) is inside \(home), the home of this device, which holds only the device's "
                    + "own files; nothing was written; name a file outside of it")
        }
        let draft = try ClientError.rethrowing(
            ClientError.file,
            GivenFileDraft(path, isReplacing: arguments.has("force"), isPrivate: isPrivate))
        let done = try make { bytes throws(ClientError) in
            try ClientError.rethrowing(ClientError.file, draft.append(bytes))
        }
        try ClientError.rethrowing(ClientError.file, draft.finish())
        console.say("\(done) \(path)")
    }
}
