package import Documents

/// The desk of a keeper at a phone: that of `keep`, and what a phone shows in the place of keys. No
/// order passes through it: the phone signs and keeps orders itself.
package final class PhoneDeskViewModel {
    private let library: any GameLibrary
    private let timeline: TimelineViewModel
    private let ownMax: Int
    private let words: Catalogue
    /// The entries of this phone with their states, as of the last question about an undo.
    private var own: [String: EntryState] = [:]
    /// The entries that the next undo withdraws, as the daemon says.
    private var undone: [String] = []
    private var naming: Binding?
    private var bindings: [Binding] = []

    // Output

    package let keep: KeepViewModel
    package let tracking: TrackingViewModel
    package let held: HeldViewModel
    package let device = Dynamic("")
    /// The name of the game; empty for none.
    package let game = Dynamic("")
    /// The text shown instead of a game; empty if there is one.
    package let placeholder: Dynamic<String>
    /// Why nothing arrives; empty while the daemon is reached.
    package let link = Dynamic(KeepMessage())
    /// True while the screen of the phone stays on.
    package let isLive = Dynamic(false)
    /// From 1; nil if the game clock never ran.
    package let period = Dynamic<Int?>(nil)
    /// The length of that period; nil if it has none.
    package let periodSeconds = Dynamic<Int?>(nil)
    /// `Begin period 3?`
    package let nextPeriod = Dynamic("")
    /// `penalty: 5 fouls · 2 time-outs`; empty if all are 0.
    package let homeFouls = Dynamic(KeepMessage())
    package let awayFouls = Dynamic(KeepMessage())
    /// Active, and not merged into others, by slot.
    package let homePlayers = Dynamic<[PhonePlayer]>([])
    package let awayPlayers = Dynamic<[PhonePlayer]>([])
    /// Most usual first, each miss after all that is more usual.
    package let kinds = Dynamic<[PhoneKind]>([])
    /// The newest of this phone, newest first.
    package let entries = Dynamic<[PhoneEntry]>([])
    /// The keepers who are away and track players, by name.
    package let absent = Dynamic<[PhoneRow]>([])
    /// The other games that a keeper can go to, by name.
    package let games = Dynamic<[PhoneRow]>([])
    /// Open tasks, then the daemon's warnings. Their advice names commands, which a phone has not.
    package let notes = Dynamic<[PhoneRow]>([])
    /// This keeper's next step about the end of the game.
    package let end = Dynamic(EndStep())
    /// The question before that step; empty without one.
    package let endQuestion = Dynamic("")
    /// The words of the signed result, to be compared aloud; empty before the first signature.
    package let result = Dynamic("")
    package let signatures = Dynamic<[PhoneSignature]>([])
    package let unsigned = Dynamic<[PhoneRow]>([])

    /// Shows at most `ownMax` entries of this phone, of the `entriesMax` newest of the game.
    package init(
        library: any GameLibrary, timekeeper: any Timekeeper, entriesMax: Int, ownMax: Int,
        words: Catalogue = .english, names: @escaping ActionNames
    ) {
        self.library = library
        self.ownMax = ownMax
        self.words = words
        held = HeldViewModel(words: words)
        placeholder = Dynamic(words(.noGameAtPhone))
        keep = KeepViewModel(
            library: library, timekeeper: timekeeper, navigator: nil, words: words, names: names)
        tracking = TrackingViewModel(library: library, words: words, names: names)
        timeline = TimelineViewModel(
            library: library, timekeeper: timekeeper, navigator: nil, pageSize: entriesMax,
            rowsMax: entriesMax, words: words)
        bindings = [
            timeline.rows.bind { [unowned self] _ in showEntries() },
            keep.tasks.bind { [unowned self] _ in showNotes() },
            keep.verdict.agreement.bind { [unowned self] _ in showEnd() },
            library.connection.bindAndFire { [unowned self] in
                let isThere = $0.isConnected
                link.update(isThere ? KeepMessage() : KeepMessage(words(.phoneOutOfReach), .bad))
            },
            // The last, since it reads what the others show.
            library.eachStatus { [unowned self] in receive($0) },
        ]
    }
}

