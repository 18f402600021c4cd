import Documents

/// One game, current or not, with its box score.
package final class GameDetailViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    /// Nil to follow the current game.
    private let name: String?
    private var game: GameDocument?
    private var asking: Binding?
    /// True if an entry of the game arrived after the last question.
    private var isStale = false
    private var using: Binding?
    private var bindings: [Binding] = []

    // Input

    package func openTimeline() {
        guard let game else { return }
        navigator?.show(.timeline(.game(game.name)))
    }

    /// Makes the game the current one of this device and opens the keep screen.
    package func use() {
        guard let game, using == nil else { return }
        using = library.ask(.use(UseRequest(game: game.name))) { [weak self] result in
            self?.using = nil
            switch result {
            case .success: self?.navigator?.show(.keep)
            case .failure(let error): self?.loading.update(.failed(error))
            }
        }
    }

    /// Asks for the game; the current game is part of every status. A call while a question is
    /// pending asks again after its answer.
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
    package let box = BoxViewModel()
    /// It has failed if the game may be out of date, and if an order failed.
    package let loading: Dynamic<Loading>

    /// A nil name follows the current game.
    package init(name: String?, library: any GameLibrary, navigator: any Navigator) {
        self.name = name
        self.library = library
        self.navigator = navigator
        loading = Dynamic(name.map { .loading("asking for \($0) …") } ?? Self.noGame)
        bindings = [
            library.eachStatus { [unowned self] in follow($0) },
            library.eachEntry { [unowned self] in if $0.game == name { refresh() } },
            library.eachConnection { [unowned self] in refresh() },
        ]
        refresh()
    }

    private func follow(_ status: StatusDocument) {
        guard let current = status.game else {
            if name == nil { show(nil) }
            return
        }
        // A game that is no longer current is not part of the status any more.
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
        case .failure(let error): loading.update(.failed(error))
        }
        if isStale { refresh() }
    }

    private func show(_ document: GameDocument?) {
        guard document != game else { return }
        game = document
        title.update(document?.title ?? "")
        loading.update(Self.noGame)
        box.receive(document)
    }

    private static let noGame = Loading.loaded(ifEmpty: ScoreboardViewModel.noGame())
}
