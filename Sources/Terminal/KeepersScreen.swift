import ViewModels

package struct KeepersScreen: FullScreenView {
    private let keepers: KeepersKeys

    package init(_ keepers: KeepersKeys) { self.keepers = keepers }

    package func draw(on canvas: inout Canvas) {
        let (rows, loading) = (canvas[keepers.rows], canvas[keepers.loading])
        let frame = ListFrame(
            .title(keepers.title), .init(loading.problem.text, .bad),
            keys: keepers.keyHints(canvas.reads),
            on: &canvas)
        let places = frame.body
        if rows.isEmpty { canvas.writePlaceholder(loading.placeholder.text, in: places) }
        for (place, index) in zip(places, keepers.window(rows: places.count, canvas.reads)) {
            draw(
                rows[index], on: &canvas, row: place,
                isPicked: canvas[keepers.picked] == index)
        }
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
            rows: canvas[tracking.rows], picked: canvas[tracking.picked],
            placeholder: canvas[tracking.placeholder].text)
        let frame = ListFrame(
            .title(canvas[tracking.title], canvas[tracking.titleTone]),
            echo: body.echo(canvas[tracking.echo], canvas[tracking.tone], columns: canvas.columns),
            keys: tracking.keyHints(canvas.reads), on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: tracking.window)
    }
}

extension Screen {
    static func tracking(in place: Surroundings) -> Screen {
        let model = TrackingViewModel(library: place.library, names: place.names)
        return Screen(TrackingKeys(model, keymap: place.keymap), TrackingScreen.init)
    }
}
