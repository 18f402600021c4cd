import Documents
import MoveLog

/// Logs on their way out of this device or into it, in files that take several requests each: at
/// most one of either, and not for longer than somebody goes on with it.
final class LogShelf {
    /// A log that is written, as it was when the file was begun.
    var outgoing: ExportedLog?
    /// A log that is read, as far as it came.
    var incoming: IncomingLog?

    /// Lets go of what nobody went on with.
    func clear(at now: Duration) {
        if let outgoing, now >= outgoing.usedAt + Limits.logFilePatience { self.outgoing = nil }
        if let incoming, now >= incoming.usedAt + Limits.logFilePatience { self.incoming = nil }
    }
}

/// A table's log as the lines of a file. The log is a copy, so that what comes in meanwhile changes
/// nothing of the file.
struct ExportedLog {
    let header: LogFileHeader
    var usedAt: Duration
    private let log: TableLog
    private let spans: [RunSpan]
    private let names: [AuthorID: String]

    /// Nil when entries lie behind no signed head, which `TableLog.signEnds` rules out.
    init?(_ log: TableLog, _ table: TableSummary, at moment: Moment) {
        self.log = log
        spans = log.spans
        guard log.uncoveredCount(by: spans) == 0 else { return nil }
        names = table.authors
        usedAt = moment.uptime
        let digest = log.digest
        header = LogFileHeader(
            founding: Base64(log.charter.founding), table: log.charter.table.description,
            name: table.name, entries: log.entryCount, runs: spans.count,
            digest: digest.description, words: SpokenWords.four(of: digest.bytes),
            foldVersion: table.foldVersion, wallMilliseconds: moment.wall.milliseconds,
            devices: table.devices, games: table.games)
    }

    var lineCount: Int { spans.count + 1 }

    /// The run that stands in a line, from the second on.
    func run(inLine line: Int) -> LogFileRun? {
        guard line > 1, line <= lineCount, let run = log.run(spans[line - 2]) else { return nil }
        return LogFileRun(run, by: names[run.author] ?? "")
    }
}

/// What a file says about a table to people.
struct TableSummary {
    var name: String
    var devices: [String]
    var games: [String]
    var authors: [AuthorID: String]
    var foldVersion: Int
}

/// A file that is read: checked line by line, and against its header when it ends.
struct IncomingLog {
    /// Why the file is refused, and what of it.
    struct Refusal: Error, Equatable {
        /// The line's number; nil for the file as a whole.
        var line: Int?
        var reason: String
    }

    /// The name that its sender gave it.
    let name: RequestID
    var usedAt: Duration
    private(set) var intake: LogIntake
    private let header: LogFileHeader
    private var runs = 0

    init(
        _ header: LogFileHeader, named name: RequestID, seal: any Seal, at now: Duration
    ) throws(Refusal) {
        guard header.format == LogFileHeader.formatName else {
            throw Refusal(line: 1, reason: "its format is not \(LogFileHeader.formatName)")
        }
        self.name = name
        self.header = header
        usedAt = now
        do throws(Malformed) {
            intake = try LogIntake(founding: header.founding.bytes, seal: seal)
        } catch {
            throw Refusal(line: 1, reason: "founding is no founding entry (\(error))")
        }
        guard header.table == intake.log.charter.table.description else {
            throw Refusal(line: 1, reason: "the founding entry is not that of the table it names")
        }
    }

    /// Takes a line in.
    mutating func take(_ line: LogFileRun, at number: Int) throws(Refusal) {
        runs += 1
        do throws(LogIntake.Refusal) {
            let run = try intake.take(line.run.bytes)
            guard line.agrees(with: run) else {
                throw LogIntake.Refusal.malformed(.invalid("author, after or count"))
            }
        } catch {
            throw Refusal(line: number, reason: Self.words(of: error))
        }
    }

    /// The log, when all that the header promises has come.
    func finish() throws(Refusal) -> LogIntake {
        guard runs == header.runs else {
            throw Refusal(
                line: nil,
                reason: runs < header.runs
                    ? "the file ends early: \(runs) of \(header.runs) runs are there"
                    : "the file has \(runs) runs and names \(header.runs)")
        }
        let digest = intake.log.digest
        guard intake.log.entryCount == header.entries, digest.description == header.digest,
            SpokenWords.four(of: digest.bytes) == header.words
        else {
            throw Refusal(
                line: nil,
                reason: "its \(intake.log.entryCount) entries have another digest "
                    + "(\(SpokenWords.four(of: digest.bytes))) than line 1 says: a line is missing, "
                    + "twice there or changed")
        }
        return intake
    }

    static func words(of refusal: LogIntake.Refusal) -> String {
        switch refusal {
        case .malformed(let reason): "the run is damaged (\(reason))"
        case .unsigned: "nobody signs for the run"
        case .forged: "the run is damaged or forged: its author's signature does not fit"
        case .gap(_, let after):
            "the run begins behind entry \(after) of its author, which is not in the lines before"
        case .limit: "the run is past a limit of authors or branches"
        case .tooLarge(let bytes): "the log has \(bytes) bytes or more, which is past the limit"
        }
    }
}
