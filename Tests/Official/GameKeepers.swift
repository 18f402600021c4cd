package import MoveLog
package import Scorebook
package import Seeds
package import Simulator

/// The keepers of a simulated table who record one real game together, as their daemons would have
/// it: a move gets its bits from the device's own claims and links, and what a device did not
/// acknowledge is asked for again under the same name.
package struct GameKeepers: Keepers {
    package let creation: GameCreated
    private let script: Script
    /// The next line of each keeper.
    private var next: [Int]
    private var names: SeededGenerator
    /// What each keeper has asked for and not been told to be recorded.
    private var asked: [Entering?]
    /// Whom each device tracks, as its board says once the claim is recorded; keepers claim once.
    private var tracked: [Set<LineRef>?]
    /// What each line of each keeper was recorded as.
    private var recorded: [[EntryID]]
    /// Who knows all that was recorded, and has no question about a move that is their own.
    private var isSettled: [Bool]

    init(_ official: OfficialGame, _ script: Script, setsTarget: Bool, seed: UInt64) throws {
        var creation = try official.creation()
        if setsTarget { creation.rules[.target] = 0 }
        self.creation = creation
        self.script = script
        next = script.lines.map { _ in 0 }
        asked = script.lines.map { _ in nil }
        tracked = script.lines.map { _ in nil }
        recorded = script.lines.map { _ in [] }
        isSettled = script.lines.map { _ in false }
        names = SeededGenerator(seed: seed)
    }

    package var isDone: Bool { haveRecorded && isSettled.allSatisfy(\.self) }

    private var haveRecorded: Bool { zip(next, script.lines).allSatisfy { $0 == $1.count } }

    package func pause(
        at device: Int, now: Duration, random: inout SeededGenerator
    ) -> Duration {
        let waits = Duration.milliseconds(Int.random(in: 30...120, using: &random))
        guard next[device] < script.lines[device].count else {
            return .seconds(isSettled[device] ? 3600 : 1)
        }
        return max(waits, script.lines[device][next[device]].due - now)
    }

    package mutating func entering(
        at device: SimulatedDevice, into game: GameID, random: inout SeededGenerator
    ) -> Entering? {
        let index = device.index
        if let again = asked[index] { return again }
        guard next[index] < script.lines[index].count else {
            asked[index] = answering(at: device, in: game)
            return asked[index]
        }
        if next[index] == 0 {
            // The game must have come to the device before anything about it can be entered.
            guard device.board(of: game) != nil else { return nil }
        } else if tracked[index] == nil {
            tracked[index] = device.board(of: game)?.lines(trackedBy: device.key)
        }
        let draft = draft(script.lines[index][next[index]].item, at: device, in: game)
        let entering = Entering([draft], request: RequestID(names.bytes(16)))
        asked[index] = entering
        return entering
    }

    package mutating func acknowledged(_ entries: [EntryID], at device: Int) {
        asked[device] = nil
        guard next[device] < script.lines[device].count else { return }
        next[device] += 1
        recorded[device] += entries
    }

    /// The answer to the first question about a move that the keeper recorded of a player of their
    /// own: it happened, and so did the other one. Asked once everything is recorded and known here.
    private mutating func answering(at device: SimulatedDevice, in game: GameID) -> Entering? {
        guard haveRecorded, let board = device.board(of: game),
            recorded.compactMap(\.last).allSatisfy({ board.entry($0) != nil })
        else { return nil }
        let own = board.openQuestions.first { question in
            guard let entry = board.entry(question.entry) else { return false }
            return device.book.table.deviceOfAuthor[entry.recorder] == device.key
                && entry.recordedMove?.isTracked == true
        }
        guard let own else {
            isSettled[device.index] = true
            return nil
        }
        return Entering(
            board.drafts(settling: own, .both), request: RequestID(names.bytes(16)))
    }

    private func draft(_ item: Script.Item, at device: SimulatedDevice, in game: GameID) -> Draft {
        switch item {
        case .entry(let body): body.draft(in: game)
        case .move(let move): marked(move, at: device).draft(in: game)
        case .void(let line, let isAlone):
            VoidEntry(target: recorded[device.index][line], isOfEntryAlone: isAlone).draft(in: game)
        case .fix(let line, let move):
            Fix(target: recorded[device.index][line], move: marked(move, at: device))
                .draft(in: game)
        }
    }

    /// The move with what only its device knows.
    private func marked(_ move: Move, at device: SimulatedDevice) -> Move {
        var marked = move
        if case .line(let line) = move.subject {
            marked.isTracked = tracked[device.index]?.contains(line) ?? false
        }
        marked.isAlone = !device.isLinked
        return marked
    }
}

extension Scoreboard {
    fileprivate func lines(trackedBy device: PublicKey) -> Set<LineRef> {
        Set(players.filter { $0.trackers.contains(device) }.map(\.ref))
    }
}
