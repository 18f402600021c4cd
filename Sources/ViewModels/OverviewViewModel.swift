import Documents

package struct OverviewPick: Hashable, Sendable {
    package let section: SectionKind
    /// Nil for the line that opens the whole section.
    package let row: String?
}

/// The overview of the table: sections with a view model each. The overview owns them, passes them
/// every status and handles their selections; a section knows neither the others nor where its rows
/// lead.
package final class OverviewViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    private let keymap: Keymap
    private let all: [OverviewPart]
    private var list = PickList()
    /// True while the sections receive a status, after which they are arranged once.
    private var isReceiving = false
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        switch key {
        case .enter: open()
        case .right: if let picked = picked.value { openSection(picked.section) }
        case .tab: pickSection(by: 1)
        case .backTab: pickSection(by: -1)
        case .character("r"): refresh()
        default: return move(key) || leave(key)
        }
        return true
    }

    package func refresh() {
        for part in all { part.section.refresh() }
    }

    private func openSection(_ kind: SectionKind) { navigator?.show(.section(kind)) }

    // Output

    /// `Mia, table "Hall 2" (fox-jam-oak-sun)`.
    package let title = Dynamic("")
    /// The sections with content, in their order.
    package let sections = Dynamic([OverviewPart]())
    /// Nil if there is nothing to pick.
    package let picked = Dynamic<OverviewPick?>(nil)
    /// Incremented for every change of rows or problems in a section.
    package let version = Dynamic(0)
    /// The text shown while there is no section.
    package let placeholder = Dynamic("waiting for the daemon …")
    package let keys: String

    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        keymap: Keymap = Keymap()
    ) {
        self.library = library
        self.navigator = navigator
        self.keymap = keymap
        all = SectionKind.allCases.map {
            OverviewPart($0, library: library, timekeeper: timekeeper)
        }
        keys =
            "Enter opens · right whole list · Tab next section · r refreshes · "
            + "\(keymap.name(of: .help)) keys"
        for part in all { adopt(part) }
        bindings += [
            library.status.bindAndFire { [unowned self] status in
                if let status { receive(status) }
            }
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
        placeholder.update("nothing here yet; \(keymap.name(of: .newGame)) creates a game")
    }

    // MARK: Arrangement and pick

    /// Hides empty sections; the pick stays on its row.
    private func arrange() {
        guard !isReceiving else { return }
        let shown = all.filter { !$0.section.isHidden }
        if shown.map(\.kind) != sections.value.map(\.kind) { sections.value = shown }
        let picks = picks
        let place = picks.firstIndex { $0 == picked.value }
        let before = list.picked
        list.count = picks.count
        list.keep(at: place ?? before ?? 0)
        tell(picks)
        version.value += 1
    }

    /// Everything that can be picked, from top to bottom.
    private var picks: [OverviewPick] {
        sections.value.flatMap { part in
            let rows = part.section.top.map { OverviewPick(section: part.kind, row: $0.name) }
            return part.section.more.isEmpty
                ? rows : rows + [OverviewPick(section: part.kind, row: nil)]
        }
    }

    private func tell(_ picks: [OverviewPick]) {
        picked.update(list.picked.flatMap { picks.indices.contains($0) ? picks[$0] : nil })
    }

    private func move(_ key: Key) -> Bool {
        guard list.press(key) else { return false }
        tell(picks)
        return true
    }

    private func pickSection(by step: Int) {
        let kinds = picks.map(\.section)
        let shown = sections.value.map(\.kind).filter(kinds.contains)
        guard let place = shown.firstIndex(where: { $0 == picked.value?.section }) else { return }
        let next = shown[(place + step + shown.count) % shown.count]
        list.keep(at: kinds.firstIndex(of: next))
        tell(picks)
    }

    private func open() {
        guard let picked = picked.value else { return }
        guard let name = picked.row else { return openSection(picked.section) }
        sections.value.first { $0.kind == picked.section }?.section.select(name)
    }

    /// Keys of the keep screen that open other screens work here too.
    private func leave(_ key: Key) -> Bool {
        guard let destination = keymap.action(for: key)?.destination, destination != .overview
        else {
            return false
        }
        navigator?.show(destination)
        return true
    }
}

/// A section with its view model.
package enum OverviewPart {
    case currentGame(CurrentGameSection)
    case otherGames(OtherGamesSection)
    case devices(DevicesSection)
    case heldMoves(HeldMovesSection)
    case warnings(WarningsSection)

    init(_ kind: SectionKind, library: any GameLibrary, timekeeper: any Timekeeper) {
        switch kind {
        case .currentGame:
            self = .currentGame(CurrentGameSection(library: library, timekeeper: timekeeper))
        case .otherGames: self = .otherGames(OtherGamesSection(library: library))
        case .devices: self = .devices(DevicesSection(library: library))
        case .heldMoves: self = .heldMoves(HeldMovesSection(library: library))
        case .warnings: self = .warnings(WarningsSection(library: library))
        }
    }

    package var kind: SectionKind {
        switch self {
        case .currentGame: .currentGame
        case .otherGames: .otherGames
        case .devices: .devices
        case .heldMoves: .heldMoves
        case .warnings: .warnings
        }
    }

    package var section: any Section {
        switch self {
        case .currentGame(let section): section
        case .otherGames(let section): section
        case .devices(let section): section
        case .heldMoves(let section): section
        case .warnings(let section): section
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
