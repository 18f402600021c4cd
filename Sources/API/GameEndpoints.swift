import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Games: list, show, choose, create, import.
struct GameEndpoints: EndpointTopic {
    let api: APIContext

    func games(_ request: RoutedRequest) -> () -> AnswerStep {
        let list = GameList(api)
        return onceFolded { list.step() }
    }

    func game(_ request: RoutedRequest) throws(APIError) -> Response {
        let board = try api.board(named: request.name)
        let document = api.projection.game(
            board, reading: api.reading(board), isCurrent: board.id == api.currentGame)
        return .json(document)
    }

    func use(_ order: UseRequest) throws(APIError) -> Answer {
        let line = try api.game(named: order.game)
        api.use(line.id)
        return .now(
            .done("current game: \(line.slug)", warnings: api.newerGameWarnings(than: line.id)))
    }

    func create(_ order: NewGameRequest) throws(APIError) -> Answer {
        let created = try creation(order)
        let game = api.nextEntry
        let notes = origin(of: order).map { [$0.draft(in: game)] } ?? []
        return try api.recorded(
            api.record([created.draft] + notes), adding: warnings(of: created, order),
            finish: { api.use(game) })
    }

    /// The entry that creates the game. Players that the table knows keep their identity.
    private func creation(_ order: NewGameRequest) throws(APIError) -> GameCreated {
        try validate(order.home, "home")
        try validate(order.away, "away")
        let names = [order.home.name, order.away.name].map { Array(Slug.plain($0).utf8) }
        guard names[0] != names[1] else {
            throw .unfit(
                "both teams are called \(shown(order.home.name)); give them different names")
        }
        try order.rules?.validate()
        let book = ledger.book
        var created = try order.created(default: .pickup) { book.lastRoster(of: $0, on: $1) }
        try order.rules?.validatePenalties(in: created.rules)
        if order.rules == nil, let rules = lastRules(of: created) { created.rules = rules }
        created.lines = Side.allCases.flatMap { side in
            book.linking(created.lines.filter { $0.side == side }, to: created.team(side))
        }
        try demandValid("this game") { () throws(Malformed) in try created.validate() }
        return created
    }

    /// The rules at the beginning of the last game of these two teams, at either's home.
    private func lastRules(of game: GameCreated) -> Rules? {
        let teams = Sides(home: game.home, away: game.away)
        guard let last = ledger.book.lastGame(between: teams),
            let entry = log.entries(last.id).first?.entry
        else { return nil }
        return try? GameCreated(body: entry.body).rules
    }

    /// The note with the source and the day of a game of the past.
    private func origin(of order: NewGameRequest) -> Note? {
        let text = GamelogOrigin(source: order.source, date: order.date).text
        return text.isEmpty ? nil : Note(text: text)
    }
}

// MARK: Import

extension GameEndpoints {
    /// Records the game and its moves in as few commits as the log allows, all in one turn. After a
    /// crash between two commits the same request records the rest, because the ID of each commit
    /// is derived from the request's.
    func importGame(_ order: ImportRequest) throws(APIError) -> Answer {
        let ofGame = try api.requestID(order.game.request)
        let name = try api.requestID(order.request) ?? ofGame
        guard order.forfeit == nil || order.abandon == nil else {
            throw .unfit("a game is forfeited or abandoned, not both")
        }
        var created = try creation(order.game)
        let moves = try order.moves()
        for (index, move) in moves.enumerated() {
            try demandValid("step \(index + 1)") { () throws(Malformed) in try move.validate() }
        }
        // They are read from the body at each access.
        let rules = created.rules
        for step in order.steps ?? [] { try order.demandReadings(of: step, within: rules) }
        try order.demandReadings(within: rules)
        let target = lateTarget(of: &created, order, moves)
        let known = name.flatMap { replica.entries(of: $0)?.first }
        if known == nil, order.force != true { try refuseTwin(of: order, moves) }
        let game = known ?? api.nextEntry
        var drafts = [created.draft]
        if let note = origin(of: order.game) { drafts.append(note.draft(in: game)) }
        for (index, move) in moves.enumerated() {
            if let target, index == target.index { drafts.append(target.change.draft(in: game)) }
            drafts.append(move.draft(in: game))
        }
        if let clock = order.clockEntry(after: moves, in: game) { drafts.append(clock) }
        if let ending = order.ending(of: game) { drafts.append(ending) }

        var entries: [EntryID] = []
        let before = log.entryCount
        for (index, part) in parts(of: drafts).enumerated() {
            entries += try api.recording { () throws(DaemonError) in
                try ledger.record(part, request: name.map { partName($0, index) })
            }
        }
        let isRepeat = log.entryCount == before
        return api.recorded(
            entries, isRepeat: isRepeat,
            remarking: { [self] imported in
                let current = isRepeat ? nil : api.useUnlessPlaying(game)
                return Remarks(warnings: [current.map { staying($0, imported) }])
            })
    }

