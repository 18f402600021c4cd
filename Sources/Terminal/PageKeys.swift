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
    package let keys = "↑ ↓ scroll · Enter timeline · u make current · r refresh"

    package override func press(_ key: Key) -> Bool {
        switch key {
        case .enter: model.openTimeline()
        case .character("u"): model.use()
        case .character("r"): model.refresh()
        default: return super.press(key)
        }
        return true
    }
}

package final class StatusKeys: ScrollKeys<StatusScreenViewModel> {
    package let keys = "a shows all or the short form · Up and Down scroll"
    /// False for the short form.
    package private(set) var isWhole: Bool

    package init(_ model: StatusScreenViewModel, isWhole: Bool = false) {
        self.isWhole = isWhole
        super.init(model)
    }

    package override func press(_ key: Key) -> Bool {
        guard key == .character("a") else { return super.press(key) }
        isWhole.toggle()
        scrollToTop()
        return true
    }
}

package final class DetailKeys: ModelKeys<DetailViewModel> {
    package let keys: Dynamic<String>

    package override init(_ model: DetailViewModel) {
        keys = model.furtherName.map { further in
            (further.isEmpty ? "" : "Enter opens \(further) · ") + "Escape goes back"
        }
        super.init(model)
    }

    package override func press(_ key: Key) -> Bool {
        switch key {
        case .enter: model.openFurther()
        case .character("r"): model.refresh()
        default: return false
        }
        return true
    }
}

package final class InvitationKeys: ModelKeys<InvitationViewModel> {
    package var keys: String {
        let stays = model.code.value.isEmpty ? "" : "; the code stays valid"
        return "n new code · Escape goes back\(stays)"
    }

    package override func press(_ key: Key) -> Bool {
        guard key == .character("n") else { return false }
        model.invite()
        return true
    }
}

package final class HallKeys: ModelKeys<HallViewModel> {
    package let keys = "n newer game · p earlier game"

    package override func press(_ key: Key) -> Bool {
        switch key {
        case .character("n"): model.showNewerGame()
        case .character("p"): model.showEarlierGame()
        default: return false
        }
        return true
    }
}
