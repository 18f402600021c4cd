import Documents
import Foundation
import Languages
import Seeds
import Testing
import ViewModels

@testable import Web

/// All that pages and their streams say goes through the catalogue, but for refusals and results of a
/// search: in the pseudo-language no letter of ASCII is left but those of values.
@Suite struct LanguageTests {
    /// What no language changes: names of the stage's documents, words that devices compare aloud,
    /// slots, and the labels of periods, which documents bring as marks.
    private static let values: Set<String> = [
        "hawks-owls", "fox", "amber-fox", "h#", "a#", "Q1", "Q3",
    ]

    /// Reasons, endings and doubts in every form that documents have them.
    private static func vary(_ game: inout GameDocument, _ generator: inout SeededGenerator) {
        let reasons = [
            Phrase(.laterEntries, .number(1)), Phrase(.unreadableEntries, .number(2)),
            Phrase(.unknownPlayers, .number(1)), Phrase(.missingMoves, .number(3)),
            Phrase(.openQuestions, .number(1)), Phrase(.missingSigned, .text("日本")),
            Phrase(.oneBehind, .text("日本")), Phrase(.severalBehind, .text("日本, אבג")),
        ]
        game.setProvisional(because: reasons.filter { _ in Bool.random(using: &generator) })
        game.state = GamePhase.allCases.randomElement(using: &generator) ?? .live
        game.winner = [nil, .home, .away].randomElement(using: &generator) ?? nil
        game.abandonedBecause = game.state == .abandoned ? "雨" : nil
        game.forfeit =
            Int.random(in: 0...2, using: &generator) > 0
            ? nil
            : ForfeitDocument(
                by: .home, isDefault: Bool.random(using: &generator), home: 0, away: 20,
                score: "0:20")
        game.home.minutesUnknown = "6 on the court at 02:07"
        game.home.minutesUnknownPhrase = Phrase(.onCourt, .number(6), .text("02:07"))
        game.away.isInSecondPenalty = Bool.random(using: &generator)
        for index in game.home.players.indices {
            game.home.players[index].secondsPlayed = 61
            game.home.players[index].plusMinus = 2
            for column in BoxColumn.allCases {
                game.home.players[index].counts[column.rawValue] = 1
            }
        }
    }

    private static func drawn(showsNames: Bool, _ generator: inout SeededGenerator) -> WebStage {
        let stage = WebStage(showsNames: showsNames, words: Pseudo.catalogue)
        stage.words = { "日本\(UInt8.random(in: 0...99, using: &$0))" }
        stage.teams = { "אבג\(UInt8.random(in: 0...99, using: &$0))" }
        stage.publish(&generator)
        for _ in 0..<12 { stage.record(&generator) }
        stage.publish(&generator)
        if var game = stage.library.status.value?.game {
            vary(&game, &generator)
            stage.library.status.value?.game = game
        }
        stage.library.settle()
        return stage
    }

    /// The texts of elements, and of the attributes that are read out.
    private static func texts(of html: String, _ alsoKnown: Set<String> = []) throws -> [String] {
        try PageMarkup.read(html, alsoKnown: alsoKnown)
            .all { !["style", "script"].contains($0.name) }
            .flatMap { element in
                [element.text]
                    + ["aria-label", "alt", "placeholder"].compactMap { element.attributes[$0] }
            }
    }

    private static func check(_ texts: [String], _ place: String, atLeast count: Int = 3) {
        let said = texts.filter { $0.contains("[") }
        #expect(said.count >= count, "\(place) says next to nothing")
        for text in texts {
            let leaks = Pseudo.leaks(in: text, besides: values)
            #expect(leaks.isEmpty, "\(place): \(leaks) in \(text)")
        }
    }

