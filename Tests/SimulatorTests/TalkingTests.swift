import Testing

@testable import MoveLog
@testable import Simulator

/// A table that talks now and then is not at rest.
@Suite struct TalkingTests {
    private func finished() throws -> World {
        var scenario = Scenario(quiet: 5, devices: 3)
        scenario.trouble = .seconds(8)
        scenario.pace = .milliseconds(300)
        scenario.breaks = .milliseconds(50)
        let world = try World(scenario, keepers: RandomKeepers(pace: scenario.pace))
        #expect(try world.run() != nil)
        #expect(try Checkers.quiet(world).isEmpty)
        return world
    }

    /// All links are made again many times within three seconds, and again every so often.
    @Test(arguments: [4, 11, 16])
    func aTableThatTalksNowAndThenIsSeen(seconds: Int) throws {
        let world = try finished()
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
        let found = try Checkers.quiet(world)
        #expect(!found.isEmpty)
    }
}
