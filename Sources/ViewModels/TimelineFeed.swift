import Documents

/// Fetches a timeline and keeps it current. The newest page is fetched once, each older page from
/// the oldest entry held, and what was missed while the connection was lost from the newest entry
/// of every author. Nothing is fetched twice; changed entries are asked for by name.
///
/// The cursor for missed entries is the newest entry of every author rather than the newest of all:
/// entries of a device that was away belong in the middle of the order.
final class TimelineFeed {
    private enum Stage {
        case closed
        case opening
        case open
    }

    private(set) var subject: TimelineSubject
    private(set) var window: TimelineWindow
    /// Incremented for every change of the window, the problem or the game.
    let version = Dynamic(0)
    /// Each matching entry once: those of the first page, oldest first, then each as it arrives,
    /// including those before the boundary.
    let arrived = Dynamic<TimelineRow?>(nil)
    /// The reason why the timeline cannot be read; empty if it can.
    private(set) var problem = ""
    /// The daemon's name for the game; nil until known, and for all games.
    private(set) var game: String?

    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private let pageSize: Int
    private let rowsMax: Int
    private var bindings: [Binding] = []
    private var stage = Stage.closed
    private var isConnected = false

    private var opening: Binding?
    private var older: Binding?
    private var catchingUp: Binding?
    private var refreshing: Binding?
    /// The names of the pending `refreshing`.
    private var refreshed: [String] = []
    private var copiesDue: Binding?

    /// The slot of the player, as the daemon resolved it.
    private var player: String?
    private var told = ToldEntries()
    /// True if an entry became durable without an event.
    private var isBehind = false
    /// Entries that arrived during a question for a page, which may lack them.
    private var early: [EntryDocument] = []
    /// Counts arrivals: an answer to a question asked before the last one may be older.
    private var arrivals = 0
    /// True if, since the last status, an entry arrived that some device may lack.
    private var isSpreading = false
    /// The names of entries that may have changed.
    private var stale: Set<String> = []
    /// Entries that arrived as copies since the last status.
    private var arrivedCopies = 0
    private var lastStatus = TimelineStatus()

    init(
        _ subject: TimelineSubject, library: any GameLibrary, timekeeper: any Timekeeper,
        pageSize: Int, rowsMax: Int
    ) {
        self.subject = subject
        self.library = library
        self.timekeeper = timekeeper
        self.pageSize = pageSize
        self.rowsMax = rowsMax
        window = TimelineWindow(rowsMax: rowsMax)
        bindings = [
            library.eachEntry { [unowned self] in arrive($0) },
            library.eachStatus { [unowned self] in hear($0) },
            library.connection.bindAndFire { [unowned self] in connect($0.isConnected) },
        ]
    }

    /// True once the first page has loaded, even if it is empty.
    var isOpen: Bool { stage == .open }

    private func changed() { version.value += 1 }

    // MARK: The connection

    private func connect(_ isConnected: Bool) {
        guard isConnected != self.isConnected else { return }
        self.isConnected = isConnected
        if !isConnected {
            (opening, older, catchingUp, refreshing, copiesDue) = (nil, nil, nil, nil, nil)
            early = []
            stale.formUnion(refreshed)
            if stage == .opening { stage = .closed }
            isBehind = true
        } else if stage == .open {
            catchUp()
        } else {
            open()
        }
    }

    private func hear(_ status: StatusDocument) {
        let last = lastStatus
        lastStatus = TimelineStatus(status)
        let isUntold = told.hear(
            digest: status.sync.digest, entries: status.sync.entries, isBehind: isBehind)
        guard isConnected else { return }
        // A renamed device renames its entries.
        let isElsewhere = subject.scope == .current && last.game != lastStatus.game
        if isElsewhere || lastStatus.isRenamed(since: last) { return reload() }
        if isUntold {
            isBehind = true
            // The pending answer may be older.
            catchingUp = nil
        }
        guard stage == .open else {
            if problem.isEmpty { open() }
            return
        }
        if isBehind { catchUp() }
        if let count = lastStatus.copies, let before = last.copies, count != before + arrivedCopies
        {
            // A move that was here became a copy, or is none any more.
            stale.formUnion(window.rows.suffix(ViewModelsLimits.keepLinesMax).map(\.name))
        }
        arrivedCopies = 0
        if subject.scope == .all || game == status.game?.name {
            stale.formUnion(
                lastStatus.released(since: last).filter { window.row(named: $0) != nil })
        }
        // A slow reader gets only the last of two statuses, so `reach` may be equal although an
        // entry has been copied in between.
        if last.reach != lastStatus.reach || isSpreading { refreshCopiesSoon() }
        isSpreading = false
        refresh()
    }

