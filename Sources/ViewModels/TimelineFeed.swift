package import Documents

/// Fetches a timeline and keeps it true: the newest page once, each older page by the oldest entry
/// held, what came while the connection was lost by the newest entry of every author. Nothing is
/// fetched twice this way; what became of an entry since is asked by its name.
///
/// The newest entry of every author is the cursor for what came later, and not the newest entry of
/// all: what a device brings that was away stands in the middle of the order.
final class TimelineFeed {
    private enum Stage {
        case closed
        case opening
        case open
    }

    let subject: TimelineSubject
    /// What is held.
    private(set) var window: TimelineWindow
    /// Counts the changes of what is held, and of what stands beside it.
    let version = Dynamic(0)
    /// Each entry that fits, once: those of the first page, oldest first, then each as it arrives,
    /// those before the boundary too.
    let arrived = Dynamic<TimelineRow?>(nil)
    /// Why the timeline cannot be read; empty while it can.
    private(set) var problem = ""
    /// The game as the daemon named it; nil until it has.
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
    /// What `refreshing` is about.
    private var refreshed: [String] = []
    private var copiesDue: Binding?

    /// The player's slot as the daemon read it.
    private var player: String?
    private var told = ToldEntries()
    /// Whether something became durable that was not told.
    private var isBehind = false
    /// Arrived while a page was on its way, which may lack them.
    private var early: [EntryDocument] = []
    /// Counts the arrivals: what is answered after one may be from before it.
    private var arrivals = 0
    /// Whether something was told since the last status that some device may lack.
    private var isSpreading = false
    /// Names of entries that may read differently by now.
    private var stale: Set<String> = []
    private var lastStatus = TimelineStatus()

