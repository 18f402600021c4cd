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
