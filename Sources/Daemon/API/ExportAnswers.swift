import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The entries with everything that a program needs to check them elsewhere.
extension Desk {
    var exportRoutes: [Route: Router.Responder] {
        [.export: { asked throws(Denial) in try export(asked) }]
    }

    private func export(_ asked: Asked) throws(Denial) -> Answer {
        var game: GameID?
        if let name = asked.request.target["game"] { game = try self.game(named: name).id }
        // What this turn recorded is in the log already and durable only after it.
        return afterTurn { [game] in
            .content(export(of: game), type: "application/jsonl")
        }
    }

    private func export(of game: GameID?) -> [UInt8] {
        var documents = documents(of: game)
        var bytes: [UInt8] = []
        for placed in ledger.log.allPlaced().sorted(by: { $0.place < $1.place }) {
            let entry = placed.entry
            guard game == nil || entry.scope.game == game || entry.id == game else { continue }
            // Where a log is forked, several entries have one ID; both lists are in order.
            let known = documents[entry.id]?.isEmpty == false
            let document = known ? documents[entry.id]?.removeFirst() : nil
            let line = ExportLine(
                entry: document ?? stranger(placed), author: entry.id.author.description,
                sequence: entry.id.sequence,
                digest: ledger.seal.digest(entry.canonicalBytes).description,
                bytes: hexadecimal(entry.canonicalBytes))
            bytes += JSON.encode(line) + [0x0A]
        }
        return bytes
    }

    private func documents(of game: GameID?) -> [EntryID: [EntryDocument]] {
        var documents: [EntryID: [EntryDocument]] = [:]
        let copies = { ledger.replica.copies(of: $0) }
        let projection = projection
        for id in game.map({ [$0] }) ?? ledger.book.gameIDs {
            guard let board = ledger.book.scoreboard(of: id) else { continue }
            for index in board.timeline.indices {
                documents[board.timeline[index].recordedAs, default: []].append(
                    projection.entry(at: index, in: board, copies: copies))
            }
        }
        for index in table.timeline.indices {
            let id = table.timeline[index].recordedAs
            // A game's creation is an entry of the table too.
            guard documents[id] == nil else { continue }
            documents[id, default: []].append(projection.tableEntry(at: index, copies: copies))
        }
        return documents
    }

    /// An entry that no board shows: a copy whose original is here, or one of a game that has not
    /// arrived.
    private func stranger(_ placed: Placed) -> EntryDocument {
        let entry = placed.entry
        let isCopy = entry.kind == .copied
        return EntryDocument(
            name: table.name(of: entry.id), game: entry.scope.game.flatMap { table.game($0)?.slug },
            keeper: table.device(of: entry.id.author)?.keeper ?? "",
            wallMilliseconds: entry.wall.milliseconds, index: 0, lamport: placed.place.lamport,
            kind: isCopy ? "copied" : "unknown",
            text: isCopy ? "a copy of an entry that is here" : "entry of a game that is not here",
            state: isCopy ? .voided : .unknown,
            copies: ledger.replica.copies(of: entry.id))
    }
}

/// Two lower-case digits a byte.
private func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
}
