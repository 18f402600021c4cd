import MoveLog
package import Scorebook

extension Projection {
    /// What a person should know about a game that goes on. `reading` is the running clock's.
    package func warnings(
        _ board: Scoreboard, reading: ClockReading? = nil
    ) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        if board.isTargetReachedTwice {
            warnings.append(
                WarningDocument(
                    code: "targetReachedTwice",
                    text: "both sides stand at the target, as logs that met can have it",
                    advice: "agree with the other keepers which basket came too late and void it"))
        }
        warnings += signatures(board) + lateMoves(board) + conflicted(board) + duplicates(board)
        if board.state.isOver { return warnings }
        if let next = board.nextAfterTime(reading?.elapsed) {
            warnings.append(
                WarningDocument(code: "timeOver", text: next.state, advice: "next: \(next.command)")
            )
        }
        warnings += fouledOut(board) + equalNumbers(board)
        guard board.state == .live || board.state == .scheduled else { return warnings }
        return warnings + takenFromHere(board) + untracked(board)
            + (isLinked ? uncovered(board) : []) + overlaps(board)
    }

    private func conflicted(_ board: Scoreboard) -> [WarningDocument] {
        let conflicts = conflicts(board)
        return conflicts.suffix(Self.namedMost).map { conflict in
            let others = zip(conflict.others, conflict.otherTexts).map { "\($0) (\($1))" }
            return WarningDocument(
                code: "fixConflict",
                text: "\(conflict.move) was corrected twice: \(conflict.fix) counts "
                    + "(\(conflict.text)), not \(Phrases.names(others))",
                advice: "to agree: scored fix \(conflict.move) with what is right, or scored void "
                    + Phrases.names(conflict.others))
        }
            + more(
                conflicts.count, "fixConflict", "move", "corrected twice",
                advice: "scored log names them")
    }

    /// Warnings of one kind that are spelt out; of more the number is said.
    private static let namedMost = 4

    /// The number of further ones beside those that are spelt out; no warning if there are none.
    private func more(
        _ count: Int, _ code: String, _ noun: String, _ what: String, advice: String
    ) -> [WarningDocument] {
        let more = count - Self.namedMost
        guard more > 0 else { return [] }
        return [
            WarningDocument(
                code: code, text: "\(more) more \(noun)\(more == 1 ? "" : "s") \(what)",
                advice: advice)
        ]
    }

    private func duplicates(_ board: Scoreboard) -> [WarningDocument] {
        let twins = board.resembling.compactMap { entry in
            entry.resembles.flatMap(board.entry).flatMap { $0.isLive ? (entry, $0) : nil }
        }
        return twins.suffix(Self.namedMost).map { entry, other in
            let name = table.name(of: entry.recordedAs)
            return WarningDocument(
                code: "duplicate",
                text: "\(name) (\(EntryWords(projection: self, board: board, entry: entry).text)) "
                    + "may be the same as \(table.name(of: other.recordedAs)) of "
                    + "\(keeper(of: other.author)); both count",
                advice: "if it is: scored void \(name)")
        }
            + more(
                twins.count, "duplicate", "move", "may be recorded twice; all of them count",
                advice: "scored log marks each of them: same as")
    }

    /// What others took over from this device while its keeper was away, and still keep.
    private func takenFromHere(_ board: Scoreboard) -> [WarningDocument] {
        var lines: [PublicKey: [PlayerLine]] = [:]
        var last: [PublicKey: TimelineEntry] = [:]
        for index in board.timeline.indices {
            guard case .takenOver(let taken) = board.timeline[index].content,
                taken.device == device, board.timeline[index].isLive
            else { continue }
            let entry = board.timeline[index]
            guard let taker = table.device(of: entry.author)?.key else { continue }
            let kept = board.players.filter { line in
                line.isNamed(by: taken.subjects) && line.trackers.contains(taker)
                    && !line.trackers.contains(device)
            }
            let known = lines[taker] ?? []
            lines[taker] = known + kept.filter { line in !known.contains { $0.ref == line.ref } }
            last[taker] = entry
        }
        return lines.keys.sorted().compactMap { taker in
            guard let kept = lines[taker], !kept.isEmpty, let entry = last[taker] else {
                return nil
            }
            let names = kept.map(board.shortName(of:)).joined(separator: " ")
            return WarningDocument(
                code: "takenOver",
                text: "\(keeper(of: entry.author)) took over \(spoken(kept)) from you at "
                    + "\(entry.score.home):\(entry.score.away)",
                advice: "to have them back: scored track \(names) --from \(name(taker))"
            )
        }
    }

    /// Players with as many fouls as the rules allow.
    private func fouledOut(_ board: Scoreboard) -> [WarningDocument] {
        let lines = board.players.filter { !$0.isWithdrawn && board.isFouledOut($0) }
        return lines.map { line in
            WarningDocument(
                code: "foulLimit",
                text: "\(line.spoken) has \(Phrases.count(line.fouls, "foul")) and is out")
        }
    }

    private func untracked(_ board: Scoreboard) -> [WarningDocument] {
        guard !board.untracked.isEmpty else { return [] }
        return [
            WarningDocument(
                code: "untracked", text: "nobody tracks \(spoken(board.untracked))",
                advice: advice(board.untracked, board))
        ]
    }

    private func uncovered(_ board: Scoreboard) -> [WarningDocument] {
        let lost = board.players.filter {
            !$0.isWithdrawn && !$0.trackers.isEmpty && $0.trackers.allSatisfy(isAway)
        }
        guard !lost.isEmpty else { return [] }
        let keepers = names(Set(lost.flatMap(\.trackers)))
        let absence =
            Set(lost.flatMap(\.trackers)).allSatisfy(hasLeft)
            ? (keepers.count == 1 ? "has left the table" : "have left the table")
            : (keepers.count == 1 ? "is away" : "are away")
        return [
            WarningDocument(
                code: "uncovered",
                text: "\(Phrases.names(keepers)) \(absence): nobody here sees the moves of "
                    + spoken(lost),
                advice: advice(lost, board))
        ]
    }

    private func overlaps(_ board: Scoreboard) -> [WarningDocument] {
        board.overlaps.prefix(Self.namedMost).map { line in
            WarningDocument(
                code: "overlap",
                text: "\(line.spoken) is tracked by \(Phrases.names(names(line.trackers)))",
                advice: "agree on one; everyone else: scored untrack \(board.shortName(of: line))")
        }
            + more(
                board.overlaps.count, "overlap", "player", "tracked by several keepers",
                advice: "scored status --all names them")
    }

    private func equalNumbers(_ board: Scoreboard) -> [WarningDocument] {
        board.sharedNumbers.map { lines in
            WarningDocument(
                code: "numberTwice",
                text: "\(board.teams[lines[0].side].name) have number \(lines[0].number) twice: "
                    + spoken(lines),
                advice: "name them by slot: \(names(lines, board))")
        }
    }

    private func spoken(_ lines: [PlayerLine]) -> String { Phrases.names(lines.map(\.spoken)) }

    private func names(_ lines: [PlayerLine], _ board: Scoreboard) -> String {
        lines.prefix(4).map(board.shortName(of:)).joined(separator: " ")
    }

    private func advice(_ lines: [PlayerLine], _ board: Scoreboard) -> String {
        let sides = Set(lines.map(\.side))
        return "scored track "
            + (lines.count > 4 && sides.count == 1
                ? (sides == [.home] ? "home" : "away")
                : lines.count > 4 ? "all" : names(lines, board))
    }
}

