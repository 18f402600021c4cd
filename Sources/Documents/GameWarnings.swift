import MoveLog
package import Scorebook

extension Projection {
    /// The warnings about a game. `elapsed` is the reading of a running clock.
    func warnings(_ board: Scoreboard, elapsed: Duration? = nil) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        if board.hasLaterRules {
            warnings.add(
                .laterRules, Phrase(.laterRulesHere), advice: "update scored on this device")
        }
        if board.isTargetReachedTwice {
            warnings.add(
                .targetReachedTwice, Phrase(.bothAtTarget),
                advice: "agree with the other keepers which basket came too late, and void it: "
                    + "scored void ENTRY")
        }
        warnings += signatures(board) + lateMoves(board) + duplicates(board)
        warnings.add(uncompared(board))
        warnings += crossings(board)
        if let game = board.links?.unitedInto.flatMap(table.game) {
            warnings.add(
                .united, Phrase(.countElsewhere, .text(game.slug)),
                advice: "to go there: scored use \(game.slug)")
        }
        if board.state.isOver { return warnings }
        if let next = board.nextAfterTime(elapsed) {
            warnings.add(.timeOver, next.state, advice: "next: \(next.command)")
        }
        warnings += fouledOut(board) + equalNumbers(board)
        guard board.state == .live || board.state == .scheduled else { return warnings }
        warnings += takenFromHere(board)
        warnings.add(untracked(board))
        if isLinked { warnings.add(uncovered(board)) }
        return warnings + overlaps(board)
    }

    /// Warnings of one code that are shown one by one; of further ones only the number is shown.
    private static let namedMost = 4

    private func more(
        _ code: WarningCode, than count: Int, _ phrase: PhraseCode, _ advice: String
    ) -> [WarningDocument] {
        guard count > Self.namedMost else { return [] }
        let more = PhraseValue.number(count - Self.namedMost)
        return [WarningDocument(code, Phrase(phrase, more), advice: advice)]
    }

    /// Nil if all moves can be compared.
    package func uncompared(_ board: Scoreboard) -> WarningDocument? {
        guard !board.uncomparedPeriods.isEmpty else { return nil }
        let periods = board.uncomparedPeriods.map {
            PhraseValue.phrase(board.rules.phrase(ofPeriod: $0))
        }
        return WarningDocument(
            .uncompared, Phrase(.uncomparedIn, .phrase(.names(periods))),
            advice: (board.awaitsCommonTime ? "link the devices, or compare" : "compare")
                + " by hand: scored log; one too many: scored void ENTRY")
    }

    private func duplicates(_ board: Scoreboard) -> [WarningDocument] {
        let twins = board.resembling.compactMap { entry in
            entry.resembles.flatMap(board.entry).flatMap { $0.isLive ? (entry, $0) : nil }
        }
        return twins.suffix(Self.namedMost).map { entry, other in
            let name = table.name(of: entry.recordedAs)
            let words = EntryWords(projection: self, board: board, entry: entry).whole
            return WarningDocument(
                .duplicate,
                Phrase(
                    .mayBeTheSame, .text(name), .phrase(words),
                    .text(table.name(of: other.recordedAs)), .text(keeper(of: other.recorder))),
                advice: "if it is: scored void \(name)")
        }
            + more(
                .duplicate, than: twins.count, .moreMayBeTheSame,
                "scored log marks each of them: same as")
    }

    /// Entries that were moved to another game and still count, or were moved twice.
    private func crossings(_ board: Scoreboard) -> [WarningDocument] {
        let crossings = board.links?.crossings ?? []
        return crossings.suffix(Self.namedMost).map { crossing in
            let named = crossing.transfers.map { (name($0.id, in: board), $0.game) }
            let games = ([crossing.game] + named.map(\.1)).map { table.game($0)?.slug ?? "?" }
            let origin = name(crossing.origin, in: board)
            let moved = zip(named, games.dropFirst()).map {
                PhraseValue.phrase(Phrase(.inGame, .text($0.0), .text($1)))
            }
            let isHere = crossing.isOriginLive
            let last = isHere ? (origin, games[0]) : (named.last?.0 ?? "", games.last ?? "")
            return WarningDocument(
                .countsTwice,
                Phrase(
                    isHere ? .countsThereToo : .countsAs, .text(origin), .text(games[0]),
                    .phrase(.names(moved))),
                advice: "to count it once: scored void \(last.0) --game \(last.1)")
        }
            + more(
                .countsTwice, than: crossings.count, .moreCountTwice, "scored log shows them")
    }

    /// Players that others took over from this device while its keeper was away, and still track.
    private func takenFromHere(_ board: Scoreboard) -> [WarningDocument] {
        /// By taker, with the last take-over.
        var kept: [PublicKey: (lines: [PlayerLine], last: TimelineEntry)] = [:]
        for entry in board.timeline.unplain {
            guard case .takenOver(let taken) = entry.content, taken.device == device, entry.isLive,
                let taker = table.device(of: entry.author)?.key
            else { continue }
            let known = kept[taker]?.lines ?? []
            let more = board.players.filter { line in
                line.isNamed(by: taken.subjects) && line.trackers.contains(taker)
                    && !line.trackers.contains(device) && !known.contains { $0.ref == line.ref }
            }
            kept[taker] = (known + more, entry)
        }
        return kept.sorted { $0.key < $1.key }.compactMap { taker, told in
            let (lines, entry) = told
            if lines.isEmpty { return nil }
            let claims = lines.map(board.shortName(of:)).joined(separator: " ")
            return WarningDocument(
                .takenOver,
                Phrase(
                    .tookOver, .text(keeper(of: entry.author)), spoken(lines),
                    .text(entry.score.text)),
                advice: "to have them back: scored track \(claims) --from \(name(taker))")
        }
    }

    private func fouledOut(_ board: Scoreboard) -> [WarningDocument] {
        board.players.filter { !$0.isWithdrawn && board.isFouledOut($0) }.map {
            .foulLimit($0.spoken, fouls: $0.fouls)
        }
    }

    private func untracked(_ board: Scoreboard) -> WarningDocument? {
        guard !board.untracked.isEmpty else { return nil }
        return WarningDocument(
            .untracked, Phrase(.nobodyTracks, spoken(board.untracked)),
            advice: advice(board.untracked, board))
    }

    private func uncovered(_ board: Scoreboard) -> WarningDocument? {
        let lost = board.players.filter {
            !$0.isWithdrawn && !$0.trackers.isEmpty && $0.trackers.allSatisfy(isAway)
        }
        guard !lost.isEmpty else { return nil }
        let trackers = Set(lost.flatMap(\.trackers))
        let absence: PhraseCode =
            trackers.allSatisfy(hasLeft)
            ? (trackers.count == 1 ? .oneHasLeft : .severalHaveLeft)
            : (trackers.count == 1 ? .oneIsAway : .severalAreAway)
        return WarningDocument(
            .uncovered, Phrase(absence, .names(names(trackers)), spoken(lost)),
            advice: advice(lost, board))
    }

    private func overlaps(_ board: Scoreboard) -> [WarningDocument] {
        var shared: [(keepers: [String], lines: [PlayerLine])] = []
        for line in board.overlaps {
            let keepers = names(line.trackers)
            if let place = shared.firstIndex(where: { $0.keepers == keepers }) {
                shared[place].lines.append(line)
            } else {
                shared.append((keepers, [line]))
            }
        }
        return shared.map { keepers, lines in
            WarningDocument(
                .overlap,
                lines.count == 1
                    ? Phrase(.trackedBySeveral, .text(lines[0].spoken), .names(keepers))
                    : Phrase(.playersTrackedBy, .number(lines.count), .names(keepers)),
                advice: "agree on one; everyone else: scored untrack \(claim(lines, board))")
        }
    }

    /// The sides whose players these are, or the players.
    private func claim(_ lines: [PlayerLine], _ board: Scoreboard) -> String {
        let whole = Side.allCases.filter { side in
            let count = lines.count { $0.side == side }
            return count > 1
                && count == board.players.count { $0.side == side && !$0.isWithdrawn }
        }
        let others = lines.filter { !whole.contains($0.side) }
        return (whole.map { $0 == .home ? "home" : "away" } + others.map(board.shortName(of:)))
            .joined(separator: " ")
    }

    private func equalNumbers(_ board: Scoreboard) -> [WarningDocument] {
        board.sharedNumbers.map { lines in
            .numberTwice(
                board.teams[lines[0].side].name, lines[0].number, lines.map(\.spoken),
                advice: "name them by slot: \(names(lines, board))")
        }
    }

    private func spoken(_ lines: [PlayerLine]) -> PhraseValue { .names(lines.map(\.spoken)) }

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
    package func nextAfterTime(_ elapsed: Duration? = nil) -> (state: Phrase, command: String)? {
        guard !state.isOver, !hasLaterRules, clock.governing != nil,
            clock.period >= rules[.periods],
            let length = rules.length(ofPeriod: clock.period),
            elapsed ?? clock.elapsed >= length
        else { return nil }
        let isOnlyOne = rules[.periods] == 1 && !rules.isOvertime(clock.period)
        let period = PhraseValue.phrase(
            isOnlyOne ? Phrase(.theTime) : rules.phrase(ofPeriod: clock.period))
        guard let leader else {
            let next = rules.needsWinner ? "scored clock period \(clock.period + 1)" : "scored end"
            return (Phrase(.overAtTie, period, .text(score.text)), next)
        }
        let (more, less) = (score[leader], score[leader.other])
        let ahead = Phrase(
            .overAhead, period, .text(teams[leader].name), .text("\(more):\(less)"))
        return (ahead, "scored end")
    }
}

