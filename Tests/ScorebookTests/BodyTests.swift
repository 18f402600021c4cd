import MoveLog
import Seeds
import Testing

@testable import Scorebook

/// Every value has one encoding, and bytes from outside never trap.
@Suite struct BodyTests {
    @Test(arguments: seeds(UInt64(40)))
    func whatIsReadIsWrittenBackByteForByte(seed: UInt64) throws {
        for placed in RandomTable.entries(seed: seed, count: 100) {
            try check(placed.entry.kind, placed.entry.scope, placed.entry.body)
        }
    }

    @Test(arguments: seeds(UInt64(40)))
    func damagedBodiesAreReadTheSameOrRefused(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for placed in RandomTable.entries(seed: seed, count: 60) {
            var body = placed.entry.body
            for _ in 0..<3 where !body.isEmpty {
                body[random.below(body.count)] = UInt8(truncatingIfNeeded: random.next())
                try check(placed.entry.kind, placed.entry.scope, body)
            }
        }
    }

    private static let types: [any EntryBody.Type] = [
        KeeperNamed.self, TableNamed.self, GameCreated.self, RosterAdded.self, Move.self,
        VoidEntry.self, GameClockEntry.self, PeriodBegan.self, TrackingClaimed.self,
        TrackingReleased.self, RulesChanged.self, GameEnded.self, GameReopened.self, Note.self,
        Fix.self, Accepted.self, RosterEdited.self, RosterMerged.self, GameForfeited.self,
        GameAbandoned.self, SignOff.self, DeviceLost.self, DeviceFound.self, TakenOver.self,
        TeamNamed.self, Transferred.self, GameUnited.self,
    ]

    private func check(_ kind: Kind, _ scope: Scope, _ body: [UInt8]) throws {
        if kind == .copied, let copy = try? CopiedEntry(body: body) { #expect(copy.body == body) }
        let content = Content(kind: kind, scope: scope, body: body)
        guard content != .malformed, !content.isLater else { return }
        for type in Self.types where type.kind == kind {
            let again = try written(type, body)
            #expect(again == body)
        }
    }

    private func written<Body: EntryBody>(_: Body.Type, _ body: [UInt8]) throws -> [UInt8] {
        try Body(body: body).body
    }
}

/// Text from others is data.
@Suite struct PlainTextTests {
    @Test func aLetterHasFewMarks() {
        let text = "e" + String(repeating: "\u{301}", count: 5)
        #expect(PlainText.clean(text, max: 64).unicodeScalars.count == 4)
    }

    @Test(arguments: seeds(UInt64(20)))
    func cleaningIsIdempotent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var text = String.UnicodeScalarView()
            for _ in 0..<random.below(80) {
                let bound = [0x80, 0x400, 0x2100, 0x1_0000, 0x11_0000][random.below(5)]
                if let scalar = Unicode.Scalar(UInt32(random.below(bound))) { text.append(scalar) }
            }
            let once = PlainText.clean(String(text), max: 64)
            #expect(PlainText.clean(once, max: 64) == once)
            #expect(once.utf8.count <= ScorebookLimits.nameBytesMax)
        }
    }

    /// Text that needs no cleaning is told apart first; one character that is dropped takes the long way.
    @Test(arguments: seeds(UInt64(20)))
    func theShortWayComesToTheSame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let letters = ["a", " ", "~", "\u{7f}", "\t", "é"]
            let text = (0..<random.below(12)).map { _ in letters[random.below(6)] }.joined()
            let most = random.below(14)
            #expect(
                PlainText.clean(text, max: most) == PlainText.clean("\u{200b}" + text, max: most),
                "\(Array(text.unicodeScalars)), at most \(most)")
        }
    }

    /// A hostile device writes its bodies itself.
    @Test func boardsHoldCleanTextOnly() throws {
        let dirty = "a\u{1b}[2J\u{202e}b"
        func text(_ words: String) -> [UInt8] {
            var writer = ByteWriter()
            writer.text(words)
            return writer.bytes
        }
        var table = PaperTable(keepers: 1)
        table.record(1, Draft(scope: .table, kind: .keeperNamed, body: text(dirty)))
        table.record(1, Draft(scope: .table, kind: .tableNamed, body: text(dirty)))
        var created = GameCreated(home: "", away: "", rules: Rules(.pickup), lines: [])
        created.home = dirty
        created.lines = [RosterLine(side: .home, number: "", name: "")]
        created.lines[0].name = dirty
        let game = table.record(1, created.draft)
        table.record(1, Draft(scope: .game(game), kind: .note, body: text(dirty)))
        var move = Move(.other, by: .nobody, period: 1)
        move.raw = dirty
        table.record(1, move.draft(in: game))
        let shown = "\(Shown(table.book))"
        #expect(!shown.contains("\u{1b}") && !shown.contains("\u{202e}"))
        #expect(try table.board(game).teams.home.players[0].name == "a[2Jb")
    }
}
