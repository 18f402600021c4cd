import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Entries of the wrong game or period, and one game that was created twice.
struct TransferEndpoints: EndpointTopic {
    let api: APIContext

    /// Records a `Transferred` and voids the origin. `EntryRows.insert` makes it a row of the kind
    /// that it gives, `EntryRows.recorder` is the author of the origin, and
    /// `CorrectionEndpoints.draftsElsewhere` undoes both.
    func transfer(_ order: TransferRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        try refuseIfOfficial(board)
        let chosen = try chosen(order, board)
        let period = try order.period.map { period throws(APIError) in
            try api.period(period, board)
        }
        guard let name = order.into else {
            guard let period else { throw .unfit("give another game or another period") }
            return try fix(chosen, into: period, board)
        }
        let target = try api.presentBoard(named: api.game(named: name).slug)
        guard target.id != board.id else {
            throw .unfit("these entries are in \(api.name(of: board)) already")
        }
        try refuseIfOfficial(target)
        try refuseIfUnited(target)
        return try transfer(chosen, period, from: board, to: target, order)
    }

    private func refuseIfOfficial(_ board: Scoreboard) throws(APIError) {
        guard board.official != nil else { return }
        throw .conflict(
            "\(api.name(of: board)) is official: \(board.result); its entries cannot move",
            advice: "first: scored reopen --game \(api.name(of: board)), then everyone must sign "
                + "again")
    }

    private func refuseIfUnited(_ board: Scoreboard) throws(APIError) {
        guard let root = board.links?.unitedInto.flatMap(table.game) else { return }
        throw .conflict(
            "the entries of \(api.name(of: board)) count in \(root.slug)",
            advice: "name that game: \(root.slug)", candidates: [root.slug])
    }

    private func name(_ entry: TimelineEntry) -> String { table.name(of: entry.recordedAs) }

    // MARK: The entries

    /// The entries that a request chooses, in order: one for each event, or those of one keeper.
    private func chosen(
        _ order: TransferRequest, _ board: Scoreboard
    ) throws(APIError) -> [TimelineEntry] {
        let names = order.entries ?? []
        guard
            !names.isEmpty || order.first != nil || order.sinceWallMilliseconds != nil
                || order.keeper != nil
        else { throw .unfit("name entries, a range, a time or a keeper") }
        let isMoving = order.into != nil
        var chosen: [TimelineEntry] = []
        if names.isEmpty {
            chosen = board.timeline.filter {
                ($0.isLive || order.keeper != nil && $0.isCopy)
                    && $0.isMovable(withClock: isMoving)
            }
        } else {
            for text in names {
                let entry = try api.entry(text, in: board)
                try demandMovable(entry, isMoving, board)
                chosen.append(order.keeper == nil ? head(of: entry, board) : entry)
            }
        }
        if let range = try range(order, board) {
            chosen = chosen.filter { range.contains($0.place) }
        }
        if let since = order.sinceWallMilliseconds {
            chosen = chosen.filter { $0.wall.milliseconds >= since }
        }
        if let keeper = order.keeper {
            let authors = Set(api.devices(called: keeper).flatMap(\.authors))
            guard !authors.isEmpty else {
                throw APIError(
                    .notFound, .unknownDevice, "no keeper is called '\(shown(keeper))'",
                    advice: Phrases.existing(table.devices.map(\.slug)))
            }
            chosen = chosen.filter { authors.contains($0.recorder) }
        }
        if !isMoving { chosen = chosen.map { head(of: $0, board) } }
        var known: Set<Place> = []
        chosen = chosen.filter { known.insert($0.place).inserted }.sorted { $0.place < $1.place }
        guard !chosen.isEmpty else {
            throw .conflict(
                "no entry of \(api.name(of: board)) that counts fits",
                advice: "to see them: scored log --game \(api.name(of: board))")
        }
        if let asked = chosen.first(where: { board.question(about: $0.id) != nil }) {
            throw .conflict(
                "keepers have to answer something about \(name(asked)) "
                    + "(\(api.words(asked, board))), so nothing was moved",
                advice: "first: scored settle --game \(api.name(of: board))")
        }
        return chosen
    }

    /// The move that counts instead of a copy; every other entry itself.
    private func head(of entry: TimelineEntry, _ board: Scoreboard) -> TimelineEntry {
        guard entry.isCopy else { return entry }
        return entry.headOf.flatMap(board.entry) ?? entry
    }

