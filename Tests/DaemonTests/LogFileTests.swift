import Documents
import LocalAPI
import MoveLog
import Seeds
import Testing

@testable import API
@testable import Daemon

/// A table's log in a file, as the local API writes and reads it.
@Suite struct LogFileTests {
    /// Mia and Bo, with a game in which both recorded.
    private func table() throws -> (table: APITable, game: String) {
        let table = try APITable()
        let game = try table.mia.game()
        table.settle()
        try table.mia.record(.moves, MoveRequest(game: game, player: "h4", kind: "2p"))
        try table.bo.record(.moves, MoveRequest(game: game, player: "a4", kind: "3p"))
        table.settle()
        return (table, game)
    }

    private func file(_ bench: APIBench) throws -> [UInt8] {
        let response = try bench.get("/v1/export/log")
        #expect(response.status == .ok)
        return response.body
    }

    /// Sends a file as the client does.
    private func post(
        _ file: [UInt8], to bench: APIBench, partBytes: Int = .max
    ) -> Response? {
        var offset = 0
        while true {
            let end = offset + min(partBytes, file.count - offset)
            let response = bench.post(
                Array(file[offset..<end]), from: offset, isLast: end == file.count)
            guard response?.status == .ok, end < file.count else { return response }
            offset = end
        }
    }

    private func read(_ file: [UInt8], at bench: APIBench) throws -> TableLog {
        var intake = LogIntake(seal: bench.ledger.seal)
        try intake.receive(file)
        return try intake.finish()
    }

    private func document(_ response: Response?) throws -> LogImportDocument {
        let response = try #require(response)
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        return try JSON.decode(LogImportDocument.self, from: response.body)
    }

    @Test func everyDeviceWritesTheSameLog() throws {
        let (table, _) = try table()
        let digest = try table.mia.status().sync.digest
        for bench in [table.mia, table.bo] {
            #expect(try read(file(bench), at: bench).digest.description == digest)
        }
    }

    @Test func aMemberMergesWhatItLacks() throws {
        let (table, game) = try table()
        table.disconnect()
        try table.mia.record(.moves, MoveRequest(game: game, player: "h4", kind: "2p"))
        try table.bo.record(.moves, MoveRequest(game: game, player: "a4", kind: "2p"))
        let mia = try file(table.mia)
        let merged = try document(post(mia, to: table.bo, partBytes: 100))
        #expect(merged.outcome == .merged && merged.entries == 1)
        #expect(try document(post(mia, to: table.bo)).entries == 0)
        _ = try document(post(file(table.bo), to: table.mia))
        #expect(table.mia.ledger.digest == table.bo.ledger.digest)
        let scores = try [table.mia, table.bo].map { try $0.status().game?.home.score }
        #expect(scores == [4, 4])
        // Nobody's incarnation ended: none was shown anything of its own that it lacked.
        #expect(table.bo.ledger.log.authorIDs.count == 2)
        // The link goes on from there without a word too many.
        table.reconnect()
        #expect(table.mia.ledger.log.forkedAuthors.isEmpty)
    }

    @Test func whoSeesItsOwnLaterEntriesBeginsAnew() throws {
        let (table, game) = try table()
        let before = table.bo.ledger.replica
        try table.bo.record(.moves, MoveRequest(game: game, player: "a4", kind: "2p"))
        let text = try file(table.bo)
        // As a home that was restored from a backup of before.
        table.bo.ledger.replica = before
        let author = before.author
        _ = try document(post(text, to: table.bo))
        #expect(table.bo.ledger.replica.author != author)
        try table.bo.record(.moves, MoveRequest(game: game, player: "a4", kind: "2p"))
        #expect(table.bo.ledger.log.forkedAuthors.isEmpty)
    }

    /// A file with one change that a careless hand or a hostile one may make.
    private func mutated(_ file: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var file = file
        let place = Int.random(in: file.indices, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: file[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: file[place] = UInt8.random(in: 0...255, using: &random)
        case 2: file.removeSubrange(place...)
        case 3: file.remove(at: place)
        default:
            let end = min(file.count, place + Int.random(in: 1...40, using: &random))
            file.insert(contentsOf: file[place..<end], at: place)
        }
        return file
    }

    @Test(arguments: seeds(UInt64(8)))
    func noChangeGoesUnnoticed(seed: UInt64) throws {
        let (table, game) = try table()
        table.disconnect()
        try table.mia.record(.moves, MoveRequest(game: game, player: "h4", kind: "2p"))
        let good = try file(table.mia)
        let digest = try read(good, at: table.mia).digest
        let stranger = try APIBench(name: "Cy")
        let own = (table.bo.ledger.digest, stranger.ledger.digest)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let text = mutated(good, &random)
            for bench in [table.bo, stranger] {
                let isAccepted = post(text, to: bench)?.status == .ok
                if isAccepted || bench.peering.orders.count > 0 {
                    #expect(try read(text, at: bench).digest == digest)
                    bench.peering.orders = []
                } else {
                    let now = (table.bo.ledger.digest, stranger.ledger.digest)
                    #expect(now == own || now.0 == digest)
                }
            }
        }
        #expect(stranger.ledger.digest == own.1)
        // After all of that the good file is taken as if nothing had been.
        _ = try document(post(good, to: table.bo))
        #expect(table.bo.ledger.digest == digest)
    }

    @Test func aPartThatDoesNotFollowIsRefused() throws {
        let (table, _) = try table()
        let good = try file(table.mia)
        for offset in [1, 99, 101] {
            let first = table.bo.post(Array(good[..<100]), from: 0, isLast: false)
            #expect(first?.status == .ok)
            let response = try #require(
                table.bo.post(Array(good[100...]), from: offset, isLast: true))
            let reason = try table.bo.error(response)
            #expect(response.status.code == 422)
            #expect(reason.message.contains("beginning of this file"))
        }
    }

    @Test func whoKeepsScoreElsewhereIsToldWhatToDo() throws {
        let (table, _) = try table()
        let cy = try APIBench(name: "Cy")
        try cy.game()
        let before = cy.ledger.digest
        let response = try #require(post(file(table.mia), to: cy))
        let reason = try cy.error(response)
        #expect(response.status.code == 409 && reason.code == "would-archive")
        #expect(reason.message.contains("nothing was changed"))
        #expect(reason.message.contains("scored leave"))
        #expect(cy.ledger.digest == before && cy.peering.orders.isEmpty)
    }
}

extension APIBench {
    /// Sends a part of a log's file.
    func post(_ bytes: [UInt8], from offset: Int, isLast: Bool) -> Response? {
        let target = Target(
            ["v1", "import", "log"],
            query: [
                .init("file", String(repeating: "5a", count: 16)), .init("from", "\(offset)"),
                .init("last", "\(isLast)"),
            ])
        return perform(Request(.post, target, body: bytes))
    }
}
