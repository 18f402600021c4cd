import MoveLog
import Scorebook
import TLS

/// What a season costs: a log of the workload by five authors, each step measured by itself.
struct SeasonBench {
    /// Entries of a commit where many are recorded in a row.
    private static let batch = 256

    private let workload: Workload
    private let members: [Member]

    /// Draws the workload, and makes six devices with real keys; the last holds nothing.
    init(moves: Int) throws {
        workload = Workload(moves: moves, seed: 1)
        let wall = WallTime(milliseconds: (workload.wall.first ?? 0) - 3_600_000)
        members = try Table(count: Workload.authors + 1, at: wall).members
    }

    /// Measures; prints a line of JSON a step.
    func run() throws {
        let moves = workload.count
        let ((commits, games), building) = Gauge.timing { recorded() }
        let payload = commits.reduce(0) { $0 + $1.payload.count }
        Program.say(
            "step", "record", "moves", moves, "seconds", building, "commits", commits.count,
            "diskBytes", payload, "games", games.count)
        let wall = WallTime(milliseconds: workload.wall.last ?? 0)
        let moment = Moment(uptime: .zero, wall: wall)
        let before = Gauge.residentBytes(isTrimmed: true)
        var (full, opening) = Gauge.timing {
            Table.replica(members[0].charter, commits, members[0].identity, moment)
        }
        Program.say(
            "step", "open", "moves", moves, "seconds", opening, "bytes",
            Gauge.residentBytes(isTrimmed: true) - before, "entries", full.log.entryCount)
        var fresh = try take(from: &full, at: moment)
        let (_, digesting) = Gauge.timing { for _ in 0..<100 { _ = full.log.digest } }
        Program.say("step", "digest", "moves", moves, "seconds", digesting / 100)
        fold(fresh.log, games)
        fresh.signEnds()
        try intake(fresh.log)
        Program.say("step", "end", "moves", moves, "peak", Gauge.peakBytes)
    }

    /// A fresh device takes everything in.
    private func take(from full: inout Replica, at moment: Moment) throws -> Replica {
        let member = members[Workload.authors]
        var fresh = Table.replica(
            member.charter, member.commits, member.identity, moment)
        let before = Gauge.residentBytes(isTrimmed: true)
        var passing = SeasonPassing()
        passing.run(
            from: &full, members[0].identity.publicKey, to: &fresh, member.identity.publicKey,
            wall: moment.wall)
        Program.say(
            "step", "catchup", "moves", workload.count, "sending", passing.sending, "taking",
            passing.taking, "bytesThere", passing.bytesThere, "bytesBack", passing.bytesBack,
            "frames", passing.frames, "waitedMs", passing.milliseconds, "bytes",
            Gauge.residentBytes(isTrimmed: true) - before, "logBytes", fresh.log.byteCount)
        return fresh
    }

    /// Folds the newest games, one old game, and all.
    private func fold(_ log: TableLog, _ games: [GameID]) {
        let before = Gauge.residentBytes(isTrimmed: true)
        var (book, building) = Gauge.timing { Book(rebuilding: log) }
        let (_, settling) = Gauge.timing { book.foldChanged() }
        let held = Gauge.residentBytes(isTrimmed: true) - before
        let (board, opening) = Gauge.timing { book.open(games[games.count / 3]) }
        precondition(board != nil, "every game was created")
        let (_, all) = Gauge.timing { book.foldAll() }
        Program.say(
            "step", "fold", "moves", workload.count, "building", building, "newest", settling,
            "old", opening, "all", all, "bytes", held, "bytesAfterAll",
            Gauge.residentBytes(isTrimmed: true) - before)
    }

    /// Takes the log in from outside, as a file, until it is refused.
    private func intake(_ log: TableLog) throws {
        guard let file = log.file(at: WallTime(milliseconds: 0))?.bytes else { return }
        var intake = LogIntake(seal: members[1].identity)
        let start = Gauge.processor
        var taken = 0
        var refusal = "none"
        do throws(LogIntake.Refusal) {
            try intake.receive(file)
            taken = try intake.finish().entryCount
        } catch {
            refusal = "\(error)"
        }
        Program.say(
            "step", "file", "moves", workload.count, "seconds", Gauge.processor - start,
            "taken", taken, "bytes", file.count, "refusal", refusal)
    }

    /// What stands on the disk of the first device: own moves one commit each, others' as runs.
    private func recorded() -> (commits: [Commit], games: [GameID]) {
        var (pens, games) = written()
        for index in pens.indices { pens[index].flush() }
        var commits = pens[0].commits
        for index in 1..<pens.count {
            let moment = Moment(
                uptime: .zero, wall: WallTime(milliseconds: workload.wall.last ?? 0))
            var replica = Table.replica(
                members[index].charter, pens[index].commits, members[index].identity, moment)
            replica.signEnds()
            let log = replica.log
            for span in log.spans where span.author == pens[index].author {
                if let run = log.run(span) { commits.append(Commit(run: run)) }
            }
        }
        return (commits, games)
    }

    private func written() -> ([Pen], [GameID]) {
        var pens = members.dropLast().enumerated().map {
            Pen($1, batch: $0 == 0 ? 1 : Self.batch)
        }
        let drafting = Drafting(workload)
        var games: [GameID] = []
        var lamport = 1 + (members.map { $0.replica.log.highest }.max() ?? 0)
        for index in 0..<workload.count {
            let number = Int(workload.game[index])
            if number == games.count {
                let host = number % Workload.authors
                pens[host].record(
                    drafting.game(number), lamport: lamport,
                    wall: WallTime(milliseconds: workload.wall[index] - 60_000))
                games.append(EntryID(author: pens[host].author, sequence: pens[host].last))
                lamport += 1
            }
            pens[Int(workload.author[index])].record(
                drafting.move(index, of: workload, in: games[number]), lamport: lamport,
                wall: WallTime(milliseconds: workload.wall[index]))
            lamport += 1
        }
        return (pens, games)
    }
}
