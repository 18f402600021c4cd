import Daemon
import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The log of a table as a file, out and in.
struct LogFileEndpoints: EndpointTopic {
    let api: APIContext

    /// The log after the turn: an entry that this turn recorded is durable only then.
    func export(_ request: RoutedRequest) -> Answer {
        .afterCommit { [self] in
            guard let bytes = api.ledger.logFile(at: api.clock.now.wall) else { return .error(noFounder) }
            return .content(bytes, type: "application/octet-stream")
        }
    }

    private var noFounder: APIError {
        APIError(
            .conflict, .conflict, "the log of the table's founder has not come here yet",
            advice: "sync with another device first; scored verify says what is here")
    }

    /// Takes a part in; does what is to be done with the whole when it was the last.
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
                return .now(.json(LogImportDocument(outcome: .waiting, text: "more is to come")))
            }
            whole = try log.intake.finish()
        } catch {
            throw refusal(error.words)
        }
        return try finish(whole)
    }

    /// The log as far as it came, which the shelf lets go of, so that taking a run in copies nothing.
    private func begun(_ name: RequestID, from offset: Int) throws(APIError) -> IncomingLog {
        defer { api.incomingLogs.log = nil }
        guard offset > 0 else {
            return IncomingLog(
                name: name, usedAt: api.clock.uptime, intake: LogIntake(seal: api.ledger.seal))
        }
        guard let known = api.incomingLogs.log, known.name == name, known.count == offset else {
            throw refusal("the daemon no longer knows the beginning of this file")
        }
        return known
    }

    private func refusal(_ reason: String) -> APIError {
        .unfit("\(reason); nothing was taken from the file, and the log here is as it was")
    }

    private func finish(_ log: TableLog) throws(APIError) -> Answer {
        if let problem = api.ledger.problem {
            throw APIError(DaemonError.notRecording(problem.reason, isFull: problem.isFull))
        }
        if log.charter.table == api.ledger.log.charter.table { return try merge(log) }
        guard !api.peering.holdsRecords else {
            throw APIError(
                .conflict, .wouldArchive,
                "this is the log of another table, and this device keeps score at its own; "
                    + "nothing was changed",
                advice: "import it on a fresh device (another --state DIR), or first: scored leave")
        }
        let progress = api.peering.takeOver(log)
        return .later { [self] in
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let isMember): .json(takenOver(isMember: isMember))
            case .failed(let reason):
                .error(APIError(.conflict, .conflict, reason + "; nothing was changed"))
            }
        }
    }

    private func merge(_ log: TableLog) throws(APIError) -> Answer {
        switch api.ledger.merge(log) {
        case .failure(let reason): throw refusal(reason.words)
        case .success(let count):
            return .afterCommit { [self] in
                let entries = Phrases.entries(api.ledger.log.entryCount)
                return .json(
                    document(
                        .merged, entries: count,
                        count == 0
                            ? "all of it was here already: \(entries)"
                            : "\(Phrases.entries(count)) of it \(count == 1 ? "is" : "are") new "
                                + "here; the log has \(entries) now"))
            }
        }
    }

    private func takenOver(isMember: Bool) -> LogImportDocument {
        let entries = api.ledger.log.entryCount
        let held = "this device holds the log of this table: \(Phrases.entries(entries))"
        guard isMember else {
            return document(
                .archive, entries: entries,
                held + "; as an archive, in which nothing is recorded",
                warnings: [archiveWarning])
        }
        return document(
            .member, entries: entries, held + "; it goes on as the member that its key is")
    }

    private func document(
        _ outcome: LogImportOutcome, entries: Int, _ text: String,
        warnings: [WarningDocument] = []
    ) -> LogImportDocument {
        let digest = api.ledger.digest
        let words = SpokenWords.four(of: digest.bytes)
        return LogImportDocument(
            outcome: outcome, text: "\(text); \(words)", entries: entries,
            digest: digest.description, words: words, warnings: warnings)
    }

    /// What a person must know of an archive.
    var archiveWarning: WarningDocument {
        WarningDocument(
            code: "archive",
            text: "this device holds this table's log as an archive and is no member of it",
            advice: APIError.archiveAdvice)
    }
}

/// A log file that is being received: at most one, dropped if no further part arrives in
/// `Limits.logFilePatience`.
final class IncomingLogs {
    /// The log so far.
    var log: IncomingLog?

    /// Drops a log that nobody goes on with.
    func clear(at now: Duration) {
        if let log, now >= log.usedAt + Limits.logFilePatience { self.log = nil }
    }
}

/// A file that is read.
struct IncomingLog {
    /// The name that its sender gave it.
    let name: RequestID
    /// How many of its bytes came.
    var count = 0
    var usedAt: Duration
    var intake: LogIntake
}

extension LogIntake.Refusal {
    /// Why, and where, for people.
    var words: String { offset.map { "at byte \($0): \(reason.words)" } ?? reason.words }
}

extension LogIntake.Refusal.Reason {
    fileprivate var words: String {
        switch self {
        case .malformed(let reason): "the frame is damaged (\(reason))"
        case .versions(let versions):
            "the file is of versions \(versions.lowerBound) to \(versions.upperBound) of the protocol, and "
                + "this program reads \(protocolVersions.upperBound)"
        case .unexpected: "the frame has no place in the log of a table"
        case .notFounding:
            "the file does not begin with the founding entry of the table that it names"
        case .forged: "the run is damaged or forged: its author's signature does not fit"
        case .gap(_, let after):
            "the run begins behind entry \(after) of its author, which is not in the runs before"
        case .limit: "the run is past a limit of authors or branches"
        case .tooLarge(let bytes): "the log has \(bytes) bytes or more, which is past the limit"
        case .cut: "the file ends early: it was cut off here"
        case .otherDigest(let digest):
            "its entries have another digest (\(SpokenWords.four(of: digest.bytes))) than the file "
                + "says at its beginning: a run is missing"
        }
    }
}
