package import Documents

/// The games of the table, one of which can be opened, or made the current one.
package final class GameListViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    private var list: [GameBrief] = []
    private var picks = PickList()
    private var asking: Binding?
    /// Whether the list is known to be older than what the daemon has by now.
    private var isStale = false
    private var using: Binding?
    private var bindings: [Binding] = []

    // Input

    /// Takes a key: Up and Down pick, Enter opens the game, `u` makes it the current one, `n` begins
    /// a new one, `r` asks anew.
    package func press(_ key: Key) -> Bool {
        switch key {
        case .enter: open()
        case .character("u"): use()
        case .character("n"): navigator?.show(.creator)
        case .character("r"): refresh()
        default:
            guard picks.press(key) else { return false }
            picked.update(picks.picked)
        }
        return true
    }

    /// Opens the game that is picked; without one nothing happens.
    package func open() {
        if let name = pickedName { navigator?.show(.game(name)) }
    }

    /// Makes the game that is picked the current one of this device.
    package func use() {
        guard let name = pickedName, using == nil else { return }
        using = library.ask(.use(name)) { [weak self] result in
            self?.using = nil
            switch result {
            case .success(let done): self?.say(done.text, .good)
            case .failure(let error): self?.say(error.text, .bad)
            }
            self?.refresh()
        }
    }

    /// Asks the daemon for the games. While it is being asked, once more afterwards.
    package func refresh() {
        guard asking == nil else {
            isStale = true
            return
        }
        isStale = false
        asking = library.ask(.games) { [weak self] in self?.show($0) }
    }

    // Output

    /// `games`.
    package let title = "games"
    /// A row a game, newest first.
    package let rows = Dynamic([any RowViewModel]())
    /// The row that is picked; nil for none.
    package let picked = Dynamic<Int?>(nil)
    /// What to say when there is none.
    package let placeholder = Dynamic("")
    /// What became of the last order or question; empty for nothing to say.
    package let notice = Dynamic("")
    /// How the notice is meant.
    package let tone = Dynamic(Tone.plain)
    /// The keys of this screen.
    package let keys = "↑ ↓ pick · Enter opens · u use · n new game · r refresh"

    /// The rows to show where there is room for so many; the picked one is among them.
    package func window(rows: Int) -> Range<Int> { picks.window(rows: rows) }

    /// Asks for the games at once, and again when there are others.
    package init(library: any GameLibrary, navigator: any Navigator) {
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

    private var pickedName: String? { picked.value.map { list[$0].name } }

    private func show(_ result: Result<GamesDocument, LibraryError>) {
        asking = nil
        switch result {
        case .success(let document):
            // A failure that is over needs no word.
            if tone.value == .bad { say("", .plain) }
            show(document.games)
        case .failure(let error):
            say(error.text, .bad)
            if list.isEmpty { placeholder.update("the games are not known") }
        }
        if isStale { refresh() }
    }

    /// Scores and states are in every status; other games than those shown are worth a question.
    private func follow(_ status: StatusDocument?) {
        guard let status else { return }
        var known = Dictionary(
            status.games.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        if let game = status.game { known[game.name] = GameBrief(game) }
        if Set(known.keys) != Set(list.map(\.name)) { return refresh() }
        show(list.compactMap { known[$0.name] })
    }

    /// The pick stays on its game, wherever that stands now.
    private func show(_ next: [GameBrief]) {
        let name = pickedName
        list = next
        picks.count = next.count
        let place = name.flatMap { name in next.firstIndex { $0.name == name } }
        picks.keep(at: place ?? picks.picked ?? (next.isEmpty ? nil : 0))
        let rows: [any RowViewModel] = next.map(GameRow.init)
        if !self.rows.value.isSame(as: rows) { self.rows.value = rows }
        placeholder.update(next.isEmpty ? "no game yet: n makes one" : "")
        picked.update(picks.picked)
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

/// The games of the table.
package final class GamesViewModel {
    // Input

    /// Takes the games as the daemon lists them.
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
        placeholder.update(games.games.isEmpty ? ScoreboardViewModel.noGame : "")
    }

    // Output

    /// A row a game, newest first; a star before the current one.
    package let grid = Dynamic(Grid())
    /// What to say when there is none.
    package let placeholder = Dynamic(ScoreboardViewModel.noGame)

    private let zoneOffset: ((Int64) -> Int)?

    /// No games until some are received. `zoneOffset` says by how many seconds local time is ahead of UTC
    /// at an instant; without it nothing is said of when a game was created.
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
