import Daemon
import Documents
import MoveLog
import Scorebook

/// The echo of entries of one game that were just recorded, and the warnings about them.
struct RecordedEntries {
    let board: Scoreboard
    let projection: Projection
    /// Their places in the game's timeline.
    let indices: [Int]
    /// The score of the echo.
    let score: Sides<Int>
    /// Moves that were held before they were withdrawn.
    let held: Set<EntryID>

    init(
        _ entries: [EntryID], in board: Scoreboard, _ projection: Projection,
        held: Set<EntryID>, scoreAsOfEntry: Bool
    ) {
        self.board = board
        self.held = held
        self.projection = projection
        indices = Self.indices(of: entries, in: board)
        // Without later entries; but an official result stays the signed one.
        if scoreAsOfEntry, board.official == nil, let last = indices.last {
            score = board.timeline[last].score
        } else {
            score = board.score
        }
    }

    private static func indices(of entries: [EntryID], in board: Scoreboard) -> [Int] {
        let places = entries.compactMap { id in
            board.place(of: id).flatMap { place in
                // In a forked log two entries may have the same name.
                board.timeline[place].recordedAs == id && board.timeline[place].branch == nil
                    ? place : nil
            }
        }
        if places.count == entries.count { return places.sorted() }
        let sought = Set(entries)
        return board.timeline.indices.filter { sought.contains(board.timeline[$0].recordedAs) }
    }

    /// `4 Ana two points - 12:9`.
    var echo: String {
        guard let first = indices.first else { return score.text }
        if case .gameCreated = board.timeline[first].content { return creation }
        return (substitution ?? list) + " - " + score.text
    }

    /// The words of each; of many entries, as a transfer has, the first.
    private var list: String {
        let named = indices.prefix(APILimits.echoedEntriesMax).map { words(of: $0) }
        let more = indices.count - named.count
        return (named + (more > 0 ? ["and \(Phrases.entries(more)) more"] : []))
            .joined(separator: "; ")
    }

    /// `9 Gus in for 12 Cid`, for the two moves of one substitution.
    private var substitution: String? {
        let moves = indices.compactMap { board.timeline[$0].move }
        guard indices.count == 2, moves.map(\.kind) == [.substitution, .substitution],
            moves.map(\.variant) == [.goingOut, .comingIn],
            case .line(let out) = moves[0].subject, case .line(let next) = moves[1].subject,
            let goingOut = board.player(out), let comingIn = board.player(next)
        else { return nil }
        return "\(comingIn.spoken) in for \(goingOut.spoken)"
    }

    private var creation: String {
        let document = projection.game(board)
        let players = board.players.count
        let moves = indices.filter { board.timeline[$0].move != nil }.count
        let score = moves == 0 ? "" : " - \(board.score.text)"
        return Phrases.line(
            "\(document.name): \(document.title)", document.rules.summary,
            players == 0 ? "no players yet" : Phrases.count(players, "player"),
            moves == 0 ? nil : Phrases.count(moves, "move")) + score
    }

    private func words(of index: Int) -> String {
        let entry = board.timeline[index]
        switch entry.content {
        case .void(let void): return words(voiding: void.target, index)
        case .fix(let fix):
            guard let target = document(of: fix.target), target.was != nil,
                let was = projection.replaced(at: index, in: board)
            else { break }
            let moment = projection.moment(at: index, in: board)
            return "fixed: \(target.text)\(moment) (was \(was), \(target.name))"
        case .accepted(let accepted):
            guard let target = document(of: accepted.target) else { break }
            return "now counted: \(target.text) (\(target.name))"
        case .move(let move):
            guard let basket = move.linked.flatMap(document) else { break }
            return "\(projection.text(at: index, in: board)) to \(basket.text)"
        default: break
        }
        return projection.text(at: index, in: board)
    }