    private func staying(_ current: GameLine, _ imported: Scoreboard) -> WarningDocument {
        let name = api.name(of: imported)
        return WarningDocument(
            .gameStays, "the current game here is still \(current.slug), not \(name)",
            advice: "to go to \(name): scored use \(name)")
    }

    /// A game of the same teams with the same source and day, or with the same moves, is the same
    /// game.
    private func refuseTwin(of order: ImportRequest, _ moves: [Move]) throws(APIError) {
        let teams = Sides(home: order.game.home.name, away: order.game.away.name)
        for game in ledger.book.games(between: teams) {
            guard ledger.book.names(of: game) == teams, mayBe(game, order, moves),
                let board = ledger.book.scoreboard(of: game.id)
            else { continue }
            let origin = api.projection.origin(of: board)
            let isOfSource =
                order.game.source != nil && order.game.source == origin.source
                && (order.game.date ?? origin.date) == origin.date
            let live = board.timeline.lazy.filter(\.isLive).compactMap(\.move)
            guard isOfSource || !moves.isEmpty && live.map(\.footprint) == moves.map(\.footprint)
            else { continue }
            throw .conflict(
                "\(game.slug) seems to be this game: \(origin.text), \(board.score.text)",
                advice: "to import it again: --force", candidates: [game.slug])
        }
    }

    /// False if the game has neither the source nor as many moves, by what is kept of a closed one:
    /// teams that play each other all season would cost a fold for each of their games.
    private func mayBe(_ game: GameLine, _ order: ImportRequest, _ moves: [Move]) -> Bool {
        guard let texts = ledger.book.texts(of: game.id),
            let outline = ledger.book.lastOutline(of: game.id)
        else { return true }
        if outline.moveCount == moves.count, !moves.isEmpty { return true }
        guard let source = order.game.source else { return false }
        // The source of a game without one is its name.
        return game.slug == source || !texts.isWhole || texts.text.contains(Slug.plain(source))
    }

    /// A target that was set during the game, and the move before which it was; removes it from the
    /// rules at the start. Nil if it was set from the start, and if its period has no move.
    private func lateTarget(
        of created: inout GameCreated, _ order: ImportRequest, _ moves: [Move]
    ) -> (index: Int, change: RulesChanged)? {
        let target = created.rules[.target]
        guard let period = order.targetPeriod, period > 1, target > 0,
            let index = moves.firstIndex(where: { $0.period >= period })
        else { return nil }
        created.rules[.target] = 0
        return (index, RulesChanged(changes: [.target: target]))
    }

