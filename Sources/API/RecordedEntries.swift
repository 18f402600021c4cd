import Daemon
import Documents
import MoveLog
import Scorebook

/// Entries of one game that were just recorded, in words for their keeper.
struct RecordedEntries {
    let board: Scoreboard
    let projection: Projection
    /// Where they stand in the game's timeline.
    let indices: [Int]
    /// The score that is told.
    private(set) var score: Sides<Int>
    /// Moves that did not count before either, as they were held.
    let held: Set<EntryID>

    init(
        _ entries: [EntryID], in board: Scoreboard, _ projection: Projection,
        held: Set<EntryID> = []
    ) {
        self.board = board
        self.held = held
        self.projection = projection
        score = board.score
        indices = Self.indices(of: entries, in: board)
    }

    private static func indices(of entries: [EntryID], in board: Scoreboard) -> [Int] {
        let places = entries.compactMap { id in
            board.place(of: id).flatMap { place in
                // Where a log is forked, an entry's name may stand there twice.
                board.timeline[place].recordedAs == id && board.timeline[place].branch == nil
                    ? place : nil
            }
        }
        if places.count == entries.count { return places.sorted() }
        let sought = Set(entries)
        return board.timeline.indices.filter { sought.contains(board.timeline[$0].recordedAs) }
    }

    /// Tells the score as it was after the entries, which are new, and not after those that came
    /// behind them. An official result stays what was signed.
    mutating func tellScoreAsOfEntries() {
        guard board.official == nil, let last = indices.last else { return }
        score = board.timeline[last].score
    }

    /// `4 Ana two points - 12:9`.
    var echo: String {
        let score = "\(score.home):\(score.away)"
        guard let first = indices.first else { return score }
        if case .gameCreated = board.timeline[first].content { return creation }
        return (substitution ?? indices.map { words(of: $0) }.joined(separator: "; "))
            + " - " + score
    }

    /// `9 Gus in for 12 Cid`, of the two moves that one substitution is.
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
        let score = moves == 0 ? "" : " - \(board.score.home):\(board.score.away)"
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
            guard let target = document(of: fix.target), let was = target.was else { break }
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

    /// `undone: 4 Ana two points (mia.41)`; `discarded: …` of one that was held; of a void that is
    /// voided what counts again.
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

    /// An entry as the log shows it now.
    func document(of id: EntryID) -> EntryDocument? {
        board.place(of: id).map { projection.entry(at: $0, in: board) }
    }

    /// What the withdrawn moves leave to be asked; nil for nothing.
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

/// What is to be said about entries that were just recorded.
extension RecordedEntries {
    /// What the keeper at the device should know about them.
    func warnings(at device: PublicKey) -> [WarningDocument] {
        var warnings =
            late
            + (questions ?? []).map { question in
                WarningDocument(
                    code: "heldCopy", text: question.text,
                    advice: "scored accept \(question.entries.joined(separator: " "))")
            }
        warnings += doubts + repeatedSubstitutions
        let moves = indices.filter { board.timeline[$0].move != nil }
        // A foul may be called behind the last whistle, too: its keeper is told to which game it went.
        if let index = board.movesBehindEnd.first(where: moves.contains) {
            warnings.append(decided(index))
        }
        guard let index = moves.first, moves.count == 1, let move = board.timeline[index].move
        else { return warnings }
        warnings += copies(index)
        guard !board.timeline[index].isHeld else { return warnings }
        if move.kind.isScoring, board.state == .decided { warnings.append(decided(index)) }
        warnings += timeouts(move)
        if case .line(let ref) = move.subject, let line = board.player(ref) {
            warnings += benched(index, line)
            warnings += self.warnings(
                of: line, at: device, isFoul: [.foul, .technicalFoul].contains(move.kind))
        }
        return warnings
    }

    /// What is recorded behind an official result is kept and does not count.
    private var late: [WarningDocument] {
        guard indices.contains(where: { board.timeline[$0].standing == .afterSignOff }) else {
            return []
        }
        return [
            WarningDocument(
                code: "afterSignOff",
                text: "the game is signed: this is saved but not counted",
                advice: "to count it: scored reopen, then everyone must sign again")
        ]
    }

