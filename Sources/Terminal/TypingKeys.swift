package import ViewModels

/// Characters type; Up, Down and Tab move between lines; Left and Right choose the rules; Enter
/// moves on, and on the last line creates the game.
package final class GameCreatorKeys: ModelKeys<GameCreatorViewModel> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        [enter("next line, then create"), KeyHelp.Row(key: "← →", text: "rules")]
    }

    package override var isTyping: Bool { true }

    package override func press(_ key: Key) -> Bool {
        guard !model.isCreating else { return key != .escape }
        switch key {
        case .down, .tab: model.move(by: 1)
        case .up, .backTab: model.move(by: -1)
        case .enter: if model.isButtonPicked.value { model.create() } else { model.move(by: 1) }
        case .left where model.isOnRules: model.chooseRules(by: -1)
        case .right where model.isOnRules, .character(" ") where model.isOnRules:
            model.chooseRules(by: 1)
        default:
            guard let text = model.text else { return false }
            var field = TextField(text, limit: model.textLimit)
            guard field.press(key) else { return false }
            model.text = field.text
        }
        return true
    }
}

/// Characters edit the query; Up and Down pick, Enter chooses and then opens, Escape clears.
package final class SearchKeys: ListKeys<SearchViewModel, String> {
    package let hint = Dynamic("")
    package override var isTyping: Bool { true }

    package override init(_ model: SearchViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        bindings = [
            model.results.bindAndFire { [unowned self] rows in
                show(rows.map(\.id), orPick: 0)
                sayHint()
            },
            model.latestTitle.bind { [unowned self] _ in sayHint() },
        ]
    }

    package override func press(_ key: Key) -> Bool {
        var field = TextField(model.query, limit: SearchViewModel.queryMax)
        if field.press(key) {
            model.query = field.text
        } else if key == .enter {
            model.choose(pickedID.value)
        } else if key == .escape, !field.isEmpty {
            model.query = ""
        } else {
            return move(key)
        }
        return true
    }

    private func sayHint() {
        guard !ids.isEmpty else { return hint.update("type to search · Escape goes back") }
        let isChosen = !model.latestTitle.value.isEmpty
        hint.update(
            "Up and Down pick · Enter shows the latest entries"
                + (isChosen ? ", again opens it · Escape empties" : " · Escape empties"))
    }
}

package final class PlayerCardKeys: ModelKeys<PlayerCardViewModel> {
    package let keys = "type a number, a slot or part of a name · Enter refreshes · Escape back"
    package override var isTyping: Bool { true }

    package override func press(_ key: Key) -> Bool {
        if key == .enter {
            model.refresh()
            return true
        }
        var field = TextField(model.query.value, limit: TerminalLimits.playerQueryMax)
        guard field.press(key) else { return false }
        model.query.update(field.text)
        return true
    }
}
