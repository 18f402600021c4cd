import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Recording through the ledger, and the one form of its answer.
extension Desk {
    /// The name that a request gave itself: 32 hexadecimal digits, or none.
    func requestID(_ text: String?) throws(Denial) -> RequestID? {
        guard let text else { return nil }
        guard let octets = hexadecimalOctets(text), let request = RequestID(octets) else {
            throw Denial(
                .badRequest, .malformed,
                "request: '\(shown(text))' are not 32 hexadecimal digits")
        }
        return request
    }

    /// The answer to a request that was recorded before; nil for a new one. Asked before anything
    /// else of the request is looked at: what it did may be why it would be refused now.
    func repeated(_ request: RequestID?) -> Answer? {
        guard let request, let entries = ledger.replica.entries(of: request) else { return nil }
        return recorded(entries, isRepeat: true)
    }

    /// Records, all or nothing; to be acknowledged after the turn only.
    func record(_ drafts: [Draft], request: RequestID? = nil) throws(Denial) -> [EntryID] {
        do throws(DaemonError) {
            return try ledger.record(drafts, request: request)
        } catch {
            throw Denial(error)
        }
    }

    /// Answers, once these entries are durable and in the book, what they came to. `finish` is done
    /// before, at that time; `remarking` sees the game then.
    func recorded(
        _ entries: [EntryID], isRepeat: Bool = false, adding warnings: [WarningDocument] = [],
        finish: @escaping () -> Void = {},
        remarking: @escaping (Scoreboard) -> Remarks = { _ in .none }
    ) -> Answer {
        .afterCommit { [self] in
            finish()
            let game = entries.first.flatMap(game(of:))
            let board = game.flatMap { ledger.book.scoreboard(of: $0) }
            let record = board.map { RecordedEntries(entries, in: $0, projection) }
            let remarks = board.map(remarking) ?? .none
            return .json(
                RecordedDocument(
                    entries: entries.map(table.name(of:)), isRepeat: isRepeat,
                    game: game.flatMap { table.game($0)?.slug },
                    echo: Phrases.list([remarks.echo ?? record?.echo ?? "", remarks.more]),
                    home: board?.score.home, away: board?.score.away,
                    warnings: warnings + remarks.warnings
                        + (record?.warnings(at: device) ?? []),
                    questions: record?.questions))
        }
    }

    /// The same with remarks on the game as it is then.
    func remarked(
        _ entries: [EntryID], _ remarking: @escaping (Scoreboard) -> Remarks
    ) -> Answer { recorded(entries, remarking: remarking) }

    /// The answer when all is as it was asked to be, so that there is nothing to record.
    func unchanged(_ text: String, _ board: Scoreboard) -> Answer {
        .now(
            .json(
                RecordedDocument(
                    entries: [], game: table.game(board.id)?.slug, echo: text,
                    home: board.score.home, away: board.score.away,
                    warnings: [WarningDocument(code: "nothingChanged", text: text)])))
    }

    /// The game that an entry is about, or that it created.
    private func game(of entry: EntryID) -> GameID? {
        switch ledger.log.entries(entry).first?.entry.scope {
        case .game(let game): game
        case .table: entry
        case nil: nil
        }
    }
}

/// What an answer says of a game beside the entries that were recorded.
struct Remarks {
    /// Instead of the entries' own words.
    var echo: String?
    /// Behind them: what came of it, what comes next.
    var more = ""
    /// What the keeper should know.
    var warnings: [WarningDocument] = []

    /// Nothing to remark.
    static let none = Remarks()
}

/// Entries of one game that were just recorded, in words for their keeper.
private struct RecordedEntries {
    let board: Scoreboard
    let projection: Projection
    /// Where they stand in the game's timeline.
    let indices: [Int]

    init(_ entries: [EntryID], in board: Scoreboard, _ projection: Projection) {
        self.board = board
        self.projection = projection
        let sought = Set(entries)
        indices = board.timeline.indices.filter { sought.contains(board.timeline[$0].recordedAs) }
    }

