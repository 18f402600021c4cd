package import MoveLog

package enum GameState: String, Sendable {
    case scheduled
    case live
    /// By the totals; reverts when an absent keeper's basket arrives.
    case decided
    /// Ended by a keeper.
    case closed
    /// One side gave up the game; the other wins.
    case forfeit
    /// Ended without a result.
    case abandoned
    /// Every keeper who is waited for signed the same result.
    case signed

    /// True if keepers ended the game in any way.
    package var isOver: Bool {
        switch self {
        case .scheduled, .live, .decided: false
        case .closed, .forfeit, .abandoned, .signed: true
        }
    }
    /// True if there is a result: by the totals, or because keepers ended the game.
    package var isSettled: Bool { self == .decided || isOver }
}

package struct PlayerLine: Equatable, Sendable {
    package var side: Side
    /// From 1, in roster order, equal on every device.
    package var slot: Int
    /// The name of the line in moves.
    package var ref: LineRef
    /// Another name of the line: by the ID of the creating entry, or of the copy.
    package var alias: LineRef
    package var player: PlayerID
    /// Jersey number, cleaned; may be empty.
    package var number: String
    /// Cleaned; may be empty.
    package var name: String
    /// The line was withdrawn, made inactive or merged. Its statistics still count.
    package var isWithdrawn: Bool
    /// The line that this one became part of, which has all its statistics.
    package var mergedInto: LineRef?
    /// The entry with the line is void: unlike an inactive line it cannot return by an edit.
    package var isRetracted = false
    package var tally = Tally()
    /// The devices that track the player, in order of their keys.
    package var trackers: [PublicKey] = []

    /// Nil for a withdrawn player, or one without a number.
    var wornNumber: String? { number.isEmpty || isWithdrawn ? nil : number }
    /// `h#1`.
    package var slotText: String { "\(side.letter)#\(slot)" }
    /// The name, else the number, else the slot.
    package var title: String { !name.isEmpty ? name : !number.isEmpty ? number : slotText }

    /// True if the subjects include the line or its team.
    package func isNamed(by subjects: [Subject]) -> Bool {
        subjects.contains { subject in
            switch subject {
            case .nobody: false
            case .team(let team): team == side
            case .line(let named): named == ref || named == alias
            }
        }
    }
}

package struct TeamBoard: Equatable, Sendable {
    /// Cleaned.
    package var name: String
    package var score = 0
    /// Points by the period that each move carries; index 0 is period 1.
    package var periodScores: [Int] = []
    /// Players and team together.
    package var total = Tally()
    /// Credited to the team and to no player.
    package var teamCredited = Tally()
    /// By slot: `players[0]` is slot 1.
    package var players: [PlayerLine] = []
    /// By period, as the penalty counts them; index 0 is period 1.
    package var teamFouls: [Int] = []
}

package struct GameClockBoard: Equatable, Sendable {
    /// From 1.
    package var period = 1
    /// Time elapsed in the period when the governing entry was recorded.
    package var elapsed = Duration.zero
    /// True if the clock has run since the governing entry.
    package var isRunning = false
    /// The entry that determines the reading; nil if there is none.
    package var governing: EntryID?
    /// Of the governing entry.
    package var wall: WallTime?
    /// When the governing entry was recorded, by its device's uptime; nil if not noted.
    package var moment: BootReading?
    /// The clock was running and is stopped because the game is decided or over: `elapsed` is the
    /// largest reading at a made shot of the period. It continues when the verdict is withdrawn.
    package var isStoppedByVerdict = false
    /// The periods in which the clock ever ran.
    package var ranIn: Set<Int> = []
}

/// The status of an entry.
package enum Standing: Equatable, Sendable {
    case live
    /// Withdrawn by these live voids, in order.
    case void(by: [EntryID])
    /// An assist of a basket that does not count or was corrected into another kind.
    case unlinked
    /// A copy of this other move, which counts: the keepers agree.
    case copy(of: EntryID)
    /// Perhaps a copy of this other move, which counts or was withdrawn: the keepers have to answer.
    case held(of: EntryID)
    /// Outside of the signed cut.
    case afterSignOff
}

/// A question to keepers about the moves of one event. The result is provisional until it is
/// answered.
package struct EventQuestion: Equatable, Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// One keeper withdrew what another recorded too.
        case withdrawn
        /// Two keepers corrected it differently and had not seen each other's fix.
        case conflict
        /// A device changed what another one recorded that tracks the player.
        case changed
        /// Keepers recorded different baskets at one moment.
        case doubt
        /// Keepers recorded one basket, or two, some seconds apart.
        case apart
    }

    package let kind: Kind
    /// The move that counts, or that was withdrawn.
    package let head: EntryID
    /// The moves of the event, in order.
    package let moves: [EntryID]
    /// The fixes that no later one had seen, in order; the last one is in effect.
    package let fixes: [EntryID]

    package init(kind: Kind, head: EntryID, moves: [EntryID], fixes: [EntryID] = []) {
        self.kind = kind
        self.head = head
        self.moves = moves
        self.fixes = fixes
    }
}

