/// Columns and rows of ready text; a view aligns them and adds nothing.
package struct Grid: Hashable, Sendable {
    /// A column's heading and side.
    package struct Column: Hashable, Sendable {
        /// The heading; empty for none.
        package var title: String
        /// Numbers stand at the right.
        package var isNumber: Bool
        /// A view that lacks width shortens these columns first.
        package var isFlexible: Bool

        /// A column of texts unless said otherwise.
        package init(_ title: String, isNumber: Bool = false, isFlexible: Bool = false) {
            self.title = title
            self.isNumber = isNumber
            self.isFlexible = isFlexible
        }
    }

    /// A row: as many cells as the grid has columns.
    package struct Row: Hashable, Sendable {
        /// The texts by column.
        package var cells: [String]
        /// How the row is meant.
        package var tone: Tone

        /// A plain row unless said otherwise.
        package init(_ cells: [String], tone: Tone = .plain) {
            self.cells = cells
            self.tone = tone
        }
    }

    /// From left to right.
    package var columns: [Column]
    /// From top to bottom.
    package var rows: [Row]

    /// Joins columns and rows; none by default.
    package init(columns: [Column] = [], rows: [Row] = []) {
        self.columns = columns
        self.rows = rows
    }

    /// True when there is no row to show.
    package var isEmpty: Bool { rows.isEmpty }

    /// The grid without the columns of these titles that are empty in every row.
    func omittingEmpty(_ titles: Set<String>) -> Grid {
        let kept = columns.indices.filter { index in
            !titles.contains(columns[index].title)
                || rows.contains { !$0.cells[index].isEmpty }
        }
        return Grid(
            columns: kept.map { columns[$0] },
            rows: rows.map { row in Row(kept.map { row.cells[$0] }, tone: row.tone) })
    }
}

/// How a text is meant; a view may colour by it, and the text says the same without.
package enum Tone: Hashable, Sendable, CaseIterable {
    /// As any text.
    case plain
    /// All is well.
    case good
    /// A person should know.
    case attention
    /// A person should act.
    case bad
    /// Beside the point.
    case faint
}
