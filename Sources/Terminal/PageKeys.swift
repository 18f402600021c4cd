package import ViewModels

/// The keys of a text that may be longer than the screen.
package class ScrollKeys<Model: AnyObject>: ModelKeys<Model> {
    private var position = Scroll()
    /// Incremented when the lines scroll.
    package let scrolled = Dynamic(0)

    /// The range of lines to show, for a number of lines and of visible rows.
    package func window(of count: Int, rows: Int) -> Range<Int> {
        position.window(of: count, rows: rows)
    }

    override var moving: [KeyHelp.Row] { [KeyHelp.Row(key: "Up Down", text: "scroll")] }

    package override func press(_ key: Key) -> Bool {
        guard position.press(key) else { return false }
        scrolled.value += 1
        return true
    }

    func scrollToTop() {
        position = Scroll()
        scrolled.value += 1
    }
}

package final class GameDetailKeys: ScrollKeys<GameDetailViewModel> {
    package override var own: [KeyHelp.Row] {
        [enter("timeline"), row(.makeCurrent, "make current"), row(.refresh)]
    }

    package override func press(_ key: Key) -> Bool {
        switch (key, keymap.action(for: key)) {
        case (.enter, _): model.openTimeline()
        case (_, .makeCurrent): model.use()
        case (_, .refresh): model.refresh()
        default: return super.press(key)
        }
        return true
    }
}

package final class StatusKeys: ScrollKeys<StatusScreenViewModel> {
    package override var own: [KeyHelp.Row] { [row(.all, "all, or the short form")] }
    /// False for the short form.
    package private(set) var isWhole: Bool

    package init(_ model: StatusScreenViewModel, isWhole: Bool = false) {
        self.isWhole = isWhole
        super.init(model)
    }

    package override func press(_ key: Key) -> Bool {
        guard keymap.action(for: key) == .all else { return super.press(key) }
        isWhole.toggle()
        scrollToTop()
        return true
    }
}

package final class DetailKeys: ModelKeys<DetailViewModel> {
    package override var own: [KeyHelp.Row] {
        let further = model.furtherName.value
        return (further.isEmpty ? [] : [enter(further)]) + [row(.refresh)]
    }

    package override func press(_ key: Key) -> Bool {
        switch (key, keymap.action(for: key)) {
        case (.enter, _): model.openFurther()
        case (_, .refresh): model.refresh()
        default: return false
        }
        return true
    }
}

package final class InvitationKeys: ModelKeys<InvitationViewModel> {
    package override var own: [KeyHelp.Row] { [row(.refresh, "new code")] }

    override var leaving: String {
        model.code.value.isEmpty ? super.leaving : "Escape back; the code stays valid"
    }

    package override func press(_ key: Key) -> Bool {
        guard keymap.action(for: key) == .refresh else { return false }
        model.invite()
        return true
    }
}

package final class HallKeys: ModelKeys<HallViewModel> {
    package override var own: [KeyHelp.Row] {
        [
            KeyHelp.Row(key: "right", text: "newer game"),
            KeyHelp.Row(key: "left", text: "earlier game"),
        ]
    }

    package override func press(_ key: Key) -> Bool {
        switch key {
        case .right: model.showNewerGame()
        case .left: model.showEarlierGame()
        default: return false
        }
        return true
    }
}

/// The visible range of a text that is longer than the screen.
struct Scroll: Hashable, Sendable {
    private var top = 0
    /// The lines and the visible rows of the last drawing, for the keys.
    private var count = 0
    private var rows = 1

    init() {}

    /// Scrolls; false for other keys.
    mutating func press(_ key: Key) -> Bool {
        let last = max(0, count - rows)
        var top = min(top, last)
        switch key {
        case .up: top -= 1
        case .down: top += 1
        case .pageUp: top -= max(1, rows - 1)
        case .pageDown: top += max(1, rows - 1)
        case .home: top = 0
        case .end: top = last
        default: return false
        }
        self.top = max(0, min(top, last))
        return true
    }

    /// The range of lines to show, for a number of lines and of visible rows. Drawing does not
    /// scroll; both numbers are remembered for the next key.
    mutating func window(of count: Int, rows: Int) -> Range<Int> {
        self.count = count
        self.rows = max(1, rows)
        let top = max(0, min(top, count - max(0, rows)))
        return top..<min(max(top, count), top + max(0, rows))
    }
}
