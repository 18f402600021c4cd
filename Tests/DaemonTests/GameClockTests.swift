import Foundation
import MoveLog
import Net
import Scorebook
import Testing

@testable import Daemon

/// A device's clocks, off by what the test says. Used on one thread at a time.
private final class OwnTime: @unchecked Sendable {
    var uptime: Duration
    var wall: Duration
    /// Another one for every device and every start of it.
    var boot: UInt64

    init(boot: UInt64, uptime: Duration, wall: Duration) {
        self.boot = boot
        self.uptime = uptime
        self.wall = wall
    }

    var clock: DeviceClock {
        DeviceClock(boot: boot) { [self] in
            Moment(
                uptime: Clocks.uptime + uptime,
                wall: WallTime(
                    milliseconds: Clocks.wallMilliseconds + wall.wholeMilliseconds))
        }
    }
}

/// One game clock on several daemons whose wall clocks and uptimes have nothing in common.
@Suite(.serialized, .timeLimit(.minutes(1))) struct GameClockTests {
    private let world: DaemonWorld
    private let times: [String: OwnTime] = [
        "ana": OwnTime(boot: 1, uptime: .zero, wall: .zero),
        "bo": OwnTime(boot: 2, uptime: .seconds(90_000), wall: .seconds(-86_400)),
        "cy": OwnTime(boot: 3, uptime: .seconds(500), wall: .seconds(86_400)),
    ]

    /// A line of three: Cy is linked with Bo alone.
    init() throws {
        world = try DaemonWorld()
        for name in ["ana", "bo", "cy"] { try start(name) }
        _ = try world.pair("bo", with: "ana")
        _ = try world.pair("cy", with: "bo")
        _ = try world.daemon("ana").ledger.record([
            GameCreated(home: "Hawks", away: "Owls", rules: Rules(.fiba), lines: []).draft
        ])
        #expect(try world.run { areEqual() && world.daemons.values.allSatisfy { game($0) != nil } })
    }

    private func start(_ name: String) throws {
        try world.start(name, clock: try #require(times[name]).clock)
    }

    private func areEqual() -> Bool { world.areEqual() }

    private func game(_ daemon: ScoreDaemon) -> GameID? { daemon.ledger.book.gameIDs.first }

    private func turn(
        _ action: GameClockEntry.Action, at name: String, elapsed: Duration = .zero
    ) throws {
        let ledger = try world.daemon(name).ledger
        let game = try #require(ledger.book.gameIDs.first)
        _ = try ledger.record([
            GameClockEntry(action, period: 1, elapsed: elapsed, moment: ledger.reading)
                .draft(in: game)
        ])
    }

    private func reading(_ name: String) throws -> (elapsed: Duration, isEstimated: Bool) {
        let ledger = try world.daemon(name).ledger
        let game = try #require(ledger.book.gameIDs.first)
        let board = try #require(ledger.book.scoreboard(of: game))
        #expect(board.clock.isRunning)
        return ledger.elapsed(of: board.clock)
    }

    private func isExact(_ name: String) throws -> Bool {
        let ledger = try world.daemon(name).ledger
        guard let board = ledger.book.gameIDs.first.flatMap({ ledger.book.scoreboard(of: $0) }),
            board.clock.isRunning
        else { return false }
        return !ledger.elapsed(of: board.clock).isEstimated
    }

    private func expect(
        _ one: Duration, near other: Duration, within: Duration = .milliseconds(100),
        _ location: SourceLocation = #_sourceLocation
    ) {
        let off = one - other
        #expect(
            off <= within && off >= .zero - within, "\(one), not \(other)",
            sourceLocation: location)
    }

    /// Long enough for a ping that was asked for by nothing.
    private func settle() throws { _ = try world.run(seconds: 0.3) { false } }

    @Test func devicesWithWallClocksADayApartReadTheSame() throws {
        try turn(.start, at: "ana", elapsed: .seconds(30))
        #expect(try world.run { try isExact("bo") && isExact("cy") })
        try settle()
        let truth = try reading("ana").elapsed
        expect(truth, near: .milliseconds(30_300), within: .milliseconds(290))
        expect(try reading("bo").elapsed, near: truth)
        expect(try reading("cy").elapsed, near: truth)
        // Nobody's wall clock has a say, whatever it does.
        for time in times.values { time.wall += .seconds(7200) }
        expect(try reading("cy").elapsed, near: try reading("ana").elapsed)
        #expect(try isExact("ana") && isExact("bo") && isExact("cy"))
    }

    /// Its copies say nothing of the time, and the start was another device's.
    @Test func aDeviceThatLeavesWithTheGameReadsTheSame() throws {
        try turn(.start, at: "ana", elapsed: .seconds(30))
        #expect(try world.run { try isExact("bo") && isExact("cy") })
        for time in times.values {
            time.uptime += .seconds(60)
            time.wall += .seconds(60)
        }
        try settle()
        try world.leave("bo", brings: true)
        let truth = try reading("ana").elapsed
        #expect(truth > .seconds(90))
        expect(try reading("bo").elapsed, near: truth)
        #expect(try isExact("bo"))
        world.kill("bo")
        try start("bo")
        expect(try reading("bo").elapsed, near: try reading("ana").elapsed)
        // At a table that has the game its own keepers have the say.
        try turn(.stop, at: "ana", elapsed: .seconds(95))
        _ = try world.pair("bo", with: "ana", brings: true)
        #expect(try world.run { try world.daemon("bo").ledger.book.gameIDs.count == 1 })
        #expect(try world.run { world.areEqual() })
        for name in ["ana", "bo"] {
            let ledger = try world.daemon(name).ledger
            let game = try #require(ledger.book.gameIDs.first)
            let board = try #require(ledger.book.scoreboard(of: game))
            #expect(board.clock.elapsed == .seconds(95) && !board.clock.isRunning)
        }
    }

    @Test func aKilledDaemonGoesOnExactly() throws {
        try turn(.start, at: "ana")
        #expect(try world.run { try isExact("bo") && isExact("cy") })
        try settle()
        let before = Clocks.uptime
        let truth = try reading("ana").elapsed
        for name in ["ana", "bo", "cy"] { world.kill(name) }
        for name in ["ana", "cy"] {
            // The wall clock was set meanwhile: it is not asked.
            try #require(times[name]).wall += .seconds(3600)
            try start(name)
            let now = try reading(name)
            #expect(!now.isEstimated)
            expect(now.elapsed, near: truth + (Clocks.uptime - before))
            world.kill(name)
        }
    }

    @Test(arguments: ["", "{}", "[1,2", "{\"items\":[]}", "lost"])
    func whatWasKeptMayBeLostOrDamaged(text: String) throws {
        try turn(.start, at: "ana")
        #expect(try world.run { try isExact("bo") && isExact("cy") })
        for name in ["ana", "bo", "cy"] { world.kill(name) }
        for name in ["cy", "ana"] {
            let path = world.home(name) + "/" + KeptClocks.file
            #expect(FileManager.default.fileExists(atPath: path))
            try FileManager.default.removeItem(atPath: path)
            if text != "lost" { try text.write(toFile: path, atomically: true, encoding: .utf8) }
            try start(name)
            // Of its own machine a device needs to keep nothing as long as that runs.
            let now = try reading(name)
            #expect(now.isEstimated == (name == "cy"))
            #expect(now.elapsed < .seconds(20) || name == "cy")
            world.kill(name)
        }
    }

    @Test func absurdNumbersInWhatWasKeptAreHarmless() throws {
        let now = Moment(uptime: .seconds(5), wall: WallTime(milliseconds: 1000))
        let own = BootID(rawValue: 1)
        let absurd: [Int64] = [.min, -1, 0, .max]
        for number in absurd {
            for wall in absurd {
                var kept = KeptClocks(BootClocks(own: own), at: now)
                kept.wall = wall
                kept.items = (0..<1000).map { (index: Int) -> KeptClocks.Item in
                    let low = UInt8(index % 256)
                    return KeptClocks.Item(
                        boot: index == 7 ? "no" : hexadecimal([0, 0, 0, 0, 0, 0, 1, low]),
                        offset: number, error: number, measuredAt: number, hops: low,
                        isEstimated: false)
                }
                for uptime in [5000, .max, .min] as [Int64] {
                    kept.uptime = uptime
                    for next in [own, BootID(rawValue: 2)] {
                        let clocks = try #require(kept.clocks(own: next, at: now))
                        #expect(clocks.own == next && clocks.offsets.count <= 256)
                        #expect(
                            next == own && uptime != .max
                                || clocks.offsets.values.allSatisfy(\.isEstimated))
                        #expect(
                            clocks.offsets.values.allSatisfy { $0.error(at: now.uptime) >= .zero })
                    }
                }
                kept.boot = "?"
                #expect(kept.clocks(own: own, at: now) == nil)
            }
        }
    }

    /// Two keepers stop the clock while they have no link: everybody takes the smaller reading.
    @Test func ofTwoStopsTheSmallerReadingStaysEverywhere() throws {
        try turn(.start, at: "ana")
        #expect(try world.run { try isExact("bo") && isExact("cy") })
        try world.daemon("cy").peering.setOnline(false)
        #expect(try world.run { try !world.isLinked("cy") })
        try turn(.stop, at: "cy", elapsed: .milliseconds(61_300))
        try turn(.stop, at: "ana", elapsed: .milliseconds(60_900))
        try turn(.stop, at: "bo", elapsed: .milliseconds(62_100))
        try world.daemon("cy").peering.setOnline(true)
        #expect(
            try world.run {
                try areEqual()
                    && ["ana", "bo", "cy"].allSatisfy { name in
                        let book = try world.daemon(name).ledger.book
                        guard let game = book.gameIDs.first,
                            let clock = book.scoreboard(of: game)?.clock
                        else { return false }
                        return !clock.isRunning && clock.elapsed == .milliseconds(60_900)
                    }
            })
    }
}
