package import Documents

package final class CurrentGameSection: Section {
    private let scoreboard: ScoreboardViewModel
    /// The name of the action that creates the first game.
    private let create: String
    private var game: GameDocument?
    private var ticking: Binding?

    // Input

    package override func receive(_ status: StatusDocument) {
        // A status is newer than the answer to an older question.
        asking = nil
        game = status.game
        scoreboard.receive(game)
        show(lines)
    }

    /// The game clock runs between two statuses.
    package init(library: any GameLibrary, timekeeper: any Timekeeper, names: ActionNames) {
        create = names(.choose)
        scoreboard = ScoreboardViewModel(on: timekeeper)
        super.init("current game", ifEmpty: ScoreboardViewModel.noGame(), library: library)
        ticking = scoreboard.clock.bind { [unowned self] _ in tick() }
    }

    /// A tick of the clock does not make the other rows current, so a failure stays.
    private func tick() {
        let lines = lines
        if !rows.value.isSame(as: lines) { rows.value = lines }
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
                figure: "\(game.home.score):\(game.away.score)",
                detail: Phrases.line(scoreboard.clock.value, scoreboard.state.value),
                tone: scoreboard.tone.value)
        ]
        lines += SideName.allCases.compactMap { name in
            let side = game.side(name)
            let heading = SideWords.heading(side, in: .english)
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

/// One of several lines about the current game.
private struct GameLineRow: RowViewModel {
    let id: String
    let text: String
    var figure = ""
    let detail: String
    let tone: Tone
}

package final class OtherGamesSection: Section {
    // Input

    package override func receive(_ status: StatusDocument) {
        asking = nil
        show(status.games.map(GameRow.init))
    }

    package override func refresh() {
        ask(.games) { [unowned self] answer in
            show(answer.games.filter { !$0.isCurrent }.map(GameRow.init))
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
        show((status.game?.heldMoves ?? []).map { HeldRow($0, .english) })
    }

    package override func refresh() {
        ask(.held(in: nil)) { [unowned self] in show($0.moves.map { HeldRow($0, .english) }) }
    }

    package init(library: any GameLibrary) {
        super.init(
            "open questions", ifEmpty: Advice(Catalogue.english(.noQuestions)), library: library)
    }

    override func keep(because error: LibraryError) {
        // Without a game there are no questions.
        guard case .refused(let refusal) = error, refusal.code == ErrorCode.noGame.rawValue else {
            return super.keep(because: error)
        }
        show([])
    }
}

/// The devices of the table: this one, then those that are not reached.
package final class DevicesSection: Section {
    private let devices = DevicesViewModel()

    // Input

    package override func receive(_ status: StatusDocument) {
        devices.receive(status)
        showDevices()
    }

    package override func refresh() {
        ask(.devices) { [unowned self] answer in
            devices.receive(answer)
            showDevices()
        }
    }

    package init(library: any GameLibrary) {
        super.init("devices", ifEmpty: Advice("no devices yet"), library: library)
    }

    private func showDevices() {
        show(devices.rows.value.sorted { Self.rank($0) < Self.rank($1) })
    }

    private static func rank(_ row: DeviceRow) -> Int {
        if row.device.isThisDevice { return 0 }
        return row.device.isRemoved ? 3 : row.peer?.state.isReached == true ? 2 : 1
    }
}

package final class WarningsSection: Section {
    private let warnings = WarningsViewModel()

    // Input

    package override func receive(_ status: StatusDocument) {
        asking = nil
        warnings.receive(status)
        show(warnings.lines.value)
    }

    package init(library: any GameLibrary) {
        super.init("warnings", ifEmpty: Advice("no warnings"), library: library)
    }
}