    private func range(
        _ order: TransferRequest, _ board: Scoreboard
    ) throws(APIError) -> ClosedRange<Place>? {
        guard let first = order.first else {
            guard order.last == nil else { throw .unfit("a range needs its first entry too") }
            return nil
        }
        let start = try api.entry(first, in: board).place
        let end = try order.last.map { last throws(APIError) in
            try api.entry(last, in: board).place
        }
        guard let end = end ?? board.timeline.last?.place, start <= end else {
            throw .unfit("the range ends before it begins; give its first entry first")
        }
        return start...end
    }

    private func demandMovable(
        _ entry: TimelineEntry, _ isMoving: Bool, _ board: Scoreboard
    ) throws(APIError) {
        guard entry.isMovable(withClock: isMoving) else {
            throw .wrongEntry(
                "\(name(entry)) (\(api.words(entry, board))) cannot move: only moves can"
                    + (isMoving ? ", and the game clock and periods" : ""))
        }
        guard entry.isInForce else {
            throw .wrongEntry(
                "\(name(entry)) (\(api.words(entry, board))) does not count, so it cannot move",
                advice: "scored log shows why")
        }
    }

    // MARK: To another period

    /// Fixes are as good as transfers within a game, and every other fix, void and name of the move
    /// stays what it is. Copies follow: the fix gives the value of their event.
    private func fix(
        _ chosen: [TimelineEntry], into period: Int, _ board: Scoreboard
    ) throws(APIError) -> Answer {
        var drafts: [Draft] = []
        for entry in chosen {
            guard var move = entry.move, move.period != period else { continue }
            move.period = period
            let fix = Fix(
                target: entry.id, bases: board.bases(of: entry), move: move,
                isContinued: !drafts.isEmpty)
            drafts.append(fix.draft(in: board.id))
        }
        let label = board.rules.name(ofPeriod: period)
        guard !drafts.isEmpty else {
            return api.unchanged("these moves are in \(label) already", board)
        }
        let count = drafts.count
        return try api.recorded(api.record(drafts, as: [board])) { board in
            Remarks(
                echo: "\(Phrases.count(count, "move")) now in \(label) - \(board.score.text)")
        }
    }
}

extension TimelineEntry {
    /// True if the entry counts, or its event may.
    fileprivate var isInForce: Bool { isLive || isCopy || isHeld }

    fileprivate func isMovable(withClock: Bool) -> Bool {
        switch content {
        case .move: true
        case .gameClock, .periodBegan: withClock
        default: false
        }
    }
}

// MARK: To another game

extension TransferEndpoints {
    /// An event moves as one entry with the value that counts; the copies of other keepers are
    /// withdrawn with it, since without a game clock they would count beside it there. What one
    /// keeper recorded moves by itself, and the others' entries stay.
    private func transfer(
        _ chosen: [TimelineEntry], _ period: Int?, from board: Scoreboard, to target: Scoreboard,
        _ order: TransferRequest
    ) throws(APIError) -> Answer {
        var first = api.nextEntry
        var matching = LineMatching(board, target, isTurned: false)
        let moves = chosen.compactMap { $0.move }
        let missing = matching.missing(moves.flatMap { [$0.subject] + $0.players })
        var drafts: [Draft] = []
        if !missing.isEmpty {
            guard order.addPlayers == true else { throw unlisted(missing, target) }
            try demandRoom(missing.count, target)
            let lines = matching.add(missing, in: first)
            drafts.append(RosterAdded(lines: lines).draft(in: target.id))
            first.sequence += 1
        }
        let renamed = matching.renamed(moves.flatMap { [$0.subject] + $0.players })
        // A link follows to the new place of its basket.
        var names: [EntryID: EntryID] = [:]
        for (index, entry) in chosen.enumerated() {
            let name = EntryID(author: first.author, sequence: first.sequence + UInt64(index))
            names[entry.id] = name
            names[entry.recordedAs] = name
        }
        for entry in chosen {
            guard var moved = Transferred.Moved(entry.content) else { continue }
            if var move = entry.move {
                move = matching.named(move)
                move.linked = move.linked.flatMap { names[$0] }
                // These flags are about absences in the game of the origin.
                (move.isAlone, move.isCovering) = (false, false)
                if let period { move.period = period }
                moved = .move(move)
            }
            let body = Transferred(
                origin: entry.id, from: board.id, isContinued: !drafts.isEmpty, moved)
            drafts.append(body.draft(in: target.id))
        }
        for move in accepted(board) {
            guard let name = names[move] else { continue }
            drafts.append(Accepted(target: name, isContinued: true).draft(in: target.id))
        }
        let isAlone = order.keeper != nil
        let others = isAlone ? [] : chosen.flatMap { copies(of: $0, board) }
        drafts += VoidEntry.drafts(
            of: (chosen + others).map(\.id), in: board, following: 1, alone: isAlone)
        guard drafts.count <= APILimits.importedOfACommitMax else {
            throw .tooLarge(
                "\(chosen.count) entries are too many to move at once; move fewer, in parts")
        }
        let (count, source) = (moves.count, board.id)
        let clocks = chosen.count - count
        return try api.recorded(api.record(drafts, as: [board, target])) { [self] target in
            Remarks(
                echo: "moved \(Phrases.count(count, "move"))"
                    + (clocks == 0 ? "" : " and \(Phrases.entries(clocks)) of the game clock")
                    + " to \(api.name(of: target)): \(target.result)",
                more: Phrases.list([
                    ledger.scoreboard(of: source)
                        .map { "\(api.name(of: $0)): \($0.result)" } ?? "", renamed,
                ]))
        }
    }

