package import Scorebook

// The words of every warning, grouped in the order of `WarningCode`. The conditions are in
// `GameWarnings.swift`, for a game, and in the room `API`, for the device and for requests.

extension WarningDocument {
    private init(_ code: WarningCode, _ text: String, advice: String? = nil) {
        self.init(code: code.rawValue, text: text, advice: advice)
    }

    /// A fault of the home, an incident, or the echo of a request that changed nothing: the words
    /// come with it.
    package static func told(_ code: WarningCode, _ text: String, advice: String? = nil) -> Self {
        Self(code, text, advice: advice)
    }
}

/// Moves that do not count, or are not recorded.
extension WarningDocument {
    /// `removal` names the remover and what counts.
    package static func removed(_ removal: String) -> Self {
        Self(.removed, removal, advice: removedAdvice)
    }

    /// The same in the answer to a request that recorded.
    package static func removed(recordingAfterBy remover: String?) -> Self {
        Self(
            .removed,
            "saved on this disk only and not counted: "
                + (remover.map { "\($0) removed this device" } ?? "this device was removed"),
            advice: removedAdvice)
    }

    /// The choices of a removed device.
    package static let removedAdvice =
        "recording goes on, on this disk only; to take the games to a new table: scored leave "
        + "--bring; "
        + "to another table: scored join CODE --bring"

    /// This device is the one that forks.
    package static var forksWithoutEndHere: Self {
        Self(
            .forksWithoutEnd,
            "copies of this device keep recording at the same time: other devices accept no more "
                + "of "
                + "their entries",
            advice: "stop the copies; to go on as a new device: scored leave --bring")
    }

    /// `removers` are the devices that can remove it; empty if this one can.
    package static func forksWithoutEnd(_ device: String, removers: [String]) -> Self {
        let who = removers.isEmpty ? "remove it" : "\(Phrases.names(removers)) can remove it"
        return Self(
            .forksWithoutEnd,
            "\(device) keeps forking its log: no more of its forks are accepted, and devices may "
                + "hold "
                + "different ones",
            advice: "it is broken or malicious; \(who): scored devices remove \(device)")
    }

    /// Of a home whose daemon is not running.
    package static func offlineView(home: String) -> Self {
        Self(
            .offlineView, "no daemon is running in \(home): nothing is recorded or synced",
            advice: "start it: scored up")
    }

    /// Of the log of a table that this device left.
    package static var offlineViewOfArchive: Self {
        Self(.offlineView, "this is the log of a table that this device left: it is read-only")
    }

    /// `isDeleted` if the files of the log are gone while the daemon runs.
    package static func disk(_ reason: String, isFull: Bool, isDeleted: Bool) -> Self {
        Self(
            isFull ? .diskFull : .diskFailed, reason,
            advice: isDeleted
                ? "save the log now: scored export log --to FILE; then scored down --now, scored "
                    + "up "
                    + "and scored import FILE"
                : isFull
                    ? "free some space; recording then resumes by itself"
                    : "check the disk; the daemon opens the log again every few seconds")
    }

    /// This device only holds the log.
    package static var archive: Self {
        Self(
            .archive, "this device is not a member of this table; it holds the log as an archive",
            advice: archiveAdvice)
    }

    /// The choices of a device that only holds a log.
    package static let archiveAdvice =
        "to record at this table: scored join CODE, with a code from one of its devices (scored "
        + "invite); "
        + "to begin a table of its own: scored leave, with --bring to take the games along"

    /// `text` says what is damaged.
    package static func damage(_ text: String) -> Self {
        Self(.damage, text, advice: "lost entries are fetched from the devices that have them")
    }

    /// Entries of this device.
    package static func gap(own count: Int) -> Self {
        Self(
            .gap,
            "\(Phrases.entriesAre(count)) of this device not counted yet: older ones are missing "
                + "on its "
                + "disk, and another device may have them",
            advice: "connect it to the other devices, or count them now: scored doctor --recover")
    }

    /// Entries of other devices.
    package static func gap(others count: Int) -> Self {
        Self(
            .gap,
            "\(Phrases.entries(count)) \(count == 1 ? "waits" : "wait") for older ones that this "
                + "device lost",
            advice: "they count once a device that has the older ones is in sync")
    }
}

