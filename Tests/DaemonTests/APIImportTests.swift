import Documents
import Foundation
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Games taken in whole, and given to other programs: the log and export of them.
@Suite struct APIImportTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

    private static func request(_ name: String, copies: Int = 1) throws -> (
        GamelogHeader, ImportRequest
    ) {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let file = folder.appending(path: "../Fixtures/games/\(name).jsonl")
        let lines = try JSONLines.split([UInt8](try Data(contentsOf: file)))
        let header = try JSONLines.decode(GamelogHeader.self, line: lines[0])
        let reading = try GamelogReading(header: header)
        let steps = try lines.dropFirst().map {
            try reading.step(JSONLines.decode(GamelogEvent.self, line: $0))
        }
        let all = Array(repeating: steps, count: copies).flatMap(\.self)
        return (header, ImportRequest(request: name32, game: reading.game, steps: all))
    }

    private static let name32 = "00112233445566778899aabbccddeeff"

    @Test func aRealGameEndsAtItsOfficialScore() throws {
        try bench.game()
        #expect(try bench.post(.use, UseRequest(game: "hawks-owls")).status == .ok)
        let (header, request) = try Self.request("nba-0021600270")
        let document = try bench.record(.importGame, request)
        #expect(document.home == header.final?.home)
        #expect(document.away == header.final?.away)
        #expect(!document.isRepeat)
        // A game that is not over stays the current one, and the answer says so.
        #expect(try bench.status().game?.name == "hawks-owls")
        let stays = document.warnings.first { $0.code == "gameStays" }
        #expect(stays?.advice?.hasSuffix("scored use \(document.game ?? "?")") == true)
        let digest = bench.ledger.digest
        let again = try bench.record(.importGame, request)
        #expect(again.isRepeat)
        #expect(again.entries == document.entries)
        #expect(bench.ledger.digest == digest)
    }

    /// Also among games that are not open any more: by their source, or by the same moves.
    @Test func theSameGameIsFoundAmongOldOnes() throws {
        func order(_ number: Int, _ source: String?) -> ImportRequest {
            let home = TeamRequest(
                name: "Hawks", roster: [RosterPlayer(number: "4", name: "Ana")])
            let away = TeamRequest(name: "Owls", roster: [RosterPlayer(number: "5", name: "Dee")])
            let steps = (0...number).map { step in
                ImportStep(
                    kind: step.isMultiple(of: 2) ? "rebound" : "foul", side: .home, player: "h#1",
                    period: 1)
            }
            return ImportRequest(
                game: NewGameRequest(home: home, away: away, source: source), steps: steps)
        }
        let sources = (0..<14).map { $0 % 2 == 0 ? "Liga-\($0) Ø" : nil }
        for (number, source) in sources.enumerated() {
            _ = try bench.record(.importGame, order(number, source))
        }
        let closed = bench.ledger.book.table.games.filter {
            bench.ledger.book.texts(of: $0.id) != nil
        }
        #expect(closed.count > 2)
        for (number, source) in sources.enumerated() {
            let again = order(number, source)
            let other = order(number + 20, source)
            #expect(try bench.post(.importGame, again).status == .conflict, "\(number)")
            if source != nil {
                #expect(try bench.post(.importGame, other).status == .conflict, "\(number)")
            }
        }
        // A new one is taken.
        #expect(try bench.post(.importGame, order(30, "Liga-99")).status == .ok)
    }

    @Test func anImportThatACrashCutGoesOnWhereItWas() throws {
        let (_, request) = try Self.request("nba-0021600270", copies: 6)
        #expect((request.steps?.count ?? 0) > 2 * APILimits.importedOfACommitMax)
        let whole = try APIBench()
        let expected = try whole.record(.importGame, request)
        // Only the first commit of the same import is on this disk.
        let cut = try APIBench()
        var first = request
        first.steps = (request.steps ?? []).prefix(APILimits.importedOfACommitMax - 2).map { step in
            // Without a reading no entry of the game clock follows.
            var step = step
            step.elapsedMilliseconds = nil
            return step
        }
        let begun = try cut.record(.importGame, first)
        #expect(begun.entries.count == APILimits.importedOfACommitMax)
        let finished = try cut.record(.importGame, request)
        #expect(!finished.isRepeat)
        #expect(finished.entries.count == expected.entries.count)
        #expect(finished.home == expected.home)
        #expect(cut.ledger.book.gameIDs.count == 1)
        let moves = try cut.board()
        #expect(moves.moves.count == request.steps?.count)
    }

    @Test func aTargetThatWasSetDuringTheGameIsSetThere() throws {
        var (header, request) = try Self.request("unrivaled-2025-jcdgg9yavn4e")
        request.targetPeriod = header.rules.targetPeriod
        let target = try #require(header.rules.target)
        try bench.record(.importGame, request)
        let board = try bench.board()
        #expect(board.rules[.target] == target)
        #expect(board.state == .decided)
        let index = try #require(board.timeline.firstIndex { $0.kind == .rulesChanged })
        #expect(board.timeline[..<index].allSatisfy { ($0.move?.period ?? 1) < 4 })
        #expect(board.timeline[index...].allSatisfy { ($0.move?.period ?? 4) >= 4 })
        let created = board.timeline[0].content
        guard case .gameCreated(let game) = created else {
            Issue.record("no creation")
            return
        }
        #expect(game.rules[.target] == 0)
    }

    @Test func aGameThatIsHereIsNotImportedAgainUnasked() throws {
        var (_, request) = try Self.request("nba-0021600270")
        let name = try #require(try bench.record(.importGame, request).game)
        let digest = bench.ledger.digest
        // The same file, a piece of it, and the same game under another ID.
        request.request = nil
        let whole = request.steps
        for change in 0..<3 {
            request.steps = change == 1 ? Array((whole ?? []).prefix(50)) : whole
            if change == 2 { request.game.source = "another" }
            let (status, reason) = try bench.denial(.importGame, request)
            #expect(status == 409 && reason.candidates == [name], "\(change)")
            #expect(bench.ledger.digest == digest)
        }
        request.force = true
        #expect(try bench.record(.importGame, request).game != name)
        // Another game of the same teams is no copy.
        request.force = nil
        request.steps = Array((whole ?? []).prefix(50))
        request.game.source = "a third"
        try bench.record(.importGame, request)
    }

    @Test func anImportedGameHasAClock() throws {
        var (_, request) = try Self.request("nba-0021600270")
        try bench.record(.importGame, request)
        let clock = try #require(try bench.status().game?.clock)
        #expect(clock.period == 5 && clock.text == "00:00" && !clock.isRunning)
        (request.request, request.force) = (nil, true)
        request.clock = ImportClock(period: 2, milliseconds: 719_300)
        let second = try #require(try bench.record(.importGame, request).game)
        let status: StatusDocument = try bench.document("/v1/status", ["game": second])
        #expect(status.game?.clock?.period == 2)
        #expect(status.game?.clock?.milliseconds == 719_300)
    }

    @Test(arguments: [
        ("period", 0), ("period", 100), ("points", -1), ("points", 21), ("clock", 86_401_000),
    ])
    func aNumberThatNoMoveHasIsRefused(field: String, number: Int) throws {
        var (_, request) = try Self.request("nba-0021600270")
        let basket = try #require(request.steps?.firstIndex { $0.points != nil })
        switch field {
        case "period": request.steps?[basket].period = number
        case "points": request.steps?[basket].points = number
        default: request.steps?[basket].elapsedMilliseconds = number
        }
        let before = bench.ledger.digest
        #expect(try bench.denial(.importGame, request).1.message.contains(field))
        #expect(bench.ledger.digest == before)
    }

    @Test func stepsThatDoNotFitImportNothing() throws {
        var (_, request) = try Self.request("nba-0021600270")
        request.steps?[3].kind = "dunk"
        #expect(try bench.denial(.importGame, request).1.code == "unknown-kind")
        request.steps?[3].kind = "foul"
        request.steps?[3].player = "h#99"
        #expect(try bench.denial(.importGame, request).1.message.contains("h#99"))
        request.steps = nil
        let alone = try bench.record(.importGame, request)
        #expect(alone.home == 0)
    }

    @Test func theExportHoldsEveryEntryAndItsBytes() throws {
        try bench.game()
        try bench.move("h4", "2p")
        try bench.record(.undo, UndoRequest())
        func lines(_ query: [String: String]) throws -> [ExportLine] {
            try JSONLines.split(try bench.get("/v1/export", query).body).map {
                try JSONLines.decode(ExportLine.self, line: $0)
            }
        }
        let all = try lines([:])
        #expect(
            all.map(\.entry.kind)
                == ["authorStarted", "keeperNamed", "gameCreated", "twoPoints", "void"])
        #expect(all.map(\.sequence) == [1, 2, 3, 4, 5])
        #expect(all[3].entry.state == .voided)
        for line in all {
            let bytes = try #require(line.bytes.flatMap { MoveLog.bytes(hexadecimal: $0) })
            #expect(bench.ledger.seal.digest(bytes).description == line.digest)
        }
        let game = try lines(["game": "hawks-owls"])
        #expect(game == Array(all.suffix(3)))
        #expect(try bench.get("/v1/export", ["game": "bears"]).status.code == 404)
    }

    private func showGame() throws {
        try bench.game()
        try bench.move("h4", "2p")
        try bench.move("h4", "2p")
        try bench.record(.undo, UndoRequest())
    }

    @Test(arguments: [
        ("box.csv", "text/csv; charset=utf-8; header=present"),
        ("plays.csv", "text/csv; charset=utf-8; header=present"),
        ("plays.jsonl", "application/jsonl"), ("gamelog.jsonl", "application/jsonl"),
        ("chart", "application/json"),
    ])
    func everyFormSaysWhatItIs(form: String, type: String) throws {
        try showGame()
        let response = try bench.get("/v1/games/hawks-owls/\(form)")
        #expect(response.status == .ok)
        #expect(response.headers["content-type"] == type)
        #expect(!response.body.isEmpty)
        let missing = try bench.get("/v1/games/bears-lynx/\(form)")
        #expect(missing.status.code == 404)
        #expect(try bench.error(missing).code == "unknown-game")
    }

    @Test func theFormsAgreeOnTheScore() throws {
        try showGame()
        let box = String(
            decoding: try bench.get("/v1/games/hawks-owls/box.csv").body, as: UTF8.self)
        #expect(box.contains("\r\nhawks-owls,Hawks,,total,,2,1,"))
        let plays = try JSONLines.split(try bench.get("/v1/games/hawks-owls/plays.jsonl").body)
            .map { try JSONLines.decode(PlayDocument.self, line: $0) }
        #expect(plays.map(\.state) == ["live", "live", "voided", "live"])
        #expect(plays.last?.home == 2)
        let lines = try JSONLines.split(try bench.get("/v1/games/hawks-owls/gamelog.jsonl").body)
        #expect(lines.count == 2)
        let header = try JSONLines.decode(GamelogHeader.self, line: lines[0])
        #expect(header.format == "gamelog/1" && header.final == nil)
        let chart = try JSON.decode(
            ChartDocument.self, from: try bench.get("/v1/games/hawks-owls/chart").body)
        #expect(chart.points.map(\.home) == [2] && chart.home.biggestLead == 2)
    }

    @Test func anImportOfAFinishedGameEndsIt() throws {
        let team = TeamRequest(name: "A", roster: [])
        let game = NewGameRequest(home: team, away: TeamRequest(name: "B", roster: []))
        let step = ImportStep(kind: "twoPoints", side: .home, period: 1, clockSeconds: 3)
        let ended = try bench.record(
            .importGame, ImportRequest(game: game, steps: [step], isEnded: true))
        #expect(ended.entries.count == 4 && ended.home == 2)
        #expect(try bench.status().game?.state == .closed)
        let forfeit = ImportRequest(
            game: game, steps: [step], isEnded: true, forfeit: .home, force: true)
        try bench.record(.importGame, forfeit)
        #expect(try bench.status().game?.state == .forfeit)
        #expect(try bench.status().game?.winner == .away)
        try bench.record(.importGame, ImportRequest(game: game, steps: [step], force: true))
        #expect(try bench.status().game?.state == .live)
    }
}
