package import MoveLog

/// The state of a game.
package enum GameState: String, Sendable {
    /// Nothing has happened.
    case scheduled
    case live
    /// The totals decide it; reverts when an absent keeper's basket arrives.
    case decided
    /// A keeper has ended it.
    case closed
    /// A side did not play on; the other wins.
    case forfeit
    /// Broken off without a result.
    case abandoned
    /// Every keeper who is waited for has signed the same; the score is what they signed.
    case signed

    /// True if people have ended the game, one way or another.
    package var isOver: Bool {
        switch self {
        case .scheduled, .live, .decided: false
        case .closed, .forfeit, .abandoned, .signed: true
        }
    }
    /// True if there is a result to speak of: by the totals, or since people ended the game.
    package var isSettled: Bool { self == .decided || isOver }
}

/// A player's place in a game: the roster line, its slot and what it counted.
package struct PlayerLine: Equatable, Sendable {
    /// The team.
    package var side: Side
    /// Number of the slot from 1, in order of the roster, equal on every device.
    package var slot: Int
    /// The name of the line in moves.
    package var ref: LineRef
    /// Another name of the same line: by the creating entry's ID, or a copy's own.
    package var alias: LineRef
    /// The person.
    package var player: PlayerID
    /// The number on the shirt, cleaned; empty for none.
    package var number: String
    /// The name, cleaned; may be empty.
    package var name: String
    /// The line was withdrawn, made inactive or merged into another; what it counted still counts.
    package var isWithdrawn: Bool
    /// The line that this one went up in, which has all that it counted; nil for most.
    package var mergedInto: LineRef?
    /// The entry that holds the line is void: unlike an inactive line it cannot come back by an edit.
    package var isRetracted = false
    /// The player's statistics.
    package var tally = Tally()
    /// The devices that track the player, in order of their keys.
    package var trackers: [PublicKey] = []

    /// The number that somebody wears now; nil for none.
    var wornNumber: String? { number.isEmpty || isWithdrawn ? nil : number }
    /// The slot as people write it: `h#1`.
    package var slotText: String { "\(side.letter)#\(slot)" }
    /// The name, else the number, else the slot: something to show.
    package var title: String { !name.isEmpty ? name : !number.isEmpty ? number : slotText }
}

