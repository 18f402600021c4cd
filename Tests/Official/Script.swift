import Client
import Documents
import MoveLog
import Scorebook
import Seeds

/// What each keeper of a table enters of a real game, and when: a moment of the game is the same
/// part of the time for all, and each keeper is a little behind it.
struct Script: Sendable {
    /// What a keeper enters at once.
    enum Item: Sendable {
        /// A move, which gets the bits that only the device knows.
        case move(Move)
        /// Whatever needs no more than it says.
        case entry(any GameBody)
    }

    /// An item and the time for it.
    struct Line: Sendable {
        let due: Duration
        let item: Item
    }

    /// By device, each in the order in which its keeper enters it.
    private(set) var lines: [[Line]]
    private let official: OfficialGame
    private let hands: Hands
    private let span: Duration
    private var lag: [Duration]
    private var random: SeededGenerator

    /// Writes the script of a game for some devices. With `setsTarget` the keeper of the game clock
    /// gives the target when its period begins; `leavingOut` is a step that its keeper misses.
    init(
        of official: OfficialGame, for devices: Int, within span: Duration, seed: UInt64,
        setsTarget: Bool, leavingOut left: Int? = nil
    ) throws {
        random = SeededGenerator(seed: seed)
        self.official = official
        self.span = span
        hands = Hands(of: official, to: devices, random: &random)
        lines = Array(repeating: [], count: devices)
        lag = Array(repeating: .zero, count: devices)
        for device in lines.indices {
            let claim = TrackingClaimed(try hands.slots[device].map(official.subject))
            add(.entry(claim), by: device, at: 0)
        }
        var clock = Clocking(official, setsTarget: setsTarget)
        for (index, (step, move)) in zip(official.steps, try official.moves()).enumerated() {
            for entry in clock.before(step) {
                add(.entry(entry), by: hands.keeperOfClock, at: index)
            }
            if index != left { add(.move(move), by: hands.keeper(of: step), at: index) }
            for entry in clock.after(step) {
                add(.entry(entry), by: hands.keeperOfClock, at: index)
            }
        }
        for entry in clock.ending {
            add(.entry(entry), by: hands.keeperOfClock, at: official.steps.count)
        }
    }

    /// Adds what happens at the time of a step.
    private mutating func add(_ item: Item, by device: Int, at step: Int) {
        let moment = span * step / max(1, official.steps.count)
        lag[device] = max(
            .zero, lag[device] + span * Double.random(in: -0.02...0.02, using: &random))
        let due = max(moment + lag[device], lines[device].last?.due ?? .zero)
        lines[device].append(Line(due: due, item: item))
    }
}

/// What the keeper of the game clock enters: each period begins, runs, stands during time-outs and
/// is stopped at its end; the target where somebody must say it; the end where no target gives it.
private struct Clocking {
    private let official: OfficialGame
    private let rules: Rules?
    private let setsTarget: Bool
    private var period = 0
    private var isRunning = false

    init(_ official: OfficialGame, setsTarget: Bool) {
        self.official = official
        self.setsTarget = setsTarget
        rules = try? official.creation().rules
    }

    mutating func before(_ step: ImportStep) -> [any GameBody] {
        guard step.period > period, step.period <= official.periods.count else { return [] }
        var entries = stop(at: length)
        period = step.period
        entries.append(PeriodBegan(period: period))
        guard period != official.header.rules.targetPeriod else {
            // Played without a clock, to a target that stands when it begins.
            if setsTarget, let target = official.targetAfterPeriods {
                entries.append(RulesChanged(changes: [.target: target]))
            }
            return entries
        }
        isRunning = true
        return entries + [GameClockEntry(.start, period: period, elapsed: .zero)]
    }

    mutating func after(_ step: ImportStep) -> [any GameBody] {
        guard step.kind == "timeout", step.period == period, isRunning else { return [] }
        let reading = min(max(.zero, .seconds(step.clockSeconds)), length)
        let entries = stop(at: reading)
        isRunning = true
        return entries + [GameClockEntry(.start, period: period, elapsed: reading)]
    }

    var ending: [any GameBody] {
        guard official.header.rules.target == nil else { return [] }
        let stop = GameClockEntry(.stop, period: period, elapsed: length)
        return [stop, GameEnded()]
    }

    private var length: Duration { rules?.length(ofPeriod: period) ?? .zero }

    private mutating func stop(at reading: Duration) -> [any GameBody] {
        guard isRunning else { return [] }
        isRunning = false
        return [GameClockEntry(.stop, period: period, elapsed: reading)]
    }
}

extension OfficialGame {
    /// The target as a keeper finds it when its period begins: the leader's points so far and the
    /// league's margin; nil for a game without one.
    package var targetAfterPeriods: Int? {
        guard let last = header.rules.targetPeriod, let margin = header.rules.targetMargin else {
            return nil
        }
        let before = periods.prefix(last - 1)
        return max(
            before.map(\.home).reduce(0, +), before.map(\.away).reduce(0, +)) + margin
    }

    /// The line of a slot in the game that an import creates.
    func subject(_ slot: String) throws -> Subject {
        let index = file.slots(of: .home) + file.slots(of: .away)
        guard let line = index.firstIndex(of: slot) else { throw DocumentsError.unknownSlot(slot) }
        return .line(.created(line))
    }
}
