import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The log of a table as a file, out and in.
struct LogFileEndpoints: EndpointTopic {
    let api: APIContext

    /// After the commit, which makes the entries of this turn durable. The file is of this moment.
    func export(_ request: RoutedRequest) throws(APIError) -> () -> AnswerStep {
        guard let file = ledger.logFile(at: api.clock.now.wall) else {
            guard ledger.canSign else { throw Self.unsigned }
            throw .conflict(
                "the log of the table's founder has not arrived here yet",
                advice: "sync with another device first; scored verify shows what is here")
        }
        var parts = file.makeIterator()
        var hasHead = false
        return {
            guard hasHead else {
                hasHead = true
                return .head(.content([], type: "application/octet-stream"))
            }
            return parts.next().map { .part($0) } ?? .end
        }
    }

    private static let unsigned = APIError.conflict(
        "the last entries of this device were never signed, and its key is damaged or gone",
        advice: "take each game along: scored export gamelog GAME --to FILE, and scored import "
            + "FILE in a new home; scored export entries writes every entry")

    /// Receives a part; after the last one merges the log, or takes it over.
    func receive(_ asked: RoutedRequest) throws(APIError) -> Answer {
        guard let name = try api.requestID(asked.request.target["file"]) else {
            throw .unfit("file is missing")
        }
        var log = try begun(name, from: asked.count("from") ?? 0)
        let whole: TableLog
        do throws(LogIntake.Refusal) {
            try log.intake.receive(asked.request.body)
            guard asked.request.target["last"] == "true" else {
                log.count += asked.request.body.count
                log.usedAt = api.clock.uptime
                api.incomingLogs.log = log
                let text = "waiting for the rest of the file"
                return .now(.json(LogImportDocument(outcome: .waiting, text: text)))
            }
            whole = try log.intake.finish()
        } catch {
            throw refusal(error.words)
        }
        return try finish(whole)
    }

    /// Takes the log out of `IncomingLogs`: a second reference would copy it with every run.
    private func begun(_ name: RequestID, from offset: Int) throws(APIError) -> IncomingLog {
        defer { api.incomingLogs.log = nil }
        guard offset > 0 else {
            return IncomingLog(
                name: name, usedAt: api.clock.uptime, intake: LogIntake(seal: ledger.seal))
        }
        guard let known = api.incomingLogs.log, known.name == name, known.count == offset else {
            throw refusal("the daemon no longer has the beginning of this file")
        }
        return known
    }

    private func refusal(_ reason: String) -> APIError {
        .unfit("\(reason); nothing was imported, and the log here is unchanged")
    }

    private func finish(_ log: TableLog) throws(APIError) -> Answer {
        if let problem = ledger.problem { throw APIError(problem.error) }
        if log.charter.table == ledger.log.charter.table { return try merge(log) }
        guard !api.peering.holdsRecords else {
            throw APIError(
                .conflict, .wouldArchive,
                "this is the log of another table, and this device has recorded at its own; "
                    + "nothing was changed",
                advice: "import it on a fresh device (another --state DIR), or first: scored leave")
        }
        let progress = api.peering.takeOver(log)
        return .later { [self] in
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let isMember): .json(takenOver(isMember: isMember))
            case .failed(_, let reason): .error(.conflict(reason + "; nothing was changed"))
            }
        }
    }

    private func merge(_ log: TableLog) throws(APIError) -> Answer {
        switch ledger.merge(log) {
        case .failure(let reason): throw refusal(reason.words)
        case .success(let count):
            return .afterCommit { [self] in
                let entries = Phrases.entries(ledger.log.entryCount)
                return .json(
                    document(
                        .merged, entries: count,
                        count == 0
                            ? "all of it was here already: \(entries)"
                            : "\(Phrases.entriesAre(count)) new here; the log has \(entries) now"))
            }
        }
    }

    private func takenOver(isMember: Bool) -> LogImportDocument {
        let entries = ledger.log.entryCount
        let held = "this device now holds the log of this table: \(Phrases.entries(entries))"
        guard isMember else {
            return document(
                .archive, entries: entries,
                held + "; as an archive, in which nothing is recorded", warnings: [.archive])
        }
        return document(.member, entries: entries, held + "; its key makes it a member")
    }

    private func document(
        _ outcome: LogImportOutcome, entries: Int, _ text: String,
        warnings: [WarningDocument] = []
    ) -> LogImportDocument {
        let digest = ledger.digest
        let words = SpokenWords.four(of: digest.bytes)
        return LogImportDocument(
            outcome: outcome, text: "\(text); \(words)", entries: entries,
            digest: digest.description, words: words, warnings: warnings)
    }
}

/// The log file that is being received: at most one, dropped if no further part arrives within
/// `APILimits.logFilePatience`.
final class IncomingLogs {
    var log: IncomingLog?

    func clear(at now: Duration) {
        if let log, now >= log.usedAt + APILimits.logFilePatience { self.log = nil }
    }
}

struct IncomingLog {
    /// Given by the sender.
    let name: RequestID
    /// The bytes received.
    var count = 0
    var usedAt: Duration
    var intake: LogIntake
}

extension LogIntake.Refusal {
    var words: String { offset.map { "at byte \($0): \(reason.words)" } ?? reason.words }
}

extension LogIntake.Refusal.Reason {
    fileprivate var words: String {
        switch self {
        case .malformed(let reason): "the frame is damaged (\(reason))"
        case .versions(let versions):
            "the file has protocol versions \(versions.lowerBound) to \(versions.upperBound), but "
                + "this program reads \(protocolVersions.upperBound)"
        case .unexpected: "the frame does not belong in the log of a table"
        case .notFounding: "the file does not begin with the founding entry of its table"
        case .forged: "the run is damaged or forged: its author's signature does not match"
        case .gap(_, let after):
            "the run begins after entry \(after) of its author, which is not in the earlier runs"
        case .limit: "the run exceeds a limit of authors or branches"
        case .tooLarge(let bytes): "the log has \(bytes) bytes or more, which exceeds the limit"
        case .cut: "the file is cut off here"
        case .otherDigest(let digest):
            "the digest of its entries (\(SpokenWords.four(of: digest.bytes))) is not the one at "
                + "the beginning of the file: a run is missing"
        }
    }
}
