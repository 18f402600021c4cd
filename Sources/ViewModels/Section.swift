package import Documents

/// A titled list of rows, whatever they are about: what one section view draws. It reports what was
/// selected to its parent, who knows where that leads.
package protocol Section: AnyObject {
    // Event

    /// Told the name of a row that was selected. Set by the parent.
    var onSelect: ((String) -> Void)? { get set }

    // Input

    /// Takes what the daemon says by itself.
    func receive(_ status: StatusDocument)
    /// Asks the daemon anew. While there is no answer, and where there is none, the rows stay.
    func refresh()

    // Output

    /// `other games`.
    var title: String { get }
    /// What to say where there is no row.
    var emptyText: String { get }
    /// All rows.
    var rows: Dynamic<[any RowViewModel]> { get }
    /// Why the rows may be old, in a sentence; empty while they are not.
    var problem: Dynamic<String> { get }
}

extension Section {
    /// Selects the row of this name; a row that is gone selects nothing.
    package func select(_ name: String) {
        guard rows.value.place(of: name) != nil else { return }
        onSelect?(name)
    }

    /// What stands in the home.
    package var top: [any RowViewModel] { Array(rows.value.prefix(Limits.sectionRowsMax)) }

    /// `and 4 more`; empty where the top is all.
    package var more: String {
        let rest = rows.value.count - Limits.sectionRowsMax
        return rest > 0 ? "and \(rest) more" : ""
    }

    /// True where the home has nothing to show of it.
    package var isHidden: Bool { rows.value.isEmpty && problem.value.isEmpty }

    /// Shows the rows, which are as new as can be.
    func show(_ rows: [any RowViewModel]) {
        problem.update("")
        if !self.rows.value.isSame(as: rows) { self.rows.value = rows }
    }

    /// Takes the answer to a question about everything.
    func receive(_ result: Result<StatusDocument, LibraryError>) {
        switch result {
        case .success(let status): receive(status)
        case .failure(let error): keep(because: error)
        }
    }

    /// Keeps the rows and says why they may be old.
    func keep(because error: LibraryError) { problem.update("not refreshed: \(error.text)") }
}

extension LibraryRequest where Answer == StatusDocument {
    /// Everything that the device shows.
    package static var status: Self { Self(asking: .status) }
}
