package import ViewModels

package struct GameCreatorScreen: FullScreenView {
    private let creator: GameCreatorKeys

    package init(_ creator: GameCreatorKeys) { self.creator = creator }

    package func draw(on canvas: inout Canvas) {
        let isWide = canvas.columns >= Self.wideWidth
        // Without room beside the line, its problem is shown at the bottom.
        let problem = isWide ? nil : creator.lines.value.first(where: \.isPicked)?.problem
        let remarks = ([problem ?? ""] + creator.warnings.value).filter { !$0.isEmpty }
            .joined(separator: " · ")
        let frame = ListFrame(
            [ListFrame.Text(text: creator.summary.value, look: .bold)],
            echo: creator.notice.value.isEmpty
                ? ListFrame.Text(text: remarks, tone: .attention)
                : ListFrame.Text(text: creator.notice.value, tone: creator.tone.value),
            keys: creator.keys, on: &canvas)
        let lines = creator.lines.value
        // Scrolls so that the picked line and its neighbours stay visible.
        let count = lines.count + 1
        let picked = lines.firstIndex(where: \.isPicked) ?? lines.count
        let rows = frame.body.count
        let top = max(0, min(picked - rows / 2, count - rows))
        let labels = lines.map { DisplayWidth.of($0.label) }.max() ?? 0
        for (row, index) in zip(frame.body, top..<count) {
            guard index < lines.count else {
                let look: Canvas.Look = creator.isButtonPicked.value ? [.bold, .reversed] : .bold
                canvas.writePick(creator.isButtonPicked.value, row: row, look: look)
                canvas.write(
                    creator.buttonTitle, row: row, column: 2,
                    tone: creator.canCreate.value ? .good : .faint, look: look)
                continue
            }
            draw(lines[index], row: row, labelWidth: isWide ? labels : Self.labelWidth, on: &canvas)
        }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            creator.lines, creator.isButtonPicked, creator.canCreate, creator.summary,
            creator.warnings, creator.notice, creator.tone, to: changed)
    }

    /// From this width on, labels are shown in full.
    private static let wideWidth = 40
    /// Enough to tell the labels apart.
    private static let labelWidth = 6
    private static let margin = 2
    private static let gap = 2
    /// A narrower field cannot be read while typing.
    private static let textWidthMin = 8

    private func draw(
        _ line: GameCreatorViewModel.Line, row: Int, labelWidth: Int, on canvas: inout Canvas
    ) {
        canvas.writePick(line.isPicked, row: row, look: line.isPicked ? .bold : [])
        canvas.write(
            line.label, row: row, column: Self.margin, width: labelWidth,
            tone: line.problem.isEmpty ? .faint : .attention, look: line.isPicked ? .bold : [])
        let start = Self.margin + labelWidth + Self.gap
        let room = canvas.columns - start - 1
        guard room > 0 else { return }
        let problemWidth = min(DisplayWidth.of(line.problem), max(0, room / 2))
        let isBeside =
            labelWidth > Self.labelWidth && problemWidth > 0
            && room - problemWidth - Self.gap >= Self.textWidthMin
        let textRoom = isBeside ? room - problemWidth - Self.gap : room
        var end = start
        if line.isChoice {
            end = canvas.write(
                line.isPicked ? "< \(line.text) >" : line.text, row: row, column: start,
                width: textRoom, look: line.isPicked ? .reversed : [])
        } else if line.text.isEmpty, !line.isPicked {
            end = canvas.write(line.hint, row: row, column: start, width: textRoom, tone: .faint)
        } else {
            // The end of a long text is what is being typed.
            end = canvas.write(
                DisplayWidth.tail(SafeText.line(line.text), of: textRoom), row: row,
                column: start, width: textRoom)
            if line.isPicked { canvas.cursor = (row, min(end, canvas.columns - 1)) }
            if line.text.isEmpty, !line.hint.isEmpty {
                canvas.write(
                    line.hint, row: row, column: end + 1, width: textRoom - 1, tone: .faint)
                end += 1 + min(DisplayWidth.of(line.hint), textRoom - 1)
            }
        }
        guard isBeside else { return }
        canvas.write(
            line.problem, row: row, column: end + Self.gap,
            width: canvas.columns - end - Self.gap, tone: .attention)
    }
}
