import MoveLog

/// The standing of every entry and the value of every corrected move, once voids, fixes and events
/// are known.
struct Standings {
    /// By index.
    private(set) var states: [Outcome.State]
    /// By index of a move that does not count for the sake of another: that one.
    private(set) var headOf: [Int: Int] = [:]
    /// By index of a move that a fix corrected.
    private(set) var corrections: [Int: Correction] = [:]
    /// By index of a move that counts: those before it that may be the same.
    private(set) var resembled: [Int: [Int]] = [:]
    /// In order of the moves that the questions are about.
    private(set) var questions: [Question] = []

    struct Question: Equatable {
        let kind: EventQuestion.Kind
        let head: Int
        /// In order.
        let moves: [Int]
        /// In order.
        let fixes: [EntryID]
    }

    private let entries: EntryRows
    private let names: NameIndex
    private let answers: Answers
    private let roster: RosterFold
    private let numbers: DeviceNumbers
    private let stops: FreeThrowStops
    private var events: EventFold
    /// Places in `events`, by index.
    private var places: [Int: Int] = [:]

    init(
        _ entries: EntryRows, _ names: NameIndex, _ answers: Answers, _ events: EventFold,
        _ roster: RosterFold, _ numbers: DeviceNumbers
    ) {
        self.entries = entries
        self.names = names
        self.answers = answers
        self.events = events
        self.roster = roster
        self.numbers = numbers
        stops = FreeThrowStops(entries, answers, roster, numbers, events.context)
        states = Array(repeating: .live, count: entries.rows.count)
        for index in answers.withdrawn.keys { states[index] = .void }
        for event in events.members {
            for place in event { places[events.moves[place].index] = place }
        }
        judgeLinks()
        judge()
    }

    /// Nil for most entries.
    func remark(_ index: Int) -> Remark? {
        let state = states[index]
        if state == .live || state == .unlinked, corrections.isEmpty, resembled.isEmpty {
            return nil
        }
        let voids = state == .void ? answers.withdrawn[index] ?? [] : []
        let (head, correction) = (headOf[index], corrections[index])
        let twins = resembled[index] ?? []
        guard !voids.isEmpty || head != nil || correction != nil || !twins.isEmpty else {
            return nil
        }
        return Remark(
            voids: voids.map(id), headOf: head.map(id), correction: correction,
            resembles: twins.map(id))
    }

    private func id(_ index: Int) -> EntryID { entries.id(entries.rows[index]) }

    private mutating func judge() {
        stops.release(from: &events) { [self] events, place in
            guard let event = events.eventOf[place],
                states[events.moves[place].index] == .live,
                let head = head(of: events.members[event], in: events)
            else { return false }
            return head != place
        }
        events.pointOut()
        for event in events.members where !event.isEmpty { judge(event) }
        for index in answers.fixes.fixed where events.event(of: places[index]) == nil {
            guard let effect = answers.fixes.effect(on: CollectionOfOne(index)) else { continue }
            correct(index, effect)
            if states[index] == .live { ask(index, [index], effect, []) }
        }
        for (later, earlier) in events.alike.map({ ($0.later, $0.earlier) }) {
            let pair = (later: events.moves[later].index, earlier: events.moves[earlier].index)
            guard states[pair.later] == .live, states[pair.earlier] == .live,
                ![pair.later, pair.earlier].contains(where: answers.isAnswered)
            else { continue }
            resembled[pair.later, default: []].append(pair.earlier)
        }
        questions.sort { $0.head < $1.head }
    }

    var statesThrows: Bool { !stops.isEmpty }

    /// Decides which move of an event counts, if any.
    private mutating func judge(_ event: [Int]) {
        let moves = event.map { events.moves[$0].index }
        let effect = answers.fixes.effect(on: moves)
        let reasons = events.reasons[events.event(of: event[0]) ?? 0]
        if let void = moves.first(where: { states[$0] == .void }) {
            let others = moves.filter { states[$0] == .live }
            for move in others { hold(move, for: void, as: .held) }
            for move in moves { correctAlone(move) }
            if !others.isEmpty {
                questions.append(
                    Question(
                        kind: .withdrawn, head: void, moves: moves,
                        fixes: effect?.uppermost.map(\.id) ?? []))
            }
            return
        }
        guard let first = head(of: event, in: events) else { return }
        let head = events.moves[first].index
        if let effect { correct(head, effect) }
        let asked = ask(head, moves, effect, reasons)
        for move in moves where move != head {
            correctAlone(move)
            if states[move] == .live { hold(move, for: head, as: asked ? .held : .copy) }
        }
    }

    private mutating func hold(_ move: Int, for head: Int, as state: Outcome.State) {
        states[move] = state
        headOf[move] = head
    }

    private func head(of event: [Int], in events: EventFold) -> Int? {
        events.head(of: event.filter { states[events.moves[$0].index] == .live })
    }

