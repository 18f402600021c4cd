package import Documents

package final class CurrentGameSection: Section {
    private let scoreboard = ScoreboardViewModel()
    private let clock: RunningClock
    /// The name of the action that creates the first game.
    private let create: String
    private var game: GameDocument?
    private var bindings: [Binding] = []

    // Input

    package override func receive(_ status: StatusDocument) {
        // A status is newer than the answer to an older question.
        asking = nil
        game = status.game
        scoreboard.receive(game)
        clock.receive(game)
        show(lines)
    }

    /// The game clock runs between two statuses.
    package init(library: any GameLibrary, timekeeper: any Timekeeper, names: ActionNames) {
        create = names(.choose)
        clock = RunningClock(on: timekeeper)
        super.init("current game", ifEmpty: ScoreboardViewModel.noGame(), library: library)
        bindings = [
            clock.text.bind { [unowned self] _ in tick() },
            clock.isRunning.bind { [unowned self] _ in tick() },
        ]
    }

    /// A tick of the clock does not make the other rows current, so `problem` stays.
    private func tick() {
        let lines = lines
        if !rows.value.isSame(as: lines) { rows.value = lines }
    }

    private var reading: String? {
        guard game?.clock != nil else { return nil }
        return ScoreboardViewModel.line(
            period: clock.period.value, reading: clock.text.value,
            isRunning: clock.isRunning.value, isEstimated: clock.isEstimated.value)
    }

    /// The ID of the row that stands for no game.
    static let none = ""

    /// The score, then other facts, most urgent first.
    private var lines: [any RowViewModel] {
        guard let game else {
            return [
                GameLineRow(
                    id: CurrentGameSection.none, text: "no game yet",
                    detail: "\(create) creates one", tone: .plain)
            ]
        }
        var lines = [
            GameLineRow(
                id: game.name, text: game.title,
                value: "\(game.home.score):\(game.away.score)",
                detail: Phrases.line(reading, scoreboard.state.value),
                tone: scoreboard.tone.value)
        ]
        lines += SideName.allCases.compactMap { name in
            let side = game.side(name)
            let heading = SideWords.heading(side)
            guard !heading.isEmpty else { return nil }
            return GameLineRow(
                id: "\(game.name) \(name.rawValue)", text: side.name, detail: heading,
                tone: side.isInPenalty ? .attention : .plain)
        }
        lines.append(
            GameLineRow(
                id: "\(game.name) rules", text: scoreboard.title.value,
                detail: Phrases.count(game.moves, "move"), tone: .faint))
        return lines
    }
}

package final class OtherGamesSection: Section {
    // Input

    package override func receive(_ status: StatusDocument) {
        asking = nil
        show(status.games.map(GameRow.init))
    }

    package override func refresh() {
        asking = library.ask(.games) { [weak self] result in
            switch result {
            case .success(let answer):
                self?.show(answer.games.filter { !$0.isCurrent }.map(GameRow.init))
            case .failure(let error): self?.keep(because: error)
            }
        }
    }

    package init(library: any GameLibrary) {
        super.init("other games", ifEmpty: Advice("no other games"), library: library)
    }
}

package final class HeldMovesSection: Section {
    // Input

    package override func receive(_ status: StatusDocument) {
        asking = nil
        show((status.game?.heldMoves ?? []).map(HeldRow.init))
    }

    package override func refresh() {
        asking = library.ask(.held(in: nil)) { [weak self] result in
            switch result {
            case .success(let answer): self?.show(answer.moves.map(HeldRow.init))
            // Without a game there are no held moves.
            case .failure(.refused(let refusal)) where refusal.code == ErrorCode.noGame.rawValue:
                self?.show([])
            case .failure(let error): self?.keep(because: error)
            }
        }
    }

    package init(library: any GameLibrary) {
        super.init("held moves", ifEmpty: Advice(HeldViewModel.none), library: library)
    }
}

/// The devices of the table, this one first.
package final class DevicesSection: Section {
    private var status: StatusDocument?
    /// The last answer. The peers of a later status take precedence.
    private var devices: [DeviceDocument] = []

    // Input

    package override func receive(_ status: StatusDocument) {
        self.status = status
        show(lines)
    }

    package override func refresh() {
        asking = library.ask(.devices) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let answer):
                devices = answer.devices
                show(lines)
            case .failure(let error): keep(because: error)
            }
        }
    }

    package init(library: any GameLibrary) {
        super.init("devices", ifEmpty: Advice("no devices yet"), library: library)
    }

    /// Devices that are not reached come first.
    private var lines: [any RowViewModel] {
        let others = peers.sorted { !$0.state.isReached && $1.state.isReached }
        let removed = devices.filter(\.isRemoved).map(DeviceRow.init(removed:))
        return (this.map { [DeviceRow(this: $0)] } ?? []) + others.map { DeviceRow($0) } + removed
    }

    private var this: DeviceBrief? {
        status?.device
            ?? devices.first(where: \.isThisDevice).map {
                DeviceBrief(
                    id: $0.id, name: $0.name, keeper: $0.keeper, author: "", role: $0.role)
            }
    }

    private var peers: [PeerDocument] { status?.peers ?? devices.compactMap(\.peer) }
}

package final class WarningsSection: Section {
    private let warnings = WarningsViewModel()

    // Input

    package override func receive(_ status: StatusDocument) {
        asking = nil
        warnings.receive(status)
        show(warnings.lines.value.map { WarningRow($0) })
    }

    package init(library: any GameLibrary) {
        super.init("warnings", ifEmpty: Advice("no warnings"), library: library)
    }
}
