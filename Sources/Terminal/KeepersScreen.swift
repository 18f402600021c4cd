package import ViewModels

/// The keepers of the table over the whole screen.
package struct KeepersScreen: FullScreenView {
    private let keepers: KeepersViewModel

    /// Draws this view model.
    package init(_ keepers: KeepersViewModel) { self.keepers = keepers }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [
                ListFrame.Text(text: keepers.title, look: .bold),
                ListFrame.Text(text: keepers.problem.value, tone: .bad),
            ], keys: keepers.keys, on: &canvas)
        let places = frame.body
        canvas.writePlaceholder(keepers.placeholder.value, in: places)
        for (place, index) in zip(places, keepers.window(rows: places.count)) {
            draw(
                keepers.rows.value[index], on: &canvas, row: place,
                isPicked: keepers.picked.value == index)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            keepers.rows, keepers.picked, keepers.placeholder, keepers.problem, to: changed)
    }

    private func draw(_ row: KeeperRow, on canvas: inout Canvas, row place: Int, isPicked: Bool) {
        var cells = [(text: row.keeper, width: 12, isNumber: false)]
        switch canvas.columns {
        case 70...:
            cells += [
                (row.state, 12, false), (row.entries, 13, true),
                (row.newest, canvas.columns - 43, false),
            ]
        case 42...: cells += [(row.state, 12, false), (row.entries, 13, true)]
        default: cells += [(row.state, max(1, canvas.columns - 14), false)]
        }
        canvas.writeCells(
            cells, row: place, tone: row.isAway ? .attention : .plain,
            look: isPicked ? .reversed : [])
    }
}
