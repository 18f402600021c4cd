package import Documents

/// One whole section.
package final class SectionViewModel: ScreenViewModel {
    private let part: OverviewPart
    private weak var navigator: (any Navigator)?
    private var list = PickList()
    private var pickedName: String?
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        switch key {
        case .enter, .right: if let pickedName { section.select(pickedName) }
        case .character("r"): section.refresh()
        default:
            guard list.press(key) else { return false }
            tell()
        }
        return true
    }

    /// The range of rows to show for a number of visible rows.
    package func window(rows: Int) -> Range<Int> { list.window(rows: rows) }

    // Output

    package var section: any Section { part.section }
    package let picked = Dynamic<Int?>(nil)
    /// Incremented for every change of rows or problems.
    package let version = Dynamic(0)
    package let keys = "Enter opens · r refreshes · Escape goes back"

    package init(
        _ kind: SectionKind, library: any GameLibrary, timekeeper: any Timekeeper,
        navigator: any Navigator
    ) {
        part = OverviewPart(kind, library: library, timekeeper: timekeeper)
        self.navigator = navigator
        section.onSelect = { [weak self] name in self?.navigator?.show(kind.detail(of: name)) }
        bindings = [
            section.rows.bind { [unowned self] rows in
                list.count = rows.count
                list.keep(at: rows.place(of: pickedName) ?? list.picked ?? 0)
                tell()
            },
            section.problem.bind { [unowned self] _ in version.value += 1 },
            library.status.bindAndFire { [unowned self] status in
                if let status { section.receive(status) }
            },
        ]
        section.refresh()
    }

    private func tell() {
        let rows = section.rows.value
        pickedName = list.picked.flatMap { rows.indices.contains($0) ? rows[$0].name : nil }
        picked.update(list.picked)
        version.value += 1
    }
}

/// A titled list of rows of any kind. Reports selections to its parent, which knows where they
/// lead.
package protocol Section: AnyObject {
    // Event

    /// Called with the name of a selected row. Set by the parent.
    var onSelect: ((String) -> Void)? { get set }

    // Input

    /// Shows what the status says of this section.
    func receive(_ status: StatusDocument)
    /// Asks the daemon. The rows stay until there is an answer.
    func refresh()

    // Output

    /// `other games`.
    var title: String { get }
    /// The text shown instead of rows.
    var emptyText: String { get }
    var rows: Dynamic<[any RowViewModel]> { get }
    /// The reason why the rows may be out of date; empty if they are current.
    var problem: Dynamic<String> { get }
}

extension Section {
    /// Does nothing if the row is gone.
    package func select(_ name: String) {
        guard rows.value.place(of: name) != nil else { return }
        onSelect?(name)
    }

    /// The rows in the overview.
    package var top: [any RowViewModel] {
        Array(rows.value.prefix(ViewModelsLimits.sectionRowsMax))
    }

    /// `and 4 more`; empty if `top` is complete.
    package var more: String {
        let rest = rows.value.count - ViewModelsLimits.sectionRowsMax
        return rest > 0 ? "and \(rest) more" : ""
    }

    /// True if the overview has nothing to show of the section.
    package var isHidden: Bool { rows.value.isEmpty && problem.value.isEmpty }

    /// Shows rows that are current.
    func show(_ rows: [any RowViewModel]) {
        problem.update("")
        if !self.rows.value.isSame(as: rows) { self.rows.value = rows }
    }

    func receive(_ result: Result<StatusDocument, LibraryError>) {
        switch result {
        case .success(let status): receive(status)
        case .failure(let error): keep(because: error)
        }
    }

    /// Keeps the rows, with the reason why they may be out of date.
    func keep(because error: LibraryError) { problem.update("not refreshed: \(error.text)") }
}

extension LibraryRequest where Answer == StatusDocument {
    package static var status: Self { Self(asking: .status) }
}
