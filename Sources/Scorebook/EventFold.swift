import MoveLog

/// The facts beside the moves themselves on which events depend.
struct EventContext: Sendable {
    /// By period, true if its game clock was ever started.
    private(set) var isClocked: [Bool]
    let common: CommonTime
    /// Moves of an absent and a covering keeper that say the same, by index in order.
    let absences: [AbsenceFold.Group]

    /// How many moves of each player each device recorded.
    private var recorded: [Recorder: Int] = [:]

    private struct Recorder: Hashable {
        let device: Int
        let seat: PlayerSeat
    }

    /// Of a game without moves.
    init() { self.init(clocked: [], CommonTime(), [], []) }

    /// `moves` are all that are compared.
    init(
        clocked: Set<Int>, _ common: CommonTime, _ absences: [AbsenceFold.Group],
        _ moves: [ComparedMove]
    ) {
        isClocked = (0...ScorebookLimits.periodMax).map(clocked.contains)
        self.common = common
        self.absences = absences
        for move in moves { insertRecorder(move) }
    }

    mutating func insertRecorder(_ move: ComparedMove) {
        guard let seat = move.recorded?.seat else { return }
        recorded[Recorder(device: move.device, seat: seat), default: 0] += 1
    }

    /// True if the device recorded two moves of this one's player: a further one tells nothing new.
    func isKnown(_ move: ComparedMove) -> Bool {
        guard let seat = move.recorded?.seat else { return false }
        return recorded[Recorder(device: move.device, seat: seat)] ?? 0 > 1
    }

    /// True if the device of a move recorded another one of the player.
    func hasRecorded(beside move: ComparedMove, _ seat: PlayerSeat) -> Bool {
        let count = recorded[Recorder(device: move.device, seat: seat)] ?? 0
        return count > (move.recorded?.seat == seat ? 1 : 0)
    }

    /// The reading that tells a move's time, if its period has a game clock.
    func reading(_ said: Said) -> Int64? { isClocked[said.period] ? said.reading : nil }

    /// Milliseconds between two moves of one period, by the game clock or in common time; nil if
    /// neither tells.
    func distance(
        _ one: ComparedMove, _ other: ComparedMove, by basis: ComparedMove.Basis
    ) -> UInt64? {
        guard let mine = one.said(basis), let theirs = other.said(basis),
            mine.period == theirs.period
        else { return nil }
        if let mine = reading(mine), let theirs = reading(theirs) {
            return mine.distanceApart(theirs)
        }
        return common.distance(one, other)
    }

    /// True if only what else their devices recorded decides if the two are paired.
    func mayMean(_ one: ComparedMove, _ other: ComparedMove) -> Bool {
        guard let mine = one.own, let theirs = other.own, mine.sideKey == theirs.sideKey,
            EventPass.ofSide.admits(one, mine), EventPass.ofSide.admits(other, theirs),
            mine.seat != theirs.seat || mine.key != theirs.key && !mine.kind.isFieldGoal,
            let apart = distance(one, other, by: .own)
        else { return false }
        return apart <= EventPass.eventWindow
    }

    /// True if some pass could pair the two, or point them out.
    func mayPair(_ one: ComparedMove, _ other: ComparedMove) -> Bool {
        guard one.device != other.device else { return false }
        return [ComparedMove.Basis.own, .recorded].contains { basis in
            guard let mine = one.said(basis), let theirs = other.said(basis),
                mine.seat.side == theirs.seat.side,
                (mine.period - theirs.period).magnitude <= 1
            else { return false }
            let apart =
                mine.period == theirs.period
                ? distance(one, other, by: basis) : common.distance(one, other)
            guard let apart else {
                return mine.seat == theirs.seat
                    && one.wall.distanceApart(other.wall) <= EventPass.copyWindow
            }
            return apart <= EventPass.eventWindow
        }
    }
}

