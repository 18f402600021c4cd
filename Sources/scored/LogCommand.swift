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
        let answer = try LogCommand.log(invocation, invocation.lookingClient())
        try invocation.console.show(answer) { document in
            let model = LogViewModel()
            model.receive(document)
            return LogView(model)
        }
        return .done
    }
}

enum LogCommand {
    /// More entries than a game has.
    static let limitMax = 1_000_000

    static func limit(_ invocation: Invocation) throws(ClientError) -> Int? {
        try invocation.arguments.number("limit", in: 1...limitMax)
    }

    static func log(
        _ invocation: Invocation, _ client: LocalClient, limit: Int? = nil
    ) throws(ClientError) -> LocalClient.Answer<LogDocument> {
        let arguments = invocation.arguments
        var query: [Target.QueryItem] = []
        if let keeper = arguments.value("keeper") { query.append(.init("keeper", keeper)) }
        let asked = try self.limit(invocation)
        if let limit = limit ?? asked {
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

    /// Comes back to a daemon that was started anew, and waits while there is none.
    func run() throws(ClientError) -> ExitCode {
        // Starts the daemon, and refuses what it would refuse.
        _ = try LogCommand.log(invocation, invocation.followingClient(), limit: 0)
        let loop = ClientLoop(home: try invocation.home(), starting: nil)
        let arguments = invocation.arguments
        let timeline = TimelineViewModel(
            library: loop.library, timekeeper: loop.timekeeper, navigator: nil,
            game: arguments.value("game"), keeper: arguments.value("keeper"),
            pageSize: try LogCommand.limit(invocation) ?? LogCommand.limitMax,
            // What was printed stays as it is.
            rowsMax: 1)
        var failure: ClientError?
        let printing = print(timeline) { failure = failure ?? $0 }
        let saying = timeline.problem.bind { problem in
            if !problem.isEmpty { invocation.console.say(problem) }
        }
        defer {
            printing.end()
            saying.end()
        }
        return try loop.run(until: Dynamic(false)) { () throws(ClientError) in
            if let failure { throw failure }
        }
    }

    private func print(
        _ timeline: TimelineViewModel, _ fail: @escaping (ClientError) -> Void
    ) -> Binding {
        func attempt(_ body: () throws(ClientError) -> Void) {
            do throws(ClientError) { try body() } catch { fail(error) }
        }
        let console = invocation.console
        guard console.isJSON else {
            return TimelineLines(timeline).bind(console.style) { lines in
                attempt { () throws(ClientError) in
                    for line in lines { try console.write(Array((line + "\n").utf8)) }
                }
            }
        }
        return timeline.arrived.bind { row in
            guard let row else { return }
            attempt { () throws(ClientError) in
                try console.show(document: JSON.encode(row.entry))
            }
        }
    }
}
