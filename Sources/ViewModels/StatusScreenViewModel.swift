import Documents

/// All that `status` says as a screen that stays up to date; the game clock goes on by itself.
package final class StatusScreenViewModel: ScreenViewModel {
    private let runningClock: RunningClock
    private var scroll = Scroll()
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        if key == .character("a") {
            isWhole.toggle()
            scroll = Scroll()
        } else if !scroll.press(key) {
            return false
        }
        version.value += 1
        return true
    }

    /// The lines to show of so many, where there is room for so many rows.
    package func window(of count: Int, rows: Int) -> Range<Int> {
        scroll.window(of: count, rows: rows)
    }

    // Output

    /// The sections.
    package let status = StatusViewModel()
    /// Counts the changes: a view that draws all of it draws anew when this changes.
    package let version = Dynamic(0)
    /// The screen's own keys.
    package let keys = "a shows all or the short form · Up and Down scroll"
    /// Whether all is shown, and not the short form.
    package private(set) var isWhole: Bool

    /// Follows the library, and begins with all of it or the short form.
    package init(library: any GameLibrary, timekeeper: any Timekeeper, isWhole: Bool = false) {
        self.isWhole = isWhole
        runningClock = RunningClock(on: timekeeper)
        bindings = [
            runningClock.text.bind { [unowned self] _ in tick() },
            library.status.bindAndFire { [unowned self] document in
                guard let document else { return }
                status.receive(document)
                runningClock.receive(document.game)
                tick()
            },
            library.connection.bindAndFire { [unowned self] connection in
                guard case .lost(let reason) = connection else { return }
                status.receive(lost: reason)
                version.value += 1
            },
        ]
    }

    private func tick() {
        status.scoreboard.receive(
            time: runningClock.text.value, isRunning: runningClock.isRunning.value)
        version.value += 1
    }
}
