import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The basket that an assist led to.
extension Desk {
    /// The one that the keeper names; of an assist without a name the side's last one that is near
    /// enough, and that no other assist has. Nil for every other move.
    func basket(
        _ order: MoveRequest, of move: Move, _ board: Scoreboard
    ) throws(Denial) -> EntryID? {
        guard let name = order.basket else {
            return move.kind == .assist ? lastBasket(before: move, board)?.id : nil
        }
        guard move.kind == .assist else {
            throw .unfit("only an assist belongs to a basket; leave the basket out")
        }
        let entry = try entry(name, in: board)
        let spoken = table.name(of: entry.recordedAs)
        guard let basket = entry.move, basket.kind.isAssistable, entry.isLive else {
            throw Denial(
                .unprocessable, .wrongEntry,
                "\(spoken) is not a basket that counts (\(words(entry, board)))",
                advice: "scored log shows them")
        }
        guard let side = board.side(of: move.subject), board.side(of: basket.subject) == side,
            basket.subject != move.subject
        else {
            throw Denial(
                .unprocessable, .wrongEntry,
                "\(spoken) (\(words(entry, board))) is not a basket of another player of the same "
                    + "side")
        }
        return entry.id
    }

    private func lastBasket(before move: Move, _ board: Scoreboard) -> TimelineEntry? {
        guard let side = board.side(of: move.subject), let reading = move.elapsed else {
            return nil
        }
        return board.timeline.last { entry in
            guard entry.isLive, entry.moveKind?.isAssistable == true, let basket = entry.move,
                basket.period == move.period, let scored = basket.elapsed
            else { return false }
            // Of all baskets nearly none are so near, and to find their players takes longer.
            let apart = reading < scored ? scored - reading : reading - scored
            return apart <= Limits.assistTimeMax && basket.subject != move.subject
                && board.side(of: basket.subject) == side && !isAssisted(entry.id, board)
        }
    }

    private func isAssisted(_ basket: EntryID, _ board: Scoreboard) -> Bool {
        board.timeline.contains {
            $0.isLive && $0.moveKind == .assist && $0.move?.linked == basket
        }
    }
}

extension MoveKind {
    /// Whether an assist may have led to it.
    fileprivate var isAssistable: Bool { isScoring && self != .freeThrow }
}

extension Scoreboard {
    /// The side of a player or a team; nil for nobody.
    func side(of subject: Subject) -> Side? {
        switch subject {
        case .nobody: nil
        case .team(let side): side
        case .line(let ref): player(ref)?.side
        }
    }
}