/// Joins the moves that several keepers recorded of one event. A pure function of the moves: a
/// device's move that was measured and not recorded never decides.
///
/// Pairs are looked for in passes and taken nearest first (`Protocol/entries.md`, Events). Moves are
/// named by their places in `moves`.
///
/// `Standings` says which move of an event counts (`EventFold.head`), which are copies, and what is
/// asked. `AbsenceFold` pairs the moves of an absence, `CommonTime` those without a game clock.
struct EventFold {
    let moves: [ComparedMove]
    let context: EventContext
    /// By move, its event; nil for a move by itself.
    private(set) var eventOf: [Int?]
    /// By event, its moves in order; empty if it became part of another.
    private(set) var members: [[Int]] = []
    /// By event, true if only a doubt joined it.
    private(set) var reasons: [Reasons] = []
    /// Pairs of moves that may be one and both count: the later, then the earlier.
    private(set) var alike: [(later: Int, earlier: Int)] = []
    private var alikeWith: Set<AlikeKey> = []
    /// Pairs of the passes that join nothing, in order.
    private var likely: [Pair] = []
    /// A pass in which more moves than may be compared lay in one window was met: a part of the
    /// moves does not tell what all do.
    private(set) var isCrowded = false

    struct Reasons: OptionSet {
        let rawValue: UInt8
        static let doubt = Reasons(rawValue: 1)
        static let apart = Reasons(rawValue: 2)
    }

    private struct AlikeKey: Hashable {
        let move: Int
        let device: Int
    }

    /// `moves` are in order. Cost: a sort for each pass that finds moves, and a look at the
    /// `copyCandidatesMax` moves that follow each in time.
    init(_ moves: [ComparedMove], _ context: EventContext) {
        self.moves = moves
        self.context = context
        eventOf = Array(repeating: nil, count: moves.count)
        guard let first = moves.first, moves.contains(where: { $0.device != first.device }) else {
            return
        }
        let hasVoid = moves.contains(where: \.isVoid)
        let isPlain = moves.allSatisfy { $0.own == $0.recorded }
        for pass in EventPass.joining {
            if pass.isOfVoid && !hasVoid || pass.basis == .recorded && isPlain { continue }
            let found = pairs(pass)
            if found.isCrowded { isCrowded = true }
            for pair in found.nearestFirst { join(pair, pass) }
        }
    }

    // MARK: Passes

    fileprivate struct Pair {
        let distance: UInt64
        let first: Int
        let second: Int

        static func < (left: Self, right: Self) -> Bool {
            if left.distance != right.distance { return left.distance < right.distance }
            return left.first != right.first
                ? left.first < right.first : left.second < right.second
        }
    }

    /// Pairs that a look at moves in the order of time found.
    fileprivate struct Found {
        var pairs: [Pair] = []
        var isCrowded = false

        var nearestFirst: [Pair] { pairs.sorted(by: <) }
    }

    /// The pairs that fit.
    private func pairs(_ pass: EventPass) -> Found {
        var found = Found()
        var read: [Timed] = []
        var isAnyUnread = false
        for place in moves.indices {
            guard let said = moves[place].said(pass.basis), pass.admits(moves[place], said) else {
                continue
            }
            if let reading = context.reading(said) {
                read.append(Timed(key: pass.key(said), time: reading, place: place))
            } else {
                isAnyUnread = true
            }
        }
        read.sort(by: <)
        scan(read, pass.window, into: &found) { one, other, _ in fits(one, other, pass) }
        guard isAnyUnread, !context.common.isEmpty else { return found }
        for group in groups(pass.basis, { pass.admits($0, $1) ? pass.key($1) : nil }) {
            scanInFrames(group, pass.window, into: &found) { one, other, _ in
                !isRead(one, other, pass.basis) && fits(one, other, pass)
            }
        }
        return found
    }

    private func fits(_ one: Int, _ other: Int, _ pass: EventPass) -> Bool {
        moves[one].device != moves[other].device
            && (!pass.isOfVoid || moves[one].isVoid || moves[other].isVoid)
            && (pass != .ofSide && pass != .ofSideWider || mayMean(one, other)
                || mayMean(other, one))
            && (pass != .ofSideWider || moves[one].own?.seat != moves[other].own?.seat)
    }

