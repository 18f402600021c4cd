import MoveLog
import Seeds
import Simulator
import Testing

/// What devices know of when an entry was recorded, by their own uptimes.
@Suite struct AgeTests {
    /// Expects that every device reads the age of every entry right.
    private func expectRight(
        _ table: AgeTable, _ note: Comment, _ location: SourceLocation = #_sourceLocation
    ) {
        for device in table.replicas.indices {
            for entry in table.recordedAt.keys {
                guard let (off, anchor) = table.error(device, entry) else {
                    Issue.record("device \(device) knows no age; \(note)", sourceLocation: location)
                    continue
                }
                let doubt = anchor.doubt(at: table.moment(device).uptime)
                #expect(
                    !anchor.isEstimated && off <= .milliseconds(100)
                        && off <= doubt + .milliseconds(1),
                    "device \(device): off by \(off), doubt \(doubt), hops \(anchor.hops); \(note)",
                    sourceLocation: location)
            }
        }
    }

    /// Tables at random: shapes, uptimes, wall clocks a day apart either way, delays that differ by
    /// direction, links that go and come, entries recorded at any time by anybody.
    @Test(.timeLimit(.minutes(2)), arguments: 1...60 as ClosedRange<UInt64>)
    func everyDeviceReadsTheTruth(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let devices = Int.random(in: 2...7, using: &random)
        var table = try AgeTable(devices: devices, seed: seed)
        table.jitterMax = .milliseconds(Int.random(in: 0...10, using: &random))
        let pairs = (1..<devices).map { (Bool.random(using: &random) ? $0 - 1 : 0, $0) }
        func delay() -> Duration { .microseconds(Int.random(in: 100...10_000, using: &random)) }
        for (a, b) in pairs where Bool.random(using: &random) {
            table.connect(a, b, delay(), delay())
        }
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            table.pass(.milliseconds(Int.random(in: 0...40_000, using: &random)))
            try table.record(Int.random(in: 0..<devices, using: &random))
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
        var table = try AgeTable(devices: 6, seed: 2)
        for device in 0..<5 {
            table.connect(device, device + 1, .milliseconds(3), .milliseconds(1))
        }
        table.pass(.seconds(3))
        let entry = try table.record(0)
        table.pass(.seconds(3))
        expectRight(table, "a line")
        let hops = (0..<6).compactMap { table.error($0, entry)?.anchor.hops }
        #expect(hops == [0, 1, 2, 3, 4, 5])
    }

    /// Live, the reading is right as soon as the entry has come and a ping was answered.
    @Test func aStartIsReadRightAtOnce() throws {
        var table = try AgeTable(devices: 3, seed: 3)
        table.connect(0, 1, .milliseconds(5), .milliseconds(5))
        table.connect(0, 2, .milliseconds(5), .milliseconds(5))
        table.pass(.seconds(10))
        try table.record(0)
        table.pass(.milliseconds(60))
        expectRight(table, "60 ms after a start")
    }

    /// A device learns of a start a minute later, from one that did not record it, while the
    /// recorder is away.
    @Test func aLateDeviceLearnsItFromAnother() throws {
        var table = try AgeTable(devices: 3, seed: 4)
        table.connect(0, 1, .milliseconds(2), .milliseconds(2))
        table.pass(.seconds(3))
        let entry = try table.record(0)
        table.pass(.seconds(60))
        table.disconnect(0, 1)
        #expect(table.error(2, entry) == nil)
        table.connect(1, 2, .milliseconds(2), .milliseconds(2))
        table.pass(.milliseconds(100))
        expectRight(table, "a minute late")
        #expect(table.error(2, entry)?.anchor.hops == 2)
        // The recorder itself is believed before another.
        table.connect(0, 2, .milliseconds(2), .milliseconds(2))
        table.pass(.seconds(3))
        #expect(table.error(2, entry)?.anchor.hops == 1)
    }

    /// A way round of fast links is better than a direct one on which everything takes seconds.
    @Test func aSlowLinkIsNotBelievedBeforeAFastWay() throws {
        var table = try AgeTable(devices: 3, seed: 5)
        table.connect(0, 2, .milliseconds(900), .milliseconds(20))
        table.pass(.seconds(8))
        let entry = try table.record(0)
        table.pass(.seconds(8))
        let (off, _) = try #require(table.error(2, entry))
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
        var table = try AgeTable(devices: devices, seed: seed)
        table.jitterMax = .milliseconds(Int.random(in: 0...9000, using: &random))
        func delay() -> Duration { .milliseconds(Int.random(in: 0...5000, using: &random)) }
        for _ in 0..<6 {
            for device in 1..<devices where Bool.random(using: &random) {
                table.disconnect(device - 1, device)
                table.connect(device - 1, device, delay(), delay())
            }
            try table.record(Int.random(in: 0..<devices, using: &random))
            for _ in 0..<40 {
                table.pass(.milliseconds(Int.random(in: 0...1000, using: &random)))
                for device in table.replicas.indices {
                    for entry in table.recordedAt.keys {
                        guard let (off, anchor) = table.error(device, entry) else { continue }
                        let doubt = anchor.doubt(at: table.moment(device).uptime)
                        #expect(off <= doubt + .milliseconds(1), "seed \(seed), device \(device)")
                    }
                }
            }
        }
    }

    /// What a restart by a wall clock left is estimated until somebody knows it uninterrupted.
    @Test func anEstimateGivesWay() throws {
        var table = try AgeTable(devices: 3, seed: 6)
        table.connect(0, 1, .milliseconds(1), .milliseconds(1))
        let entry = try table.record(0)
        table.pass(.seconds(5))
        table.disconnect(0, 1)
        let known = try #require(table.replicas[1].anchor(of: entry))
        let late = table.moment(2).uptime
        let guess = Anchor(
            uptime: late - .seconds(900), measuredAt: late, hops: 1, isEstimated: true)
        table.replicas[2].restore(anchors: [entry: guess])
        // An estimate is taken for want of better, and given way to.
        table.connect(1, 2, .milliseconds(1), .milliseconds(1))
        table.pass(.seconds(4))
        expectRight(table, "after an estimate")
        #expect(table.replicas[1].anchor(of: entry)?.uptime == known.uptime)
    }

    @Test func aTableThatIsQuietAboutAgesSendsNone() throws {
        var table = try AgeTable(devices: 2, seed: 7)
        table.connect(0, 1, .milliseconds(1), .milliseconds(1))
        table.pass(.seconds(5))
        let before = table.framesSent
        table.pass(.seconds(20))
        // A ping and a pong every two seconds, from each side at most.
        #expect(table.framesSent - before <= 44)
        try table.record(0)
        table.pass(.seconds(2))
        let after = table.framesSent
        table.pass(.seconds(20))
        #expect(table.framesSent - after <= 70)
    }

    @Test func memoryIsBoundedAndWhatIsFollowedStays() throws {
        var table = try AgeTable(devices: 1, seed: 8)
        let first = try table.record(0)
        for _ in 0..<400 {
            _ = try table.replicas[0].record(
                [Draft(scope: .table, kind: AgeTable.timed, body: [])], at: table.moment(0))
        }
        #expect(table.replicas[0].anchors.count == Limits.anchorsMax)
        #expect(table.replicas[0].anchor(of: first) != nil)
        _ = try table.replicas[0].record(
            [Draft(scope: .table, kind: Kind(rawValue: 98), body: [])], at: table.moment(0))
        #expect(table.replicas[0].anchors.count == Limits.anchorsMax)
    }
}
