import MoveLog
package import Scorebook

extension Projection {
    /// The warnings about a game. `elapsed` is the reading of a running clock.
    func warnings(_ board: Scoreboard, elapsed: Duration? = nil) -> [WarningDocument] {
        var warnings: [WarningDocument] = []
        if board.hasLaterRules {
            warnings.add(
                .laterRules,
                "this game has rules of a newer version: its points are those of the rules known "
                    + "here, without penalties and without a winner",
                advice: "update scored on this device")
        }
        if board.isTargetReachedTwice {
            warnings.add(
                .targetReachedTwice,
                "both sides have reached the target: two logs were merged after the first to do so",
                advice: "agree with the other keepers which basket came too late, and void it: "
                    + "scored void ENTRY")
        }
        warnings += signatures(board) + lateMoves(board) + duplicates(board)
        warnings.add(uncompared(board))
        warnings += crossings(board)
        if let game = board.links?.unitedInto.flatMap(table.game) {
            warnings.add(
                .united, "the entries of this game count in \(game.slug)",
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
        _ code: WarningCode, than count: Int, _ thing: String, _ words: String, _ advice: String
    ) -> [WarningDocument] {
        guard count > Self.namedMost else { return [] }
        let more = Phrases.count(count - Self.namedMost, "more \(thing)")
        return [WarningDocument(code, "\(more) \(words)", advice: advice)]
    }

    /// Nil if all moves can be compared.
    package func uncompared(_ board: Scoreboard) -> WarningDocument? {
        guard !board.uncomparedPeriods.isEmpty else { return nil }
        let periods = board.uncomparedPeriods.map { board.rules.name(ofPeriod: $0) }
        return WarningDocument(
            .uncompared,
            "without a game clock in \(Phrases.names(periods)), and of devices that were never "
                + "linked: what two keepers recorded there counts twice",
            advice: (board.awaitsCommonTime ? "link the devices, or compare" : "compare")
                + " by hand: scored log; one too many: scored void ENTRY")
    }

    private func duplicates(_ board: Scoreboard) -> [WarningDocument] {
        let twins = board.resembling.compactMap { entry in
            entry.resembles.flatMap(board.entry).flatMap { $0.isLive ? (entry, $0) : nil }
        }
        return twins.suffix(Self.namedMost).map { entry, other in
            let name = table.name(of: entry.recordedAs)
            let words = EntryWords(projection: self, board: board, entry: entry).text
            return WarningDocument(
                .duplicate,
                "\(name) (\(words)) may be the same as \(table.name(of: other.recordedAs)) of "
                    + "\(keeper(of: other.recorder)); both count",
                advice: "if it is: scored void \(name)")
        }
            + more(
                .duplicate, than: twins.count, "move", "may be recorded twice; all of them count",
                "scored log marks each of them: same as")
    }

    /// Entries that were moved to another game and still count, or were moved twice.
    private func crossings(_ board: Scoreboard) -> [WarningDocument] {
        let crossings = board.links?.crossings ?? []
        return crossings.suffix(Self.namedMost).map { crossing in
            let named = crossing.transfers.map { (name($0.id, in: board), $0.game) }
            let games = ([crossing.game] + named.map(\.1)).map { table.game($0)?.slug ?? "?" }
            let origin = name(crossing.origin, in: board)
            let moved = zip(named, games.dropFirst()).map { "\($0.0) in \($1)" }
            let isHere = crossing.isOriginLive
            let last = isHere ? (origin, games[0]) : (named.last?.0 ?? "", games.last ?? "")
            return WarningDocument(
                .countsTwice,
                "\(origin) of \(games[0]) counts \(isHere ? "there and " : "")as "
                    + Phrases.names(moved),
                advice: "to count it once: scored void \(last.0) --game \(last.1)")
        }
            + more(
                .countsTwice, than: crossings.count, "entry", "count in two games",
                "scored log shows them")
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
                "\(keeper(of: entry.author)) took over \(spoken(lines)) from you at "
                    + entry.score.text,
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
            .untracked, "nobody tracks \(spoken(board.untracked))",
            advice: advice(board.untracked, board))
    }

    private func uncovered(_ board: Scoreboard) -> WarningDocument? {
        let lost = board.players.filter {
            !$0.isWithdrawn && !$0.trackers.isEmpty && $0.trackers.allSatisfy(isAway)
        }
        guard !lost.isEmpty else { return nil }
        let trackers = Set(lost.flatMap(\.trackers))
        let absence =
            trackers.allSatisfy(hasLeft)
            ? (trackers.count == 1 ? "has left the table" : "have left the table")
            : (trackers.count == 1 ? "is away" : "are away")
        return WarningDocument(
            .uncovered,
            "\(Phrases.names(names(trackers))) \(absence): nobody here tracks \(spoken(lost))",
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
                (lines.count == 1 ? "\(lines[0].spoken) is" : "\(lines.count) players are")
                    + " tracked by \(Phrases.names(keepers))",
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
        guard !state.isOver, !hasLaterRules, clock.governing != nil,
            clock.period >= rules[.periods],
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
        return [differing(board)].compactMap(\.self)
            + documents.filter { !$0.isAgreed }.map { signed in
                let isOwn = signed.device == name(device)
                let score = Sides(home: signed.home, away: signed.away)
                return WarningDocument(
                    .signedOtherwise,
                    "\(isOwn ? "this device" : signed.device) signed \(score.text)"
                        + (score == board.score
                            ? " from other entries than count here"
                            : ", but \(board.score.text) is counted here"),
                    advice: isOwn
                        ? "scored sign" : "on \(signed.device), once in sync: scored sign")
            }
            + documents.compactMap { signed in
                signed.protest.map {
                    WarningDocument(.protest, "\(signed.name) signed under protest: \($0)")
                }
            }
    }

    private func differing(_ board: Scoreboard) -> WarningDocument? {
        guard let signed = board.official?.score, board.differsFromSigned else { return nil }
        let ahead = names(board.signersAhead)
        let reason =
            ahead.isEmpty
            ? "some of the signed entries are different here"
            : "\(Phrases.names(ahead)) signed entries that are not here yet"
        return WarningDocument(
            .signedDiffers,
            "everyone signed \(signed.text), but \(board.score.text) is counted here: \(reason)",
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
            let entries = Phrases.entries(board.afterSignOff.count)
            warnings.add(
                .afterSignOff, "\(entries) arrived after the sign-off: kept, not counted",
                advice: "scored log shows them; to count them: scored reopen, then sign again")
        }
        for lost in board.lost where !lost.later.isEmpty {
            let (device, last) = (name(lost.key), self.lost(lost, board).upTo)
            warnings.add(
                .lostLater,
                "\(device), declared lost, recorded \(Phrases.count(lost.later.count, "move"))"
                    + (last.isEmpty ? "" : " after \(Phrases.names(last))"),
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
            "the game was ended at \(board.timeline[first - 1].score.text), but "
                + "\(board.score.text) is counted: \(Phrases.names(late)) "
                + "\(late.count == 1 ? "was" : "were") recorded after the game ended",
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
        let count = players.count > 2 ? "\(players.count) times" : "twice"
        return Self(
            .numberTwice,
            "\(team) have number \(number) \(count)"
                + (players.isEmpty ? "" : ": \(Phrases.names(players))"),
            advice: advice)
    }

    /// `fouls` are at the limit.
    package static func foulLimit(_ player: String, fouls: Int) -> Self {
        Self(.foulLimit, "\(player) has \(Phrases.count(fouls, "foul")) and is out")
    }
}