/// The games of the table.
extension WarningDocument {
    /// `deed` is what was done in `game`; nil for nothing. `current` is the current game if `game`
    /// is not.
    package static func newerGame(
        _ newer: String, than game: String, deed: String?, current: String?
    ) -> Self {
        Self(
            .newerGame, (deed.map { "\($0) \(game); " } ?? "") + "a newer game is on: \(newer)",
            advice: current.map { "the current game here is \($0)" }
                ?? "to go there: scored use \(newer)")
    }

    /// `absence` is `is away` or `have left the table`.
    package static func uncovered(
        _ players: String, by keepers: String, _ absence: String, advice: String
    ) -> Self {
        Self(.uncovered, "\(keepers) \(absence): nobody here tracks \(players)", advice: advice)
    }

    /// In the game that is shown.
    package static func heldMoves(_ count: Int) -> Self {
        Self(
            .heldMoves, "\(Phrases.count(count, "held move")): not counted until confirmed",
            advice: "scored held")
    }

    /// In another game.
    package static func heldElsewhere(_ count: Int, in game: String) -> Self {
        Self(
            .heldElsewhere,
            "\(Phrases.count(count, "held move")) in \(game): not counted until confirmed",
            advice: "scored held --game \(game)")
    }

    /// Either side may have been first.
    package static var targetReachedTwice: Self {
        Self(
            .targetReachedTwice,
            "both sides have reached the target: two logs were merged after the first to do so",
            advice: "agree with the other keepers which basket came too late, and void it: scored "
                + "void ENTRY")
    }
}

/// Results and signatures.
extension WarningDocument {
    /// `ahead` are the devices whose signed entries are not here yet.
    package static func signedDiffers(
        _ signed: Sides<Int>, here: Sides<Int>, ahead: [String]
    ) -> Self {
        let reason =
            ahead.isEmpty
            ? "some of the signed entries are different here"
            : "\(Phrases.names(ahead)) signed entries that are not here yet"
        return Self(
            .signedDiffers,
            "everyone signed \(signed.text), but \(here.text) is counted here: \(reason)",
            advice: ahead.isEmpty
                ? "compare scored log, then: scored reopen, scored void what did not happen, and "
                    + "everyone must sign again"
                : "wait until this device is in sync: scored status")
    }

    /// `device` is nil for this one.
    package static func signedOtherwise(
        _ device: String?, _ signed: Sides<Int>, here: Sides<Int>
    ) -> Self {
        let difference =
            signed == here
            ? "from other entries than count here" : "but \(here.text) is counted here"
        return Self(
            .signedOtherwise,
            "\(device ?? "this device") signed \(signed.text)"
                + (signed == here ? " " : ", ") + difference,
            advice: device.map { "on \($0), once in sync: scored sign" } ?? "scored sign")
    }

    /// `entries` are the names of the late points.
    package static func behindEnd(
        _ entries: [String], endedAt end: Sides<Int>, now: Sides<Int>
    ) -> Self {
        Self(
            .behindEnd,
            "the game was ended at \(end.text), but \(now.text) is counted: "
                + "\(Phrases.names(entries)) "
                + "\(entries.count == 1 ? "was" : "were") recorded after the game ended",
            advice: "those that came too late: scored void \(entries.joined(separator: " "))")
    }

    /// In the status of a game.
    package static func afterSignOff(_ count: Int) -> Self {
        Self(
            .afterSignOff,
            "\(Phrases.entries(count)) arrived after the sign-off: kept, not counted",
            advice: "scored log shows them; to count them: scored reopen, then sign again")
    }

    /// In the answer to a request that recorded.
    package static var afterSignOff: Self {
        Self(
            .afterSignOff, "the game is signed: this is saved but not counted",
            advice: "to count it: scored reopen, then everyone must sign again")
    }

    /// `last` are the entries up to which the device was known when it was declared lost.
    package static func lostLater(_ device: String, moves: Int, after last: [String]) -> Self {
        Self(
            .lostLater,
            "\(device), declared lost, recorded \(Phrases.count(moves, "move"))"
                + (last.isEmpty ? "" : " after \(Phrases.names(last))"),
            advice: "check them: scored log --keeper \(device); to wait for it again: scored "
                + "devices "
                + "found \(device)")
    }

