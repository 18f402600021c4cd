import Documents
import Seeds
import Terminal
import Testing
import ViewModels

/// A view is drawn again by what it read: while no drawing is due, a new one would be equal.
struct TrackedDrawingTests {
    /// Keys, documents and time in any order, one at a time. A drawing that is due is made; of any
    /// other step the law is that a whole drawing shows what the last one did.
    @Test(.timeLimit(.minutes(4)), arguments: seeds(96))
    func whileNothingIsDueADrawingWouldBeEqual(seed: Int) {
        var walk = ScreenWalk(seed: UInt64(seed))
        let (view, root) = walk.program(Stage.allCases[seed % Stage.allCases.count])
        let reads = Reads()
        var size = walk.size()
        var (drawn, quiet) = (0, 0)
        var last = view.canvas(columns: size.columns, rows: size.rows, reads: reads)
        for step in 0..<400 {
            let deed = walk.step(root)
            if Int.random(in: 0..<40, using: &walk.dice) == 0 {
                size = walk.size()
            } else if !reads.isDue {
                quiet += 1
                let whole = view.canvas(size.columns, size.rows)
                guard whole == last else {
                    Issue.record(
                        """
                        seed \(seed), step \(step), \(deed) on \(type(of: view)): due but not told
                        \(Self.difference(last.lines, whole.lines))
                        """)
                    return
                }
                continue
            }
            drawn += 1
            last = view.canvas(columns: size.columns, rows: size.rows, reads: reads)
        }
        #expect(drawn > 20 && quiet > 20, "seed \(seed): \(drawn) drawn, \(quiet) quiet")
    }

    private static func difference(_ before: [String], _ after: [String]) -> String {
        zip(before, after).filter { $0 != $1 }.map { "- \($0)\n+ \($1)" }.joined(separator: "\n")
    }

    // MARK: The reads themselves

    @Test func onlyWhatTheLastDrawingReadMakesADrawingDue() {
        let (first, second, third) = (Dynamic(0), Dynamic("a"), Dynamic(true))
        let reads = Reads()
        #expect(reads.isDue)
        reads.draw { _ = (reads[first], reads[second], reads[first]) }
        #expect(!reads.isDue)
        third.value = false
        #expect(!reads.isDue)
        second.value = "b"
        #expect(reads.isDue)
        reads.draw { _ = (reads[third], reads[first]) }
        second.value = "c"
        #expect(!reads.isDue)
        first.value += 1
        #expect(reads.isDue)
        // Reading outside of a drawing notes nothing.
        reads.draw {}
        #expect(reads[second] == "c")
        second.value = "d"
        #expect(!reads.isDue)
    }

    /// A value that changes during the drawing, after it was read, is drawn next time.
    @Test func aChangeDuringADrawingMakesTheNextOneDue() {
        let (output, reads) = (Dynamic(0), Reads())
        reads.draw {
            _ = reads[output]
            output.value = 1
        }
        #expect(reads.isDue)
    }

    /// Random drawings of some outputs: due after a change if and only if the last one read it.
    @Test(arguments: seeds(200))
    func aDrawingIsDueForWhatItRead(seed: Int) {
        var dice = SeededGenerator(seed: UInt64(seed))
        let outputs = (0..<8).map { Dynamic($0) }
        let reads = Reads()
        var order = Array(0..<8)
        for _ in 0..<60 {
            // Nearly the same order as before.
            for _ in 0..<Int.random(in: 0...2, using: &dice) {
                order.swapAt(
                    Int.random(in: 0..<8, using: &dice), Int.random(in: 0..<8, using: &dice))
            }
            let read = order.prefix(Int.random(in: 0...8, using: &dice))
            reads.draw {
                for number in read + read.prefix(2) { _ = reads[outputs[number]] }
            }
            for _ in 0..<4 {
                let number = Int.random(in: 0..<8, using: &dice)
                let before = reads.isDue
                outputs[number].value += 1
                #expect(reads.isDue == (before || read.contains(number)))
            }
        }
    }

    /// An output and its binding go with the `Reads`, or once it is no longer read.
    @Test func readsRetainNothingThatIsNoLongerRead() {
        weak var output: Dynamic<Int>?
        let reads = Reads()
        do {
            let read = Dynamic(0)
            output = read
            reads.draw { _ = reads[read] }
        }
        #expect(output != nil)
        reads.draw {}
        #expect(output == nil)
    }
}

/// A screen of the program, or one of a program with a single screen.
private enum Stage: CaseIterable {
    case keep
    case any
    case hall
    case status
}

/// What a keeper, the daemon and time do to the screens of a program, drawn from one seed: one thing
/// a step, and of a document mostly one field.
private struct ScreenWalk {
    var dice: SeededGenerator
    private let library = PaperLibrary()
    private let timekeeper = ManualTimekeeper()
    private var status = Samples.busy
    private var count = 0

    init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