    /// That the move is held, or made another's held, or that it and another may be one.
    private func copies(_ index: Int) -> [WarningDocument] {
        var name: String { projection.name(board.timeline[index].id, in: board) }
        if let held = projection.heldMove(at: index, in: board) {
            let place = held.ofClock.map { ", \($0)" } ?? ""
            return [
                WarningDocument(
                    code: "held",
                    text: "held: the same as \(held.of) (\(held.ofKeeper)\(place)), not counted "
                        + "until accepted",
                    advice: "scored accept \(name)")
            ]
        }
        let id = board.timeline[index].id
        // Whoever tracks the player is believed before a copy that came earlier.
        let held = board.places(heldAs: id).compactMap { document(of: board.timeline[$0].id) }
        guard held.isEmpty else {
            return held.map { copy in
                WarningDocument(
                    code: "holds", text: "\(told(copy)) is held now, as a copy of this",
                    advice: "if there were two: scored accept \(copy.name)")
            }
        }
        guard let twin = board.timeline[index].resembles ?? board.move(resembling: id),
            let other = document(of: twin), other.state == .live
        else { return [] }
        return [
            WarningDocument(
                code: "duplicate", text: "may be the same as \(told(other)); both count",
                advice: "if it is: scored void \(name)")
        ]
    }

    /// `bo.17 (Bo, Q1 08:20)`.
    private func told(_ entry: EntryDocument) -> String {
        "\(entry.name) (\(entry.keeper)\(entry.clock.map { ", \($0)" } ?? ""))"
    }

    private func decided(_ index: Int) -> WarningDocument {
        // In a game that people ended nothing is undone without its name.
        let takesBack =
            board.state.isOver
            ? "scored void \(projection.entry(at: index, in: board).name)" : "scored undo"
        let winner = board.winner.map { board.teams[$0].name + " win" } ?? "a tie"
        let first = board.winner ?? .home
        return WarningDocument(
            code: "decided",
            text: "the game is \(board.state.isOver ? "over" : "decided"): \(winner) "
                + "\(board.score[first]):\(board.score[first.other])",
            advice: "if that was a mistake: \(takesBack)")
    }

    private func warnings(
        of line: PlayerLine, at device: PublicKey, isFoul: Bool
    ) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        if !line.trackers.isEmpty, !line.trackers.contains(device) {
            warnings.append(
                WarningDocument(
                    code: "trackedByOther",
                    text: "\(line.title) is tracked by "
                        + Phrases.names(projection.names(line.trackers)),
                    advice: "if both of you recorded it, one of you: scored undo"))
        } else if line.trackers.isEmpty, !board.claimants.isEmpty {
            warnings.append(
                WarningDocument(
                    code: "untracked", text: "nobody tracks \(line.title)",
                    advice: "scored track \(board.shortName(of: line))"))
        }
        if line.isWithdrawn {
            warnings.append(
                WarningDocument(
                    code: "notActive", text: "\(line.title) is not in the game any more"))
        }
        if board.sharesNumber(line) {
            warnings.append(
                WarningDocument(
                    code: "numberTwice",
                    text: "number \(line.number) is worn twice; this went to \(line.slotText) "
                        + line.title,
                    advice: "name the players by slot"))
        }
        if board.isFouledOut(line) {
            warnings.append(
                WarningDocument(
                    code: "foulLimit",
                    text: "\(line.title) has \(Phrases.count(line.fouls, "foul")) and is out"))
        } else if isFoul, board.isInFoulTrouble(line) {
            warnings.append(
                WarningDocument(
                    code: "foulTrouble",
                    text: "\(line.title) has \(Phrases.count(line.fouls, "foul")): out with the "
                        + "next"))
        }
        return warnings
    }
}

/// What a keeper can hardly have meant: it is recorded all the same, as nothing is refused but for
/// the disk, and the answer says how to put it right.
extension RecordedEntries {
    /// Of one move, recorded or put in the place of another; nothing is said of many at once.
    var doubts: [WarningDocument] {
        let moves = indices.compactMap { index in
            told(index).map { (entry: board.timeline[index], move: $0) }
        }
        guard let one = moves.first, moves.count == 1 else { return [] }
        let target: TimelineEntry
        if case .fix(let fix) = one.entry.content, let fixed = board.entry(fix.target) {
            target = fixed
        } else {
            target = one.entry
        }
        return unknownKind(one.move, target) + farPeriod(one.move, of: target)
    }

    /// That a player's last substitution was the same one, of two keepers or of one who pressed twice.
    var repeatedSubstitutions: [WarningDocument] {
        // One is at most a player out and a player in; of a file nothing is said.
        indices.count > 2 ? [] : indices.compactMap(repetition)
    }

    private func repetition(at index: Int) -> WarningDocument? {
        guard let move = substitution(index), case .line(let ref) = move.subject,
            let line = board.player(ref),
            let last = board.timeline[..<index].indices.last(where: { places(line, at: $0) }),
            let before = substitution(last), before.variant == move.variant
        else { return nil }
        let name = projection.name(board.timeline[last].id, in: board)
        let own = projection.name(board.timeline[index].id, in: board)
        let what = move.variant == .comingIn ? "came in" : "went out"
        return WarningDocument(
            code: "sameSubstitution", text: "\(line.title) \(what) already (\(name))",
            advice: "if this is the same substitution: scored void \(own)")
    }