    /// `others` are the names and the texts of the corrections that do not count.
    package static func fixConflict(_ conflict: FixConflict) -> Self {
        let others = zip(conflict.others, conflict.otherTexts).map { "\($0) (\($1))" }
        return Self(
            .fixConflict,
            "\(conflict.move) was corrected twice: \(conflict.fix) counts (\(conflict.text)), not "
                + Phrases.names(others),
            advice: "to agree: scored fix \(conflict.move) with what is right, or scored void "
                + Phrases.names(conflict.others))
    }

    /// In the status of a game.
    package static func duplicate(
        _ entry: String, _ words: String, of other: String, by keeper: String
    ) -> Self {
        Self(
            .duplicate,
            "\(entry) (\(words)) may be the same as \(other) of \(keeper); both count",
            advice: "if it is: scored void \(entry)")
    }

    /// In the answer to the request that recorded it; `other` says whose and when.
    package static func duplicate(_ entry: String, of other: String) -> Self {
        Self(
            .duplicate, "may be the same as \(other); both count",
            advice: "if it is: scored void \(entry)")
    }

    /// Corrections, duplicates or overlaps that are not named one by one.
    package static func more(_ code: WarningCode, _ count: Int) -> Self {
        let moves = Phrases.count(count, "more move")
        return switch code {
        case .fixConflict: Self(code, "\(moves) corrected twice", advice: "scored log shows them")
        case .duplicate:
            Self(
                code, "\(moves) may be recorded twice; all of them count",
                advice: "scored log marks each of them: same as")
        default:
            Self(
                code, "\(Phrases.count(count, "more player")) tracked by several keepers",
                advice: "scored status --all shows them")
        }
    }

    /// The signer's words.
    package static func protest(by signer: String, _ words: String) -> Self {
        Self(.protest, "\(signer) signed under protest: \(words)")
    }

    /// `state` is the end of the period and the score.
    package static func timeOver(_ state: String, next command: String) -> Self {
        Self(.timeOver, state, advice: "next: \(command)")
    }

    /// Another game than the one that was asked about.
    package static func unsignedGame(_ game: String) -> Self {
        Self(
            .unsignedGame, "\(game) waits for your signature", advice: "scored sign --game \(game)")
    }
}

/// Players and those who track them.
extension WarningDocument {
    /// `advice` is the command that claims them.
    package static func untracked(_ players: String, advice: String) -> Self {
        Self(.untracked, "nobody tracks \(players)", advice: advice)
    }

    /// After this keeper let them go.
    package static func untrackedNow(_ players: String, advice: String) -> Self {
        Self(.untracked, "nobody tracks \(players) now", advice: "another keeper: \(advice)")
    }

    /// To the keeper who was away.
    package static func takenOver(
        _ players: String, by keeper: String, of device: String, at score: Sides<Int>,
        claims: String
    ) -> Self {
        Self(
            .takenOver, "\(keeper) took over \(players) from you at \(score.text)",
            advice: "to have them back: scored track \(claims) --from \(device)")
    }

    /// To the keeper who takes over.
    package static func takenOver(_ players: String, from device: String) -> Self {
        Self(
            .takenOver, "\(device) is away: you took over \(players)",
            advice: "moves that both of you recorded in the meantime will be held: scored held")
    }

    /// In the status of a game; `claim` names the player as commands do.
    package static func overlap(
        _ player: String, trackedBy keepers: [String], claim: String
    ) -> Self {
        Self(
            .overlap, "\(player) is tracked by \(Phrases.names(keepers))",
            advice: "agree on one; everyone else: scored untrack \(claim)")
    }

    /// To the keeper who claims them.
    package static func overlap(
        _ players: String, alsoTrackedBy keepers: [String], claims: String
    ) -> Self {
        let verb = keepers.count == 1 ? "tracks" : "track"
        return Self(
            .overlap, "\(Phrases.names(keepers)) also \(verb) \(players)",
            advice: "agree on one; everyone else: scored untrack \(claims)")
    }

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

