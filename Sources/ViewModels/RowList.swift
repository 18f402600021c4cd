/// One row of any list, as ready text.
package protocol RowViewModel: Hashable, Sendable {
    /// Unique in its list. It stays when the text changes, and names the row to the view model.
    var id: String { get }
    var text: String { get }
    /// Shown in full after the text, which is shortened for it: a score. Empty for none.
    var figure: String { get }
    /// Shown if there is room.
    var detail: String { get }
    var tone: Tone { get }
}

extension RowViewModel {
    package var figure: String { "" }

    /// True if both have the same identity and look.
    func isSame(as other: any RowViewModel) -> Bool {
        id == other.id && text == other.text && figure == other.figure && detail == other.detail
            && tone == other.tone
    }
}

extension Array where Element == any RowViewModel {
    func isSame(as other: Self) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
    }

    func place(of id: String) -> Int? { firstIndex { $0.id == id } }
}

/// A change of a list. A view that applies all changes, in order, to its rows has the new rows.
package enum ListChange<Row: Identifiable & Equatable>: Equatable {
    /// The index is that after the changes before this one.
    case insert(Row, at: Int)
    case remove(Row.ID)
    /// The row replaces the one with its ID.
    case update(Row)
    /// The rows replace all.
    case reset([Row])
}

/// The rows of a list, whole and as changes, so that a page or a screen reader is not told again of
/// rows that stay.
package final class RowList<Row: Identifiable & Equatable> {
    /// One value, so that rows set during delivery follow the current ones in both outputs.
    private let shown: Dynamic<(rows: [Row], changes: [ListChange<Row>])>

    // Output

    package let rows: Dynamic<[Row]>
    /// The changes from the previous rows to the current ones, delivered after `rows` whenever the
    /// rows differ. A view that binds later begins with `rows`.
    package let changes: Dynamic<[ListChange<Row>]>

    package init() {
        shown = Dynamic(([], []))
        rows = shown.map { $0.rows }
        changes = shown.map { $0.changes }
    }

    // Input

    /// Replaces the rows; delivers nothing if they are equal. No two rows have the same ID.
    package func show(_ next: [Row]) {
        let last = shown.value.rows
        if last != next { shown.value = (next, Self.changes(from: last, to: next)) }
    }

    /// In linear time. Rows that go are removed first; then each new row, from the first, has its
    /// final place when it is inserted.
    private static func changes(from last: [Row], to next: [Row]) -> [ListChange<Row>] {
        let ids = Set(next.map(\.id))
        var changes: [ListChange<Row>] = []
        var kept: [Row] = []
        for row in last {
            if ids.contains(row.id) { kept.append(row) } else { changes.append(.remove(row.id)) }
        }
        var keptCount = 0
        for (place, row) in next.enumerated() {
            if keptCount < kept.count, kept[keptCount].id == row.id {
                if kept[keptCount] != row { changes.append(.update(row)) }
                keptCount += 1
            } else {
                changes.append(.insert(row, at: place))
            }
        }
        // Some kept rows are left over if their order has changed.
        return keptCount == kept.count ? changes : [.reset(next)]
    }
}
