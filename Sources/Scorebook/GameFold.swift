import MoveLog

/// Folds the entries of one game into its scoreboard, and appends single entries at the end.
///
/// The fold walks the rows, in order, in phases: voids; signatures; rules and rosters, which are
/// those of the end; duplicates; corrections and links of assists; then one pass that counts.
/// `Sources/README.md` follows a basket through them.
struct GameFold: Sendable {
    private(set) var board: Scoreboard
    private let devices: [AuthorID: PublicKey]
    private let removed: Set<PublicKey>
    private var roster: RosterFold
    private var clock = ClockFold()
    private var sums = ScoreFold()
    private var tracking = TrackingFold()
    private var ruling = Ruling.open
    /// True if a further entry at the end cannot change the standing of earlier ones.
    private var isSteady = false
    /// By author number, true if a move of the author counted.
    private var hasMoved: [Bool] = []
    private var numbers = DeviceNumbers()
    private var periodsWithClock: Set<Int> = []

    /// `entries` are in order; `standIns` maps origins to their copies.
    static func fold(
        _ game: GameLine, _ entries: EntryRows, devices: [AuthorID: PublicKey],
        standIns: [EntryID: [EntryID]], removed: Set<PublicKey> = [], links: BoardLinks? = nil
    ) -> GameFold {
        let entries = entries.beginning(with: game.creation)
        let names = NameIndex(entries, from: 1)
        let withdrawn = entries.withdrawals(names, from: 1)
        let signOff = SignOffFold(entries, withdrawn, devices, standIns, removed: removed)
        var fold: GameFold
        if signOff.official == nil {
            let shown = entries.asShown(withdrawn)
            fold = GameFold(game, devices, removed, isTurned: shown.isTurned, links)
            fold.fold(shown, names, withdrawn)
        } else {
            let inside = entries.filter(signOff.isInside)
            let itsNames = NameIndex(inside, from: 1)
            let withdrawn = inside.withdrawals(itsNames, from: 1)
            let shown = inside.asShown(withdrawn)
            fold = GameFold(game, devices, removed, isTurned: shown.isTurned, links)
            fold.fold(shown, itsNames, withdrawn)
            let whole = entries.withoutEffect(of: shown.repeated)
            fold.board.weave(shown.isTurned ? whole.turned : whole, names, signOff.isInside)
        }
        signOff.apply(to: &fold.board)
        if signOff.hasSignatures || !fold.board.lost.isEmpty { fold.isSteady = false }
        return fold
    }

    private init(
        _ game: GameLine, _ devices: [AuthorID: PublicKey], _ removed: Set<PublicKey>,
        isTurned: Bool, _ links: BoardLinks?
    ) {
        self.devices = devices
        self.removed = removed
        let created = isTurned ? game.created.turned : game.created
        let (rules, lines) = created.terms
        roster = RosterFold(lines, game.id)
        roster.elsewhere = links?.linesElsewhere ?? []
        board = Scoreboard(
            id: game.id, createdWall: game.createdWall, rules: rules,
            teams: Sides(home: TeamBoard(name: created.home), away: TeamBoard(name: created.away)))
        board.malformedCount = game.creationCount - 1
        board.links = links
    }

    private mutating func fold(
        _ entries: EntryRows, _ names: NameIndex, _ withdrawn: [Int: [EntryID]]
    ) {
        foldRulesAndRoster(entries, withdrawn)
        numbers = DeviceNumbers(entries.authors, devices)
        let covers = CoverFold(entries, &numbers, roster)
        let duplicates = duplicates(entries, covers)
        let standings = Standings(entries, names, withdrawn, duplicates)
        board.danglingFixes = standings.danglingFixes
        hasMoved = Array(repeating: false, count: entries.authors.count)
        var timeline = Timeline(
            entries, Array(repeating: Outcome(), count: entries.rows.count), names)
        for index in entries.rows.indices.dropFirst() {
            let row = entries.rows[index]
            let state = standings.states[index]
            if row.isMove {
                if state == .live { count(standings.corrected(index), row, entries) }
            } else if let content = entries.content(row) {
                fold(content, entries, row, isLive: state == .live)
            }
            timeline.outcomes[index] = Outcome(
                state: state, home: Int32(clamping: sums.score.home),
                away: Int32(clamping: sums.score.away))
            if let remark = standings.remark(index) { timeline.annotate(index, remark) }
        }
        board.timeline = timeline
        tracking.apply(to: &board, without: removed)
        isSteady = covers.isEmpty && !names.hasNamesakes && !standings.hasWithdrawnCopies
        finish()
    }

