import Documents
import Seeds
import Testing
import ViewModels

/// A timeline in random sessions: entries of three devices that arrive late and early, voids, lost
/// connections, slow answers, older pages and pauses, entries without events, and forked logs.
@Suite struct TimelineLawTests {
    /// A daemon, its log and a timeline, from one seed.
    final class Session {
        let library = PaperLibrary()
        let timekeeper = ManualTimekeeper()
        let log = PaperLog()
        let timeline: TimelineViewModel
        let keeper: String?
        let player: String?
        private var random: SeededGenerator
        private var lamport: UInt64 = 100
        private var answered = 0
        /// Entries in the log whose events are still to come.
        private var untold: [String] = []
        /// The number of these whose events were sent before a pending answer, which may contain
        /// them.
        private var sent = 0
        /// Name and wall time of each entry delivered.
        private(set) var told: [String] = []
        private let isForking: Bool
        private let isSwitching: Bool
        private let games: [String]
        private var digest = 0
        private var drafted: (number: Int, log: LogDocument, given: PaperLog.Given)?
        private var spreads = 0
        /// The rows of a view that only follows changes.
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
                library: library, timekeeper: timekeeper, navigator: nil,
                of: isOfAllGames ? .all : .game(log.game), keeper: keeper, player: player,
                pageSize: page, rowsMax: 1000)
            bindings = [
                timeline.arrived.bind { [unowned self] row in
                    if let row { told.append("\(row.name) of \(row.entry.wallMilliseconds)") }
                },
                timeline.list.changes.bind { [unowned self] in view.make($0) },
            ]
            for _ in 0..<Int.random(in: 0...30, using: &random) { record() }
            untold = []
        }

        func step() {
            if isSwitching, Int.random(in: 0..<12, using: &random) == 0 {
                return timeline.switchGames()
            }
            switch Int.random(in: 0..<(isForking ? 23 : 22), using: &random) {
            case 0..<7: record()
            case 7..<10: tell()
            case 10..<14: answer()
            case 14: tellStatus()
            case 15: timeline.loadOlder()
            case 16: timeline.togglePause()
            case 17: connect(!library.connection.value.isConnected)
            case 20: draft()
            case 21:
                // The daemon folded its book again, or one turn had too many events.
                for _ in 0..<Int.random(in: 1...3, using: &random) { record(isTold: false) }
            case 22: fork()
            case 18: timekeeper.advance(by: .milliseconds(300))
            default: spread()
            }
        }

        /// Delivers all events, answers all questions and loads all older pages.
        func settle() {
            if !library.connection.value.isConnected { connect(true) }
            timeline.isPaused.value = false
            // The copies of a page are asked for once more entries have spread.
            spreads += 1
            for _ in 0..<1000 {
                while !untold.isEmpty { tell() }
                tellStatus()
                timekeeper.advance(by: .seconds(1))
                while answered < library.asked.count { answer() }
                if timeline.reachesBeginning.value, answered == library.asked.count { break }
                timeline.loadOlder()
            }
        }

        private func record(isTold: Bool = true) {
            let device = ["mia", "bo", "cy"].randomElement(using: &random) ?? "mia"
            // A device that was away brings entries into the middle.
            let lateness = UInt64.random(in: 0...(device == "cy" ? 40 : 2), using: &random)
            lamport += 1
            let target = log.entries.randomElement(using: &random)
            let game = games.randomElement(using: &random)
            var entry: EntryDocument
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                entry = log.record(device, at: lamport - lateness, kind: "note", game: game)
            case 1 where target != nil:
                // A void or correction is after the entry that it names.
                entry = log.record(
                    device, at: max(lamport - lateness, (target?.lamport ?? 0) + 1),
                    kind: Bool.random(using: &random) ? "void" : "fix",
                    player: ["h#1", "h#2"].randomElement(using: &random),
                    names: target.map { [$0.name] } ?? [], game: target?.game)
            default:
                let player = ["h#1", "h#2"].randomElement(using: &random)
                entry = log.record(device, at: lamport - lateness, player: player, game: game)
            }
            digest += 1
            if isTold { untold.append(entry.name) }
        }

        /// The daemon folds its book again, without events for its entries.
        private func fork() {
            guard let entry = log.entries.randomElement(using: &random) else { return }
            log.fork(entry)
            digest += 1
        }

        private func tell() {
            guard !untold.isEmpty else { return }
            let name = untold.removeFirst()
            sent = max(0, sent - 1)
            guard library.connection.value.isConnected,
                let entry = log.entries.first(where: { $0.name == name })
            else { return }
            library.newest.value = entry
        }

        /// Entries admitted before a status are delivered before it.
        private func tellStatus() {
            while !untold.isEmpty { tell() }
            var status = Samples.status(peers: [Samples.peer("bo", .inSync)])
            status.sync.digest = "\(digest)"
            status.sync.entries = log.entries.count
            status.peers[0].missing = spreads
            library.status.value = status
        }

        private func answer() {
            guard answered < library.asked.count else { return }
            let asked = library.asked[answered]
            let number = answered
            answered += 1
            guard !asked.isForgotten else { return }
            if let drafted, drafted.number == number {
                log.given.append(drafted.given)
                library.answer(number, with: drafted.log)
            } else {
                sent = untold.count
                library.answer(number, with: log.answer(asked.parameters))
            }
        }

        /// Makes an answer to deliver later, after further changes.
        private func draft() {
            guard answered < library.asked.count, drafted?.number != answered else { return }
            sent = untold.count
            let document = log.answer(library.asked[answered].parameters)
            drafted = (answered, document, log.given.removeLast())
        }

        private func connect(_ isConnected: Bool) {
            guard isConnected != library.connection.value.isConnected else { return }
            if isConnected {
                // Entries recorded meanwhile have no events.
                (untold, sent) = ([], 0)
                tellStatus()
                library.connection.value = .connected
            } else {
                while sent > 0 { tell() }
                library.connection.value = .lost("the daemon went away")
                answered = library.asked.count
            }
        }

        private func spread() {
            // The copies of older entries are not asked for.
            guard let name = expected.suffix(40).randomElement(using: &random)?.name else { return }
            spreads += 1
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

    @Test(arguments: [1658] + seeds(UInt64(100)).map { 1000 + $0 })
    func inTheEndBothBranchesOfAForkedLogAreThere(seed: UInt64) {
        let subject = Self.subjects[Int(seed) % Self.subjects.count]
        let session = Session(
            seed: seed, keeper: subject.keeper, player: subject.player, page: Int(seed % 7) + 1,
            isForking: true)
        play(session, seed)
        let rows = session.timeline.rows.value
        let expected = Array(session.expected.reversed())
        #expect(rows.map(\.place) == expected.map(\.place), "seed \(seed)")
        for (row, entry) in zip(rows, expected) {
            #expect(row.entry.state == entry.state, "seed \(seed): \(row.place)")
        }
        #expect(Set(session.told).count == session.told.count, "seed \(seed)")
    }

    @Test(arguments: [1624] + Array(seeds(UInt64(300))))
    func inTheEndTheTimelineIsTheLogAndNothingWasFetchedTwice(seed: UInt64) {
        let subject = Self.subjects[Int(seed) % Self.subjects.count]
        let session = Session(
            seed: seed, keeper: subject.keeper, player: subject.player, page: Int(seed % 7) + 1)
        expectTheLogInTheEnd(of: session, seed)
        expectNothingTwice(in: session, seed)
    }

    @Test(arguments: seeds(UInt64(150)))
    func inTheEndTheTimelineOfAllGamesIsTheWholeLog(seed: UInt64) {
        let session = Session(
            seed: seed, keeper: [nil, "mia", "cy"][Int(seed % 3)], page: Int(seed % 7) + 1,
            isOfAllGames: true)
        expectTheLogInTheEnd(of: session, seed)
        let rows = session.timeline.rows.value
        #expect(Set(rows.map(\.game)).count > 1 || rows.count < 20, "seed \(seed)")
        expectNothingTwice(in: session, seed)
    }

    @Test(arguments: seeds(UInt64(100)))
    func inTheEndATimelineThatWasSwitchedShowsItsGames(seed: UInt64) {
        let session = Session(
            seed: seed, keeper: [nil, "bo"][Int(seed % 2)], page: Int(seed % 7) + 1,
            isSwitching: true)
        expectTheLogInTheEnd(of: session, seed)
        // A line that was written is not written again.
        #expect(Set(session.told).count == session.told.count, "seed \(seed)")
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
    }

    private func expectTheLogInTheEnd(of session: Session, _ seed: UInt64) {
        play(session, seed)
        let rows = session.timeline.rows.value
        #expect(rows.map(\.name) == session.expected.reversed().map(\.name), "seed \(seed)")
        for (row, entry) in zip(rows, session.expected.reversed()) {
            #expect(row.entry.state == entry.state, "seed \(seed): \(entry.name)")
            #expect(row.entry.home == entry.home, "seed \(seed): \(entry.name)")
            #expect(row.entry.copies == entry.copies, "seed \(seed): \(entry.name)")
        }
    }

    private func expectNothingTwice(in session: Session, _ seed: UInt64) {
        // Each cursor brought a matching entry at most once.
        let fitting = Set(session.expected.map(\.name))
        for questions in [["newest", "before"], ["since"]] {
            let fetched = session.log.given.filter { questions.contains($0.question) }
                .flatMap(\.names).filter { fitting.contains($0) }
            #expect(fetched.count == Set(fetched).count, "seed \(seed): \(questions)")
        }
        // A view that appends lines got each entry at most once, and late entries too.
        #expect(Set(session.told).count == session.told.count, "seed \(seed)")
    }
}
