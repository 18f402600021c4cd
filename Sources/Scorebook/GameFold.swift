import MoveLog

/// Folds the entries of one game into its scoreboard, and appends single entries at the end.
///
/// The fold walks the rows, in order, in phases: voids; signatures; the final rules and rosters;
/// events; corrections and links of assists; then one pass that counts.
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
    private var answers = Answers()
    private var context = EventContext()
    private var hasTakeOver = false
    /// True if a foul states its free throws.
    private var statesThrows = false
    /// Nil if the table knew every device.
    private(set) var strangers: Newcomers.Strangers?

    /// `entries` are in order; `standIns` maps origins to their copies.
    static func fold(
        _ game: GameLine, _ entries: EntryRows, devices: [AuthorID: PublicKey],
        standIns: [EntryID: [StandIn]], removed: Set<PublicKey> = [], links: BoardLinks? = nil
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
        let strangers = Newcomers.Strangers(
            entries.authors, devices, claimed: signOff.set.strangers)
        fold.strangers = strangers.isEmpty ? nil : strangers
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
        board.otherCreations = Int(game.creationCount) - 1
        board.hasLaterRules = game.created.isLater
        if game.created.isLater { board.later = [game.id] }
        board.links = links
    }

    private mutating func fold(
        _ entries: EntryRows, _ names: NameIndex, _ withdrawn: [Int: [Int]]
    ) {
        foldRulesAndRoster(entries, withdrawn)
        numbers = DeviceNumbers(entries.authors, devices)
        answers = Answers(entries, names, withdrawn, numbers)
        let events = events(entries)
        let standings = Standings(entries, names, answers, events, roster, numbers)
        statesThrows = standings.statesThrows
        board.danglingFixes = answers.fixes.dangling
        board.uncomparedPeriods = events.uncomparedPeriods
        board.needsCommonTime = events.needsCommonTime
        board.clockedPeriods = periodsWithClock
        board.wallComparisons = events.context.common.last(of: entries.authors)
        board.questions = standings.questions.map { question in
            EventQuestion(
                kind: question.kind, head: entries.id(entries.rows[question.head]),
                moves: question.moves.map { entries.id(entries.rows[$0]) }, fixes: question.fixes)
        }
        hasMoved = Array(repeating: false, count: entries.authors.count)
        var timeline = Timeline(
            entries, Array(repeating: Outcome(), count: entries.rows.count), names)
        for index in entries.rows.indices.dropFirst() {
            let row = entries.rows[index]
            let state = standings.states[index]
            if state != .void, let aside = entries.aside(row) { board.note(aside) }
            if row.isMove {
                if state == .live { count(standings.corrections[index]?.move, row, entries) }
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
        isSteady = !hasTakeOver && !names.hasNamesakes
        finish()
    }

    /// Rules are those of the end, and rosters are complete before anything counts: no move depends
    /// on its place among them.
    private mutating func foldRulesAndRoster(_ entries: EntryRows, _ withdrawn: [Int: [Int]]) {
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
                if entry.isLater { board.hasLaterRules = true }
            case .gameClock(let entry) where entry.action == .start:
                periodsWithClock.insert(entry.period)
            default: break
            }
        }
        roster.finish()
        for side in Side.allCases { board.teams[side].players = roster.players[side] }
    }

    /// Compares moves only if several devices recorded some.
    private mutating func events(_ entries: EntryRows) -> EventFold {
        let takeOvers = AbsenceFold(entries, &numbers, roster)
        hasTakeOver = !takeOvers.isEmpty
        let recorders = entries.rows.lazy.filter(\.isMove).map { [numbers] in
            numbers[entries.recorder($0)]
        }
        var moves: [ComparedMove] = []
        if let first = recorders.first, recorders.contains(where: { $0 != first }) {
            moves = entries.rows.indices.compactMap { compared(entries, $0) }
        }
        context = EventContext(
            clocked: periodsWithClock, CommonTime(entries, answers.withdrawn, &numbers),
            takeOvers.groups(entries, numbers, roster), moves)
        return EventFold(moves, context)
    }

    /// Nil unless the entry is a move of a player that takes part in events with others.
    private func compared(_ entries: EntryRows, _ index: Int) -> ComparedMove? {
        let row = entries.rows[index]
        guard row.isMove, !answers.isByItself(index) else { return nil }
        let recorded = Said(row, roster.seat(row, entries))
        let own = answers.fixes.names(index) ? answers.said(entries, index, roster) : recorded
        guard own != nil || recorded != nil else { return nil }
        return ComparedMove(
            index: index, author: row.author, device: numbers[entries.recorder(row)],
            wallDevice: numbers[row.author], wall: row.wall, isTracked: row.isTracked,
            firstVoid: answers.firstVoids[index], own: own, recorded: recorded)
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
        case .authorStarted, .deviceAdded, .deviceRemoved, .deputyNamed, .keeperNamed, .tableNamed,
            .gameCreated, .rosterAdded, .move, .void, .rulesChanged, .note, .fix, .accepted,
            .wallCompared, .rosterEdited, .rosterMerged, .signOff, .deviceLost, .deviceFound,
            .teamNamed, .transferred, .gameUnited, .unknown, .malformed:
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
        let entries = board.timeline.entries
        let move = entries.move(row)
        guard author < hasMoved.count, hasMoved[author], entries.content(row)?.isLater != true,
            isLinkStanding(move?.linked), move?.throwCount ?? 0 == 0
        else { return false }
        guard numbers.areSeveral, let last = compared(entries, index) else {
            count(nil, row, entries)
            return true
        }
        guard isSilent(last) else { return false }
        guard !statesThrows || last.own?.isAttemptOfFreeThrow != true, isTimed(last),
            let place = place(of: last)
        else { return false }
        switch place {
        case .behind(let head):
            board.timeline.outcomes[index].state = .copy
            board.timeline.annotate(index, Remark(headOf: entries.id(entries.rows[head])))
        case .byItself(let alike):
            let twins = alike.filter {
                board.timeline.outcomes[$0].state == .live && !answers.isAnswered($0)
            }
            if !twins.isEmpty {
                let ids = twins.map { entries.id(entries.rows[$0]) }
                board.timeline.annotate(index, Remark(resembles: ids))
            }
            count(nil, row, entries)
        }
        return true
    }

    /// True if the linked move has not arrived or still counts.
    private func isLinkStanding(_ linked: EntryID?) -> Bool {
        guard let linked,
            let place = board.timeline.names.indices(of: linked, board.timeline.entries.authors)
                .first
        else { return true }
        let basket = board.timeline[place].headOf.flatMap(board.place) ?? place
        let entry = board.timeline[basket]
        return entry.isLive
            && (board.timeline.entries.rows[place].kind?.isScoring != true
                || entry.moveKind?.isScoring == true)
    }

    /// True unless the move, one of the first of its player that the device recorded, allows other
    /// moves of the device to mean that player.
    private mutating func isSilent(_ last: ComparedMove) -> Bool {
        guard let seat = last.recorded?.seat else { return false }
        let isKnown = context.isKnown(last)
        defer { context.insertRecorder(last) }
        if isKnown { return true }
        let entries = board.timeline.entries
        let moves = entries.rows.indices.filter { $0 != last.index }
            .compactMap { compared(entries, $0) }
        let others = moves.filter { $0.device != last.device && $0.own?.seat == seat }
        let own = moves.filter { $0.device == last.device && $0.own?.seat.side == seat.side }
        return !own.contains { one in others.contains { context.mayMean(one, $0) } }
    }

    /// True unless the move is the author's first of a period that only wall clocks can tell about.
    private func isTimed(_ last: ComparedMove) -> Bool {
        guard let said = last.own, said.likeness == .copies, context.reading(said) == nil,
            !board.uncomparedPeriods.contains(said.period)
        else { return true }
        let rows = board.timeline.entries.rows
        return rows.indices.contains { index in
            index != last.index && rows[index].author == last.author
                && rows[index].period == said.period && rows[index].isMove
                && compared(board.timeline.entries, index).map {
                    $0.device == last.device && isUnread($0)
                } == true
        }
    }

    private func isUnread(_ move: ComparedMove) -> Bool {
        move.own.map { $0.likeness == .copies && context.reading($0) == nil } ?? false
    }

    /// The standing of a further move among those that it may be paired with.
    private enum Newcomer {
        /// The index of the move that counts.
        case behind(Int)
        /// The indices of moves that may be the same.
        case byItself(alike: [Int])
    }

    /// Nil if more must be compared again than the moves near the last one.
    private func place(of last: ComparedMove) -> Newcomer? {
        guard let near = neighbours(of: last) else { return nil }
        if near.isEmpty { return .byItself(alike: []) }
        var (old, new) = (EventFold(near, context), EventFold(near + [last], context))
        old.pointOut()
        new.pointOut()
        let place = near.count
        guard !old.isCrowded, !new.isCrowded,
            old.alike.elementsEqual(
                new.alike.filter { $0.later != place }, by: { $0 == $1 })
        else { return nil }
        let event = new.eventOf[place].map { new.members[$0] } ?? [place]
        let isRestEqual = near.indices.allSatisfy { other in
            let before = old.eventOf[other].map { old.members[$0] } ?? [other]
            let after = new.eventOf[other].map { new.members[$0] } ?? [other]
            return before == after.filter { $0 != place }
        }
        guard isRestEqual else { return nil }
        guard let number = new.eventOf[place] else {
            return .byItself(
                alike: new.alike.filter { $0.later == place }.map { near[$0.earlier].index })
        }
        let others = event.filter { $0 != place }.map { near[$0].index }
        let states = others.map { board.timeline.outcomes[$0].state }
        guard new.reasons[number].isEmpty, others.allSatisfy({ !answers.fixes.names($0) }),
            states.allSatisfy({ $0 == .live || $0 == .copy }),
            let head = new.head(of: event), let live = states.firstIndex(of: .live),
            head < near.count, near[head].index == others[live]
        else { return nil }
        return .behind(near[head].index)
    }

    /// The moves that can be paired with one, and those that can be paired with these, in order; nil
    /// if they are many. Cost: a look at each row for each of them.
    private func neighbours(of last: ComparedMove) -> [ComparedMove]? {
        let entries = board.timeline.entries
        var found: [ComparedMove] = []
        var open = [last]
        while let move = open.popLast() {
            for index in entries.rows.indices
            where index != last.index && isNear(entries.rows[index], index, move) {
                guard !found.contains(where: { $0.index == index }),
                    let other = compared(entries, index), context.mayPair(move, other)
                else { continue }
                found.append(other)
                open.append(other)
                if found.count > ScorebookLimits.neighboursMax { return nil }
            }
        }
        return found.sorted { $0.index < $1.index }
    }

    /// Rules out most rows at little cost.
    private func isNear(_ row: Row, _ index: Int, _ move: ComparedMove) -> Bool {
        guard row.isMove else { return false }
        if answers.fixes.names(index) || answers.fixes.names(move.index) { return true }
        guard let said = move.own, (said.period - Int(row.period)).magnitude <= 1 else {
            return false
        }
        guard let one = said.reading, let other = row.reading, said.period == Int(row.period),
            context.isClocked[said.period]
        else { return true }
        return one.distanceApart(other) <= EventPass.eventWindow
    }
}