/// A device that results no longer wait for.
package struct LostDevice: Equatable, Sendable {
    package var key: PublicKey
    /// The entries of the device that were held when it was declared lost.
    package var cut: Cut
    package var declaredBy: EntryID
    /// Its live moves outside of the cut, in order. They count, unless the result was official
    /// before they arrived; keepers should review them.
    package var later: [EntryID] = []
}

package struct SignatureLine: Equatable, Sendable {
    package var device: PublicKey
    package var entry: EntryID
    package var signOff: SignOff
    /// True if results wait for the device; other signatures are shown and decide nothing.
    package var isAwaited = true
    /// True if the signature covers exactly the counted entries held here; false after a later one.
    package var isCurrent = true
}

/// The fold of one game's entries: a pure function of their set.
package struct Scoreboard: Equatable, Sendable {
    package var id: GameID
    /// Of the creating entry.
    package var createdWall: WallTime
    /// As they are now.
    package var rules: Rules
    package var teams: Sides<TeamBoard>
    package var state = GameState.scheduled
    /// The state without signatures: if `state` is `signed`, how the game ended; else equal.
    package var ending = GameState.scheduled
    /// A keeper's words; nil unless abandoned.
    package var abandonReason: String?
    /// Nil unless one side gave up the game.
    package var forfeit: Forfeit?
    /// Nil before the game is decided or over, for a tie, and if abandoned.
    package var winner: Side?
    /// Both sides reached the target, as can happen when logs merge.
    package var isTargetReachedTwice = false
    package var clock = GameClockBoard()
    /// Every entry of the game: the creating one first, then in order.
    package internal(set) var timeline = Timeline()
    /// Devices that ever had a claim, in order of their keys.
    package var claimants: [PublicKey] = []
    /// The devices that results wait for, in order of their keys: those that ever had a claim or,
    /// if there is none, those that recorded a move; without lost ones. The result is provisional
    /// while one of them is out of sync, and official once all have signed.
    package var keepers: [PublicKey] = []
    /// In order of their keys.
    package var lost: [LostDevice] = []
    /// The last of each device, in order.
    package var signatures: [SignatureLine] = []
    /// The signed result, once official.
    package var official: SignOff?
    /// Copies in the logs by their origins: a sign-off may cover either.
    package var standIns: [EntryID: [StandIn]] = [:]
    /// Nil unless entries of this game and of another one name each other.
    package internal(set) var links: BoardLinks?
    /// Entries outside of the official result, in order.
    package var afterSignOff: [EntryID] = []
    /// Live entries with values that this version does not know, in order; what is known of them
    /// is folded.
    package var later: [EntryID] = []
    /// Live entries with a scope or body that their kind does not allow, in order.
    package var malformed: [EntryID] = []
    /// Creations on other branches of a forked log, under the ID of the one that counts.
    package var otherCreations = 0
    /// The creation, or a live change of the rules, is of a later version: the points are those of
    /// the known rules, and nothing is said of penalties or of who has won.
    package var hasLaterRules = false
    /// Live moves of a roster line that has not arrived; they count nowhere.
    package var danglingCount = 0
    /// Live fixes of a move that does not exist or has not arrived, in order; they count nowhere.
    package var danglingFixes: [EntryID] = []
    /// Questions to keepers, in order of the moves.
    package var questions: [EventQuestion] = []
    /// Periods in which moves of several devices cannot be compared: without a game clock, and of
    /// devices that know nothing of each other's wall clocks.
    package var uncomparedPeriods: [Int] = []
    /// True if moves of several devices can be compared by their wall clocks alone.
    package var needsCommonTime = false
    /// Periods whose game clock was ever started.
    package var clockedPeriods: Set<Int> = []
    /// By author, the devices with whose wall clocks it compared its own.
    package var wallComparisons: [AuthorID: [PublicKey: WallComparison]] = [:]

    /// Nil at a tie.
    package var leader: Side? {
        teams.home.score == teams.away.score
            ? nil : teams.home.score > teams.away.score ? .home : .away
    }
    /// True if some entries cannot be counted: the score is unreliable.
    package var isProvisional: Bool {
        later.count + malformed.count + otherCreations + danglingCount + danglingFixes.count
            + questions.count > 0
    }
    /// Home first, by slot.
    package var players: [PlayerLine] { teams.home.players + teams.away.players }
    /// Players tracked by several devices.
    package var overlaps: [PlayerLine] {
        players.filter { $0.trackers.count > 1 && $0.mergedInto == nil }
    }
    /// Players without a tracking device; empty unless a device has a claim.
    package var untracked: [PlayerLine] {
        claimants.isEmpty ? [] : players.filter { $0.trackers.isEmpty && !$0.isWithdrawn }
    }
    /// Players of a side with the same number, grouped, home first.
    package var sharedNumbers: [[PlayerLine]] {
        Side.allCases.flatMap { (side: Side) -> [[PlayerLine]] in
            var numbers: Set<String> = []
            let isAnyShared = teams[side].players.contains { line in
                line.wornNumber.map { !numbers.insert($0).inserted } ?? false
            }
            guard isAnyShared else { return [] }
            let worn = teams[side].players.filter { $0.wornNumber != nil }
            let groups: [[PlayerLine]] = Dictionary(grouping: worn, by: \.number).values
                .filter { $0.count > 1 }
            return groups.sorted { $0[0].slot < $1[0].slot }
        }
    }
    /// True if another player of the side wears the same number.
    package func sharesNumber(_ line: PlayerLine) -> Bool {
        guard let worn = line.wornNumber else { return false }
        return teams[line.side].players.contains { $0.ref != line.ref && $0.wornNumber == worn }
    }
    /// The shortest unambiguous name: `h4`; the slot if the side has the number twice, or the
    /// player wears none.
    package func shortName(of line: PlayerLine) -> String {
        guard let worn = line.wornNumber, !sharesNumber(line) else { return line.slotText }
        return line.side.letter + worn
    }
    /// In order.
    package var moves: [TimelineEntry] { timeline.filter { $0.isMove && $0.isLive } }
    /// Live moves.
    package var moveCount: Int {
        timeline.outcomes.indices.count {
            timeline.outcomes[$0].state == .live && timeline.entries.rows[$0].isMove
        }
    }
    /// Copies that agree with the move that counts.
    package var copyCount: Int { timeline.outcomes.count { $0.state == .copy } }
    package var score: Sides<Int> { Sides(home: teams.home.score, away: teams.away.score) }

    /// The entry with this ID, or the copy in its place; the first if the log is forked.
    package func entry(_ id: EntryID) -> TimelineEntry? { place(of: id).map { timeline[$0] } }

    /// The index in the timeline of the entry with this ID, or of the copy in its place.
    package func place(of id: EntryID) -> Int? { timeline.place(of: id) }

    /// The player credited with moves of the line: the line itself, or the one that it became part
    /// of.
    package func player(_ ref: LineRef) -> PlayerLine? {
        guard let line = rosterLine(ref) else { return nil }
        return line.mergedInto.flatMap { rosterLine($0) } ?? line
    }

    /// The line with this name, merged or not.
    package func rosterLine(_ ref: LineRef) -> PlayerLine? {
        func isSought(_ line: PlayerLine) -> Bool { line.ref == ref || line.alias == ref }
        return teams.home.players.first(where: isSought)
            ?? teams.away.players.first(where: isSought)
    }
}

