import Documents
import LocalAPI
import MoveLog
import Scorebook

/// Recording through the ledger, and the one form of its answer.
extension Desk {
    /// The name that a request gave itself: 32 hexadecimal digits, or none.
    func requestID(_ text: String?) throws(Denial) -> RequestID? {
        guard let text else { return nil }
        guard let octets = hexadecimalOctets(text), let request = RequestID(octets) else {
            throw Denial(
                .badRequest, .malformed,
                "request: '\(shown(text))' are not 32 hexadecimal digits")
        }
        return request
    }

    /// The answer to a request that was recorded before; nil for a new one. Asked before anything
    /// else of the request is looked at: what it did may be why it would be refused now.
    func repeated(_ request: RequestID?) -> Answer? {
        guard let request, let entries = ledger.replica.entries(of: request) else { return nil }
        return recorded(entries, isRepeat: true)
    }

    /// Records, all or nothing; to be acknowledged after the turn only.
    func record(_ drafts: [Draft], request: RequestID? = nil) throws(Denial) -> [EntryID] {
        do throws(DaemonError) {
            return try ledger.record(drafts, request: request)
        } catch {
            throw Denial(error)
        }
    }

    /// Answers, once these entries are durable and in the book, what they came to. `finish` is done
    /// before, at that time; `remarking` sees the game then. `held` names the moves that were held.
    func recorded(
        _ entries: [EntryID], isRepeat: Bool = false, adding warnings: [WarningDocument] = [],
        held: Set<EntryID> = [],
        finish: @escaping () -> Void = {},
        remarking: @escaping (Scoreboard) -> Remarks = { _ in .none }
    ) -> Answer {
        .afterCommit { [self] in
            finish()
            return .json(
                encoded: JSON.written(
                    answer(
                        entries, isRepeat: isRepeat, adding: warnings, held: held,
                        remarking: remarking)))
        }
    }

    /// What entries that are durable and in the book came to. `scoreAsOfEntry` tells the score as it
    /// was after them, where others of the same turn stand behind them.
    func answer(
        _ entries: [EntryID], isRepeat: Bool = false, adding warnings: [WarningDocument] = [],
        held: Set<EntryID> = [], scoreAsOfEntry: Bool = false,
        remarking: (Scoreboard) -> Remarks = { _ in .none }
    ) -> RecordedDocument {
        let game = entries.first.flatMap(game(of:))
        let board = game.flatMap { ledger.scoreboard(of: $0) }
        var record = board.map { RecordedEntries(entries, in: $0, wording, held: held) }
        if scoreAsOfEntry { record?.tellScoreAsOfEntries() }
        let remarks = board.map(remarking) ?? .none
        return RecordedDocument(
            entries: entries.map(table.name(of:)), isRepeat: isRepeat,
            game: game.flatMap { table.game($0)?.slug },
            echo: Phrases.list([
                remarks.echo ?? record?.echo ?? "", remarks.more,
                ledger.replica.isRemoved ? "recorded here, counted nowhere" : "",
            ]),
            home: record?.score.home, away: record?.score.away,
            warnings: removedRecording + warnings + remarks.warnings
                + (record?.warnings(at: device) ?? [])
                + newerGameWarnings(than: game, deed: "recorded in"),
            questions: record?.questions)
    }

    /// The same with remarks on the game as it is then.
    func remarked(
        _ entries: [EntryID], _ remarking: @escaping (Scoreboard) -> Remarks
    ) -> Answer { recorded(entries, remarking: remarking) }

    /// The answer when all is as it was asked to be, so that there is nothing to record.
    func unchanged(
        _ text: String, _ board: Scoreboard, adding warnings: [WarningDocument] = []
    ) -> Answer {
        .now(
            .json(
                RecordedDocument(
                    entries: [], game: table.game(board.id)?.slug, echo: text,
                    home: board.score.home, away: board.score.away,
                    warnings: [WarningDocument(code: "nothingChanged", text: text)]
                        + warnings + newerGameWarnings(than: board.id, deed: "this is about"))))
    }

    /// The game that an entry is about, or that it created.
    private func game(of entry: EntryID) -> GameID? {
        switch ledger.log.entries(entry).first?.entry.scope {
        case .game(let game): game
        case .table: entry
        case nil: nil
        }
    }
}

/// What an answer says of a game beside the entries that were recorded.
struct Remarks {
    /// Instead of the entries' own words.
    var echo: String?
    /// Behind them: what came of it, what comes next.
    var more = ""
    /// What the keeper should know.
    var warnings: [WarningDocument] = []

    /// Nothing to remark.
    static let none = Remarks()
}
