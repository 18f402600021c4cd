import MoveLog
import Scorebook
import Seeds
import TLS

/// What the cases of the core work on: one author's log of the workload, the runs that a catch-up
/// sends of it, and a second member that can take them in.
struct CoreStage {
    /// The author's device before it recorded any of the workload.
    let replica: Replica
    /// The author's log with all of the workload.
    let log: TableLog
    /// What a peer holds before the catch-up.
    let emptyLog: TableLog
    let runs: [Run]
    let encoded: [[UInt8]]
    /// The canonical bytes of their pages.
    private let canonical: [(bytes: [UInt8], count: Int)]

    private let drafts: [Draft]
    private let walls: [WallTime]
    private let games: [GameID]

    /// Records the workload at one device, in turns of 1,000.
    init(_ workload: Workload) throws {
        let wall = WallTime(milliseconds: (workload.wall.first ?? 0) - 3_600_000)
        let table = try Table(count: 2, at: wall)
        let drafting = Drafting(workload)
        var writer = table.members[0].replica
        var games: [GameID] = []
        for number in 0..<workload.gameCount {
            let moment = Moment(uptime: .zero, wall: wall)
            games += try writer.record([drafting.game(number)], at: moment)
        }
        _ = writer.takeEffects()
        replica = writer
        let drafts = (0..<workload.count).map {
            drafting.move($0, of: workload, in: games[Int(workload.game[$0])])
        }
        self.drafts = drafts
        self.games = games
        walls = workload.wall.map { WallTime(milliseconds: $0) }
        for first in stride(from: 0, to: drafts.count, by: 1_000) {
            let range = first..<min(drafts.count, first + 1_000)
            Self.record(Array(drafts[range]), at: walls[range.lowerBound], in: &writer)
            _ = writer.takeEffects()
        }
        writer.signEnds()
        let log = writer.log
        self.log = log
        emptyLog = TableLog(
            charter: table.members[1].charter, seal: table.members[1].identity)
        runs = log.spans.compactMap { log.run($0) }
        encoded = runs.map { run in
            var bytes = ByteWriter()
            run.write(to: &bytes, isPaged: true)
            return bytes.bytes
        }
        canonical = runs.flatMap { run in
            run.pages.map { page in
                var one = run
                one.pages = [page]
                return (one.bytes, page.count)
            }
        }
    }

    private static func record(_ drafts: [Draft], at wall: WallTime, in replica: inout Replica) {
        do throws(RecordError) {
            _ = try replica.record(drafts, at: Moment(uptime: .zero, wall: wall))
        } catch {
            preconditionFailure("a member records: \(error)")
        }
    }

    /// Records moves of the workload in one request.
    func record(_ range: Range<Int>, in replica: inout Replica) {
        Self.record(Array(drafts[range]), at: walls[range.lowerBound], in: &replica)
    }

    /// Records all moves, one a turn.
    func append(to replica: inout Replica) {
        for index in drafts.indices {
            record(index..<index + 1, in: &replica)
            _ = replica.takeEffects()
        }
    }

    /// Puts the canonical bytes of all pages into columns, as is done once, when a page is full; how many
    /// bytes these are.
    func encode(adding sum: inout Int) {
        var run = runs[0]
        for (bytes, count) in canonical {
            run.pages = [Page(packing: bytes, count: count, author: run.author)]
            sum += run.byteCount
        }
    }

    /// Reads runs, and the canonical bytes of their entries from columns.
    func decode(_ encoded: [[UInt8]]) {
        for bytes in encoded {
            var reader = ByteReader(bytes)
            guard let run = try? Run(from: &reader, isPaged: true), !run.bytes.isEmpty else {
                preconditionFailure("what was written can be read")
            }
        }
    }

    /// Takes all runs in as from a peer.
    func merge(into log: inout TableLog) {
        for run in runs {
            guard case .admitted = log.insert(run, trust: .verify) else {
                preconditionFailure("a member's run is taken in")
            }
        }
    }

    /// A book in which nothing of a game was recorded but its creation, all of it folded.
    var bookWithoutMoves: Book {
        var book = Book(rebuilding: log.allPlaced().filter { $0.entry.scope == .table })
        book.foldAll()
        return book
    }

    func placed(ofGame number: Int) -> [Placed] {
        log.allPlaced().filter { $0.entry.scope == .game(games[number]) }
    }

    /// Folds entries behind what the book holds.
    func fold(_ entries: [Placed], into book: inout Book) {
        book.insert(contentsOf: entries)
        book.foldChanged()
    }

    /// Reads all pages of the log and folds every game, as at an opening when all scores are asked for.
    func foldAll(into book: inout Book) {
        for admitted in log.allAdmitted() { book.insert(admitted) }
        book.foldAll()
    }

    /// Two frontiers of the same authors, of which every other is further in the second.
    func frontiers(authors: Int) -> (Frontier, Frontier) {
        var generator = SeededGenerator(seed: 3)
        let leaves = (0..<authors).compactMap { index -> Leaf? in
            guard let author = AuthorID(generator.bytes(16)),
                let mark = Octets16(generator.bytes(16))
            else { return nil }
            return Leaf(author: author, sequence: UInt64(1_000 + index), mark: mark)
        }
        let further = leaves.enumerated().map { index, leaf in
            Leaf(
                author: leaf.author, sequence: leaf.sequence + UInt64(index % 2), mark: leaf.mark)
        }
        return (Frontier(leaves: leaves), Frontier(leaves: further))
    }

    /// How many leaves of the second frontier are no leaves of the first, summed over so many times
    /// of writing, reading and comparing them as an announcement does.
    func difference(_ both: (Frontier, Frontier), times: Int) -> Int {
        var sum = 0
        for _ in 0..<times {
            var writer = ByteWriter()
            both.1.write(to: &writer)
            var reader = ByteReader(writer.bytes)
            guard let told = try? Frontier(from: &reader) else { continue }
            sum += Set(told.leaves).subtracting(both.0.leaves).count
        }
        return sum
    }
}