    /// `undone: 4 Ana two points (mia.41)`; `discarded: …` for a held move; for a voided void, the
    /// move that counts again.
    private func words(voiding target: EntryID, _ index: Int) -> String {
        guard let voided = document(of: target) else {
            return projection.text(at: index, in: board)
        }
        guard case .void(let inner) = board.entry(target)?.content,
            let again = document(of: inner.target)
        else {
            let deed = held.contains(target) ? "discarded" : "undone"
            return "\(deed): \(voided.text) (\(voided.name))"
        }
        let standing = again.state == .live ? "redone" : "no longer voided by \(voided.name)"
        return "\(standing): \(again.text) (\(again.name))"
    }

    func document(of id: EntryID) -> EntryDocument? {
        board.place(of: id).map { projection.entry(at: $0, in: board) }
    }

    /// Questions about held copies of the withdrawn moves; nil for none.
    var questions: [QuestionDocument]? {
        let voided = indices.compactMap { index -> EntryID? in
            guard case .void(let void) = board.timeline[index].content else { return nil }
            return board.entry(void.target)?.id
        }
        guard !voided.isEmpty else { return nil }
        let questions = projection.questions(voiding: Set(voided), in: board)
        return questions.isEmpty ? nil : questions
    }
}

// MARK: Warnings

extension RecordedEntries {
    /// For the keeper at the device.
    func warnings(at device: PublicKey) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        if indices.contains(where: { board.timeline[$0].standing == .afterSignOff }) {
            warnings.add(
                .afterSignOff, "the game is signed: this is saved but not counted",
                advice: "to count it: scored reopen, then everyone must sign again")
        }
        // For programs that do not ask.
        warnings += (questions ?? []).map {
            WarningDocument(
                .heldCopy, $0.text,
                advice: "scored settle \($0.entries.joined(separator: " ")) this, or that")
        }
        warnings += askedAbout
        warnings += doubts
        // One substitution is at most two moves; an import has more, and gets no warning.
        if indices.count <= 2 { warnings += indices.compactMap(repetition) }
        let moves = indices.filter { board.timeline[$0].move != nil }
        // A foul can be recorded after the last whistle too: its keeper must know in which game.
        if let index = board.movesBehindEnd.first(where: moves.contains) {
            warnings.append(decided(index))
        }
        guard let index = moves.first, moves.count == 1, let move = board.timeline[index].move
        else { return warnings }
        warnings += copies(index)
        guard !board.timeline[index].isHeld, !board.timeline[index].isCopy else { return warnings }
        if move.kind.isScoring, board.state == .decided { warnings.append(decided(index)) }
        warnings.add(timeouts(move))
        if case .line(let ref) = move.subject, let line = board.player(ref) {
            warnings.add(benched(index, line))
            warnings += self.warnings(
                of: line, at: device, isFoul: [.foul, .technicalFoul].contains(move.kind))
        }
        return warnings
    }

    /// Corrections that another keeper says otherwise than.
    private var askedAbout: [WarningDocument] {
        indices.compactMap { index in
            guard case .fix = board.timeline[index].content,
                let asked = projection.heldMove(of: board.timeline[index].id, in: board)
            else { return nil }
            return WarningDocument(
                .held,
                "provisional until answered: \(asked.question(in: .english)) "
                    + "(\(asked.other(in: .english)))",
                advice: "scored settle \(name(index))")
        }
    }

    /// A move that is held, one that this makes held, or one that may be the same.
    private func copies(_ index: Int) -> [WarningDocument] {
        let id = board.timeline[index].id
        if let held = projection.heldMove(of: id, in: board) {
            return [
                WarningDocument(
                    .held, "not counted until answered: is it \(held.other(in: .english))?",
                    advice: "scored settle \(name(index))")
            ]
        }
        if board.timeline[index].isCopy, let head = board.timeline[index].headOf,
            let counted = document(of: head)
        {
            return [
                WarningDocument(
                    .copy, "the same as \(told(counted)): counted once",
                    advice: "if there were two: scored accept \(name(index))")
            ]
        }
        // A keeper who tracks the player has precedence over a copy that came earlier.
        let behind = board.places(behind: id).compactMap { document(of: board.timeline[$0].id) }
        guard behind.isEmpty else {
            return behind.map {
                WarningDocument(
                    .holds,
                    "\(told($0)) is \($0.state == .copy ? "a copy of this" : "held for this")",
                    advice: $0.state == .copy
                        ? "if there were two: scored accept \($0.name)" : "scored settle \($0.name)"
                )
            }
        }
        guard let twin = board.timeline[index].resembles ?? board.move(resembling: id),
            let other = document(of: twin), other.state == .live
        else { return [] }
        return [
            WarningDocument(
                .duplicate, "may be the same as \(told(other)): \(other.text); both count",
                advice: "if it is: scored void \(name(index))")
        ]
    }

    /// `bo.17 (Bo, Q1 08:20)`.
    private func told(_ entry: EntryDocument) -> String {
        "\(entry.name) (\(entry.keeper)\(entry.clock.map { ", \($0)" } ?? ""))"
    }

    private func decided(_ index: Int) -> WarningDocument {
        // Undo does not work after the end of a game: the entry must be named.
        let withdraw =
            board.state.isOver
            ? "scored void \(projection.entry(at: index, in: board).name)" : "scored undo"
        return WarningDocument(
            .decided,
            "the game is \(board.state.isOver ? "over" : "decided"): \(board.verdictText)",
            advice: "if that was a mistake: \(withdraw)")
    }

    private func warnings(
        of line: PlayerLine, at device: PublicKey, isFoul: Bool
    ) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        if !line.trackers.isEmpty, !line.trackers.contains(device) {
            let keepers = Phrases.names(projection.names(line.trackers))
            warnings.add(
                .trackedByOther, "\(line.title) is tracked by \(keepers)",
                advice: "if both of you recorded it, one of you: scored undo")
        } else if line.trackers.isEmpty, !board.claimants.isEmpty {
            warnings.add(
                .untracked, "nobody tracks \(line.title)",
                advice: "scored track \(board.shortName(of: line))")
        }
        if line.isWithdrawn {
            warnings.add(.notActive, "\(line.title) is not in the game any more")
        }
        if board.sharesNumber(line) {
            warnings.add(
                .numberTwice,
                "two players have number \(line.number); this was recorded for "
                    + "\(line.slotText) \(line.title)",
                advice: "name the players by slot")
        }
        if board.isFouledOut(line) {
            warnings.append(.foulLimit(line.title, fouls: line.fouls))
        } else if isFoul, board.isInFoulTrouble(line) {
            let fouls = Phrases.count(line.fouls, "foul")
            warnings.add(.foulTrouble, "\(line.title) has \(fouls): out with the next")
        }
        return warnings
    }
}

