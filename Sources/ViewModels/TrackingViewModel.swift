package import Documents

/// The devices that track each player of the current game, with ways to claim, release and
/// take over players.
package final class TrackingViewModel {
    private let library: any GameLibrary
    private let names: ActionNames
    private let words: Catalogue
    private var board: TrackingBoard?
    private var bindings: [Binding] = []

    // Input

    /// Claims the player of a slot, or releases a player of this device.
    package func toggle(_ slot: String) {
        guard let player = player(slot) else { return }
        let order = TrackRequest(game: board?.game, players: [player.id])
        send(player.id, player.isMine ? .untrack(order) : .track(order))
    }

    /// Claims all players of the player's keeper, who must be away. A keeper who is present is
    /// asked in person.
    package func takeOver(_ slot: String) {
        guard let player = player(slot) else { return }
        guard let keeper = player.awayKeeper else {
            return notice.say(player.takeOverRefusal(claim: names(.choose), words), .attention)
        }
        send("from \(keeper)", .track(TrackRequest(game: board?.game, players: [], from: keeper)))
    }

    /// Claims the whole side of a player; with `only` it releases all others.
    package func claimSide(of slot: String, only: Bool) {
        guard let player = player(slot) else { return }
        send(
            player.side.rawValue,
            .track(
                TrackRequest(
                    game: board?.game, players: [player.side.rawValue], isOnly: only ? true : nil)))
    }

    // Output

    /// `tracking · you 3 · nobody 1 · bo 2, away · hawks-owls-2`.
    package let title: Dynamic<String>
    package let titleTone = Dynamic(Tone.plain)
    /// One row per player, home first, by slot.
    package let rows = Dynamic([any RowViewModel]())
    /// The keepers who are away, each with the number of players that can be taken over.
    package let absent = Dynamic<[AbsentKeeper]>([])
    /// The text shown instead of rows; empty if there are rows.
    package let placeholder: Dynamic<Advice>
    /// The outcome of the last deed; empty before the first.
    package let notice: NoticeViewModel
    package var echo: Dynamic<String> { notice.text }
    package var tone: Dynamic<Tone> { notice.tone }
    /// The row of the first player who is not covered: the usual reason to open this screen. Those
    /// whose keeper is away come before those without a keeper.
    package var firstUncovered: Int? {
        let players = board?.players ?? []
        return players.firstIndex { !$0.isCovered && $0.awayKeeper != nil }
            ?? players.firstIndex { !$0.isCovered }
    }

    package init(
        library: any GameLibrary, words: Catalogue = .english, names: @escaping ActionNames
    ) {
        self.library = library
        self.names = names
        self.words = words
        title = Dynamic(words(.tracking))
        placeholder = Dynamic(ScoreboardViewModel.noGame(in: words))
        notice = NoticeViewModel(words: words)
        bindings = [
            library.eachStatus { [unowned self] in receive($0) },
            library.connection.bindAndFire { [unowned self] in notice.receive($0) },
        ]
    }

    private func receive(_ status: StatusDocument) {
        board = status.game.map { TrackingBoard($0, status, names, words) }
        title.update(board?.title(in: words) ?? words(.tracking))
        titleTone.update(board?.isCovered == false ? .attention : .plain)
        absent.update(
            board.map { board in
                status.peers.compactMap { AbsentKeeper($0.name, in: board, words) }
            } ?? [])
        let next: [any RowViewModel] = board?.players ?? []
        placeholder.update(
            board == nil
                ? ScoreboardViewModel.noGame(in: words)
                : next.isEmpty ? RosterViewModel.noPlayers(in: words) : Advice())
        if !rows.value.isSame(as: next) { rows.value = next }
    }

    private func player(_ slot: String) -> TrackedPlayerRow? {
        board?.players.first { $0.id == slot }
    }

    private func send(_ name: String, _ order: LibraryRequest<RecordedDocument>) {
        notice.send(order, as: name, to: library)
    }
}

