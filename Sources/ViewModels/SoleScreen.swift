/// A program of one screen with nothing behind it: `q` and Escape end it, `?` says its keys.
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
            notice.update("\(KeyName.text(key)) means nothing here; ? shows the keys")
            // Nobody may stand at a screen on the wall to press another key.
            fading = timekeeper.wake(at: timekeeper.now + Limits.noticeTime) { [unowned self] in
                notice.update("")
            }
        }
    }

    // Output

    package let isFinished = Dynamic(false)
    /// The keys once asked for, or a key that means nothing, in a sentence; empty otherwise.
    package let notice = Dynamic("")

    /// Hands a screen's own keys to it; `keys` says them as `Up and Down scroll`, empty for none.
    package init(_ viewModel: any ScreenViewModel, keys: String, timekeeper: any Timekeeper) {
        self.viewModel = viewModel
        self.timekeeper = timekeeper
        let own = keys.isEmpty ? [] : [keys]
        self.keys = (own + ["q quits", "Ctrl-L redraws", "? hides this"])
            .joined(separator: " · ")
    }
}
