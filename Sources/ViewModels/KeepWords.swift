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

/// The ways to settle a result.
package enum EndDeed: String, Sendable {
    case end
    case sign
}

/// The next deed of a keeper about the end of a game.
package struct EndStep: Hashable, Sendable {
    /// A sentence; empty for a game that has not begun.
    package let text: String
    /// Nil if there is nothing to do on this device.
    package let deed: EndDeed?
    package let tone: Tone

    init(_ text: String = "", _ deed: EndDeed? = nil, _ tone: Tone = .plain) {
        (self.text, self.deed, self.tone) = (text, deed, tone)
    }
}

/// The texts of the desk, with the view's names of actions.
struct KeepWords {
    let names: ActionNames

    /// The next step in a game that is over.
    func ending(of game: GameDocument, seenBy device: String) -> KeepMessage {
        let next = "\(names(.newGame)) next game"
        let result = game.resultWords
        if game.state == .signed {
            return KeepMessage(
                Phrases.line("official", "result: \(result)", next), .good,
                short: Phrases.line("official", result))
        }
        if game.isSigned(by: device), !game.unsigned.isEmpty {
            return KeepMessage(
                "signed here, not yet by \(Phrases.names(game.unsigned)) · \(next)", .attention)
        }
        return KeepMessage("\(names(.sign)) signs · \(next)", .good)
    }

    /// The same in a sentence, at any time of the game.
    static func end(of game: GameDocument, seenBy device: String) -> EndStep {
        let result = game.resultText
        switch game.state {
        case .scheduled: return EndStep()
        case .live:
            return EndStep("The game goes on at \(result); its rules have not decided it.", .end)
        case .decided:
            return EndStep("The game is decided at \(result): end it.", .end, .attention)
        case .signed: return EndStep("Official: \(result).", nil, .good)
        case .united: return EndStep("Its entries count in another game.", nil)
        case .closed, .abandoned, .forfeit:
            guard game.isSigned(by: device) else {
                return EndStep("Sign the result, \(result).", .sign, .attention)
            }
            let missing = Phrases.names(game.unsigned)
            return EndStep(
                "Signed here" + (missing.isEmpty ? "." : ", not yet by \(missing)."), nil, .good)
        }
    }

    /// `period 3`, `overtime 1`.
    static func nextPeriod(of game: GameDocument) -> String {
        let (present, regular) = (game.clock?.period ?? 0, game.rules.periods ?? 1)
        return present < regular
            ? "period \(present + 1)" : "overtime \(present + 1 - regular)"
    }

    /// The next step in a game whose period has run out: `Q4 is over, a tie: P begins overtime 1`;
    /// nil for a game that is over.
    func next(in game: GameDocument) -> KeepMessage? {
        guard !game.isOver, let clock = game.clock else { return nil }
        let rules = game.rules
        let over = (clock.periodLabel.isEmpty ? "the time" : clock.periodLabel) + " is over"
        let begins = "\(names(.nextPeriod)) begins \(Self.nextPeriod(of: game))"
        if clock.period < rules.periods ?? 1 {
            return KeepMessage("\(over): \(begins)", .attention)
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
        return KeepMessage("\(over), a tie: \(isPlayedOn ? begins : ends)", .attention)
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
