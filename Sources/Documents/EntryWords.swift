import MoveLog
import Scorebook

/// The words of an entry of a game or of the table.
struct EntryWords {
    let projection: Projection
    /// Nil for an entry of the table.
    let board: Scoreboard?
    let entry: TimelineEntry
    /// True inside the words of another entry: entries are then only named, since two that refer to
    /// each other would recurse without end.
    var isQuoted = false

    /// The entry's kind in one word, for programs.
    var kind: String {
        switch entry.content {
        case .move(let move): Self.kind(of: entry.move ?? move)
        // The roster of a game that was united with this one.
        case .rosterAdded where entry.kind == .gameCreated: EntryKind.gameCreated.rawValue
        case let content: EntryKind(content).rawValue
        }
    }

    /// A predicate to the keeper's name.
    var text: String {
        // Most entries are moves without details: their words are made without a phrase.
        if case .move(let move) = entry.content, entry.transfer == nil,
            details(of: entry.move ?? move).isEmpty
        {
            let move = entry.move ?? move
            let spoken = Catalogue.english(kind: Self.kind(of: move))
            let who = name(move.subject)
            return who.isEmpty ? spoken : "\(who) \(spoken)"
        }
        return Catalogue.english(whole, else: "")
    }

    /// The same by code; nil for a move that its document says by itself.
    var phrase: Phrase? {
        if case .move(let recorded) = entry.content, entry.transfer == nil {
            let move = entry.move ?? recorded
            if case .line(let ref) = move.subject, board?.player(ref) != nil,
                details(of: move).isEmpty
            {
                return nil
            }
        }
        return whole
    }

    var whole: Phrase {
        guard let transfer = entry.transfer else { return plain }
        return Phrase(.movedFrom, .phrase(plain), game(transfer.game))
    }

    private var plain: Phrase {
        switch entry.content {
        case .authorStarted: Phrase(.authorStarted)
        case .deviceAdded: Phrase(.deviceAdded)
        case .deviceRemoved(let key): Phrase(.deviceRemoved, device(key))
        case .deputyNamed(let named):
            Phrase(named.isDeputy ? .deputyNamed : .deputyDismissed, device(named.device))
        case .keeperNamed(let named): Phrase(.keeperNamed, .text(named.name))
        case .tableNamed(let named): Phrase(.tableNamed, .text(named.name))
        case .gameCreated(let game): Phrase(.gameCreated, .text(game.home), .text(game.away))
        case .rosterAdded where entry.kind == .gameCreated: Phrase(.partCreated, game(entry.id))
        case .rosterAdded(let added):
            Phrase(
                .rosterAdded,
                .names(added.lines.map { $0.number.isEmpty ? $0.name : "\($0.number) \($0.name)" }))
        case .move(let move): phrase(of: entry.move ?? move)
        case .void(let void): phrase(voiding: void.target)
        case .gameClock(let clock): phrase(of: clock)
        case .periodBegan(let began): Phrase(.periodBegan, period(began.period))
        case .trackingClaimed(let claim):
            tracking(.trackingClaimed, .trackingClaimedFor, claim.subjects, claim.device)
        case .trackingReleased(let claim):
            tracking(.trackingReleased, .trackingReleasedFor, claim.subjects, claim.device)
        case .rulesChanged(let changed): phrase(of: changed)
        case .gameEnded: Phrase(.gameEnded)
        case .gameReopened: Phrase(.gameReopened)
        case .note(let note): Phrase(.note, .text(note.text))
        case .wallCompared(let compared): phrase(of: compared)
        case .fix(let fix):
            Phrase(.fix, told(fix.target, \.recordedMove), .phrase(deed(of: fix)))
        case .accepted(let accepted): Phrase(.accepted, told(accepted.target, \.move))
        case .rosterEdited(let edit): phrase(of: edit)
        case .rosterMerged(let merge): Phrase(.rosterMerged, slot(merge.from), slot(merge.into))
        case .gameForfeited(let forfeit): board?.phrase(of: forfeit) ?? Phrase(.forfeit)
        case .gameAbandoned(let end): Phrase(.gameAbandoned, .text(end.reason))
        case .signOff(let signOff): phrase(of: signOff)
        case .deviceLost(let lost): Phrase(.deviceLost, device(lost.device))
        case .deviceFound(let found): Phrase(.deviceFound, device(found.device))
        case .takenOver(let taken):
            Phrase(.takenOver, players(taken.subjects), device(taken.device))
        case .teamNamed(let named):
            Phrase(named.side == .home ? .homeNamed : .awayNamed, .text(named.name))
        case .transferred(let body):
            Phrase(
                .movedAgain, .text(projection.name(body.origin, in: board)), game(body.game))
        case .gameUnited(let body): Phrase(.gameUnited, game(body.other))
        case .unknown where entry.kind == .move: Phrase(.laterMove)
        case .unknown: Phrase(.laterEntry, .number(Int(entry.kind.rawValue)))
        case .malformed: Phrase(.unreadableEntry, .number(Int(entry.kind.rawValue)))
        }
    }

