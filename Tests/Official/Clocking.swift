import Client
import Documents
import MoveLog
import Scorebook

/// What the keeper of the game clock enters: each period begins, runs, stands during time-outs and
/// is stopped at its end; the target where somebody must say it; the end where no target gives it.
struct Clocking {
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
        let reading = min(max(.zero, .milliseconds(step.elapsedMilliseconds ?? 0)), length)
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
        guard let line = index.firstIndex(of: slot) else {
            throw APIError.unfit("there is no slot \(slot)")
        }
        return .line(.created(line))
    }
}
