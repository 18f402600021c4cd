package import ViewModels

package struct SearchView: PlainView {
    private let found: SearchResultsViewModel

    package init(_ found: SearchResultsViewModel) { self.found = found }

    package func lines(_ style: Style) -> [String] {
        let sections = style[found.sections]
        guard !sections.isEmpty else {
            return [style.paint(SafeText.line(style[found.placeholder]), .faint)]
        }
        let blocks = sections.map { section in
            [style.paint(SafeText.line(section.heading), .faint)]
                + GridView(section.grid).lines(style)
        }
        return Array(blocks.joined(separator: [""]))
    }
}

/// Search: the input, the results by kind, and the latest entries of the chosen result, beside the
/// results on a wide screen, else beneath.
package struct SearchScreen: FullScreenView {
    private let search: SearchKeys

    package init(_ search: SearchKeys) { self.search = search }

    package func draw(on canvas: inout Canvas) {
        let end = canvas.write("/ ", row: 0, look: .bold)
        let cursor = canvas.write(
            shownText(canvas, in: canvas.columns - end - 1), row: 0, column: end, look: .bold)
        canvas.cursor = (0, min(cursor, canvas.columns - 1))
        let loading = canvas[search.loading]
        let activity = loading.isLoading ? loading.placeholder.text : ""
        let place = canvas.columns - DisplayWidth.of(activity)
        if place > cursor + Self.gap { canvas.write(activity, row: 0, column: place, tone: .faint) }
        var bottom = canvas.rows
        let isSpacious = canvas.rows >= Self.spaciousRows
        let failed =
            loading.problem.isEmpty ? canvas[search.latestLoading].problem : loading.problem
        let problem = WrappedText.lines(
            failed.isEmpty ? "" : "! \(failed.text)",
            columns: canvas.columns, atMost: isSpacious ? 3 : 1)
        let foot =
            problem.isEmpty && isSpacious
            ? ListFrame.hints(canvas[search.hint], columns: canvas.columns).prefix(2) : problem[...]
        bottom -= foot.count
        for (row, line) in foot.enumerated() {
            canvas.write(line, row: bottom + row, tone: problem.isEmpty ? .faint : .bad)
        }
        let first = isSpacious ? 2 : 1
        guard first < bottom else { return }
        draw(Area(rows: first..<bottom, columns: 0..<canvas.columns), on: &canvas)
    }

    private struct Area {
        var rows: Range<Int>
        var columns: Range<Int>
    }

    private static let spaciousRows = 10
    /// Two readable lists side by side.
    private static let wideColumns = 110
    private static let gap = 3
    /// Rows of results that remain above the latest entries.
    private static let resultRowsMin = 4

    /// The end of a query that is longer than its field, where a person types.
    private func shownText(_ canvas: Canvas, in columns: Int) -> String {
        let text = SafeText.line(canvas[search.text])
        var shown = text[...]
        while DisplayWidth.of(shown) > max(1, columns), !shown.isEmpty { shown.removeFirst() }
        return String(shown)
    }

    private func draw(_ area: Area, on canvas: inout Canvas) {
        var results = area
        guard !canvas[search.latestTitle].isEmpty else { return drawResults(results, on: &canvas) }
        var latest = area
        if canvas.columns >= Self.wideColumns {
            let middle = canvas.columns * 9 / 20
            results.columns = 0..<(middle - Self.gap)
            latest.columns = middle..<canvas.columns
        } else {
            let middle = area.rows.lowerBound + max(Self.resultRowsMin, area.rows.count / 2)
            guard middle + 2 < area.rows.upperBound else {
                return drawResults(results, on: &canvas)
            }
            results.rows = area.rows.lowerBound..<middle
            latest.rows = (middle + 1)..<area.rows.upperBound
        }
        drawResults(results, on: &canvas)
        drawLatest(latest, on: &canvas)
    }

    // MARK: The results

    private enum Line {
        case heading(String)
        case row(SearchResultRow, index: Int)
    }

    private func drawResults(_ area: Area, on canvas: inout Canvas) {
        let lines = lines(canvas)
        guard !lines.isEmpty else {
            canvas.write(
                canvas[search.placeholder], row: area.rows.lowerBound,
                column: area.columns.lowerBound, width: area.columns.count, tone: .faint)
            return
        }
        let picked = lines.firstIndex { line in
            if case .row(_, let index) = line { index == canvas[search.picked] } else { false }
        }
        let width = RowView.textWidth(
            of: canvas[search.sections].flatMap(\.rows), columns: area.columns.count)
        // The heading of the first row stays visible with it.
        let top = (picked ?? 0) <= 1 ? 0 : max(0, (picked ?? 0) - area.rows.count + 1)
        for (row, line) in zip(area.rows, lines.dropFirst(top)) {
            switch line {
            case .heading(let text):
                canvas.write(
                    text, row: row, column: area.columns.lowerBound, width: area.columns.count,
                    tone: .faint)
            case .row(let result, let index):
                RowView(row: result, isPicked: index == canvas[search.picked])
                    .draw(on: &canvas, line: row, columns: area.columns, textWidth: width)
            }
        }
    }

    private func lines(_ canvas: Canvas) -> [Line] {
        var lines: [Line] = []
        var index = 0
        for section in canvas[search.sections] {
            lines.append(.heading(section.heading))
            for row in section.rows {
                lines.append(.row(row, index: index))
                index += 1
            }
        }
        return lines
    }

    // MARK: The latest entries

    private func drawLatest(_ area: Area, on canvas: inout Canvas) {
        canvas.write(
            canvas[search.latestTitle], row: area.rows.lowerBound, column: area.columns.lowerBound,
            width: area.columns.count, tone: .faint)
        let grid = canvas[search.latest]
        let lines = GridView(grid).lines(Style(columns: area.columns.count))
        for (index, line) in lines.enumerated() {
            let row = area.rows.lowerBound + 1 + index
            guard row < area.rows.upperBound else { return }
            // The first line has the titles of the columns.
            let tone =
                index == 0
                ? Tone.faint
                : grid.rows.indices.contains(index - 1)
                    ? grid.rows[index - 1].tone : .plain
            canvas.write(
                line, row: row, column: area.columns.lowerBound, width: area.columns.count,
                tone: tone)
        }
    }
}

extension Screen {
    static func search(in place: Surroundings) -> Screen {
        let model = SearchViewModel(
            library: place.library, timekeeper: place.timekeeper, navigator: place.navigator,
            names: place.names)
        return Screen(SearchKeys(model), SearchScreen.init)
    }
}