    /// Of a move by the number.
    package static func numberTwice(_ number: String, recordedFor player: String) -> Self {
        Self(
            .numberTwice, "two players have number \(number); this was recorded for \(player)",
            advice: "name the players by slot")
    }

    /// `fouls` are at the limit.
    package static func foulLimit(_ player: String, fouls: Int) -> Self {
        Self(.foulLimit, "\(player) has \(Phrases.count(fouls, "foul")) and is out")
    }
}

/// Devices, homes and the log.
extension WarningDocument {
    /// `author` is the one whose log is forked.
    package static func forked(_ author: String) -> Self {
        Self(
            .forked,
            "two copies of \(author)'s home recorded at the same time; everything is kept and "
                + "counted",
            advice: "use one copy only; look for doubled moves with scored log; then: scored "
                + "doctor "
                + "--acknowledge")
    }

    /// `counted` says up to which entry its entries count.
    package static func removedLater(
        _ device: String, by remover: String, _ counted: String, uncounted: Int
    ) -> Self {
        Self(
            .removedLater,
            "\(device) was removed by \(remover): \(counted), and "
                + "\(Phrases.entriesAre(uncounted, "later")) "
                + "kept here and not counted")
    }

    /// Entries whose game is not here.
    package static func gameMissing(_ count: Int) -> Self {
        Self(
            .gameMissing, "\(Phrases.entries(count)) of games that have not arrived yet",
            advice: "they appear once a device that has those games is in sync")
    }

    /// `text` says what was cut off.
    package static func unfinished(_ text: String) -> Self {
        Self(
            .unfinished, text,
            advice: "nothing to do: every acknowledged move is on the disk, or with devices that "
                + "return it")
    }

    /// `difference` is a span with its unit: `90 s`.
    package static func clockDiffers(
        _ device: String, by difference: String, isAhead: Bool
    ) -> Self {
        Self(
            .clockDiffers,
            "the wall clock of \(device) is \(difference) \(isAhead ? "ahead of" : "behind") this "
                + "device's; the score is not affected, the times in the log are",
            advice: "set the clock of the device that is wrong")
    }

    /// They are ordered before all others.
    package static func absurdOrder(_ count: Int) -> Self {
        Self(
            .absurdOrder,
            "\(Phrases.entries(count)) with an impossible place in the order: counted, and "
                + "listed first",
            advice: "a device of this table is faulty")
    }

    /// Kept and relayed, not shown.
    package static func unknownKinds(_ count: Int) -> Self {
        Self(
            .unknownKinds, "\(Phrases.entries(count)) of a newer version",
            advice: "they are kept and passed on; update this device to see them")
    }
}

/// Answers to requests that record a move.
extension WarningDocument {
    /// `result` is the winner and the score; `command` withdraws the move.
    package static func decided(isOver: Bool, _ result: String, withdraw command: String) -> Self {
        Self(
            .decided, "the game is \(isOver ? "over" : "decided"): \(result)",
            advice: "if that was a mistake: \(command)")
    }

    /// `last` is the last period with another entry.
    package static func farPeriod(
        _ entry: String, in period: String, last: (name: String, number: Int)
    ) -> Self {
        Self(
            .farPeriod, "\(entry) is in \(period), but nothing else is after \(last.name)",
            advice: "if that was mistyped: scored fix \(entry) --period \(last.number)")
    }

    /// One foul below the limit.
    package static func foulTrouble(_ player: String, fouls: Int) -> Self {
        Self(.foulTrouble, "\(player) has \(Phrases.count(fouls, "foul")): out with the next")
    }

    /// `original` says whose and when.
    package static func held(_ entry: String, as original: String) -> Self {
        Self(
            .held, "held: the same as \(original), not counted until accepted",
            advice: "scored accept \(entry)")
    }

    /// The question in the form of a warning, for programs that do not ask.
    package static func heldCopy(_ question: QuestionDocument) -> Self {
        Self(
            .heldCopy, question.text,
            advice: "scored accept \(question.entries.joined(separator: " "))")
    }