    // MARK: Values

    private mutating func correct(_ index: Int, _ effect: FixFold.Effect) {
        let move = effect.inEffect.fix.move
        corrections[index] = Correction(
            move: move, inEffect: effect.inEffect.id, fixes: effect.live.map(\.id),
            conflicts: effect.uppermost.filter { !roster.areSame($0.fix.move, move) }.map(\.id))
    }

    /// A move that does not count shows what its own fixes say.
    private mutating func correctAlone(_ index: Int) {
        guard let effect = answers.fixes.effect(on: CollectionOfOne(index)) else { return }
        corrections[index] = Correction(
            move: effect.inEffect.fix.move, inEffect: effect.inEffect.id,
            fixes: effect.live.map(\.id), conflicts: [])
    }

    // MARK: Questions

    /// True if the keepers have to answer something about an event of these moves.
    @discardableResult
    private mutating func ask(
        _ head: Int, _ moves: [Int], _ effect: FixFold.Effect?, _ reasons: EventFold.Reasons
    ) -> Bool {
        let kind: EventQuestion.Kind
        let isDoubled = moves.contains { $0 != head && states[$0] == .live }
        if let conflicts = corrections[head]?.conflicts, effect != nil, !conflicts.isEmpty {
            kind = .conflict
        } else if let effect, isChanged(moves, effect) {
            kind = .changed
        } else if isDoubled, reasons.contains(.doubt) {
            kind = .doubt
        } else if isDoubled, reasons.contains(.apart) {
            kind = .apart
        } else {
            return false
        }
        questions.append(
            Question(
                kind: kind, head: head, moves: moves, fixes: effect?.uppermost.map(\.id) ?? []))
        return true
    }

    /// True if a device changed what another one says who tracks the player, and not in answer to a
    /// question.
    private func isChanged(_ moves: [Int], _ effect: FixFold.Effect) -> Bool {
        if effect.inEffect.fix.isAnswer { return false }
        let tracked = moves.filter { states[$0] != .void && entries.rows[$0].isTracked }
        guard !tracked.contains(where: { device($0) == effect.inEffect.device }) else {
            return false
        }
        return tracked.contains { index in
            let own = effect.live.last { $0.device == device(index) }?.fix.move
            guard let said = own ?? entries.move(entries.rows[index]) else { return false }
            return !roster.areSame(said, effect.inEffect.fix.move)
        }
    }

    private func device(_ index: Int) -> Int { numbers[entries.recorder(entries.rows[index])] }

    // MARK: Links

    /// From the start, since links name entries smaller in order.
    private mutating func judgeLinks() {
        for index in answers.fullMoves(entries) where states[index] == .live {
            guard let linked = linked(index), isGone(linked, before: index) else { continue }
            states[index] = .unlinked
        }
    }

    /// As corrected.
    private func linked(_ index: Int) -> EntryID? {
        if let own = answers.fixes.own(index) { return own.linked }
        if case .move(let move)? = entries.content(entries.rows[index]) { return move.linked }
        return nil
    }

    private func isGone(_ linked: EntryID, before index: Int) -> Bool {
        let targets = names.indices(of: linked, entries.authors).filter { $0 < index }
        return !targets.isEmpty && targets.allSatisfy { !isStanding($0) }
    }

    /// A basket stands as long as its event counts as one.
    private func isStanding(_ index: Int) -> Bool {
        guard states[index] == .live else { return false }
        guard entries.rows[index].kind?.isScoring == true else { return true }
        let event = events.event(of: places[index]).map { events.members[$0] } ?? []
        let moves = event.isEmpty ? [index] : event.map { events.moves[$0].index }
        if moves.contains(where: { states[$0] == .void }) { return false }
        guard let effect = answers.fixes.effect(on: moves) else { return true }
        return effect.inEffect.fix.move.kind.isScoring
    }
}

extension EventFold {
    fileprivate func event(of place: Int?) -> Int? { place.flatMap { eventOf[$0] } }
}

/// Entries about other entries: voids, fixes and accepts.
struct Answers: Sendable {
    /// By index of each withdrawn entry, the indices of the live voids that name it, in order.
    let withdrawn: [Int: [Int]]
    /// By index of a withdrawn move, the first void that withdraws its event too; a move that is
    /// withdrawn by itself has none.
    private(set) var firstVoids: [Int: Int] = [:]
    let fixes: FixFold
    /// Indices of the moves that live accepts name.
    private(set) var accepted: Set<Int> = []

    /// Of a game without entries.
    init() {
        withdrawn = [:]
        fixes = FixFold()
    }

