import Daemon
import MoveLog
import Net
import Scorebook
import Storage
import TLS

/// What is measured of the core; the name is the word on the command line.
enum CoreCase: String, CaseIterable {
    /// Recording one move a turn.
    case append
    /// Putting pages of entries into columns.
    case encode
    /// Reading runs, and the canonical bytes of their entries, from columns.
    case decode
    /// Taking runs of others in, verified.
    case merge
    /// Folding one game of 450 moves.
    case foldGame
    case foldAll
    /// Creating a game beside as many as `--moves` says, with the questions about its teams.
    case newGame
    /// What one frontier holds beyond another, with 50 authors.
    case frontier
    case digest
    /// Recording one move a turn, each durable before the next.
    case durable
    /// Recording 1,000 moves a turn, each turn durable before the next.
    case grouped
}

/// Runs one case of the core several times over, on the same workload.
///
/// The preparation is the same however often a case is repeated, so two instruction counts of the
/// process with different numbers of repetitions give those of the case alone.
struct CoreBench {
    private static let groupMoves = 1_000
    private static let frontierAuthors = 50
    private static let preparedStates = 7

    private let workload: Workload
    private let repeats: Int
    private let folder: String

    /// Joins the parts; `folder` is where `durable` and `grouped` write.
    init(_ workload: Workload, repeats: Int, folder: String) {
        self.workload = workload
        self.repeats = repeats
        self.folder = folder
    }

    /// Measures a case, and prints its median as nanoseconds a move (of `digest` and `frontier`: a
    /// call).
    func run(_ name: CoreCase) throws {
        if name == .newGame {
            let stage = NewGameStage(games: workload.count)
            time(name, of: NewGameStage.newGames, stage.book) { stage.create(in: &$0) }
            return
        }
        let stage = try CoreStage(workload)
        switch name {
        case .append: time(name, of: workload.count, stage.replica) { stage.append(to: &$0) }
        case .encode: time(name, of: workload.count, 0) { stage.encode(adding: &$0) }
        case .decode: time(name, of: workload.count, stage.encoded) { stage.decode($0) }
        case .merge: time(name, of: workload.count, stage.emptyLog) { stage.merge(into: &$0) }
        case .foldGame:
            let game = stage.placed(ofGame: 0)
            time(name, of: game.count, stage.bookWithoutMoves) { stage.fold(game, into: &$0) }
        case .foldAll: time(name, of: workload.count, Book()) { stage.foldAll(into: &$0) }
        case .frontier:
            let both = stage.frontiers(authors: Self.frontierAuthors)
            time(name, of: 1_000, 0) { $0 += stage.difference(both, times: 1_000) }
        case .digest:
            time(name, of: 1_000, stage.log) { log in
                for _ in 0..<1_000 { _ = log.digest }
            }
        case .newGame: break
        case .durable, .grouped:
            let group = name == .durable ? 1 : Self.groupMoves
            try timeDurable(name, stage, group: group)
        }
    }

    private func timeDurable(_ name: CoreCase, _ stage: CoreStage, group: Int) throws {
        // One sync a move: fewer moves say as much.
        let count = group == 1 ? min(workload.count, 2_000) : workload.count
        var nanoseconds: [Double] = []
        for number in 0..<repeats {
            let path = "\(folder)/durable-\(number)-\(UInt64.random(in: 0 ... .max))"
            var replica = stage.replica
            var (store, _) = try MoveStore.open(
                FileDisk(Folder(path)), table: replica.log.charter.table,
                random: { UInt64.random(in: .min ... .max) })
            let start = ContinuousClock.now
            for first in stride(from: 0, to: count, by: group) {
                stage.record(first..<min(count, first + group), in: &replica)
                for commit in replica.takeCommits() { try store.append(commit) }
                try store.commit()
            }
            let time = ContinuousClock.now - start
            nanoseconds.append(time.inSeconds * 1e9 / Double(count))
            try remove(path)
        }
        say(name, count, nanoseconds)
    }

    private func remove(_ path: String) throws {
        let inner = try Folder(path)
        for file in try inner.names() { try inner.remove(file) }
        try Folder(folder).removeFolder(String(path.dropFirst(folder.count + 1)))
    }

    private func time<State>(
        _ name: CoreCase, of count: Int, _ preparing: @autoclosure () -> State,
        body: (inout State) -> Void
    ) {
        var nanoseconds: [Double] = []
        // As many however often the case is repeated, so that the preparation costs the same.
        var states = (0..<max(Self.preparedStates, repeats)).map { _ in preparing() }
        for _ in 0..<repeats {
            var state = states.removeLast()
            let start = ContinuousClock.now
            body(&state)
            let time = ContinuousClock.now - start
            nanoseconds.append(time.inSeconds * 1e9 / Double(count))
        }
        say(name, count, nanoseconds)
    }

    private func say(_ name: CoreCase, _ count: Int, _ nanoseconds: [Double]) {
        let median = nanoseconds.isEmpty ? 0 : nanoseconds.sorted()[nanoseconds.count / 2]
        Program.say("case", name.rawValue, "n", count, "repeats", repeats, "ns", median)
    }
}
