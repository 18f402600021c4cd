import Documents

/// One game with its box score, current or not, as it stands.
package final class GameDetailViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    /// Nil for whichever game is the current one.
    private let name: String?
    private var game: GameDocument?
    private var scroll = Scroll()
    private var asking: Binding?
    /// Whether something happened in the game since it was asked for.
    private var isStale = false
    private var using: Binding?
    private var bindings: [Binding] = []

    // Input

    /// Takes a key: arrows and pages scroll, Enter opens the timeline, `u` makes the game the current
    /// one, `r` asks anew.
    package func press(_ key: Key) -> Bool {
        switch key {
        case .enter: openTimeline()
        case .character("u"): use()
        case .character("r"): refresh()
        default:
            guard scroll.press(key) else { return false }
            version.value += 1
        }
        return true
    }

    /// Shows the entries of the game.
    package func openTimeline() {
        guard let game else { return }
        navigator?.show(.timeline(game: game.name, keeper: nil, player: nil))
    }

    /// Makes the game the current one of this device, and goes to score it.
    package func use() {
        guard let game, using == nil else { return }
        using = library.ask(.use(game.name)) { [weak self] result in
            self?.using = nil
            switch result {
            case .success: self?.navigator?.show(.keep)
            case .failure(let error): self?.notice.update(error.text)
            }
        }
    }

    /// Asks for the game; of the current one every status tells. While it is being asked for, once
    /// more afterwards.
    package func refresh() {
        guard let name, library.status.value?.game?.name != name else { return }
        guard asking == nil else {
            isStale = true
            return
        }
        isStale = false
        asking = library.ask(.game(name)) { [weak self] in self?.show($0) }
    }

    // Output

    /// `Hawks - Owls`.
    package let title = Dynamic("")
    /// Score, periods, state, and what every player did.
    package let box = BoxViewModel()
    /// What to say instead of a game; empty when there is one.
    package let placeholder = Dynamic("")
    /// Why what is shown may be old, or what was not done; empty for nothing.
    package let notice = Dynamic("")
    /// Counts what was received: a view that draws all of it draws anew when this changes.
    package let version = Dynamic(0)
    /// The keys of this screen.
    package let keys = "↑ ↓ scroll · Enter timeline · u use · r refresh"

    /// The lines to show of so many, where there is room for so many rows.
    package func window(of count: Int, rows: Int) -> Range<Int> {
        scroll.window(of: count, rows: rows)
    }

    /// One game by its name, or the current one for nil.
    package init(name: String?, library: any GameLibrary, navigator: any Navigator) {
        self.name = name
        self.library = library
        self.navigator = navigator
        placeholder.update(name.map { "asking for \($0) …" } ?? ScoreboardViewModel.noGame)
        bindings = [
            library.status.bindAndFire { [unowned self] in follow($0) },
            library.newest.bind { [unowned self] entry in
                if let entry, entry.game == name { refresh() }
            },
            library.connection.bind { [unowned self] in
                if $0.isConnected { refresh() }
            },
        ]
        refresh()
    }

    private func follow(_ status: StatusDocument?) {
        guard let status else { return }
        guard let current = status.game else {
            if name == nil { clear() }
            return
        }
        // A game that was the current one is asked for from now on.
        let wasCurrent = game?.isCurrent == true
        if name == nil || name == current.name {
            show(current)
        } else if wasCurrent {
            refresh()
        }
    }

    private func show(_ result: Result<GameDocument, LibraryError>) {
        asking = nil
        switch result {
        case .success(let document): show(document)
        case .failure(let error):
            notice.update(error.text)
            if game == nil { placeholder.update(error.text) }
        }
        if isStale { refresh() }
    }

    private func show(_ document: GameDocument) {
        guard document != game else { return }
        game = document
        title.update(document.title)
        placeholder.update("")
        notice.update("")
        box.receive(document)
        version.value += 1
    }

    private func clear() {
        game = nil
        title.update("")
        placeholder.update(ScoreboardViewModel.noGame)
        version.value += 1
    }
}
