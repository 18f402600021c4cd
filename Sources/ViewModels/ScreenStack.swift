/// The stack of screens: creates the view model of each destination, passes keys to the front
/// screen, and handles the keys that mean the same everywhere.
package final class ScreenStack: Navigator, ScreenRoot {
    private struct Layer {
        let destination: Destination
        let screen: Screen
    }

    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private let keymap: Keymap
    private let start: Destination
    private var layers: [Layer] = []
    private var shown: (destination: Destination, at: Duration)?
    private var guarded = RepeatGuard()

    // Input

    /// Passes a key to the front screen. A key without a meaning there goes back or opens the help.
    package func press(_ key: Key) {
        // A key held down on one screen is not meant for the screen that it opened or returned to.
        let isHeld = guarded.isHeld(
            key, at: timekeeper.now, within: ViewModelsLimits.repeatIntervalAlone)
        notice.update("")
        guard let front = layers.last else { return }
        if front.screen.viewModel.press(key) { return }
        switch key {
        case .escape, .character("q"):
            if !isHeld { leave(key) }
        case .control("l"):
            break
        default:
            if keymap.action(for: key) == .help { return show(.help) }
            if keymap.action(for: key) == .quit {
                if !isHeld { leave(key) }
                return
            }
            notice.update("\(KeyName.text(key)) does nothing here; \(helpKey) shows the keys")
        }
    }

    package func show(_ destination: Destination) {
        let now = timekeeper.now
        if let shown, shown.destination == destination,
            now - shown.at < ViewModelsLimits.openInterval
        {
            return
        }
        shown = (destination, now)
        notice.update("")
        // A screen that is open comes to the front in the state in which it was left.
        if let index = layers.firstIndex(where: { $0.destination == destination }) {
            layers.removeSubrange((index + 1)...)
        } else {
            if layers.count >= ViewModelsLimits.screensMax { layers.remove(at: 1) }
            layers.append(Layer(destination: destination, screen: screen(for: destination)))
        }
        front()
    }

    private func back() {
        guard layers.count > 1 else { return }
        layers.removeLast()
        shown = nil
        notice.update("")
        front()
    }

    private func quit() { isFinished.update(true) }

    // Output

    /// The screen in front.
    package private(set) lazy var current = Dynamic(screen(for: start))
    package let isFinished = Dynamic(false)
    /// Says that a key has no meaning; empty after the next key.
    package let notice = Dynamic("")
    /// How this device compares to the others, for the head of every screen.
    package let verdict: VerdictViewModel

    /// Going back from the start screen quits.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, start: Destination,
        keymap: Keymap = Keymap()
    ) {
        self.library = library
        self.timekeeper = timekeeper
        self.keymap = keymap
        self.start = start
        verdict = VerdictViewModel(of: library)
        layers = [Layer(destination: start, screen: current.value)]
    }

    private var helpKey: String { keymap.name(of: .help) }

    private func front() {
        if let layer = layers.last { current.value = layer.screen }
    }

    private func leave(_ key: Key) {
        if layers.count > 1 { return back() }
        if key == .escape {
            notice.update("\(keymap.name(of: .quit)) quits; \(helpKey) shows the keys")
        } else {
            quit()
        }
    }

    // MARK: View models

    private func screen(for destination: Destination) -> Screen {
        switch destination {
        case .keep:
            .keep(
                KeepViewModel(
                    library: library, timekeeper: timekeeper, navigator: self, keymap: keymap))
        case .help: .help(HelpViewModel(keymap: keymap))
        case .search:
            .search(
                SearchViewModel(library: library, timekeeper: timekeeper, navigator: self))
        case .overview:
            .overview(
                OverviewViewModel(
                    library: library, timekeeper: timekeeper, navigator: self, keymap: keymap))
        case .section(let kind):
            .section(
                SectionViewModel(kind, library: library, timekeeper: timekeeper, navigator: self))
        case .detail(let kind, let name):
            .detail(
                DetailViewModel(
                    kind, name: name, library: library, timekeeper: timekeeper, navigator: self))
        case .playerCard:
            .playerCard(PlayerCardViewModel(library: library, timekeeper: timekeeper))
        case .held: .held(HeldScreenViewModel(library: library, timekeeper: timekeeper))
        case .tracking: .tracking(TrackingViewModel(library: library, timekeeper: timekeeper))
        case .invitation:
            .invitation(InvitationViewModel(library: library, timekeeper: timekeeper))
        case .timeline(let game, let keeper, let player):
            .timeline(
                TimelineViewModel(
                    library: library, timekeeper: timekeeper, navigator: self, game: game,
                    keeper: keeper, player: player))
        case .keepers:
            .keepers(
                KeepersViewModel(library: library, timekeeper: timekeeper, navigator: self))
        case .games: .games(GameListViewModel(library: library, navigator: self))
        case .game(let name):
            .game(GameDetailViewModel(name: name, library: library, navigator: self))
        case .creator:
            .creator(
                GameCreatorViewModel(
                    library: library, timekeeper: timekeeper, navigator: self))
        }
    }
}

