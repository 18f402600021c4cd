package import ViewModels

/// The keys of a list: its pick, which stays on its row while the rows change.
package class ListKeys<Model: AnyObject, ID: Equatable>: ModelKeys<Model> {
    private var list = PickList()
    private(set) var ids: [ID] = []
    /// The picked row; nil if none is.
    package let pickedID = Dynamic<ID?>(nil)
    /// Its place.
    package let picked = Dynamic<Int?>(nil)

    /// The range of rows to show for a number of visible rows. It follows the pick.
    package func window(rows: Int, _ reads: Reads) -> Range<Int> {
        _ = reads[picked]
        return list.window(rows: rows)
    }

    override var moving: [KeyHelp.Row] { [KeyHelp.Row(key: "Up Down", text: "pick")] }

    /// Shows other rows. Without the picked one, the place is picked.
    func show(_ ids: [ID], orPick place: Int?) {
        self.ids = ids
        list.count = ids.count
        pick(pickedID.value.flatMap { ids.firstIndex(of: $0) } ?? place)
    }

    /// Shows the rows of a model from now on, at first with the first picked.
    func follow<Row>(_ rows: Dynamic<[Row]>, by id: @escaping (Row) -> ID) {
        bindings = [
            rows.bindAndFire { [unowned self] rows in
                show(rows.map(id), orPick: picked.value ?? 0)
            }
        ]
    }

    func pick(_ place: Int?) {
        list.keep(at: place)
        tell()
    }

    /// Moves the pick; false for other keys.
    func move(_ key: Key) -> Bool {
        guard list.press(key) else { return false }
        tell()
        return true
    }

    private func tell() {
        pickedID.update(list.picked.map { ids[$0] })
        picked.update(list.picked)
    }
}

package final class GameListKeys: ListKeys<GameListViewModel, String> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        [enter("open"), row(.makeCurrent, "make current"), row(.newGame), row(.refresh)]
    }

    package override init(_ model: GameListViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        follow(model.rows) { $0.id }
    }

    package override func press(_ key: Key) -> Bool {
        switch (key, keymap.action(for: key)) {
        case (.enter, _): if let pickedID = pickedID.value { model.open(pickedID) }
        case (_, .makeCurrent): if let pickedID = pickedID.value { model.use(pickedID) }
        case (_, .refresh): model.refresh()
        default: return move(key)
        }
        return true
    }
}

package final class HeldKeys: ListKeys<HeldScreenViewModel, String> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        let answers = pickedRow(reads)?.answers.map(\.answer) ?? HeldAnswer.allCases
        return answers.map { row(action(of: $0), $0.word) }
    }

    package override init(_ model: HeldScreenViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        bindings = [model.rows.bindAndFire { [unowned self] in receive($0) }]
    }

    private func receive(_ rows: [HeldRow]) {
        let names = rows.map(\.id)
        if let pickedID = pickedID.value, !names.contains(pickedID), !model.isAnswered(pickedID) {
            // The next key was meant for the answered move, not for its neighbour.
            show(names, orPick: nil)
            model.notice.say("\(pickedID) was answered by another keeper", .attention)
        } else {
            show(names, orPick: picked.value ?? (ids.isEmpty ? 0 : nil))
        }
    }

    package override func press(_ key: Key) -> Bool {
        guard let answer = answer(of: keymap.action(for: key)) else { return move(key) }
        if let pickedID = pickedID.value {
            model.settle(pickedID, answer)
        } else {
            let none = model.placeholder.value
            model.notice.say(none.isEmpty ? "pick a question with Up or Down" : none, .attention)
        }
        return true
    }

    /// Nil if none is picked.
    package func pickedRow(_ reads: Reads) -> HeldRow? {
        let picked = reads[pickedID]
        return reads[model.rows].first { $0.id == picked }
    }

    func key(of answer: HeldAnswer) -> String { keymap.name(of: action(of: answer)) }

    private func action(of answer: HeldAnswer) -> KeyAction {
        switch answer {
        case .this: .yes
        case .that: .no
        case .both: .both
        }
    }

    private func answer(of action: KeyAction?) -> HeldAnswer? {
        switch action {
        case .yes?: .this
        case .no?: .that
        case .both?: .both
        default: nil
        }
    }
}

package final class TrackingKeys: ListKeys<TrackingViewModel, String> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        [
            enter("claim or release"),
            row(.takeOver, "take over from a keeper who is away"), row(.all, "the whole side"),
            row(.alone),
        ]
    }

    package override init(_ model: TrackingViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        bindings = [
            model.rows.bindAndFire { [unowned self] rows in
                show(rows.map(\.id), orPick: picked.value ?? self.model.firstUncovered ?? 0)
            }
        ]
    }

    package override func press(_ key: Key) -> Bool {
        if move(key) { return true }
        guard let intent = intent(of: key) else { return false }
        if let pickedID = pickedID.value {
            intent(pickedID)
        } else {
            model.notice.say(model.placeholder.value.text, .attention)
        }
        return true
    }

    private func intent(of key: Key) -> ((String) -> Void)? {
        switch (key, keymap.action(for: key)) {
        case (.enter, _): model.toggle
        case (_, .takeOver): model.takeOver
        case (_, .all): { self.model.claimSide(of: $0, only: false) }
        case (_, .alone): { self.model.claimSide(of: $0, only: true) }
        default: nil
        }
    }
}

