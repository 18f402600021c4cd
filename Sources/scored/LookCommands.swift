import Client
import Documents
import LocalAPI
import Net
import Terminal
import ViewModels
import Web

extension Command {
    static let box = Command(
        "box", .look, "show the box score", operands: "[GAME]"
    ) { invocation throws(ClientError) in
        let client = try invocation.lookingClient()
        let name = try GameReading.name(invocation.arguments.operand(0), client)
        let answer = try client.get(.game, name: name, as: GameDocument.self)
        return try invocation.show(answer, in: BoxViewModel(), BoxViewModel.receive) { BoxView($0) }
    }

    static let chart = Command(
        "chart", .look, "show the running score over time, leads and runs",
        operands: "[GAME]",
        options: [
            OptionForm("svg", "FILE", "write an SVG picture; - is the standard output"),
            overwriteOption,
        ]
    ) { invocation throws(ClientError) in
        let client = try invocation.lookingClient()
        let name = try GameReading.name(invocation.arguments.operand(0), client)
        let answer = try client.get(.chart, name: name, as: ChartDocument.self)
        let model = ChartViewModel()
        model.receive(answer.document)
        guard let path = invocation.arguments.value("svg") else {
            return try invocation.show(answer) { _ in ChartView(model) }
        }
        try invocation.write(ChartSVG(model).bytes, to: path, "wrote the chart of \(name) to")
        return .done
    }

    static let player = Command(
        "player", .look, "show a player's statistics and latest moves",
        operands: "QUERY",
        details: ["QUERY is a number, h4, a slot h#1, or two letters or more of a name."]
    ) { invocation throws(ClientError) in
        try invocation.demandDevice(in: invocation.home())
        let loop = try invocation.loop()
        let card = PlayerCardViewModel(
            library: loop.library, timekeeper: loop.timekeeper, settlingFor: .zero)
        card.query.value = invocation.text
        let ending = try loop.run(until: card.loading.map { !$0.isLoading })
        guard ending == .done else { return ending }
        let problem = card.loading.value.problem
        guard problem.isEmpty else { throw .unusable(problem.text) }
        if let document = card.document {
            try invocation.show(document, as: PlayerCardView(card))
        } else {
            try invocation.console.show(PlayerCardView(card))
        }
        return .done
    }

    static let search = Command(
        "search", .look, "find games, players and moves",
        operands: "WORD...",
        options: [OptionForm("limit", "N", "at most N of each kind")],
        details: [
            "All words must match: a team, a player's name or number, a kind, keeper, entry.",
            "scored search ana three    scored search bo.17    scored search owls signed",
        ]
    ) { invocation throws(ClientError) in
        var query = [Target.QueryItem("query", invocation.text)]
        let limits = 1...DocumentsLimits.searchResultsMax
        if let limit = try invocation.arguments.number("limit", in: limits) {
            query.append(.init("limit", "\(limit)"))
        }
        let answer = try invocation.lookingClient().get(
            .search, query: query, as: SearchDocument.self)
        return try invocation.show(
            answer, in: SearchResultsViewModel(), SearchResultsViewModel.receive
        ) { SearchView($0) }
    }

    static let games = Command(
        "games", .game, "list the games of the table"
    ) { invocation throws(ClientError) in
        let answer = try invocation.lookingClient().get(.games, as: GamesDocument.self)
        let model = GamesViewModel(zoneOffset: Clocks.zoneOffset)
        return try invocation.show(answer, in: model, GamesViewModel.receive) { GamesView($0) }
    }

    static let use = Command(
        "use", .game, "make a game the current one of this device", operands: "GAME",
        details: [
            "Commands that name no game mean the current one: the game that you used, created",
            "or first recorded in on this device. Nothing else changes it: not the end of the",
            "game, not another keeper's `new`, and not an import before the game is over.",
            "After its end `status`, `keep` and refused moves name the next game, and in",
            "`keep` the key for a new game offers it. A device on which nobody chose a game,",
            "such as a display, stays with a game while that is being played. Otherwise it",
            "shows one that is being played, else one that has not begun, else one that is",
            "over. --game GAME names a game for one command.",
        ]
    ) { invocation throws(ClientError) in
        try invocation.change(.use, UseRequest(game: invocation.required(0)))
    }
}
