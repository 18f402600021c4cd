import Seeds
import Testing

@testable import MoveLog

/// What a device knows of the uptimes of other machines: laws over clocks that drift, messages that
/// take their time, and lies.
@Suite struct BootClocksTests {
    /// Devices whose uptimes begin anywhere and run at rates of their own.
    private struct Clockwork {
        var clocks: [BootClocks]
        let bases: [Duration]
        let rates: [Double]
        var now = Duration.zero
        /// What was told and is under way, from whom to whom.
        var told: [(from: Int, to: Int, clocks: [ToldClock])] = []

        init(devices: Int, random: inout SeededGenerator) {
            clocks = (0..<devices).map { BootClocks(own: BootID(rawValue: UInt64($0))) }
            bases = (0..<devices).map { _ in
                .milliseconds(Int.random(in: 0...90_000_000, using: &random))
            }
            // Any two are apart by one part in 10,000 at most.
            rates = (0..<devices).map { _ in Double.random(in: 0.99996...1.00004, using: &random) }
        }

        func uptime(_ device: Int, at instant: Duration) -> Duration {
            bases[device] + instant * rates[device]
        }

        func uptime(_ device: Int) -> Duration { uptime(device, at: now) }

        /// A ping, and an answer that was read off at some instant between.
        mutating func measure(_ device: Int, _ peer: Int, random: inout SeededGenerator) {
            let sent = now
            now += .microseconds(Int.random(in: 0...3_000_000, using: &random))
            let read = sent + (now - sent) * Double.random(in: 0...1, using: &random)
            let boot = clocks[peer].own
            clocks[device].measure(
                BootReading(boot: boot, uptime: uptime(peer, at: read)),
                between: uptime(device, at: sent), and: uptime(device))
        }

        mutating func tell(_ device: Int, to peer: Int) {
            let all = clocks[device].offsets.filter { $0.value.hops < MoveLogLimits.hopsMax }
            told.append(
                (device, peer, all.map { ToldClock($0.key, $0.value, at: uptime(device)) }))
        }

        /// Messages come in their order, some seconds later.
        mutating func deliver() {
            guard !told.isEmpty else { return }
            let (from, to, clocks) = told.removeFirst()
            let offsets = clocks.map { ($0.boot, $0.offset(at: uptime(to))) }
            self.clocks[to].hear(
                Dictionary(uniqueKeysWithValues: offsets), from: self.clocks[from].own,
                at: uptime(to))
        }

        /// By how much a device is off about another's uptime, and by how much it says that it may be.
        func error(_ device: Int, _ peer: Int) -> (off: Duration, said: Duration)? {
            clocks[device].offset(of: clocks[peer].own, at: uptime(device)).map {
                let off = uptime(device) + $0.offset - uptime(peer)
                return (off < .zero ? .zero - off : off, $0.error(at: uptime(device)))
            }
        }
    }