extension Scoreboard {
    /// How the game stands once the time of its last period is over, and the command by which it goes on;
    /// nil before, and where no clock tells. `elapsed` is the reading of a clock that runs.
    package func nextAfterTime(_ elapsed: Duration? = nil) -> (state: String, command: String)? {
        guard !state.isOver, clock.governing != nil, clock.period >= rules[.periods],
            let length = rules.length(ofPeriod: clock.period),
            elapsed ?? clock.elapsed >= length
        else { return nil }
        let isOnlyOne = rules[.periods] == 1 && !rules.isOvertime(clock.period)
        let over = (isOnlyOne ? "the time" : rules.name(ofPeriod: clock.period)) + " is over"
        guard let leader else {
            let next = rules.needsWinner ? "scored clock period \(clock.period + 1)" : "scored end"
            return ("\(over) at \(score.home):\(score.away), a tie", next)
        }
        let (more, less) = (score[leader], score[leader.other])
        return ("\(over), \(teams[leader].name) lead \(more):\(less)", "scored end")
    }
}

extension Rules {
    /// Whether a tie is played on: there is a target, or an overtime that has an end.
    package var needsWinner: Bool {
        self[.target] > 0 || self[.overtimeLength] > 0 || self[.overtimeTarget] > 0
    }
}

