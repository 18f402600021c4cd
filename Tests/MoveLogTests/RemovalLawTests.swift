import Seeds
import Simulator
import Testing

@testable import MoveLog

@Suite struct RemovalLawTests {
    private let seal = ToySeal(device: 600)

    /// Takes runs in until no more attach.
    private func take(_ runs: [Run], into log: inout TableLog, _ trust: TableLog.Trust) {
        var waiting = runs
        var isGrowing = true
        while isGrowing {
            let before = waiting.count
            waiting = waiting.filter { run in
                switch log.insert(run, trust: trust) {
                case .admitted, .held, .beyondCut: return false
                case .gap: return true
                case .refused, .malformed, .forged:
                    Issue.record("an honest run was not taken: \(run.author) \(run.after)")
                    return false
                }
            }
            isGrowing = waiting.count < before
        }
    }

    private func expectModel(_ log: TableLog, _ seed: UInt64) {
        let model = RemovalModel(of: log)
        #expect(log.memberKeys == model.members, "seed \(seed)")
        #expect(log.frontier == model.frontier, "seed \(seed)")
        let placed = log.allPlaced()
        #expect(Set(placed.map(\.entry)) == model.entries, "seed \(seed)")
        #expect(log.entryCount == placed.count, "seed \(seed)")
        let ordered = Array(OrderedEntries(of: log))
        #expect(Set(ordered) == Set(placed) && ordered.count == placed.count, "seed \(seed)")
        // A liar's lamports may fall: then its entries stay behind its earlier ones.
        let isRising = zip(placed, placed.dropFirst()).allSatisfy {
            $0.entry.id.author != $1.entry.id.author || $0.place < $1.place
        }
        if isRising {
            let isSorted = ordered == placed.sorted { $0.place < $1.place }
            #expect(isSorted, "seed \(seed)")
        }
        // The order follows what counts alone, and is total.
        var bound = LamportBound()
        for item in placed { _ = bound.insert(item.entry.lamport) }
        for item in placed {
            let lamport = bound.isAbsurd(item.entry.lamport) ? 0 : item.entry.lamport
            #expect(item.place.lamport == lamport, "seed \(seed)")
        }
        #expect(Set(placed.map(\.place)).count == placed.count, "seed \(seed)")
        for item in placed { #expect(log.entries(item.entry.id).contains(item), "seed \(seed)") }
    }

    @Test(arguments: seeds(UInt64(100)))
    func whatCountsIsAFunctionOfTheSetAndAsThePageSays(seed: UInt64) throws {
        var supply = try RemovalSupply(seed: seed)
        let empty = TableLog(charter: supply.charter, seal: seal)
        var reference: LogState?
        for _ in 0..<3 {
            let runs = supply.runs.shuffled(using: &supply.random)
            let half = runs.count / 2
            var log = empty
            take(Array(runs[..<half]), into: &log, .ownDisk)
            expectModel(log, seed)
            take(runs, into: &log, .ownDisk)
            expectModel(log, seed)
            let state = LogState(log)
            if let reference { #expect(state == reference, "seed \(seed)") }
            reference = state
        }
    }

    @Test(arguments: seeds(UInt64(100)))
    func devicesThatHandOnWhatCountsAgree(seed: UInt64) throws {
        var supply = try RemovalSupply(seed: seed + 10_000)
        var logs = (0..<3).map { _ in TableLog(charter: supply.charter, seal: seal) }
        for index in logs.indices {
            let runs = supply.runs.shuffled(using: &supply.random)
            let count = Int.random(in: 0...runs.count, using: &supply.random)
            take(Array(runs[..<count]), into: &logs[index], index == 0 ? .audit : .verify)
        }
        var rounds = 0
        var states: [LogState] = []
        repeat {
            states = logs.map(LogState.init)
            for from in logs.indices {
                for to in logs.indices where to != from {
                    take(
                        logs[from].spans.compactMap { logs[from].run($0) }, into: &logs[to],
                        .verify)
                }
            }
            rounds += 1
        } while logs.map(LogState.init) != states && rounds < 20
        #expect(rounds < 20, "seed \(seed)")
        #expect(states.allSatisfy { $0 == states[0] }, "seed \(seed)")
        for log in logs { expectModel(log, seed) }
    }

    /// Who counts and how much of each log.
    private struct Reckoning: Equatable {
        let countedParts: [AuthorID: CountedPart]
        let removals: [PublicKey: Removal]
        let deputies: Set<PublicKey>
        let keys: [PublicKey]
        let lengths: [Int?]

        init(of members: Membership) {
            countedParts = members.countedParts
            removals = members.removals
            deputies = Set(members.deputies.keys)
            keys = members.keys
            lengths = keys.map { members.chain(of: $0)?.invitations.count }
        }
    }

    /// Most entries say nothing of devices, and who counts is not computed again for them.
    @Test(arguments: seeds(UInt64(60)))
    func aReviewThatWasLeftOutWouldHaveChangedNothing(seed: UInt64) throws {
        _ = try follow(seed)
    }

    @Test func mostRunsBehindARemovalAreFollowed() throws {
        var (moved, unmoved) = (0, 0)
        for seed in 1...20 as ClosedRange<UInt64> {
            let counts = try follow(seed)
            moved += counts.moved
            unmoved += counts.unmoved
        }
        #expect(moved > 60 && unmoved > 150)
    }

    /// Takes a supply in run by run and compares with a review after each. How often none was needed,
    /// with ends of what counts that moved and without.
    private func follow(_ seed: UInt64) throws -> (moved: Int, unmoved: Int) {
        // Few devices with long logs, in which most runs hold nothing of devices.
        var supply = try RemovalSupply(seed: seed + 20_000, devices: 4, steps: 150)
        var log = TableLog(charter: supply.charter, seal: seal)
        var waiting = supply.runs.shuffled(using: &supply.random)
        var counts = (moved: 0, unmoved: 0)
        var isGrowing = true
        while isGrowing {
            let before = waiting.count
            waiting = try waiting.filter { run in
                let old = log.members
                guard case .admitted = log.insert(run, trust: .audit) else { return true }
                var fresh = log.members
                fresh.review(log.authors)
                let isSame = Reckoning(of: log.members) == Reckoning(of: fresh)
                #expect(isSame, "seed \(seed)")
                let isKnown =
                    log.members.version != old.version
                    || Reckoning(of: log.members) == Reckoning(of: old)
                #expect(isKnown, "seed \(seed)")
                var short = old
                guard old.countedParts[run.author] != nil, try !hasActs(run),
                    let held = log.authors[run.author], short.follow(held)
                else { return false }
                if short.version == old.version { counts.unmoved += 1 } else { counts.moved += 1 }
                return false
            }
            isGrowing = waiting.count < before
        }
        return counts
    }

    private func hasActs(_ run: Run) throws -> Bool {
        try run.entries().contains { MembershipEntry.limit(of: $0.entry.kind) != nil }
    }

    @Test func theSuppliesHoldWhatTheyAreFor() throws {
        var removals = 0
        var uncounted = 0
        var shut = 0
        var forks = 0
        for seed in 1...40 as ClosedRange<UInt64> {
            let supply = try RemovalSupply(seed: seed)
            var log = TableLog(charter: supply.charter, seal: seal)
            take(supply.runs, into: &log, .ownDisk)
            removals += log.removals.count
            for key in log.deviceKeys {
                uncounted += log.uncountedCount(of: key)
                #expect(log.uncounted(of: key).count == log.uncountedCount(of: key))
                if !log.isMember(key), !log.isRemoved(key) { shut += 1 }
            }
            forks += log.forkedAuthors.count
        }
        #expect(removals > 40, "\(removals)")
        #expect(uncounted > 200, "\(uncounted)")
        #expect(shut > 3, "\(shut)")
        #expect(forks > 40, "\(forks)")
    }
}