extension Timeline {
    /// The entry must be last in order and its author's last.
    mutating func append(_ placed: Placed) {
        entries.insert(placed)
        outcomes.append(Outcome())
        names.append(entries, entries.rows.count - 1)
    }
}

extension Scoreboard {
    /// Lists a live entry that is not wholly understood.
    fileprivate mutating func note(_ aside: Aside) {
        if case .malformed = aside.content {
            malformed.append(aside.id)
        } else if aside.content.isLater {
            later.append(aside.id)
        }
    }

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
            // A device that had not heard of the signature compares its clock before a move.
            if entries.aside(row)?.kind != .wallCompared { afterSignOff.append(entries.id(row)) }
        }
        timeline = whole
    }
}

// MARK: Voids

extension EntryRows {
    /// By index of each withdrawn entry, the indices of the live voids that name it, in order. A
    /// reference counts only if its target is smaller in order, so one pass from the end decides,
    /// and voids cannot form a circle.
    func withdrawals(_ names: NameIndex, from first: Int) -> [Int: [Int]] {
        var voids: [Int: [Int]] = [:]
        for index in rows.indices.dropFirst(first).reversed() where rows[index].aside >= 0 {
            guard case .void(let void)? = content(rows[index]), voids[index] == nil else {
                continue
            }
            for target in names.indices(of: void.target, authors)
            where target < index && (first == 0 || aside(rows[target])?.kind != .gameCreated) {
                voids[target, default: []].append(index)
            }
        }
        return voids.mapValues { $0.reversed() }
    }
}
