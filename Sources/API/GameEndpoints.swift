import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Games: list, show, create, choose.
struct GameEndpoints: EndpointTopic {
    let api: APIContext

    func games(_ request: RoutedRequest) -> Answer {
        api.afterTurn {
            api.ledger.foldAll()
            return .json(GamesDocument(api.ledger.book, current: api.currentGame))
        }
    }

    func game(_ request: RoutedRequest) -> Answer {
        api.afterTurn { () throws(APIError) in
            let board = try api.board(named: request.name)
            return .json(
                encoded: JSON.written(
                    api.projection.game(
                        board, reading: StatusEndpoints(api: api).reading(board),
                        isCurrent: board.id == api.currentGame)))
        }
    }

    func use(_ order: UseRequest) throws(APIError) -> Answer {
        let line = try api.game(named: order.game)
        api.use(line.id)
        return .now(
            .json(
                DoneDocument(
                    text: "current game: \(line.slug)", warnings: api.newerGameWarnings(than: line.id)))
        )
    }

    func create(_ order: NewGameRequest, _ request: RequestID?) throws(APIError) -> Answer {
        let created = try creation(order)
        let game = nextEntry
        let notes = origin(of: order).map { [$0.draft(in: game)] } ?? []
        let entries = try api.record([created.draft] + notes, request: request)
        return api.recorded(entries, adding: warnings(of: created, order)) { api.choose(game) }
    }

    /// The ID of the entry that is recorded next, by which a new game's other entries name it.
    var nextEntry: EntryID {
        let author = api.ledger.replica.author
        return EntryID(author: author, sequence: api.ledger.log.lastHeld(of: author) + 1)
    }

    /// The entry that creates the game: people whom the table knows keep their identity.
    func creation(_ order: NewGameRequest) throws(APIError) -> GameCreated {
        try validate(order.home, "home")
        try validate(order.away, "away")
        let names = [order.home.name, order.away.name].map { Array(Slug.plain($0).utf8) }
        guard names[0] != names[1] else {
            throw .unfit("both teams are called \(shown(order.home.name)); give them two names")
        }
        try RulesEndpoints(api: api).validate(order.rules)
        let book = api.ledger.book
        var created: GameCreated
        do throws(DocumentsError) {
            created = try order.created(default: .pickup) { book.lastRoster(of: $0, on: $1) }
        } catch {
            throw APIError(error)
        }
        try RulesEndpoints(api: api).validatePenalties(order.rules, created.rules)
        if order.rules == nil, let rules = lastRules(of: created) { created.rules = rules }
        created.lines = Side.allCases.flatMap { side in
            book.linking(created.lines.filter { $0.side == side }, to: created.team(side))
        }
        do throws(Malformed) {
            try created.validate()
        } catch {
            throw .unfit("this game cannot be kept: \(error)")
        }
        return created
    }

    /// The rules with which these two teams began their last game, whoever was at home.
    private func lastRules(of game: GameCreated) -> Rules? {
        func slugs(_ names: Sides<String>) -> Set<String> {
            Set([Slug.make(names.home, fallback: ""), Slug.make(names.away, fallback: "")])
        }
        let teams = slugs(Sides(home: game.home, away: game.away))
        guard let last = api.table.games.last(where: { slugs($0.names) == teams }),
            let entry = api.ledger.log.entries(last.id).first?.entry
        else { return nil }
        return try? GameCreated(body: entry.body).rules
    }

    /// Where a game of the past comes from, as a note of the game.
    func origin(of order: NewGameRequest) -> Note? {
        let text = GamelogOrigin(source: order.source, date: order.date).text
        return text.isEmpty ? nil : Note(text: text)
    }
}

// MARK: What can be wrong with a new game

extension GameEndpoints {
    private func validate(_ team: TeamRequest, _ side: String) throws(APIError) {
        guard team.name.unicodeScalars.count <= Scorebook.Limits.nameScalarsMax else {
            throw APIError(
                .unprocessable, .tooLarge,
                "the \(side) team's name has more than \(Scorebook.Limits.nameScalarsMax) "
                    + "characters")
        }
        guard !shown(team.name).isEmpty else {
            throw .unfit("the \(side) team's name has no character that can be shown")
        }
        try validate(team.roster ?? [], side)
    }

    /// Demands that every player of a roster can be kept.
    func validate(_ players: [RosterPlayer], _ side: String) throws(APIError) {
        for (index, player) in players.enumerated() {
            if let problem = Self.problem(with: player) {
                throw .unfit("\(side) roster, player \(index + 1) \(problem)")
            }
        }
    }

    private static func problem(with player: RosterPlayer) -> String? {
        let number = player.number ?? ""
        if number.unicodeScalars.count > Scorebook.Limits.numberScalarsMax {
            return "has a number of more than \(Scorebook.Limits.numberScalarsMax) characters"
        }
        if player.name.unicodeScalars.count > Scorebook.Limits.nameScalarsMax {
            return "has a name of more than \(Scorebook.Limits.nameScalarsMax) characters"
        }
        return shown(number + player.name).isEmpty
            ? "has neither a number nor a name that can be shown" : nil
    }

    private func warnings(
        of created: GameCreated, _ order: NewGameRequest
    ) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        for (side, team) in [(Side.home, order.home), (.away, order.away)] {
            let lines = created.lines.filter { $0.side == side }
            if team.roster == nil, !lines.isEmpty {
                warnings.append(
                    WarningDocument(
                        code: "rosterTaken",
                        text: "\(created.team(side)) play with the roster of their last game"))
            }
            let numbers = lines.map(\.number).filter { !$0.isEmpty }
            let twice = Set(numbers.filter { number in numbers.count { $0 == number } > 1 })
            for number in twice.sorted() {
                warnings.append(
                    WarningDocument(
                        code: "numberTwice",
                        text: "\(created.team(side)) have number \(number) twice",
                        advice: "name those players by slot"))
            }
        }
        return warnings
    }
}