    private func copies(of entry: TimelineEntry, _ board: Scoreboard) -> [TimelineEntry] {
        board.event(of: entry).filter { $0.id != entry.id && $0.isCopy }
    }

    /// The moves of which a keeper said that they are events of their own: they stay such.
    private func accepted(_ board: Scoreboard) -> [EntryID] {
        let targets = board.timeline.compactMap { entry in
            if case .accepted(let body) = entry.content, entry.isLive { body.target } else { nil }
        }
        return Set(targets).sorted()
    }

    private func unlisted(_ missing: [PlayerLine], _ target: Scoreboard) -> APIError {
        let players = missing.map { "\($0.slotAndTitle)" }
        return APIError(
            .unprocessable, .unknownPlayer,
            "\(api.name(of: target)) does not have \(Phrases.names(players)); nothing was moved",
            advice: "to add \(missing.count == 1 ? "the player" : "them") there: --add-players")
    }

    private func demandRoom(_ count: Int, _ target: Scoreboard) throws(APIError) {
        let room = ScorebookLimits.gameRosterLinesMax - target.players.count
        guard count <= min(room, ScorebookLimits.rosterLinesMax) else {
            throw .tooLarge("\(api.name(of: target)) has no room for \(count) more players")
        }
    }

    func unite(_ order: UniteRequest) throws(APIError) -> Answer {
        let board = try api.presentBoard(named: order.game)
        let target = try api.presentBoard(named: api.game(named: order.into).slug)
        guard target.id != board.id else {
            throw .unfit("a game cannot be united with itself; name the other game of the two")
        }
        try refuseIfOfficial(board)
        try refuseIfOfficial(target)
        try refuseIfUnited(board)
        try refuseIfUnited(target)
        let isTurned = order.isTurned ?? LineMatching.areNamesTurned(board, target)
        let matching = LineMatching(board, target, isTurned: isTurned)
        let players = board.players.filter { $0.mergedInto == nil }
        let added = matching.missing(players.map { .line($0.ref) })
        let pairs = board.players.compactMap { line in
            matching.line(line.ref).map { GameUnited.Pair(from: line.ref, into: $0) }
        }
        // The body speaks of the teams of the other game as they were created.
        let body = GameUnited(board.id, isTurned: isTurned != board.isSwapped, lines: pairs)
        try demandValid("this union") { () throws(Malformed) in try body.validate() }
        let renamed = matching.renamed(players.map { .line($0.ref) })
        let (source, isCurrent) = (board.id, api.currentGame == board.id)
        return try api.recorded(
            api.record([body.draft(in: target.id)], as: [target]),
            remarking: { [self] target in
                Remarks(
                    echo:
                        "\(table.game(source)?.slug ?? "") counts in \(api.name(of: target)) now: "
                        + target.result,
                    more: Phrases.list([
                        added.isEmpty ? "" : "added: \(Self.names(added))", renamed,
                    ]),
                    warnings: [held(target)])
            }, finish: { if isCurrent { api.use(target.id) } })
    }

    private static func names(_ lines: [PlayerLine]) -> String {
        Phrases.names(lines.map(\.spoken), atMost: APILimits.namedPlayersMax)
    }