    /// `has a wall clock 61.2 s ahead of bo's`.
    private func phrase(of compared: WallCompared) -> Phrase {
        let seconds = Double(compared.difference.magnitude / 100) / 10
        return Phrase(
            compared.difference < 0 ? .wallBehind : .wallAhead, .text("\(seconds)"),
            device(compared.device))
    }

    private func period(_ number: Int) -> PhraseValue {
        .phrase(board?.rules.phrase(ofPeriod: number) ?? Phrase(.period, .number(number)))
    }

    private func tracking(
        _ own: PhraseCode, _ other: PhraseCode, _ subjects: [Subject], _ key: PublicKey?
    ) -> Phrase {
        guard let key else { return Phrase(own, players(subjects)) }
        return Phrase(other, players(subjects), device(key))
    }

    /// The move before its correction; nil for a move that was not corrected.
    var was: Phrase? {
        guard entry.corrected != nil, let recorded = entry.recordedMove else { return nil }
        return placed(phrase(of: recorded), recorded, unlike: entry.corrected)
    }

    /// ` at Q1 09:55`; empty if the other move has the same moment.
    func moment(of move: Move, unlike other: Move?) -> String {
        switch sight(of: move, unlike: other) {
        case (.atClock, let clock)?: " at \(clock)"
        case (_, let period)?: " in \(period)"
        case nil: ""
        }
    }

    /// Nil if the other move has the same moment.
    private func sight(of move: Move, unlike other: Move?) -> (PhraseCode, String)? {
        guard let board, let other, move.period != other.period || move.elapsed != other.elapsed
        else { return nil }
        if let clock = projection.clockLabel(move, board) { return (.atClock, clock) }
        let period = board.rules.label(ofPeriod: move.period)
        return period.isEmpty ? nil : (.inPeriod, period)
    }

    /// Words of a move, with its moment unless the other move has the same.
    private func placed(_ phrase: Phrase, _ move: Move, unlike other: Move?) -> Phrase {
        guard let (code, moment) = sight(of: move, unlike: other) else { return phrase }
        return Phrase(code, .phrase(phrase), .text(moment))
    }

    /// The new body of a fix, with its moment if it changes that.
    private func deed(of fix: Fix) -> Phrase {
        placed(phrase(of: fix.move), fix.move, unlike: board?.entry(fix.target)?.recordedMove)
    }

    /// The word of the command line if there is one.
    private static func kind(of move: Move) -> String {
        MoveWord.name(move.kind, move.variant) ?? "\(move.kind)"
    }

    var references: [EntryID] {
        switch entry.content {
        case .void(let void): [void.target]
        case .move(let move): (entry.move ?? move).linked.map { [$0] } ?? []
        case .fix(let fix): [fix.target]
        case .accepted(let accepted): [accepted.target]
        default: []
        }
    }

    /// `undoes 4 Ana two points (mia.14)`, `undoes the fix to 7 Bo two points (mia.15)`; for the
    /// void of such a void `redoes 4 Ana two points (mia.14)`.
    private func phrase(voiding target: EntryID) -> Phrase {
        if case .void(let inner)? = board?.entry(target)?.content, let deed = deed(inner.target) {
            return Phrase(.redone, deed)
        }
        return Phrase(.undone, deed(target) ?? told(target, \.move))
    }

    /// Nil for an entry that is neither a move nor a fix, and inside other words.
    private func deed(_ id: EntryID) -> PhraseValue? {
        guard !isQuoted, let entry = board?.entry(id) else { return nil }
        guard case .fix(let fix) = entry.content else {
            return entry.move == nil ? nil : told(id, \.move)
        }
        return .phrase(
            Phrase(
                .named, .phrase(Phrase(.fixWords, .phrase(deed(of: fix)))),
                .text(projection.name(id, in: board))))
    }

    /// `4 Ana two points (mia.14)`, `mia.20 (ends the game)`.
    private func told(_ target: EntryID, _ move: (TimelineEntry) -> Move?) -> PhraseValue {
        let name = projection.name(target, in: board)
        guard !isQuoted, let entry = board?.entry(target) else { return .text(name) }
        if let move = move(entry) {
            return .phrase(Phrase(.named, .phrase(phrase(of: move)), .text(name)))
        }
        let words = EntryWords(projection: projection, board: board, entry: entry, isQuoted: true)
        return .phrase(Phrase(.named, .text(name), .phrase(words.whole)))
    }