    /// Rules are those of the end, and rosters are complete before anything counts: no move depends
    /// on its place among them.
    private mutating func foldRulesAndRoster(_ entries: EntryRows, _ withdrawn: [Int: [EntryID]]) {
        for index in entries.rows.indices.dropFirst() where entries.rows[index].aside >= 0 {
            let isLive = withdrawn[index] == nil
            guard let aside = entries.aside(entries.rows[index]) else { continue }
            switch aside.content {
            case .rosterAdded(let entry):
                roster.add(
                    entry, aside.id, recordedAs: entries.recordedAs(entries.rows[index]),
                    isLive: isLive)
            case .rosterEdited(let entry) where isLive: roster.edits.append(entry)
            case .rosterMerged(let entry) where isLive: roster.merges.append(entry)
            case .teamNamed(let entry) where isLive: board.teams[entry.side].name = entry.name
            case .rulesChanged(let entry) where isLive:
                for (rule, value) in entry.changes { board.rules[rule] = value }
            case .gameClock(let entry) where entry.action == .start:
                periodsWithClock.insert(entry.period)
            default: break
            }
        }
        roster.finish()
        for side in Side.allCases { board.teams[side].players = roster.players[side] }
    }

    /// Compares moves only if several devices recorded some.
    private func duplicates(_ entries: EntryRows, _ covers: CoverFold) -> Duplicates {
        let recorders = entries.rows.lazy.filter(\.isMove).map {
            numbers[entries.recorder($0)]
        }
        guard let first = recorders.first, recorders.contains(where: { $0 != first }) else {
            return Duplicates()
        }
        let moves = entries.rows.indices.compactMap { recorded(entries, $0) }
        return Duplicates(moves, covers: covers, periodsWithClock: periodsWithClock)
    }

    /// Nil unless the entry is a move of a player.
    private func recorded(_ entries: EntryRows, _ index: Int) -> RecordedMove? {
        let row = entries.rows[index]
        guard let kind = row.kind, let seat = roster.seat(row, entries) else { return nil }
        let what = RecordedMove.What(
            seat: seat, kind: kind, period: Int(row.period),
            missed: kind == .miss ? Variant(rawValue: row.variant) : nil)
        return RecordedMove(
            index: index, id: entries.recordedAs(row), device: numbers[entries.recorder(row)],
            what: what,
            reading: row.reading, wall: row.wall, isTracked: row.isTracked,
            isAlone: row.placement & 2 != 0, isCovering: row.placement & 4 != 0)
    }

    // MARK: The pass that counts

    private mutating func count(_ corrected: Move?, _ row: Row, _ entries: EntryRows) {
        hasMoved[Int(entries.recorder(row))] = true
        guard let corrected else {
            return sums.count(
                row, roster.seat(row, entries), board.rules,
                isOfBench: row.aside >= 0 && entries.move(row)?.isOfBench == true)
        }
        var seat: PlayerSeat?
        if case .line(let ref) = corrected.subject { seat = roster.seat(ref) }
        sums.count(corrected.asRow, seat, board.rules, isOfBench: corrected.isOfBench)
    }

    private mutating func fold(_ content: Content, _ entries: EntryRows, _ row: Row, isLive: Bool) {
        let author = devices[entries.authors[row.author]]
        switch content {
        case .gameClock(let entry): if isLive { clock.fold(entry, entries, row) }
        case .periodBegan(let entry): if isLive { clock.fold(entry, entries, row) }
        case .trackingClaimed, .trackingReleased, .takenOver:
            tracking.fold(content, by: author, isLive: isLive, roster)
        case .gameEnded, .gameReopened, .gameForfeited, .gameAbandoned:
            if isLive { ruling = Ruling(content) ?? ruling }
        case .unknown: board.unknownCount += 1
        case .malformed: board.malformedCount += 1
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .gameCreated, .rosterAdded, .move, .void, .rulesChanged, .note, .fix, .accepted,
            .rosterEdited, .rosterMerged, .signOff, .deviceLost, .deviceFound, .teamNamed,
            .transferred, .gameUnited:
            break
        }
    }

    private mutating func finish() {
        board.clock = clock.board
        if board.clock.governing == nil { board.clock.period = sums.lastPeriod }
        sums.apply(to: &board)
        board.judge(
            ruling, hasMoves: sums.hasMoves, lastShot: sums.lastShot(in: board.clock.period))
    }
}

