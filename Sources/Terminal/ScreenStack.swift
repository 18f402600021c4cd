package import ViewModels

/// The stack of screens: creates the screen of each destination, passes keys to the front screen, and
/// handles the keys that mean the same everywhere.
package final class ScreenStack: Navigator, ScreenRoot {
    private struct Layer {
        let destination: Destination
        let screen: Screen
    }

    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private let keymap: Keymap
    private var layers: [Layer] = []
    private var shown: (destination: Destination, at: Duration)?
    private var guarded = KeyGuard()
    private var waking: Binding?
    /// The number of screens that have come to the front.
    private var fronts = 0

    // Input

    /// Passes on a key press, at once or shortly after; of a key held down only the first press.
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
        return keys?.isTyping == true
    }

    /// Passes a key to the front screen. A key without a meaning there goes back or opens another
    /// screen, of the same game as the front one.
    private func take(_ key: Key) {
        notice.update("")
        guard let front = layers.last else { return }
        if front.screen.keys.press(key) { return }
        let action = keymap.action(for: key)
        if key == .control("l") { return }
        if key == .escape || action == .quit { return leave(key) }
        if action == .help { return show(.help) }
        if !front.screen.keys.isTyping, let way = action?.destination {
            return show(way.concerning(front.destination.game))
        }
        notice.update("\(KeyName.text(key)) does nothing here; \(helpKey) shows the keys")
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
        // The help is about the screen beneath it.
        if layers.count > 1, layers.last?.destination == .help { layers.removeLast() }
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

    /// The keys of the screen in front.
    package var keys: (any KeyAdapter)? { layers.last?.screen.keys }
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

    /// A screen that exists once is made by its row in `KeyAction`.
    private func screen(for destination: Destination) -> Screen {
        switch destination {
        case .keep:
            return Screen(
                KeepKeys(
                    library: library, timekeeper: timekeeper, navigator: self, keymap: keymap),
                KeepScreen.init)
        case .help: return Screen(HelpKeys(keymap: keymap, of: keys), HelpScreen.init)
        case .named(let name):
            let place = Surroundings(
                library: library, timekeeper: timekeeper, navigator: self, keymap: keymap)
            guard let screen = KeyAction.screen(destination, in: place) else {
                preconditionFailure("no row of KeyAction makes the screen \(name)")
            }
            return screen
        case .section(let kind):
            let model = SectionViewModel(
                kind, library: library, timekeeper: timekeeper, navigator: self,
                names: keymap.names)
            return Screen(SectionKeys(model, keymap: keymap), SectionScreen.init)
        case .detail(let kind, let name):
            let model = DetailViewModel(
                kind, name: name, library: library, timekeeper: timekeeper, navigator: self)
            return Screen(DetailKeys(model, keymap: keymap), DetailScreen.init)
        case .timeline(let scope, let keeper, let player):
            let model = TimelineViewModel(
                library: library, timekeeper: timekeeper, navigator: self, of: scope,
                keeper: keeper, player: player)
            return Screen(TimelineKeys(model, keymap: keymap), TimelineScreen.init)
        case .keepers(let scope):
            let model = KeepersViewModel(library: library, navigator: self, of: scope)
            return Screen(KeepersKeys(model, keymap: keymap), KeepersScreen.init)
        case .game(let name):
            let model = GameDetailViewModel(name: name, library: library, navigator: self)
            return Screen(GameDetailKeys(model, keymap: keymap), GameDetailScreen.init)
        }
    }
}

/// The keys and the view of a screen.
struct Screen {
    let keys: any KeyAdapter
    let view: any FullScreenView

    init<Keys: KeyAdapter>(_ keys: Keys, _ view: (Keys) -> some FullScreenView) {
        self.keys = keys
        self.view = view(keys)
    }
}

/// The parts from which the view models and the keys of screens are made.
struct Surroundings {
    let library: any GameLibrary
    let timekeeper: any Timekeeper
    let navigator: any Navigator
    let keymap: Keymap

    var names: ActionNames { keymap.names }
}

extension Destination {
    /// The game that the screen shows; nil for the current one and for all.
    fileprivate var game: String? {
        switch self {
        case .game(let game): game
        case .timeline(let scope, _, _), .keepers(let scope): scope.name
        case .named, .section, .detail: nil
        }
    }

    /// The same screen of a game, if it is the one of all entries or of all keepers.
    fileprivate func concerning(_ game: String?) -> Destination {
        if self == .keepers() { return .keepers(GameScope(game)) }
        return self == .timeline() ? .timeline(GameScope(game)) : self
    }
}

/// The keys of one screen, which call the intents of its view model.
package protocol KeyAdapter: AnyObject {
    /// False if the key has no meaning on this screen. The program then handles it (Escape goes
    /// back, the letters of other screens open them), or reports that it has none.
    func press(_ key: Key) -> Bool
    /// True while characters type text.
    var isTyping: Bool { get }
    /// The keys of this screen alone.
    var help: [KeyHelp] { get }
}

/// The keys of a view model. All values of the view model can be read through it, so that a view
/// has both in one hand.
@dynamicMemberLookup
package class ModelKeys<Model: AnyObject>: KeyAdapter {
    package let model: Model
    let keymap: Keymap
    var bindings: [Binding] = []

    package init(_ model: Model, keymap: Keymap = Keymap()) {
        self.model = model
        self.keymap = keymap
    }

    package func press(_ key: Key) -> Bool { false }

    package var isTyping: Bool { false }

    // MARK: What the keys do

    /// The keys that a hint names, the most important first.
    package func own(_ reads: Reads) -> [KeyHelp.Row] { [] }

    /// The arrows, which the help names besides.
    var moving: [KeyHelp.Row] { [] }

    /// The hint for going back.
    func leaving(_ reads: Reads) -> String { "Escape back" }

    package var help: [KeyHelp] {
        let rows = own(Reads()) + moving
        return rows.isEmpty ? [] : [KeyHelp(title: "this screen", rows: rows)]
    }

    /// `Enter open`, `R refresh`, `Escape back`, `? keys`.
    package func keyHints(_ reads: Reads) -> [String] {
        let more = isTyping ? [] : ["\(keymap.name(of: .help)) keys"]
        return own(reads).map(\.line) + [leaving(reads)] + more
    }

    func row(_ action: KeyAction, _ text: String? = nil) -> KeyHelp.Row {
        KeyHelp.Row(key: keymap.name(of: action), text: text ?? action.text)
    }

    func enter(_ text: String) -> KeyHelp.Row { KeyHelp.Row(key: KeyName.text(.enter), text: text) }

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

    package init(_ adapter: any KeyAdapter, timekeeper: any Timekeeper) {
        self.adapter = adapter
        self.timekeeper = timekeeper
        keys =
            (adapter.help.flatMap(\.rows).map(\.line)
            + ["q quit", "Ctrl-L redraw", "? hide this"]).joined(separator: " · ")
    }
}
