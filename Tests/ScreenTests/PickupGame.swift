import Documents
import ViewModels

/// The daemon of a pick-up game of two teams of three, to 15 with a lead of 2.
final class PickupGame {
    let library = PaperLibrary()
    let timekeeper = ManualTimekeeper()
    private(set) var document: GameDocument
    private var entries = 0
    /// The reading at the instant when the game clock was started.
    private var running: (from: Int, since: Duration)?

    /// `minutes` gives the period a length; a pick-up game has none.
    init(minutes: Int? = nil) {
        func side(_ name: String, _ letter: String, _ names: [String]) -> SideDocument {
            SideDocument(
                name: name, score: 0,
                players: names.enumerated().map { index, name in
                    PlayerDocument(
                        slot: "\(letter)#\(index + 1)", number: "\(index + 4)", name: name,
                        trackedBy: ["mia"])
                })
        }
        document = GameDocument(
            name: "hawks-owls", title: "Hawks - Owls", state: .scheduled,
            rules: RulesDocument(
                preset: "pickup", summary: "to 15, lead 2", periods: 1,
                periodSeconds: minutes.map { $0 * 60 }, target: 15, lead: 2,
                points: ["onePoint": 1, "twoPoints": 2, "threePoints": 3, "freeThrow": 1]),
            home: side("Hawks", "h", ["Ana", "Bo", "Cy"]),
            away: side("Owls", "a", ["Di", "Ed", "Flo"]), isCurrent: true)
        publish()
    }

    /// Publishes a status with the game, as a daemon does after each entry.
    func publish(peers: [PeerDocument] = []) {
        readClock()
        library.status.value = Samples.status(peers: peers, game: document)
    }

    /// Changes the game and publishes it, as if another keeper had recorded.
    func change(_ body: (inout GameDocument) -> Void) {
        body(&document)
        publish()
    }

    /// Records the last move sent, answers, and publishes the game.
    @discardableResult
    func record() -> MoveRequest? {
        guard let order = library.orders(MoveRequest.self).last else { return nil }
        count(order)
        entries += 1
        let (home, away) = (document.home.score, document.away.score)
        library.answer(
            .moves,
            with: RecordedDocument(
                entries: ["mia.\(entries)"], game: document.name,
                echo: "\(order.player) \(order.kind) - \(home):\(away)", home: home, away: away))
        publish()
        return order
    }

    /// Refuses the last move sent, as a daemon does in a decided game.
    func refuse() {
        library.refuse(code: "decided", "the game hawks-owls is decided")
    }

    /// Obeys the last order to the game clock, at a reading in milliseconds, and publishes it.
    func turnClock(at milliseconds: Int) {
        guard let order = library.orders(ClockRequest.self).last else { return }
        library.answer(with: RecordedDocument(entries: ["mia.99"], echo: "\(order.action)"))
        setClock(isRunning: order.action == .start, at: milliseconds)
    }

    /// The reading of the game clock at this instant.
    func setClock(isRunning: Bool, at milliseconds: Int) {
        running = isRunning ? (milliseconds, timekeeper.now) : nil
        document.clock = clock(isRunning: isRunning, at: milliseconds)
        publish()
    }

    private func clock(isRunning: Bool, at milliseconds: Int) -> ClockDocument {
        ClockDocument(
            text: "", milliseconds: milliseconds,
            remainingMilliseconds: document.rules.periodSeconds.map { $0 * 1000 - milliseconds },
            period: 1, periodLabel: "", isRunning: isRunning)
    }

    /// In a decided game the clock is stopped.
    private func readClock() {
        guard let (from, since) = running else { return }
        let reading = from + Int((timekeeper.now - since) / .milliseconds(1))
        document.clock = clock(isRunning: !document.isDecided, at: reading)
        if document.isDecided { running = nil }
    }

    private func count(_ order: MoveRequest) {
        let points = document.rules.points[order.kind] ?? 0
        func count(_ side: inout SideDocument) {
            guard let index = side.players.firstIndex(where: { $0.slot == order.player }) else {
                return
            }
            side.players[index].counts[order.kind, default: 0] += 1
            side.players[index].points += points
            side.score += points
        }
        count(&document.home)
        count(&document.away)
        document.moves += 1
        let (home, away) = (document.home.score, document.away.score)
        let isDecided = max(home, away) >= 15 && abs(home - away) >= 2
        document.isDecided = isDecided
        document.state = isDecided ? .decided : .live
        document.winner = isDecided ? (home > away ? .home : .away) : nil
    }
}

extension PlayerScoreboardMoveEditorViewModel {
    func onePointMove() { record("onePoint") }
    func twoPointsMove() { record("twoPoints") }
    func assistMove() { record("assist") }
    func reboundMove() { record("rebound") }
    func foulMove() { record("foul") }
    var onePointMoveCount: Dynamic<String> { count(of: "onePoint") }
    var twoPointMoveCount: Dynamic<String> { count(of: "twoPoints") }
    var assistMoveCount: Dynamic<String> { count(of: "assist") }
    var reboundMoveCount: Dynamic<String> { count(of: "rebound") }
    var foulMoveCount: Dynamic<String> { count(of: "foul") }
}
