package import Documents

/// Games of the table.
package class GamesViewModel {
    private let noGames: Advice
    private let zoneOffset: ((Int64) -> Int)?

    // Input

    package func receive(_ games: GamesDocument) { receive(games.games) }

    func receive(_ games: [GameBrief]) {
        rows.update(games.map(GameRow.init))
        loading.update(.loaded(ifEmpty: noGames))
    }

    // Output

    /// Newest first.
    package let rows = Dynamic([GameRow]())
    package let loading: Dynamic<Loading>

    /// The current game has a star.
    package func grid(of rows: [GameRow]) -> Grid {
        Grid(
            columns: [
                Grid.Column(""), Grid.Column("game"),
                Grid.Column("teams", isFlexible: true, isOptional: true),
                Grid.Column("score", isNumber: true), Grid.Column("state"),
                Grid.Column("moves", isNumber: true, isOptional: true), Grid.Column("created"),
            ], rows: rows.map(cells), headCount: 2
        ).omittingEmpty(["created"])
    }

    /// `zoneOffset` returns the seconds by which local time is ahead of UTC at an instant; without
    /// it the times of creation are left out.
    package init(
        ifNone noGames: Advice = ScoreboardViewModel.noGame(), zoneOffset: ((Int64) -> Int)? = nil
    ) {
        self.noGames = noGames
        self.zoneOffset = zoneOffset
        loading = Dynamic(.loaded(ifEmpty: noGames))
    }

    private func cells(_ row: GameRow) -> Grid.Row {
        let game = row.game
        let created = game.createdWallMilliseconds.flatMap { wall in
            zoneOffset.map { WallText.minute(wall, ahead: $0(wall)) }
        }
        return Grid.Row(
            [
                game.isCurrent ? "*" : "", row.id, row.text, row.figure,
                game.phaseWord(in: .english),
                "\(game.moves)", created ?? "",
            ])
    }
}

package struct GameRow: RowViewModel {
    let game: GameBrief

    package var id: String { game.name }
    package var text: String { game.title }
    package var figure: String { "\(game.home):\(game.away)" }
    package var detail: String {
        Phrases.line(
            game.phaseWord(in: .english), Phrases.count(game.moves, "move"), game.name,
            game.isCurrent ? "the current one" : nil)
    }
    package var tone: Tone { .plain }
}

/// The games of the table; one can be opened or made current.
package final class GameListViewModel: GamesViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    private var asking: Binding?
    /// True if the games changed after the last question.
    private var isStale = false
    private var using: Binding?
    private var bindings: [Binding] = []

    // Input

    package func open(_ name: String) { navigator?.show(.game(name)) }

    /// Makes a game the current one of this device.
    package func use(_ name: String) {
        guard using == nil else { return }
        using = library.ask(.use(UseRequest(game: name))) { [weak self] result in
            self?.using = nil
            switch result {
            case .success(let done): self?.notice.say(done.text, .good)
            case .failure(let error): self?.notice.say(error.text, .bad)
            }
            self?.refresh()
        }
    }

    /// Asks for the games. A call while a question is pending asks again after its answer.
    package func refresh() {
        guard asking == nil else {
            isStale = true
            return
        }
        isStale = false
        asking = library.ask(.games) { [weak self] in self?.show($0) }
    }

    // Output

    package let title = "games"
    /// The outcome of the last order; empty before the first.
    package let notice = NoticeViewModel()

    package init(library: any GameLibrary, navigator: any Navigator, names: ActionNames) {
        self.library = library
        self.navigator = navigator
        super.init(ifNone: Advice("no game yet; \(names(.newGame)) creates one"))
        loading.update(.loading("asking for the games …"))
        bindings = [
            library.status.bind { [unowned self] in follow($0) },
            library.eachConnection { [unowned self] in refresh() },
        ]
        refresh()
    }

    private func show(_ result: Result<GamesDocument, LibraryError>) {
        asking = nil
        switch result {
        case .success(let document): receive(document)
        case .failure(let error): loading.update(.failed(error))
        }
        if isStale { refresh() }
    }

    /// The status has the scores and states of the games; ask only if the set of games differs.
    private func follow(_ status: StatusDocument?) {
        guard let status else { return }
        let known = Dictionary(
            status.listedGames.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let shown = rows.value.map(\.id)
        if Set(known.keys) != Set(shown) { return refresh() }
        receive(shown.compactMap { known[$0] })
    }
}

extension StatusDocument {
    /// The current game, then the others that the status has.
    var listedGames: [GameBrief] { (game.map { [GameBrief($0)] } ?? []) + games }
}

extension GameBrief {
    fileprivate init(_ game: GameDocument) {
        self.init(
            name: game.name, title: game.title, state: game.state, home: game.home.score,
            away: game.away.score, isCurrent: game.isCurrent, moves: game.moves,
            forfeit: game.forfeit, abandonedBecause: game.abandonedBecause)
    }
}

extension Destination {
    package static let games = Destination.named("games")
}