    /// True if the keeper of one move could have recorded it of the other one's player. Keepers who
    /// share the players of a side between them do not: of them two baskets at once are two.
    private func mayMean(_ one: Int, _ other: Int) -> Bool {
        moves[other].own.map { context.hasRecorded(beside: moves[one], $0.seat) } ?? false
    }

    private mutating func join(_ pair: Pair, _ pass: EventPass) {
        if let said = moves[pair.first].said(pass.basis), said.likeness == .alike {
            likely.append(pair)
            return
        }
        let mine = eventOf[pair.first].map { members[$0] } ?? [pair.first]
        let theirs = eventOf[pair.second].map { members[$0] } ?? [pair.second]
        if let event = eventOf[pair.first], event == eventOf[pair.second] { return }
        for one in mine {
            for other in theirs {
                guard moves[one].device != moves[other].device,
                    !moves[one].isVoidBefore(moves[other]),
                    context.distance(moves[one], moves[other], by: pass.basis) ?? 0
                        <= EventPass.eventWindow
                else { return }
            }
        }
        merge(pair, mine, theirs, pass)
    }

    private mutating func merge(_ pair: Pair, _ mine: [Int], _ theirs: [Int], _ pass: EventPass) {
        let event: Int
        var reasons = pass.reason
        switch (eventOf[pair.first], eventOf[pair.second]) {
        case (let known?, let other?):
            event = known
            reasons.formUnion(self.reasons[other])
            members[other] = []
        case (let known?, nil), (nil, let known?): event = known
        case (nil, nil):
            event = members.count
            members.append([])
            self.reasons.append([])
        }
        members[event] = (mine + theirs).sorted()
        self.reasons[event].formUnion(reasons)
        for move in members[event] { eventOf[move] = event }
    }

    /// Makes a move an event of its own.
    mutating func release(_ move: Int) {
        guard let event = eventOf[move] else { return }
        members[event].removeAll { $0 == move }
        eventOf[move] = nil
        if members[event].count == 1 {
            eventOf[members[event][0]] = nil
            members[event] = []
        }
    }

    /// Of the moves of an event that can count, the one that does: of those whose keeper tracks the
    /// player, if there are any, those on whose value most devices agree; of these the first. Nil if
    /// none can count.
    func head(of standing: [Int]) -> Int? {
        let tracked = standing.filter { moves[$0].isTracked }
        let candidates = tracked.isEmpty ? standing : tracked
        guard candidates.count > 1 else { return candidates.first }
        func supporters(_ place: Int) -> Int {
            let key = moves[place].own?.key
            return standing.count { $0 == place || key != nil && moves[$0].own?.key == key }
        }
        let most = candidates.map(supporters).max()
        return candidates.first { supporters($0) == most }
    }

    /// The periods in which two devices recorded moves that neither a game clock nor common time
    /// puts in order, ascending.
    var uncomparedPeriods: [Int] {
        periodsByWallTime { context.common.frame($0, $1) == nil }
    }

    /// True if two devices recorded moves in one period that no game clock puts in order.
    var needsCommonTime: Bool { !periodsByWallTime { _, _ in true }.isEmpty }

    private func periodsByWallTime(
        where isSought: (_ one: ComparedMove, _ other: ComparedMove) -> Bool
    ) -> [Int] {
        struct Recorder: Hashable {
            let author: Int32
            let device: Int
        }
        var recorders: [Int: [Recorder: ComparedMove]] = [:]
        for move in moves {
            guard let said = move.own, said.likeness == .copies, context.reading(said) == nil
            else { continue }
            let recorder = Recorder(author: move.author, device: move.device)
            recorders[said.period, default: [:]][recorder] = move
        }
        return recorders.filter { _, moves in
            let moves = Array(moves.values)
            return moves.indices.contains { one in
                moves[(one + 1)...].contains { other in
                    other.device != moves[one].device && isSought(moves[one], other)
                }
            }
        }.keys.sorted()
    }

    // MARK: Lists in the order of time

    fileprivate struct Timed {
        let key: UInt64
        let time: Int64
        let place: Int

        static func < (left: Self, right: Self) -> Bool {
            if left.key != right.key { return left.key < right.key }
            return left.time != right.time ? left.time < right.time : left.place < right.place
        }
    }

