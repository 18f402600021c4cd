package import ViewModels

/// A grid as aligned columns, shortened to the available width.
package struct GridView: PlainView {
    private let grid: Grid
    private let indent: Int

    /// `indent` is a number of columns.
    package init(_ grid: Grid, indent: Int = 0) {
        self.grid = grid
        self.indent = indent
    }

    package func lines(_ style: Style) -> [String] {
        guard !grid.isEmpty else { return [] }
        let blocks = blocks(within: style.columns.map { $0 - indent })
        return blocks.enumerated().reduce(into: []) { all, block in
            if block.offset > 0 { all.append("") }
            all += lines(of: block.element, style)
        }
    }

    private func lines(of block: Block, _ style: Style) -> [String] {
        var lines: [String] = []
        if block.titles.contains(where: { !$0.isEmpty }) {
            lines.append(style.paint(line(block.titles, block, style), .faint))
        }
        for (row, cells) in zip(grid.rows, block.cells) {
            lines.append(style.paint(line(cells, block, style), row.tone))
        }
        return lines
    }

    // MARK: Layout

    /// Columns that fit side by side.
    private struct Block {
        let columns: [Grid.Column]
        let titles: [String]
        let cells: [[String]]
        var widths: [Int]

        init(_ grid: Grid) {
            columns = grid.columns
            let titles = grid.columns.map { SafeText.line($0.title) }
            let cells = grid.rows.map { $0.cells.map(SafeText.line) }
            self.titles = titles
            self.cells = cells
            widths = columns.indices.map { column in
                ([titles] + cells).map {
                    column < $0.count ? DisplayWidth.of($0[column]) : 0
                }.max() ?? 0
            }
        }

        var width: Int { widths.reduce(GridView.gap * max(0, widths.count - 1), +) }

        /// Shortens the widest flexible column repeatedly, down to the least width.
        func shortened(to columns: Int, least: Int) -> Block {
            var block = self
            while block.width > columns {
                let candidates = block.columns.indices.filter {
                    block.columns[$0].isFlexible && block.widths[$0] > least
                }
                guard let widest = candidates.max(by: { block.widths[$0] < block.widths[$1] })
                else { break }
                block.widths[widest] -= 1
            }
            return block
        }
    }

    fileprivate static let gap = 2
    /// Names of this width are recognisable.
    private static let readableWidth = 14
    /// A shorter name identifies nobody.
    private static let flexibleWidthMin = 6

    /// One block if everything fits. Otherwise names are shortened, then optional columns left out,
    /// then columns continued beneath; names are cut to the least width only if none of that helps.
    private func blocks(within columns: Int?) -> [Block] {
        let whole = Block(grid)
        guard let columns else { return [whole] }
        var grid = grid
        var block = whole.shortened(to: columns, least: Self.readableWidth)
        while block.width > columns, let left = grid.columns.firstIndex(where: \.isOptional) {
            grid = grid.keeping(grid.columns.indices.filter { $0 != left })
            block = Block(grid).shortened(to: columns, least: Self.readableWidth)
        }
        if block.width <= columns { return [block] }
        // Optional columns return if the columns continue beneath anyway.
        let all = wrapped(self.grid, columns)
        if let fewer = wrapped(grid, columns) {
            return all.map { $0.count <= fewer.count ? $0 : fewer } ?? fewer
        }
        return [block.shortened(to: columns, least: Self.flexibleWidthMin)]
    }

    /// Blocks beneath each other, each with the head columns; nil if not even one column fits
    /// beside these.
    private func wrapped(_ grid: Grid, _ columns: Int) -> [Block]? {
        let heads = Array(0..<grid.headCount)
        guard !heads.isEmpty else { return nil }
        var blocks: [Block] = []
        var rest = Array(grid.columns.indices.dropFirst(heads.count))
        while !rest.isEmpty {
            var taken = 0
            var fitting: Block?
            while taken < rest.count {
                let block = Block(grid.keeping(heads + rest.prefix(taken + 1)))
                    .shortened(to: columns, least: Self.readableWidth)
                guard block.width <= columns else { break }
                fitting = block
                taken += 1
            }
            guard let fitting else { return nil }
            blocks.append(fitting)
            rest.removeFirst(taken)
        }
        return blocks
    }

    private func line(_ cells: [String], _ block: Block, _ style: Style) -> String {
        var line = String(repeating: " ", count: indent)
        for (index, width) in block.widths.enumerated() {
            let cell = DisplayWidth.truncated(index < cells.count ? cells[index] : "", to: width)
            if index > 0 { line += String(repeating: " ", count: Self.gap) }
            line += DisplayWidth.padded(cell, to: width, atStart: block.columns[index].isNumber)
        }
        while line.last == " " { line.removeLast() }
        return style.columns.map { DisplayWidth.truncated(line, to: $0) } ?? line
    }
}

extension PlainView {
    /// The lines of a grid, or the placeholder if the grid is empty.
    func listed(_ grid: Grid, placeholder: String, _ style: Style) -> [String] {
        let lines = GridView(grid).lines(style)
        return lines.isEmpty ? [style.paint(SafeText.line(placeholder), .faint)] : lines
    }
}
