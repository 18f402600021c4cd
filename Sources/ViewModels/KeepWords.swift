import Documents

/// One line for the keeper.
package struct KeepMessage: Hashable, Sendable {
    /// A sentence; empty for none.
    package var text = ""
    package var tone = Tone.plain
    /// A shorter text for a narrow screen, the action first.
    package var short: String
    /// True for a message about a deed without effect; it lasts until the next deed.
    package var isHint: Bool
    /// True for a message about the result; it lasts while the result does.
    var isOfResult = false

    package init(
        _ text: String = "", _ tone: Tone = .plain, short: String? = nil, isHint: Bool = false
    ) {
        self.text = text
        self.tone = tone
        self.short = short ?? text
        self.isHint = isHint
    }

    /// The outcome of a deed, with the daemon's warnings.
    init(_ text: String, _ tone: Tone, warnings: [String]) {
        self.init(Phrases.list([text] + warnings), warnings.isEmpty ? tone : .attention)
    }
}

/// An open question and the ways to answer it, which a view never cuts off.
package struct KeepQuestion: Hashable, Sendable {
    /// Empty for none.
    package let text: String
    /// `y ends it, n no`.
    package let answers: String
    /// `y yes, n no`.
    package let shortAnswers: String

    package init(text: String = "", answers: String = "", shortAnswers: String = "") {
        (self.text, self.answers, self.shortAnswers) = (text, answers, shortAnswers)
    }

    package var isEmpty: Bool { text.isEmpty }
    package var line: String { Phrases.line(text, answers) }
}

extension KeepQuestion {
    /// `deed` is what a yes does: `ends it`.
    init(_ text: String, _ deed: String, _ names: ActionNames) {
        let no = "\(names(.no)) no"
        self.init(
            text: text, answers: "\(names(.yes)) \(deed), \(no)",
            shortAnswers: "\(names(.yes)) yes, \(no)")
    }

    /// If two happened, or one; `one` and `two` are what the answers do.
    init(_ text: String, one: String, two: String, _ names: ActionNames) {
        let no = "\(names(.no)) no"
        self.init(
            text: text, answers: "\(names(.yes)) \(one), \(names(.both)) \(two), \(no)",
            shortAnswers: "\(names(.yes)) one, \(names(.both)) two, \(no)")
    }
}

/// The texts of the desk, with the view's names of actions.
struct KeepWords {
    let names: ActionNames

    /// The next step in a game that is over.
    func ending(of game: GameDocument, seenBy device: String) -> KeepMessage {
        let next = "\(names(.newGame)) next game"
        let result = game.signatures.first(where: \.isAgreed)?.words ?? ""
        if game.state == .signed {
            return KeepMessage(
                Phrases.line("official", "result: \(result)", next), .good,
                short: Phrases.line("official", result))
        }
        let hasSigned = game.signatures.contains { $0.device == device && $0.isAgreed }
        if hasSigned, !game.unsigned.isEmpty {
            return KeepMessage(
                "signed here, not yet by \(Phrases.names(game.unsigned)) · \(next)", .attention)
        }
        return KeepMessage("\(names(.sign)) signs · \(next)", .good)
    }

    /// The next step in a game whose period has run out: `Q4 is over, a tie: P begins overtime 1`;
    /// nil for a game that is over.
    func next(in game: GameDocument) -> KeepMessage? {
        guard !game.isOver, let clock = game.clock else { return nil }
        let (rules, regular) = (game.rules, game.rules.periods ?? 1)
        let over = (clock.periodLabel.isEmpty ? "the time" : clock.periodLabel) + " is over"
        let begins = "\(names(.nextPeriod)) begins"
        if clock.period < regular {
            return KeepMessage("\(over): \(begins) period \(clock.period + 1)", .attention)
        }
        let (home, away) = (game.home.score, game.away.score)
        let ends = "\(names(.endGame)) ends the game"
        guard home == away else {
            let (leader, more, less) =
                home > away ? (SideName.home, home, away) : (.away, away, home)
            return KeepMessage(
                "\(over), \(game.teamName(of: leader)) lead \(more):\(less): \(ends)", .attention)
        }
        let isPlayedOn =
            rules.target != nil || rules.overtimeSeconds != nil || rules.overtimeTarget != nil
        let overtime = "\(begins) overtime \(clock.period + 1 - regular)"
        return KeepMessage("\(over), a tie: \(isPlayedOn ? overtime : ends)", .attention)
    }