extension Rules {
    /// `period 2`, `overtime 1`.
    func phrase(ofPeriod period: Int) -> Phrase {
        isOvertime(period)
            ? Phrase(.overtime, .number(period - self[.periods]))
            : Phrase(.period, .number(period))
    }

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
        return [differing(board)].compactMap(\.self)
            + documents.filter { !$0.isAgreed }.map { signed in
                let isOwn = signed.device == name(device)
                let score = Sides(home: signed.home, away: signed.away)
                let who: PhraseValue =
                    isOwn ? .phrase(Phrase(.thisDevice)) : .text(signed.device)
                return WarningDocument(
                    .signedOtherwise,
                    score == board.score
                        ? Phrase(.signedFromOthers, who, .text(score.text))
                        : Phrase(
                            .signedButCounted, who, .text(score.text), .text(board.score.text)),
                    advice: isOwn
                        ? "scored sign" : "on \(signed.device), once in sync: scored sign")
            }
            + documents.compactMap { signed in
                signed.protest.map {
                    WarningDocument(
                        .protest, Phrase(.protested, .text(signed.name), .text($0)))
                }
            }
    }

    private func differing(_ board: Scoreboard) -> WarningDocument? {
        guard let signed = board.official?.score, board.differsFromSigned else { return nil }
        let ahead = names(board.signersAhead)
        let scores: [PhraseValue] = [.text(signed.text), .text(board.score.text)]
        return WarningDocument(
            .signedDiffers,
            ahead.isEmpty
                ? Phrase(.differsHere, scores) : Phrase(.differsMissing, scores + [.names(ahead)]),
            advice: ahead.isEmpty
                ? "compare scored log, then: scored reopen, scored void what did not happen, "
                    + "and everyone must sign again"
                : "wait until this device is in sync: scored status")
    }

    /// Points after the end, which every signer should know of; entries after the sign-off; moves
    /// of devices that were declared lost.
    private func lateMoves(_ board: Scoreboard) -> [WarningDocument] {
        var warnings = [behindEnd(board)].compactMap(\.self)
        if !board.afterSignOff.isEmpty {
            warnings.add(
                .afterSignOff, Phrase(.arrivedLate, .number(board.afterSignOff.count)),
                advice: "scored log shows them; to count them: scored reopen, then sign again")
        }
        for lost in board.lost where !lost.later.isEmpty {
            let (device, last) = (name(lost.key), self.lost(lost, board).upTo)
            warnings.add(
                .lostLater,
                last.isEmpty
                    ? Phrase(.lostRecorded, .text(device), .number(lost.later.count))
                    : Phrase(
                        .lostRecordedAfter, .text(device), .number(lost.later.count),
                        .names(last)),
                advice: "check them: scored log --keeper \(device); to wait for it again: "
                    + "scored devices found \(device)")
        }
        return warnings
    }

    private func behindEnd(_ board: Scoreboard) -> WarningDocument? {
        guard board.state == .closed else { return nil }
        let points = board.movesBehindEnd.filter {
            board.timeline[$0].move?.kind.isScoring == true
        }
        guard let first = points.first, first > 0 else { return nil }
        let late = points.map { name(board.timeline[$0].id, in: board) }
        return WarningDocument(
            .behindEnd,
            Phrase(
                late.count == 1 ? .oneBehindEnd : .severalBehindEnd,
                .text(board.timeline[first - 1].score.text), .text(board.score.text),
                .names(late)),
            advice: "those that came too late: scored void \(late.joined(separator: " "))")
    }
}

/// Warnings that the status of a game and answers to requests share.
extension WarningDocument {
    /// `players` are those with the number; empty where `advice` alone tells them apart.
    package static func numberTwice(
        _ team: String, _ number: String, _ players: [String] = [],
        advice: String = "name those players by slot"
    ) -> Self {
        let (team, shirt) = (PhraseValue.text(team), PhraseValue.text(number))
        let phrase =
            players.isEmpty
            ? Phrase(.numberTwice, team, shirt)
            : players.count == 2
                ? Phrase(.numberTwiceBy, team, shirt, .names(players))
                : Phrase(.numberOften, team, shirt, .number(players.count), .names(players))
        return Self(.numberTwice, phrase, advice: advice)
    }

    /// `fouls` are at the limit.
    package static func foulLimit(_ player: String, fouls: Int) -> Self {
        Self(.foulLimit, Phrase(.fouledOut, .text(player), .number(fouls)))
    }
}
