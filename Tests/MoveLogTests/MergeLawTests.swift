import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A table's worth of runs by several authors, some of them forked, cut at random places: what a
/// merge may be asked to take in, in any order.
struct RunSupply {
    let charter: Charter
    var runs: [Run] = []
    var random: SeededGenerator

    init(seed: UInt64, authors: Int = 3, entries: Int = 30) throws {
        random = SeededGenerator(seed: seed)
        let founder = ToySeal(device: 0)
        charter = try Charter(
            founding: random.nonce16(), at: WallTime(milliseconds: 5), seal: founder)
        for device in 0..<authors {
            let seal = ToySeal(device: UInt64(device))
            try write(seal, entries: entries, forks: device == 1)
        }
    }

    private mutating func write(_ seal: ToySeal, entries: Int, forks: Bool) throws {
        var founder = replica(ToySeal(device: 0), chain: InvitationChain())
        let chain = try founder.invite(seal.publicKey, at: moment)
        var writer = replica(seal, chain: seal.publicKey == charter.founderKey ? .init() : chain)
        try record(Int.random(in: 1...entries, using: &random), by: &writer)
        var twin = writer
        try record(entries, by: &writer)
        runs += runs(of: &writer)
        guard forks else { return }
        // The twin goes on from an earlier state under the same author, as a restored backup does.
        try record(Int.random(in: 1...entries, using: &random), by: &twin)
        runs += runs(of: &twin)
    }

    private func replica(_ seal: ToySeal, chain: InvitationChain) -> Replica {
        let own = (try? Charter(founding: charter.founding, chain: chain, seal: seal)) ?? charter
        return Replica(
            charter: own, commits: [], startsNewIncarnation: false, seal: seal,
            random: SeededGenerator(seed: 77), at: moment)
    }

    private var moment: Moment { Moment(uptime: .seconds(1), wall: WallTime(milliseconds: 9)) }

    private mutating func record(_ count: Int, by replica: inout Replica) throws {
        for _ in 0..<count {
            let body = (0..<Int.random(in: 0...60, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            let kind = Kind(rawValue: UInt32.random(in: 16...200, using: &random))
            _ = try replica.record([Draft(scope: .table, kind: kind, body: body)], at: moment)
        }
    }

    /// All that a replica recorded, as runs that others can check.
    private func runs(of replica: inout Replica) -> [Run] {
        replica.signEnds()
        let (log, author) = (replica.log, replica.author)
        return log.spans.filter { $0.author == author }.compactMap { log.run($0) }
    }
}

extension SeededGenerator {
    mutating func nonce16() -> Octets16 {
        let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &self) }
        guard let octets = Octets16(bytes) else { preconditionFailure("16 bytes are 16") }
        return octets
    }
}

/// What must be equal for two logs to be the same.
struct LogState: Equatable {
    var digest: Digest
    var frontier: Frontier
    var placed: Set<Placed>
    var members: [PublicKey]

    init(_ log: TableLog) {
        digest = log.digest
        frontier = log.frontier
        placed = Set(log.allPlaced())
        members = log.memberKeys
    }
}

@Suite struct MergeLawTests {
    /// Takes runs in until no more attach, as a peer that asks again would.
    private func merged(_ runs: [Run], into log: TableLog) -> TableLog {
        var log = log
        var waiting = runs
        var isGrowing = true
        while isGrowing {
            let before = waiting.count
            waiting = waiting.filter { run in
                switch log.insert(run, trust: .verify) {
                case .admitted, .held: return false
                case .gap: return true
                case .refused, .malformed, .forged, .beyondCut:
                    Issue.record("an honest run was not taken: \(run.author) \(run.after)")
                    return false
                }
            }
            isGrowing = waiting.count < before
        }
        #expect(waiting.isEmpty)
        return log
    }

    @Test(arguments: seeds(UInt64(40)))
    func mergeIsCommutativeAssociativeAndIdempotent(seed: UInt64) throws {
        var supply = try RunSupply(seed: seed)
        let empty = TableLog(charter: supply.charter, seal: ToySeal(device: 600))
        let reference = LogState(merged(supply.runs, into: empty))
        #expect(reference.frontier.leaves.count == 4)
        for _ in 0..<4 {
            let once = supply.runs.shuffled(using: &supply.random)
            let cut = Int.random(in: 0...once.count, using: &supply.random)
            let halves = merged(
                Array(once[cut...]) + once, into: merged(Array(once[..<cut]), into: empty))
            #expect(LogState(halves) == reference)
            #expect(LogState(merged(once, into: halves)) == reference)
        }
    }

    /// As the sorted list of all, and of one game as its part of that.
    @Test(arguments: seeds(UInt64(40)))
    func entriesAreReadInOrderAStrideAtATime(seed: UInt64) throws {
        let supply = try RunSupply(seed: seed)
        let log = merged(
            supply.runs, into: TableLog(charter: supply.charter, seal: ToySeal(device: 600)))
        let sorted = log.allPlaced().sorted { $0.place < $1.place }
        #expect(Array(OrderedEntries(of: log)) == sorted)
        let games = Set(
            sorted.compactMap { placed -> EntryID? in
                if case .game(let game) = placed.entry.scope { game } else { nil }
            })
        for game in games {
            let part = sorted.filter { $0.entry.id == game || $0.entry.scope == .game(game) }
            #expect(Array(OrderedEntries(of: log, about: game)) == part)
        }
    }

    @Test(arguments: seeds(UInt64(20)))
    func orderIsTotalAndCausal(seed: UInt64) throws {
        let supply = try RunSupply(seed: seed)
        let log = merged(
            supply.runs, into: TableLog(charter: supply.charter, seal: ToySeal(device: 600)))
        let places = log.allPlaced().map(\.place)
        #expect(Set(places).count == places.count)
        let sorted = places.sorted()
        for (lower, upper) in zip(sorted, sorted.dropFirst()) {
            #expect(lower < upper)
            #expect(!(upper < lower))
        }
        for placed in log.allPlaced() where placed.entry.id.sequence > 1 {
            let before = EntryID(
                author: placed.entry.id.author, sequence: placed.entry.id.sequence - 1)
            #expect(log.entries(before).contains { $0.place < placed.place })
        }
    }
}

@Suite struct LamportBoundTests {
    @Test(arguments: seeds(UInt64(50)))
    func absurdityIsAFunctionOfTheSet(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let step = MoveLogLimits.lamportStepMax
        let lamports: [UInt64] = (0..<40).map { _ in
            switch Int.random(in: 0..<6, using: &random) {
            case 0: UInt64.random(in: 0...UInt64.max, using: &random)
            case 1: MoveLogLimits.lamportMax + UInt64.random(in: 0...5, using: &random)
            case 2: step * UInt64.random(in: 0...30, using: &random)
            default: UInt64.random(in: 0...(step * 3), using: &random)
            }
        }
        // The definition, read naively.
        var highest: UInt64 = 0
        for lamport in Set(lamports).sorted() {
            guard lamport < MoveLogLimits.lamportMax, lamport - highest <= step else { break }
            highest = lamport
        }
        for _ in 0..<5 {
            var bound = LamportBound()
            for lamport in lamports.shuffled(using: &random) { _ = bound.insert(lamport) }
            #expect(bound.highest == highest)
            for lamport in lamports { #expect(bound.isAbsurd(lamport) == (lamport > highest)) }
        }
    }
}
