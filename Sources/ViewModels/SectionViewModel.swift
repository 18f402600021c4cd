package import Documents

/// One whole section.
package final class SectionViewModel {
    private weak var navigator: (any Navigator)?
    private var receiving: Binding?

    // Input

    /// Opens what a row leads to.
    package func open(_ row: String) { section.select(row) }

    package func refresh() { section.refresh() }

    // Output

    package let section: Section

    package init(
        _ kind: SectionKind, library: any GameLibrary, timekeeper: any Timekeeper,
        navigator: any Navigator, names: ActionNames
    ) {
        section = kind.section(library: library, timekeeper: timekeeper, names: names)
        self.navigator = navigator
        section.onSelect = { [weak self] name in self?.navigator?.show(kind.detail(of: name)) }
        receiving = library.eachStatus { [section] in section.receive($0) }
        section.refresh()
    }
}

/// A titled list of rows of any kind. Reports selections to its parent, which knows where they
/// lead. Subclasses say what a status and the daemon's answer mean for the rows.
package class Section {
    private let emptyText: Advice
    let library: any GameLibrary
    var asking: Binding?

    // Event

    /// Called with the ID of a selected row. Set by the parent.
    package var onSelect: ((String) -> Void)?

    // Input

    /// Shows what the status says of this section.
    package func receive(_ status: StatusDocument) {}

    /// Asks the daemon. The rows stay until there is an answer.
    package func refresh() {
        ask(.status) { [unowned self] in receive($0) }
    }

    /// Does nothing if the row is gone.
    package func select(_ id: String) {
        guard rows.value.place(of: id) != nil else { return }
        onSelect?(id)
    }

    // Output

    /// `other games`.
    package let title: String
    package let rows = Dynamic([any RowViewModel]())
    package let loading: Dynamic<Loading>

    init(_ title: String, ifEmpty: Advice, library: any GameLibrary) {
        self.title = title
        emptyText = ifEmpty
        loading = Dynamic(.loaded(ifEmpty: ifEmpty))
        self.library = library
    }

    /// Asks instead of a question that is pending. Without an answer the rows stay.
    func ask<Answer>(_ request: LibraryRequest<Answer>, then show: @escaping (Answer) -> Void) {
        asking = library.ask(request) { [unowned self] result in
            switch result {
            case .success(let answer): show(answer)
            case .failure(let error): keep(because: error)
            }
        }
    }

    /// Shows rows that are current.
    func show(_ rows: [any RowViewModel]) {
        loading.update(.loaded(ifEmpty: emptyText))
        if !self.rows.value.isSame(as: rows) { self.rows.value = rows }
    }

    /// Keeps the rows, with the reason why they may be out of date.
    func keep(because error: LibraryError) {
        loading.update(.failed(Advice("not refreshed: \(error.text)")))
    }
}

extension LibraryRequest where Answer == StatusDocument {
    package static var status: Self { Self(asking: .status) }
}
