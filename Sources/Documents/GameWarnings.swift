import MoveLog
package import Scorebook

extension Projection {
    /// The warnings about a game. `reading` is the running clock's.
    package func warnings(
        _ board: Scoreboard, reading: ClockReading? = nil
    ) -> [WarningDocument] {
        var warnings: [WarningDocument] = board.isTargetReachedTwice ? [.targetReachedTwice] : []
        warnings += signatures(board) + lateMoves(board) + conflicted(board) + duplicates(board)
        if board.state.isOver { return warnings }
        if let next = board.nextAfterTime(reading?.elapsed) {
            warnings.append(.timeOver(next.state, next: next.command))
        }
        warnings += fouledOut(board) + equalNumbers(board)
        guard board.state == .live || board.state == .scheduled else { return warnings }
        return warnings + takenFromHere(board) + untracked(board)
            + (isLinked ? uncovered(board) : []) + overlaps(board)
    }

    /// Warnings of one code that are told one by one; of further ones only the number is told.
    private static let namedMost = 4

    private func more(_ code: WarningCode, than count: Int) -> [WarningDocument] {
        count > Self.namedMost ? [.more(code, count - Self.namedMost)] : []
    }

    private func conflicted(_ board: Scoreboard) -> [WarningDocument] {
        let conflicts = conflicts(board)
        return conflicts.suffix(Self.namedMost).map(WarningDocument.fixConflict)
            + more(.fixConflict, than: conflicts.count)
    }

    private func duplicates(_ board: Scoreboard) -> [WarningDocument] {
        let twins = board.resembling.compactMap { entry in
            entry.resembles.flatMap(board.entry).flatMap { $0.isLive ? (entry, $0) : nil }
        }
        return twins.suffix(Self.namedMost).map { entry, other in
            .duplicate(
                table.name(of: entry.recordedAs),
                EntryWords(projection: self, board: board, entry: entry).text,
                of: table.name(of: other.recordedAs), by: keeper(of: other.author))
        } + more(.duplicate, than: twins.count)
    }

    /// Players that others took over from this device while its keeper was away, and still track.
    private func takenFromHere(_ board: Scoreboard) -> [WarningDocument] {
        var lines: [PublicKey: [PlayerLine]] = [:]
        var last: [PublicKey: TimelineEntry] = [:]
        for entry in board.timeline {
            guard case .takenOver(let taken) = entry.content, taken.device == device, entry.isLive,
                let taker = table.device(of: entry.author)?.key
            else { continue }
            let known = lines[taker] ?? []
            lines[taker] =
                known
                + board.players.filter { line in
                    line.isNamed(by: taken.subjects) && line.trackers.contains(taker)
                        && !line.trackers.contains(device)
                        && !known.contains { $0.ref == line.ref }
                }
            last[taker] = entry
        }
        return lines.keys.sorted().compactMap { taker in
            guard let kept = lines[taker], !kept.isEmpty, let entry = last[taker] else {
                return nil
            }
            return .takenOver(
                spoken(kept), by: keeper(of: entry.author), of: name(taker), at: entry.score,
                claims: kept.map(board.shortName(of:)).joined(separator: " "))
        }
    }

    private func fouledOut(_ board: Scoreboard) -> [WarningDocument] {
        board.players.filter { !$0.isWithdrawn && board.isFouledOut($0) }.map {
            .foulLimit($0.spoken, fouls: $0.fouls)
        }
    }

    private func untracked(_ board: Scoreboard) -> [WarningDocument] {
        guard !board.untracked.isEmpty else { return [] }
        return [.untracked(spoken(board.untracked), advice: advice(board.untracked, board))]
    }

    private func uncovered(_ board: Scoreboard) -> [WarningDocument] {
        let lost = board.players.filter {
            !$0.isWithdrawn && !$0.trackers.isEmpty && $0.trackers.allSatisfy(isAway)
        }
        guard !lost.isEmpty else { return [] }
        let trackers = Set(lost.flatMap(\.trackers))
        let absence =
            trackers.allSatisfy(hasLeft)
            ? (trackers.count == 1 ? "has left the table" : "have left the table")
            : (trackers.count == 1 ? "is away" : "are away")
        return [
            .uncovered(
                spoken(lost), by: Phrases.names(names(trackers)), absence,
                advice: advice(lost, board))
        ]
    }

