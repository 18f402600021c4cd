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
        plainText + (entry.transfer.map { ", moved from \(game($0.game))" } ?? "")
    }

    private var plainText: String {
        switch entry.content {
        case .authorStarted: "begins"
        case .deviceAdded: "invites a device"
        case .deviceRemoved(let key): "removes the device \(projection.name(key))"
        case .deputyNamed(let named):
            "\(named.isDeputy ? "names" : "dismisses") the deputy \(projection.name(named.device))"
        case .keeperNamed(let named): "is called \(named.name)"
        case .tableNamed(let named): "names the table \(named.name)"
        case .gameCreated(let game): "creates \(game.home) - \(game.away)"
        case .rosterAdded where entry.kind == .gameCreated:
            "creates \(game(entry.id)), which is part of this game"
        case .rosterAdded(let added):
            "adds "
                + "\(Phrases.names(added.lines.map { $0.number.isEmpty ? $0.name : "\($0.number) \($0.name)" }))"
        case .move(let move): text(of: entry.move ?? move)
        case .void(let void): text(voiding: void.target)
        case .gameClock(let clock): text(of: clock)
        case .periodBegan(let began):
            (board?.rules.name(ofPeriod: began.period) ?? "period \(began.period)") + " begins"
        case .trackingClaimed(let claim): "tracks \(text(claim.subjects))\(text(claim.device))"
        case .trackingReleased(let claim):
            "stops tracking \(text(claim.subjects))\(text(claim.device))"
        case .rulesChanged(let changed): text(of: changed)
        case .gameEnded: "ends the game"
        case .gameReopened: "reopens the game"
        case .note(let note): "note: \(note.text)"
        case .wallCompared(let compared): text(of: compared)
        case .fix(let fix):
            "fixes \(told(fix.target, \.recordedMove)): \(text(of: fix.move))"
                + moment(of: fix.move, unlike: board?.entry(fix.target)?.recordedMove)
        case .accepted(let accepted): "accepts \(told(accepted.target, \.move))"
        case .rosterEdited(let edit): text(of: edit)
        case .rosterMerged(let merge):
            "merges \(slot(merge.from)) into \(slot(merge.into))"
        case .gameForfeited(let forfeit): board?.text(of: forfeit) ?? "forfeit"
        case .gameAbandoned(let end): "abandons the game: \(end.reason)"
        case .signOff(let signOff): text(of: signOff)
        case .deviceLost(let lost): "declares \(projection.name(lost.device)) lost"
        case .deviceFound(let found): "waits for \(projection.name(found.device)) again"
        case .takenOver(let taken):
            "takes \(text(taken.subjects)) over from \(projection.name(taken.device))"
        case .teamNamed(let named):
            "names the \(SideName(named.side).rawValue) team \(named.name)"
        case .transferred(let body):
            "moves \(projection.name(body.origin, in: board)) from \(game(body.game)) again, without "
                + "effect"
        case .gameUnited(let body): "unites \(game(body.other)) with this game"
        case .unknown where entry.kind == .move: "move of a newer version"
        case .unknown: "entry of a newer version (kind \(entry.kind.rawValue))"
        case .malformed: "unreadable entry (kind \(entry.kind.rawValue))"
        }
    }

    /// `has a wall clock 61.2 s ahead of bo's`.
    private func text(of compared: WallCompared) -> String {
        let seconds = Double(compared.difference.magnitude / 100) / 10
        let way = compared.difference < 0 ? "behind" : "ahead of"
        return "has a wall clock \(seconds) s \(way) \(projection.name(compared.device))'s"
    }

    /// The text before correction; nil for a move that was not corrected.
    var was: String? {
        guard entry.corrected != nil, let recorded = entry.recordedMove else { return nil }
        return text(of: recorded) + moment(of: recorded, unlike: entry.corrected)
    }

    /// ` at Q1 09:55`; empty if the other move has the same moment.
    func moment(of move: Move, unlike other: Move?) -> String {
        guard let board, let other, move.period != other.period || move.elapsed != other.elapsed
        else { return "" }
        if let clock = projection.clockLabel(move, board) { return " at \(clock)" }
        let period = board.rules.label(ofPeriod: move.period)
        return period.isEmpty ? "" : " in \(period)"
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
    private func text(voiding target: EntryID) -> String {
        if case .void(let inner)? = board?.entry(target)?.content, let deed = deed(inner.target) {
            return "redoes \(deed)"
        }
        return "undoes \(deed(target) ?? told(target, \.move))"
    }

    /// Nil for an entry that is neither a move nor a fix, and inside other words.
    private func deed(_ id: EntryID) -> String? {
        guard !isQuoted, let entry = board?.entry(id) else { return nil }
        guard case .fix(let fix) = entry.content else {
            return entry.move == nil ? nil : told(id, \.move)
        }
        let moment = moment(of: fix.move, unlike: board?.entry(fix.target)?.recordedMove)
        return "the fix to \(text(of: fix.move))\(moment) (\(projection.name(id, in: board)))"
    }

    /// `4 Ana two points (mia.14)`, `mia.20 (ends the game)`.
    private func told(_ target: EntryID, _ move: (TimelineEntry) -> Move?) -> String {
        let name = projection.name(target, in: board)
        guard !isQuoted, let entry = board?.entry(target) else { return name }
        if let move = move(entry) { return "\(text(of: move)) (\(name))" }
        let words = EntryWords(projection: projection, board: board, entry: entry, isQuoted: true)
        return "\(name) (\(words.text))"
    }

    /// `4 Ana two points`, `Hawks timeout`.
    func text(of move: Move) -> String {
        let usual = board?.rules.points(of: move.kind) ?? 0
        var details = move.type.isEmpty ? [] : [move.type]
        if let points = move.points, points != usual {
            details.append(Phrases.count(points, "point"))
        }
        if move.throwCount > 0 { details.append(Phrases.count(move.throwCount, "free throw")) }
        if !move.players.isEmpty { details.append(text(move.players)) }
        if let basket = move.linked { details.append("for \(projection.name(basket, in: board))") }
        if move.kind == .other, !move.raw.isEmpty { details.append(move.raw) }
        let tail = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        let subject = name(move.subject)
        return (subject.isEmpty ? "" : subject + " ") + Phrases.spaced(Self.kind(of: move)) + tail
    }

    private func text(of clock: GameClockEntry) -> String {
        var reading = board?.rules.clockLabel(clock.elapsed, period: clock.period) ?? ""
        let tenth = tenths(of: clock)
        // Show the tenths that a keeper set.
        if tenth != 0, clock.action == .set, !reading.isEmpty { reading += ".\(tenth)" }
        return switch clock.action {
        case .start: "game clock starts at \(reading)"
        case .stop: "game clock stops at \(reading)"
        case .set: "game clock set to \(reading)"
        }
    }

    private func tenths(of clock: GameClockEntry) -> Int64 {
        let length = board?.rules.length(ofPeriod: clock.period)
        let shown = length.map { $0 - clock.elapsed } ?? clock.elapsed
        return shown.wholeMilliseconds / 100 % 10
    }

    private func text(of changed: RulesChanged) -> String {
        let changes = changed.changes.sorted { $0.key.rawValue < $1.key.rawValue }
        if changes.map(\.key) == [.secondTeamIsHome] {
            return changes[0].value == 1 ? "swaps the sides" : "swaps the sides back"
        }
        return "rules: "
            + changes.map { "\(RuleWord.name($0.key)) \(RuleWord.print($0.key, $0.value))" }
            .joined(separator: ", ")
    }

    /// `h#1 is renamed to Anna, wears 9`.
    private func text(of edit: RosterEdited) -> String {
        var changes: [String] = []
        if let called = edit.name { changes.append("is renamed to \(called)") }
        if let number = edit.number {
            changes.append(number.isEmpty ? "has no number" : "wears \(number)")
        }
        if let isActive = edit.isActive {
            changes.append(isActive ? "is active again" : "is marked inactive")
        }
        return "\(slot(edit.line)) \(changes.joined(separator: ", "))"
    }

    /// `h#4`, even if the line was merged into another.
    private func slot(_ ref: LineRef) -> String {
        board?.rosterLine(ref)?.slotText ?? "an unknown player"
    }

    private func text(of signOff: SignOff) -> String {
        let score = "signs \(signOff.score.text)"
        let name = signOff.name.isEmpty ? "" : " as \(signOff.name)"
        // A signature that was replaced, or cleared by reopening, stays in the log.
        let isValid = board?.signatures.contains { $0.entry == entry.id } ?? true
        return score + name + (signOff.protest.map { " under protest: \($0)" } ?? "")
            + (isValid ? "" : ", no longer valid")
    }

    private func text(_ subjects: [Subject]) -> String {
        Phrases.names(subjects.map(name).filter { !$0.isEmpty })
    }

    private func game(_ id: GameID) -> String {
        projection.table.game(id)?.slug ?? "a game that is not here"
    }

    private func text(_ device: PublicKey?) -> String {
        device.map { " for \(projection.name($0))" } ?? ""
    }

    private func name(_ subject: Subject) -> String {
        switch subject {
        case .nobody: ""
        case .team(let side): board?.teams[side].name ?? ""
        case .line(let ref): board?.player(ref)?.spoken ?? "an unknown player"
        }
    }
}
