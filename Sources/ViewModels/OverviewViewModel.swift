import Documents

/// What a person picked in the home.
package struct OverviewPick: Hashable, Sendable {
    /// The section.
    package let section: SectionKind
    /// The row's name; nil stands for the line that opens all of the section.
    package let row: String?
}

/// The table's home: sections, each with a view model of its own, which this one owns, feeds and
/// hears. No section knows another one or where its rows lead.
package final class OverviewViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private weak var navigator: (any Navigator)?
    private let keymap: Keymap
    private let all: [OverviewPart]
    private var list = PickList()
    /// True while the sections are fed one by one: the home is arranged once they all are.
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

    /// Asks for everything anew.
    package func refresh() {
        for part in all { part.section.refresh() }
    }

    /// Opens all of a section.
    package func openSection(_ kind: SectionKind) { navigator?.show(.section(kind)) }

    // Output

    /// `Mia, table "Hall 2" (fox-jam-oak-sun)`.
    package let title = Dynamic("")
    /// How this device stands to the others, or that there is no daemon.
    package let verdict = VerdictViewModel()
    /// The sections that have something to show, in their order.
    package let sections = Dynamic([OverviewPart]())
    /// What is picked; nil while there is nothing.
    package let picked = Dynamic<OverviewPick?>(nil)
    /// Counts the changes of rows and problems in any section.
    package let version = Dynamic(0)
    /// What to say while there is no section.
    package let placeholder = Dynamic("asking the daemon")
    /// The keys that matter here.
    package let keys: String

    /// Follows the library, and asks it for what it does not tell by itself.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, navigator: any Navigator,
        keymap: Keymap = Keymap()
    ) {
        self.library = library
        self.navigator = navigator
        self.keymap = keymap
        all = SectionKind.allCases.map { OverviewPart($0, library: library, timekeeper: timekeeper) }
        keys =
            "Enter opens · right: the whole list · Tab: next section · r refreshes · "
            + "\(keymap.name(of: .help)) keys"
        for part in all { adopt(part) }
        bindings += [
            library.status.bindAndFire { [unowned self] status in
                if let status { receive(status) }
            },
            library.connection.bindAndFire { [unowned self] in receive($0) },
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
        verdict.receive(status)
        isReceiving = true
        for part in all { part.section.receive(status) }
        isReceiving = false
        arrange()
        placeholder.update("nothing here yet: \(keymap.name(of: .newGame)) begins a game")
    }

    private func receive(_ connection: LibraryConnection) {
        switch connection {
        case .connecting: break
        case .connected: if let status = library.status.value { verdict.receive(status) }
        case .lost(let reason): verdict.receive(lost: reason)
        }
    }

    // MARK: What is shown, and what is picked of it

    /// Hides what is empty, and lets the pick stay on what it stands for.
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

    /// The letters that lead elsewhere are those of the desk.
    private func leave(_ key: Key) -> Bool {
        guard let destination = keymap.action(for: key)?.destination, destination != .overview else {
            return false
        }
        navigator?.show(destination)
        return true
    }
}

/// A section of the home: each case has a view model of its own.
package enum OverviewPart {
    case currentGame(CurrentGameSection)
    case otherGames(OtherGamesSection)
    case devices(DevicesSection)
    case heldMoves(HeldMovesSection)
    case warnings(WarningsSection)

    /// The view model for a section that shows what the library knows.
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

    /// Which section it is.
    package var kind: SectionKind {
        switch self {
        case .currentGame: .currentGame
        case .otherGames: .otherGames
        case .devices: .devices
        case .heldMoves: .heldMoves
        case .warnings: .warnings
        }
    }

    /// Its view model, as the one section view takes it.
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
    /// Where a row of the section leads.
    func detail(of name: String) -> Destination {
        switch self {
        case .currentGame: .game(nil)
        case .otherGames: .game(name)
        case .devices, .warnings: .detail(self, name: name)
        case .heldMoves: .held
        }
    }
}
