package import ViewModels

package struct OverviewScreen: FullScreenView {
    private let overview: OverviewKeys

    package init(_ overview: OverviewKeys) { self.overview = overview }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(.title(overview.title.value), keys: overview.keyLine, on: &canvas)
        let lines = lines(columns: canvas.columns, isAiry: frame.body.count >= 14)
        guard !lines.isEmpty else {
            if let row = frame.body.first {
                canvas.write(overview.placeholder.value, row: row, tone: .faint)
            }
            return
        }
        // Scrolls so that the picked row is in the middle and its neighbours are visible.
        let place = lines.firstIndex(where: \.isPicked) ?? 0
        let top = max(0, min(place - frame.body.count / 2, lines.count - frame.body.count))
        for (row, line) in zip(frame.body, lines[top...]) { line.draw(on: &canvas, line: row) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            overview.title, overview.sections, overview.pickedID, overview.version,
            overview.placeholder, to: changed)
    }

    private func lines(columns: Int, isAiry: Bool) -> [SectionView.Line] {
        let picked = overview.pickedID.value
        var lines: [SectionView.Line] = []
        for part in overview.sections.value {
            if isAiry, !lines.isEmpty { lines.append(.blank) }
            let name: String?? = picked?.section == part.kind ? .some(picked?.row) : nil
            lines += SectionView(section: part.section).lines(columns: columns, picked: name)
        }
        return lines
    }
}

package struct SectionScreen: FullScreenView {
    private let screen: SectionKeys

    package init(_ screen: SectionKeys) { self.screen = screen }

    package func draw(on canvas: inout Canvas) {
        let section = screen.section
        let body = ListBody(
            rows: section.rows.value, picked: screen.picked.value,
            placeholder: section.emptyText.text)
        let frame = ListFrame(
            .title(section.title),
            echo: body.echo(section.problem.value, .attention, columns: canvas.columns),
            keys: screen.keyLine, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: screen.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(screen.picked, screen.section.rows, screen.section.problem, to: changed)
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

    let section: Section

    /// The lines of the section in the overview. `picked` is the ID of the picked row; nil if
    /// none is, `.some(nil)` for the line that opens the whole section.
    func lines(columns: Int, picked: String??) -> [Line] {
        let width = RowView.textWidth(of: section.top, columns: columns)
        var lines: [Line] = [.title(section.title)]
        for row in section.top {
            let isPicked = picked == .some(row.id)
            lines.append(.row(row, textWidth: width, isPicked: isPicked))
        }
        if !section.more.isEmpty {
            lines.append(.more(section.more, isPicked: picked == .some(nil)))
        }
        if !section.problem.value.isEmpty { lines.append(.note(section.problem.value)) }
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
            .title(detail.title), echo: .init(detail.problem.value, .attention),
            keys: detail.keyLine, on: &canvas)
        let lines = detail.lines.value.flatMap { line in
            WrappedText.lines(line.text, columns: canvas.columns).map { ($0, line.tone) }
        }
        for (row, line) in zip(frame.body, lines) { canvas.write(line.0, row: row, tone: line.1) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(detail.lines, detail.problem, detail.furtherName, to: changed)
    }
}
