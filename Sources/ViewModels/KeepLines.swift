package import Documents

/// A line of the log on the keep screen: an entry, or a move on its way.
package struct KeepLine: Hashable, Sendable {
    /// Unique among the lines.
    package let id: String
    /// `mia.41`; empty for a move that is not recorded.
    package let entry: String
    /// The reading of the game clock on the author's device.
    package let clock: String
    /// `4 Ana two points`, with the text before a correction.
    package let text: String
    /// `12:9` after a scoring move.
    package let score: String
    /// `pending`, `recorded`, `on 2 devices`, `voided by bo.7`.
    package let state: String
    /// The state for a narrow screen: `on 2`, `voided`.
    package let shortState: String
    package let tone: Tone
    /// True for a move of this device.
    package let isMine: Bool
    /// The number of the refused move that can be recorded after all; nil for other lines.
    package let refused: Int?
    /// True for a move that waits for a yes.
    package let isAsking: Bool

    /// True for an entry, and for a move about which the keeper can decide.
    package var canBePicked: Bool { !entry.isEmpty || refused != nil || isAsking }
}

/// The newest lines of the current game: moves of this device from the deed on, those of other
/// devices as they arrive, each with its state.
package final class KeepLinesViewModel {
    private let library: any GameLibrary
    private let editor: GameScoreboardEditorViewModel
    private let names: ActionNames
    private let words: Catalogue
    private var game = ""
    private var device = ""
    /// Nil without a current game.
    private var feed: LogFeed?
    private var following: Binding?
    /// The ID of the newest sent move that has appeared among the entries. It and earlier moves are
    /// shown as entries, or are too old; refused ones stay until the keeper has decided about them.
    private var placedID = 0
    /// The entries of the window, oldest first.
    private var entries: [EntryDocument] = []
    /// Their lines, nil for one that screens of keepers leave out; only changed ones are made again.
    private var made: [KeepLine?] = []
    /// The lines of entries, newest first.
    private var recorded: [KeepLine] = []
    private var bindings: [Binding] = []

    // Output

    /// Newest first.
    package let lines = Dynamic<[KeepLine]>([])

    package init(
        library: any GameLibrary, editor: GameScoreboardEditorViewModel,
        words: Catalogue = .english, names: @escaping ActionNames
    ) {
        self.words = words
        self.library = library
        self.editor = editor
        self.names = names
        bindings = [
            editor.moves.bind { [unowned self] _ in show() },
            library.eachStatus { [unowned self] in receive($0) },
        ]
    }

    /// Nil if no line has the entry.
    func entry(_ name: String) -> EntryDocument? {
        entries.first { $0.name == name && $0.facts.isOfKeepers }
    }

    /// The newest move of this device that is not among the entries yet.
    private var unplaced: SentMove? {
        editor.moves.value.last {
            $0.game == game && $0.id > placedID && [.pending, .recorded].contains($0.state)
        }
    }

    /// True if the last deed of this device was to the game clock.
    var isTurnLast: Bool {
        let last = entries.last { $0.facts.isOfKeepers && EntryName.device($0.name) == device }
        return unplaced == nil && last?.facts.isTurn == true
    }

    /// The undo of a move that is on its way, in words; of all else only the daemon knows.
    var nextUndo: String? { unplaced.map { "undo \($0.words)" } }

    private func receive(_ status: StatusDocument) {
        device = status.device.name
        let name = status.game?.name ?? ""
        guard name != game else { return }
        game = name
        follow()
        read()
    }

    private func follow() {
        following = nil
        feed = nil
        guard !game.isEmpty else { return }
        let feed = library.follow(
            WindowRequest(name: "", game: game, newest: ViewModelsLimits.keepLinesMax))
        self.feed = feed
        following = feed.window.bind { [unowned self] _ in read() }
    }
}

// MARK: Lines

extension KeepLinesViewModel {
    private func read() {
        let (before, lines, now) = (entries, made, feed?.window.value?.entries ?? [])
        var at = 0
        made = now.indices.map { index in
            let place = Self.place(of: index, in: now)
            while at < before.count, Self.place(of: at, in: before) < place { at += 1 }
            if at < before.count, before[at] == now[index] { return lines[at] }
            return now[index].facts.isOfKeepers ? line(now[index]) : nil
        }
        entries = now
        recorded = made.reversed().compactMap { $0 }
        show()
    }

    /// Without a copy of the whole entry.
    private static func place(of index: Int, in entries: [EntryDocument]) -> String {
        entries[index].place ?? TimelineRow.place(of: entries[index])
    }

    private func show() {
        var fresh: [KeepLine] = []
        for move in editor.moves.value.reversed() where move.game == game {
            if move.id > placedID, let entry = move.entry,
                recorded.contains(where: { $0.entry == entry })
            {
                placedID = move.id
            }
            if move.id > placedID || move.state == .refused { fresh.append(line(move)) }
        }
        let room = max(0, ViewModelsLimits.keepLinesMax - fresh.count)
        lines.update(fresh.isEmpty ? recorded : fresh + recorded.prefix(room))
    }

    private func line(_ move: SentMove) -> KeepLine {
        let (state, tone): (String, Tone) =
            switch move.state {
            case .pending: (words(.pending), .faint)
            case .asking: (words(.waitsFor(names(.yes))), .attention)
            case .recorded: (words(.recorded), .plain)
            case .refused: (words(.notRecordedShort), .bad)
            case .declined: (words(.declined), .faint)
            }
        return KeepLine(
            id: "sent-\(move.id)", entry: "", clock: "", text: move.words, score: "", state: state,
            shortState: state, tone: tone, isMine: true,
            refused: move.state == .refused ? move.id : nil, isAsking: move.state == .asking)
    }

    private func line(_ entry: EntryDocument) -> KeepLine {
        let row = TimelineRow(entry, words)
        let state = state(of: entry)
        return KeepLine(
            id: row.name, entry: row.name, clock: row.clock, text: row.text, score: row.score,
            state: state.whole, shortState: state.short, tone: row.tone,
            isMine: EntryName.device(row.name) == device, refused: nil, isAsking: false)
    }

    private func state(of entry: EntryDocument) -> (short: String, whole: String) {
        let copies = entry.copies ?? 1
        if entry.state == .live, copies > 1 {
            return (words(.onCount(copies)), words(.onDevices(copies)))
        }
        let short =
            switch entry.state {
            case .live: words(.recorded)
            case .voided, .copy, .afterSignOff: words(entry.state.term)
            case .held: words(.answerWith(names(.held)))
            case .unknown: words(.fromNewerVersion)
            }
        let hasReason = entry.state == .voided || entry.state == .copy
        let reason = hasReason ? entry.because(in: words) : nil
        return (short, reason.map { "\(short) \($0)" } ?? short)
    }
}
