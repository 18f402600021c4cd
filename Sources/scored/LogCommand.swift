import Client
import Documents
import LocalAPI
import Terminal
import ViewModels

extension Command {
    static let log = Command(
        CommandForm(
            "log", .look, "who recorded what, in order",
            options: [
                OptionForm("follow", "go on as entries arrive"),
                OptionForm("keeper", "NAME", "the entries of one keeper"),
                OptionForm("limit", "N", "the newest so many"), gameOption,
            ])
    ) { invocation throws(ClientError) in
        if invocation.arguments.has("follow") { return try LogFollowing(invocation).run() }
        let answer = try LogCommand.log(invocation, invocation.client())
        try invocation.console.show(answer) { document in
            let model = LogViewModel()
            model.receive(document)
            return LogView(model)
        }
        return .done
    }
}

enum LogCommand {
    static func log(
        _ invocation: Invocation, _ client: LocalClient
    ) throws(ClientError) -> LocalClient.Answer<LogDocument> {
        let arguments = invocation.arguments
        var query: [Target.QueryItem] = []
        if let keeper = arguments.value("keeper") { query.append(.init("keeper", keeper)) }
        if let limit = try arguments.number("limit", in: 1...1_000_000) {
            query.append(.init("limit", "\(limit)"))
        }
        if let game = arguments.value("game") {
            return try client.get(.gameLog, name: game, query: query)
        }
        return try client.get(.log, query: query)
    }
}

/// `log --follow`: the log as it is, then every entry as it becomes durable here.
final class LogFollowing {
    private let invocation: Invocation
    private var seen: Set<String> = []

    init(_ invocation: Invocation) { self.invocation = invocation }

    /// Comes back to a daemon that was started anew, and ends when there is none.
    func run() throws(ClientError) -> ExitCode {
        let home = try invocation.home()
        _ = try invocation.client().get(.health, as: HealthDocument.self)
        while true {
            do throws(ClientError) {
                try follow(home)
            } catch {
                guard case .lost = error else { throw error }
                try Pause.wait(ClientLimits.streamInterval)
            }
        }
    }

    private func follow(_ home: StateHome) throws(ClientError) {
        // The stream is opened first, so that no entry falls between it and the log.
        let feed = try EventFeed(connecting: home.connect)
        let log = try LogCommand.log(invocation, LocalClient(connecting: home.connect)).document
        for entry in log.entries { try show(entry) }
        while let news = try feed.next() {
            guard case .entry(let entry, _) = news, entry.game == log.game, isWanted(entry)
            else { continue }
            try show(entry)
        }
    }

    /// The stream carries all keepers' entries.
    private func isWanted(_ entry: EntryDocument) -> Bool {
        guard let keeper = invocation.arguments.value("keeper")?.lowercased() else { return true }
        return entry.keeper.lowercased() == keeper
            || entry.name.lowercased().hasPrefix(keeper + ".")
    }

    private func show(_ entry: EntryDocument) throws(ClientError) {
        guard seen.insert(entry.name).inserted else { return }
        if invocation.console.isJSON {
            try invocation.console.show(document: JSON.encode(entry))
        } else {
            let model = LogViewModel()
            model.receive(entry)
            guard let row = model.newest.value else { return }
            try invocation.console.show(LogLineView(row))
        }
    }
}