    @Test(arguments: seeds(UInt64(200)))
    func theTruthIsAlwaysWithinTheStatedError(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let devices = Int.random(in: 2...7, using: &random)
        var work = Clockwork(devices: devices, random: &random)
        var known = 0
        for _ in 0..<120 {
            let device = Int.random(in: 0..<devices, using: &random)
            // A chain: a device further away is known by others alone.
            let peer = device == 0 ? 1 : device - 1
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1: work.measure(device, peer, random: &random)
            case 2: work.tell(device, to: peer)
            case 3: work.tell(peer, to: device)
            case 4: work.deliver()
            default: work.now += .milliseconds(Int.random(in: 0...20_000, using: &random))
            }
            if work.told.count > 3 { work.deliver() }
            for one in 0..<devices {
                for other in 0..<devices {
                    guard let (off, said) = work.error(one, other) else { continue }
                    known += 1
                    #expect(off <= said, "\(one) of \(other): off by \(off), says \(said)")
                }
            }
        }
        #expect(known > 120)
    }

    /// A restart of the machine by a wall clock that is right: as near as before, and estimated.
    @Test(arguments: seeds(UInt64(50)))
    func whatAWallClockCarriesIsEstimated(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func milliseconds(_ max: Int64) -> Int64 { Int64.random(in: 0...max, using: &random) }
        let (old, next, far) = (
            BootID(rawValue: 1), BootID(rawValue: 2), BootID(rawValue: 3)
        )
        let then = Duration.milliseconds(milliseconds(90_000_000))
        let offset = Duration.milliseconds(milliseconds(9_000_000))
        let hops = UInt8.random(in: 1...MoveLogLimits.hopsMax, using: &random)
        let known = BootClocks.Offset(
            offset: offset, error: .milliseconds(3), measuredAt: then, hops: hops)
        let before = BootClocks(own: old, keeping: [far: known], at: then)
        let wall = milliseconds(1 << 41)
        let pause = milliseconds(86_400_000)
        let now = Moment(
            uptime: .milliseconds(milliseconds(90_000)), wall: WallTime(milliseconds: wall + pause))
        let after = before.carried(
            from: Moment(uptime: then, wall: WallTime(milliseconds: wall)), to: now, own: next)
        #expect(after.own == next)
        for (boot, uptime) in [(old, then), (far, then + offset)] {
            let carried = try #require(after.offset(of: boot, at: now.uptime))
            #expect(now.uptime + carried.offset == uptime + .milliseconds(pause))
            #expect(carried.isEstimated && !carried.isSettled(at: now.uptime))
        }
        #expect(after.offsets[old]?.hops == 1)
        #expect(after.offsets[far]?.hops == min(hops + 1, MoveLogLimits.hopsMax))
    }

    @Test func aWallClockThatIsWrongLeavesNoTimeInBetween() {
        let own = BootID(rawValue: 1)
        let walls: [(Int64, Int64)] = [
            (100_000, 20_000), (.max, 0), (.min, .max), (.max, .min), (0, .min),
        ]
        for (then, now) in walls {
            let carried = BootClocks(own: own).carried(
                from: Moment(uptime: .seconds(30), wall: WallTime(milliseconds: then)),
                to: Moment(uptime: .seconds(5), wall: WallTime(milliseconds: now)),
                own: BootID(rawValue: 2))
            #expect(carried.offsets[own]?.offset == .seconds(25), "\(then) to \(now)")
        }
        // One that shows nonsense leaves nothing, and ends nobody.
        let carried = BootClocks(own: own).carried(
            from: Moment(uptime: .zero, wall: WallTime(milliseconds: 0)),
            to: Moment(uptime: .zero, wall: WallTime(milliseconds: .max)),
            own: BootID(rawValue: 2))
        #expect(carried.offsets.isEmpty)
    }

    @Test func whatIsMeasuredComesFirstThenWhatIsNear() {
        let now = Duration.seconds(9)
        func offset(
            _ error: Int, hops: UInt8, isEstimated: Bool = false
        ) -> BootClocks.Offset {
            BootClocks.Offset(
                offset: .zero, error: .milliseconds(error), measuredAt: now, hops: hops,
                isEstimated: isEstimated)
        }
        // Each is better than all behind it.
        let ranks = [
            offset(40, hops: 1), offset(41, hops: 1), offset(2, hops: 2), offset(51, hops: 3),
            offset(60, hops: 1), offset(9000, hops: 1), offset(4, hops: 1, isEstimated: true),
            offset(3, hops: 2, isEstimated: true), offset(99, hops: 1, isEstimated: true),
        ]
        for (place, one) in ranks.enumerated() {
            for (other, worse) in ranks.enumerated() {
                #expect(one.isBetter(than: worse, at: now) == (place < other))
            }
        }
        // Drift makes worse what was good.
        let old = BootClocks.Offset(
            offset: .zero, error: .milliseconds(1), measuredAt: .zero, hops: 1)
        let late = Duration.seconds(600)
        #expect(old.error(at: late) == .milliseconds(61) && !old.isSettled(at: late))
    }

    /// Whatever is told, the invariants hold, and nothing that was measured here goes for it.
    @Test(arguments: seeds(UInt64(20)))
    func memoryIsBounded(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var clocks = BootClocks(own: BootID(rawValue: 0))
        var now = Duration.seconds(100)
        let peers = (1...50 as ClosedRange<UInt64>).map(BootID.init)
        for peer in peers {
            clocks.measure(
                BootReading(boot: peer, uptime: .seconds(5)), between: now - .seconds(1), and: now)
        }
        for _ in 0..<30 {
            now += .milliseconds(Int.random(in: 0...1000, using: &random))
            var told: [BootID: BootClocks.Offset] = [:]
            for _ in 0..<MoveLogLimits.bootsMax {
                let boot = BootID(
                    rawValue: random.next() >> UInt64.random(in: 0...63, using: &random))
                told[boot] = BootClocks.Offset(
                    offset: .milliseconds(Int64.random(in: .min ... .max, using: &random)),
                    error: .milliseconds(Int64.random(in: -9...70_000, using: &random)),
                    measuredAt: now, hops: UInt8.random(in: 0...255, using: &random),
                    isEstimated: Bool.random(using: &random))
                told[boot]?.offset = .milliseconds(Int.random(in: -9999...9999, using: &random))
            }
            clocks.hear(told, from: peers[Int.random(in: 0..<50, using: &random)], at: now)
            #expect(
                clocks.offsets.count <= MoveLogLimits.bootsMax && clocks.offsets[clocks.own] == nil)
            #expect(peers.allSatisfy { clocks.offsets[$0] != nil })
            #expect(
                clocks.offsets.values.allSatisfy {
                    (1...MoveLogLimits.hopsMax).contains($0.hops)
                        && (.zero...MoveLogLimits.clockErrorMax).contains($0.error)
                        && abs($0.offset.milliseconds) < 1 << 53
                })
        }
        #expect(clocks.offset(of: clocks.own, at: now)?.error == .zero)
        // In a week nobody knows anything any more.
        now += .seconds(8 * 86_400)
        #expect(clocks.offset(of: peers[0], at: now) == nil)
    }
}
