package import Documents

/// All of one section, as a screen.
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

    /// The rows to show where there is room for so many.
    package func window(rows: Int) -> Range<Int> { list.window(rows: rows) }

    // Output

    /// The section, drawn as in the home, but all of it.
    package var section: any Section { part.section }
    /// The row picked; nil while there is none.
    package let picked = Dynamic<Int?>(nil)
    /// How this device stands to the others, or that there is no daemon.
    package let verdict = VerdictViewModel()
    /// Counts the changes of rows and problems.
    package let version = Dynamic(0)
    /// The keys that matter here.
    package let keys = "Enter opens · r refreshes · Escape goes back"

    /// Follows the library, and asks it once.
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
                guard let status else { return }
                section.receive(status)
                verdict.receive(status)
            },
            library.connection.bindAndFire { [unowned self] connection in
                if case .lost(let reason) = connection { verdict.receive(lost: reason) }
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
