import Documents
import Foundation
import Seeds
import Testing
import ViewModels
import Web

/// The page on which a phone keeps, and the values that its stream brings.
@Suite struct KeepPageTests {
    /// Names for the script alone.
    private static let data: Set<String> = [
        "game", "phase", "periodNumber", "periodSeconds", "periodQuestion", "askedOrder",
        "askedQuestion",
    ]

    private static func drawn(_ generator: inout SeededGenerator, entries: Int = 8) -> KeepStage {
        let stage = KeepStage()
        stage.web.publish(&generator)
        for _ in 0..<entries { stage.web.record(&generator) }
        return stage
    }

    /// A stream that was sent all that is known.
    private static func stream(_ stage: KeepStage) throws -> WebReader {
        let reader = try #require(stage.stream(session: stage.session()))
        stage.library.settle()
        stage.timekeeper.advance(by: WebLimits.coalescingTime)
        while reader.turn() {}
        try reader.readEvents()
        return reader
    }

    // MARK: The document

    @Test func theDocumentIsTheSameForEverybody() throws {
        var generator = SeededGenerator(seed: 1)
        let stage = Self.drawn(&generator)
        let body = stage.reply(KeepAsking("/k")).body
        #expect(body == KeepStage(key: nil).reply(KeepAsking("/k")).body)
        let markup = try PageMarkup.read(body)
        #expect(markup.all { $0.name == "script" }.map { $0.attributes["src"] } == ["/k/keep.js"])
        let ids = markup.all { $0.attributes["id"] != nil }.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for button in markup.all({ $0.name == "button" }) {
            #expect(button.attributes["type"] == "button")
        }
        for input in markup.all({ $0.name == "input" }) {
            #expect(input.attributes["aria-label"]?.isEmpty == false)
        }
    }

