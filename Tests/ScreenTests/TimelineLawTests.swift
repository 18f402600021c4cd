import Documents
import Seeds
import Testing
import ViewModels

/// A timeline in random sessions: entries of three devices that arrive late and early, voids, lost
/// connections, events without room for all, older pages and pauses, and forked logs.
@Suite struct TimelineLawTests {
    /// A daemon, its log and a timeline, from one seed.
    final class Session {
        let library = PaperLibrary()
        let log = PaperLog()
        let timeline: TimelineViewModel
        let keeper: String?
        let player: String?
        private var random: SeededGenerator
        private var lamport: UInt64 = 100
        /// Name and wall time of each entry that the timeline said had arrived.
        private(set) var arrived: [String] = []
        private let isForking: Bool
        private let isSwitching: Bool
        private let games: [String]
        /// The rows of a view that follows them.
        private(set) var view: [TimelineRow] = []
        private var bindings: [Binding] = []

        init(
            seed: UInt64, keeper: String?, player: String? = nil, page: Int,
            isForking: Bool = false, isOfAllGames: Bool = false, isSwitching: Bool = false
        ) {
            random = SeededGenerator(seed: seed)
            self.isForking = isForking
            self.isSwitching = isSwitching
            let isOfOne = !isOfAllGames && !isSwitching
            games = isOfOne ? [log.game] : [log.game, "bears-foxes", "lynx-elks"]
            self.keeper = keeper
            self.player = player
            timeline = TimelineViewModel(
                library: library, timekeeper: ManualTimekeeper(), navigator: nil,
                of: isOfAllGames ? .all : .game(log.game), keeper: keeper, player: player,
                pageSize: page, rowsMax: 1000)
            bindings = [
                timeline.arrived.bind { [unowned self] row in
                    if let row { arrived.append(Self.word(row.entry)) }
                },
                timeline.rows.bind { [unowned self] rows in
                    #expect(rows != view && Set(rows.map(\.id)).count == rows.count)
                    view = rows
                },
            ]
            for _ in 0..<Int.random(in: 0...30, using: &random) { record() }
        }

        static func word(_ entry: EntryDocument) -> String {
            "\(entry.name) of \(entry.wallMilliseconds)"
        }

        func step() {
            if isSwitching, Int.random(in: 0..<12, using: &random) == 0 {
                return timeline.switchGames()
            }
            switch Int.random(in: 0..<(isForking ? 20 : 19), using: &random) {
            case 0..<7: record()
            case 7..<11: tell()
            case 11: tell(most: Int.random(in: 1...8, using: &random))
            case 12: timeline.loadOlder()
            case 13: timeline.togglePause()
            case 14: connect(!library.connection.value.isConnected)
            case 15..<19: spread()
            default: fork()
            }
        }

        /// Tells everything, and loads all older pages.
        func settle() {
            connect(true)
            timeline.isPaused.value = false
            for _ in 0..<1000 {
                tell()
                if timeline.reachesBeginning.value { return }
                timeline.loadOlder()
            }
        }

        private func record() {
            let device = ["mia", "bo", "cy"].randomElement(using: &random) ?? "mia"
            // A device that was away brings entries into the middle.
            let lateness = UInt64.random(in: 0...(device == "cy" ? 40 : 2), using: &random)
            lamport += 1
            let target = log.entries.randomElement(using: &random)
            let game = games.randomElement(using: &random)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: log.record(device, at: lamport - lateness, kind: "note", game: game)
            case 1 where target != nil:
                // A void or correction is after the entry that it names.
                log.record(
                    device, at: max(lamport - lateness, (target?.lamport ?? 0) + 1),
                    kind: Bool.random(using: &random) ? "void" : "fix",
                    player: ["h#1", "h#2"].randomElement(using: &random),
                    names: target.map { [$0.name] } ?? [], game: target?.game)
            default:
                let player = ["h#1", "h#2"].randomElement(using: &random)
                log.record(device, at: lamport - lateness, player: player, game: game)
            }
        }

        private func fork() {
            if let entry = log.entries.randomElement(using: &random) { log.fork(entry) }
        }

        /// An event, if there is a connection.
        private func tell(most: Int = .max) {
            guard library.connection.value.isConnected else { return }
            library.log = log.entries
            library.showWindows(most: most)
        }

        private func connect(_ isConnected: Bool) {
            library.connection.value = isConnected ? .connected : .lost("the daemon went away")
        }

        private func spread() {
            guard let name = log.entries.randomElement(using: &random)?.name else { return }
            log.change([name]) { $0.copies = min(2, ($0.copies ?? 0) + 1) }
        }

        var expected: [EntryDocument] {
            log.entries.filter { entry in
                (timeline.isOfAllGames.value || entry.game == log.game)
                    && (keeper.map { $0 == entry.keeper.lowercased() } ?? true)
                    && (player.map { $0 == entry.player } ?? true)
            }
        }
    }

    static let subjects: [(keeper: String?, player: String?)] = [
        (nil, nil), ("mia", nil), ("cy", nil), (nil, "h#1"), ("bo", "h#2"),
    ]

    @Test(arguments: seeds(UInt64(400)))
    func inTheEndTheTimelineIsTheLog(seed: UInt64) {
        let subject = Self.subjects[Int(seed) % Self.subjects.count]
        play(
            Session(
                seed: seed, keeper: subject.keeper, player: subject.player,
                page: Int(seed % 7) + 1, isForking: seed % 4 == 0), seed)
    }

    @Test(arguments: seeds(UInt64(150)))
    func inTheEndTheTimelineOfAllGamesIsTheWholeLog(seed: UInt64) {
        let session = Session(
            seed: seed, keeper: [nil, "mia", "cy"][Int(seed % 3)], page: Int(seed % 7) + 1,
            isOfAllGames: true)
        play(session, seed)
        let rows = session.timeline.rows.value
        #expect(Set(rows.map(\.game)).count > 1 || rows.count < 20, "seed \(seed)")
    }

    @Test(arguments: seeds(UInt64(100)))
    func inTheEndATimelineThatWasSwitchedShowsItsGames(seed: UInt64) {
        play(
            Session(
                seed: seed, keeper: [nil, "bo"][Int(seed % 2)], page: Int(seed % 7) + 1,
                isSwitching: true), seed)
    }

    /// What `log --follow` prints: a window as large as the log brings every entry once, however it comes.
    @Test(arguments: seeds(UInt64(100)))
    func aWindowThatIsLargeEnoughBringsEveryEntryOnce(seed: UInt64) {
        let session = Session(seed: seed, keeper: nil, page: 1000, isForking: seed % 3 == 0)
        play(session, seed)
        let words = session.expected.map(Session.word)
        #expect(session.arrived.sorted() == words.sorted(), "seed \(seed)")
    }

    private func play(_ session: Session, _ seed: UInt64) {
        for _ in 0..<150 {
            session.step()
            let places = session.timeline.rows.value.map(\.place)
            #expect(places == places.sorted(by: >), "seed \(seed)")
            #expect(Set(places).count == places.count, "seed \(seed)")
            #expect(session.view == session.timeline.rows.value, "seed \(seed)")
        }
        session.settle()
        // Player of a fix, score, state, copies: a row is its entry as it is now.
        let rows = session.timeline.rows.value.map(\.entry)
        #expect(rows == session.expected.reversed(), "seed \(seed)")
        // A view that appends lines got each entry at most once.
        #expect(Set(session.arrived).count == session.arrived.count, "seed \(seed)")
    }
}
