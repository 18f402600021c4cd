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
        /// A view that lacks width then leaves these columns out, from the left.
        package var isOptional: Bool

        /// A column of texts unless said otherwise.
        package init(
            _ title: String, isNumber: Bool = false, isFlexible: Bool = false,
            isOptional: Bool = false
        ) {
            self.title = title
            self.isNumber = isNumber
            self.isFlexible = isFlexible
            self.isOptional = isOptional
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

    /// So many columns at the left say whose row it is: a view that lacks width puts further columns
    /// beneath, with these in front again. 0 for a grid that stays in one piece.
    package var headCount: Int

    /// Joins columns and rows; none by default.
    package init(columns: [Column] = [], rows: [Row] = [], headCount: Int = 0) {
        self.columns = columns
        self.rows = rows
        self.headCount = headCount
    }

    /// True when there is no row to show.
    package var isEmpty: Bool { rows.isEmpty }

    /// The grid with these columns alone, by index from the left.
    package func keeping(_ kept: [Int]) -> Grid {
        Grid(
            columns: kept.map { columns[$0] },
            rows: rows.map { row in
                Row(kept.map { $0 < row.cells.count ? row.cells[$0] : "" }, tone: row.tone)
            },
            headCount: kept.count { $0 < headCount })
    }

    /// The grid without the columns of these titles that are empty in every row.
    func omittingEmpty(_ titles: [String]) -> Grid {
        let kept = columns.indices.filter { index in
            !titles.contains(columns[index].title)
                || rows.contains { !$0.cells[index].isEmpty }
        }
        return keeping(kept)
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