/// Warnings about unlikely entries. They are recorded all the same; the answer says how to correct
/// them.
extension RecordedEntries {
    /// Only for one move, recorded or corrected.
    private var doubts: [WarningDocument] {
        let moves = indices.compactMap { index -> (entry: TimelineEntry, move: Move)? in
            let entry = board.timeline[index]
            if case .fix(let fix) = entry.content { return (entry, fix.move) }
            return entry.recordedMove.map { (entry, $0) }
        }
        guard let one = moves.first, moves.count == 1 else { return [] }
        var target = one.entry
        if case .fix(let fix) = target.content { target = board.entry(fix.target) ?? target }
        return [unknownKind(one.move, target), farPeriod(one.move, of: target)].compactMap(\.self)
    }

    /// A player's substitution that repeats the one before, by two keepers or by a key pressed
    /// twice.
    private func repetition(at index: Int) -> WarningDocument? {
        guard let move = substitution(index), case .line(let ref) = move.subject,
            let line = board.player(ref),
            let last = lastPlacing(of: line, before: index),
            let before = substitution(last), before.variant == move.variant
        else { return nil }
        return WarningDocument(
            .sameSubstitution,
            "\(line.title) already \(move.variant == .comingIn ? "came in" : "went out") "
                + "(\(name(last)))",
            advice: "if this is the same substitution: scored void \(name(index))")
    }

    /// The last entry before one that puts a player on the court or the bench, as a line-up does
    /// for its whole side.
    private func lastPlacing(of line: PlayerLine, before index: Int) -> Int? {
        board.timeline[..<index].indices.last { index in
            let entry = board.timeline[index]
            guard entry.isLive else { return false }
            switch entry.moveKind {
            case .substitution: return entry.move.map { line.isNamed(by: [$0.subject]) } == true
            case .lineup: return entry.move?.subject == .team(line.side)
            default: return false
            }
        }
    }