// MARK: Questions to keepers

extension Scoreboard {
    /// Moves that wait for an answer.
    package var held: [TimelineEntry] { timeline.filter(\.isHeld) }

    /// Counted moves that may be the same as another, in order.
    package var resembling: [TimelineEntry] { timeline.filter { $0.isLive && $0.resembles != nil } }

    /// Indices of the copies and held moves of one, as of the move of an event that counts. Cost: one
    /// look at each entry.
    package func places(behind head: EntryID) -> [Int] {
        timeline.outcomes.indices.filter {
            let state = timeline.outcomes[$0].state
            return (state == .held || state == .copy) && timeline[$0].headOf == head
        }
    }

    /// The moves of the event of an entry, in order; the entry alone if no other keeper recorded it.
    /// Cost: one look at each entry.
    package func event(of entry: TimelineEntry) -> [TimelineEntry] {
        let head = entry.headOf ?? entry.id
        let others = places(behind: head).map { timeline[$0] }
        guard !others.isEmpty, let first = self.entry(head) else { return [entry] }
        return ([first] + others).sorted { $0.place < $1.place }
    }

    /// The question about the event of an entry; nil if there is none.
    package func question(about id: EntryID) -> EventQuestion? {
        questions.first { $0.moves.contains(id) || $0.fixes.contains(id) }
    }

    /// The first counted move that may be a copy of the given one. Cost: one look at each entry.
    package func move(resembling other: EntryID) -> EntryID? {
        guard timeline.remarks.contains(where: { $0.resembles.contains(other) }) else { return nil }
        return timeline.first { $0.allResembled.contains(other) && $0.isLive }?.id
    }
}

extension TimelineEntry {
    /// Of a copy or a held move, the move that counts or was withdrawn; nil for every other entry.
    package var headOf: EntryID? {
        switch standing {
        case .copy(let head), .held(let head): head
        case .live, .void, .unlinked, .afterSignOff: nil
        }
    }
}
