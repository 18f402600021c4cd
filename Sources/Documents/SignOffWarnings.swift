import MoveLog
import Scorebook

/// What a person should know about signatures, and about what came behind them.
extension Projection {
    /// A signed score that is not the one here, signatures that are not of what counts here, and
    /// protests.
    func signatures(_ board: Scoreboard) -> [WarningDocument] {
        guard !board.signatures.isEmpty else { return [] }
        let documents = board.signatures.map { signature($0, board) }
        return differing(board) + documents.filter { !$0.isAgreed }.map { otherwise($0, board) }
            + documents.filter { $0.protest != nil }.map(protest)
    }

    /// Everybody signed one score, and what this device holds of it adds up to another.
    private func differing(_ board: Scoreboard) -> [WarningDocument] {
        guard let signed = board.official?.score, board.differsFromSigned else { return [] }
        let ahead = names(board.signersAhead)
        let reason =
            ahead.isEmpty
            ? "some of the entries that they signed are others here"
            : "\(Phrases.names(ahead)) signed entries that are not here yet"
        return [
            WarningDocument(
                code: "signedDiffers",
                text: "everyone signed \(signed.home):\(signed.away), and "
                    + "\(board.score.home):\(board.score.away) is counted here: \(reason)",
                advice: ahead.isEmpty
                    ? "compare scored log, then: scored reopen, scored void what did not happen, "
                        + "and everyone must sign again"
                    : "wait until this device is in sync: scored status")
        ]
    }

    private func otherwise(_ signed: SignatureDocument, _ board: Scoreboard) -> WarningDocument {
        let score = "\(signed.home):\(signed.away)"
        let isOwn = signed.device == name(device)
        let isSameScore =
            signed.home == board.score.home && signed.away == board.score.away
        let what =
            isSameScore
            ? "\(score) of other entries than count here"
            : "\(score), and \(board.score.home):\(board.score.away) is counted here"
        return WarningDocument(
            code: "signedOtherwise",
            text: "\(isOwn ? "this device" : signed.device) signed \(what)",
            advice: isOwn ? "scored sign" : "\(signed.device), once in sync: scored sign")
    }

    private func protest(_ signed: SignatureDocument) -> WarningDocument {
        WarningDocument(
            code: "protest",
            text: "\(signed.name) signed under protest: \(signed.protest ?? "")")
    }

    /// Points behind the end of a game, which everybody who signs should have heard of.
    private func behindEnd(_ board: Scoreboard) -> [WarningDocument] {
        guard board.state == .closed else { return [] }
        let points = board.movesBehindEnd.filter {
            board.timeline[$0].move?.kind.isScoring == true
        }
        guard let first = points.first, first > 0 else { return [] }
        let before = board.timeline[first - 1].score
        let names = points.map { name(board.timeline[$0].id, in: board) }
        return [
            WarningDocument(
                code: "behindEnd",
                text: "the game was ended at \(before.home):\(before.away), and "
                    + "\(board.score.home):\(board.score.away) is counted: "
                    + "\(Phrases.names(names)) came behind the end",
                advice: "those that came too late: scored void \(names.joined(separator: " "))")
        ]
    }

    /// Points behind the end, moves behind an official result, and moves of devices that were
    /// declared lost.
    func lateMoves(_ board: Scoreboard) -> [WarningDocument] {
        var warnings = behindEnd(board)
        let late = board.afterSignOff.count
        if late > 0 {
            warnings.append(
                WarningDocument(
                    code: "afterSignOff",
                    text: "\(Phrases.entries(late)) arrived after the sign-off: kept, not counted",
                    advice: "scored log shows them; to count them: scored reopen, then sign again"))
        }
        for lost in board.lost where !lost.later.isEmpty {
            let document = self.lost(lost, board)
            let end = document.upTo.isEmpty ? "" : " after \(Phrases.names(document.upTo))"
            warnings.append(
                WarningDocument(
                    code: "lostLater",
                    text: "\(document.device), declared lost, recorded "
                        + "\(Phrases.count(lost.later.count, "move"))\(end)",
                    advice: "look at them: scored log --keeper \(document.device); to wait for it "
                        + "again: scored devices found \(document.device)"))
        }
        return warnings
    }
}
