package import ViewModels

/// The keys of a text that may be longer than the screen.
package class ScrollKeys<Model: AnyObject>: ModelKeys<Model> {
    private let top = Dynamic(0)
    /// The lines and the visible rows of the last drawing, for the keys.
    private var count = 0
    private var rows = 1

    /// The range of lines to show, for a number of lines and of visible rows. Drawing does not
    /// scroll; both numbers are remembered for the next key.
    package func window(of count: Int, rows: Int, _ reads: Reads) -> Range<Int> {
        (self.count, self.rows) = (count, max(1, rows))
        let top = max(0, min(reads[top], count - max(0, rows)))
        return top..<min(max(top, count), top + max(0, rows))
    }

    override var moving: [KeyHelp.Row] { [KeyHelp.Row(key: "Up Down", text: "scroll")] }

    package override func press(_ key: Key) -> Bool {
        let last = max(0, count - rows)
        let top = min(self.top.value, last)
        let next: Int
        switch key {
        case .up: next = top - 1
        case .down: next = top + 1
        case .pageUp: next = top - max(1, rows - 1)
        case .pageDown: next = top + max(1, rows - 1)
        case .home: next = 0
        case .end: next = last
        default: return false
        }
        self.top.update(max(0, min(next, last)))
        return true
    }

    func scrollToTop() { top.update(0) }
}

package final class GameDetailKeys: ScrollKeys<GameDetailViewModel> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
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
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        [row(.all, "all, or the short form")]
    }
    /// False for the short form.
    package let isWhole: Dynamic<Bool>

    package init(_ model: StatusScreenViewModel, isWhole: Bool = false) {
        self.isWhole = Dynamic(isWhole)
        super.init(model)
    }

    package override func press(_ key: Key) -> Bool {
        guard keymap.action(for: key) == .all else { return super.press(key) }
        isWhole.value.toggle()
        scrollToTop()
        return true
    }
}

package final class DetailKeys: ModelKeys<DetailViewModel> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        let further = reads[model.furtherName]
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
    package override func own(_ reads: Reads) -> [KeyHelp.Row] { [row(.refresh, "new code")] }

    override func leaving(_ reads: Reads) -> String {
        super.leaving(reads) + (reads[model.code].isEmpty ? "" : "; the code stays valid")
    }

    package override func press(_ key: Key) -> Bool {
        guard keymap.action(for: key) == .refresh else { return false }
        model.invite()
        return true
    }
}

package final class HallKeys: ModelKeys<HallViewModel> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
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
