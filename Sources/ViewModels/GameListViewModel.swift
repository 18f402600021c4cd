package import Documents

/// The games of the table; one can be opened or made current.
package final class GameListViewModel {
    private let library: any GameLibrary
    /// The name of the action that opens the form for a new game.
    private let newGame: String
    private weak var navigator: (any Navigator)?
    private var list: [GameBrief] = []
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
        using = library.ask(.use(name)) { [weak self] result in
            self?.using = nil
            switch result {
            case .success(let done): self?.say(done.text, .good)
            case .failure(let error): self?.say(error.text, .bad)
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
    /// One row per game, newest first.
    package let rows = Dynamic([any RowViewModel]())
    /// The text shown instead of rows; empty if there are rows.
    package let placeholder = Dynamic("")
    /// The outcome of the last order or question; empty if there is nothing to say.
    package let notice = Dynamic("")
    package let tone = Dynamic(Tone.plain)

    package init(library: any GameLibrary, navigator: any Navigator, names: ActionNames) {
        newGame = names(.newGame)
        self.library = library
        self.navigator = navigator
        placeholder.update("asking for the games …")
        bindings = [
            library.status.bind { [unowned self] in follow($0) },
            library.connection.bind { [unowned self] in
                if $0.isConnected { refresh() }
            },
        ]
        refresh()
    }

    private func show(_ result: Result<GamesDocument, LibraryError>) {
        asking = nil
        switch result {
        case .success(let document):
            // A failure that has passed is no longer shown.
            if tone.value == .bad { say("", .plain) }
            show(document.games)
        case .failure(let error):
            say(error.text, .bad)
            if list.isEmpty { placeholder.update("the games cannot be listed") }
        }
        if isStale { refresh() }
    }

    /// The status has the scores and states of the games; ask only if the set of games differs.
    private func follow(_ status: StatusDocument?) {
        guard let status else { return }
        var known = Dictionary(
            status.games.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        if let game = status.game { known[game.name] = GameBrief(game) }
        if Set(known.keys) != Set(list.map(\.name)) { return refresh() }
        show(list.compactMap { known[$0.name] })
    }

    private func show(_ next: [GameBrief]) {
        list = next
        let rows: [any RowViewModel] = next.map(GameRow.init)
        if !self.rows.value.isSame(as: rows) { self.rows.value = rows }
        placeholder.update(next.isEmpty ? "no game yet; \(newGame) creates one" : "")
    }

    private func say(_ text: String, _ tone: Tone) {
        notice.update(text)
        self.tone.update(tone)
    }
}

extension GameBrief {
    fileprivate init(_ game: GameDocument) {
        self.init(
            name: game.name, title: game.title, state: game.state, home: game.home.score,
            away: game.away.score, isCurrent: game.isCurrent, moves: game.moves)
    }
}

package final class GamesViewModel {
    // Input

    package func receive(_ games: GamesDocument) {
        let columns = [
            Grid.Column(""), Grid.Column("game"),
            Grid.Column("teams", isFlexible: true, isOptional: true),
            Grid.Column("score", isNumber: true), Grid.Column("state"),
            Grid.Column("moves", isNumber: true, isOptional: true), Grid.Column("created"),
        ]
        grid.update(
            Grid(columns: columns, rows: games.games.map(row), headCount: 2)
                .omittingEmpty(["created"]))
        placeholder.update(games.games.isEmpty ? ScoreboardViewModel.noGame() : Advice())
    }

    // Output

    /// One row per game, newest first; the current game has a star.
    package let grid = Dynamic(Grid())
    /// The text shown instead of the grid; empty if there are games.
    package let placeholder = Dynamic(ScoreboardViewModel.noGame())

    private let zoneOffset: ((Int64) -> Int)?

    /// `zoneOffset` returns the seconds by which local time is ahead of UTC at an instant; without
    /// it the times of creation are left out.
    package init(zoneOffset: ((Int64) -> Int)? = nil) { self.zoneOffset = zoneOffset }

    private func row(_ game: GameBrief) -> Grid.Row {
        let created = game.createdWallMilliseconds.flatMap { wall in
            zoneOffset.map { WallText.minute(wall, ahead: $0(wall)) }
        }
        return Grid.Row(
            [
                game.isCurrent ? "*" : "", game.name, game.title, "\(game.home):\(game.away)",
                game.state.word, "\(game.moves)", created ?? "",
            ])
    }
}