package final class SectionKeys: ListKeys<SectionViewModel, String> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] { [enter("open"), row(.refresh)] }

    package override init(_ model: SectionViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        follow(model.section.rows) { $0.id }
    }

    package override func press(_ key: Key) -> Bool {
        switch (key, keymap.action(for: key)) {
        case (.enter, _), (.right, _): if let pickedID = pickedID.value { model.open(pickedID) }
        case (_, .refresh): model.refresh()
        default: return move(key)
        }
        return true
    }
}

package final class KeepersKeys: ListKeys<KeepersViewModel, String> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        [enter("the entries of the keeper")]
    }

    package override init(_ model: KeepersViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        follow(model.rows) { $0.device }
    }

    package override func press(_ key: Key) -> Bool {
        if move(key) { return true }
        guard key == .enter, let place = picked.value else { return false }
        model.open(model.rows.value[place])
        return true
    }
}

package final class TimelineKeys: ListKeys<TimelineViewModel, String> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        let other = reads[model.isOfAllGames] ? "this game" : "all games"
        return [KeyHelp.Row(key: "space", text: "pause"), enter("open"), row(.keepers)]
            + (model.canSwitchGames ? [row(.all, other)] : [])
    }

    package override init(_ model: TimelineViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        bindings = [
            model.rows.bindAndFire { [unowned self] rows in
                let places = rows.map(\.place)
                // In place of a row that is gone, the next older one.
                let older = pickedID.value.flatMap { kept in
                    places.firstIndex { $0 <= kept } ?? places.indices.last
                }
                show(places, orPick: older)
            }
        ]
    }

    package override func press(_ key: Key) -> Bool {
        if move(key) {
            // Near the end, the next page is loaded in advance.
            if let place = picked.value, place >= ids.count - Self.margin { model.loadOlder() }
            return true
        }
        let action = keymap.action(for: key)
        switch key {
        case .character(" "): model.togglePause()
        case _ where action == .keepers: model.openKeepers()
        case _ where action == .all && model.canSwitchGames: model.switchGames()
        case .escape where picked.value != nil: pick(nil)
        case .enter:
            guard let place = picked.value else { return false }
            model.open(model.rows.value[place])
        default: return false
        }
        return true
    }

    /// Rows left below the pick when the next page is loaded.
    private static var margin: Int { 5 }
}

package struct OverviewPick: Hashable, Sendable {
    package let section: SectionKind
    /// Nil for the line that opens the whole section.
    package let row: String?
}

extension OverviewPart {
    /// Everything that can be picked, from top to bottom.
    fileprivate var picks: [OverviewPick] {
        rows.map { OverviewPick(section: kind, row: $0.id) }
            + (more.isEmpty ? [] : [OverviewPick(section: kind, row: nil)])
    }
}

package final class OverviewKeys: ListKeys<OverviewViewModel, OverviewPick> {
    package override func own(_ reads: Reads) -> [KeyHelp.Row] {
        [
            enter("open"), KeyHelp.Row(key: "right", text: "whole list"),
            KeyHelp.Row(key: "Tab", text: "section"), row(.refresh),
        ]
    }

    package override init(_ model: OverviewViewModel, keymap: Keymap = Keymap()) {
        super.init(model, keymap: keymap)
        bindings = [
            model.sections.bindAndFire { [unowned self] in
                show($0.flatMap(\.picks), orPick: picked.value ?? 0)
            }
        ]
    }

    package override func press(_ key: Key) -> Bool {
        switch (key, keymap.action(for: key)) {
        case (.enter, _): open()
        case (.right, _): if let pickedID = pickedID.value { model.open(pickedID.section) }
        case (.tab, _): pickSection(by: 1)
        case (.backTab, _): pickSection(by: -1)
        case (_, .refresh): model.refresh()
        default: return move(key)
        }
        return true
    }

    private func pickSection(by step: Int) {
        let kinds = ids.map(\.section)
        let shown = model.sections.value.map(\.kind).filter(kinds.contains)
        guard let place = shown.firstIndex(where: { $0 == pickedID.value?.section }) else { return }
        pick(kinds.firstIndex(of: shown[(place + step + shown.count) % shown.count]))
    }

    private func open() {
        guard let pickedID = pickedID.value else { return }
        guard let row = pickedID.row else { return model.open(pickedID.section) }
        model.open(row, in: pickedID.section)
    }
}
