import Client
import Documents
import LocalAPI
import Net
import Testing
import ViewModels

/// A library and the daemon behind it, turned in one thread, and all that the library says.
final class LibraryDesk {
    let daemon: HandDaemon
    let loop: ClientLoop
    /// What the library told, in order.
    private(set) var heard: [String] = []
    private var bindings: [Binding] = []

    var library: RemoteLibrary { loop.library }

    /// Begins connected, unless told otherwise; nothing heard yet.
    init(isConnected: Bool = true) throws {
        daemon = try HandDaemon()
        loop = ClientLoop(home: daemon.home, starting: nil)
        bindings = [
            library.status.bind { [unowned self] in
                heard.append("status \($0?.sync.entries ?? -1)")
            },
            library.newest.bind { [unowned self] in heard.append("entry \($0?.name ?? "none")") },
            library.connection.bind { [unowned self] in
                if case .lost = $0 { heard.append("lost") } else { heard.append("\($0)") }
            },
        ]
        guard isConnected else { return }
        try begin(entries: 0)
        heard = []
    }

    /// The daemon begins, and welcomes the library.
    func begin(entries: Int) throws {
        try daemon.begin()
        try welcome(entries: entries)
    }

    /// Turns until the library has subscribed, and tells it the first status.
    func welcome(entries: Int) throws {
        try settle { self.daemon.subscriberCount > 0 }
        daemon.tell(WatchDocument(id: "s", status: Self.status(entries: entries)))
        try settle { self.library.connection.value == .connected }
    }

    /// Turns both sides until something is so; fails after a minute.
    func settle(_ condition: () throws -> Bool) throws {
        let deadline = Clocks.uptime + .seconds(60)
        while try !condition() {
            try #require(Clocks.uptime < deadline, "nothing more happened: \(heard)")
            try daemon.turn()
            try loop.turn(until: Clocks.uptime + .milliseconds(1))
        }
    }

    /// Records a note; what becomes of it is heard under the name.
    @discardableResult
    func order(_ name: String) -> Binding {
        kept(
            library.ask(.note(NoteRequest(text: name))) { [unowned self] in
                heard.append("\(name) \(Self.words($0.map(\.echo)))")
            })
    }

    /// Asks for a game; what becomes of it is heard under the name.
    @discardableResult
    func question(_ name: String) -> Binding {
        kept(
            library.ask(.game(name)) { [unowned self] in
                heard.append("\(name) \(Self.words($0.map(\.title)))")
            })
    }

    /// Until it is ended, or the desk goes.
    private func kept(_ binding: Binding) -> Binding {
        bindings.append(binding)
        return binding
    }

    /// Answers the oldest request as a daemon that keeps request IDs would.
    func answerOldest() {
        guard let path = daemon.asked.first?.request.target.path else { return }
        if path.last == "notes" {
            daemon.answer(RecordedDocument(entries: ["mia.1"], echo: "recorded"))
        } else {
            daemon.answer(Self.game(path[2]))
        }
    }

    /// Forgets what was heard so far.
    func forget() { heard = [] }

    private static func words(_ result: Result<String, LibraryError>) -> String {
        switch result {
        case .success(let text): text
        case .failure(.refused(let refusal)):
            "refused \(refusal.code): \(refusal.message) \(refusal.candidates ?? [])"
        case .failure(.unavailable): "unavailable"
        }
    }

    static func status(entries: Int) -> StatusDocument {
        StatusDocument(
            version: "0", table: TableBrief(id: "aa", name: "", words: ""),
            device: DeviceBrief(id: "bb", name: "mia", keeper: "mia", author: "cc"),
            sync: SyncDocument(
                state: .alone, digest: "dd", words: "", unsynced: 0, entries: entries))
    }

    static func entry(_ name: String) -> EntryDocument {
        EntryDocument(
            name: name, keeper: "mia", wallMilliseconds: 0, index: 0, lamport: 1, kind: "steal",
            text: "steal")
    }

    private static func game(_ name: String) -> GameDocument {
        GameDocument(
            name: name, title: "the game \(name)", state: .live,
            rules: RulesDocument(preset: "pickup", summary: ""),
            home: SideDocument(name: "Hawks", score: 0), away: SideDocument(name: "Owls", score: 0))
    }
}