    /// Looks at each move with those that follow it within the window, of one key.
    private func scan(
        _ list: [Timed], _ window: UInt64, into found: inout Found,
        where isFit: (_ one: Int, _ other: Int, UInt64) -> Bool
    ) {
        for index in list.indices {
            let one = list[index]
            var next = index + 1
            while next < list.count, list[next].key == one.key {
                let (other, distance) = (list[next], one.time.distanceApart(list[next].time))
                if distance > window { break }
                guard next - index <= ScorebookLimits.copyCandidatesMax else {
                    found.isCrowded = true
                    break
                }
                if isFit(one.place, other.place, distance) {
                    found.pairs.append(
                        Pair(
                            distance: distance, first: min(one.place, other.place),
                            second: max(one.place, other.place)))
                }
                next += 1
            }
        }
    }

    /// Places by a key, only groups of several devices, in order of their first moves.
    private func groups(
        _ basis: ComparedMove.Basis, _ key: (ComparedMove, Said) -> UInt64?
    ) -> [[Int]] {
        var groups: [UInt64: [Int]] = [:]
        for place in moves.indices {
            guard let said = moves[place].said(basis), let key = key(moves[place], said) else {
                continue
            }
            groups[key, default: []].append(place)
        }
        return groups.values.filter { group in
            group.contains { moves[$0].device != moves[group[0]].device }
        }.sorted { $0[0] < $1[0] }
    }

    /// Looks at the moves of a group, for each two authors by themselves, in common time; by wall
    /// times where that is not known, if `isByWall`.
    private func scanInFrames(
        _ group: [Int], _ window: UInt64, isByWall: Bool = false, into found: inout Found,
        where isFit: (_ one: Int, _ other: Int, UInt64) -> Bool
    ) {
        let byAuthor = Dictionary(grouping: group) { moves[$0].author }
        let authors = byAuthor.keys.sorted()
        for (number, author) in authors.enumerated() {
            for other in authors.dropFirst(number + 1) {
                guard let mine = byAuthor[author], let theirs = byAuthor[other],
                    moves[mine[0]].wallDevice != moves[theirs[0]].wallDevice
                else { continue }
                let frame = context.common.frame(moves[mine[0]], moves[theirs[0]])
                guard frame != nil || isByWall else { continue }
                let list = (mine + theirs).map { place in
                    Timed(
                        key: 0,
                        time: frame.map { context.common.time(of: moves[place], in: $0) }
                            ?? moves[place].wall,
                        place: place)
                }.sorted(by: <)
                scan(list, window, into: &found) { one, other, distance in
                    moves[one].author != moves[other].author && isFit(one, other, distance)
                }
            }
        }
    }

    /// True if the game clock of one period tells how far both are apart.
    private func isRead(_ one: Int, _ other: Int, _ basis: ComparedMove.Basis) -> Bool {
        guard let mine = moves[one].said(basis), let theirs = moves[other].said(basis) else {
            return false
        }
        return mine.period == theirs.period && context.reading(mine) != nil
            && context.reading(theirs) != nil
    }
}

// MARK: Moves that may be one

extension EventFold {
    /// Points out a pair, unless one of both has such a pair with the other's device, or is in one
    /// event with a move of it.
    private mutating func point(_ one: Int, _ other: Int) {
        let keys = [
            AlikeKey(move: one, device: moves[other].device),
            AlikeKey(move: other, device: moves[one].device),
        ]
        guard moves[one].device != moves[other].device, !moves[one].isVoid, !moves[other].isVoid,
            keys.allSatisfy({ !alikeWith.contains($0) && !hasMove(of: $0.device, with: $0.move) })
        else { return }
        alikeWith.formUnion(keys)
        alike.append((later: max(one, other), earlier: min(one, other)))
    }

    private func hasMove(of device: Int, with move: Int) -> Bool {
        guard let event = eventOf[move] else { return false }
        return members[event].contains { moves[$0].device == device }
    }

