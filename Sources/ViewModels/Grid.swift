/// A table of ready text, which a view only aligns.
package struct Grid: Hashable, Sendable {
    package struct Column: Hashable, Sendable {
        package var title: String
        /// Numbers are aligned to the right.
        package var isNumber: Bool
        /// A view that lacks width first shortens these columns.
        package var isFlexible: Bool
        /// A view that still lacks width then leaves these columns out, from the left.
        package var isOptional: Bool

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

    /// As many cells as the grid has columns.
    package struct Row: Hashable, Sendable {
        package var cells: [String]
        package var tone: Tone
        /// Unique in the grid, and the same when other rows come; empty where the place says it.
        package var id: String

        package init(_ cells: [String], tone: Tone = .plain, id: String = "") {
            self.cells = cells
            self.tone = tone
            self.id = id
        }
    }

    package var columns: [Column]
    package var rows: [Row]

    /// The number of columns on the left that identify a row. A view that lacks width continues
    /// with further columns beneath and repeats these. 0 for a grid that is never split.
    package var headCount: Int

    package init(columns: [Column] = [], rows: [Row] = [], headCount: Int = 0) {
        self.columns = columns
        self.rows = rows
        self.headCount = headCount
    }

    package var isEmpty: Bool { rows.isEmpty }

    /// The grid with only these columns, by index.
    package func keeping(_ kept: [Int]) -> Grid {
        Grid(
            columns: kept.map { columns[$0] },
            rows: rows.map { row in
                Row(
                    kept.map { $0 < row.cells.count ? row.cells[$0] : "" }, tone: row.tone,
                    id: row.id)
            },
            headCount: kept.count { $0 < headCount })
    }

    /// The grid without those of these columns that are empty in every row.
    func omittingEmpty(_ titles: [String]) -> Grid {
        let kept = columns.indices.filter { index in
            !titles.contains(columns[index].title)
                || rows.contains { !$0.cells[index].isEmpty }
        }
        return keeping(kept)
    }
}

/// The meaning of a text. A view may colour by it; the text says the same without colour.
package enum Tone: UInt8, Sendable, CaseIterable {
    case plain
    /// All is well.
    case good
    /// A person should know.
    case attention
    /// A person should act.
    case bad
    /// Of minor interest.
    case faint
}
