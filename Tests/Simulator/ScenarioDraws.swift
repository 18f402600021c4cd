import Seeds

/// How a scenario is drawn: what most seeds have is cheap, and what is dear few seeds have.
extension Scenario {
    /// One draw in so many.
    private func isOne(_ count: Int, _ stream: inout SeededGenerator) -> Bool {
        Int.random(in: 0..<count, using: &stream) == 0
    }

    private func seconds(
        _ range: ClosedRange<Int>, _ stream: inout SeededGenerator
    ) -> Duration {
        .seconds(Int.random(in: range, using: &stream))
    }

    mutating func drawTable() {
        var size = Trouble.size.stream(of: seed, .scenario)
        switch Int.random(in: 0..<500, using: &size) {
        case 0:
            devices = Int.random(in: 20...50, using: &size)
            // Of so many a mesh takes as long as a thousand other tables.
            if !isOne(5, &size) { devices = devices / 3 }
        case 1...10: devices = Int.random(in: 7...16, using: &size)
        default: devices = Int.random(in: 2...6, using: &size)
        }
        topology = Topology.allCases.randomElement(using: &size) ?? .mesh
        trouble = seconds(10...40, &size)
        var pace = Trouble.pace.stream(of: seed, .scenario)
        self.pace = .milliseconds(Int.random(in: 100...2000, using: &pace) * max(1, devices / 4))
    }

    mutating func drawNetwork() {
        var loss = Trouble.loss.stream(of: seed, .scenario)
        lossPercent = [0, 0, 2, 10, 30].randomElement(using: &loss) ?? 0
        var duplication = Trouble.duplication.stream(of: seed, .scenario)
        duplicationPercent = [0, 0, 5, 50].randomElement(using: &duplication) ?? 0
        var repetition = Trouble.repetition.stream(of: seed, .scenario)
        repetitionPercent = [0, 0, 0, 0, 5, 50].randomElement(using: &repetition) ?? 0
        var delay = Trouble.delay.stream(of: seed, .scenario)
        delayMax = .milliseconds([1, 5, 50, 400].randomElement(using: &delay) ?? 1)
        var slowness = Trouble.slowness.stream(of: seed, .scenario)
        slowBytes = [0, 0, 400, 4000].randomElement(using: &slowness) ?? 0
        var parted = Trouble.partitions.stream(of: seed, .scenario)
        if isOne(3, &parted) { partitions = seconds(3...20, &parted) }
        var oneWay = Trouble.oneWays.stream(of: seed, .scenario)
        if isOne(4, &oneWay) { oneWays = seconds(3...20, &oneWay) }
        var reset = Trouble.breaks.stream(of: seed, .scenario)
        if isOne(5, &reset) { breaks = seconds(1...8, &reset) }
    }

    mutating func drawPower() {
        var crash = Trouble.crashes.stream(of: seed, .scenario)
        if isOne(2, &crash) { crashes = seconds(2...15, &crash) }
        tornPercent = [0, 30, 100].randomElement(using: &crash) ?? 0
        midTurnPercent = [0, 50, 100].randomElement(using: &crash) ?? 0
        harshPercent = [0, 0, 80, 90, 100].randomElement(using: &crash) ?? 0
        var away = Trouble.offline.stream(of: seed, .scenario)
        if isOne(3, &away) { offline = seconds(5...30, &away) }
        var asleep = Trouble.sleeps.stream(of: seed, .scenario)
        if isOne(4, &asleep) { sleeps = seconds(4...20, &asleep) }
        var jump = Trouble.clockJumps.stream(of: seed, .scenario)
        if isOne(6, &jump) { clockJumps = seconds(3...20, &jump) }
        var timed = Trouble.timing.stream(of: seed, .scenario)
        isTimed = isOne(6, &timed)
    }

    mutating func drawDisks() {
        var fault = Trouble.diskFaults.stream(of: seed, .scenario)
        if isOne(5, &fault) { diskFaults = seconds(3...15, &fault) }
        var rot = Trouble.decay.stream(of: seed, .scenario)
        if isOne(8, &rot) { decay = seconds(2...10, &rot) }
        var backup = Trouble.backups.stream(of: seed, .scenario)
        if isOne(10, &backup) { backups = seconds(4...15, &backup) }
        isBackupNoticed = Bool.random(using: &backup)
        var clone = Trouble.clones.stream(of: seed, .scenario)
        if isOne(16, &clone) { clonedAt = seconds(2...12, &clone) }
    }

    mutating func drawMembers() {
        var dialect = Trouble.dialects.stream(of: seed, .scenario)
        if isOne(4, &dialect) {
            olderPercent = [0, 30, 60].randomElement(using: &dialect) ?? 0
            newerPercent = [30, 60].randomElement(using: &dialect) ?? 30
        }
        var newcomer = Trouble.newcomers.stream(of: seed, .scenario)
        if isOne(5, &newcomer) { newcomers = Int.random(in: 1...3, using: &newcomer) }
        var removal = Trouble.removals.stream(of: seed, .scenario)
        if isOne(6, &removal) { removals = seconds(3...15, &removal) }
        var reticence = Trouble.reticence.stream(of: seed, .scenario)
        if isOne(4, &reticence) {
            unaskedBytes = [0, 200, 2000].randomElement(using: &reticence) ?? 0
        }
        var hostile = Trouble.hostility.stream(of: seed, .scenario)
        // A member that stays and floods fills a link of a few hundred bytes a second for good.
        if isOne(8, &hostile), slowBytes == 0 {
            var drawn = Hostility(seed: seed)
            if !isOne(8, &hostile) { drawn.pace = max(drawn.pace, .milliseconds(100)) }
            hostility = drawn
        }
    }

    /// Takes a kind of trouble away. False when there was none of it, or when no table can be without.
    package mutating func switchOff(_ trouble: Trouble) -> Bool {
        switch trouble {
        case .size, .pace, .wire, .dialling: return false
        case .loss: return clear(\.lossPercent, 0)
        case .duplication: return clear(\.duplicationPercent, 0)
        case .repetition: return clear(\.repetitionPercent, 0)
        case .delay: return clear(\.delayMax, .milliseconds(1))
        case .slowness: return clear(\.slowBytes, 0)
        case .timing: return clear(\.isTimed, false)
        case .reticence: return clear(\.unaskedBytes, nil)
        case .crashes: return clear(\.crashes, nil)
        case .partitions: return clear(\.partitions, nil)
        case .oneWays: return clear(\.oneWays, nil)
        case .breaks: return clear(\.breaks, nil)
        case .offline: return clear(\.offline, nil)
        case .sleeps: return clear(\.sleeps, nil)
        case .diskFaults: return clear(\.diskFaults, nil)
        case .decay: return clear(\.decay, nil)
        case .clockJumps: return clear(\.clockJumps, nil)
        case .backups: return clear(\.backups, nil)
        case .clones: return clear(\.clonedAt, nil)
        case .dialects:
            let wasOlder = clear(\.olderPercent, 0)
            return clear(\.newerPercent, 0) || wasOlder
        case .newcomers: return clear(\.newcomers, 0)
        case .removals: return clear(\.removals, nil)
        case .hostility: return clear(\.hostility, nil)
        }
    }

    private mutating func clear<Value: Equatable>(
        _ field: WritableKeyPath<Scenario, Value>, _ none: Value
    ) -> Bool {
        guard self[keyPath: field] != none else { return false }
        self[keyPath: field] = none
        return true
    }
}
