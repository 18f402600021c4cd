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
    init(_ text: String, _ deed: Term, _ names: ActionNames, _ words: Catalogue) {
        let no = words(.noAnswer(names(.no)))
        self.init(
            text: text, answers: "\(names(.yes)) \(words(deed)), \(no)",
            shortAnswers: "\(words(.yesShort(names(.yes)))), \(no)")
    }

    /// If two happened, or one; `one` and `two` are what the answers do.
    init(_ text: String, one: Term, two: Term, _ names: ActionNames, _ words: Catalogue) {
        let no = words(.noAnswer(names(.no)))
        let (yes, both) = (names(.yes), names(.both))
        self.init(
            text: text, answers: "\(yes) \(words(one)), \(both) \(words(two)), \(no)",
            shortAnswers: "\(words(.oneShort(yes))), \(words(.twoShort(both))), \(no)")
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
    let words: Catalogue

    /// The next step in a game that is over.
    func ending(of game: GameDocument, seenBy device: String) -> KeepMessage {
        let next = words(.nextGame(names(.newGame)))
        let result = game.resultWords
        if game.state == .signed {
            return KeepMessage(
                Phrases.line(words(.official), words(.resultWords(result)), next), .good,
                short: Phrases.line(words(.official), result))
        }
        if game.isSigned(by: device), !game.unsigned.isEmpty {
            let missing = words(.signedHereNotBy(words.names(game.unsigned)))
            return KeepMessage(Phrases.line(missing, next), .attention)
        }
        return KeepMessage(Phrases.line(words(.signs(names(.sign))), next), .good)
    }

    /// The same in a sentence, at any time of the game.
    static func end(
        of game: GameDocument, seenBy device: String, in words: Catalogue
    ) -> EndStep {
        let result = game.resultText(in: words)
        switch game.state {
        case .scheduled: return EndStep()
        case .live: return EndStep(words(.goesOnAt(result)), .end)
        case .decided: return EndStep(words(.decidedEndIt(result)), .end, .attention)
        case .signed: return EndStep(words(.officialIs(result)), nil, .good)
        case .united: return EndStep(words(.countElsewhere), nil)
        case .closed, .abandoned, .forfeit:
            guard game.isSigned(by: device) else {
                return EndStep(words(.signResult(result)), .sign, .attention)
            }
            let missing = words.names(game.unsigned)
            return EndStep(
                words(missing.isEmpty ? .signedHere : .signedHereNotYetBy(missing)), nil, .good)
        }
    }

    /// `period 3`, `overtime 1`.
    static func nextPeriod(of game: GameDocument, in words: Catalogue) -> String {
        let (present, regular) = (game.clock?.period ?? 0, game.rules.periods ?? 1)
        return words(present < regular ? .period(present + 1) : .overtime(present + 1 - regular))
    }

    /// The next step in a game whose period has run out: `Q4 is over, a tie: P begins overtime 1`;
    /// nil for a game that is over.
    func next(in game: GameDocument) -> KeepMessage? {
        guard !game.isOver, let clock = game.clock else { return nil }
        let rules = game.rules
        let over = words(clock.periodLabel.isEmpty ? .theTimeIsOver : .isOver(clock.periodLabel))
        let begins = words(
            .beginsPeriod(names(.nextPeriod), Self.nextPeriod(of: game, in: words)))
        if clock.period < rules.periods ?? 1 {
            return KeepMessage("\(over): \(begins)", .attention)
        }
        let (home, away) = (game.home.score, game.away.score)
        let ends = words(.endsTheGame(names(.endGame)))
        guard home == away else {
            let (leader, more, less) =
                home > away ? (SideName.home, home, away) : (.away, away, home)
            let leads = words(.leadsAt(game.teamName(of: leader, in: words), "\(more):\(less)"))
            return KeepMessage("\(over), \(leads): \(ends)", .attention)
        }
        let isPlayedOn =
            rules.target != nil || rules.overtimeSeconds != nil || rules.overtimeTarget != nil
        return KeepMessage(
            "\(over), \(words(.aTie)): \(isPlayedOn ? begins : ends)", .attention)
    }

    /// The way back for a voided entry, which cannot be fixed or voided again.
    func voided(_ entry: EntryDocument, isFixing: Bool) -> String {
        let already = words(.alreadyVoided(entry.name))
        // Otherwise it is voided together with another entry.
        guard let voids = entry.voidedBy else {
            return Phrases.line(already, entry.because(in: words))
        }
        let (entries, void) = (words.names(voids), names(.void))
        let way: Term =
            isFixing
            ? .pickToRestoreOrFix(entries, void, names(.fix)) : .pickToRestore(entries, void)
        return "\(already): \(words(way))"
    }

    /// The actions of a device that tracks no player yet.
    func claim(of side: SideName, in game: GameDocument) -> KeepMessage {
        let keepers = Set(game.participants(on: side).flatMap(\.trackedBy)).sorted()
        let team = game.teamName(of: side, in: words)
        let chooses = words(.chooses(names(.takeOver)))
        let short = words(.tracksTeam(names(.choose), team))
        let tracks =
            keepers.isEmpty
            ? short : words(.tracksTeamWith(names(.choose), team, words.names(keepers)))
        return KeepMessage(
            "\(words(.trackNoPlayers)): \(tracks), \(chooses)", .attention,
            short: "\(chooses), \(short)")
    }

    /// The moves about which the keeper has to decide, and those that wait for a lost daemon; empty
    /// if there are none.
    func unrecorded(refused: Int, pending: Int) -> [KeepMessage] {
        let ways = words(.recordsOrDrops(names(.yes), names(.void)))
        let pick = names(.pick)
        let messages = [
            KeepMessage(
                "\(words(.notRecorded(refused))): \(words(.picksTheLine(pick))), \(ways)", .bad,
                short: "\(words(.countNotRecorded(refused))): \(pick), \(ways)"),
            KeepMessage(
                words(.pendingUntilBack(pending)), .bad, short: words(.countPending(pending))),
        ]
        return zip([refused, pending], messages).filter { $0.0 > 0 }.map(\.1)
    }

    /// Open tasks, in a few words each.
    func notes(_ status: StatusDocument) -> [KeepMessage] {
        guard let game = status.game else { return [] }
        var notes: [KeepMessage] = []
        func note(_ action: NamedAction, _ term: Term, short: Term) {
            notes.append(
                KeepMessage(
                    "\(names(action)): \(words(term))", .attention,
                    short: "\(names(action)): \(words(short))"))
        }
        if game.held > 0 { note(.held, .questions(game.held), short: .countOpen(game.held)) }
        if let newer = status.newerGame {
            note(
                .games, game.isOver ? .nextGameIs(newer) : .newerGameIsLive(newer),
                short: .newerGameShort)
        }
        guard !game.isOver else { return notes }
        let present = Set(status.peers.filter(\.state.isReached).map(\.name) + [status.device.name])
        let players = (game.home.players + game.away.players)
            .filter { $0.isActive && $0.mergedInto == nil }
        let untracked = players.count { $0.trackedBy.isEmpty }
        let uncovered = players.count {
            !$0.trackedBy.isEmpty && present.isDisjoint(with: $0.trackedBy)
        }
        if uncovered > 0 {
            note(.takeOver, .keeperAway(uncovered), short: .countUncovered(uncovered))
        }
        if untracked > 0 {
            note(.takeOver, .notTracked(untracked), short: .countUntracked(untracked))
        }
        return notes
    }
}
