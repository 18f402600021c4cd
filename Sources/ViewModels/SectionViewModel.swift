import Documents

/// All of one section, as a screen.
package final class SectionViewModel: ScreenViewModel {
    private let part: HomePart
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
        _ kind: HomeSection, library: any GameLibrary, timekeeper: any Timekeeper,
        navigator: any Navigator
    ) {
        part = HomePart(kind, library: library, timekeeper: timekeeper)
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
