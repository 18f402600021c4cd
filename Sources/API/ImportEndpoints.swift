import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Recording whole games of the past.
struct ImportEndpoints: EndpointTopic {
    let api: APIContext

    /// Records the game and its moves in as few commits as the log allows. All of them belong to
    /// one turn; where a crash comes between two commits, the same request records what is missing,
    /// because each commit has a name that follows from the request's.
    func importGame(_ order: ImportRequest) throws(APIError) -> Answer {
        let name = try api.requestID(order.request ?? order.game.request)
        guard order.forfeit == nil || order.abandon == nil else {
            throw .unfit("a game is forfeited or abandoned, not both")
        }
        var created = try GameEndpoints(api: api).creation(order.game)
        let moves = try moves(order)
        let target = lateTarget(of: &created, order, moves)
        let known = name.flatMap { api.ledger.replica.entries(of: $0)?.first }
        if known == nil, order.force != true { try refuseTwin(of: order, moves) }
        let game = known ?? GameEndpoints(api: api).nextEntry
        var drafts = [created.draft]
        if let note = GameEndpoints(api: api).origin(of: order.game) { drafts.append(note.draft(in: game)) }
        for (index, move) in moves.enumerated() {
            if let target, index == target.index { drafts.append(target.change.draft(in: game)) }
            drafts.append(move.draft(in: game))
        }
        if let clock = order.clockEntry(after: moves, in: game) { drafts.append(clock) }
        if let ending = order.ending(of: game) { drafts.append(ending) }

        var entries: [EntryID] = []
        let before = api.ledger.log.entryCount
        for (index, part) in parts(of: drafts).enumerated() {
            entries += try api.record(part, request: name.map { partName($0, index) })
        }
        let isRepeat = api.ledger.log.entryCount == before
        return api.recorded(entries, isRepeat: isRepeat) {
            if !isRepeat { api.choose(game) }
        }
    }

    /// A game of the same teams that has the same source and day, or the same moves, is this one.
    private func refuseTwin(of order: ImportRequest, _ moves: [Move]) throws(APIError) {
        let teams = (order.game.home.name, order.game.away.name)
        for game in api.table.games where (game.names.home, game.names.away) == teams {
            guard let board = api.ledger.scoreboard(of: game.id) else { continue }
            let origin = api.projection.origin(of: board)
            let isOfSource =
                order.game.source != nil && order.game.source == origin.source
                && (order.game.date ?? origin.date) == origin.date
            let live = board.timeline.lazy.filter(\.isLive).compactMap(\.move)
            guard isOfSource || !moves.isEmpty && live.map(\.footprint) == moves.map(\.footprint)
            else { continue }
            throw APIError(
                .conflict, .conflict,
                "\(game.slug) seems to be this game: \(origin.text), \(board.score.home):"
                    + "\(board.score.away)",
                advice: "to take it in once more: --force", candidates: [game.slug])
        }
    }

    /// A target that was set during the game, and before which move; taken out of the rules from the
    /// start. Nil where it held from there, or where nothing of its period happened.
    private func lateTarget(
        of created: inout GameCreated, _ order: ImportRequest, _ moves: [Move]
    ) -> (index: Int, change: RulesChanged)? {
        let target = created.rules[.target]
        guard let period = order.targetPeriod, period > 1, target > 0,
            let index = moves.firstIndex(where: { $0.period >= period })
        else { return nil }
        created.rules[.target] = 0
        return (index, RulesChanged(changes: [.target: target]))
    }

    private func moves(_ order: ImportRequest) throws(APIError) -> [Move] {
        let moves: [Move]
        do throws(DocumentsError) {
            moves = try order.moves()
        } catch {
            throw APIError(error)
        }
        for (index, move) in moves.enumerated() {
            do throws(Malformed) {
                try move.validate()
            } catch {
                throw .unfit("step \(index + 1) cannot be kept: \(error)")
            }
        }
        return moves
    }

    private func parts(of drafts: [Draft]) -> [[Draft]] {
        var parts: [[Draft]] = [[]]
        var bytes = 0
        for draft in drafts {
            let size = draft.body.count + MoveLog.Limits.envelopeBytesMax
            let isFull =
                parts[parts.count - 1].count >= Limits.importedOfACommitMax
                || bytes + size > Limits.importedBytesMax
            if isFull, !parts[parts.count - 1].isEmpty {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(draft)
            bytes += size
        }
        return parts
    }

    /// The name of a request's part: the request's own for the first.
    private func partName(_ request: RequestID, _ index: Int) -> RequestID {
        guard index > 0 else { return request }
        var writer = ByteWriter()
        writer.raw(Array("scored request part 1\0".utf8))
        writer.raw(request.bytes)
        writer.varint(UInt64(index))
        return RequestID(octets: api.ledger.seal.digest(writer.bytes).octets.high)
    }
}

extension Move {
    /// The values that two records of one game share, even if they name different players.
    fileprivate var footprint: [Int64?] {
        [
            Int64(kind.rawValue), variant.map { Int64($0.rawValue) }, Int64(period),
            elapsed?.wholeMilliseconds,
        ]
    }
}
