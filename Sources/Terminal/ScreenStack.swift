package import ViewModels

/// The stack of screens: creates the view model of each destination, its keys and its view, passes
/// keys to the front screen, and handles the keys that mean the same everywhere.
package final class ScreenStack: Navigator, ScreenRoot {
    private struct Layer {
        let destination: Destination
        let screen: Screen
    }

    private typealias Screen = (keys: any KeyAdapter, view: any FullScreenView)

    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private let keymap: Keymap
    /// The names on screens whose keys the file `keys` does not change.
    private let fixed = Keymap().names
    private var layers: [Layer] = []
    private var shown: (destination: Destination, at: Duration)?
    private var guarded = KeyGuard()
    private var waking: Binding?
    /// The number of screens that have come to the front.
    private var fronts = 0

    // Input

    /// Passes a press of a key on, at once or shortly after; of a key that is held down, the first
    /// one.
    package func press(_ key: Key) {
        if let waited = guarded.settle(before: key, at: timekeeper.now) { take(waited) }
        let outcome = guarded.press(
            key, at: timekeeper.now, isFree: isFree(key),
            isTyping: isTyping(key), screen: fronts)
        waking = nil
        switch outcome {
        case .pressed: take(key)
        case .unclear(let until):
            waking = timekeeper.wake(at: until) { [unowned self] in
                if let waited = guarded.settle(at: until) { take(waited) }
            }
        case .held: notice.update("\(KeyName.text(key)) is held down: counted once")
        }
    }

    /// True for a key that does no harm when it repeats: none that records, answers or opens.
    private func isFree(_ key: Key) -> Bool {
        switch key {
        case .character(let character): character.isNumber
        case .enter: false
        case .control, .tab, .backTab, .escape, .backspace, .delete, .up, .down, .left, .right,
            .pageUp, .pageDown, .home, .end, .unknown:
            keymap.action(for: key) == nil
        }
    }

    private func isTyping(_ key: Key) -> Bool {
        guard case .character = key else { return false }
        return layers.last?.screen.keys.isTyping == true
    }

    /// Passes a key to the front screen. A key without a meaning there goes back or opens the help.
    private func take(_ key: Key) {
        notice.update("")
        guard let front = layers.last else { return }
        if front.screen.keys.press(key) { return }
        switch key {
        case .escape, .character("q"): leave(key)
        case .control("l"):
            break
        default:
            if keymap.action(for: key) == .help { return show(.help) }
            if keymap.action(for: key) == .quit { return leave(key) }
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
            if layers.count >= TerminalLimits.screensMax { layers.remove(at: 1) }
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
    package private(set) lazy var current = Dynamic(layers[0].screen.view)
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
        verdict = VerdictViewModel(of: library)
        layers = [Layer(destination: start, screen: screen(for: start))]
    }

    private var helpKey: String { keymap.name(of: .help) }

    private func front() {
        fronts += 1
        if let layer = layers.last { current.value = layer.screen.view }
    }

    private func leave(_ key: Key) {
        if layers.count > 1 { return back() }
        if key == .escape {
            notice.update("\(keymap.name(of: .quit)) quits; \(helpKey) shows the keys")
        } else {
            quit()
        }
    }

    // MARK: The screens

    private func screen(for destination: Destination) -> Screen {
        switch destination {
        case .keep:
            let keys = KeepKeys(
                library: library, timekeeper: timekeeper, navigator: self, keymap: keymap)
            return (keys, KeepScreen(keys))
        case .help:
            let keys = HelpKeys(keymap: keymap)
            return (keys, HelpScreen(keys))
        case .search:
            let keys = SearchKeys(
                SearchViewModel(
                    library: library, timekeeper: timekeeper, navigator: self, names: fixed))
            return (keys, SearchScreen(keys))
        case .overview:
            let keys = OverviewKeys(
                OverviewViewModel(
                    library: library, timekeeper: timekeeper, navigator: self,
                    names: keymap.names),
                navigator: self, keymap: keymap)
            return (keys, OverviewScreen(keys))
        case .section(let kind):
            let keys = SectionKeys(
                SectionViewModel(
                    kind, library: library, timekeeper: timekeeper, navigator: self, names: fixed))
            return (keys, SectionScreen(keys))
        case .detail(let kind, let name):
            let keys = DetailKeys(
                DetailViewModel(
                    kind, name: name, library: library, timekeeper: timekeeper, navigator: self))
            return (keys, DetailScreen(keys))
        case .playerCard:
            let keys = PlayerCardKeys(
                PlayerCardViewModel(library: library, timekeeper: timekeeper))
            return (keys, PlayerCardScreen(keys))
        case .held:
            let keys = HeldKeys(HeldScreenViewModel(library: library))
            return (keys, HeldScreen(keys))
        case .tracking:
            let keys = TrackingKeys(TrackingViewModel(library: library, names: fixed))
            return (keys, TrackingScreen(keys))
        case .invitation:
            let keys = InvitationKeys(
                InvitationViewModel(library: library, timekeeper: timekeeper, names: fixed))
            return (keys, InvitationScreen(keys))
        case .timeline(let game, let keeper, let player):
            let keys = TimelineKeys(
                TimelineViewModel(
                    library: library, timekeeper: timekeeper, navigator: self, game: game,
                    keeper: keeper, player: player))
            return (keys, TimelineScreen(keys))
        case .timelineOfAllGames(let keeper):
            let keys = TimelineKeys(
                TimelineViewModel(
                    library: library, timekeeper: timekeeper, navigator: self, keeper: keeper,
                    isOfAllGames: true))
            return (keys, TimelineScreen(keys))
        case .keepers, .keepersOfAllGames:
            let keys = KeepersKeys(
                KeepersViewModel(
                    library: library, timekeeper: timekeeper, navigator: self,
                    isOfAllGames: destination == .keepersOfAllGames))
            return (keys, KeepersScreen(keys))
        case .games:
            let keys = GameListKeys(
                GameListViewModel(library: library, navigator: self, names: fixed))
            return (keys, GameListScreen(keys))
        case .game(let name):
            let keys = GameDetailKeys(
                GameDetailViewModel(name: name, library: library, navigator: self))
            return (keys, GameDetailScreen(keys))
        case .creator:
            let keys = GameCreatorKeys(
                GameCreatorViewModel(library: library, timekeeper: timekeeper, navigator: self))
            return (keys, GameCreatorScreen(keys))
        }
    }
}

/// The keys of one screen, which call the intents of its view model.
package protocol KeyAdapter: AnyObject {
    /// False if the key has no meaning on this screen. The program then handles it (`q` and Escape
    /// go back, `?` opens the help), or reports that it has none.
    func press(_ key: Key) -> Bool
    /// True while characters type text.
    var isTyping: Bool { get }
}

/// The keys of a view model. All values of the view model can be read through it, so that a view has
/// both in one hand.
@dynamicMemberLookup
package class ModelKeys<Model: AnyObject>: KeyAdapter {
    package let model: Model
    var bindings: [Binding] = []

    package init(_ model: Model) { self.model = model }

    package func press(_ key: Key) -> Bool { false }

    package var isTyping: Bool { false }

    package subscript<Value>(dynamicMember path: KeyPath<Model, Value>) -> Value {
        model[keyPath: path]
    }
}

/// The receiver of the program's keys.
package protocol ScreenRoot: AnyObject {
    /// Hands a key to the screen in front.
    func press(_ key: Key)
    /// True once the keeper has quit.
    var isFinished: Dynamic<Bool> { get }
}

/// A program with a single screen: `q` and Escape quit, `?` shows the keys.
package final class SoleScreen: ScreenRoot {
    private let adapter: any KeyAdapter
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
            if adapter.press(key) { return }
            isHelping = false
            notice.update("\(KeyName.text(key)) does nothing here; ? shows the keys")
            // On an unattended screen nobody presses another key to clear it.
            fading = timekeeper.wake(at: timekeeper.now + TerminalLimits.noticeTime) {
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
    package init(_ adapter: any KeyAdapter, keys: String, timekeeper: any Timekeeper) {
        self.adapter = adapter
        self.timekeeper = timekeeper
        let own = keys.isEmpty ? [] : [keys]
        self.keys = (own + ["q quits", "Ctrl-L redraws", "? hides this"])
            .joined(separator: " · ")
    }
}
