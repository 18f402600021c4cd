import Documents

/// Who tracks whom in the current game, with claims, releases and take-overs as keys.
package final class TrackingViewModel: ScreenViewModel {
    private let library: any GameLibrary
    private let timekeeper: any Timekeeper
    private var guarded = RepeatGuard()
    private var list = PickList()
    private let notice = NoticeViewModel()
    private var board: TrackingBoard?
    private var pickedName: String?
    private var asking: [String: Binding] = [:]
    private var bindings: [Binding] = []

    // Input

    package func press(_ key: Key) -> Bool {
        let isHeld = guarded.isHeld(key, at: timekeeper.now, within: Limits.repeatIntervalAlone)
        if list.press(key) {
            tell()
            return true
        }
        guard let intent = intent(of: key) else { return false }
        // A claim that repeats would be released again.
        if isHeld {
            say("\(KeyName.text(key)) held down: meant once", .attention)
        } else {
            intent()
        }
        return true
    }

    private func intent(of key: Key) -> (() -> Void)? {
        switch key {
        case .enter, .character(" "): { self.toggle() }
        case .character("T"): { self.takeOver() }
        case .character("s"): { self.claimSide(only: false) }
        case .character("o"): { self.claimSide(only: true) }
        default: nil
        }
    }

    /// Claims the picked player, or lets the player go.
    package func toggle() {
        guard let player = pickedPlayer else { return nobody() }
        let order = TrackRequest(game: board?.game, players: [player.slot])
        send(player.slot, player.isMine ? .untrack(order) : .track(order))
    }

    /// Claims all players of the picked player's keeper, who must be away: of one who is there
    /// people take over by talking.
    package func takeOver() {
        guard let player = pickedPlayer else { return nobody() }
        guard let keeper = player.awayKeeper else {
            return say(player.takeOverRefusal, .attention)
        }
        send(
            "from \(keeper)",
            .track(TrackRequest(game: board?.game, players: [], from: keeper)))
    }

    /// Claims the picked player's whole side; `only` lets everybody else go.
    package func claimSide(only: Bool) {
        guard let player = pickedPlayer else { return nobody() }
        send(
            player.side.rawValue,
            .track(
                TrackRequest(
                    game: board?.game, players: [player.side.rawValue], isOnly: only ? true : nil)))
    }

    /// The rows to show where there is room for so many.
    package func window(rows: Int) -> Range<Int> { list.window(rows: rows) }

    // Output

    /// `tracking in hawks-owls-2: you 3 · bo 2, away · nobody 1`.
    package let title = Dynamic("tracking")
    /// How the title is meant.
    package let titleTone = Dynamic(Tone.plain)
    /// A row a player of either side, home first, by slot.
    package let rows = Dynamic([any RowViewModel]())
    /// The row picked; nil while there is none.
    package let picked = Dynamic<Int?>(nil)
    /// What to say where there is nobody.
    package let placeholder = Dynamic(ScoreboardViewModel.noGame)
    /// What became of the last key; empty before the first.
    package var echo: Dynamic<String> { notice.text }
    /// How the echo is meant.
    package var tone: Dynamic<Tone> { notice.tone }
    /// The keys that matter here.
    package let keys =
        "Enter claims or releases · T takes over all of a keeper who is away · s the whole side · "
        + "o only this side · Escape goes back"

    /// Follows the library.
    package init(library: any GameLibrary, timekeeper: any Timekeeper) {
        self.library = library
        self.timekeeper = timekeeper
        bindings = [
            library.status.bindAndFire { [unowned self] status in
                if let status { receive(status) }
            },
            library.connection.bindAndFire { [unowned self] in notice.receive($0) },
        ]
    }

    private func receive(_ status: StatusDocument) {
        board = status.game.map { TrackingBoard($0, status) }
        title.update(board?.title ?? "tracking")
        titleTone.update(board?.isCovered == false ? .attention : .plain)
        let next: [any RowViewModel] = board?.players ?? []
        placeholder.update(
            board == nil
                ? ScoreboardViewModel.noGame : next.isEmpty ? RosterViewModel.noPlayers : "")
        list.count = next.count
        // Whoever opens this screen has come for those whom nobody sees.
        let players = board?.players ?? []
        let wanted =
            players.firstIndex { !$0.isCovered && $0.awayKeeper != nil }
            ?? players.firstIndex { !$0.isCovered }
        list.keep(at: next.place(of: pickedName) ?? list.picked ?? wanted ?? 0)
        if !rows.value.isSame(as: next) { rows.value = next }
        tell()
    }

    private var pickedPlayer: TrackedPlayerRow? {
        board?.players.first { $0.name == pickedName }
    }

    private func tell() {
        let players = board?.players ?? []
        pickedName = list.picked.flatMap { players.indices.contains($0) ? players[$0].name : nil }
        picked.update(list.picked)
    }

    private func nobody() { say(placeholder.value, .attention) }

    private func say(_ text: String, _ tone: Tone) { notice.say(text, tone) }

    // MARK: Claims

    /// One claim of a thing at a time: a key pressed twice means it once.
    private func send(_ what: String, _ request: LibraryRequest<RecordedDocument>) {
        guard asking[what] == nil else { return }
        asking[what] = library.ask(request) { [weak self] result in
            guard let self else { return }
            asking[what] = nil
            switch result {
            case .success(let recorded): say(Phrases.echo(of: recorded), .good)
            case .failure(let error): say(error.text, .bad)
            }
        }
    }
}