// MARK: Receiving

extension PhoneDeskViewModel {
    private func receive(_ status: StatusDocument) {
        let game = status.game
        let clock = game?.clock
        device.update(status.device.name)
        self.game.update(game?.name ?? "")
        placeholder.update(game == nil ? words(.noGameAtPhone) : "")
        isLive.update(game?.state == .live)
        period.update(clock?.period)
        // Both are rounded down, so their sum may lack a millisecond.
        periodSeconds.update(
            clock.flatMap { clock in
                clock.remainingMilliseconds.map { ($0 + clock.milliseconds + 1) / 1000 }
            })
        nextPeriod.update(
            game.map { words(.beginPeriod(KeepWords.nextPeriod(of: $0, in: words))) } ?? "")
        homeFouls.update(fouls(game?.home))
        awayFouls.update(fouls(game?.away))
        kinds.update(game.map { PhoneKind.all(of: $0.rules, words) } ?? [])
        held.receive(game?.heldMoves ?? [])
        games.update(
            status.games.filter { !$0.state.isOver }.map {
                PhoneRow(id: $0.name, text: words(.goTo($0.name)))
            })
        absent.update(
            tracking.absent.value.map { PhoneRow(id: $0.name, text: $0.text, tone: .attention) })
        result.update(game?.resultWords ?? "")
        signatures.update(game?.signatures.map(PhoneSignature.init) ?? [])
        unsigned.update(
            (game?.isOver == true ? game?.unsigned ?? [] : []).map {
                PhoneRow(id: $0, text: words(.hasNotSigned($0)), tone: .attention)
            })
        showPlayers()
        showEntries()
        showNotes()
        showEnd()
    }

    private func fouls(_ side: SideDocument?) -> KeepMessage {
        guard let side else { return KeepMessage() }
        let text = SideWords.heading(side, isBrief: true, in: words)
        return KeepMessage(text, side.isInPenalty && !text.isEmpty ? .attention : .plain)
    }

    private func showPlayers() {
        let keepers = Dictionary(tracking.rows.value.map { ($0.id, $0) }) { $1 }
        for (players, shown) in [
            (keep.players(on: .home), homePlayers), (keep.players(on: .away), awayPlayers),
        ] {
            shown.update(
                players.compactMap { player in
                    keepers[player.slot].map { PhonePlayer(player, keptBy: $0, words) }
                })
        }
    }

    private func showNotes() {
        let tasks = keep.tasks.value.map { ($0.text, $0.tone) }
        let warnings =
            library.status.value?.warnings.map {
                ($0.text(in: words), Tone.attention)
            } ?? []
        notes.update(
            (tasks + warnings).enumerated().map { PhoneRow(id: "\($0)", text: $1.0, tone: $1.1) })
    }

    private func showEnd() {
        let step = library.status.value?.game.map {
            KeepWords.end(of: $0, seenBy: device.value, in: words)
        }
        end.update(step ?? EndStep())
        let question = step?.deed.map {
            [
                end.value.text, keep.actions.question(before: $0).inSentenceCase,
                keep.verdict.agreement.value,
            ]
        }
        endQuestion.update(Phrases.joined(question ?? [], by: " "))
    }
}

// MARK: Entries of this phone

extension PhoneDeskViewModel {
    private func showEntries() {
        let rows = timeline.rows.value.filter { EntryName.device($0.name) == device.value }
        let next = Dictionary(rows.map { ($0.name, $0.entry.state) }) { $1 }
        if next != own {
            own = next
            askAboutUndo()
        }
        entries.update(
            rows.prefix(ownMax).map {
                PhoneEntry(row: $0, isUndone: undone.contains($0.name))
            })
    }

