import Documents
import MoveLog
import Scorebook

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
