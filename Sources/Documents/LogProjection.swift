package import MoveLog
package import Scorebook

extension Projection {
    /// The entries of a game, oldest first. `copies` is the number of devices on which an entry is
    /// known to be durable.
    package func log(
        _ board: Scoreboard, _ selection: LogSelection = LogSelection(),
        copies: (EntryID) -> Int? = { _ in nil }
    ) -> LogDocument {
        let fitting = board.timeline.indices.filter {
            fits(board.timeline[$0], selection, board)
        }
        let taken = fitting.filter { selection.takes(board.timeline[$0]) }
        let kept = taken.suffix(selection.limit.map { max(0, $0) } ?? taken.count)
        var document = LogDocument(
            game: table.game(board.id)?.slug,
            entries: kept.map { entry(at: $0, in: board, copies: copies) },
            isWhole: kept.count == board.timeline.count)
        document.count = fitting.count
        document.hasOlder = kept.first.map { $0 != fitting.first } ?? !taken.isEmpty
        document.player = selection.subject.flatMap { word($0, in: board) }
        return document
    }

    /// The newest entries of a game that fit, with their indices, oldest first, at most `selection.limit`; and true if older
    /// ones fit. Those before the index `start` are not looked at. Cost: a look at each entry from the newest to the first
    /// that is left out.
    package func newest(
        _ board: Scoreboard, _ selection: LogSelection, since start: Int = 0
    ) -> (entries: [(index: Int, entry: TimelineEntry)], hasOlder: Bool) {
        let most = selection.limit ?? .max
        var newest: [(index: Int, entry: TimelineEntry)] = []
        for index in board.timeline.indices[start...].reversed() {
            let entry = board.timeline[index]
            guard fits(entry, selection, board), selection.takes(entry) else { continue }
            if newest.count == most { return (newest.reversed(), true) }
            newest.append((index, entry))
        }
        return (newest.reversed(), false)
    }

    /// The entries of all games in the table's order, oldest first; `board` is asked for a game
    /// that may have one of them. A selected subject is ignored.
    ///
    /// Cost: a look at each extent, and a board for each game whose lamports overlap those of the
    /// answer: with a limit, one or two games a page, and those that changed late.
    package func log(
        ofAll games: [GameID: GameExtent], _ selection: LogSelection,
        board: (GameID) -> Scoreboard?, copies: (EntryID) -> Int? = { _ in nil }
    ) -> LogDocument {
        let authors = selection.keeper.map { keeper in
            Set(table.devices.filter { $0.isMeant(by: keeper) }.flatMap(\.authors))
        }
        let most = min(selection.limit ?? .max, DocumentsLimits.logEntriesMax)
        var boards: [Scoreboard] = []
        var taken: [(place: Place, index: Int, board: Int)] = []
        let fitting = games.filter { selection.mayTake($0.value, of: authors) }
        for (id, extent) in fitting.sorted(by: {
            $0.value.lamports.upperBound > $1.value.lamports.upperBound
        }) {
            // One entry more than the answer has shows that there are older ones.
            if taken.count > most, taken[0].place.lamport > extent.lamports.upperBound { break }
            guard let board = board(id) else { continue }
            for index in board.timeline.indices {
                let entry = board.timeline[index]
                guard authors?.contains(entry.author) ?? true, selection.takes(entry) else {
                    continue
                }
                taken.append((entry.place, index, boards.count))
            }
            boards.append(board)
            taken = taken.sorted { $0.place < $1.place }.suffix(most + 1)
        }
        let kept = taken.suffix(most)
        let counts = games.values.flatMap(\.authors)
        var document = LogDocument(
            entries: kept.map { entry(at: $0.index, in: boards[$0.board], copies: copies) },
            isWhole: kept.count == counts.reduce(0) { $0 + $1.count })
        document.count = counts.reduce(0) {
            $0 + (authors?.contains($1.id) ?? true ? $1.count : 0)
        }
        document.hasOlder = taken.count > kept.count
        return document
    }

