import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The table's whole log out of this device and into it.
extension Desk {
    var logFileRoutes: [Route: Router.Responder] {
        [
            // What this turn recorded is in the log already and durable only after it.
            .exportLog: { _ in .afterCommit { [self] in exportLog() } },
            .importLog: { asked throws(Denial) in try takeIn(asked) },
        ]
    }

    private func exportLog() -> Response {
        guard let bytes = ledger.logFile(at: clock.now.wall) else {
            return Denial(
                .conflict, .conflict, "the log of the table's founder has not come here yet",
                advice: "sync with another device first; scored verify says what is here"
            ).response()
        }
        return .content(bytes, type: "application/octet-stream")
    }

    /// Takes a part in; does what is to be done with the whole when it was the last.
    private func takeIn(_ asked: Asked) throws(Denial) -> Answer {
        guard let name = try requestID(asked.request.target["file"]) else {
            throw .unfit("file is missing")
        }
        var log = try begun(name, from: asked.count("from") ?? 0)
        let whole: TableLog
        do throws(LogIntake.Refusal) {
            try log.intake.receive(asked.request.body)
            guard asked.request.target["last"] == "true" else {
                log.count += asked.request.body.count
                log.usedAt = clock.uptime
                logs.incoming = log
                return .now(.json(LogImportDocument(outcome: .waiting, text: "more is to come")))
            }
            whole = try log.intake.finish()
        } catch {
            throw refusal(error.words)
        }
        return try finish(whole)
    }

    /// The log as far as it came, which the shelf lets go of, so that taking a run in copies nothing.
    private func begun(_ name: RequestID, from offset: Int) throws(Denial) -> IncomingLog {
        defer { logs.incoming = nil }
        guard offset > 0 else {
            return IncomingLog(
                name: name, usedAt: clock.uptime, intake: LogIntake(seal: ledger.seal))
        }
        guard let known = logs.incoming, known.name == name, known.count == offset else {
            throw refusal("the daemon no longer knows the beginning of this file")
        }
        return known
    }

    private func refusal(_ reason: String) -> Denial {
        .unfit("\(reason); nothing was taken from the file, and the log here is as it was")
    }

    private func finish(_ log: TableLog) throws(Denial) -> Answer {
        if let problem = ledger.problem {
            throw Denial(DaemonError.notRecording(problem.reason, isFull: problem.isFull))
        }
        if log.charter.table == ledger.log.charter.table { return try merge(log) }
        guard !peering.holdsRecords else {
            throw Denial(
                .conflict, .wouldArchive,
                "this is the log of another table, and this device keeps score at its own; "
                    + "nothing was changed",
                advice: "import it on a fresh device (another --state DIR), or first: scored leave")
        }
        let progress = peering.takeOver(log)
        return .later { [self] in
            switch progress.outcome {
            case .pending: nil
            case .succeeded(let isMember): .json(takenOver(isMember: isMember))
            case .failed(let reason):
                Denial(.conflict, .conflict, reason + "; nothing was changed").response()
            }
        }
    }

    private func merge(_ log: TableLog) throws(Denial) -> Answer {
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
                            : "\(Phrases.entries(count)) of it \(count == 1 ? "is" : "are") new "
                                + "here; the log has \(entries) now"))
            }
        }
    }

    private func takenOver(isMember: Bool) -> LogImportDocument {
        let entries = ledger.log.entryCount
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
        let digest = ledger.digest
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
            advice: Denial.archiveAdvice)
    }
}