    /// The sheet hides it where the list is empty.
    @Test(arguments: ["games", "held"]) func theListHasAHeading(name: String) throws {
        let markup = try PageMarkup.read(KeepStage().reply(KeepAsking("/k")).body)
        let elements = markup.all { _ in true }
        let place = try #require(
            elements.firstIndex { $0.attributes["data-n"] == name })
        #expect(elements[place - 1].name == "h2")
    }

    /// The elements that the script takes by other means than `$`, as `KeepScriptTests` has those.
    @Test(arguments: [
        "stale", "question", "yes", "no", "views", "sides", "undo", "redo", "sheet", "sheetClose",
        "find", "trackHome", "trackAway", "note", "nextPeriod", "unpair",
    ])
    func theElementIsThere(id: String) throws {
        let markup = try PageMarkup.read(KeepStage().reply(KeepAsking("/k")).body)
        #expect(markup.all { $0.attributes["id"] == id }.count == 1)
    }

    @Test(arguments: seeds(16)) func everyNameHasItsElement(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.drawn(&generator)
        let held = try Self.stream(stage).held
        let markup = try PageMarkup.read(stage.reply(KeepAsking("/k")).body)
        let elements = markup.all { $0.attributes["data-n"] != nil }
        let names = elements.compactMap { $0.attributes["data-n"] }
        #expect(Set(names).count == names.count)
        #expect(Set(names).union(Self.data) == Set(held.keys))
        for element in elements {
            let value = held[element.attributes["data-n"] ?? ""]
            let takesRows = element.children.first?.name == "template"
            switch value {
            case .rows: #expect(takesRows)
            case .text, .clock: #expect(!takesRows && element.attributes["hidden"] != nil)
            case .picture, nil: Issue.record("\(element.attributes)")
            }
        }
    }

    // MARK: The stream

    @Test(arguments: seeds(32)) func aStreamOfChangesHoldsWhatAFreshOneIsTold(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.drawn(&generator, entries: 3)
        let reader = try #require(stage.stream(session: stage.session()))
        for _ in 0..<60 {
            stage.web.step(&generator)
            if reader.turn(upTo: Int.random(in: 1...4000, using: &generator)) {
                try reader.readEvents()
            }
        }
        stage.library.connection.value = .connected
        stage.library.settle()
        stage.timekeeper.advance(by: WebLimits.coalescingTime)
        while reader.turn() { try reader.readEvents() }
        let fresh = try Self.stream(stage)
        #expect(fresh.eventCount == 1 && fresh.held.count > 30)
        for (name, value) in fresh.held { #expect(reader.held[name] == value, "\(name)") }
        #expect(reader.eventCount > 1 && !reader.connection.wantsClose)
    }

    @Test(arguments: seeds(32)) func nothingBreaksOutOfAnEventOrAnAnswer(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stage = Self.drawn(&generator)
        let session = stage.session()
        let reader = try Self.stream(stage)
        let lines = reader.answer.body.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3 && lines[0].hasPrefix("data: {") && lines[0].hasSuffix("}"))
        let replies = ["/k/timeline", "/k/search?q=a"].map {
            stage.reply(stage.reading($0, session: stage.session() ?? session))
        }
        for reply in replies { #expect(reply.status == 200 && reply.json["rows"] != nil) }
        for text in [reader.answer.body] + replies.map(\.body) {
            let isForbidden = { (scalar: Unicode.Scalar) in
                (scalar.value < 0x20 && scalar != "\n") || (0x7F...0x9F).contains(scalar.value)
                    || [0x2028, 0x2029, 0x202E].contains(scalar.value)
            }
            #expect(!text.unicodeScalars.contains(where: isForbidden))
        }
    }

    // MARK: What it shows

    private static func side(_ name: String, _ players: [PlayerDocument]) -> SideDocument {
        SideDocument(name: name, score: 12, players: players)
    }

    private static func status(
        _ state: GamePhase, signatures: [SignatureDocument] = [], unsigned: [String] = []
    ) -> StatusDocument {
        let mine = PlayerDocument(
            slot: "h#1", number: "4", name: "Ana", points: 7, fouls: 2,
            counts: ["assist": 2, "foul": 2, "rebound": 1], trackedBy: ["ana"])
        let left = PlayerDocument(
            slot: "h#2", number: "5", name: "Lea", points: 0, fouls: 0, isActive: false)
        let free = PlayerDocument(slot: "a#1", number: "", name: "Zoe", points: 0, fouls: 0)
        let bos = PlayerDocument(
            slot: "a#2", number: "7", name: "Eva", points: 0, fouls: 0, trackedBy: ["bo"])
        let held = HeldMove(
            name: "bo.17", keeper: "Bo", text: "4 Ana two points", clock: "Q1 04:31", of: "ana.2",
            ofKeeper: "Ana", ofText: "4 Ana three points", ofClock: "Q1 04:33", reason: .doubt,
            answers: ["this", "that", "both"])
        return StatusDocument(
            version: "0.1", table: TableBrief(id: "aa", name: "", words: "fox-jam"),
            device: DeviceBrief(id: "bb", name: "ana", keeper: "Ana", author: "cc"),
            sync: SyncDocument(
                state: .inSync, digest: "1", words: "amber-fox", unsynced: 0, entries: 3),
            peers: [PeerDocument(name: "bo", id: "00", keeper: "Bo", state: .away)],
            game: GameDocument(
                name: "hawks-owls", title: "Hawks - Owls", state: state,
                rules: RulesDocument(
                    summary: "to 21", periods: 4, periodSeconds: 600,
                    points: ["onePoint": 1, "twoPoints": 2, "threePoints": 3, "freeThrow": 1]),
                home: side("Hawks", [mine, left]), away: side("Owls", [free, bos]),
                clock: ClockDocument(
                    text: "", milliseconds: 61_500, remainingMilliseconds: 538_500, period: 3,
                    periodLabel: "Q3", isRunning: false),
                held: 1, heldMoves: [held], isCurrent: true, signatures: signatures,
                unsigned: unsigned),
            newerGame: "owls-hawks",
            warnings: [
                WarningDocument(code: "x", text: "the disk is slow", advice: "scored doctor")
            ],
            storage: StorageDocument(logBytes: 1))
    }

    private static func held(_ status: StatusDocument, _ entries: [EntryDocument] = []) throws
        -> [String: HeldValue]
    {
        let stage = KeepStage()
        stage.library.entries = entries
        stage.library.status.value = status
        return try stream(stage).held
    }

    private static func cells(_ value: HeldValue?) -> [[String]] {
        guard case .rows(let rows)? = value else { return [] }
        return rows.map { $0.cells + [$0.tone ?? ""] }
    }

    @Test func playersHoldTheirSlotAndTheirKeepers() throws {
        let held = try Self.held(Self.status(.live))
        #expect(
            Self.cells(held["homePlayers"])
                == [["h#1", "4", "Ana", "7", "2", "2 AST · 1 REB", "you", "good"]])
        let away = Self.cells(held["awayPlayers"])
        #expect(
            away.map { $0[0] } == ["a#1", "a#2"]
                && away.map { $0[7] } == ["attention", "attention"])
        #expect(away[0][6] == "nobody" && away[1][6].hasPrefix("bo (away)"))
        #expect(Self.cells(held["absent"]) == [["bo", "bo is away: 1 player", "attention"]])
        #expect(held["device"] == .text("ana", tone: nil))
        #expect(held["game"] == .text("hawks-owls", tone: nil))
        #expect(held["phase"] == .text("live", tone: nil))
    }

    /// The ones that are over are not offered.
    @Test func theOtherGamesCanBeGoneTo() throws {
        var status = Self.status(.live)
        status.games = [GamePhase.live, .scheduled, .closed].map {
            GameBrief(name: "\($0)-game", title: "A - B", state: $0, home: 0, away: 0)
        }
        let cells = Self.cells(try Self.held(status)["games"])
        #expect(
            cells.map { Array($0.prefix(2)) } == [
                ["live-game", "Go to live-game"], ["scheduled-game", "Go to scheduled-game"],
            ])
    }

    @Test func theReadingOfAMoveFollowsFromTheClock() throws {
        let held = try Self.held(Self.status(.live))
        #expect(held["periodNumber"] == .text("3", tone: nil))
        #expect(held["periodSeconds"] == .text("600", tone: nil))
        guard case .clock(538_500?, false, true, _)? = held["clock"] else {
            Issue.record("\(String(describing: held["clock"]))")
            return
        }
        var status = Self.status(.live)
        status.game?.clock = nil
        #expect(try Self.held(status)["periodNumber"] == .text("", tone: nil))
    }

    @Test func kindsAreThoseOfTheRules() throws {
        let kinds = Self.cells(try Self.held(Self.status(.live))["kinds"])
        let words = Dictionary(kinds.map { ($0[0], $0[1]) }) { $1 }
        #expect(words.count == kinds.count && words["miss"] == nil)
        #expect(words["twoPoints"] == "+2" && words["threePoints"] == "+3")
        #expect(words["freeThrow"] == "free throw" && words["missedTwo"] == "miss 2")
        #expect(words["missedFreeThrow"] == "miss free throw" && words["foul"] == "foul")
        #expect(words["timeout"] == "time-out")
        // A kind that the daemon does not know would be refused at the first tap.
        for kind in kinds {
            #expect(throws: Never.self) { try MoveWord.read(kind[0]) }
        }
    }

    @Test func questionsAndWarningsAreRows() throws {
        let held = try Self.held(Self.status(.live))
        #expect(
            Self.cells(held["held"])
                == [
                    [
                        "bo.17",
                        "Ana and Bo recorded different baskets at one moment: which is right, or "
                            + "did both happen?",
                        "bo.17 4 Ana two points · Bo · Q1 04:31",
                        "or ana.2 4 Ana three points · Ana · Q1 04:33",
                        "bo.17 4 Ana two points · Bo · Q1 04:31",
                        "ana.2 4 Ana three points · Ana · Q1 04:33", "both happened", "attention",
                    ]
                ])
        #expect(
            Self.cells(held["notes"]).map { $0[0] }
                == [
                    "Questions: 1 question", "Other games: a newer game is live: owls-hawks",
                    "Track: 1 player whose keeper is away", "Track: 1 player not tracked",
                    "the disk is slow",
                ])
    }

    private static func entry(
        _ number: Int, of device: String, _ kind: String = "twoPoints",
        _ state: EntryState = .live, copies: Int = 2
    ) -> EntryDocument {
        EntryDocument(
            name: "\(device).\(number)", game: "hawks-owls", keeper: device, wallMilliseconds: 0,
            index: number, lamport: UInt64(number), place: String(format: "%014d", number),
            kind: kind, text: "4 Ana \(kind)", side: kind == "clock" ? nil : .home, state: state,
            copies: copies)
    }

    /// The next undo is what the daemon says, asked after each change of an own entry.
    @Test(arguments: [["ana/2.2"], ["ana.1"], []])
    func onlyThisPhonesEntriesAreLinesAndTheNextUndoIsMarked(undone: [String]) throws {
        let stage = KeepStage()
        stage.library.entries = [
            Self.entry(1, of: "ana"), Self.entry(2, of: "ana/2"), Self.entry(3, of: "bo"),
            Self.entry(4, of: "ana", "foul", .voided), Self.entry(5, of: "ana", "clock"),
            Self.entry(6, of: "anabel"),
        ]
        stage.library.undone = undone
        stage.library.status.value = Self.status(.live)
        let lines = Self.cells(try Self.stream(stage).held["lines"])
        #expect(lines.map { $0[0] } == ["ana.5", "ana.4", "ana/2.2", "ana.1"])
        #expect(
            lines.map { $0[5] }
                == lines.map { undone.contains($0[0]) ? "undo" : $0[0] == "ana.4" ? "void" : "" })
        let asked = { stage.library.routes.count { $0 == .nextUndo } }
        #expect(asked() == 1)
        stage.library.entries.append(Self.entry(7, of: "bo"))
        stage.library.settle()
        #expect(asked() == 1)
        stage.library.undone = ["ana.8"]
        stage.library.entries.append(Self.entry(8, of: "ana"))
        stage.library.settle()
        #expect(asked() == 2)
        stage.timekeeper.advance(by: WebLimits.coalescingTime)
        let marked = Self.cells(try Self.stream(stage).held["lines"]).filter { $0[5] == "undo" }
        #expect(marked.map { $0[0] } == ["ana.8"])
        #expect(lines[2][4] == "on 2 devices" && lines[1][4].hasPrefix("voided"))
    }

    private static func signature(_ device: String, isAgreed: Bool = true) -> SignatureDocument {
        SignatureDocument(
            device: device, name: "", entry: "\(device).9", home: 12, away: 12, digest: "d",
            words: "amber-fox-river-stone", isAgreed: isAgreed)
    }

    @Test(
        arguments: [
            (GamePhase.scheduled, [], ""), (.live, [], "end"), (.decided, [], "end"),
            (.closed, [], "sign"), (.closed, ["bo"], "sign"), (.closed, ["ana"], ""),
            (.abandoned, [], "sign"), (.forfeit, ["ana", "bo"], ""), (.signed, ["ana"], ""),
        ] as [(GamePhase, [String], String)])
    func theNextOrderAboutTheEndIsAsked(
        phase: GamePhase, signers: [String], order: String
    ) throws {
        let held = try Self.held(
            Self.status(phase, signatures: signers.map { Self.signature($0) }, unsigned: ["bo"]))
        #expect(held["askedOrder"] == .text(order, tone: nil))
        guard case .text(let words, _)? = held["asked"] else { return }
        #expect(words.isEmpty == (phase == .scheduled))
        #expect(
            held["result"]
                == .text(signers.isEmpty ? "" : "amber-fox-river-stone", tone: nil))
        #expect(Self.cells(held["signatures"]).map { $0[0] } == signers)
        #expect(
            Self.cells(held["unsigned"]).map { $0[0] }
                == (phase.isOver ? ["bo has not signed"] : []))
    }

    @Test func aSignatureOfAnotherResultAsksAgain() throws {
        let held = try Self.held(
            Self.status(.closed, signatures: [Self.signature("ana", isAgreed: false)]))
        #expect(held["askedOrder"] == .text("sign", tone: nil))
        #expect(Self.cells(held["signatures"]).map { $0[3...] } == [["differs", "bad"]])
        #expect(held["result"] == .text("", tone: nil))
    }

    @Test func aLostDaemonIsTold() throws {
        let stage = KeepStage()
        stage.library.status.value = Self.status(.live)
        let reader = try Self.stream(stage)
        #expect(reader.held["link"] == .text("", tone: nil))
        stage.library.connection.value = .lost("gone")
        stage.timekeeper.advance(by: WebLimits.coalescingTime)
        while reader.turn() {}
        try reader.readEvents()
        guard case .text(let words, "bad")? = reader.held["link"] else {
            Issue.record("\(String(describing: reader.held["link"]))")
            return
        }
        #expect(!words.isEmpty)
    }

    // MARK: Timeline and search

    @Test func theTimelineHasPagesAndTheSearchRows() throws {
        let stage = KeepStage()
        stage.library.status.value = Self.status(.live)
        stage.library.entries = [Self.entry(1, of: "ana"), Self.entry(2, of: "bo")]
        let session = stage.session()
        let page = stage.reply(stage.reading("/k/timeline?before=bo.9", session: session))
        #expect(page.status == 200 && page.json["more"] as? Bool == false)
        let rows = try #require(page.json["rows"] as? [[String: Any]])
        #expect(rows.compactMap { ($0["c"] as? [String])?.first } == ["bo.2", "ana.1"])
        #expect((rows[0]["c"] as? [String])?.dropFirst(2).first == "Hawks")
        let found = stage.reply(stage.reading("/k/search?q=ana", session: session))
        #expect(
            (found.json["rows"] as? [[String: Any]])?.first?["c"] as? [String]
                == ["player", "h#1", "4 Ana", "Hawks"])
        let asked = stage.library.routes.count
        let empty = stage.reply(stage.reading("/k/search?q=%20", session: session))
        #expect((empty.json["rows"] as? [Any])?.isEmpty == true)
        #expect(stage.library.routes.count == asked)
    }
}