    // MARK: Pages

    /// Discards the window, whose names may be invalid, and starts over.
    private func reload() {
        (opening, older, catchingUp, refreshing) = (nil, nil, nil, nil)
        stage = .closed
        open()
    }

    /// Shows the entries of another subject, from its first page on.
    func select(_ subject: TimelineSubject) {
        self.subject = subject
        (game, player) = (nil, nil)
        window = TimelineWindow(rowsMax: rowsMax)
        reload()
        changed()
    }

    private func open() {
        guard isConnected, stage != .opening else { return }
        stage = .opening
        isBehind = false
        early = []
        opening = library.ask(page(before: nil)) { [unowned self] result in
            opening = nil
            switch result {
            case .success(let log):
                stage = .open
                begin(with: log)
            case .failure(.refused(let refusal)):
                stage = .closed
                window = TimelineWindow(rowsMax: rowsMax)
                problem = refusal.message
                changed()
            case .failure(.unavailable):
                stage = .closed
            }
        }
    }

    private func page(before: String?) -> LibraryRequest<LogDocument> {
        .log(
            of: before == nil ? subject.scope : scope, keeper: subject.keeper,
            player: subject.player, limit: pageSize, before: before)
    }

    /// The games of the window: another game may have become the current one since.
    private var scope: GameScope { subject.scope == .all ? .all : GameScope(game) }

    private func begin(with log: LogDocument) {
        problem = ""
        game = log.game
        player = log.player
        stale = []
        window = TimelineWindow(rowsMax: rowsMax)
        window.insert(log)
        told.begin(with: log)
        for entry in log.entries { tell(TimelineRow(entry)) }
        let waiting = early
        early = []
        for entry in waiting { show(entry) }
        if isBehind { catchUp() }
        changed()
    }

    /// True if older entries can be fetched.
    var hasOlder: Bool { isOpen && !window.reachesBeginning && !window.isFull }

    /// Asks for the page before the oldest entry held, unless that question is pending.
    func loadOlder() {
        guard isConnected, hasOlder, older == nil, let boundary = window.boundary else { return }
        let before = arrivals
        older = library.ask(page(before: TimelineRow.cursor(boundary.name, boundary.place))) {
            [unowned self] result in
            older = nil
            switch result {
            case .success(let log):
                window.insert(log)
                if arrivals != before { stale.formUnion(log.entries.map(\.name)) }
                let waiting = early
                early = []
                for entry in waiting { window.insert(entry) }
                // They arrived before the page and may be out of date.
                stale.formUnion(waiting.map(\.name))
                if isBehind { catchUp() }
                refresh()
                changed()
            case .failure(.refused): reload()
            case .failure(.unavailable): early = []
            }
        }
    }

    // MARK: New entries

    private func arrive(_ entry: EntryDocument) {
        told.hearEvent()
        show(entry)
    }

    private func show(_ entry: EntryDocument) {
        arrivals += 1
        if stage == .opening { early.append(entry) }
        guard stage == .open, isConnected, isSelected(entry) else { return }
        // Entries of another branch of a forked log reuse known numbers.
        if !told.isNew(entry.name) {
            guard subject.fits(entry, slot: player), !told.isShown(entry) else { return }
            // A later page may have left the entry out for a reason.
            stale.insert(entry.name)
        }
        // A united game brings rows of its own.
        if isMoved(entry) || entry.facts.change == .games { return reload() }
        told.know(entry.name)
        if entry.state == .copy { arrivedCopies += 1 }
        // Merging a player can change all entries of a player.
        if player != nil, entry.facts.changesPlayers { return reload() }
        mark(touchedBy: entry)
        place(entry)
        let devices = lastStatus.deviceNames.count
        isSpreading = isSpreading || (entry.copies ?? devices) < devices
        refresh()
        changed()
    }