    /// Whether an entry says that a player is on the court, or off it: a line-up does of all of its side.
    private func places(_ line: PlayerLine, at index: Int) -> Bool {
        let entry = board.timeline[index]
        guard entry.isLive else { return false }
        switch entry.moveKind {
        case .substitution: return entry.move.map { line.isNamed(by: [$0.subject]) } == true
        case .lineup: return entry.move?.subject == .team(line.side)
        default: return false
        }
    }

    /// That the player of a move sits on the bench, by the last line-up or substitution that says it.
    func benched(_ index: Int, _ line: PlayerLine) -> [WarningDocument] {
        guard let move = board.timeline[index].move, move.isOnCourt,
            let last = board.timeline[..<index].indices.last(where: { places(line, at: $0) }),
            let before = board.timeline[last].move
        else { return [] }
        let isThere =
            before.kind == .lineup
            ? line.isNamed(by: before.players) : before.variant == .comingIn
        guard !isThere else { return [] }
        let name = projection.name(board.timeline[last].id, in: board)
        let player = board.shortName(of: line)
        return [
            WarningDocument(
                code: "onBench", text: "\(line.title) is on the bench (\(name))",
                advice: "if \(line.title) came in: scored sub \(player) for PLAYER")
        ]
    }

    /// That a side has taken more time-outs than the rules give it.
    func timeouts(_ move: Move) -> [WarningDocument] {
        guard move.kind == .timeout, let side = board.side(of: move.subject),
            let allowed = board.rules.preset.timeouts(in: move.period)
        else { return [] }
        let taken = board.timeline.count { entry in
            guard entry.isLive, let other = entry.move, other.kind == .timeout else { return false }
            return allowed.periods.contains(other.period) && board.side(of: other.subject) == side
        }
        guard taken > allowed.count else { return [] }
        return [
            WarningDocument(
                code: "timeouts",
                text: "\(board.teams[side].name) have taken \(Phrases.count(taken, "time-out")); "
                    + "\(board.rules.preset.word) rules allow \(allowed.count) in "
                    + span(allowed.periods),
                advice: "if it was not theirs: scored undo")
        ]
    }

    /// `periods 1 to 2`, `overtime 1`, `the game`.
    private func span(_ periods: ClosedRange<Int>) -> String {
        if periods.count == 1 { return board.rules.name(ofPeriod: periods.lowerBound) }
        return periods.upperBound == Scorebook.Limits.periodMax
            ? "the game" : "periods \(periods.lowerBound) to \(periods.upperBound)"
    }

    private func substitution(_ index: Int) -> Move? {
        let entry = board.timeline[index]
        guard entry.isLive, let move = entry.move, move.kind == .substitution else { return nil }
        return move
    }

    /// The move that an entry says happened; nil for one that says no such thing.
    private func told(_ index: Int) -> Move? {
        if case .fix(let fix) = board.timeline[index].content { return fix.move }
        return board.timeline[index].recordedMove
    }

    private func unknownKind(_ move: Move, _ target: TimelineEntry) -> [WarningDocument] {
        guard !board.rules.knows(move.kind) else { return [] }
        let name = projection.name(target.id, in: board)
        let points = Phrases.count(move.points ?? board.rules.points(of: move.kind), "point")
        return [
            WarningDocument(
                code: "unknownShot",
                text: "\(board.rules.preset.word) rules have no "
                    + "\(Phrases.spaced("\(move.kind)")); recorded as \(points)",
                advice: "if it was another: scored fix \(name) --kind twoPoints")
        ]
    }

    /// A period that nobody can be in yet: beyond the regular ones, and the next one has not begun.
    private func farPeriod(
        _ move: Move, of target: TimelineEntry
    ) -> [WarningDocument] {
        // Where no game clock says it, the period on the board is this very move's.
        let clock = board.clock.governing == nil ? 1 : board.clock.period
        guard move.period > max(clock + 1, board.rules[.periods]) else { return [] }
        let others = board.timeline.lazy.filter { $0.isLive && $0.id != target.id }.compactMap(
            \.move?.period)
        let seen = others.reduce(clock, max)
        guard move.period > max(seen + 1, board.rules[.periods]) else { return [] }
        let name = projection.name(target.id, in: board)
        return [
            WarningDocument(
                code: "farPeriod",
                text:
                    "\(name) is in \(board.rules.name(ofPeriod: move.period)), and nothing else is "
                    + "beyond \(board.rules.name(ofPeriod: seen))",
                advice: "if that was mistyped: scored fix \(name) --period \(seen)")
        ]
    }
}
