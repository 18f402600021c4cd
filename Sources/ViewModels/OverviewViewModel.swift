import Documents

/// The overview of the table: sections with a view model each. The overview owns them, passes them
/// every status and handles their selections; a section knows neither the others nor where its rows
/// lead.
package final class OverviewViewModel {
    private weak var navigator: (any Navigator)?
    private let all: [(kind: SectionKind, section: Section)]
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
        all.first { $0.kind == kind }?.section.select(row)
    }

    // Output

    /// `Mia, table "Hall 2" (fox-jam-oak-sun)`.
    package let title = Dynamic("")
    /// The sections with content, in their order.
    package let sections = Dynamic([OverviewPart]())
    /// The text shown while there is no section.
    package let placeholder = Dynamic("waiting for the daemon …")

    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        names: ActionNames
    ) {
        self.navigator = navigator
        emptyText = "nothing here yet; \(names(.newGame)) creates a game"
        all = SectionKind.allCases.map {
            ($0, $0.section(library: library, timekeeper: timekeeper, names: names))
        }
        for (kind, section) in all { adopt(section, kind) }
        bindings += [
            library.eachStatus { [unowned self] in receive($0) }
        ]
        refresh()
    }

    private func adopt(_ section: Section, _ kind: SectionKind) {
        section.onSelect = { [weak self] name in
            self?.navigator?.show(kind.detail(of: name))
        }
        bindings += [
            section.rows.bind { [unowned self] _ in arrange() },
            section.loading.bind { [unowned self] _ in arrange() },
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
        if !isReceiving { sections.update(all.compactMap(OverviewPart.init)) }
    }
}

/// A section with content, as the overview shows it.
package struct OverviewPart: Equatable {
    package let kind: SectionKind
    package let title: String
    /// The first rows of the section.
    package let rows: [any RowViewModel]
    /// `and 4 more`; empty if there are none.
    package let more: String
    /// The reason why the rows may be out of date; empty if they are current.
    package let problem: String

    /// Nil if the section has nothing to show.
    init?(_ kind: SectionKind, _ section: Section) {
        let all = section.rows.value
        (self.kind, title, problem) = (kind, section.title, section.loading.value.problem.words)
        rows = Array(all.prefix(ViewModelsLimits.sectionRowsMax))
        more = all.count > rows.count ? "and \(all.count - rows.count) more" : ""
        if all.isEmpty, problem.isEmpty { return nil }
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.kind == other.kind && one.rows.isSame(as: other.rows) && one.more == other.more
            && one.problem == other.problem
    }
}

extension SectionKind {
    func section(
        library: any GameLibrary, timekeeper: any Timekeeper, names: ActionNames
    ) -> Section {
        switch self {
        case .currentGame:
            CurrentGameSection(library: library, timekeeper: timekeeper, names: names)
        case .otherGames: OtherGamesSection(library: library)
        case .devices: DevicesSection(library: library)
        case .heldMoves: HeldMovesSection(library: library)
        case .warnings: WarningsSection(library: library)
        }
    }

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

extension Destination {
    package static let overview = Destination.named("overview")
}
