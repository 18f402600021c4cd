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
    func receive(_ asked: RoutedRequest) throws(APIError) -> () -> AnswerStep {
        guard let name = try api.requestID(asked.request.target["file"]) else {
            throw .unfit("file is missing")
        }
        var log = try begun(name, from: asked.count("from") ?? 0)
        let (body, isLast) = (asked.request.body, asked.request.target["last"] == "true")
        var taken = 0
        var finish: (() throws(APIError) -> AnswerStep)?
        return answering { () throws(APIError) in
            if let finish { return try finish() }
            do throws(LogIntake.Refusal) {
                if taken < body.count {
                    let end = min(taken + APILimits.filePartBytes, body.count)
                    try log.intake.receive(Array(body[taken..<end]))
                    taken = end
                } else if isLast {
                    finish = try finishing(log.intake.finish())
                } else {
                    log.count += body.count
                    log.usedAt = api.clock.uptime
                    api.incomingLogs.log = log
                    let text = "waiting for the rest of the file"
                    return .whole(.json(LogImportDocument(outcome: .waiting, text: text)))
                }
                return .working
            } catch {
                throw refusal(error.words)
            }
        }
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

    private func finishing(_ log: TableLog) -> () throws(APIError) -> AnswerStep {
        if log.charter.table == ledger.log.charter.table { return merging(log) }
        var progress: TableMoveProgress<Bool>?
        return { () throws(APIError) in
            if let problem = ledger.problem { throw APIError(problem.error) }
            guard progress != nil || !api.peering.holdsRecords else {
                throw APIError(
                    .conflict, .wouldArchive,
                    "this is the log of another table, and this device has recorded at its own; "
                        + "nothing was changed",
                    advice: "import it on a fresh device (another --state DIR), or first: "
                        + "scored leave")
            }
            let begun = progress ?? api.peering.takeOver(log)
            progress = begun
            switch begun.outcome {
            case .pending: return .waiting
            case .succeeded(let isMember): return .whole(.json(takenOver(isMember: isMember)))
            case .failed(_, let reason): throw .conflict(reason + "; nothing was changed")
            }
        }
    }

    /// The turns between the steps make durable what was merged.
    private func merging(_ log: TableLog) -> () throws(APIError) -> AnswerStep {
        var merge = ledger.merging(log)
        var isMerged = false
        return { () throws(APIError) in
            if let problem = ledger.problem { throw APIError(problem.error) }
            guard isMerged else {
                do throws(LogIntake.Refusal) {
                    isMerged = try ledger.mergeSome(&merge)
                } catch {
                    throw refusal(error.words)
                }
                return .working
            }
            return ledger.isSettled ? .whole(.json(merged(merge.count))) : .waiting
        }
    }

    private func merged(_ count: Int) -> LogImportDocument {
        let entries = Phrases.entries(ledger.log.entryCount)
        return document(
            .merged, entries: count,
            count == 0
                ? "all of it was here already: \(entries)"
                : "\(Phrases.entriesAre(count)) new here; the log has \(entries) now")
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
