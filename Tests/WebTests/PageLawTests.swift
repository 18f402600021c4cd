import Documents
import Foundation
import Seeds
import Testing
import ViewModels
import Web

/// The laws of pages, over drawn documents full of what breaks pages.
@Suite struct PageLawTests {
    private static func stage(
        _ generator: inout SeededGenerator, entries: Int = 12, showsNames: Bool = true
    ) -> WebStage {
        let stage = WebStage(showsNames: showsNames)
        stage.publish(&generator)
        for _ in 0..<entries { stage.record(&generator) }
        // All pages are made before anything is asked for.
        for page in WebStage.pages { _ = stage.answer(to: page) }
        stage.library.settle()
        return stage
    }

    @Test(arguments: seeds(48)) func theFirstEventIsThePage(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.stage(&generator)
        stage.timekeeper.advance(by: .milliseconds(Int.random(in: 0...3000, using: &generator)))
        for page in WebStage.pages {
            let markup = try PageMarkup.read(stage.answer(to: page).body)
            let reader = try #require(stage.reader("\(page)/stream"))
            while reader.turn() {}
            try reader.readEvents()
            let elements = markup.all { $0.attributes["data-n"] != nil }
            #expect(elements.count >= 8 && reader.eventCount == 1, "\(page)")
            for element in elements {
                let name = element.attributes["data-n"] ?? ""
                let value = try #require(reader.held[name], "\(page) has no \(name)")
                #expect(
                    element.shows(value, at: stage.timekeeper.now),
                    "\(page) \(name): \(value), not \(element.text)")
            }
        }
    }

    @Test(arguments: seeds(48)) func aReaderOfChangesHoldsWhatAFreshOneIsTold(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.stage(&generator, entries: 3)
        var readers: [(page: String, reader: WebReader)] = []
        for page in WebStage.pages {
            readers.append((page, try #require(stage.reader("\(page)/stream"))))
        }
        for _ in 0..<60 {
            stage.step(&generator)
            for (_, reader) in readers where Bool.random(using: &generator) {
                if reader.turn(upTo: Int.random(in: 1...4000, using: &generator)) {
                    try reader.readEvents()
                }
            }
        }
        stage.library.connection.value = .connected
        stage.library.settle()
        stage.timekeeper.advance(by: .milliseconds(50))
        for (page, reader) in readers {
            while reader.turn() { try reader.readEvents() }
            let fresh = try #require(stage.reader("\(page)/stream"))
            while fresh.turn() {}
            try fresh.readEvents()
            #expect(!fresh.held.isEmpty && !reader.connection.wantsClose)
            for (name, value) in fresh.held {
                #expect(reader.held[name] == value, "\(page) \(name)")
            }
        }
    }

    /// By it a page tells new rows from changed ones.
    @Test(arguments: seeds(48)) func aNewRowHasANewKeyAndTheOthersKeepTheirs(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.stage(&generator)
        stage.publish(&generator)
        stage.library.settle()
        let reader = try #require(stage.reader("game/stream"))
        let keys = { () throws -> [String] in
            stage.library.settle()
            stage.timekeeper.advance(by: .milliseconds(80))
            while reader.turn() {}
            try reader.readEvents()
            guard case .rows(let rows)? = reader.held["plays"] else { return [] }
            return rows.map(\.key)
        }
        var last = try keys()
        for _ in 0..<12 {
            let arrivals = Int.random(in: 0...3, using: &generator)
            for _ in 0..<arrivals { stage.record(&generator) }
            let plays = stage.library.entries.suffix(arrivals).count { $0.kind != "note" }
            // Totals change the cells of rows, and a withdrawal their tone.
            if Bool.random(using: &generator) { stage.publish(&generator) }
            let next = try keys()
            #expect(Array(next.dropFirst(plays)) == Array(last.prefix(next.count - plays)))
            #expect(Set(next.prefix(plays)).isDisjoint(with: last))
            last = next
        }
    }

    @Test(arguments: seeds(48)) func withoutNamesNoTextOfAPersonLeaves(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = WebStage(showsNames: false)
        stage.teams = { _ in "Hawks" }
        // Each text is another, and all begin alike.
        stage.words = { "Zq\($0.next())" }
        stage.publish(&generator)
        var readers: [WebReader] = []
        var bodies = ""
        for page in WebStage.pages {
            readers.append(try #require(stage.reader("\(page)/stream")))
        }
        for _ in 0..<25 {
            if Bool.random(using: &generator) {
                stage.record(&generator)
            } else {
                stage.publish(&generator)
            }
            stage.library.settle()
            stage.timekeeper.advance(by: .milliseconds(80))
            for reader in readers { while reader.turn() {} }
        }
        for page in WebStage.pages + ["", "chart.svg"] { bodies += stage.answer(to: page).body }
        for reader in readers { bodies += String(decoding: reader.bytes, as: UTF8.self) }
        #expect(!bodies.contains("Zq"))
        // The numbers are there, and so the players are.
        let kinds = ["two points", "foul", "rebound", "substitution in"]
        #expect(kinds.contains { bodies.contains(" \($0)") } && bodies.contains("Hawks"))
    }

    @Test func withNamesTheyLeave() throws {
        var generator = SeededGenerator(seed: 1)
        let stage = WebStage()
        stage.words = { "Zq\($0.next())" }
        stage.publish(&generator)
        stage.record(&generator)
        _ = stage.answer(to: "bench")
        stage.library.settle()
        #expect(stage.answer(to: "bench").body.contains("Zq"))
    }

    @Test(arguments: seeds(48)) func nothingBreaksOutOfAPageOrAnEvent(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.stage(&generator)
        for page in WebStage.pages {
            let query = WebStage.hostileWord(&generator).utf8
                .map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
                .filter { $0 != "%00" }.joined()
            let body = stage.answer(to: "\(page)?anchor=\(query)&theme=\(query)&scale=\(query)")
                .body
            let markup = try PageMarkup.read(body)
            #expect(markup.all { $0.name == "script" }.map(\.attributes.count) == [2], "\(page)")
            #expect(markup.all { $0.name == "img" }.count == (page == "game" ? 1 : 0))
            let reader = try #require(stage.reader("\(page)/stream"))
            while reader.turn() {}
            try reader.readEvents()
            // One event in one line: nothing in it ends it early.
            let lines = reader.answer.body.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 3 && lines[0].hasPrefix("data: {") && lines[0].hasSuffix("}"))
            for text in [body, reader.answer.body] {
                let isForbidden = { (scalar: Unicode.Scalar) in
                    (scalar.value < 0x20 && scalar != "\n") || (0x7F...0x9F).contains(scalar.value)
                        || [0x2028, 0x2029, 0x202E].contains(scalar.value)
                }
                #expect(!text.unicodeScalars.contains(where: isForbidden), "\(page)")
            }
        }
    }
}