    /// One entry of a game, by its place in the timeline.
    package func entry(
        at index: Int, in board: Scoreboard, copies: (EntryID) -> Int? = { _ in nil }
    ) -> EntryDocument {
        let entry = board.timeline[index]
        var document = document(entry, at: index, in: board, copies)
        document.game = table.game(board.id)?.slug
        document.place = entry.placeText
        if let was = EntryWords(projection: self, board: board, entry: entry).was {
            document.was = Catalogue.english(was, else: was.code)
            document.wasPhrase = was
        }
        if !entry.fixes.isEmpty { document.fixes = entry.fixes.map { name($0, in: board) } }
        if !entry.conflicts.isEmpty {
            document.conflicts = entry.conflicts.map { name($0, in: board) }
        }
        document.resembles = entry.resembles.map { name($0, in: board) }
        if case .void(let voids) = entry.standing, !voids.isEmpty {
            document.voidedBy = voids.map { name($0, in: board) }
        }
        if let move = entry.move { describe(move, entry, board, &document) }
        return document
    }

    /// ` at Q1 09:55`: the moment in a fix; empty if the fix does not change it.
    package func moment(at index: Int, in board: Scoreboard) -> String {
        let entry = board.timeline[index]
        guard case .fix(let fix) = entry.content else { return "" }
        return EntryWords(projection: self, board: board, entry: entry)
            .moment(of: fix.move, unlike: board.entry(fix.target)?.recordedMove)
    }

    /// The move that a fix replaces, in words: that of the fix before it, else the move as recorded; nil for any
    /// other entry.
    package func replaced(at index: Int, in board: Scoreboard) -> String? {
        let entry = board.timeline[index]
        guard case .fix(let fix) = entry.content,
            let recorded = board.entry(fix.target)?.recordedMove
        else { return nil }
        let earlier = board.timeline[..<index].last { other in
            guard other.isLive, case .fix(let before) = other.content else { return false }
            return before.target == fix.target
        }
        var replaced = recorded
        if case .fix(let before)? = earlier?.content { replaced = before.move }
        let words = EntryWords(projection: self, board: board, entry: entry)
        return words.text(of: replaced) + words.moment(of: replaced, unlike: fix.move)
    }

    /// The text of an entry's document.
    package func text(at index: Int, in board: Scoreboard) -> String {
        EntryWords(projection: self, board: board, entry: board.timeline[index]).text
    }

    /// One entry about the table, by its place in the table's timeline.
    package func tableEntry(
        at index: Int, copies: (EntryID) -> Int? = { _ in nil }
    ) -> EntryDocument {
        document(table.timeline[index], at: index, in: nil, copies)
    }

    /// The fields that entries of games and of the table have.
    private func document(
        _ entry: TimelineEntry, at index: Int, in board: Scoreboard?, _ copies: (EntryID) -> Int?
    ) -> EntryDocument {
        let words = EntryWords(projection: self, board: board, entry: entry)
        let because = because(entry, in: board)
        return EntryDocument(
            name: table.name(of: entry.recordedAs), keeper: keeper(of: entry.author),
            wallMilliseconds: entry.wall.milliseconds, index: index, lamport: entry.lamport,
            kind: words.kind, text: words.text, phrase: words.phrase, state: state(entry),
            because: because.map { Catalogue.english($0, else: $0.code) }, becausePhrase: because,
            copies: copies(entry.recordedAs),
            names: words.references.map { name($0, in: board) })
    }

    private func describe(
        _ move: Move, _ entry: TimelineEntry, _ board: Scoreboard,
        _ document: inout EntryDocument
    ) {
        document.side = board.side(of: move.subject).map { SideName($0) }
        if case .line(let ref) = move.subject, let line = board.player(ref) {
            document.player = line.slotText
            document.playerText = line.spoken
        }
        document.period = move.period
        document.clock = clockLabel(move, board)
        guard move.kind.isScoring else { return }
        document.points = move.points ?? board.rules.points(of: move.kind)
        guard entry.isLive else { return }
        document.home = entry.score.home
        document.away = entry.score.away
    }