    init(
        _ entries: EntryRows, _ names: NameIndex, _ withdrawn: [Int: [Int]],
        _ numbers: DeviceNumbers
    ) {
        self.withdrawn = withdrawn
        fixes = FixFold(entries, names, withdrawn, numbers)
        for (index, voids) in withdrawn where entries.rows[index].isMove {
            let isAlone = voids.contains { void in
                guard case .void(let void)? = entries.content(entries.rows[void]) else {
                    return false
                }
                return void.isOfEntryAlone
            }
            if !isAlone { firstVoids[index] = voids.first }
        }
        for index in entries.rows.indices where entries.rows[index].aside >= 0 {
            guard case .accepted(let entry)? = entries.content(entries.rows[index]),
                withdrawn[index] == nil
            else { continue }
            accepted.formUnion(
                names.indices(of: entry.target, entries.authors).filter { $0 < index })
        }
    }

    /// The fields of a move by the fixes that name it; nil if that is not compared.
    func said(_ entries: EntryRows, _ index: Int, _ roster: RosterFold) -> Said? {
        let row = entries.rows[index]
        guard let move = fixes.own(index) else { return Said(row, roster.seat(row, entries)) }
        guard case .line(let ref) = move.subject else { return nil }
        return Said(move.asRow, roster.seat(ref))
    }

    /// Indices of the moves that do not fit their rows or that a fix names, ascending.
    func fullMoves(_ entries: EntryRows) -> [Int] {
        entries.rows.indices.filter {
            (entries.rows[$0].aside >= 0 || !fixes.isEmpty && fixes.names($0))
                && entries.rows[$0].isMove
        }
    }

    /// True if a keeper accepted or corrected the move.
    func isAnswered(_ index: Int) -> Bool { accepted.contains(index) || fixes.names(index) }

    /// True if the move takes part in no event with others.
    func isByItself(_ index: Int) -> Bool {
        accepted.contains(index) || withdrawn[index] != nil && firstVoids[index] == nil
    }
}

/// Free throws of one stop that a foul states the number of: the copies among them are no copies as
/// long as there were fewer attempts.
struct FreeThrowStops {
    private struct Foul {
        let side: Side
        let period: Int
        let reading: Int64
        let device: Int
        let throwCount: Int
    }

    private var fouls: [Foul] = []
    /// Attempts that a keeper accepted: events of their own.
    private var accepted: [Said] = []

    /// Cost: a look at each entry that is no plain move.
    init(
        _ entries: EntryRows, _ answers: Answers, _ roster: RosterFold, _ numbers: DeviceNumbers,
        _ context: EventContext
    ) {
        for index in answers.fullMoves(entries) where answers.withdrawn[index] == nil {
            let row = entries.rows[index]
            guard let move = answers.fixes.own(index) ?? entries.move(row), move.throwCount > 0,
                let side = roster.side(move.subject), context.isClocked[move.period],
                let reading = move.asRow.reading
            else { continue }
            fouls.append(
                Foul(
                    side: side, period: move.period, reading: reading,
                    device: numbers[entries.recorder(row)], throwCount: move.throwCount))
        }
        guard !fouls.isEmpty else { return }
        accepted = answers.accepted.sorted().compactMap { index in
            guard answers.withdrawn[index] == nil else { return nil }
            let said = answers.said(entries, index, roster)
            return said?.isAttemptOfFreeThrow == true ? said : nil
        }
    }

    var isEmpty: Bool { fouls.isEmpty }

    /// Makes held attempts events of their own.
    func release(from events: inout EventFold, isHeld: (_ events: EventFold, _ place: Int) -> Bool)
    {
        for foul in fouls {
            let near = fouls.filter {
                $0.side == foul.side && $0.period == foul.period
                    && $0.reading.distanceApart(foul.reading) <= EventPass.copyWindow
            }
            let stated =
                Dictionary(grouping: near, by: \.device).values
                .map { $0.reduce(0) { $0 + $1.throwCount } }.max() ?? 0
            let attempts = attempts(at: foul, events)
            let others = accepted.filter { isAttempt($0, at: foul, events.context) }
            let shooters = attempts.map { events.moves[$0].own?.seat } + others.map(\.seat)
            guard Set(shooters).count == 1 else { continue }
            for held in attempts.filter({ isHeld(events, $0) }) {
                let known = Set(attempts.map { events.eventOf[$0] ?? -1 - $0 })
                guard known.count + others.count < stated else { break }
                events.release(held)
            }
        }
    }

    private func attempts(at foul: Foul, _ events: EventFold) -> [Int] {
        events.moves.indices.filter { place in
            let event = events.eventOf[place].map { events.members[$0] } ?? [place]
            guard !event.contains(where: { events.moves[$0].isVoid }),
                let said = events.moves[place].own
            else { return false }
            return isAttempt(said, at: foul, events.context)
        }
    }

    private func isAttempt(_ said: Said, at foul: Foul, _ context: EventContext) -> Bool {
        guard said.isAttemptOfFreeThrow, said.seat.side != foul.side, said.period == foul.period,
            let reading = context.reading(said)
        else { return false }
        return reading.distanceApart(foul.reading) <= EventPass.copyWindow
    }
}
