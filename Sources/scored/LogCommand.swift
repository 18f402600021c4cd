import Client
import Documents
import LocalAPI
import Terminal
import ViewModels

extension Command {
    static let log = Command(
        "log", .look, "list who recorded what, in order",
        options: [
            OptionForm("follow", "keep printing entries as they arrive"),
            OptionForm("keeper", "NAME", "only the entries of this keeper"),
            OptionForm("limit", "N", "only the newest N"), gameOption,
            OptionForm("all-games", "the entries of all games, in one order; 10,000 at most"),
        ]
    ) { invocation throws(ClientError) in
        let isOfAllGames = invocation.arguments.has("all-games")
        try invocation.arguments.demandNotBoth("game", "all-games")
        if invocation.arguments.has("follow") {
            return try LogFollowing(invocation: invocation).run()
        }
        let limit = try LogFollowing.limit(invocation)
        let answer = try LogFollowing.log(invocation, invocation.lookingClient(), limit: limit)
        return try invocation.show(answer) {
            LogView(LogViewModel($0, isOfAllGames: isOfAllGames))
        }
    }
}

/// `log --follow`: prints the log, then every entry once it is durable here. While there is no
/// daemon it waits, and goes on when one is back.
private struct LogFollowing {
    /// More entries than a game has.
    private static let limitMax = 1_000_000

    let invocation: Invocation

    static func limit(_ invocation: Invocation) throws(ClientError) -> Int? {
        try invocation.arguments.number("limit", in: 1...limitMax)
    }

    static func log(
        _ invocation: Invocation, _ client: LocalClient, limit: Int?
    ) throws(ClientError) -> LocalClient.Answer<LogDocument> {
        var query: [Target.QueryItem] = []
        if let keeper = invocation.arguments.value("keeper") {
            query.append(.init("keeper", keeper))
        }
        if let limit { query.append(.init("limit", "\(limit)")) }
        if invocation.arguments.has("all-games") { query.append(.init("games", "all")) }
        guard let game = invocation.game else { return try client.get(.log, query: query) }
        return try client.get(.gameLog, name: game, query: query)
    }

    func run() throws(ClientError) -> ExitCode {
        let limit = try Self.limit(invocation) ?? Self.limitMax
        // Starts the daemon; throws if it refuses the game or the keeper.
        _ = try Self.log(invocation, invocation.followingClient(), limit: 0)
        let loop = ClientLoop(home: try invocation.home(), starting: nil)
        let timeline = TimelineViewModel(
            library: loop.library, timekeeper: loop.timekeeper, navigator: nil,
            of: invocation.arguments.has("all-games") ? .all : GameScope(invocation.game),
            keeper: invocation.arguments.value("keeper"),
            // An entry of a device that was away belongs anywhere in a game.
            pageSize: ViewModelsLimits.timelineRowsMax, firstMax: limit)
        let console = invocation.console
        let printing =
            console.isJSON
            ? timeline.arrived.bind { row in
                guard let row else { return }
                loop.attempt { () throws(ClientError) in
                    try console.show(document: JSON.encode(row.entry))
                }
            }
            : TimelineLines(timeline).bind(console.style) { lines in
                loop.attempt { () throws(ClientError) in
                    for line in lines { try console.write(Array((line + "\n").utf8)) }
                }
            }
        let saying = timeline.loading.bind {
            if case .failed(let reason) = $0 { console.say(reason.text) }
        }
        defer {
            printing.end()
            saying.end()
        }
        return try loop.run(until: Dynamic(false))
    }
}
