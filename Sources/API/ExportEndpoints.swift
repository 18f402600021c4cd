import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Entries and games for other programs.
struct ExportEndpoints: EndpointTopic {
    let api: APIContext

    func boxCSV(_ request: RoutedRequest) -> Answer {
        text(of: request, type: Self.csv) { Array(api.projection.boxCSV($0).utf8) }
    }

    func playsCSV(_ request: RoutedRequest) -> Answer {
        text(of: request, type: Self.csv) { Array(api.projection.playsCSV($0).utf8) }
    }

    func plays(_ request: RoutedRequest) -> Answer {
        text(of: request, type: Self.jsonLines) { lines(api.projection.plays($0)) }
    }

    func gamelog(_ request: RoutedRequest) -> Answer {
        text(of: request, type: Self.jsonLines) { board in
            lines([api.projection.gamelogHeader(board)])
                + lines(api.projection.gamelogEvents(board))
        }
    }

    func chart(_ request: RoutedRequest) -> Answer {
        api.afterTurn { () throws(APIError) in
            try .json(api.projection.chart(api.board(named: request.name)))
        }
    }

    private func text(
        of request: RoutedRequest, type: String, _ write: @escaping (Scoreboard) -> [UInt8]
    ) -> Answer {
        api.afterTurn { () throws(APIError) in
            try .content(write(api.board(named: request.name)), type: type)
        }
    }

    func export(_ asked: RoutedRequest) throws(APIError) -> Answer {
        var game: GameID?
        if let name = asked.request.target["game"] { game = try api.game(named: name).id }
        // What this turn recorded is in the log already and durable only after it.
        return api.afterTurn { [game] in
            .content(export(of: game), type: "application/jsonl")
        }
    }

    private func export(of game: GameID?) -> [UInt8] {
        var documents = documents(of: game)
        var bytes: [UInt8] = []
        for placed in api.ledger.log.allPlaced().sorted(by: { $0.place < $1.place }) {
            let entry = placed.entry
            guard game == nil || entry.scope.game == game || entry.id == game else { continue }
            // Where a log is forked, several entries have one ID; both lists are in order.
            let known = documents[entry.id]?.isEmpty == false
            let document = known ? documents[entry.id]?.removeFirst() : nil
            let line = ExportLine(
                entry: document ?? stranger(placed), author: entry.id.author.description,
                sequence: entry.id.sequence,
                digest: api.ledger.seal.digest(entry.canonicalBytes).description,
                bytes: hexadecimal(entry.canonicalBytes))
            bytes += JSON.encode(line) + [0x0A]
        }
        return bytes
    }

    private func documents(of game: GameID?) -> [EntryID: [EntryDocument]] {
        var documents: [EntryID: [EntryDocument]] = [:]
        let copies = { api.ledger.replica.copies(of: $0) }
        let projection = api.projection
        for id in game.map({ [$0] }) ?? api.ledger.book.gameIDs {
            guard let board = api.ledger.book.scoreboard(of: id) else { continue }
            for index in board.timeline.indices {
                documents[board.timeline[index].recordedAs, default: []].append(
                    projection.entry(at: index, in: board, copies: copies))
            }
        }
        for index in api.table.timeline.indices {
            let id = api.table.timeline[index].recordedAs
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
            name: api.table.name(of: entry.id), game: entry.scope.game.flatMap { api.table.game($0)?.slug },
            keeper: api.table.device(of: entry.id.author)?.keeper ?? "",
            wallMilliseconds: entry.wall.milliseconds, index: 0, lamport: placed.place.lamport,
            kind: isCopy ? "copied" : "unknown",
            text: isCopy ? "a copy of an entry that is here" : "entry of a game that is not here",
            state: isCopy ? .voided : .unknown,
            copies: api.ledger.replica.copies(of: entry.id))
    }
}

extension ExportEndpoints {
    /// RFC 4180 and 7111.
    private static let csv = "text/csv; charset=utf-8; header=present"
    private static let jsonLines = "application/jsonl"

    private func lines(_ documents: [some Encodable]) -> [UInt8] {
        documents.flatMap { JSON.encode($0) + [0x0A] }
    }
}
