import MoveLog
import Seeds
import Simulator
import Testing

/// What devices know of the instants that others noted, by their own uptimes.
@Suite struct ClockTests {
    /// Expects that every device reads the time since everything that was noted right.
    private func expectRight(
        _ table: ClockTable, _ note: Comment, _ location: SourceLocation = #_sourceLocation
    ) {
        for device in table.replicas.indices {
            for noted in table.noted {
                guard let (off, said, known) = table.error(device, noted) else {
                    Issue.record(
                        "device \(device) knows no clock; \(note)", sourceLocation: location)
                    continue
                }
                #expect(
                    !known.isEstimated && off <= .milliseconds(100)
                        && off <= said + .milliseconds(1),
                    "device \(device): off by \(off), says \(said), hops \(known.hops); \(note)",
                    sourceLocation: location)
            }
        }
    }

    /// Tables at random: shapes, uptimes, wall clocks a day apart either way, delays that differ by
    /// direction, clocks that drift, links that go and come, instants noted at any time by anybody.
    @Test(.timeLimit(.minutes(2)), arguments: 1...60 as ClosedRange<UInt64>)
    func everyDeviceReadsTheTruth(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let devices = Int.random(in: 2...7, using: &random)
        var table = try ClockTable(devices: devices, seed: seed, drifts: true)
        table.jitterMax = .milliseconds(Int.random(in: 0...10, using: &random))
        let pairs = (1..<devices).map { (Bool.random(using: &random) ? $0 - 1 : 0, $0) }
        func delay() -> Duration { .microseconds(Int.random(in: 100...10_000, using: &random)) }
        for (a, b) in pairs where Bool.random(using: &random) {
            table.connect(a, b, delay(), delay())
        }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            table.pass(.milliseconds(Int.random(in: 0...40_000, using: &random)))
            table.note(Int.random(in: 0..<devices, using: &random))
        }
        for (a, b) in pairs {
            table.disconnect(a, b)
            table.pass(.milliseconds(Int.random(in: 0...8000, using: &random)))
            table.connect(a, b, delay(), delay())
        }
        table.pass(.seconds(12))
        expectRight(table, "seed \(seed)")
    }

    @Test func aLineHandsItOnHopByHop() throws {
        var table = try ClockTable(devices: 6, seed: 2)
        for device in 0..<5 {
            table.connect(device, device + 1, .milliseconds(3), .milliseconds(1))
        }
        table.pass(.seconds(3))
        let noted = table.note(0)
        table.pass(.seconds(3))
        expectRight(table, "a line")
        let hops = (0..<6).compactMap { table.error($0, noted)?.known.hops }
        #expect(hops == [0, 1, 2, 3, 4, 5])
    }

    /// Live, the reading is right as soon as the entry has come and a ping was answered.
    @Test func aStartIsReadRightAtOnce() throws {
        var table = try ClockTable(devices: 3, seed: 3)
        table.connect(0, 1, .milliseconds(5), .milliseconds(5))
        table.connect(0, 2, .milliseconds(5), .milliseconds(5))
        table.pass(.seconds(10))
        table.note(0)
        table.pass(.milliseconds(60))
        expectRight(table, "60 ms after a start")
    }

    /// A device learns of a start a minute later, from one that did not record it, while the
    /// recorder is away.
    @Test func aLateDeviceLearnsItFromAnother() throws {
        var table = try ClockTable(devices: 3, seed: 4)
        table.connect(0, 1, .milliseconds(2), .milliseconds(2))
        table.pass(.seconds(3))
        let noted = table.note(0)
        table.pass(.seconds(60))
        table.disconnect(0, 1)
        #expect(table.error(2, noted) == nil)
        table.connect(1, 2, .milliseconds(2), .milliseconds(2))
        table.pass(.milliseconds(100))
        expectRight(table, "a minute late")
        #expect(table.error(2, noted)?.known.hops == 2)
        // The recorder itself is believed before another.
        table.connect(0, 2, .milliseconds(2), .milliseconds(2))
        table.pass(.seconds(3))
        #expect(table.error(2, noted)?.known.hops == 1)
    }

    /// A way round of fast links is better than a direct one on which everything takes seconds.
    @Test func aSlowLinkIsNotBelievedBeforeAFastWay() throws {
        var table = try ClockTable(devices: 3, seed: 5)
        table.connect(0, 2, .milliseconds(900), .milliseconds(20))
        table.pass(.seconds(8))
        let noted = table.note(0)
        table.pass(.seconds(8))
        let (off, _, _) = try #require(table.error(2, noted))
        #expect(off > .milliseconds(100))
        table.connect(0, 1, .milliseconds(1), .milliseconds(1))
        table.connect(1, 2, .milliseconds(1), .milliseconds(1))
        table.pass(.seconds(8))
        expectRight(table, "round the slow link")
    }

    /// However long frames are under way, in whatever state a device is, a reading is off by no more
    /// than it says.
    @Test(.timeLimit(.minutes(2)), arguments: 1...60 as ClosedRange<UInt64>)
    func noReadingIsWorseThanItSays(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let devices = Int.random(in: 2...5, using: &random)
        var table = try ClockTable(devices: devices, seed: seed, drifts: true)
        table.jitterMax = .milliseconds(Int.random(in: 0...9000, using: &random))
        func delay() -> Duration { .milliseconds(Int.random(in: 0...5000, using: &random)) }
        for _ in 0..<6 {
            for device in 1..<devices where Bool.random(using: &random) {
                table.disconnect(device - 1, device)
                table.connect(device - 1, device, delay(), delay())
            }
            table.note(Int.random(in: 0..<devices, using: &random))
            for _ in 0..<40 {
                table.pass(.milliseconds(Int.random(in: 0...1000, using: &random)))
                for device in table.replicas.indices {
                    for noted in table.noted {
                        guard let (off, said, _) = table.error(device, noted) else { continue }
                        #expect(off <= said + .milliseconds(1), "seed \(seed), device \(device)")
                    }
                }
            }
        }
    }

    /// What a restart by a wall clock left is estimated until somebody knows it uninterrupted.
    @Test func anEstimateGivesWay() throws {
        var table = try ClockTable(devices: 3, seed: 6)
        table.connect(0, 1, .milliseconds(1), .milliseconds(1))
        let noted = table.note(0)
        table.pass(.seconds(5))
        table.disconnect(0, 1)
        let late = table.moment(2).uptime
        let guess = BootClocks.Offset(
            offset: .seconds(900), error: .zero, measuredAt: late, hops: 1, isEstimated: true)
        table.replicas[2].clocks = BootClocks(
            own: ClockTable.boot(2), keeping: [noted.reading.boot: guess], at: late)
        #expect(table.error(2, noted)?.known.isEstimated == true)
        // An estimate is taken for want of better, and given way to.
        table.connect(1, 2, .milliseconds(1), .milliseconds(1))
        table.pass(.seconds(4))
        expectRight(table, "after an estimate")
        #expect(table.error(1, noted)?.known.hops == 1)
    }

    @Test func aQuietTableTellsOfClocksOnce() throws {
        var table = try ClockTable(devices: 3, seed: 7)
        table.connect(0, 1, .milliseconds(1), .milliseconds(1))
        table.connect(1, 2, .milliseconds(1), .milliseconds(1))
        table.pass(.seconds(5))
        let before = table.framesSent
        table.pass(.seconds(60))
        // A ping and a pong every two seconds, from each side at most.
        #expect(table.framesSent - before <= 248)
        // What drifted away is told again in time: nobody has to be asked.
        table.pass(.seconds(3600))
        let noted = table.note(0)
        let (_, said, _) = try #require(table.error(2, noted))
        #expect(said <= .milliseconds(50))
    }
}