/// A keeper who is away and tracks players.
package struct AbsentKeeper: Hashable, Sendable {
    package let name: String
    /// `bo is away: 2 players`.
    package let text: String

    fileprivate init?(_ name: String, in board: TrackingBoard, _ words: Catalogue) {
        let count = board.players.count { $0.keepers.contains(name) && $0.isAway(name) }
        guard count > 0 else { return nil }
        self.name = name
        text = words(.isAwayWith(name, count))
    }
}

/// The devices that track each player, as seen from one device.
struct TrackingBoard {
    let game: String
    /// Home first, by slot, without players who have left the game.
    let players: [TrackedPlayerRow]

    init(
        _ game: GameDocument, _ status: StatusDocument, _ names: ActionNames, _ words: Catalogue
    ) {
        let takeOver = names(.takeOver)
        self.game = game.name
        let reached = Set(status.peers.filter(\.state.isReached).map(\.name))
        players = SideName.allCases.flatMap { side in
            game.participants(on: side).map {
                TrackedPlayerRow(
                    $0, side: side, team: game.side(side).name, device: status.device.name,
                    reached: reached, takeOver: takeOver, words)
            }
        }
    }

    /// False if the moves of a player reach nobody.
    var isCovered: Bool { players.allSatisfy(\.isCovered) }

    /// `tracking · you 3 · nobody 1 · bo 2, away · hawks-owls-2`: the counts before names of any
    /// length.
    func title(in words: Catalogue) -> String {
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
            [words(.tracking), words(.youCount(mine))]
            + (free == 0 ? [] : [words(.nobodyCount(free))])
            + others.map { name in
                let count = "\(name) \(counts[name] ?? 0)"
                return away.contains(name) ? words(.isAway(count)) : count
            }
            + [game]
        return Phrases.joined(parts, by: " · ")
    }
}

/// A player, with the devices that track the player.
struct TrackedPlayerRow: RowViewModel {
    /// The slot.
    let id: String
    let text: String
    let detail: String
    let tone: Tone
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
        reached: Set<String>, takeOver: String, _ words: Catalogue
    ) {
        id = player.slot
        self.side = side
        self.device = device
        self.reached = reached
        keepers = player.trackedBy
        spoken = player.numberAndName
        text = team
        let told = keepers.map { keeper in
            keeper == device
                ? words(.you) : reached.contains(keeper) ? keeper : words(.awayInBrackets(keeper))
        }
        let isSeen = keepers.contains { $0 == device || reached.contains($0) }
        detail =
            keepers.isEmpty
            ? words(.nobody)
            : Phrases.line(
                words.names(told), isSeen ? nil : words(.uncovered(takeOver)),
                keepers.count > 1 && isSeen ? words(.trackedTwice) : nil)
        tone = isSeen ? (keepers.contains(device) ? .good : .plain) : .attention
    }

    var figure: String { spoken }
    var isMine: Bool { keepers.contains(device) }
    /// True if a device that is reached tracks the player.
    var isCovered: Bool { keepers.contains { !isAway($0) } }

    /// True if the entries of this device do not arrive here.
    func isAway(_ keeper: String) -> Bool { keeper != device && !reached.contains(keeper) }

    /// The device whose players can be taken over together with this one.
    var awayKeeper: String? { keepers.first(where: isAway) }

    /// The reason why the player cannot be taken over; `claim` is the name of the action that
    /// claims the player.
    func takeOverRefusal(claim: String, _ words: Catalogue) -> String {
        let others = keepers.filter { $0 != device }
        if keepers.isEmpty { return words(.claimsThePlayer(spoken, claim)) }
        if others.isEmpty { return words(.alreadyYours(spoken)) }
        let names = words.names(others)
        return words(
            others.count == 1
                ? .askFirst(names, claim, spoken) : .askThemFirst(names, claim, spoken))
    }
}

extension Destination {
    package static let tracking = Destination.named("tracking")
}
