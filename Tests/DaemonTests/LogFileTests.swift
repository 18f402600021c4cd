import Documents
import LocalAPI
import MoveLog
import Seeds
import Testing

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

    private func text(_ bench: APIBench) throws -> [UInt8] {
        let response = try bench.get("/v1/export/log")
        #expect(response.status == .ok)
        return response.body
    }

    /// Sends a file as the client does; nil where its lines are no documents.
    private func post(_ text: [UInt8], to bench: APIBench, partLines: Int = .max) throws
        -> Response?
    {
        guard let lines = try? JSONLines.split(text), let first = lines.first,
            let header = try? JSONLines.decode(LogFileHeader.self, line: first)
        else { return nil }
        var runs: [(line: Int, run: LogFileRun)] = []
        for line in lines.dropFirst() {
            guard let run = try? JSONLines.decode(LogFileRun.self, line: line) else { return nil }
            runs.append((line.number, run))
        }
        let intake = String(repeating: "5a", count: 16)
        var head: LogFileHeader? = header
        while runs.count > partLines {
            let part = runs.prefix(partLines)
            runs.removeFirst(partLines)
            let response = try bench.post(
                .importLog,
                LogPartRequest(
                    intake: intake, header: head, runs: part.map(\.run), lines: part.map(\.line),
                    isLast: false))
            guard response.status == .ok else { return response }
            head = nil
        }
        let last = LogPartRequest(
            intake: intake, header: head, runs: runs.map(\.run), lines: runs.map(\.line),
            isLast: true)
        let request = Request(.post, Target(["v1", "import", "log"]), body: JSON.encode(last))
        return bench.perform(request)
    }

    private func document(_ response: Response?) throws -> LogImportDocument {
        let response = try #require(response)
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        return try JSON.decode(LogImportDocument.self, from: response.body)
    }

    @Test func theFirstLineSaysWhatTheFileComesTo() throws {
        let (table, game) = try table()
        let text = try text(table.mia)
        let lines = try JSONLines.split(text)
        let header = try JSONLines.decode(LogFileHeader.self, line: lines[0])
        let status = try table.mia.status()
        #expect(header.digest == status.sync.digest && header.words == status.sync.words)
        #expect(header.entries == status.sync.entries && header.runs == lines.count - 1)
        #expect(header.games == [game] && header.devices == ["mia", "bo"])
        // Every device of the table writes the same log.
        let other = try JSONLines.decode(
            LogFileHeader.self, line: try JSONLines.split(self.text(table.bo))[0])
        #expect(other.digest == header.digest)
    }

    @Test func aMemberMergesWhatItLacks() throws {
        let (table, game) = try table()
        table.disconnect()
        try table.mia.record(.moves, MoveRequest(game: game, player: "h4", kind: "2p"))
        try table.bo.record(.moves, MoveRequest(game: game, player: "a4", kind: "2p"))
        let mia = try text(table.mia)
        let merged = try document(try post(mia, to: table.bo, partLines: 1))
        #expect(merged.outcome == .merged && merged.entries == 1)
        #expect(try document(try post(mia, to: table.bo)).entries == 0)
        _ = try document(try post(text(table.bo), to: table.mia))
        #expect(table.mia.ledger.digest == table.bo.ledger.digest)
        let scores = try [table.mia, table.bo].map { try $0.status().game?.home.score }
        #expect(scores == [4, 4])
        // Nobody's incarnation ended: none was shown anything of its own that it lacked.
        #expect(table.bo.ledger.log.authorIDs.count == 2)
        // The link goes on from there without a word too many.
        table.connect()
        table.settle()
        #expect(table.mia.ledger.log.forkedAuthors.isEmpty)
    }

    @Test func whoSeesItsOwnLaterEntriesBeginsAnew() throws {
        let (table, game) = try table()
        let before = table.bo.ledger.replica
        try table.bo.record(.moves, MoveRequest(game: game, player: "a4", kind: "2p"))
        let text = try text(table.bo)
        // As a home that was restored from a backup of before.
        table.bo.ledger.replica = before
        let author = before.author
        _ = try document(try post(text, to: table.bo))
        #expect(table.bo.ledger.replica.author != author)
        try table.bo.record(.moves, MoveRequest(game: game, player: "a4", kind: "2p"))
        #expect(table.bo.ledger.log.forkedAuthors.isEmpty)
    }

    /// A file with one change that a careless hand or a hostile one may make.
    private func mutated(_ text: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var text = text
        let place = Int.random(in: text.indices, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: text[place] = UInt8.random(in: 0...255, using: &random)
        case 2: text.removeSubrange(place...)
        case 3: text.remove(at: place)
        case 4:
            var lines = text.split(separator: 0x0A).map(Array.init)
            lines.remove(at: Int.random(in: lines.indices, using: &random))
            text = Array(lines.joined(separator: [0x0A])) + [0x0A]
        default:
            let end = min(text.count, place + Int.random(in: 1...40, using: &random))
            text.insert(contentsOf: text[place..<end], at: place)
        }
        return text
    }

    /// What is signed of a file, or follows from it.
    private func substance(_ text: [UInt8]) throws -> ([LogFileRun], String, String, Int) {
        let lines = try JSONLines.split(text)
        let header = try JSONLines.decode(LogFileHeader.self, line: lines[0])
        let runs = try lines.dropFirst().map {
            var run = try JSONLines.decode(LogFileRun.self, line: $0)
            run.by = ""
            return run
        }
        return (runs, header.digest, header.words, header.entries)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func noChangeGoesUnnoticed(seed: UInt64) throws {
        let (table, game) = try table()
        table.disconnect()
        try table.mia.record(.moves, MoveRequest(game: game, player: "h4", kind: "2p"))
        let good = try text(table.mia)
        let (runs, digest, words, entries) = try substance(good)
        let stranger = try APIBench(name: "Cy")
        let own = (table.bo.ledger.digest, stranger.ledger.digest)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let text = mutated(good, &random)
            for bench in [table.bo, stranger] {
                let isAccepted = try post(text, to: bench)?.status == .ok
                if isAccepted || bench.peering.orders.count > 0 {
                    let found = try substance(text)
                    #expect(found == (runs, digest, words, entries))
                    bench.peering.orders = []
                } else {
                    let now = (table.bo.ledger.digest, stranger.ledger.digest)
                    #expect(now == own || now.0.description == digest)
                }
            }
        }
        #expect(stranger.ledger.digest == own.1)
        // After all of that the good file is taken as if nothing had been.
        _ = try document(try post(good, to: table.bo))
        #expect(table.bo.ledger.digest.description == digest)
    }

    @Test func aFileThatEndsEarlyIsNamedSo() throws {
        let (table, _) = try table()
        let lines = try text(table.mia).split(separator: 0x0A).map(Array.init)
        let cut = Array(lines.dropLast().joined(separator: [0x0A]))
        let response = try #require(try post(cut, to: table.bo))
        let reason = try table.bo.error(response)
        #expect(reason.message.contains("ends early"))
        #expect(reason.message.contains("the log here is as it was"))
    }

    @Test func aFileThatChangesUnderWayIsBegunAgain() throws {
        let (table, _) = try table()
        let (status, reason) = try table.mia.denial(
            .importLog,
            LogPartRequest(
                intake: String(repeating: "01", count: 16), runs: [], lines: [], isLast: true))
        #expect(status == 422 && reason.message.contains("beginning of this file"))
        let late = try table.mia.get("/v1/export/log", ["line": "2"])
        #expect(late.status.code == 400)
        let gone = try table.mia.get("/v1/export/log", ["line": "2", "digest": "00"])
        #expect(gone.status.code == 409)
    }

    @Test func whoKeepsScoreElsewhereIsToldWhatToDo() throws {
        let (table, _) = try table()
        let cy = try APIBench(name: "Cy")
        try cy.game()
        let before = cy.ledger.digest
        let response = try #require(try post(text(table.mia), to: cy))
        let reason = try cy.error(response)
        #expect(response.status.code == 409 && reason.code == "would-archive")
        #expect(reason.message.contains("nothing was changed"))
        #expect(reason.message.contains("scored leave"))
        #expect(cy.ledger.digest == before && cy.peering.orders.isEmpty)
    }
}
