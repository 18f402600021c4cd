import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Putting another move in the place of one.
extension Desk {
    func fix(_ order: FixRequest) throws(Denial) -> Answer {
        let request = try requestID(order.request)
        if let answer = repeated(request) { return answer }
        guard !order.isEmpty else {
            throw .unfit("say what is wrong: kind, player, points, period or the game clock")
        }
        let board = try presentBoard(named: order.game)
        let target = try fixable(order.entry, board)
        guard let present = target.move else { throw noMove(target, board, "fixed") }
        if order.kind != nil || order.player != nil { try demandPlayer(present, of: target, board) }
        let move = try replacement(of: present, order, board)
        let name = table.name(of: target.recordedAs)
        // To say again what counts is an answer to those who said something else.
        var drafts = VoidEntry.drafts(
            of: target.conflicts, in: board.id, following: move != present ? 1 : 0)
        if move != present {
            let fix = Fix(target: target.id, base: target.fixes.last, move: move)
            drafts.insert(fix.draft(in: board.id), at: 0)
        } else if drafts.isEmpty, target.isHeld {
            throw Denial(
                .unprocessable, .wrongEntry,
                "\(name) says that already (\(words(target, board))), and it is held",
                advice: "to count it: scored accept \(name)")
        }
        return try answer(
            drafts,
            move == present ? ["\(name) says that already: \(words(target, board))"] : [], board,
            request)
    }

    /// The move that a keeper means: of a fix the one that it corrected first.
    private func fixable(_ text: String, _ board: Scoreboard) throws(Denial) -> TimelineEntry {
        var target = try entry(text, in: board)
        if case .fix(let fix) = target.content {
            guard let root = board.entry(fix.target) else { throw noMove(target, board, "fixed") }
            target = root
        }
        guard target.recordedMove != nil else { throw noMove(target, board, "fixed") }
        if case .void(let voids) = target.standing {
            let by = voids.compactMap(board.entry).map { table.name(of: $0.recordedAs) }
            let name = table.name(of: target.recordedAs)
            throw Denial(
                .unprocessable, .wrongEntry,
                "\(name) is void by \(Phrases.names(by)), so a correction would count nowhere",
                advice: "first count it again: scored void \(by.joined(separator: " "))")
        }
        return target
    }

    /// Throws for a move that no single player makes, which has neither player nor kind to put right.
    private func demandPlayer(
        _ present: Move, of target: TimelineEntry, _ board: Scoreboard
    ) throws(Denial) {
        let (what, instead): (String, String)
        switch present.kind {
        case .lineup:
            (what, instead) = ("a line-up", ", then scored lineup with the right players")
        case .periodStart, .periodEnd, .gameEnd:
            (what, instead) = ("a mark of where the game was imported from", "")
        case .onePoint, .twoPoints, .threePoints, .freeThrow, .assist, .rebound, .foul,
            .technicalFoul, .steal, .block, .turnover, .miss, .substitution, .timeout, .foulDrawn,
            .blocked, .jumpBall, .violation, .review, .other:
            return
        }
        let name = table.name(of: target.recordedAs)
        throw Denial(
            .unprocessable, .wrongEntry,
            "\(name) is \(what) (\(words(target, board))): neither its player nor its kind can be "
                + "fixed, only its period and game clock",
            advice: "if it is wrong: scored void \(name)\(instead)")
    }

    private func replacement(
        of present: Move, _ order: FixRequest, _ board: Scoreboard
    ) throws(Denial) -> Move {
        var move = present
        if let kind = order.kind {
            let meaning = try meaning(kind)
            let isSameKind = meaning.kind == present.kind
            move.kind = meaning.kind
            move.variant = meaning.variant ?? (isSameKind ? present.variant : nil)
            if !isSameKind {
                move.points = nil
                move.annotate(raw: present.raw)
                if move.kind != .assist { move.linked = nil }
                if move.kind != .lineup { move.players = [] }
            }
        }
        if let player = order.player {
            move.subject = try subject(player, in: board)
            if move.subject != present.subject { move.linked = nil }
        }
        if let points = order.points { move.points = try self.points(points, move.kind, board) }
        if let detail = order.detail { move.annotate(type: detail, raw: move.raw) }
        if let period = order.period { move.period = try self.period(period, board) }
        if let seconds = order.clockSeconds { move.elapsed = try reading(seconds) }
        if let seconds = order.shownSeconds {
            move.elapsed = try reading(elapsed(shown: seconds, move.period, board))
        }
        do throws(Malformed) {
            try move.validate()
        } catch {
            throw .unfit("this move cannot be kept: \(error)")
        }
        return move
    }

    /// Seconds elapsed where the scoreboard shows these.
    private func elapsed(
        shown seconds: Int, _ period: Int, _ board: Scoreboard
    ) throws(Denial) -> Int {
        guard let length = board.rules.length(ofPeriod: period) else { return seconds }
        let whole = Int(length.components.seconds)
        guard (0...whole).contains(seconds) else {
            throw .unfit(
                "the game clock of a period of \(whole / 60) minutes cannot show \(seconds) "
                    + "seconds")
        }
        return whole - seconds
    }
}
