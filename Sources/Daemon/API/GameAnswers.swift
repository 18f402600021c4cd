import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Games: list, show, create, use.
extension Desk {
    var gameRoutes: [Route: Router.Responder] {
        [
            .games: { _ in
                afterTurn {
                    ledger.foldAll()
                    return .json(GamesDocument(ledger.book, current: currentGame))
                }
            },
            .game: { asked in
                reading { () throws(Denial) in
                    let board = try board(named: asked.name)
                    return .json(
                        encoded: JSON.written(
                            projection.game(
                                board, reading: reading(board),
                                isCurrent: board.id == currentGame)))
                }
            },
            .newGame: { asked throws(Denial) in try create(asked.body(NewGameRequest.self)) },
            .use: { asked throws(Denial) in try use(asked.body(UseRequest.self)) },
        ]
    }

    private func use(_ order: UseRequest) throws(Denial) -> Answer {
        let line = try game(named: order.game)
        use(line.id)
        return .now(
            .json(
                DoneDocument(
                    text: "current game: \(line.slug)", warnings: newerGameWarnings(than: line.id)))
        )
    }

    private func create(_ order: NewGameRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        let created = try creation(order)
        let game = nextEntry
        let notes = origin(of: order).map { [$0.draft(in: game)] } ?? []
        let entries = try record([created.draft] + notes, request: request)
        return recorded(entries, adding: warnings(of: created, order)) { choose(game) }
    }

    /// The ID of the entry that is recorded next, by which a new game's other entries name it.
    var nextEntry: EntryID {
        let author = ledger.replica.author
        return EntryID(author: author, sequence: ledger.log.lastHeld(of: author) + 1)
    }

    /// The entry that creates the game: people whom the table knows keep their identity.
    func creation(_ order: NewGameRequest) throws(Denial) -> GameCreated {
        try validate(order.home, "home")
        try validate(order.away, "away")
        let names = [order.home.name, order.away.name].map { Array(Slug.plain($0).utf8) }
        guard names[0] != names[1] else {
            throw .unfit("both teams are called \(shown(order.home.name)); give them two names")
        }
        try validate(order.rules)
        let book = ledger.book
        var created: GameCreated
        do throws(DocumentsError) {
            created = try order.created(default: .pickup) { book.lastRoster(of: $0, on: $1) }
        } catch {
            throw Denial(error)
        }
        try validatePenalties(order.rules, created.rules)
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
        guard let last = table.games.last(where: { slugs($0.names) == teams }),
            let entry = ledger.log.entries(last.id).first?.entry
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

extension Desk {
    private func validate(_ team: TeamRequest, _ side: String) throws(Denial) {
        guard team.name.unicodeScalars.count <= Scorebook.Limits.nameScalarsMax else {
            throw Denial(
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
    func validate(_ players: [RosterPlayer], _ side: String) throws(Denial) {
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
