import Scorebook
import Seeds
import Testing

@testable import MoveLog
@testable import Simulator

/// A check that cannot fail is worth nothing: each is shown what it is there for.
@Suite struct CheckerTests {
    private func world(_ change: (inout Scenario) -> Void = { _ in }) throws -> World {
        var scenario = Scenario(quiet: 5, devices: 3)
        scenario.trouble = .seconds(8)
        scenario.pace = .milliseconds(300)
        change(&scenario)
        return try World(scenario, keepers: RandomKeepers(pace: scenario.pace))
    }

    private func finished() throws -> World {
        let world = try world()
        #expect(try world.run() != nil)
        return world
    }

    private func entry(_ id: EntryID) -> Entry {
        Entry(
            id: id, lamport: 9, wall: WallTime(milliseconds: 0), scope: .table,
            kind: Kind(rawValue: 1000), body: [1])
    }

    @Test func aLostEntryIsMissed() throws {
        let world = try finished()
        #expect(Checkers.durability(world).isEmpty)
        let author = try #require(world.devices[1].replica?.author)
        var turn = SimulatedTurn()
        turn.recorded = [entry(EntryID(author: author, sequence: 900))]
        world.ledger.note(turn, at: world.now)
        #expect(Checkers.durability(world).count >= 1)
    }

    @Test func anEntryThatNobodyMadeIsSeen() throws {
        let world = try finished()
        #expect(Checkers.genuineness(world).isEmpty)
        let draft = Draft(scope: .table, kind: Kind(rawValue: 1000), body: [7])
        let moment = world.devices[1].moment(world.now)
        // Behind the world's back, so that it was recorded on no device that the world knows of.
        _ = try world.devices[1].withReplica { try $0.record([draft], at: moment) }
        #expect(Checkers.genuineness(world).count == 1)
        #expect(Checkers.agreement(world).contains { $0.contains("digest") })
        #expect(!Checkers.isConverged(world))
    }

    @Test func whatWasToldAndIsNotOnTheDiskIsSeen() throws {
        let world = try world()
        let empty = world.devices[2].disk.snapshot
        #expect(try world.run() != nil)
        #expect(world.findings.isEmpty)
        world.devices[2].stop()
        world.devices[2].disk.replace(with: empty)
        world.start(2)
        #expect(world.findings.contains { $0.hasPrefix("device 2 at") })
    }

    @Test func aBookThatIsNotTheFoldIsSeen() throws {
        let world = try finished()
        #expect(Checkers.order(world).isEmpty)
        let placed = world.devices[1].replica?.log.allPlaced() ?? []
        // One move is left out.
        let left = try #require(placed.first { $0.entry.kind == .move })
        world.devices[1].book = Book(rebuilding: placed.filter { $0 != left })
        #expect(!Checkers.order(world).isEmpty)
        #expect(Checkers.agreement(world).contains { $0.contains("scoreboard") })
    }

    @Test func aTableThatGoesOnTalkingIsSeen() throws {
        let world = try world { $0.breaks = .milliseconds(50) }
        #expect(try world.run() != nil)
        #expect(try Checkers.quiet(world).isEmpty)
        // Connections that are made again all the time say what they hold each time.
        world.isHealed = false
        world.after(.zero, .connectionResets)
        #expect(!(try Checkers.quiet(world)).isEmpty)
    }

    /// All links are made again many times within three seconds, and again every so often.
    @Test(arguments: [4, 11, 16])
    func aTableThatTalksNowAndThenIsSeen(seconds: Int) throws {
        let world = try world { $0.breaks = .milliseconds(50) }
        #expect(try world.run() != nil)
        #expect(try Checkers.quiet(world).isEmpty)
        let first = world.wireCount
        for burst in 0...(20 / seconds) {
            for number in 0..<30 {
                for wire in max(1, first - 10)...(first + 300) {
                    for end in 0...1 {
                        world.after(
                            .seconds(seconds * burst) + .milliseconds(100 * (number + 1)),
                            .wireBreaks(wire: wire, end: end))
                    }
                }
            }
        }
        #expect(!(try Checkers.quiet(world)).isEmpty)
    }

    @Test func whoWantsToBeWokenForNothingIsSeen() throws {
        let world = try finished()
        #expect(world.findings.isEmpty)
        // Time passes, and the device is never let do what is due.
        world.now += .seconds(20)
        for _ in 0...World.idleTurnsMax { world.endTurn(of: 0) }
        #expect(world.findings.contains { $0.contains("wakes for nothing") })
    }
}