// MARK: One more entry

extension GameFold {
    /// Appends an entry that is not a copy and not on the board; the board then equals that of a
    /// whole fold. False if that cannot be told from the entry: discard this fold and fold all
    /// entries. Cost: one pass over the rows if several devices record, else constant.
    mutating func append(_ placed: Placed) -> Bool {
        let index = board.timeline.count
        guard isSteady, let last = board.timeline.last, last.place < placed.place,
            !board.timeline.names.hasBeyond(placed.entry.id, board.timeline.entries.authors),
            placed.entry.id != board.id, placed.entry.kind != .transferred
        else { return false }
        board.timeline.append(placed)
        let row = board.timeline.entries.rows[index]
        if row.isMove {
            guard appendMove(row, at: index) else { return false }
        } else {
            switch board.timeline.entries.content(row) {
            case .gameClock(let entry)?:
                guard entry.action != .start || periodsWithClock.contains(entry.period) else {
                    return false
                }
                clock.fold(entry, board.timeline.entries, row)
            case .periodBegan(let entry)?: clock.fold(entry, board.timeline.entries, row)
            case .note?: break
            default: return false
            }
        }
        board.timeline.outcomes[index].home = Int32(clamping: sums.score.home)
        board.timeline.outcomes[index].away = Int32(clamping: sums.score.away)
        finish()
        return true
    }

    /// False for an author's first move, which may add a keeper to wait for, and for a move that
    /// may change the standing of others.
    private mutating func appendMove(_ row: Row, at index: Int) -> Bool {
        let author = Int(row.author)
        guard author < hasMoved.count, hasMoved[author],
            isLinkStanding(board.timeline.entries.move(row)?.linked),
            let duplicates = duplicates(ofLast: index)
        else { return false }
        if let original = duplicates.originals[index] {
            let id = board.timeline.entries.id(board.timeline.entries.rows[original])
            board.timeline.outcomes[index].state = .held
            board.timeline.annotate(index, Remark(heldOf: id))
            return true
        }
        if let other = duplicates.resembled[index], board.timeline.outcomes[other].state == .live {
            let id = board.timeline.entries.id(board.timeline.entries.rows[other])
            board.timeline.annotate(index, Remark(resembles: id))
        }
        count(nil, row, board.timeline.entries)
        return true
    }

    /// True if the linked move has not arrived or still counts.
    private func isLinkStanding(_ linked: EntryID?) -> Bool {
        guard let linked,
            let place = board.timeline.names.indices(of: linked, board.timeline.entries.authors)
                .first
        else { return true }
        return board.timeline.outcomes[place].state.isStanding(
            board.timeline.entries.rows[place].kind, now: board.timeline[place].move?.kind)
    }

    /// Compares the last move with its group; nil if the whole group must be compared again.
    private func duplicates(ofLast index: Int) -> Duplicates? {
        let entries = board.timeline.entries
        guard numbers.areSeveral, let last = recorded(entries, index) else { return Duplicates() }
        let group = entries.rows.indices.compactMap { place -> RecordedMove? in
            let row = entries.rows[place]
            guard row.moveKind == last.what.kind.rawValue, row.period == last.what.period,
                let move = recorded(entries, place), move.what == last.what
            else { return nil }
            return move
        }
        if last.isTracked, group.contains(where: { !$0.isTracked }) { return nil }
        return Duplicates(group: group, hasClock: periodsWithClock.contains(last.what.period))
    }
}

extension Timeline {
    /// The entry must be last in order and its author's last.
    fileprivate mutating func append(_ placed: Placed) {
        entries.insert(placed)
        outcomes.append(Outcome())
        names.append(entries, entries.rows.count - 1)
    }
}

extension Scoreboard {
    /// Inserts the entries outside of an official result, each in its place.
    fileprivate mutating func weave(_ entries: EntryRows, _ names: NameIndex, _ isInside: [Bool]) {
        var whole = Timeline(entries, [], names)
        whole.remarks = timeline.remarks
        var inside = timeline.outcomes.makeIterator()
        for (row, isInside) in zip(entries.rows, isInside) {
            if isInside, let outcome = inside.next() {
                whole.outcomes.append(outcome)
                continue
            }
            let last = whole.outcomes.last ?? Outcome()
            whole.outcomes.append(Outcome(state: .afterSignOff, home: last.home, away: last.away))
            afterSignOff.append(entries.id(row))
        }
        timeline = whole
    }
}