    private mutating func roll(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &dice) }

    private mutating func one<Item>(of items: [Item]) -> Item { items[roll(items.count)] }

    mutating func size() -> (columns: Int, rows: Int) {
        one(of: [(80, 24), (120, 40), (200, 60), (60, 18), (40, 12), (20, 5), (100, 9)])
    }

    mutating func program(_ stage: Stage) -> (any FullScreenView, any ScreenRoot) {
        let start: Destination
        switch stage {
        case .hall:
            let hall = HallViewModel(
                library: library, timekeeper: timekeeper, names: Keymap().names)
            let sole = SoleScreen(HallKeys(hall), timekeeper: timekeeper)
            return (SoleScreenView(sole, showing: HallScreen(hall)), sole)
        case .status:
            let keys = StatusKeys(
                StatusScreenViewModel(library: library, timekeeper: timekeeper),
                isWhole: roll(2) == 0)
            let sole = SoleScreen(keys, timekeeper: timekeeper)
            return (SoleScreenView(sole, showing: StatusScreen(keys)), sole)
        case .keep: start = .keep
        case .any: start = one(of: EveryScreenTests.destinations)
        }
        let screens = ScreenStack(library: library, timekeeper: timekeeper, start: start)
        return (ScreenView(screens), screens)
    }

    private static let quietKeys: [Key] =
        "0147jkfay! ".map { .character($0) } + [.up, .down, .down, .tab, .enter, .backspace]

    /// Returns what was done.
    mutating func step(_ root: any ScreenRoot) -> String {
        count += 1
        switch roll(16) {
        case 0...4:
            // Rarely one that opens another screen, so that each is seen for a while.
            let key = one(of: roll(3) == 0 ? EveryScreenTests.anyKeys : Self.quietKeys)
            root.press(key)
            return "\(key)"
        case 5, 6:
            let time = one(of: [50, 300, 700, 1000, 2600, 31_000])
            timekeeper.advance(by: .milliseconds(time))
            return "\(time) ms"
        case 7...10:
            let change = roll(Self.changes.count)
            Self.changes[change](&status, &dice)
            library.status.value = status
            return "change \(change) of the status"
        case 11:
            let next = one(of: [
                .connected, .connected, .lost("gone"), LibraryConnection.connecting,
            ])
            library.connection.value = next
            return "\(next)"
        case 12: return record()
        case 13: return changeLog()
        default: return answer()
        }
    }

    // MARK: Entries

    private mutating func record() -> String {
        var entry = Samples.entry(
            "\(one(of: ["mia", "bo", "cy"])).\(count)", game: one(of: games),
            lamport: UInt64(count),
            kind: one(of: ["twoPoints", "note", "clock", "void"]))
        (entry.side, entry.player, entry.points) = (.home, "h#1", one(of: [nil, 2]))
        (entry.home, entry.away) = (one(of: [nil, 7]), one(of: [nil, 5]))
        if entry.kind == "void" { entry.names = ["mia.1"] }
        library.newest.value = entry
        return "entry \(entry.name)"
    }

    private mutating func changeLog() -> String {
        switch roll(4) {
        case 0: library.showWindows()
        case 1: library.showWindows(most: 2)
        case 2: library.refuseWindows("not now")
        default:
            guard !library.log.isEmpty else { return "nothing" }
            let name = one(of: library.log).name
            let (copies, state) = (roll(4), one(of: [EntryState.live, .voided, .held, .copy]))
            library.change(name) { ($0.copies, $0.state) = (copies, state) }
        }
        return "windows"
    }

    private var games: [String] { status.listedNames + ["cats-bears"] }

    // MARK: Answers

    /// Answers one question that is open, or refuses it.
    private mutating func answer() -> String {
        let open = library.asked.indices.filter { !library.asked[$0].isForgotten }
        guard !open.isEmpty else { return "nothing" }
        let number = one(of: open)
        let asked = library.asked[number]
        if roll(5) > 0, let document = document(for: asked) {
            library.answer(number, with: document)
            return "answer to \(asked.route)"
        }
        let codes: [ErrorCode] = [.noGame, .decided, .oneOrTwo, .conflict, .unconfirmed]
        roll(3) == 0
            ? library.refuse(number, with: .unavailable("no daemon"))
            : library.refuse(code: one(of: codes).rawValue, "no", to: number)
        return "no to \(asked.route)"
    }

    private mutating func document(for asked: PaperLibrary.Asked) -> Any? {
        let log = LogDocument(
            game: status.game?.name, entries: Array(library.log.suffix(roll(9))), count: count)
        switch asked.route {
        case .status: return status
        case .games: return GamesDocument(games: status.games)
        case .game: return roll(2) == 0 ? status.game ?? Samples.game : Samples.game
        case .log, .gameLog: return log
        case .held: return HeldDocument(game: "hawks-owls-2", moves: status.game?.heldMoves ?? [])
        case .devices:
            let devices = ["mia", "bo", "cy", "di"].map { device in
                DeviceDocument(
                    name: device, id: device, keeper: device, isThisDevice: device == "mia",
                    invitedBy: one(of: [nil, "mia"]), entries: roll(50),
                    words: one(of: [nil, "fox-jam"]))
            }
            return DevicesDocument(devices: devices)
        case .search:
            let results = SearchKind.allCases.prefix(roll(4)).map { kind in
                SearchResult(
                    kind: kind, game: "hawks-owls-2", title: "\(kind)", detail: "\(count)",
                    slot: "h#1", entry: "mia.41")
            }
            return SearchDocument(query: asked.parameters["query"] ?? "", results: results)
        case .invitations:
            return InviteDocument(
                codes: [InvitationDocument(code: "fox \(count)", expiresSeconds: 60 + roll(600))],
                addresses: ["192.168.1.4:7420"])
        default:
            guard asked.body != nil else { return nil }
            return RecordedDocument(
                entries: ["mia.\(count)"], game: status.game?.name, echo: "recorded \(count)")
        }
    }
}

