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
struct LogFollowing {
    private let invocation: Invocation

    init(_ invocation: Invocation) { self.invocation = invocation }

    func run() throws(ClientError) -> ExitCode {
        let client = try invocation.client()
        _ = try client.get(.health, as: HealthDocument.self)
        let home = try invocation.home()
        // The stream is opened first, so that no entry falls between it and the log.
        let feed = try EventFeed(connecting: home.connect)
        let log = try LogCommand.log(invocation, client).document
        var seen: Set<String> = []
        for entry in log.entries {
            try show(entry)
            seen.insert(entry.name)
        }
        while let news = try feed.next() {
            guard case .entry(let entry, _) = news, entry.game == log.game, isWanted(entry),
                seen.insert(entry.name).inserted
            else { continue }
            try show(entry)
        }
        return .done
    }

    /// The stream carries all keepers' entries; a name fits as the daemon fits it, by its letters.
    private func isWanted(_ entry: EntryDocument) -> Bool {
        guard let keeper = invocation.arguments.value("keeper") else { return true }
        return entry.keeper.lowercased() == keeper.lowercased()
            || entry.name.lowercased().hasPrefix(keeper.lowercased() + ".")
    }

    private func show(_ entry: EntryDocument) throws(ClientError) {
        if invocation.console.isJSON {
            try invocation.console.show(document: JSON.encode(entry))
            return
        }
        let model = LogViewModel()
        model.receive(LogDocument(entries: [entry]))
        var grid = model.grid.value
        // Columns of one line fit that line alone; a fixed width keeps the lines beneath each other.
        let widths = [5, 12, 10, 6, 36, 9, 0]
        for (index, width) in widths.enumerated() where index < grid.columns.count {
            grid.columns[index].title = ""
            let cell = grid.rows[0].cells[index]
            grid.rows[0].cells[index] = DisplayWidth.padded(
                SafeText.line(cell), to: width, atStart: grid.columns[index].isNumber)
        }
        try invocation.console.show(GridView(grid))
    }
}
