import Documents
import MoveLog
import Scorebook
import Seeds
package import Simulator

/// A simulated table that records a real game under trouble and must end at the official numbers on
/// every device.
package enum OfficialTable {
    /// A made scenario takes the place of the one that is drawn.
    ///
    /// Entries that the keepers' own claims, clock and ending add are in no comparison; moves are.
    package static func report(
        _ name: String, _ made: Scenario? = nil, seed: UInt64, slips: [Script.Slip] = [],
        leavingOut: Int? = nil, follow: ((String) -> Void)? = nil
    ) throws -> Checkers.Report {
        let official = try OfficialGame(name)
        let scenario = made ?? scenario(name, seed: seed)
        // Half of the tables set the target as keepers do, the others take the file's.
        let setsTarget = official.header.rules.target != nil && seed.isMultiple(of: 2)
        let script = try Script(
            of: official, for: scenario.devices, within: scenario.trouble * 0.9,
            seed: scenario.seed,
            setsTarget: setsTarget, slips: slips, leavingOut: leavingOut)
        let keepers = try GameKeepers(official, script, setsTarget: setsTarget, seed: scenario.seed)
        let world = try World(scenario, keepers: keepers)
        var report = try Checkers.report(world, follow: follow)
        report.findings += findings(world, official, held: script.copies)
        let deliveries = world.deliveries
        let delays = deliveries.delays.values.sorted()
        report.summary +=
            "; \(deliveries.arrivals) arrivals, \(deliveries.overtaken) out of order, "
            + "\(deliveries.repeats) again, the last device "
            + "\(delays.first ?? .zero) to \(delays.last ?? .zero) late"
        return report
    }

    /// Trouble of every sort, drawn from the game's name and the seed: no run is without partitions,
    /// crashes, keepers who take their devices offline and peers who repeat themselves, and no
    /// packet comes at once.
    package static func scenario(_ name: String, seed: UInt64) -> Scenario {
        let mixed = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        var scenario = Scenario(seed: mixed)
        // Every device keeps to the end, and what it recorded is counted once.
        let others: [Trouble] = [
            .newcomers, .clones, .backups, .decay, .removals, .hostility,
        ]
        for trouble in others { _ = scenario.switchOff(trouble) }
        var random = SeededGenerator(seed: ~mixed)
        scenario.devices = Int.random(in: 3...6, using: &random)
        scenario.trouble = .seconds(Int.random(in: 30...60, using: &random))
        scenario.delayMax = .milliseconds([100, 400, 1000].randomElement(using: &random) ?? 100)
        scenario.duplicationPercent = [5, 20, 50].randomElement(using: &random) ?? 5
        scenario.repetitionPercent = [2, 10, 30].randomElement(using: &random) ?? 2
        scenario.lossPercent = [0, 2, 10].randomElement(using: &random) ?? 0
        scenario.slowBytes = [0, 0, 0, 4000].randomElement(using: &random) ?? 0
        scenario.crashes = .seconds(Int.random(in: 4...15, using: &random))
        scenario.partitions = .seconds(Int.random(in: 5...15, using: &random))
        scenario.offline = .seconds(Int.random(in: 5...15, using: &random))
        return scenario
    }

    /// What every device shows, compared with the league's numbers and with each other's digest.
    private static func findings(
        _ world: World, _ official: OfficialGame, held: Int
    ) -> [String] {
        guard let game = world.game else { return ["no game"] }
        let boards = world.devices.compactMap { $0.board(of: game) }
        guard boards.count == world.devices.count else { return ["a device lacks the game"] }
        let documents = zip(world.devices, boards).map { device, board in
            Projection(table: device.book.table, device: device.key).game(board)
        }
        let names = world.devices.map { "device \($0.index)" }
        var comparison = Comparison(
            documents, of: names, with: official,
            .everything(moves: official.steps.count, held: held))
        let target = official.header.rules.target
        let ending = GamePhase(target == nil ? .closed : .decided)
        comparison.compare("state", "\(ending)", documents) { "\($0.state)" }
        comparison.compare("target", "\(target ?? 0)", documents) { "\($0.target ?? 0)" }
        comparison.compare("winner", "\(winner(official))", documents) {
            $0.winner.map { "\($0)" } ?? "nobody"
        }
        comparison.compare("what cannot be counted", "0", boards) {
            "\($0.later.count + $0.malformed.count + $0.danglingCount)"
        }
        comparison.compare("moves that count", "\(official.steps.count)", boards) { board in
            "\(board.timeline.count { $0.move != nil && $0.standing == .live })"
        }
        comparison.compare("players of several keepers", "0", boards) { "\($0.overlaps.count)" }
        comparison.compare("players of no keeper", "0", boards) { "\($0.untracked.count)" }
        comparison.compare("players' moves of no keeper", "0", boards) { board in
            "\(board.moves.compactMap(\.move).count { $0.isOfPlayer && !$0.isTracked })"
        }
        var found = comparison.differences
        let deliveries = world.deliveries
        if deliveries.overtaken == 0 { found.append("every entry came in order") }
        if deliveries.repeats == 0 { found.append("no entry came twice") }
        if boards[0].moves.allSatisfy({ $0.move?.isAlone == false }) {
            found.append("nobody recorded alone")
        }
        return found
    }

    private static func winner(_ official: OfficialGame) -> SideName {
        official.final.home > official.final.away ? .home : .away
    }
}

extension Move {
    fileprivate var isOfPlayer: Bool { if case .line = subject { true } else { false } }
}