// MARK: Voids

extension EntryRows {
    /// By index of each withdrawn entry, the live voids that name it, in order. A reference counts
    /// only if its target is smaller in order, so one pass from the end decides, and voids cannot
    /// form a circle.
    func withdrawals(_ names: NameIndex, from first: Int) -> [Int: [EntryID]] {
        var voids: [Int: [EntryID]] = [:]
        for index in rows.indices.dropFirst(first).reversed() where rows[index].aside >= 0 {
            guard case .void(let void)? = content(rows[index]), voids[index] == nil else {
                continue
            }
            for target in names.indices(of: void.target, authors)
            where target < index && (first == 0 || aside(rows[target])?.kind != .gameCreated) {
                voids[target, default: []].append(id(rows[index]))
            }
        }
        return voids.mapValues { $0.reversed() }
    }
}

// MARK: Corrections, answers and links

/// The standing of every entry and the move in force, once voids and duplicates are known. Links of
/// assists are judged on moves as corrected.
private struct Standings {
    /// By index.
    private(set) var states: [Outcome.State]
    /// Live fixes without a move to correct.
    private(set) var danglingFixes: [EntryID] = []
    private let entries: EntryRows
    private let names: NameIndex
    private let withdrawn: [Int: [EntryID]]
    private let duplicates: Duplicates
    /// By index of the corrected move.
    private var corrections: [Int: Correction] = [:]
    /// True if there are no corrections and no resembling moves.
    private var isPlain: Bool { corrections.isEmpty && duplicates.resembled.isEmpty }
    /// Indices of the moves that a keeper accepted, held or not.
    private var accepted: Set<Int> = []
    /// Indices of the baskets with an assist; built on first use.
    private var assisted: Set<Int>?

    init(
        _ entries: EntryRows, _ names: NameIndex, _ withdrawn: [Int: [EntryID]],
        _ duplicates: Duplicates
    ) {
        self.entries = entries
        self.names = names
        self.withdrawn = withdrawn
        self.duplicates = duplicates
        states = Array(repeating: .live, count: entries.rows.count)
        for index in withdrawn.keys { states[index] = .void }
        readAnswers()
        judgeLinks()
    }

    /// Reads fixes and accepts, in order.
    private mutating func readAnswers() {
        /// By index of the move. Includes void fixes, which connect later ones to their bases.
        var fixes: [Int: [FixEntry]] = [:]
        for index in entries.rows.indices where entries.rows[index].aside >= 0 {
            guard let aside = entries.aside(entries.rows[index]) else { continue }
            let isLive = states[index] == .live
            switch aside.content {
            case .fix(let fix):
                let targets = indices(of: fix.target, before: index).filter {
                    entries.rows[$0].isMove
                }
                if targets.isEmpty && isLive { danglingFixes.append(aside.id) }
                let entry = FixEntry(index: index, id: aside.id, fix: fix, isLive: isLive)
                for target in targets { fixes[target, default: []].append(entry) }
            case .accepted(let entry) where isLive:
                accepted.formUnion(indices(of: entry.target, before: index))
            default: break
            }
        }
        for (target, entries) in fixes { corrections[target] = Correction(entries) }
    }

    /// The entries with this ID that are smaller in order.
    private func indices(of id: EntryID, before index: Int) -> [Int] {
        names.indices(of: id, entries.authors).filter { $0 < index }
    }

    /// The replacement of a corrected move; nil for every other entry.
    func corrected(_ index: Int) -> Move? { corrections.isEmpty ? nil : corrections[index]?.move }

    /// With corrections; nil for every other entry.
    private func move(_ index: Int) -> Move? {
        corrected(index) ?? entries.move(entries.rows[index])
    }

    /// With corrections.
    private func linked(_ index: Int) -> EntryID? {
        if let corrected = corrected(index) { return corrected.linked }
        if case .move(let move)? = entries.content(entries.rows[index]) { return move.linked }
        return nil
    }