    private func isSelected(_ entry: EntryDocument) -> Bool {
        subject.scope == .all || entry.game == game
    }

    private func place(_ entry: EntryDocument) {
        guard subject.fits(entry, slot: player) else { return }
        if let row = window.insert(entry) {
            tell(row)
        } else if !window.covers(TimelineRow.place(of: entry)) {
            if older != nil { early.append(entry) }
            tell(TimelineRow(entry))
        }
    }

    private func tell(_ row: TimelineRow) {
        if told.show(row.entry) { arrived.value = row }
    }

    /// Asks for entries that became durable without an event.
    private func catchUp() {
        // A pending page may lack newer entries, and moves the boundary.
        guard isConnected, catchingUp == nil, older == nil else { return }
        let cursor = told.cursor
        guard cursor.count <= ViewModelsLimits.namesOfAQuestionMax else { return reload() }
        let since = cursor.map { "\($0.key).\($0.value)" }.sorted()
        // Entries before the boundary come with their page.
        let boundary =
            hasOlder ? window.boundary.map { TimelineRow.cursor($0.name, $0.place) } : nil
        let before = arrivals
        catchingUp = library.ask(.log(of: scope, after: boundary, since: since)) {
            [unowned self] result in
            catchingUp = nil
            switch result {
            case .success(let log):
                // An answer about all games has a limit.
                let isCut = subject.scope == .all && log.hasOlder == true
                if isCut || log.entries.contains(where: isMoved) { return reload() }
                stale.formUnion(window.rows.map(\.name))
                for entry in log.entries { showMissed(entry) }
                if arrivals != before { stale.formUnion(log.entries.map(\.name)) }
                told.merge(log)
                isBehind = false
                refresh()
                changed()
            case .failure(.refused): reload()
            case .failure(.unavailable): break
            }
        }
    }

    private func showMissed(_ entry: EntryDocument) {
        guard isSelected(entry) else { return }
        if player != nil { stale.formUnion(entry.names) }
        place(entry)
    }

    /// True if the entry has another place: its log turned out to be forked.
    private func isMoved(_ entry: EntryDocument) -> Bool {
        !told.isNew(entry.name) && window.holdsElsewhere(entry)
    }

    // MARK: Changed entries

    private func mark(touchedBy entry: EntryDocument) {
        let isFiltered = subject.keeper != nil || player != nil
        stale.formUnion(
            window.touched(by: entry, isFiltered: isFiltered)
                ?? Set(window.rows.filter { $0.entry.game == entry.game }.map(\.name)))
        // A correction may assign a move to this player.
        if player != nil { stale.formUnion(entry.names) }
    }

    /// Asks again for entries that are not yet on all devices; once per interval, not once per
    /// device.
    private func refreshCopiesSoon() {
        guard copiesDue == nil else { return }
        copiesDue = timekeeper.wake(at: timekeeper.now + ViewModelsLimits.copiesInterval) {
            [unowned self] in
            copiesDue = nil
            let devices = lastStatus.deviceNames.count
            let newest = window.rows.suffix(ViewModelsLimits.namesOfAQuestionMax)
            stale.formUnion(
                newest.filter { ($0.entry.copies ?? devices) < devices }.map(\.name))
            refresh()
        }
    }