    /// `4 Ana two points - 12:9`.
    var echo: String {
        let score = "\(board.score.home):\(board.score.away)"
        guard let first = indices.first else { return score }
        if case .gameCreated = board.timeline[first].content { return creation }
        return indices.map { words(of: $0) }.joined(separator: "; ") + " - " + score
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
            return "fixed: \(target.text) (was \(was), \(target.name))"
        case .accepted(let accepted):
            guard let target = document(of: accepted.target) else { break }
            return "counted after all: \(target.text) (\(target.name))"
        case .move(let move):
            guard let basket = move.linked.flatMap(document) else { break }
            return "\(projection.entry(at: index, in: board).text) to \(basket.text)"
        default: break
        }
        return projection.entry(at: index, in: board).text
    }

    /// `undone: 4 Ana two points (mia.41)`; of a void that is voided what counts again.
    private func words(voiding target: EntryID, _ index: Int) -> String {
        guard let voided = document(of: target) else {
            return projection.entry(at: index, in: board).text
        }
        guard case .void(let inner) = board.entry(target)?.content,
            let again = document(of: inner.target)
        else { return "undone: \(voided.text) (\(voided.name))" }
        let standing = again.state == .live ? "counts again" : "no longer void by \(voided.name)"
        return "\(standing): \(again.text) (\(again.name))"
    }

    private func document(of id: EntryID) -> EntryDocument? {
        board.timeline.firstIndex { $0.id == id || $0.recordedAs == id }
            .map { projection.entry(at: $0, in: board) }
    }

    /// What the withdrawn moves leave to be asked; nil for nothing.
    var questions: [QuestionDocument]? {
        let voided = indices.compactMap { index -> EntryID? in
            guard case .void(let void) = board.timeline[index].content else { return nil }
            return board.entry(void.target)?.id
        }
        let questions = projection.questions(voiding: Set(voided), in: board)
        return questions.isEmpty ? nil : questions
    }

    /// What the keeper at the device should know about them.
    func warnings(at device: PublicKey) -> [WarningDocument] {
        var warnings =
            late
            + (questions ?? []).map { question in
                WarningDocument(
                    code: "heldCopy", text: question.text,
                    advice: "scored accept \(question.entries.joined(separator: " "))")
            }
        let moves = indices.filter { board.timeline[$0].move != nil }
        guard let index = moves.first, moves.count == 1, let move = board.timeline[index].move
        else { return warnings }
        warnings += copies(index)
        guard !board.timeline[index].isHeld else { return warnings }
        if move.kind.isScoring, board.state.isSettled {
            warnings.append(decided)
        }
        if case .line(let ref) = move.subject, let line = board.player(ref) {
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
                text: "the game is signed: this is kept, and not counted",
                advice: "to count it: scored reopen, then everybody signs anew")
        ]
    }

    /// That the move is held, or that it may be one of another keeper.
    private func copies(_ index: Int) -> [WarningDocument] {
        let name = projection.entry(at: index, in: board).name
        if let held = projection.heldMove(at: index, in: board) {
            let place = held.ofClock.map { ", \($0)" } ?? ""
            return [
                WarningDocument(
                    code: "held",
                    text: "held: the same as \(held.of) (\(held.ofKeeper)\(place)), counted "
                        + "nowhere until accepted",
                    advice: "scored accept \(name)")
            ]
        }
        guard let twin = board.timeline[index].resembles, let other = document(of: twin),
            other.state == .live
        else { return [] }
        let place = other.clock.map { ", \($0)" } ?? ""
        return [
            WarningDocument(
                code: "duplicate",
                text: "may be the same as \(other.name) (\(other.keeper)\(place)); both count",
                advice: "if it is: scored void \(name)")
        ]
    }

    private var decided: WarningDocument {
        let winner = board.winner.map { board.teams[$0].name + " win" } ?? "a tie"
        return WarningDocument(
            code: "decided",
            text: "the game is \(board.state.isOver ? "over" : "decided"): \(winner) "
                + "\(board.score.home):\(board.score.away)",
            advice: "if the move came too late: scored undo")
    }

    private func warnings(
        of line: PlayerLine, at device: PublicKey, isFoul: Bool
    ) -> [WarningDocument] {
        let document = projection.game(board)
        let player = (document.home.players + document.away.players).first {
            $0.slot == line.slotText
        }
        var warnings: [WarningDocument] = []
        if !line.trackers.isEmpty, !line.trackers.contains(device) {
            warnings.append(
                WarningDocument(
                    code: "trackedByOther",
                    text: "\(line.title) is tracked by \(Phrases.names(player?.trackedBy ?? []))",
                    advice: "if both of you recorded it, one of you: scored undo"))
        } else if line.trackers.isEmpty, !board.claimants.isEmpty {
            warnings.append(
                WarningDocument(
                    code: "untracked", text: "nobody tracks \(line.title)",
                    advice: "scored track \(line.slotText)"))
        }
        if line.isWithdrawn {
            warnings.append(
                WarningDocument(
                    code: "notActive", text: "\(line.title) is not in the game any more"))
        }
        if board.sharedNumbers.contains(where: { $0.contains { $0.ref == line.ref } }) {
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
                    code: "foulLimit", text: "\(line.title) has \(line.fouls) fouls and is out"))
        } else if isFoul, board.isInFoulTrouble(line) {
            warnings.append(
                WarningDocument(
                    code: "foulTrouble",
                    text: "\(line.title) has \(line.fouls) fouls: out with the next"))
        }
        return warnings
    }
}
