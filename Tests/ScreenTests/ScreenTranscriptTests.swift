import Documents
import Foundation
import Terminal
import Testing
import ViewModels

/// Every screen as a person sees it at three sizes, in files of `Tests/Transcripts/Screens` that are
/// read in review. What they show are the documents of `Tests/Fixtures/documents`, which a daemon
/// wrote, with the questions of today. `Scripts/transcripts` writes the files again.
struct ScreenTranscriptTests {
    private static let screens = KeyAction.allCases.compactMap(\.destination).reduce(
        into: [
            "keep": .keep, "help": .help, "game": .game(nil), "keepers": .keepers(),
            "timeline": .timeline(), "timeline-all-games": .timeline(.all),
            "device": .detail(.devices, name: "bo"), "section-devices": .section(.devices),
            "section-warnings": .section(.warnings),
        ] as [String: Destination]
    ) { screens, way in
        if case .named(let name) = way { screens[name] = way }
    }
    private static let sizes = [(80, 24), (40, 12), (120, 40)]
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "..")

    @Test(arguments: screens.keys.sorted()) func itShowsWhatTheTranscriptShows(name: String) throws
    {
        let destination = try #require(Self.screens[name])
        try expect(name, try shown(destination, isEmpty: false))
    }

    /// Before there is a game: the first thing that a volunteer sees.
    @Test func theFirstScreenShowsWhatTheTranscriptShows() throws {
        try expect("keep-first", try shown(.keep, isEmpty: true))
    }

    private func shown(_ destination: Destination, isEmpty: Bool) throws -> String {
        let library = PaperLibrary()
        let screens = ScreenStack(
            library: library, timekeeper: ManualTimekeeper(), start: destination)
        let view = ScreenView(screens)
        var status = try Self.status()
        if isEmpty {
            status.game = nil
            status.games = []
            status.peers = []
            status.warnings = []
        }
        library.status.value = status
        library.log = isEmpty ? [] : try Self.read("log", LogDocument.self).entries
        library.connection.value = .connected
        library.showWindows()
        try library.answerAll(otherwise: "the daemon is away") { try Self.answer(to: $0.route) }
        return Self.sizes.map { columns, rows in
            let lines = view.lines(columns, rows).map(PaperKeep.trimmed)
            return "=== \(columns)x\(rows)\n" + lines.joined(separator: "\n") + "\n"
        }.joined()
    }

    private static func answer(to route: Route) throws -> Any? {
        switch route {
        case .status: try status()
        case .games: try read("games", GamesDocument.self)
        case .game: try asking(read("box", GameDocument.self))
        case .log, .gameLog: try read("log", LogDocument.self)
        case .held:
            try HeldDocument(game: "hawks-owls", moves: status().game?.heldMoves ?? [])
        case .devices: try read("devices", DevicesDocument.self)
        case .search: try read("search", SearchDocument.self)
        default: nil
        }
    }

    private static func status() throws -> StatusDocument {
        var status = try read("status", StatusDocument.self)
        status.game = try status.game.map(asking)
        return status
    }

    /// What the daemon of these documents held it would ask about now.
    private static func asking(_ game: GameDocument) throws -> GameDocument {
        var game = game
        game.heldMoves = try read("held", HeldDocument.self).moves.map { move in
            var move = move
            (move.text, move.ofText) = ("4 Ana three points", "4 Ana two points")
            (move.reason, move.answers) = (.doubt, ["this", "that", "both"])
            return move
        }
        game.provisionalBecause = game.openQuestions(in: .english).map { [$0] } ?? []
        return game
    }

    private static func read<Document: Decodable>(
        _ name: String, _ type: Document.Type
    ) throws -> Document {
        let file = tests.appending(path: "Fixtures/documents/\(name).json")
        return try JSONDecoder().decode(type, from: Data(contentsOf: file))
    }

    private func expect(_ name: String, _ text: String) throws {
        let file = Self.tests.appending(path: "Transcripts/Screens/\(name).txt")
        if ProcessInfo.processInfo.environment["SCORED_TRANSCRIPTS"] == "renew" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        } else {
            let kept = try String(contentsOf: file, encoding: .utf8)
            #expect(text == kept, "\(name): run Scripts/transcripts and read the difference")
        }
    }
}