    /// Finds the pairs of moves that may be one; call once the events are final.
    mutating func pointOut() {
        guard let first = moves.first, moves.contains(where: { $0.device != first.device }) else {
            return
        }
        for pair in likely { point(pair.first, pair.second) }
        if !context.absences.isEmpty { pointOutAbsences() }
        point(pairs(.ofSideWider))
        pointOutNeighbours()
        pointOutMisses()
        pointOutUntimed()
    }

    /// Left-over moves of both keepers of an absence, the first with the first.
    private mutating func pointOutAbsences() {
        let places = Dictionary(moves.indices.map { (moves[$0].index, $0) }) { first, _ in first }
        for group in context.absences {
            let mine = group.seen.compactMap { places[$0] }
            let theirs = group.covered.compactMap { places[$0] }
            guard let one = mine.first, let other = theirs.first else { continue }
            let (device, coverer) = (moves[one].device, moves[other].device)
            let left = mine.filter { isLeft($0, from: coverer) }
            let copies = theirs.filter { isLeft($0, from: device) }
            for (one, other) in zip(left, copies) { point(one, other) }
        }
    }

    private func isLeft(_ move: Int, from device: Int) -> Bool {
        !moves[move].isVoid && !hasMove(of: device, with: move)
            && !alikeWith.contains(AlikeKey(move: move, device: device))
    }

    /// Equal moves in periods that follow each other: one keeper has not begun the second.
    private mutating func pointOutNeighbours() {
        guard Set(moves.compactMap { $0.own?.period }).count > 1 else { return }
        var found = Found()
        let groups = groups(.own) { move, said in
            said.likeness == .copies && !move.isVoid ? said.timelessKey : nil
        }
        for group in groups {
            let periods = Set(group.compactMap { moves[$0].own?.period })
            guard periods.contains(where: { periods.contains($0 + 1) }) else { continue }
            scanInFrames(group, EventPass.copyWindow, isByWall: true, into: &found) {
                one, other, _ in
                abs((moves[one].own?.period ?? 0) - (moves[other].own?.period ?? 0)) == 1
            }
        }
        point(found)
    }

    /// A shot that one keeper saw made and another missed.
    private mutating func pointOutMisses() {
        guard moves.contains(where: { $0.own?.kind == .miss }) else { return }
        var found = Found()
        func isShot(_ move: ComparedMove, _ said: Said) -> Bool {
            !move.isVoid && (said.kind.isScoring || said.kind == .miss)
        }
        let list = moves.indices.compactMap { place -> Timed? in
            guard let said = moves[place].own, isShot(moves[place], said) else { return nil }
            return context.reading(said).map {
                Timed(key: said.playerKey, time: $0, place: place)
            }
        }
        func isFit(_ one: Int, _ other: Int, _: UInt64) -> Bool {
            moves[one].device != moves[other].device
                && (moves[one].own?.kind == .miss) != (moves[other].own?.kind == .miss)
        }
        scan(list.sorted(by: <), EventPass.missWindow, into: &found, where: isFit)
        if !context.common.isEmpty {
            for group in groups(.own, { isShot($0, $1) ? $1.playerKey : nil }) {
                scanInFrames(group, EventPass.missWindow, into: &found) {
                    !isRead($0, $1, .own) && isFit($0, $1, $2)
                }
            }
        }
        point(found)
    }

    /// Moves that say the same, of which neither a game clock nor common time tells how far they
    /// are apart.
    private mutating func pointOutUntimed() {
        for basis in [ComparedMove.Basis.own, .recorded] {
            guard
                moves.contains(where: { move in
                    move.said(basis).map { context.reading($0) == nil } ?? false
                })
            else { continue }
            var found = Found()
            for group in groups(basis, { $0.isVoid ? nil : $1.key }) {
                scanInFrames(group, EventPass.copyWindow, isByWall: true, into: &found) {
                    one, other, _ in
                    context.distance(moves[one], moves[other], by: basis) == nil
                }
            }
            point(found)
        }
    }

    private mutating func point(_ found: Found) {
        if found.isCrowded { isCrowded = true }
        for pair in found.nearestFirst { point(pair.first, pair.second) }
    }
}
