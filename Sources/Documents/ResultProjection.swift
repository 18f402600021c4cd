import MoveLog
import Scorebook

/// How sure a result is: who is waited for, who signed what.
extension Projection {
    /// Why the result may still change without anybody's new move, in a few words each. The devices
    /// that are waited for here are those whose signatures make it official.
    func provisionalReasons(_ board: Scoreboard) -> [String] {
        var reasons: [String] = []
        if board.unknownCount > 0 {
            reasons.append("\(Phrases.entries(board.unknownCount)) of a newer version")
        }
        if board.malformedCount > 0 {
            reasons.append("\(Phrases.entries(board.malformedCount)) unreadable")
        }
        if board.danglingCount > 0 {
            reasons.append("\(Phrases.count(board.danglingCount, "move")) of unknown players")
        }
        if !board.danglingFixes.isEmpty {
            let count = Phrases.count(board.danglingFixes.count, "correction")
            reasons.append("\(count) of moves that are not here")
        }
        let held = board.held.count
        if held > 0 {
            reasons.append(Phrases.count(held, "held move"))
        }
        let missing = names(board.signersAhead)
        if !missing.isEmpty {
            reasons.append("\(Phrases.names(missing)) signed entries that are not here yet")
        }
        guard board.official == nil else { return reasons }
        let away = names(board.keepers.filter(isBehind))
        if !away.isEmpty {
            reasons.append("\(Phrases.names(away)) kept score and \(Phrases.areNot(away)) in sync")
        }
        return reasons
    }

    /// Whether a device may hold entries that are not here.
    private func isBehind(_ key: PublicKey) -> Bool {
        if isAway(key) { return true }
        let name = name(key)
        return peers.contains { $0.name == name && $0.behind > 0 }
    }

    func signature(_ signature: Signature, _ board: Scoreboard) -> SignatureDocument {
        let signOff = signature.signOff
        let keeper = table.device(signature.device)?.keeper ?? ""
        return SignatureDocument(
            device: name(signature.device),
            name: !signOff.name.isEmpty ? signOff.name : keeper,
            entry: name(signature.entry, in: board), home: signOff.score.home,
            away: signOff.score.away, digest: signOff.digest.description,
            words: SpokenWords.four(of: signOff.digest), isAgreed: isAgreed(signature, board),
            protest: signOff.protest)
    }

    /// Whether a signature is of what counts here. Two that cover the same entries by their numbers
    /// and differ all the same are of logs that differ: then this device's own is the measure.
    private func isAgreed(_ signature: Signature, _ board: Scoreboard) -> Bool {
        if let official = board.official {
            return signature.signOff.digest == official.digest
        }
        guard signature.isCurrent, signature.signOff.score == board.score else { return false }
        let own = board.signatures.first { $0.device == device && $0.isCurrent }
        return own == nil || own?.signOff.digest == signature.signOff.digest
    }

    func lost(_ lost: LostDevice, _ board: Scoreboard) -> LostDocument {
        LostDocument(
            device: name(lost.key),
            upTo: lost.cut.last.sorted { $0.key < $1.key }.map {
                table.name(of: EntryID(author: $0.key, sequence: $0.value))
            },
            later: lost.later.map { name($0, in: board) })
    }
}
