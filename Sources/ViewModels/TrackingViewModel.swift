import Documents

/// The devices that track each player of the current game; keys claim, release and take over
/// players.
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
        let isHeld = guarded.isHeld(
            key, at: timekeeper.now, within: ViewModelsLimits.repeatIntervalAlone)
        if list.press(key) {
            tell()
            return true
        }
        guard let intent = intent(of: key) else { return false }
        // A repeat would release the claim again.
        if isHeld {
            say("\(KeyName.text(key)) was held down: counted once", .attention)
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

    /// Claims the picked player, or releases a player of this device.
    private func toggle() {
        guard let player = pickedPlayer else { return nobody() }
        let order = TrackRequest(game: board?.game, players: [player.slot])
        send(player.slot, player.isMine ? .untrack(order) : .track(order))
    }

    /// Claims all players of the picked player's keeper, who must be away. A keeper who is present
    /// is asked in person.
    private func takeOver() {
        guard let player = pickedPlayer else { return nobody() }
        guard let keeper = player.awayKeeper else {
            return say(player.takeOverRefusal, .attention)
        }
        send(
            "from \(keeper)",
            .track(TrackRequest(game: board?.game, players: [], from: keeper)))
    }

    /// Claims the whole side of the picked player; with `only` it releases all others.
    private func claimSide(only: Bool) {
        guard let player = pickedPlayer else { return nobody() }
        send(
            player.side.rawValue,
            .track(
                TrackRequest(
                    game: board?.game, players: [player.side.rawValue], isOnly: only ? true : nil)))
    }

    /// The range of rows to show for a number of visible rows.
    package func window(rows: Int) -> Range<Int> { list.window(rows: rows) }

    // Output

    /// `tracking · you 3 · nobody 1 · bo 2, away · hawks-owls-2`.
    package let title = Dynamic("tracking")
    package let titleTone = Dynamic(Tone.plain)
    /// One row per player, home first, by slot.
    package let rows = Dynamic([any RowViewModel]())
    package let picked = Dynamic<Int?>(nil)
    /// The text shown instead of rows; empty if there are rows.
    package let placeholder = Dynamic(ScoreboardViewModel.noGame)
    /// The outcome of the last key; empty before the first.
    package var echo: Dynamic<String> { notice.text }
    package var tone: Dynamic<Tone> { notice.tone }
    package let keys =
        "Enter claims or releases · T takes over from a keeper who is away · s the whole side · "
        + "o only this side · Escape goes back"

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
        // Pick the first uncovered player: the usual reason to open this screen.
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

    /// At most one claim of each kind is on its way: a repeated key has no further effect.
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

/// The devices that track each player, as seen from one device.
struct TrackingBoard {
    let game: String
    /// Home first, by slot, without players who have left the game.
    let players: [TrackedPlayerRow]

    init(_ game: GameDocument, _ status: StatusDocument) {
        self.game = game.name
        let reached = Set(status.peers.filter(\.state.isReached).map(\.name))
        players = [(SideName.home, game.home), (.away, game.away)].flatMap { name, side in
            side.players.filter { $0.isActive && $0.mergedInto == nil }.map {
                TrackedPlayerRow(
                    $0, side: name, team: side.name, device: status.device.name, reached: reached)
            }
        }
    }

    /// False if the moves of a player reach nobody.
    var isCovered: Bool { players.allSatisfy(\.isCovered) }

    /// `tracking · you 3 · nobody 1 · bo 2, away · hawks-owls-2`: the counts before names of any
    /// length.
    var title: String {
        var counts: [String: Int] = [:]
        var away: Set<String> = []
        for player in players {
            for keeper in player.keepers { counts[keeper, default: 0] += 1 }
            away.formUnion(player.keepers.filter(player.isAway))
        }
        let mine = players.count(where: \.isMine)
        let others = counts.keys.filter { $0 != players.first?.device }.sorted()
        let free = players.count { $0.keepers.isEmpty }
        let parts =
            ["tracking", "you \(mine)"] + (free == 0 ? [] : ["nobody \(free)"])
            + others.map { "\($0) \(counts[$0] ?? 0)\(away.contains($0) ? ", away" : "")" }
            + [game]
        return parts.joined(separator: " · ")
    }
}

/// A player, with the devices that track the player.
struct TrackedPlayerRow: RowViewModel {
    let name: String
    /// The team.
    let text: String
    let detail: String
    let tone: Tone
    let slot: String
    /// `4 Ana`.
    private let spoken: String
    let side: SideName
    /// The device that shows the row.
    let device: String
    /// The devices that track the player.
    let keepers: [String]
    private let reached: Set<String>

    init(
        _ player: PlayerDocument, side: SideName, team: String, device: String,
        reached: Set<String>
    ) {
        name = player.slot
        slot = player.slot
        self.side = side
        self.device = device
        self.reached = reached
        keepers = player.trackedBy
        spoken = player.numberAndName
        text = team
        let words = keepers.map { keeper in
            keeper == device ? "you" : reached.contains(keeper) ? keeper : "\(keeper) (away)"
        }
        let isSeen = keepers.contains { $0 == device || reached.contains($0) }
        detail =
            keepers.isEmpty
            ? "nobody"
            : Phrases.line(
                Phrases.names(words), isSeen ? nil : "uncovered: T takes over",
                keepers.count > 1 && isSeen ? "tracked more than once" : nil)
        tone = isSeen ? (keepers.contains(device) ? .good : .plain) : .attention
    }

    var value: String { spoken }
    var isMine: Bool { keepers.contains(device) }
    /// True if a device that is reached tracks the player.
    var isCovered: Bool { keepers.contains { !isAway($0) } }

    /// True if the entries of this device do not arrive here.
    func isAway(_ keeper: String) -> Bool { keeper != device && !reached.contains(keeper) }

    /// The device whose players can be taken over together with this one.
    var awayKeeper: String? { keepers.first(where: isAway) }

    /// The reason why the player cannot be taken over.
    var takeOverRefusal: String {
        let others = keepers.filter { $0 != device }
        if keepers.isEmpty { return "nobody tracks \(spoken): Enter claims the player" }
        if others.isEmpty { return "you already track \(spoken)" }
        return "\(Phrases.names(others)) \(others.count == 1 ? "is" : "are") here: ask first, "
            + "then Enter claims \(spoken)"
    }
}