    /// Nil for most entries.
    func remark(_ index: Int) -> Remark? {
        let state = states[index]
        let isUsual = state == .live || state == .unlinked
        if isUsual, isPlain { return nil }
        let correction = corrections.isEmpty ? nil : corrections[index]
        var resembles: EntryID?
        if state == .live, correction == nil, let other = duplicates.resembled[index],
            states[other] == .live, !accepted.contains(index)
        {
            resembles = entries.id(entries.rows[other])
        }
        if isUsual, correction == nil, resembles == nil { return nil }
        let original = state == .held ? duplicates.originals[index] : nil
        return Remark(
            voids: state == .void ? withdrawn[index] ?? [] : [],
            heldOf: original.map { entries.id(entries.rows[$0]) }, correction: correction,
            resembles: resembles)
    }

    /// True if a copy was withdrawn, so that an assist of it may belong to its original.
    var hasWithdrawnCopies: Bool { duplicates.originals.keys.contains { !isStanding($0) } }

    /// From the start, since links name entries smaller in order.
    private mutating func judgeLinks() {
        for index in entries.rows.indices
        where entries.rows[index].isMove && states[index] == .live {
            if let linked = linked(index), isGone(linked, before: index),
                !moves(index, from: linked)
            {
                states[index] = .unlinked
            } else if duplicates.originals[index] != nil, !isReleased(index) {
                states[index] = .held
            }
        }
    }

    /// True if a keeper decided that the move is not a copy.
    private func isReleased(_ index: Int) -> Bool {
        accepted.contains(index) || corrections[index] != nil
    }

    /// Moves the assist of a basket that was withdrawn as a copy to the original, unless that has
    /// one.
    private mutating func moves(_ assist: Int, from linked: EntryID) -> Bool {
        guard move(assist)?.kind == .assist,
            duplicates.originals[assist] == nil || isReleased(assist)
        else { return false }
        for copy in indices(of: linked, before: assist) where !isReleased(copy) {
            guard let original = duplicates.originals[copy], isStanding(original) else { continue }
            if assisted == nil { assisted = assistedBaskets }
            guard assisted?.insert(original).inserted == true else { continue }
            return true
        }
        return false
    }

    /// Baskets named by a live assist that is not a copy.
    private var assistedBaskets: Set<Int> {
        var baskets: Set<Int> = []
        for index in entries.rows.indices where states[index] == .live {
            guard let move = move(index), move.kind == .assist, let linked = move.linked,
                duplicates.originals[index] == nil || isReleased(index)
            else { continue }
            baskets.formUnion(indices(of: linked, before: index))
        }
        return baskets
    }

    private func isGone(_ linked: EntryID, before index: Int) -> Bool {
        let targets = indices(of: linked, before: index)
        return !targets.isEmpty && targets.allSatisfy { !isStanding($0) }
    }

    private func isStanding(_ index: Int) -> Bool {
        states[index].isStanding(entries.rows[index].kind, now: move(index)?.kind)
    }
}

extension Outcome.State {
    /// True if a link to the entry holds: a held basket may still count; a basket that was
    /// corrected into another kind does not hold one.
    fileprivate func isStanding(_ recorded: MoveKind?, now: MoveKind?) -> Bool {
        switch self {
        case .live, .held: recorded?.isScoring != true || now?.isScoring == true
        case .void, .unlinked, .afterSignOff: false
        }
    }
}

private struct FixEntry {
    let index: Int
    let id: EntryID
    let fix: Fix
    let isLive: Bool
}

extension Correction {
    /// The last live fix in order wins; nil if none is live.
    fileprivate init?(_ entries: [FixEntry]) {
        let live = entries.filter(\.isLive)
        guard let winner = live.last else { return nil }
        let seen = Self.ancestors(of: winner, entries)
        let conflicts = live.dropLast().filter {
            !seen.contains($0.id) && !$0.fix.move.says(winner.fix.move)
        }
        self.init(move: winner.fix.move, fixes: live.map(\.id), conflicts: conflicts.map(\.id))
    }

    /// The fixes that the winner's keeper had seen: its base, the base of that, and so on. A base
    /// must be smaller in order, so there is no circle.
    private static func ancestors(of winner: FixEntry, _ entries: [FixEntry]) -> Set<EntryID> {
        let known = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
        var seen: Set<EntryID> = []
        var last = winner
        while let base = last.fix.base, let next = known[base], next.index < last.index {
            seen.insert(base)
            last = next
        }
        return seen
    }
}

extension Move {
    /// True if both record the same, aside from how their keepers were placed.
    fileprivate func says(_ other: Move) -> Bool {
        var other = other
        (other.isTracked, other.isAlone, other.isCovering) = (isTracked, isAlone, isCovering)
        return self == other
    }
}