    func state(_ entry: TimelineEntry) -> EntryState {
        let isRead = entry.content != .unknown && entry.content != .malformed
        return switch entry.standing {
        case .live where !isRead: .unknown
        case .live: .live
        case .void, .unlinked: .voided
        case .copy: .copy
        case .held: .held
        case .afterSignOff: .afterSignOff
        }
    }

    private func because(_ entry: TimelineEntry, in board: Scoreboard?) -> Phrase? {
        switch entry.standing {
        case .live:
            switch entry.content {
            case .malformed: Phrase(.unreadable)
            case .unknown: nil
            default: entry.content.isLater ? Phrase(.partlyLater) : nil
            }
        case .void(let voids):
            voids.isEmpty ? nil : Phrase(.voidedBy, .names(voids.map { name($0, in: board) }))
        case .unlinked: Phrase(.withBasket)
        case .copy(let other): Phrase(.copyOf, .text(name(other, in: board)))
        case .held(let other): Phrase(.heldFor, .text(name(other, in: board)))
        case .afterSignOff: nil
        }
    }
}

extension PlayerLine {
    /// `4 Ana`.
    package var spoken: String { number.isEmpty || number == title ? title : "\(number) \(title)" }
}

/// A filter of a game's entries: an entry must fit every part that is set.
package struct LogSelection {
    /// A keeper's or a device's name, in any case.
    package var keeper: String?
    /// Moves of this player or team, after corrections.
    package var subject: Subject?
    package var before: Place?
    /// These alone.
    package var only: Set<EntryID>?
    /// The newest of those that fit.
    package var limit: Int?

    /// The rest is nil.
    package init(keeper: String? = nil, limit: Int? = nil) {
        self.keeper = keeper
        self.limit = limit
    }

    /// True if an entry fits the parts other than keeper and subject.
    func takes(_ entry: TimelineEntry) -> Bool {
        if let before, entry.place >= before { return false }
        if let only, !only.contains(entry.recordedAs) { return false }
        return true
    }

    /// False if no entry of a game is taken; `authors` are those of the keeper, nil for all.
    fileprivate func mayTake(_ game: GameExtent, of authors: Set<AuthorID>?) -> Bool {
        if let before, game.lamports.lowerBound > before.lamport { return false }
        return game.authors.contains { author in
            if let authors, !authors.contains(author.id) { return false }
            if let only, !only.contains(where: author.mayHave) { return false }
            return true
        }
    }
}

extension Projection {
    /// True if an entry fits the keeper and the subject of a selection.
    private func fits(_ entry: TimelineEntry, _ selection: LogSelection, _ board: Scoreboard)
        -> Bool
    {
        if let keeper = selection.keeper,
            table.device(of: entry.author)?.isMeant(by: keeper) != true
        {
            return false
        }
        guard let subject = selection.subject else { return true }
        switch (subject, entry.move?.subject) {
        case (.line(let sought), .line(let ref)): return board.player(ref)?.ref == sought
        case (.team(let sought), .team(let side)): return sought == side
        default: return false
        }
    }

    /// A player's slot, or a team's side.
    package func word(_ subject: Subject, in board: Scoreboard) -> String? {
        switch subject {
        case .nobody: nil
        case .team(let side): SideName(side).rawValue
        case .line(let ref): board.player(ref)?.slotText
        }
    }
}

extension TimelineEntry {
    /// The place in the table's order as a text that sorts in that order. 64 bits of the author are
    /// enough to be unique at a table, and 64 bits of the digest that tells the branches of a
    /// forked log apart.
    package var placeText: String {
        let author = recordedAs.author.description.prefix(16)
        let sequence = Phrases.padded(String(recordedAs.sequence, radix: 16), to: 12)
        let place = "\(Phrases.padded(String(lamport, radix: 16), to: 14)).\(author).\(sequence)"
        return branch.map { "\(place).\($0.description.prefix(16))" } ?? place
    }
}