    /// The way back for a voided entry, which cannot be fixed or voided again.
    func voided(_ entry: EntryDocument, isFixing: Bool) -> String {
        let already = "\(entry.name) is already voided"
        // Otherwise it is voided together with another entry.
        guard let voids = entry.voidedBy else { return Phrases.line(already, entry.because) }
        return "\(already): pick \(Phrases.names(voids)), then \(names(.void)) restores it"
            + (isFixing ? " and \(names(.fix)) fixes it" : "")
    }

    /// The actions of a device that tracks no player yet.
    func claim(of side: SideName, in game: GameDocument) -> KeepMessage {
        let keepers = Set(game.participants(on: side).flatMap(\.trackedBy)).sorted()
        let too = keepers.isEmpty ? "" : " together with \(Phrases.names(keepers))"
        let team = game.teamName(of: side)
        let chooses = "\(names(.takeOver)) chooses"
        let tracks = "\(names(.choose)) tracks"
        return KeepMessage(
            "you track no players: \(tracks) \(team)\(too), \(chooses)", .attention,
            short: "\(chooses), \(tracks) \(team)")
    }

    /// The moves about which the keeper has to decide, and those that wait for a lost daemon; empty
    /// if there are none.
    func unrecorded(refused: Int, pending: Int) -> [KeepMessage] {
        let ways = "\(names(.yes)) records, \(names(.void)) drops"
        let pick = names(.pick)
        let messages = [
            KeepMessage(
                "\(Phrases.count(refused, "move")) NOT recorded: \(pick) picks the line, \(ways)",
                .bad, short: "\(refused) NOT recorded: \(pick), \(ways)"),
            KeepMessage(
                "\(Phrases.count(pending, "move")) pending until the daemon is back", .bad,
                short: "\(pending) pending"),
        ]
        return zip([refused, pending], messages).filter { $0.0 > 0 }.map(\.1)
    }

    /// Open tasks, in a few words each.
    func notes(_ status: StatusDocument) -> [KeepMessage] {
        guard let game = status.game else { return [] }
        var notes: [KeepMessage] = []
        if game.held > 0 {
            notes.append(
                KeepMessage(
                    "\(names(.held)): \(Phrases.count(game.held, "question"))", .attention,
                    short: "\(names(.held)): \(game.held) open"))
        }
        if let newer = status.newerGame {
            let what = game.isOver ? "the next game is" : "a newer game is live:"
            notes.append(
                KeepMessage(
                    "\(names(.games)): \(what) \(newer)", .attention,
                    short: "\(names(.games)): newer game"))
        }
        guard !game.isOver else { return notes }
        let present = Set(status.peers.filter(\.state.isReached).map(\.name) + [status.device.name])
        let players = (game.home.players + game.away.players)
            .filter { $0.isActive && $0.mergedInto == nil }
        let untracked = players.count { $0.trackedBy.isEmpty }
        let uncovered = players.count {
            !$0.trackedBy.isEmpty && present.isDisjoint(with: $0.trackedBy)
        }
        for (count, words, short) in [
            (uncovered, "whose keeper is away", "uncovered"),
            (untracked, "not tracked", "untracked"),
        ] where count > 0 {
            let action = names(.takeOver)
            notes.append(
                KeepMessage(
                    "\(action): \(Phrases.count(count, "player")) \(words)", .attention,
                    short: "\(action): \(count) \(short)"))
        }
        return notes
    }
}
