import Documents
import Foundation
import LocalAPI
import Testing

@testable import API
@testable import Daemon

/// One game for other programs, as the local API serves it.
@Suite struct APIExportTests {
    private let bench: APIBench

    init() throws { bench = try APIBench() }

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