    /// `4 Ana two points`, `Hawks timeout`.
    func phrase(of move: Move) -> Phrase {
        Phrase(
            .move,
            [subject(move.subject), .phrase(Phrase(code: Self.kind(of: move)))]
                + details(of: move))
    }

    /// The same in English.
    func text(of move: Move) -> String { Catalogue.english(phrase(of: move), else: "") }

    private func details(of move: Move) -> [PhraseValue] {
        let usual = board?.rules.points(of: move.kind) ?? 0
        var details: [PhraseValue] = move.type.isEmpty ? [] : [.text(move.type)]
        if let points = move.points, points != usual {
            details.append(.phrase(Phrase(.points, .number(points))))
        }
        if move.throwCount > 0 {
            details.append(.phrase(Phrase(.freeThrows, .number(move.throwCount))))
        }
        if !move.players.isEmpty { details.append(players(move.players)) }
        if let basket = move.linked {
            details.append(
                .phrase(Phrase(.forBasket, .text(projection.name(basket, in: board)))))
        }
        if move.kind == .other, !move.raw.isEmpty { details.append(.text(move.raw)) }
        return details
    }

    private func phrase(of clock: GameClockEntry) -> Phrase {
        var reading = board?.rules.clockLabel(clock.elapsed, period: clock.period) ?? ""
        let tenth = tenths(of: clock)
        // Show the tenths that a keeper set.
        if tenth != 0, clock.action == .set, !reading.isEmpty { reading += ".\(tenth)" }
        let code: PhraseCode =
            switch clock.action {
            case .start: .clockStarted
            case .stop: .clockStopped
            case .set: .clockSet
            }
        return Phrase(code, .text(reading))
    }

    private func tenths(of clock: GameClockEntry) -> Int64 {
        let length = board?.rules.length(ofPeriod: clock.period)
        let shown = length.map { $0 - clock.elapsed } ?? clock.elapsed
        return shown.wholeMilliseconds / 100 % 10
    }

    private func phrase(of changed: RulesChanged) -> Phrase {
        let changes = changed.changes.sorted { $0.key.rawValue < $1.key.rawValue }
        if changes.map(\.key) == [.secondTeamIsHome] {
            return Phrase(changes[0].value == 1 ? .sidesSwapped : .sidesSwappedBack)
        }
        return Phrase(
            .rulesChanged,
            changes.map { .text("\(RuleWord.name($0.key)) \(RuleWord.print($0.key, $0.value))") })
    }

    /// `h#1 is renamed to Anna, wears 9`.
    private func phrase(of edit: RosterEdited) -> Phrase {
        var changes: [Phrase] = []
        if let called = edit.name { changes.append(Phrase(.renamed, .text(called))) }
        if let number = edit.number {
            changes.append(
                number.isEmpty ? Phrase(.numberRemoved) : Phrase(.numberGiven, .text(number)))
        }
        if let isActive = edit.isActive {
            changes.append(Phrase(isActive ? .activeAgain : .inactive))
        }
        return Phrase(.rosterEdited, [slot(edit.line)] + changes.map(PhraseValue.phrase))
    }

    /// `h#4`, even if the line was merged into another.
    private func slot(_ ref: LineRef) -> PhraseValue {
        board?.rosterLine(ref).map { .text($0.slotText) } ?? .phrase(Phrase(.unknownPlayer))
    }

    private func phrase(of signOff: SignOff) -> Phrase {
        var phrase = Phrase(.signed, .text(signOff.score.text))
        if !signOff.name.isEmpty {
            phrase = Phrase(.signedAs, .phrase(phrase), .text(signOff.name))
        }
        if let protest = signOff.protest {
            phrase = Phrase(.underProtest, .phrase(phrase), .text(protest))
        }
        // A signature that was replaced, or cleared by reopening, stays in the log.
        let isValid = board?.signatures.contains { $0.entry == entry.id } ?? true
        return isValid ? phrase : Phrase(.noLongerValid, .phrase(phrase))
    }

    private func players(_ subjects: [Subject]) -> PhraseValue {
        .phrase(.names(subjects.filter { !name($0).isEmpty }.map(subject)))
    }

    private func subject(_ subject: Subject) -> PhraseValue {
        if case .line(let ref) = subject, board?.player(ref) == nil {
            return .phrase(Phrase(.unknownPlayer))
        }
        return .text(name(subject))
    }

    private func game(_ id: GameID) -> PhraseValue {
        projection.table.game(id).map { .text($0.slug) } ?? .phrase(Phrase(.absentGame))
    }

    private func device(_ key: PublicKey) -> PhraseValue { .text(projection.name(key)) }

    private func name(_ subject: Subject) -> String {
        switch subject {
        case .nobody: ""
        case .team(let side): board?.teams[side].name ?? ""
        case .line(let ref):
            board?.player(ref)?.spoken ?? Catalogue.english(code: .unknownPlayer)
        }
    }
}
