/// One row of any list, as ready text.
package protocol RowViewModel: Hashable, Identifiable, Sendable where ID == String {
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