// MARK: Changes of the status

extension ScreenWalk {
    private typealias Change = (inout StatusDocument, inout SeededGenerator) -> Void

    private static func game(
        _ change: @escaping (inout GameDocument, inout SeededGenerator) -> Void
    ) -> Change {
        { status, dice in
            guard var game = status.game else {
                status.game = Samples.busy.game
                return
            }
            change(&game, &dice)
            status.game = game
        }
    }

    private static func player(_ change: @escaping (inout PlayerDocument, Int) -> Void) -> Change {
        game { game, dice in
            let number = Int.random(in: 0..<9, using: &dice)
            if let index = game.home.players.indices.randomElement(using: &dice) {
                change(&game.home.players[index], number)
            }
        }
    }

    private static var changes: [Change] {
        [
            { status, _ in status = Samples.busy },
            { status, _ in status.game = nil },
            { status, _ in status.peers = [] },
            { status, dice in
                for index in status.peers.indices {
                    status.peers[index].state =
                        PeerState.allCases.randomElement(using: &dice) ?? .away
                }
            },
            { status, dice in status.peers.append(Samples.peer("ed\(status.peers.count)", .syncing))
            },
            { status, dice in status.sync.unsynced = Int.random(in: 0..<3, using: &dice) },
            { status, _ in status.sync.isDegraded.toggle() },
            { status, _ in status.sync.words = status.sync.words == "a-b" ? "c-d" : "a-b" },
            { status, _ in status.device.keeper += "a" },
            { status, _ in status.table.name += "x" },
            { status, _ in status.warnings = status.warnings.isEmpty ? Samples.busy.warnings : [] },
            { status, _ in if !status.warnings.isEmpty { status.warnings[0].text += "!" } },
            { status, _ in if !status.games.isEmpty { status.games.removeFirst() } },
            { status, _ in if !status.games.isEmpty { status.games[0].home += 1 } },
            { status, dice in status.moreGames = [nil, 3, 4].randomElement(using: &dice) ?? nil },
            { status, dice in
                status.newerGame = [nil, "cats-bears"].randomElement(using: &dice) ?? nil
            },
            game { game, _ in game.home.score += 1 },
            game { game, _ in game.away.score += 10 },
            game { game, _ in game.home.fouls += 1 },
            game { game, _ in game.home.isInPenalty.toggle() },
            game { game, _ in game.away.isInPenalty.toggle() },
            game { game, _ in game.away.timeouts += 1 },
            game { game, _ in game.home.name += "s" },
            game { game, _ in game.moves += 1 },
            game { game, _ in swap(&game.home, &game.away) },
            game { game, dice in
                game.state = GamePhase.allCases.randomElement(using: &dice) ?? .live
                game.isDecided = Bool.random(using: &dice)
            },
            game { game, _ in game.isProvisional.toggle() },
            game { game, _ in
                game.name = game.name == "hawks-owls-2" ? "cats-bears" : "hawks-owls-2"
            },
            game { game, _ in game.rules.summary += "." },
            game { game, dice in
                let index = game.heldMoves?.count ?? 0
                game.heldMoves =
                    index > 2
                    ? []
                    : (game.heldMoves ?? []) + [
                        Samples.held("bo.\(20 + index)", "4 Ana assist")
                    ]
            },
            game { game, _ in game.clock?.isRunning.toggle() },
            game { game, _ in game.clock?.isEstimated.toggle() },
            game { game, dice in
                game.clock = game.clock == nil ? Samples.game.clock : nil
            },
            game { game, _ in game.clock?.milliseconds += 61_000 },
            game { game, _ in
                game.clock?.period += 1
                game.clock?.periodLabel = "Q2"
            },
            game { game, _ in game.rules.periodSeconds = game.rules.periodSeconds == nil ? 600 : nil
            },
            player { player, number in player.points += number },
            player { player, number in player.counts["twoPoints"] = number },
            player { player, number in player.counts["foul"] = number },
            player { player, number in player.counts["steal"] = number },
            player { player, _ in player.name += "a" },
            player { player, number in player.number = "\(number)" },
            player { player, _ in player.isActive.toggle() },
            player { player, number in player.isOnCourt = number < 5 },
            player { player, number in player.secondsPlayed = number * 60 },
            player { player, number in
                player.trackedBy = [[], ["mia"], ["bo"], ["cy", "bo"]][number % 4]
            },
        ]
    }
}

extension StatusDocument {
    fileprivate var listedNames: [String] { [game?.name].compactMap(\.self) + games.map(\.name) }
}
