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
        for part in home.sections.value {
            if isAiry, !lines.isEmpty { lines.append(.blank) }
            let name: String?? = picked?.section == part.kind ? .some(picked?.row) : nil
            lines += SectionView(part.section).lines(columns: columns, picked: name)
        }
        return lines
    }
}
