package import ViewModels

/// Characters type; Up, Down and Tab move between lines; Left and Right choose the rules; Enter
/// moves on, and on the last line creates the game.
package final class GameCreatorKeys: ModelKeys<GameCreatorViewModel> {
    /// The index of the line with the focus; after the last one comes the button.
    package let place = Dynamic(0)

    package override init(_ model: GameCreatorViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        bindings = [
            model.wanted.bindAndFire { [unowned self] field in
                place.update(model.lines.value.firstIndex { $0.field == field } ?? 0)
            }
        ]
    }

    /// Nil if the button has the focus.
    package func line(_ reads: Reads) -> GameCreatorViewModel.Line? {
        let (lines, place) = (reads[model.lines], reads[place])
        return place < lines.count ? lines[place] : nil
    }

    package var line: GameCreatorViewModel.Line? { line(Reads()) }

    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        [enter("next line, then create"), KeyHelp.Row(key: "← →", text: "rules")]
    }

    package override var isTyping: Bool { true }

    package override func press(_ key: Key) -> Bool {
        guard !model.isCreating else { return key != .escape }
        switch key {
        case .down, .tab: move(by: 1)
        case .up, .backTab: move(by: -1)
        case .enter: if line == nil { model.create() } else { move(by: 1) }
        default:
            guard let line else { return false }
            guard line.choices.isEmpty else { return choose(key, of: line) }
            var field = TextField(line.text, limit: line.limit)
            guard field.press(key) else { return false }
            model.set(field.text, for: line.field)
        }
        return true
    }

    private func move(by step: Int) {
        let count = model.lines.value.count + 1
        place.value = (place.value + step + count) % count
    }

    private func choose(_ key: Key, of line: GameCreatorViewModel.Line) -> Bool {
        let step = key == .left ? -1 : key == .right || key == .character(" ") ? 1 : 0
        guard step != 0, let choice = line.choices.firstIndex(of: line.text) else { return false }
        let count = line.choices.count
        model.set(line.choices[(choice + step + count) % count], for: line.field)
        return true
    }
}

/// Characters edit the query; Up and Down pick, Enter chooses and then opens, Escape clears.
package final class SearchKeys: ListKeys<SearchViewModel, String> {
    package let hint = Dynamic<[String]>([])
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
        guard !ids.isEmpty else { return hint.update(["type to search", "Escape goes back"]) }
        let isChosen = !model.latestTitle.value.isEmpty
        hint.update([
            "Up and Down pick",
            "Enter shows the latest entries" + (isChosen ? ", again opens it" : ""),
            "Escape empties",
        ])
    }
}

package final class PlayerCardKeys: ModelKeys<PlayerCardViewModel> {
    package let keys = [
        "type a number, a slot or part of a name", "Enter refreshes", "Escape back",
    ]
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