    private func name(_ index: Int) -> String {
        projection.name(board.timeline[index].id, in: board)
    }

    /// By the last line-up or substitution that names the player.
    private func benched(_ index: Int, _ line: PlayerLine) -> WarningDocument? {
        guard let move = board.timeline[index].move, move.isOnCourt,
            let last = lastPlacing(of: line, before: index), let before = board.timeline[last].move
        else { return nil }
        let isThere =
            before.kind == .lineup
            ? line.isNamed(by: before.players) : before.variant == .comingIn
        guard !isThere else { return nil }
        return WarningDocument(
            .onBench, "\(line.title) is on the bench (\(name(last)))",
            advice:
                "if \(line.title) came in: scored sub \(board.shortName(of: line)) for PLAYER")
    }

    private func timeouts(_ move: Move) -> WarningDocument? {
        guard move.kind == .timeout, let side = board.side(of: move.subject),
            let allowed = board.rules.preset.timeouts(in: move.period)
        else { return nil }
        let taken = board.timeline.count { entry in
            guard entry.isLive, let other = entry.move, other.kind == .timeout else { return false }
            return allowed.periods.contains(other.period) && board.side(of: other.subject) == side
        }
        guard taken > allowed.count else { return nil }
        return WarningDocument(
            .timeouts,
            "\(board.teams[side].name) have taken \(Phrases.count(taken, "time-out")); "
                + "\(board.rules.preset.word) rules allow \(allowed.count) in "
                + span(allowed.periods),
            advice: "if it was not theirs: scored undo")
    }

    /// `periods 1 to 2`, `overtime 1`, `the game`.
    private func span(_ periods: ClosedRange<Int>) -> String {
        if periods.count == 1 { return board.rules.name(ofPeriod: periods.lowerBound) }
        return periods.upperBound == ScorebookLimits.periodMax
            ? "the game" : "periods \(periods.lowerBound) to \(periods.upperBound)"
    }

    private func substitution(_ index: Int) -> Move? {
        let entry = board.timeline[index]
        guard entry.isLive, let move = entry.move, move.kind == .substitution else { return nil }
        return move
    }

    private func unknownKind(_ move: Move, _ target: TimelineEntry) -> WarningDocument? {
        guard !board.rules.knows(move.kind) else { return nil }
        let points = Phrases.count(move.points ?? board.rules.points(of: move.kind), "point")
        return WarningDocument(
            .unknownShot,
            "\(board.rules.preset.word) rules have no \(Phrases.spaced("\(move.kind)")); "
                + "recorded as \(points)",
            advice:
                "if it was another shot: scored fix \(projection.name(target.id, in: board)) "
                + "--kind twoPoints")
    }

    /// A period that cannot have begun: an overtime more than one after the present period.
    private func farPeriod(_ move: Move, of target: TimelineEntry) -> WarningDocument? {
        // Without a game clock the board's period is that of this move.
        let clock = board.clock.governing == nil ? 1 : board.clock.period
        guard move.period > max(clock + 1, board.rules[.periods]) else { return nil }
        let seen = board.timeline.lazy.filter { $0.isLive && $0.id != target.id }
            .compactMap(\.move?.period).reduce(clock, max)
        guard move.period > max(seen + 1, board.rules[.periods]) else { return nil }
        let name = projection.name(target.id, in: board)
        return WarningDocument(
            .farPeriod,
            "\(name) is in \(board.rules.name(ofPeriod: move.period)), but nothing else is after "
                + board.rules.name(ofPeriod: seen),
            advice: "if that was mistyped: scored fix \(name) --period \(seen)")
    }
}

/// Additions of an answer to the words of the recorded entries.
struct Remarks {
    /// Replaces the entries' own words.
    var echo: String?
    /// Follows them: the effect, or the next step.
    var more = ""
    var warnings: [WarningDocument?] = []
}