    private func parts(of drafts: [Draft]) -> [[Draft]] {
        var parts: [[Draft]] = [[]]
        var bytes = 0
        for draft in drafts {
            let size = draft.body.count + MoveLogLimits.envelopeBytesMax
            let isFull =
                parts[parts.count - 1].count >= APILimits.importedOfACommitMax
                || bytes + size > APILimits.importedBytesMax
            if isFull, !parts[parts.count - 1].isEmpty {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(draft)
            bytes += size
        }
        return parts
    }

    /// The request ID of a commit: the request's own for the first.
    private func partName(_ request: RequestID, _ index: Int) -> RequestID {
        guard index > 0 else { return request }
        var writer = ByteWriter()
        writer.raw(Array("scored request part 1\0".utf8))
        writer.raw(request.bytes)
        writer.varint(UInt64(index))
        return RequestID(octets: ledger.seal.digest(writer.bytes).octets.high)
    }
}

// MARK: Checks of a new game

extension GameEndpoints {
    private func validate(_ team: TeamRequest, _ side: String) throws(APIError) {
        _ = try cleaned(team.name, of: "\(side) team's name", max: ScorebookLimits.nameScalarsMax)
        try (team.roster ?? []).validate(side)
    }

    private func warnings(of created: GameCreated, _ order: NewGameRequest) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        for (side, team) in [(Side.home, order.home), (.away, order.away)] {
            let lines = created.lines.filter { $0.side == side }
            if team.roster == nil, !lines.isEmpty {
                warnings.add(
                    .rosterTaken,
                    "\(created.team(side)) play with the roster of their last game")
            }
            let numbers = lines.map(\.number).filter { !$0.isEmpty }
            let twice = Set(numbers.filter { number in numbers.count { $0 == number } > 1 })
            warnings += twice.sorted().map { .numberTwice(created.team(side), $0) }
        }
        return warnings
    }
}

extension [RosterPlayer] {
    /// Demands that every player can be recorded.
    func validate(_ side: String) throws(APIError) {
        for (index, player) in enumerated() {
            if let problem = player.problem {
                throw .unfit("\(side) roster, player \(index + 1) \(problem)")
            }
        }
    }
}

extension RosterPlayer {
    fileprivate var problem: String? {
        let number = number ?? ""
        if name.unicodeScalars.count > ScorebookLimits.nameScalarsMax {
            return "has a name of more than \(ScorebookLimits.nameScalarsMax) characters"
        }
        return shown(number + name).isEmpty
            ? "has neither a printable number nor a printable name" : nil
    }
}

extension Move {
    /// The values that are the same in two records of one game, even if the players differ.
    fileprivate var footprint: [Int64?] {
        [
            Int64(kind.rawValue), variant.map { Int64($0.rawValue) }, Int64(period),
            elapsed?.wholeMilliseconds,
        ]
    }
}

/// A `GamesDocument` in parts: a season's would take a whole turn.
private final class GameList {
    private let api: APIContext
    /// The games that are not written yet, as the table had them at the first step; nil before it.
    private var rest: ArraySlice<GameLine>?
    /// The current game at the first step.
    private var current: GameID?
    private static let start = #"{"games":["#
    /// The bytes before the next game.
    private var separator = GameList.start
    private var isClosed = false

    init(_ api: APIContext) { self.api = api }

    /// Call it only while every game is folded.
    func step() -> AnswerStep {
        if isClosed { return .end }
        guard var rest else {
            rest = api.ledger.book.table.games[...]
            current = api.currentGame
            return .head(.content([], type: Response.jsonType))
        }
        var bytes: [UInt8] = []
        for line in rest.suffix(APILimits.gamesOfAStepMax).reversed() {
            guard let outline = api.ledger.book.outline(of: line.id) else { continue }
            bytes += separator.utf8
            separator = ","
            bytes += JSON.encode(GameBrief(line, outline, isCurrent: line.id == current))
        }
        rest = rest.dropLast(APILimits.gamesOfAStepMax)
        self.rest = rest
        guard rest.isEmpty else { return bytes.isEmpty ? .working : .part(bytes) }
        isClosed = true
        if separator == Self.start { bytes += separator.utf8 }
        return .part(bytes + Array("],\"schema\":\(GamesDocument(games: []).schema)}\n".utf8))
    }
}