extension PlayerLine {
    /// True if these subjects name the line, or the whole of its team.
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

/// A team of a game.
package struct TeamBoard: Equatable, Sendable {
    /// The team's name, cleaned.
    package var name: String
    /// Points of all live moves, the team-credited ones too.
    package var score = 0
    /// Points by period, from the period that each move carries; index 0 is period 1.
    package var periodScores: [Int] = []
    /// Everything that was counted for players and team.
    package var total = Tally()
    /// Credited to the team and to no player.
    package var teamCredited = Tally()
    /// The roster, by slot: `players[0]` is slot 1.
    package var players: [PlayerLine] = []
    /// Team fouls by period, as the penalty counts them; index 0 is period 1.
    package var teamFouls: [Int] = []
}

/// The game clock as the entries leave it.
package struct GameClockBoard: Equatable, Sendable {
    /// The period, from 1.
    package var period = 1
    /// The reading when the governing entry was recorded: time elapsed in the period.
    package var elapsed = Duration.zero
    /// True if it has run since then.
    package var isRunning = false
    /// The entry that says so; nil when no clock or period entry did.
    package var governing: EntryID?
    /// The wall time of the governing entry.
    package var wall: WallTime?
    /// When it was recorded, by its device's uptime; nil where it does not say.
    package var moment: BootReading?
    /// It was running and stands because the game is decided or over: `elapsed` is the largest reading
    /// of a made shot in the period. It runs on when that is taken back.
    package var isStoppedByVerdict = false
    /// The periods in which the clock ever ran.
    package var ranIn: Set<Int> = []
}

/// True if an entry counts.
package enum Standing: Equatable, Sendable {
    case live
    /// Withdrawn by these live voids, in order.
    case void(by: [EntryID])
    /// An assist whose basket does not stand, or was corrected into something else.
    case unlinked
    /// A suspected duplicate of this move, counted when somebody accepts or fixes it.
    case held(of: EntryID)
    /// Not inside the frontier that was signed.
    case afterSignOff
}

/// A device for which nobody waits any longer.
package struct LostDevice: Equatable, Sendable {
    /// The device.
    package var key: PublicKey
    /// The entries of the device that were held when it was declared lost.
    package var cut: Cut
    /// The entry that says so.
    package var declaredBy: EntryID
    /// Its live moves beyond the cut, in order: they count, unless the result was official before they
    /// arrived, and people should look at them.
    package var later: [EntryID] = []
}

/// A sign-off that counts.
package struct Signature: Equatable, Sendable {
    /// The device that signed.
    package var device: PublicKey
    /// The entry.
    package var entry: EntryID
    /// The body of the entry.
    package var signOff: SignOff
    /// True if its device is one of those that are waited for; the others are shown and decide nothing.
    package var isAwaited = true
    /// True if it covers exactly what is held here of the game's counted entries: not when something
    /// arrived or was recorded since.
    package var isCurrent = true
}

/// All that the entries of one game say: a pure function of their set.
package struct Scoreboard: Equatable, Sendable {
    /// Names the game.
    package var id: GameID
    /// The wall time of the entry that created it.
    package var createdWall: WallTime
    /// The author of the entry that created it.
    package var createdBy: AuthorID
    /// The rules as they are now.
    package var rules: Rules
    /// The teams.
    package var teams: Sides<TeamBoard>
    /// The state.
    package var state = GameState.scheduled
    /// The state without signatures: equal to `state` until that is `signed`, then how the game ended.
    package var ending = GameState.scheduled
    /// Why it was abandoned, in a keeper's words; nil for every other ending.
    package var abandonReason: String?
    /// The winner once decided or over; nil before, for a tie, and when it was abandoned.
    package var winner: Side?
    /// Both sides stand at or above the target, as can happen when logs merge.
    package var isTargetReachedTwice = false
    /// The game clock.
    package var clock = GameClockBoard()
    /// Every entry of the game, the one that created it first, else in order.
    package internal(set) var timeline = Timeline()
    /// Devices that ever had a claim, in order of their keys.
    package var claimants: [PublicKey] = []
    /// The devices that are waited for, in order of their keys: those that ever had a claim, or where
    /// nobody had one those that recorded a move, less those declared lost. The result is provisional
    /// while one of them is not in sync, and not official before each has signed.
    package var keepers: [PublicKey] = []
    /// Devices declared lost, in order of their keys.
    package var lost: [LostDevice] = []
    /// The sign-offs that count, the last of each device, in order.
    package var signatures: [Signature] = []
    /// The signed result, once it is official.
    package var official: SignOff?
    /// Copies of the game's entries that are in the logs, by their origins: a sign-off may cover either.
    package var standIns: [EntryID: [EntryID]] = [:]
    /// Entries that arrived behind an official result, in order.
    package var afterSignOff: [EntryID] = []
    /// Entries of a kind that this version does not know.
    package var unknownCount = 0
    /// Entries whose body or scope is not what their kind says.
    package var malformedCount = 0
    /// Live moves that name a roster line that is not there; they count nowhere.
    package var danglingCount = 0
    /// Live fixes that name no move, or one that is not here yet, in order; they count nowhere.
    package var danglingFixes: [EntryID] = []

    /// The side that is ahead; nil at a tie.
    package var leader: Side? {
        teams.home.score == teams.away.score
            ? nil : teams.home.score > teams.away.score ? .home : .away
    }
    /// Entries that this version cannot count: the score is not to be relied on.
    package var isProvisional: Bool {
        unknownCount + malformedCount + danglingCount + danglingFixes.count > 0
    }
    /// All players, home first, by slot.
    package var players: [PlayerLine] { teams.home.players + teams.away.players }
    /// Players whom several devices track.
    package var overlaps: [PlayerLine] {
        players.filter { $0.trackers.count > 1 && $0.mergedInto == nil }
    }
    /// Players whom no device tracks, once any device has a claim.
    package var untracked: [PlayerLine] {
        claimants.isEmpty ? [] : players.filter { $0.trackers.isEmpty && !$0.isWithdrawn }
    }
    /// Players of one side who share a number, side by side and number by number.
    package var sharedNumbers: [[PlayerLine]] {
        Side.allCases.flatMap { side in
            let worn = teams[side].players.filter { $0.wornNumber != nil }
            return Dictionary(grouping: worn, by: \.number).values.filter { $0.count > 1 }
                .sorted { $0[0].slot < $1[0].slot }
        }
    }
    /// True if another player of the side wears a player's number.
    package func sharesNumber(_ line: PlayerLine) -> Bool {
        guard let worn = line.wornNumber else { return false }
        return teams[line.side].players.contains { $0.ref != line.ref && $0.wornNumber == worn }
    }
    /// The shortest name that means only this player: `h4`; the slot where the side has the number
    /// twice, or the player wears none.
    package func shortName(of line: PlayerLine) -> String {
        guard let worn = line.wornNumber, !sharesNumber(line) else { return line.slotText }
        return line.side.letter + worn
    }
    /// Live moves, in order.
    package var moves: [TimelineEntry] { timeline.filter { $0.isMove && $0.isLive } }
    /// The number of live moves.
    package var moveCount: Int {
        timeline.outcomes.indices.count {
            timeline.outcomes[$0].state == .live && timeline.entries.rows[$0].isMove
        }
    }
    /// The number of held moves.
    var heldCount: Int { timeline.outcomes.count { $0.state == .held } }
    /// The score.
    package var score: Sides<Int> { Sides(home: teams.home.score, away: teams.away.score) }

    /// The entry with this ID, or the copy that stands in for it; the first where a log is forked.
    package func entry(_ id: EntryID) -> TimelineEntry? { place(of: id).map { timeline[$0] } }

    /// The index in the timeline of the entry with this ID, or of the copy in its place.
    package func place(of id: EntryID) -> Int? { timeline.place(of: id) }

    /// The player whom a move credits that names the line: the line itself, or the one that it went
    /// up in.
    package func player(_ ref: LineRef) -> PlayerLine? {
        guard let line = rosterLine(ref) else { return nil }
        return line.mergedInto.flatMap { rosterLine($0) } ?? line
    }

    /// The line of the roster with this name, also where it went up in another.
    package func rosterLine(_ ref: LineRef) -> PlayerLine? {
        func isSought(_ line: PlayerLine) -> Bool { line.ref == ref || line.alias == ref }
        return teams.home.players.first(where: isSought)
            ?? teams.away.players.first(where: isSought)
    }

    /// The players that a device tracks, home first, by slot.
    package func tracked(by device: PublicKey) -> [PlayerLine] {
        players.filter { $0.trackers.contains(device) && $0.mergedInto == nil }
    }
}
