import ViewModels

package struct GameCreatorScreen: FullScreenView {
    private let creator: GameCreatorKeys

    package init(_ creator: GameCreatorKeys) { self.creator = creator }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(creator.title), .init(canvas[creator.summary], .faint),
            echo: .init(canvas[creator.notice], canvas[creator.tone]),
            keys: creator.keyHints(canvas.reads), on: &canvas)
        let rows = rows(canvas)
        // Scrolls so that the picked line and its neighbours stay visible.
        let picked = rows.firstIndex { row in
            switch row {
            case .field(let line): line.field == creator.line(canvas.reads)?.field
            case .button: creator.line(canvas.reads) == nil
            case .remark: false
            }
        }
        let room = frame.body.count
        let top = max(0, min((picked ?? 0) - room / 2, rows.count - room))
        for (place, row) in zip(frame.body, rows[top...]) {
            switch row {
            case .field(let line): draw(line, row: place, on: &canvas)
            case .remark(let text):
                canvas.write(text, row: place, column: indent(canvas), tone: .attention)
            case .button:
                let look = canvas.writePick(
                    creator.line(canvas.reads) == nil, row: place, columns: 0..<canvas.columns)
                canvas.write(
                    creator.buttonTitle, row: place, column: RowView.margin,
                    tone: canvas[creator.canCreate] ? .good : .faint, look: look.union(.bold))
            }
        }
    }

    private enum Row {
        case field(GameCreatorViewModel.Line)
        /// A line of a problem or warning without room beside its field.
        case remark(String)
        case button
    }

    private func rows(_ canvas: Canvas) -> [Row] {
        canvas[creator.lines].flatMap { line -> [Row] in
            guard !line.remark.isEmpty, !isBeside(line, canvas) else {
                return [.field(line)]
            }
            let room = max(1, canvas.columns - indent(canvas))
            return [.field(line)]
                + WrappedText.lines(line.remark, columns: room).map(Row.remark)
        } + [.button]
    }

    /// From this width on, labels are shown in full.
    private static let wideWidth = 40
    private static let gap = 2

    private func label(_ line: GameCreatorViewModel.Line, columns: Int) -> String {
        columns < Self.wideWidth ? line.shortLabel : line.label
    }

    /// The column of the texts.
    private func start(_ canvas: Canvas) -> Int {
        let labels = canvas[creator.lines].map {
            DisplayWidth.of(label($0, columns: canvas.columns))
        }
        return RowView.margin + (labels.max() ?? 0) + Self.gap
    }

    /// The column of the remarks beneath the lines.
    private func indent(_ canvas: Canvas) -> Int {
        canvas.columns < Self.wideWidth ? RowView.margin : start(canvas)
    }

    /// True if the whole remark fits after the text of its line and the cursor.
    private func isBeside(_ line: GameCreatorViewModel.Line, _ canvas: Canvas) -> Bool {
        let text = line.text.isEmpty ? line.hint : line.text
        // A choice has a sign on both sides.
        let taken = DisplayWidth.ofSafe(text) + (!line.choices.isEmpty ? 4 : 1)
        return start(canvas) + taken + Self.gap + DisplayWidth.ofSafe(line.remark)
            <= canvas.columns
    }

    private func draw(_ line: GameCreatorViewModel.Line, row: Int, on canvas: inout Canvas) {
        let columns = canvas.columns
        let isPicked = line.field == creator.line(canvas.reads)?.field
        let look = canvas.writePick(isPicked, row: row, columns: 0..<columns)
        canvas.write(
            label(line, columns: columns), row: row, column: RowView.margin,
            tone: line.remark.isEmpty ? .faint : .attention, look: look)
        let start = start(canvas)
        let room = columns - start - 1
        guard room > 0 else { return }
        var end = start
        if !line.choices.isEmpty {
            end = canvas.write(
                isPicked ? "< \(line.text) >" : line.text, row: row, column: start,
                width: room, look: look)
        } else if !line.text.isEmpty || isPicked {
            // The end of a long text is what is being typed.
            end = canvas.write(
                DisplayWidth.tail(SafeText.line(line.text), of: room), row: row,
                column: start, width: room, look: look)
            if isPicked { canvas.cursor = (row, min(end, columns - 1)) }
        }
        if line.text.isEmpty, !line.hint.isEmpty {
            if isPicked { end += 1 }
            end = canvas.write(
                line.hint, row: row, column: end, width: start + room - end, tone: .faint,
                look: look)
        }
        if isBeside(line, canvas) {
            canvas.write(
                line.remark, row: row, column: end + Self.gap, tone: .attention, look: look)
        }
    }
}

extension Screen {
    static func creator(in place: Surroundings) -> Screen {
        let model = GameCreatorViewModel(
            library: place.library, timekeeper: place.timekeeper, navigator: place.navigator)
        return Screen(GameCreatorKeys(model, keymap: place.keymap), GameCreatorScreen.init)
    }
}
