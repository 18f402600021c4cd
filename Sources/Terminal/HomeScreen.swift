package import ViewModels

/// The table's home: the sections beneath each other, drawn by one section view.
package struct HomeScreen: FullScreenView {
    private let home: HomeViewModel

    /// Draws this view model.
    package init(_ home: HomeViewModel) { self.home = home }

    package func draw(on canvas: inout Canvas) {
        let verdict = home.verdict
        let frame = ListFrame(
            [
                ListFrame.Text(
                    text: verdict.line.value.isEmpty
                        ? home.placeholder.value : verdict.line.value,
                    tone: verdict.tone.value, look: .bold),
                ListFrame.Text(text: home.title.value, tone: .faint),
            ], keys: home.keys, on: &canvas)
        let lines = lines(columns: canvas.columns, isAiry: frame.body.count >= 14)
        guard !lines.isEmpty else {
            if let row = frame.body.first {
                canvas.write(home.placeholder.value, row: row, tone: .faint)
            }
            return
        }
        // The pick stands in the middle where not all fits, so that its neighbours are seen.
        let place = lines.firstIndex(where: \.isPicked) ?? 0
        let top = max(0, min(place - frame.body.count / 2, lines.count - frame.body.count))
        for (row, line) in zip(frame.body, lines[top...]) { line.draw(on: &canvas, line: row) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            home.verdict.line, home.verdict.tone, home.title, home.sections, home.picked,
            home.version, home.placeholder, to: changed)
    }

    private func lines(columns: Int, isAiry: Bool) -> [SectionView.Line] {
        let picked = home.picked.value
        var lines: [SectionView.Line] = []
        for row in home.sections.value {
            if isAiry, !lines.isEmpty { lines.append(.blank) }
            let name: String?? = picked?.section == row.kind ? .some(picked?.row) : nil
            lines += SectionView(row.section).lines(columns: columns, picked: name)
        }
        return lines
    }
}

/// All of one section.
package struct SectionScreen: FullScreenView {
    private let screen: SectionViewModel

    /// Draws this view model.
    package init(_ screen: SectionViewModel) { self.screen = screen }

    package func draw(on canvas: inout Canvas) {
        let section = screen.section
        let body = ListBody(
            section.rows.value, picked: screen.picked.value, placeholder: section.emptyText)
        let frame = ListFrame(
            [
                ListFrame.Text(text: section.title, look: .bold),
                ListFrame.Text(text: screen.verdict.line.value, tone: screen.verdict.tone.value),
            ], echo: body.echo(section.problem.value, .attention, columns: canvas.columns),
            keys: screen.keys, on: &canvas)
        body.draw(on: &canvas, lines: frame.body, window: screen.window)
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(
            screen.picked, screen.version, screen.verdict.line, screen.verdict.tone, to: changed)
    }
}

/// All of one device or one warning.
package struct DetailScreen: FullScreenView {
    private let detail: DetailViewModel

    /// Draws this view model.
    package init(_ detail: DetailViewModel) { self.detail = detail }

    package func draw(on canvas: inout Canvas) {
        let frame = ListFrame(
            [ListFrame.Text(text: detail.title, look: .bold)],
            echo: ListFrame.Text(text: detail.problem.value, tone: .attention),
            keys: detail.keys.value, on: &canvas)
        let lines = detail.lines.value.flatMap { line in
            WrappedText.lines(line.text, columns: canvas.columns).map { ($0, line.tone) }
        }
        for (row, line) in zip(frame.body, lines) { canvas.write(line.0, row: row, tone: line.1) }
    }

    package func bind(_ changed: @escaping () -> Void) -> [Binding] {
        bindAll(detail.lines, detail.problem, detail.keys, to: changed)
    }
}
