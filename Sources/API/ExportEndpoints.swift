import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Entries and games for other programs.
struct ExportEndpoints: EndpointTopic {
    let api: APIContext

    func boxCSV(_ request: RoutedRequest) throws(APIError) -> Response {
        try csv(api.projection.boxCSV(api.board(named: request.name)))
    }

    func playsCSV(_ request: RoutedRequest) throws(APIError) -> Response {
        try csv(api.projection.playsCSV(api.board(named: request.name)))
    }

    func plays(_ request: RoutedRequest) throws(APIError) -> Response {
        try jsonLines(lines(api.projection.plays(api.board(named: request.name))))
    }

    func gamelog(_ request: RoutedRequest) throws(APIError) -> Response {
        let board = try api.board(named: request.name)
        return jsonLines(
            lines([api.projection.gamelogHeader(board)])
                + lines(api.projection.gamelogEvents(board)))
    }

    func chart(_ request: RoutedRequest) throws(APIError) -> Response {
        try .json(api.projection.chart(api.board(named: request.name)))
    }

    /// After the turn: the entries of this turn are in the log before they are durable.
    func export(_ asked: RoutedRequest) throws(APIError) -> Response {
        var game: GameID?
        if let name = asked.request.target["game"] { game = try api.game(named: name).id }
        var documents = documents(of: game)
        var bytes: [UInt8] = []
        for placed in log.allPlaced().sorted(by: { $0.place < $1.place }) {
            let entry = placed.entry
            guard game == nil || entry.scope.game == game || entry.id == game else { continue }
            // In a forked log several entries have one ID; both lists are in order.
            let known = documents[entry.id]?.isEmpty == false
            let document = known ? documents[entry.id]?.removeFirst() : nil
            let line = ExportLine(
                entry: document ?? stranger(placed), author: entry.id.author.description,
                sequence: entry.id.sequence,
                digest: ledger.seal.digest(entry.canonicalBytes).description,
                bytes: hexadecimal(entry.canonicalBytes))
            bytes += JSON.encode(line) + [0x0A]
        }
        return jsonLines(bytes)
    }

    /// RFC 4180 and 7111.
    private func csv(_ text: String) -> Response {
        .text(text, type: "text/csv; charset=utf-8; header=present")
    }

    private func jsonLines(_ bytes: [UInt8]) -> Response {
        .content(bytes, type: "application/jsonl")
    }

    private func lines(_ documents: [some Encodable]) -> [UInt8] {
        documents.flatMap { JSON.encode($0) + [0x0A] }
    }

    private func documents(of game: GameID?) -> [EntryID: [EntryDocument]] {
        var documents: [EntryID: [EntryDocument]] = [:]
        let copies = { replica.copies(of: $0) }
        let projection = api.projection
        for id in game.map({ [$0] }) ?? ledger.book.gameIDs {
            guard let board = ledger.book.scoreboard(of: id) else { continue }
            for index in board.timeline.indices {
                documents[board.timeline[index].recordedAs, default: []].append(
                    projection.entry(at: index, in: board, copies: copies))
            }
        }
        for index in table.timeline.indices {
            let id = table.timeline[index].recordedAs
            // The creation of a game is in both timelines.
            guard documents[id] == nil else { continue }
            documents[id, default: []].append(projection.tableEntry(at: index, copies: copies))
        }
        return documents
    }

    /// An entry that is on no board: a copy whose original is here, or one of a game that has not
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
            copies: replica.copies(of: entry.id))
    }
}
