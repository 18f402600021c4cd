import Documents
import LocalAPI
import MoveLog
import Scorebook

/// The table's whole log out of this device and into it.
extension Desk {
    var logFileRoutes: [Route: Router.Responder] {
        [
            .exportLog: { asked throws(Denial) in try exportLog(asked) },
            .importLog: { asked throws(Denial) in try takeIn(asked.body(LogPartRequest.self)) },
        ]
    }

    // MARK: Out

    private func exportLog(_ asked: Asked) throws(Denial) -> Answer {
        let line = try asked.count("line") ?? 1
        guard let digest = asked.request.target["digest"] else {
            guard line == 1 else {
                throw Denial(
                    .badRequest, .malformed, "line=\(line) needs the digest that line 1 states")
            }
            // What this turn recorded is in the log already and durable only after it.
            return .afterCommit { [self] in beginExport() }
        }
        guard var log = logs.outgoing, log.header.digest == digest, line <= log.lineCount else {
            throw Denial(
                .conflict, .conflict, "this device does not write that file, or no longer",
                advice: "begin again with line 1")
        }
        log.usedAt = clock.uptime
        logs.outgoing = log
        return .now(part(of: log, from: max(1, line)))
    }

    private func beginExport() -> Response {
        guard let log = ExportedLog(of: ledger, at: clock.now) else {
            return Denial(
                .internalError, .fault, "entries of other devices stand here without a signature",
                advice: "scored verify says which"
            ).response()
        }
        logs.outgoing = log
        return part(of: log, from: 1)
    }

    /// Lines from one on, as many as an answer takes; at least one.
    private func part(of log: ExportedLog, from first: Int) -> Response {
        var bytes: [UInt8] = first == 1 ? JSON.encode(log.header) + [0x0A] : []
        var line = max(2, first)
        while bytes.count < Limits.logPartBytes, let run = log.run(inLine: line) {
            bytes += JSON.encode(run) + [0x0A]
            line += 1
        }
        if line > log.lineCount { logs.outgoing = nil }
        return .content(bytes, type: "application/jsonl")
    }

    // MARK: In

    private func takeIn(_ part: LogPartRequest) throws(Denial) -> Answer {
        guard let name = try requestID(part.intake) else { throw .unfit("intake is missing") }
        let intake: LogIntake?
        do throws(IncomingLog.Refusal) {
            intake = try take(part, named: name)
        } catch {
            logs.incoming = nil
            throw refusal(error.line.map { "line \($0): \(error.reason)" } ?? error.reason)
        }
        guard let intake else {
            return .now(.json(LogImportDocument(outcome: .waiting, text: "more is to come")))
        }
        return try finish(intake)
    }

    private func refusal(_ reason: String) -> Denial {
        .unfit("\(reason); nothing was taken from the file, and the log here is as it was")
    }

    /// Takes a part in; the whole, when it was the last.
    private func take(
        _ part: LogPartRequest, named name: RequestID
    ) throws(IncomingLog.Refusal) -> LogIntake? {
        var log: IncomingLog
        if let header = part.header {
            log = try IncomingLog(header, named: name, seal: ledger.seal, at: clock.uptime)
        } else if let known = logs.incoming, known.name == name {
            log = known
        } else {
            throw IncomingLog.Refusal(
                line: nil, reason: "the daemon no longer knows the beginning of this file")
        }
        // The shelf lets go of its copy first, so that taking a run in copies nothing.
        logs.incoming = nil
        log.usedAt = clock.uptime
        guard part.lines.count == part.runs.count else {
            throw IncomingLog.Refusal(line: nil, reason: "each run needs the number of its line")
        }
        for (number, run) in zip(part.lines, part.runs) { try log.take(run, at: number) }
        if part.isLast { return try log.finish() }
        logs.incoming = log
        return nil
    }

    private func finish(_ intake: LogIntake) throws(Denial) -> Answer {
        if let problem = ledger.problem {
            throw Denial(DaemonError.notRecording(problem.reason, isFull: problem.isFull))
        }
        if intake.log.charter.table == ledger.log.charter.table { return try merge(intake.log) }
        guard !peering.holdsRecords else {
            throw Denial(
                .conflict, .wouldArchive,
                "this is the log of another table, and this device keeps score at its own; "
                    + "nothing was changed",
                advice: "import it on a fresh device (another --state DIR), or first: scored leave")
        }
        let progress = peering.takeOver(intake)
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
        case .failure(let reason): throw refusal(IncomingLog.words(of: reason))
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
        _ outcome: LogImportDocument.Outcome, entries: Int, _ text: String,
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