/// The receiver of the program's keys.
package protocol ScreenRoot: AnyObject {
    /// Hands a key to the screen in front.
    func press(_ key: Key)
    /// True once the keeper has quit.
    var isFinished: Dynamic<Bool> { get }
}

package enum Screen {
    case keep(KeepViewModel)
    case overview(OverviewViewModel)
    case section(SectionViewModel)
    case detail(DetailViewModel)
    case held(HeldScreenViewModel)
    case tracking(TrackingViewModel)
    case invitation(InvitationViewModel)
    case games(GameListViewModel)
    case game(GameDetailViewModel)
    case creator(GameCreatorViewModel)
    case search(SearchViewModel)
    case playerCard(PlayerCardViewModel)
    case help(HelpViewModel)
    case timeline(TimelineViewModel)
    case keepers(KeepersViewModel)
}

extension Screen {
    var viewModel: any ScreenViewModel {
        switch self {
        case .keep(let viewModel): viewModel
        case .overview(let viewModel): viewModel
        case .section(let viewModel): viewModel
        case .detail(let viewModel): viewModel
        case .held(let viewModel): viewModel
        case .tracking(let viewModel): viewModel
        case .invitation(let viewModel): viewModel
        case .games(let viewModel): viewModel
        case .game(let viewModel): viewModel
        case .creator(let viewModel): viewModel
        case .search(let viewModel): viewModel
        case .playerCard(let viewModel): viewModel
        case .help(let viewModel): viewModel
        case .timeline(let viewModel): viewModel
        case .keepers(let viewModel): viewModel
        }
    }
}

/// A program with a single screen: `q` and Escape quit, `?` shows the keys.
package final class SoleScreen: ScreenRoot {
    private let viewModel: any ScreenViewModel
    private let keys: String
    private let timekeeper: any Timekeeper
    private var isHelping = false
    private var fading: Binding?

    // Input

    package func press(_ key: Key) {
        switch key {
        case .escape, .character("q"): isFinished.update(true)
        case .character("?"):
            isHelping.toggle()
            fading = nil
            notice.update(isHelping ? keys : "")
        case .control("l"): break
        default:
            if viewModel.press(key) { return }
            isHelping = false
            notice.update("\(KeyName.text(key)) does nothing here; ? shows the keys")
            // On an unattended screen nobody presses another key to clear it.
            fading = timekeeper.wake(at: timekeeper.now + ViewModelsLimits.noticeTime) {
                [unowned self] in
                notice.update("")
            }
        }
    }

    // Output

    package let isFinished = Dynamic(false)
    /// The keys, or that a key has no meaning; else empty.
    package let notice = Dynamic("")

    /// `keys` describes the screen's own keys, as in `Up and Down scroll`; empty for none.
    package init(_ viewModel: any ScreenViewModel, keys: String, timekeeper: any Timekeeper) {
        self.viewModel = viewModel
        self.timekeeper = timekeeper
        let own = keys.isEmpty ? [] : [keys]
        self.keys = (own + ["q quits", "Ctrl-L redraws", "? hides this"])
            .joined(separator: " · ")
    }
}
