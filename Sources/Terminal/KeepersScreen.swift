package import ViewModels

package struct KeepersScreen: FullScreenView {
    private let keepers: KeepersKeys

    package init(_ keepers: KeepersKeys) { self.keepers = keepers }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(keepers.title), .init(keepers.problem.value, .bad), keys: keepers.keyLine,
            on: &canvas)
        let places = frame.body
        canvas.writePlaceholder(keepers.placeholder.value, in: places)
        for (place, index) in zip(places, keepers.window(rows: places.count)) {
            draw(
                keepers.rows.value[index], on: &canvas, row: place,
                isPicked: keepers.picked.value == index)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(keepers.rows, keepers.picked, keepers.placeholder, keepers.problem, to: changed)
    }

    private func draw(_ row: KeeperRow, on canvas: inout Canvas, row place: Int, isPicked: Bool) {
        var texts = [Canvas.ColumnText(row.keeper, 12)]
        switch canvas.columns {
        case Self.newestWidth...:
            texts += [
                .init(row.state, 12), .init(row.role, 7),
                .init(row.entries, 13, isNumber: true), .init(row.newest, nil),
            ]
        case Self.countWidth...:
            texts += [.init(row.state, 12), .init(row.entries, 13, isNumber: true)]
        default: texts.append(.init(row.state, nil))
        }
        canvas.write(
            columns: texts, row: place, isPicked: isPicked,
            tone: row.isAway ? .attention : .plain)
    }

    /// From this width on, there is a column for the newest entry.
    private static let newestWidth = 70
    /// From this width on, there is a column for the number of entries.
    private static let countWidth = 42
}

package struct TrackingScreen: FullScreenView {
    private let tracking: TrackingKeys

    package init(_ tracking: TrackingKeys) { self.tracking = tracking }

    package func draw(on canvas: inout Canvas) {
        let body = ListBody(
            rows: tracking.rows.value, picked: tracking.picked.value,
            placeholder: tracking.placeholder.value.text)
        let frame = ListFrame(
            .title(tracking.title.value, tracking.titleTone.value),
            echo: body.echo(tracking.echo.value, tracking.tone.value, columns: canvas.columns),
            keys: tracking.keyLine, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: tracking.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            tracking.title, tracking.titleTone, tracking.rows, tracking.picked,
            tracking.placeholder, tracking.echo, tracking.tone, to: changed)
    }
}