    /// Asks for some of the changed entries, newest first; the answer triggers the rest.
    private func refresh() {
        guard isConnected, stage == .open, refreshing == nil, !stale.isEmpty else { return }
        let held = window.rows.reversed().lazy.map(\.name).filter { [stale] in stale.contains($0) }
        var names = Array(held.prefix(ViewModelsLimits.namesOfAQuestionMax))
        let isHeld = !names.isEmpty
        if names.isEmpty, player != nil {
            names = Array(
                stale.filter { !$0.hasPrefix("?") }.prefix(ViewModelsLimits.namesOfAQuestionMax))
        }
        guard !names.isEmpty else {
            stale = []
            return
        }
        stale.subtract(names)
        refreshed = names
        let before = arrivals
        refreshing = library.ask(
            .log(of: scope, keeper: subject.keeper, player: subject.player, only: names)
        ) { [unowned self] result in
            refreshing = nil
            refreshed = []
            switch result {
            case .success(let log):
                if log.entries.contains(where: window.holdsElsewhere) { return reload() }
                if arrivals != before {
                    // Arrivals marked only rows that were held at the time.
                    stale.formUnion(log.entries.map(\.name).filter { window.row(named: $0) == nil })
                }
                window.refresh(Set(names), with: log.entries)
                if older != nil { early += log.entries }
                changed()
                refresh()
            case .failure(.refused): if isHeld { reload() }
            case .failure(.unavailable): stale.formUnion(names)
            }
        }
    }
}

/// The entries that a timeline selects; nil values select all.
struct TimelineSubject: Hashable, Sendable {
    var scope = GameScope.current
    /// The name of a keeper or of a device.
    var keeper: String?
    /// A player as people write one; nil for all games.
    var player: String?

    /// True if the entry is selected. `slot` is the slot of the player, or `home` or `away` for a
    /// team.
    func fits(_ entry: EntryDocument, slot: String?) -> Bool {
        if let keeper = keeper?.lowercased() {
            guard entry.keeper.lowercased() == keeper || EntryName.device(entry.name) == keeper
            else { return false }
        }
        switch slot {
        case nil: return true
        case "home": return entry.side == .home && entry.player == nil
        case "away": return entry.side == .away && entry.player == nil
        case let slot: return entry.player == slot
        }
    }
}

/// The parts of an entry's name.
package enum EntryName {
    /// `mia-oz….41` of `mia-ozola-lapsina.41`: the number stays.
    package static func short(_ name: String, to count: Int) -> String {
        guard name.count > count, let dot = name.lastIndex(of: ".") else { return name }
        let number = name[dot...]
        return "\(name[..<dot].prefix(max(1, count - number.count - 1)))…\(number)"
    }

    /// `mia/2` and `41` of `mia/2.41`.
    static func parts(_ name: String) -> (author: String, number: UInt64)? {
        guard let dot = name.lastIndex(of: "."),
            let number = UInt64(name[name.index(after: dot)...])
        else { return nil }
        return (String(name[..<dot]), number)
    }

    /// `mia` of `mia/2.41`.
    package static func device(_ name: String) -> String {
        String(name.prefix { $0 != "/" && $0 != "." })
    }
}

/// The parts of a status that affect entries of a timeline.
struct TimelineStatus {
    private(set) var game: String?
    /// By ID.
    private(set) var deviceNames: [String: String] = [:]
    /// Changes if entries may have reached further devices.
    private(set) var reach: [String] = []
    private var held: Set<String>?
    private(set) var copies: Int?

    init() {}

    init(_ status: StatusDocument) {
        game = status.game?.name
        deviceNames = [status.device.id: status.device.name]
        for peer in status.peers { deviceNames[peer.id] = peer.name }
        reach =
            ["\(status.sync.unsynced)"]
            + status.peers.map { "\($0.id) \($0.state.rawValue) \($0.missing)" }
        held = Set(status.game?.heldMoves?.map(\.name) ?? [])
        copies = status.game.map { $0.copies ?? 0 }
    }

    /// True if a device has a new name.
    func isRenamed(since last: Self) -> Bool {
        deviceNames.contains { id, name in last.deviceNames[id].map { $0 != name } ?? false }
    }

    /// The moves that became held, or stopped being held.
    func released(since last: Self) -> Set<String> {
        guard let held, let before = last.held else { return [] }
        return held.symmetricDifference(before)
    }
}