/// What a person should know about signatures, and about what came behind them.
extension Projection {
    /// A signed score that is not the one here, signatures that are not of what counts here, and
    /// protests.
    func signatures(_ board: Scoreboard) -> [WarningDocument] {
        guard !board.signatures.isEmpty else { return [] }
        let documents = board.signatures.map { signature($0, board) }
        return differing(board) + documents.filter { !$0.isAgreed }.map { otherwise($0, board) }
            + documents.filter { $0.protest != nil }.map(protest)
    }

    /// Everybody signed one score, and what this device holds of it adds up to another.
    private func differing(_ board: Scoreboard) -> [WarningDocument] {
        guard let signed = board.official?.score, board.differsFromSigned else { return [] }
        let ahead = names(board.signersAhead)
        let reason =
            ahead.isEmpty
            ? "some of the entries that they signed are others here"
            : "\(Phrases.names(ahead)) signed entries that are not here yet"
        return [
            WarningDocument(
                code: "signedDiffers",
                text: "everyone signed \(signed.home):\(signed.away), and "
                    + "\(board.score.home):\(board.score.away) is counted here: \(reason)",
                advice: ahead.isEmpty
                    ? "compare scored log, then: scored reopen, scored void what did not happen, "
                        + "and everyone must sign again"
                    : "wait until this device is in sync: scored status")
        ]
    }

    private func otherwise(_ signed: SignatureDocument, _ board: Scoreboard) -> WarningDocument {
        let score = "\(signed.home):\(signed.away)"
        let isOwn = signed.device == name(device)
        let isSameScore =
            signed.home == board.score.home && signed.away == board.score.away
        let what =
            isSameScore
            ? "\(score) of other entries than count here"
            : "\(score), and \(board.score.home):\(board.score.away) is counted here"
        return WarningDocument(
            code: "signedOtherwise",
            text: "\(isOwn ? "this device" : signed.device) signed \(what)",
            advice: isOwn ? "scored sign" : "\(signed.device), once in sync: scored sign")
    }

    private func protest(_ signed: SignatureDocument) -> WarningDocument {
        WarningDocument(
            code: "protest",
            text: "\(signed.name) signed under protest: \(signed.protest ?? "")")
    }

    /// Points behind the end of a game, which everybody who signs should have heard of.
    private func behindEnd(_ board: Scoreboard) -> [WarningDocument] {
        guard board.state == .closed else { return [] }
        let points = board.movesBehindEnd.filter {
            board.timeline[$0].move?.kind.isScoring == true
        }
        guard let first = points.first, first > 0 else { return [] }
        let before = board.timeline[first - 1].score
        let names = points.map { name(board.timeline[$0].id, in: board) }
        return [
            WarningDocument(
                code: "behindEnd",
                text: "the game was ended at \(before.home):\(before.away), and "
                    + "\(board.score.home):\(board.score.away) is counted: "
                    + "\(Phrases.names(names)) came behind the end",
                advice: "those that came too late: scored void \(names.joined(separator: " "))")
        ]
    }

    /// Points behind the end, moves behind an official result, and moves of devices that were
    /// declared lost.
    func lateMoves(_ board: Scoreboard) -> [WarningDocument] {
        var warnings = behindEnd(board)
        let late = board.afterSignOff.count
        if late > 0 {
            warnings.append(
                WarningDocument(
                    code: "afterSignOff",
                    text: "\(Phrases.entries(late)) arrived after the sign-off: kept, not counted",
                    advice: "scored log shows them; to count them: scored reopen, then sign again"))
        }
        for lost in board.lost where !lost.later.isEmpty {
            let document = self.lost(lost, board)
            let end = document.upTo.isEmpty ? "" : " after \(Phrases.names(document.upTo))"
            warnings.append(
                WarningDocument(
                    code: "lostLater",
                    text: "\(document.device), declared lost, recorded "
                        + "\(Phrases.count(lost.later.count, "move"))\(end)",
                    advice: "look at them: scored log --keeper \(document.device); to wait for it "
                        + "again: scored devices found \(document.device)"))
        }
        return warnings
    }
}