    /// `copy` says whose and when.
    package static func holds(_ entry: String, _ copy: String) -> Self {
        Self(
            .holds, "\(copy) is held now, as a copy of this",
            advice: "if there were two: scored accept \(entry)")
    }

    /// Withdrawn from the roster.
    package static func notActive(_ player: String) -> Self {
        Self(.notActive, "\(player) is not in the game any more")
    }

    /// `entry` is the line-up or substitution that says so.
    package static func onBench(_ player: String, entry: String, slot: String) -> Self {
        Self(
            .onBench, "\(player) is on the bench (\(entry))",
            advice: "if \(player) came in: scored sub \(slot) for PLAYER")
    }

    /// `first` is the earlier of the two entries.
    package static func sameSubstitution(
        _ player: String, isIn: Bool, first: String, second: String
    ) -> Self {
        Self(
            .sameSubstitution, "\(player) already \(isIn ? "came in" : "went out") (\(first))",
            advice: "if this is the same substitution: scored void \(second)")
    }

    /// `span` is the part of the game for which the rules say how many.
    package static func timeouts(
        _ team: String, taken: Int, rules: String, allowed: Int, in span: String
    ) -> Self {
        Self(
            .timeouts,
            "\(team) have taken \(Phrases.count(taken, "time-out")); \(rules) rules allow "
                + "\(allowed) in "
                + span,
            advice: "if it was not theirs: scored undo")
    }

    /// Both keepers may record the same.
    package static func trackedByOther(_ player: String, _ keepers: [String]) -> Self {
        Self(
            .trackedByOther, "\(player) is tracked by \(Phrases.names(keepers))",
            advice: "if both of you recorded it, one of you: scored undo")
    }

    /// `kind` in words.
    package static func unknownShot(
        _ entry: String, rules: String, kind: String, points: Int
    ) -> Self {
        Self(
            .unknownShot,
            "\(rules) rules have no \(kind); recorded as \(Phrases.count(points, "point"))",
            advice: "if it was another shot: scored fix \(entry) --kind twoPoints")
    }
}

/// Answers to other requests.
extension WarningDocument {
    /// `devices` were invited by the one that was removed.
    package static func invitedStay(_ devices: [String], by device: String) -> Self {
        Self(
            .invitedStay,
            "\(Phrases.names(devices)), invited by \(device), "
                + "\(devices.count == 1 ? "stays" : "stay")",
            advice: "to remove them too: scored devices remove \(device) --with-invited")
    }

    /// `expected` a side.
    package static func lineupSize(_ count: Int, expected: Int) -> Self {
        Self(.lineupSize, "\(count) on the court; the rules say \(expected) a side")
    }

    /// To the founder's keeper.
    package static var noDeputy: Self {
        Self(
            .noDeputy, "only this device can remove devices; if it is lost, none can",
            advice: "to name another that can: scored devices deputy NAME")
    }

    /// The device tracked no player.
    package static func notWaitedFor(_ device: String, in game: String) -> Self {
        Self(.notWaitedFor, "\(device) tracked nobody in \(game), so nothing waited for it")
    }

    /// `command` restores the values.
    package static func revalued(
        _ kinds: [String], from before: Sides<Int>, to after: Sides<Int>, restore command: String
    ) -> Self {
        Self(
            .revalued,
            "\(kinds.joined(separator: " and ")) changed in value: \(before.text) became "
                + "\(after.text)",
            advice: "to take it back: \(command)")
    }

    /// Instead of a roster in the request.
    package static func rosterTaken(_ team: String) -> Self {
        Self(.rosterTaken, "\(team) play with the roster of their last game")
    }

    /// `own` is this device.
    package static func takenFromPresent(
        _ players: String, from device: String, own: String
    ) -> Self {
        Self(
            .takenFromPresent,
            "\(device) is not away: tell its keeper that you track \(players) now",
            advice: "if that was wrong, on \(device): scored track --from \(own)")
    }

    /// `command` begins the period that is played on.
    package static func tie(_ score: Sides<Int>, next command: String) -> Self {
        Self(
            .tie, "\(score.text) is a tie, and these rules play on until one side wins",
            advice: "to play on: scored reopen, then \(command)")
    }
}