    @Test(arguments: seeds(24)) func everyPageSpeaksTheLanguage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.drawn(showsNames: seed.isMultiple(of: 2), &generator)
        for page in WebStage.pages + [""] {
            let body = stage.answer(to: page).body
            #expect(body.contains("<html lang=\"qps\">"))
            try Self.check(Self.texts(of: body), page)
        }
        // The events of the stream bring the same values as the first paint: one is enough.
        let reader = try #require(stage.reader("game/stream"))
        stage.library.settle()
        stage.timekeeper.advance(by: WebLimits.coalescingTime)
        while reader.turn() {}
        try reader.readEvents()
        Self.check(reader.held.values.flatMap(Self.texts), "the stream")
        let chart = stage.answer(to: "chart.svg").body
        let svg = chart.dropFirst(
            chart.firstRange(of: "<svg").map {
                chart.distance(
                    from: chart.startIndex, to: $0.lowerBound)
            } ?? 0)
        let words = svg.matches(of: try Regex(">([^<>{}]+)<")).compactMap {
            $0.output[1].substring.map(String.init)
        }
        Self.check(words, "the chart")
    }

    private static func texts(of value: HeldValue) -> [String] {
        switch value {
        case .text(let text, _): [text]
        case .rows(let rows): rows.flatMap(\.cells)
        case .clock, .picture: []
        }
    }

    // MARK: The phone

    /// Rows whose first cell is for orders, and what is for the script alone.
    private static let buttons: Set<String> = [
        "homePlayers", "awayPlayers", "kinds", "lines", "held", "absent", "games",
    ]
    private static let codes: Set<String> = ["game", "phase", "askedOrder"]

    @Test func thePageOfAPhoneSpeaksTheLanguage() throws {
        try Self.check(
            Self.texts(of: KeepPage.document(in: Pseudo.catalogue)), "the page", atLeast: 60)
    }

    @Test func theScriptOfAPhoneSpeaksTheLanguage() throws {
        let script = KeepScript.text(in: Pseudo.catalogue)
        let line = try #require(
            script.split(separator: "\n").first { $0.hasPrefix("const phrases") })
        let json = Data(line.drop { $0 != "{" }.dropLast().utf8)
        let table = try JSONDecoder().decode([String: String].self, from: json)
        #expect(table.count == ScriptWord.allCases.count)
        Self.check(Array(table.values), "the script", atLeast: table.count)
        // No name is asked for that the table has not.
        for name in script.matches(of: try Regex(#"\bw\('(\w+)'"#)) {
            let name = name.output[1].substring.map(String.init) ?? ""
            #expect(table[name] != nil, "\(name)")
        }
        // And no sentence stands in the script itself.
        let rest = script.replacing(String(line), with: "")
        for sentence in rest.matches(of: try Regex(#"['`][A-Z][a-z]+ [^'`\n]*['`]"#)) {
            Issue.record("\(sentence.output[0].substring ?? "")")
        }
    }

    @Test(arguments: seeds(24)) func theStreamOfAPhoneSpeaksTheLanguage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let web = Self.drawn(showsNames: true, &generator)
        web.library.status.value?.device.name = "日本7"
        // Every code that a document may have, as a note; the texts beside them would be found.
        web.library.status.value?.warnings = PhraseCode.allCases.map { code in
            let values = (0..<4).map { _ in PhraseValue.text("日本") }
            return WarningDocument(
                code: "x", text: "as commands say it", phrase: Phrase(code, values))
        }
        let stage = KeepStage(over: web, words: Pseudo.catalogue)
        let reader = try #require(stage.stream(session: stage.session()))
        stage.library.settle()
        stage.timekeeper.advance(by: WebLimits.coalescingTime)
        while reader.turn() {}
        try reader.readEvents()
        for (name, value) in reader.held where !Self.codes.contains(name) {
            var texts: [String] = []
            switch value {
            case .rows(let rows):
                texts = rows.flatMap { row in
                    var cells = row.cells[...]
                    if Self.buttons.contains(name) { cells = cells.dropFirst() }
                    if name == "lines" { cells = cells.dropLast() }
                    return Array(cells)
                }
            default: texts = Self.texts(of: value)
            }
            // The title has the summary of the rules, and what a note says is a person's.
            if name == "title" { continue }
            Self.check(texts, name, atLeast: 0)
        }
    }
}
