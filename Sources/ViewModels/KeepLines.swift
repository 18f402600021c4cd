package import Documents

/// A line of the desk: something recorded, or on its way to be.
package struct KeepLine: Hashable, Sendable {
    /// `mia.41`; empty for what is not recorded.
    package let entry: String
    /// The game clock's reading as its keeper saw it.
    package let clock: String
    /// `4 Ana two points`, with what it said before a correction.
    package let text: String
    /// `12:9` behind a scoring move.
    package let score: String
    /// `pending`, `recorded`, `on 2 devices`, `voided by bo.7`.
    package let state: String
    /// How the state is meant.
    package let tone: Tone
    /// Whether this device recorded it, or is about to.
    package let isMine: Bool
    /// Whether it is picked.
    package let isPicked: Bool
}

/// The newest lines of the current game: those of this device from the key on, those of the others as
/// they arrive, each with what became of it. A pick stays with its entry, whatever arrives.
package final class KeepLinesViewModel {
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private let editor: GameScoreboardEditorViewModel
    private let keymap: Keymap
    private var game = ""
    private var device = ""
    /// The newest entries of the current game; nil without one.
    private var feed: TimelineFeed?
    private var following: Binding?
    /// The newest move of this screen that has been among the entries: it and those before it are
    /// shown there, or are too old to be.
    private var placedID = 0
    /// Moves up to this one that were not recorded are seen no more: this device went on since.
    private var settled = 0
    /// The place in the game of what this device recorded last; nil before anything is known.
    private var newestOwn: Int?
    private var bindings: [Binding] = []

    // Input

    /// Takes a key that moves the pick; false for any other, and where there is no line to pick.
    package func press(_ key: Key) -> Bool {
        let names = pickable
        guard !names.isEmpty else { return false }
        let place = picked.value.flatMap { names.firstIndex(of: $0.name) }
        let next: Int?
        switch key {
        case .up: next = place.map { min($0 + 1, names.count - 1) } ?? 0
        case .down: next = place.flatMap { $0 == 0 ? nil : $0 - 1 }
        case .pageUp: next = min((place ?? 0) + Self.page, names.count - 1)
        case .pageDown: next = place.flatMap { $0 < Self.page ? nil : $0 - Self.page }
        default: return false
        }
        pick(next.map { names[$0] })
        return true
    }

    /// Picks nothing.
    package func leave() { pick(nil) }

    // Output

    /// Newest first.
    package let lines = Dynamic<[KeepLine]>([])
    /// The entry that is picked; nil for none.
    package let picked = Dynamic<EntryDocument?>(nil)

    /// Follows the current game of the library, and the moves of its desk.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper,
        editor: GameScoreboardEditorViewModel, keymap: Keymap
    ) {
        self.library = library
        self.timekeeper = timekeeper
        self.editor = editor
        self.keymap = keymap
        bindings = [
            editor.moves.bind { [unowned self] _ in show() },
            library.status.bindAndFire { [unowned self] in receive($0) },
        ]
    }

    private static let page = 5

    /// Oldest first.
    private var entries: [EntryDocument] { feed?.window.rows.map(\.entry) ?? [] }

    /// The entries on the lines, newest first.
    private var pickable: [String] { lines.value.map(\.entry).filter { !$0.isEmpty } }

    private func pick(_ name: String?) {
        picked.update(name.flatMap { name in entries.first { $0.name == name } })
        show()
    }

    private func receive(_ status: StatusDocument?) {
        guard let status else { return }
        device = status.device.name
        let name = status.game?.name ?? ""
        guard name != game else { return }
        game = name
        picked.update(nil)
        follow()
        show()
    }

    /// Nothing of this stands in a key's way: an entry is told as it becomes durable, and what became
    /// of the others since is asked later, of those alone.
    private func follow() {
        following = nil
        feed = nil
        newestOwn = nil
        guard !game.isEmpty else { return }
        let feed = TimelineFeed(
            TimelineSubject(game: game), library: library, timekeeper: timekeeper,
            pageSize: Limits.keepLinesMax, rowsMax: Limits.keepLinesMax)
        self.feed = feed
        following = feed.version.bind { [unowned self] _ in
            if let name = picked.value?.name, let row = self.feed?.window.row(named: name) {
                picked.update(row.entry)
            }
            hideRefused()
            show()
        }
    }

    private func hideRefused() {
        guard !entries.isEmpty else { return }
        let own = entries.last { $0.name.hasPrefix(device + ".") }?.index ?? -1
        if let before = newestOwn, own > before {
            settled = editor.moves.value.last { $0.state == .refused }?.id ?? settled
        }
        newestOwn = max(newestOwn ?? -1, own)
    }
}

// MARK: Lines

extension KeepLinesViewModel {
    private func show() {
        let entries = entries
        let known = Set(entries.map(\.name))
        var fresh: [KeepLine] = []
        for move in editor.moves.value.reversed() where move.game == game {
            if let entry = move.entry, known.contains(entry) { placedID = max(placedID, move.id) }
            if move.id <= placedID { break }
            if move.state == .refused, move.id <= settled { continue }
            fresh.append(line(move))
        }
        let recorded = entries.reversed().map(line)
        lines.update(Array((fresh + recorded).prefix(Limits.keepLinesMax)))
    }

    private func line(_ move: SentMove) -> KeepLine {
        let (state, tone): (String, Tone) =
            switch move.state {
            case .pending: ("pending", .faint)
            case .asking: ("waits for \(keymap.name(of: .yes))", .attention)
            case .recorded: ("recorded", .plain)
            case .refused: ("not recorded", .bad)
            }
        return KeepLine(
            entry: "", clock: "", text: "\(move.player) \(move.kindWords)", score: "",
            state: state, tone: tone, isMine: true, isPicked: false)
    }

    private func line(_ entry: EntryDocument) -> KeepLine {
        let (state, tone) = state(of: entry)
        return KeepLine(
            entry: entry.name, clock: entry.clock ?? "",
            text: LogViewModel.text(entry), score: LogViewModel.score(entry),
            state: state, tone: tone, isMine: entry.name.hasPrefix(device + "."),
            isPicked: entry.name == picked.value?.name)
    }

    private func state(of entry: EntryDocument) -> (String, Tone) {
        let because = entry.because.map { " \($0)" } ?? ""
        return switch entry.state {
        case .live where (entry.copies ?? 1) > 1: ("on \(entry.copies ?? 1) devices", .good)
        case .live: ("recorded", .plain)
        case .voided: ("voided\(because)", .faint)
        case .held: ("held: \(keymap.name(of: .held))", .attention)
        case .afterSignOff: ("after sign-off", .attention)
        case .unknown: ("of a newer version", .faint)
        }
    }
}