    private func held(_ board: Scoreboard) -> WarningDocument? {
        let count = board.openQuestions.count
        guard count > 0 else { return nil }
        return WarningDocument(
            .heldElsewhere,
            "\(Phrases.count(count, "question")) about what both keepers recorded in "
                + api.name(of: board),
            advice: "scored settle --game \(api.name(of: board))")
    }
}

/// Which line of one game is which of another: by person, else by side and number.
private struct LineMatching {
    private let source: Scoreboard
    private let target: Scoreboard
    private let isTurned: Bool
    private var added: [LineRef: LineRef] = [:]

    init(_ source: Scoreboard, _ target: Scoreboard, isTurned: Bool) {
        self.source = source
        self.target = target
        self.isTurned = isTurned
    }

    /// True if the names of the teams, and they alone, say that the sides are the other way round.
    static func areNamesTurned(_ source: Scoreboard, _ target: Scoreboard) -> Bool {
        func slug(_ board: Scoreboard, _ side: Side) -> String {
            Slug.plain(board.teams[side].name)
        }
        func isEqual(_ side: Side, _ other: Side) -> Bool {
            slug(source, side) == slug(target, other)
        }
        return (isEqual(.home, .away) || isEqual(.away, .home))
            && !isEqual(.home, .home) && !isEqual(.away, .away)
    }

    private func side(_ side: Side) -> Side { isTurned ? side.other : side }

    /// Nil without one.
    func line(_ ref: LineRef) -> LineRef? {
        guard let line = source.player(ref) else { return nil }
        if let own = added[line.ref] { return own }
        let team = target.teams[side(line.side)].players.filter { $0.mergedInto == nil }
        let known =
            team.first { $0.player == line.player }
            ?? Self.only(team.filter { isOfNumber(line, $0) })
            ?? Self.only(team.filter { isOfName(line, $0) })
        return known?.ref
    }

    private func isOfNumber(_ line: PlayerLine, _ other: PlayerLine) -> Bool {
        !line.number.isEmpty && !source.sharesNumber(line) && !other.isWithdrawn
            && other.number == line.number
    }

    /// For a player whose number says too little.
    private func isOfName(_ line: PlayerLine, _ other: PlayerLine) -> Bool {
        (line.number.isEmpty || source.sharesNumber(line)) && !line.name.isEmpty
            && Slug.plain(other.name) == Slug.plain(line.name)
    }

    private static func only(_ lines: [PlayerLine]) -> PlayerLine? {
        lines.count == 1 ? lines[0] : nil
    }

    /// The players of these without a line in the other game, by slot.
    func missing(_ subjects: [Subject]) -> [PlayerLine] {
        var known: Set<LineRef> = []
        return subjects.compactMap { subject in
            guard case .line(let ref) = subject, line(ref) == nil,
                let line = source.player(ref), known.insert(line.ref).inserted
            else { return nil }
            return line
        }
    }

    /// Players with another name in the other game, matched by number: `4 Ina is 4 Ana there`; empty
    /// if there is none.
    func renamed(_ subjects: [Subject]) -> String {
        var known: Set<LineRef> = []
        let words = subjects.compactMap { subject -> String? in
            guard case .line(let ref) = subject, let own = source.player(ref),
                let other = line(ref).flatMap(target.player), known.insert(own.ref).inserted,
                !own.name.isEmpty, !other.name.isEmpty,
                Slug.plain(own.name) != Slug.plain(other.name)
            else { return nil }
            return "\(own.spoken) is \(other.spoken) there"
        }
        return Phrases.names(words, atMost: APILimits.namedPlayersMax)
    }

    /// Lines for players of the source that an entry adds to the other game.
    mutating func add(_ players: [PlayerLine], in entry: EntryID) -> [RosterLine] {
        for (index, line) in players.enumerated() { added[line.ref] = .added(entry, index) }
        return players.map {
            RosterLine(
                side: side($0.side), number: $0.number, name: $0.name, player: $0.player)
        }
    }

    func named(_ move: Move) -> Move {
        var move = move
        move.subject = named(move.subject)
        move.players = move.players.map(named)
        return move
    }

    private func named(_ subject: Subject) -> Subject {
        switch subject {
        case .nobody: .nobody
        case .team(let side): .team(self.side(side))
        case .line(let ref): .line(line(ref) ?? ref)
        }
    }
}