    private func askAboutUndo() {
        naming = library.ask(.nextUndo(in: library.status.value?.game?.name)) {
            [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let next): undone = next.entries ?? []
            case .failure(.refused): undone = []
            case .failure(.unavailable):
                // Asks again at the next change.
                own = [:]
                return
            }
            showEntries()
        }
    }
}

// MARK: Rows

/// A player on a button of a phone.
package struct PhonePlayer: Identifiable, Hashable, Sendable {
    /// The slot.
    package let id: String
    package let number: String
    package let name: String
    package let points: String
    package let fouls: String
    /// `2 AST · 1 REB`.
    package let counts: String
    /// `you`, `bo (away) · uncovered: Track takes over`.
    package let keepers: String
    package let tone: Tone

    init(
        _ player: PlayerScoreboardMoveEditorViewModel, keptBy row: any RowViewModel,
        _ words: Catalogue
    ) {
        id = player.slot
        number = player.number.value
        name = player.playerName.value
        points = player.points.value
        fouls = player.fouls.value
        let counts = Self.kinds.map { ($0, player.count(of: $0).value) }.filter { $1 != "0" }
        self.counts = Phrases.joined(
            counts.map { "\($1) \(Wording.heading(ofKind: $0, in: words))" }, by: " · ")
        keepers = row.detail
        tone = row.tone
    }

    private static let kinds = ["assist", "rebound", "steal", "block", "turnover"]
}

/// A kind of move on a button of a phone.
package struct PhoneKind: Identifiable, Hashable, Sendable {
    /// A word of the command line.
    package let id: String
    /// `+2`, `miss 2`, `rebound`.
    package let label: String
    /// `two points`, for those who cannot see the label.
    package let spoken: String

    private init(_ id: String, _ label: String, _ words: Catalogue) {
        (self.id, self.label, spoken) = (id, label, words(kind: id))
    }

    static func all(of rules: RulesDocument, _ words: Catalogue) -> [PhoneKind] {
        let made = rules.kinds.filter { $0 != "miss" }
        let shots = shots.filter { made.contains($0.made) }
            .map { ($0.made, $0.missed, points: rules.points[$0.made] ?? $0.points) }
        return made.map { kind in
            let shot = shots.first { $0.0 == kind && kind != "freeThrow" }
            return PhoneKind(kind, shot.map { "+\($0.points)" } ?? words(kind: kind), words)
        }
            + shots.map { made, missed, points in
                PhoneKind(
                    missed, words(made == "freeThrow" ? .missFreeThrow : .missOf(points)), words)
            } + [PhoneKind("timeout", words(.timeoutButton), words)]
    }

    private static let shots: [(made: String, missed: String, points: Int)] = [
        ("onePoint", "missedOne", 1), ("twoPoints", "missedTwo", 2),
        ("threePoints", "missedThree", 3), ("freeThrow", "missedFreeThrow", 1),
    ]
}

/// An entry of the phone itself.
package struct PhoneEntry: Identifiable, Hashable, Sendable {
    package let row: TimelineRow
    /// True if the next undo withdraws it.
    package let isUndone: Bool

    package var id: String { row.id }
    /// False for one that is voided already.
    package var canBeVoided: Bool { [.live, .copy, .held].contains(row.entry.state) }
}

package struct PhoneSignature: Identifiable, Hashable, Sendable {
    /// The entry.
    package let id: String
    package let device: String
    /// `21:18`.
    package let score: String
    package let words: String
    /// False if another result was signed than the present one.
    package let isAgreed: Bool

    package var tone: Tone { isAgreed ? .good : .bad }

    init(_ signature: SignatureDocument) {
        id = signature.entry
        device = signature.device
        score = "\(signature.home):\(signature.away)"
        words = signature.words
        isAgreed = signature.isAgreed
    }
}

/// A row with one text.
package struct PhoneRow: Identifiable, Hashable, Sendable {
    package let id: String
    package let text: String
    package var tone = Tone.plain
}
