import Documents
import LocalAPI
import MoveLog
import Net
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Real daemons on loopback whose wall clocks have nothing in common.
@Suite(.serialized, .timeLimit(.minutes(1))) struct CommonTimeWorldTests {
    private let world: DaemonWorld
    private let names = ["ana", "bo", "cy"]

    /// A line of three: Cy is linked with Bo alone.
    init() throws {
        world = try DaemonWorld()
        for (number, seconds) in [0, 60, -31_536_000].enumerated() {
            let clock = DeviceClock(boot: UInt64(number + 1)) {
                Moment(
                    uptime: Clocks.uptime,
                    wall: WallTime(
                        milliseconds: Clocks.wallMilliseconds + Int64(seconds) * 1000))
            }
            try world.start(names[number], clock: clock)
        }
        _ = try world.pair("bo", with: "ana")
        _ = try world.pair("cy", with: "bo")
    }

    private func post(_ route: Route, _ body: some Encodable, at name: String) throws {
        let router = Router(try world.daemon(name), version: "0")
        let answer = router.answer(Request(to: route, body))
        #expect(answer.acknowledgement != nil, "\(name): \(route) was not recorded")
    }

    private func boards() throws -> [Scoreboard] {
        try names.compactMap { name in
            let book = try world.daemon(name).ledger.book
            return book.gameIDs.first.flatMap { book.scoreboard(of: $0) }
        }
    }

    @Test func aBasketOfThreeKeepersCountsOnce() throws {
        let home = TeamRequest(name: "H", roster: [RosterPlayer(number: "4", name: "Ana")])
        try post(.newGame, NewGameRequest(home: home, away: TeamRequest(name: "A")), at: "ana")
        #expect(try world.run { try world.areEqual() && boards().count == 3 })
        for name in names { try post(.moves, MoveRequest(player: "h4", kind: "2p"), at: name) }
        #expect(
            try world.run {
                try world.areEqual()
                    && boards().allSatisfy { board in
                        board.score == Sides(home: 2, away: 0) && board.copyCount == 2
                            && board.questions.isEmpty && board.uncomparedPeriods.isEmpty
                    }
            })
    }
}