    /// Follows the library at once.
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
            library.newest.bind { [unowned self] entry in
                if let entry { arrive(entry) }
            },
            library.status.bindAndFire { [unowned self] status in
                if let status { hear(status) }
            },
            library.connection.bindAndFire { [unowned self] in connect($0.isConnected) },
        ]
    }

    /// Whether something is there to be shown, be it that there is nothing.
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
        // Names of entries are names of devices and numbers.
        let isElsewhere = subject.game == nil && last.game != lastStatus.game
        if isElsewhere || lastStatus.isRenamed(since: last) { return reload() }
        if isUntold {
            isBehind = true
            // What is on its way may be from before it.
            catchingUp = nil
        }
        guard stage == .open else {
            if problem.isEmpty { open() }
            return
        }
        if isBehind { catchUp() }
        if game == status.game?.name {
            stale.formUnion(
                lastStatus.released(since: last).filter { window.row(named: $0) != nil })
        }
        // Whoever reads late hears of two statuses only the last: between an entry and its copy there
        // may have been none that shows a difference.
        if last.reach != lastStatus.reach || isSpreading { refreshCopiesSoon() }
        isSpreading = false
        refresh()
    }

    // MARK: Pages

    /// Drops what is held, whose names may mean nothing now, and begins anew.
    private func reload() {
        (opening, older, catchingUp, refreshing) = (nil, nil, nil, nil)
        stage = .closed
        open()
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
                problem = refusal.text
                changed()
            case .failure(.unavailable):
                stage = .closed
            }
        }
    }

    private func page(before: String?) -> LibraryRequest<LogDocument> {
        .log(
            game: before == nil ? subject.game : game, keeper: subject.keeper,
            player: subject.player, limit: pageSize, before: before)
    }

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

    /// Whether older entries can be had now.
    var hasOlder: Bool { isOpen && !window.reachesBeginning && !window.isFull }

    /// Asks for the page before the oldest entry held, unless it is on its way.
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
                // They came before the page, which may say otherwise.
                stale.formUnion(waiting.map(\.name))
                if isBehind { catchUp() }
                refresh()
                changed()
            case .failure(.refused): reload()
            case .failure(.unavailable): early = []
            }
        }
    }

    // MARK: What is new

    private func arrive(_ entry: EntryDocument) {
        told.hearEvent()
        show(entry)
    }

    private func show(_ entry: EntryDocument) {
        arrivals += 1
        if stage == .opening { early.append(entry) }
        guard stage == .open, isConnected, entry.game == game else { return }
        // A further branch of a forked log has numbers that are known.
        if !told.isNew(entry.name) {
            guard subject.fits(entry, slot: player), !told.isShown(entry) else { return }
            // A page that knew it already, and more, may have left it out with reason.
            stale.insert(entry.name)
        }
        if isMoved(entry) { return reload() }
        told.know(entry.name)
        // A player who is merged into another may have other entries altogether.
        if player != nil, Self.slotKinds.contains(entry.kind) { return reload() }
        mark(touchedBy: entry)
        place(entry)
        let devices = lastStatus.deviceNames.count
        isSpreading = isSpreading || (entry.copies ?? devices) < devices
        refresh()
        changed()
    }

    private static let slotKinds: Set<String> = ["rosterMerged", "rosterEdited"]

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

    /// Asks for what became durable while nothing was told.
    private func catchUp() {
        // A page on its way may lack what came since, and the boundary is another behind it.
        guard isConnected, catchingUp == nil, older == nil else { return }
        let cursor = told.cursor
        guard cursor.count <= Limits.namesOfAQuestionMax else { return reload() }
        let since = cursor.map { "\($0.key).\($0.value)" }.sorted()
        // What stands before the boundary comes with its page.
        let boundary =
            hasOlder ? window.boundary.map { TimelineRow.cursor($0.name, $0.place) } : nil
        let before = arrivals
        let request = LibraryRequest.log(game: game, since: since, after: boundary)
        catchingUp = library.ask(request) { [unowned self] result in
            catchingUp = nil
            switch result {
            case .success(let log):
                if log.entries.contains(where: isMoved) { return reload() }
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
        guard entry.game == game else { return }
        if player != nil { stale.formUnion(entry.names) }
        place(entry)
    }

    /// Whether it is held where it stands no longer: its log turned out to be forked.
    private func isMoved(_ entry: EntryDocument) -> Bool {
        !told.isNew(entry.name) && window.holdsElsewhere(entry)
    }

    // MARK: What became of the rest

    private func mark(touchedBy entry: EntryDocument) {
        let isFiltered = subject.keeper != nil || player != nil
        stale.formUnion(
            window.touched(by: entry, isFiltered: isFiltered) ?? Set(window.rows.map(\.name)))
        // A move may become one of this player's.
        if player != nil { stale.formUnion(entry.names) }
    }

    /// Entries on their way to further devices are asked again, but not for every device alone.
    private func refreshCopiesSoon() {
        guard copiesDue == nil else { return }
        copiesDue = timekeeper.wake(at: timekeeper.now + Limits.copiesInterval) {
            [unowned self] in
            copiesDue = nil
            let devices = lastStatus.deviceNames.count
            let newest = window.rows.suffix(Limits.namesOfAQuestionMax)
            stale.formUnion(
                newest.filter { ($0.entry.copies ?? devices) < devices }.map(\.name))
            refresh()
        }
    }

    /// Asks for some of what may have changed, the newest first; the rest follows the answer.
    private func refresh() {
        guard isConnected, stage == .open, refreshing == nil, !stale.isEmpty else { return }
        let held = window.rows.reversed().lazy.map(\.name).filter { [stale] in stale.contains($0) }
        var names = Array(held.prefix(Limits.namesOfAQuestionMax))
        let isHeld = !names.isEmpty
        if names.isEmpty, player != nil {
            names = Array(stale.filter { !$0.hasPrefix("?") }.prefix(Limits.namesOfAQuestionMax))
        }
        guard !names.isEmpty else {
            stale = []
            return
        }
        stale.subtract(names)
        refreshed = names
        let before = arrivals
        refreshing = library.ask(
            .log(game: game, keeper: subject.keeper, player: subject.player, only: names)
        ) { [unowned self] result in
            refreshing = nil
            refreshed = []
            switch result {
            case .success(let log):
                if log.entries.contains(where: window.holdsElsewhere) { return reload() }
                if arrivals != before {
                    // What arrived marked the rows that were held.
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

/// Whose entries a timeline shows; nil for all.
struct TimelineSubject: Hashable, Sendable {
    /// A game's name; the current game without one.
    var game: String?
    /// A keeper's name, or a device's.
    var keeper: String?
    /// A player as people write one.
    var player: String?

    /// Whether an entry belongs to it, when the player is in the slot, or is the team of the side, so
    /// called.
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

/// What an entry's name says.
enum EntryName {
    /// `mia/2` and `41` of `mia/2.41`.
    static func parts(_ name: String) -> (author: String, number: UInt64)? {
        guard let dot = name.lastIndex(of: "."),
            let number = UInt64(name[name.index(after: dot)...])
        else { return nil }
        return (String(name[..<dot]), number)
    }

    /// `mia` of `mia/2.41`.
    static func device(_ name: String) -> String {
        String(name.prefix { $0 != "/" && $0 != "." })
    }
}

extension LibraryRequest where Answer == LogDocument {
    /// The entries of a game that came later than these of their authors, and those of all other
    /// authors; wherever in the order they stand, or behind one of them alone.
    package static func log(
        game: String?, since: [String], after: String? = nil
    ) -> LibraryRequest<LogDocument> {
        let parameters: [(String, String?)] = [
            ("since", since.joined(separator: ",")), ("after", after),
        ]
        guard let game else { return Self(asking: .log, parameters) }
        return Self(asking: .gameLog, name: game, parameters)
    }
}

/// What a status says that entries of a timeline may read differently by.
struct TimelineStatus {
    /// The current game's name.
    private(set) var game: String?
    /// The names of all devices, by ID.
    private(set) var deviceNames: [String: String] = [:]
    /// Changes when more of the entries may have reached more devices.
    private(set) var reach: [String] = []
    private var held: Set<String>?

    /// Before any status.
    init() {}

    /// Reads one.
    init(_ status: StatusDocument) {
        game = status.game?.name
        deviceNames = [status.device.id: status.device.name]
        for peer in status.peers { deviceNames[peer.id] = peer.name }
        reach =
            ["\(status.sync.unsynced)"]
            + status.peers.map { "\($0.id) \($0.state.rawValue) \($0.missing)" }
        held = Set(status.game?.heldMoves?.map(\.name) ?? [])
    }

    /// Whether a device is called otherwise than before.
    func isRenamed(since last: Self) -> Bool {
        deviceNames.contains { id, name in last.deviceNames[id].map { $0 != name } ?? false }
    }

    /// The names of the moves that are held now and were not, or the other way round.
    func released(since last: Self) -> Set<String> {
        guard let held, let before = last.held else { return [] }
        return held.symmetricDifference(before)
    }
}