    private func overlaps(_ board: Scoreboard) -> [WarningDocument] {
        board.overlaps.prefix(Self.namedMost).map { line in
            .overlap(line.spoken, trackedBy: names(line.trackers), claim: board.shortName(of: line))
        } + more(.overlap, than: board.overlaps.count)
    }

    private func equalNumbers(_ board: Scoreboard) -> [WarningDocument] {
        board.sharedNumbers.map { lines in
            .numberTwice(
                board.teams[lines[0].side].name, lines[0].number, lines.map(\.spoken),
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
    /// The state of a game whose last period has run out of time, and the command that follows; nil
    /// before, and without a game clock. `elapsed` is the reading of a running clock.
    package func nextAfterTime(_ elapsed: Duration? = nil) -> (state: String, command: String)? {
        guard !state.isOver, clock.governing != nil, clock.period >= rules[.periods],
            let length = rules.length(ofPeriod: clock.period),
            elapsed ?? clock.elapsed >= length
        else { return nil }
        let isOnlyOne = rules[.periods] == 1 && !rules.isOvertime(clock.period)
        let over = (isOnlyOne ? "the time" : rules.name(ofPeriod: clock.period)) + " is over"
        guard let leader else {
            let next = rules.needsWinner ? "scored clock period \(clock.period + 1)" : "scored end"
            return ("\(over) at \(score.text), a tie", next)
        }
        let (more, less) = (score[leader], score[leader.other])
        return ("\(over), \(teams[leader].name) lead \(more):\(less)", "scored end")
    }
}

extension Rules {
    /// True if a tie is played on: there is a target, or an overtime with an end.
    package var needsWinner: Bool {
        self[.target] > 0 || self[.overtimeLength] > 0 || self[.overtimeTarget] > 0
    }
}

/// Signatures, and entries that came after them.
extension Projection {
    private func signatures(_ board: Scoreboard) -> [WarningDocument] {
        guard !board.signatures.isEmpty else { return [] }
        let documents = board.signatures.map { signature($0, board) }
        return differing(board)
            + documents.filter { !$0.isAgreed }.map {
                .signedOtherwise(
                    $0.device == name(device) ? nil : $0.device,
                    Sides(home: $0.home, away: $0.away), here: board.score)
            }
            + documents.compactMap { signed in
                signed.protest.map { .protest(by: signed.name, $0) }
            }
    }

    private func differing(_ board: Scoreboard) -> [WarningDocument] {
        guard let signed = board.official?.score, board.differsFromSigned else { return [] }
        return [.signedDiffers(signed, here: board.score, ahead: names(board.signersAhead))]
    }

    /// Points after the end, which every signer should know of; entries after the sign-off; moves
    /// of devices that were declared lost.
    private func lateMoves(_ board: Scoreboard) -> [WarningDocument] {
        var warnings = behindEnd(board)
        if !board.afterSignOff.isEmpty { warnings.append(.afterSignOff(board.afterSignOff.count)) }
        for lost in board.lost where !lost.later.isEmpty {
            let document = self.lost(lost, board)
            warnings.append(
                .lostLater(document.device, moves: lost.later.count, after: document.upTo))
        }
        return warnings
    }

    private func behindEnd(_ board: Scoreboard) -> [WarningDocument] {
        guard board.state == .closed else { return [] }
        let points = board.movesBehindEnd.filter {
            board.timeline[$0].move?.kind.isScoring == true
        }
        guard let first = points.first, first > 0 else { return [] }
        return [
            .behindEnd(
                points.map { name(board.timeline[$0].id, in: board) },
                endedAt: board.timeline[first - 1].score, now: board.score)
        ]
    }
}
