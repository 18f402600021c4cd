import Documents

/// The overview of the table: sections with a view model each. The overview owns them, passes them
/// every status and handles their selections; a section knows neither the others nor where its rows
/// lead.
package final class OverviewViewModel {
    private weak var navigator: (any Navigator)?
    private let all: [OverviewPart]
    private let emptyText: String
    /// True while the sections receive a status, after which they are arranged once.
    private var isReceiving = false
    private var bindings: [Binding] = []

    // Input

    package func refresh() {
        for part in all { part.section.refresh() }
    }

    /// Opens a whole section.
    package func open(_ kind: SectionKind) { navigator?.show(.section(kind)) }

    /// Opens what a row of a section leads to.
    package func open(_ row: String, in kind: SectionKind) {
        sections.value.first { $0.kind == kind }?.section.select(row)
    }

    // Output

    /// `Mia, table "Hall 2" (fox-jam-oak-sun)`.
    package let title = Dynamic("")
    /// The sections with content, in their order.
    package let sections = Dynamic([OverviewPart]())
    /// Incremented for every change of rows or problems in a section.
    package let version = Dynamic(0)
    /// The text shown while there is no section.
    package let placeholder = Dynamic("waiting for the daemon …")

    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        names: ActionNames
    ) {
        self.navigator = navigator
        emptyText = "nothing here yet; \(names(.newGame)) creates a game"
        all = SectionKind.allCases.map {
            OverviewPart($0, library: library, timekeeper: timekeeper, names: names)
        }
        for part in all { adopt(part) }
        bindings += [
            library.eachStatus { [unowned self] in receive($0) }
        ]
        refresh()
    }

    private func adopt(_ part: OverviewPart) {
        let kind = part.kind
        part.section.onSelect = { [weak self] name in
            self?.navigator?.show(kind.detail(of: name))
        }
        bindings += [
            part.section.rows.bind { [unowned self] _ in arrange() },
            part.section.problem.bind { [unowned self] _ in arrange() },
        ]
    }

    private func receive(_ status: StatusDocument) {
        title.update(StatusViewModel.place(status))
        isReceiving = true
        for part in all { part.section.receive(status) }
        isReceiving = false
        arrange()
        placeholder.update(emptyText)
    }

    /// Hides empty sections.
    private func arrange() {
        guard !isReceiving else { return }
        let shown = all.filter { !$0.section.isHidden }
        if shown.map(\.kind) != sections.value.map(\.kind) { sections.value = shown }
        version.value += 1
    }
}

/// A section with its kind.
package struct OverviewPart {
    package let kind: SectionKind
    package let section: Section

    init(
        _ kind: SectionKind, library: any GameLibrary, timekeeper: any Timekeeper,
        names: ActionNames
    ) {
        self.kind = kind
        section =
            switch kind {
            case .currentGame:
                CurrentGameSection(library: library, timekeeper: timekeeper, names: names)
            case .otherGames: OtherGamesSection(library: library)
            case .devices: DevicesSection(library: library)
            case .heldMoves: HeldMovesSection(library: library)
            case .warnings: WarningsSection(library: library)
            }
    }
}

extension SectionKind {
    /// The screen that a row of the section opens.
    func detail(of name: String) -> Destination {
        switch self {
        case .currentGame: name == CurrentGameSection.none ? .creator : .game(nil)
        case .otherGames: .game(name)
        case .devices, .warnings: .detail(self, name: name)
        case .heldMoves: .held
        }
    }
}
