import ViewModels

package struct OverviewScreen: FullScreenView {
    private let overview: OverviewKeys

    package init(_ overview: OverviewKeys) { self.overview = overview }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(canvas[overview.title]), keys: overview.keyHints(canvas.reads), on: &canvas)
        let lines = lines(canvas, isAiry: frame.body.count >= 14)
        guard !lines.isEmpty else {
            if let row = frame.body.first {
                canvas.write(canvas[overview.placeholder], row: row, tone: .faint)
            }
            return
        }
        // Scrolls so that the picked row is in the middle and its neighbours are visible.
        let place = lines.firstIndex(where: \.isPicked) ?? 0
        let top = max(0, min(place - frame.body.count / 2, lines.count - frame.body.count))
        for (row, line) in zip(frame.body, lines[top...]) { line.draw(on: &canvas, line: row) }
    }

    private func lines(_ canvas: Canvas, isAiry: Bool) -> [SectionView.Line] {
        let picked = canvas[overview.pickedID]
        var lines: [SectionView.Line] = []
        for part in canvas[overview.sections] {
            if isAiry, !lines.isEmpty { lines.append(.blank) }
            let name: String?? = picked?.section == part.kind ? .some(picked?.row) : nil
            lines += SectionView(section: part).lines(columns: canvas.columns, picked: name)
        }
        return lines
    }
}

package struct SectionScreen: FullScreenView {
    private let screen: SectionKeys

    package init(_ screen: SectionKeys) { self.screen = screen }

    package func draw(on canvas: inout Canvas) {
        let section = screen.section
        let loading = canvas[section.loading]
        let body = ListBody(
            rows: canvas[section.rows], picked: canvas[screen.picked],
            placeholder: loading.placeholder.text)
        let frame = ListFrame(
            .title(section.title),
            echo: body.echo(loading.problem.text, .attention, columns: canvas.columns),
            keys: screen.keyHints(canvas.reads), on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: screen.window)
    }
}

/// A section as lines: title, rows and problem.
struct SectionView {
    enum Line {
        case title(String)
        case row(any RowViewModel, textWidth: Int, isPicked: Bool)
        case more(String, isPicked: Bool)
        case note(String)
        case blank
    }

    let section: OverviewPart

    /// The lines of the section in the overview. `picked` is the ID of the picked row; nil if
    /// none is, `.some(nil)` for the line that opens the whole section.
    func lines(columns: Int, picked: String??) -> [Line] {
        let width = RowView.textWidth(of: section.rows, columns: columns)
        var lines: [Line] = [.title(section.title)]
        for row in section.rows {
            let isPicked = picked == .some(row.id)
            lines.append(.row(row, textWidth: width, isPicked: isPicked))
        }
        if !section.more.isEmpty {
            lines.append(.more(section.more, isPicked: picked == .some(nil)))
        }
        if !section.problem.isEmpty { lines.append(.note(section.problem)) }
        return lines
    }
}

extension SectionView.Line {
    var isPicked: Bool {
        switch self {
        case .row(_, _, let isPicked), .more(_, let isPicked): isPicked
        case .title, .note, .blank: false
        }
    }

    func draw(on canvas: inout Canvas, line: Int) {
        switch self {
        case .title(let text): canvas.write(text, row: line, look: .bold)
        case .row(let row, let width, let isPicked):
            RowView(row: row, isPicked: isPicked)
                .draw(on: &canvas, line: line, columns: 0..<canvas.columns, textWidth: width)
        case .more(let text, let isPicked):
            let look = canvas.writePick(isPicked, row: line, columns: 0..<canvas.columns)
            canvas.write(text, row: line, column: RowView.margin, tone: .faint, look: look)
        case .note(let text): canvas.write("! \(text)", row: line, tone: .attention)
        case .blank: break
        }
    }
}

package struct DetailScreen: FullScreenView {
    private let detail: DetailKeys

    package init(_ detail: DetailKeys) { self.detail = detail }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            .title(detail.title), echo: .init(canvas[detail.loading].problem.text, .attention),
            keys: detail.keyHints(canvas.reads), on: &canvas)
        let lines = canvas[detail.lines].flatMap { line in
            WrappedText.lines(line.text, columns: canvas.columns).map { ($0, line.tone) }
        }
        for (row, line) in zip(frame.body, lines) { canvas.write(line.0, row: row, tone: line.1) }
    }
}

extension Screen {
    static func overview(in place: Surroundings) -> Screen {
        let model = OverviewViewModel(
            library: place.library, timekeeper: place.timekeeper, navigator: place.navigator,
            names: place.names)
        return Screen(OverviewKeys(model, keymap: place.keymap), OverviewScreen.init)
    }
}
