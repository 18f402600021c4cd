import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Names, switches, invitations, and the end, through the local API.
@Suite struct APISwitchTests {
    private func text(_ response: Response) throws -> String {
        try #require(response.status == .ok)
        return try JSON.decode(DoneDocument.self, from: response.body).text
    }

    @Test func aKeeperIsNamed() throws {
        let bench = try APIBench(name: nil)
        #expect(try bench.status().device.name == "keeper")
        _ = try bench.post(.keeper, KeeperRequest(name: "Mía  Berg"))
        let status = try bench.status()
        #expect(status.device.name == "mia-berg")
        #expect(status.device.keeper == "Mía Berg")
        #expect(bench.home.settings.keeper == "Mía Berg")
        let before = bench.ledger.digest
        _ = try bench.post(.keeper, KeeperRequest(name: "Mía Berg"))
        #expect(bench.ledger.digest == before)
    }

    @Test func theSecondOfAnameIsToldWhatItIsCalled() throws {
        let table = try APITable()
        let done = try text(table.bo.post(.keeper, KeeperRequest(name: "Mia")))
        #expect(done.hasSuffix("called mia-2"))
    }

    @Test func theTableIsNamed() throws {
        let bench = try APIBench()
        _ = try text(bench.post(.nameTable, TableRequest(name: "Hall 2")))
        #expect(try bench.status().table.name == "Hall 2")
    }

    @Test func syncingIsSwitchedAndKept() throws {
        let bench = try APIBench(isOnline: true)
        #expect(try bench.status().sync.state == .alone)
        _ = try text(bench.post(.sync, SyncSwitchRequest(online: false)))
        #expect(try bench.status().sync.state == .offline)
        #expect(!bench.home.settings.isOnline)
        #expect(try bench.denial(.invitations, InviteRequest()).0 == 409)
        _ = try text(bench.post(.sync, SyncSwitchRequest(online: true)))
        #expect(try bench.status().sync.state == .alone)
    }

    /// A running daemon takes peers and the switch of announcements, and keeps both.
    @Test func peersAndAnnouncementsAreTakenWhileTheDaemonRuns() throws {
        let bench = try APIBench(isOnline: true)
        _ = try text(bench.post(.sync, SyncSwitchRequest(discovery: true)))
        #expect(bench.peering.isDiscoveryWanted)
        let more = SyncSwitchRequest(peers: ["127.0.0.1:9", "desk.example.org"], discovery: false)
        #expect(try text(bench.post(.sync, more)).contains("127.0.0.1:9"))
        _ = try text(bench.post(.sync, SyncSwitchRequest(peers: ["127.0.0.1:9"])))
        #expect(bench.home.settings.peers == ["127.0.0.1:9", "desk.example.org:7420"])
        #expect(!bench.peering.isDiscoveryWanted && bench.peering.isOnline)
        #expect(try bench.denial(.sync, SyncSwitchRequest()).0 == 422)
        #expect(try bench.denial(.sync, SyncSwitchRequest(peers: ["1.2.3:x"])).0 == 422)
    }

    @Test func codesAreGivenUpToTheLimit() throws {
        let bench = try APIBench(isOnline: true)
        func codes(_ count: Int?) throws -> InviteDocument {
            try bench.ask(.invitations, InviteRequest(count: count))
        }
        let one = try codes(nil)
        #expect(one.codes.count == 1)
        #expect(one.codes[0].code.count == 19)
        #expect(one.codes[0].expiresSeconds == 600)
        #expect(one.addresses.count == 1 && one.warnings == nil)
        let more = try codes(DaemonLimits.codesMax)
        #expect(more.codes.count == DaemonLimits.codesMax - 1)
        #expect(Set(more.codes.map(\.code)).count == more.codes.count)
        #expect(!more.codes.map(\.code).contains(one.codes[0].code))
        #expect(try bench.denial(.invitations, InviteRequest()).0 == 409)
        #expect(try bench.denial(.invitations, InviteRequest(count: 0)).0 == 422)
        #expect(try bench.denial(.invitations, InviteRequest(count: .max)).0 == 422)
    }

    @Test func aCodeThatIsNoneJoinsNothing() throws {
        let bench = try APIBench()
        let short = try bench.denial(.join, JoinRequest(code: "ABC"))
        #expect(short.0 == 422)
        #expect(short.1.code == "malformed")
        let via = try bench.denial(.join, JoinRequest(code: "ABC", via: "no where"))
        #expect(via.1.message.contains("no where"))
        // A code that could be one is looked for; the answer comes later.
        let order = JoinRequest(code: "0000-0000-0000-0000")
        #expect(bench.perform(Request(to: .join, order)) == nil)
    }

    /// Neither leaving nor joining puts moves that exist only here aside unasked; those who want it say so.
    @Test(
        arguments: [
            (nil, nil, false), (false, nil, false), (true, nil, true), (nil, true, true),
        ] as [(bring: Bool?, force: Bool?, isTaken: Bool)])
    func whatExistsOnlyHereIsNotPutAsideUnasked(
        bring: Bool?, force: Bool?, isTaken: Bool
    ) throws {
        let orders: [(Route, any Encodable)] = [
            (.leave, LeaveRequest(force: force, bring: bring)),
            (.join, JoinRequest(code: "0000-0000-0000-0000", bring: bring, force: force)),
        ]
        for (route, order) in orders {
            let bench = try APIBench.playing()
            try bench.move("h4", "2p")
            if isTaken {
                #expect(bench.perform(Request(to: route, order)) == nil)
                #expect(bench.peering.orders.count == 1 || route == .join)
            } else {
                let (status, reason) = try bench.denial(route, order)
                #expect(status == 409 && reason.code == "would-archive")
            }
        }
    }

    @Test func theDaemonEndsAloneAndAtOnce() throws {
        let bench = try APIBench.playing()
        try bench.move("h4", "2p")
        _ = try text(bench.post(.shutdown, ShutdownRequest()))
        #expect(bench.stops == 1)
    }

    @Test func theDaemonStaysWhileMovesExistOnlyHere() throws {
        let table = try APITable()
        try table.mia.game()
        try table.mia.move("h4", "2p")
        table.disconnect()
        let (code, reason) = try table.mia.denial(.shutdown, ShutdownRequest())
        #expect(code == 409)
        #expect(reason.code == "unsynced")
        #expect(reason.candidates == ["bo"])
        #expect(table.mia.stops == 0)

        // Linked again it waits, and ends once the other device has the move.
        table.reconnect()
        let give = try waitingEnd(of: table)
        table.settle()
        #expect(give()?.status == .ok)
        #expect(table.mia.stops == 1)
    }

    /// The answer to an order to end that waits until Bo has Mia's move.
    private func waitingEnd(of table: APITable) throws -> () -> Response? {
        try table.mia.move("h4", "2p")
        let answer = table.mia.router.answer(Request(.post, Target(["v1", "shutdown"])))
        guard case .later(let give) = answer else {
            Issue.record("the answer does not wait")
            throw CancellationError()
        }
        #expect(give() == nil)
        return give
    }

    /// Neither a daemon that ends nor a warning waits for a device that went to another table.
    @Test func aDeviceThatLeftIsNotWaitedFor() throws {
        let table = try APITable()
        let cleo = try APIBench(name: "Cleo", inviter: table.mia)
        try table.mia.game()
        try table.mia.move("h4", "2p")
        table.disconnect()
        func leave(_ bench: APIBench) {
            table.mia.ledger.replica.markLeft(bench.ledger.seal.publicKey)
        }
        let name = table.mia.router.api.name(of: cleo.ledger.seal.publicKey)
        #expect(try Set(table.mia.status().sync.unsyncedTo) == ["bo", name])
        leave(table.bo)
        #expect(try table.mia.status().sync.unsyncedTo == [name])
        #expect(try table.mia.denial(.shutdown, ShutdownRequest()).1.candidates == [name])
        leave(cleo)
        let status = try table.mia.status()
        #expect(status.sync.unsynced == 1 && status.sync.unsyncedTo.isEmpty)
        #expect(!status.reasonsToLook.contains { $0.contains("reached") })
        _ = try text(table.mia.post(.shutdown, ShutdownRequest()))
        #expect(table.mia.stops == 1)
    }

    @Test func theDaemonsPatienceEnds() throws {
        let table = try APITable()
        try table.mia.game()
        let give = try waitingEnd(of: table)
        table.mia.time.pass(APILimits.shutdownPatience)
        #expect(give()?.status == .conflict)
        #expect(table.mia.stops == 0)
        _ = try text(table.mia.post(.shutdown, ShutdownRequest(now: true)))
        #expect(table.mia.stops == 1)
    }
}

/// Taking players over from a keeper who is away, or who is not.
@Suite struct APITakeOverTests {
    /// Bo tracks the home side, and Mia knows it.
    private func table() throws -> APITable {
        let table = try APITable.playing(RulesRequest(preset: "fiba"))
        try table.bo.record(.track, TrackRequest(players: ["home"]))
        try table.bo.record(.clock, ClockRequest(action: .start))
        table.settle()
        return table
    }

    private func moves(_ bench: APIBench) throws -> [Move] {
        let book = bench.ledger.book
        return try #require(book.scoreboard(of: book.gameIDs[0])).timeline.compactMap(\.move)
    }

    /// Two readings so far from each other are two moves: both count, and people are told.
    @Test func movesRecordedApartWhoseClocksAreFarApartCount() throws {
        let table = try table()
        table.disconnect()
        let away = MoveRequest(player: "h4", kind: "ft", period: 1, clockSeconds: 20)
        try table.bo.record(.moves, away)
        let taken = try table.mia.record(.track, TrackRequest(players: [], from: "bo"))
        #expect(taken.warnings.map(\.code) == ["takenOver"])
        try table.mia.move("h4", "ft", period: 1, clockSeconds: 300)
        #expect(try moves(table.mia).map(\.isCovering) == [true])
        table.reconnect()
        for bench in [table.mia, table.bo] {
            let game = try #require(try bench.status().game)
            #expect(game.held == 0 && game.home.score == 2)
            #expect(try bench.status().warnings.contains { $0.code == "duplicate" })
        }
        // With both in sync nobody covers for anybody any more.
        try table.mia.move("h4", "foul")
        #expect(try moves(table.mia).last?.isCovering == false)
    }

    @Test func aPlainClaimOfAnAbsentKeepersPlayerTakesThemOver() throws {
        let table = try table()
        table.disconnect()
        let claim = try table.mia.record(.track, TrackRequest(players: ["h4", "a4"]))
        #expect(claim.entries.count == 2)
        #expect(claim.echo.contains("takes 4 Ana Berg over from bo"))
        let game = try #require(try table.mia.status().game)
        #expect(game.home.players.map(\.trackedBy) == [["mia"], ["bo"], ["bo"]])
        #expect(game.away.players[0].trackedBy == ["mia"])
        #expect(try !table.mia.status().warnings.contains { $0.code == "overlap" })
    }

    @Test func whoIsHereIsNotTakenOverUnawares() throws {
        let table = try table()
        let claim = try table.mia.record(.track, TrackRequest(players: ["h4"]))
        #expect(claim.warnings.map(\.code) == ["overlap"])
        let taken = try table.mia.record(.track, TrackRequest(players: ["h#2"], from: "Bo"))
        #expect(taken.warnings.map(\.code) == ["takenFromPresent"])
        table.settle()
        try table.mia.move("h#2", "2p")
        #expect(try moves(table.mia).last?.isCovering == false)
    }

    @Test func aTakeOverOfNobodyRecordsNothing() throws {
        let table = try table()
        for order in [
            TrackRequest(players: [], from: "zoe"), TrackRequest(players: [], from: "mia"),
            TrackRequest(players: ["a4"], from: "bo"), TrackRequest(players: ["away"], from: "bo"),
            TrackRequest(players: ["h99"], from: "bo"), TrackRequest(players: []),
        ] {
            #expect(try (400..<500).contains(table.mia.denial(.track, order).0), "\(order)")
        }
        #expect(try table.mia.denial(.untrack, TrackRequest(players: ["h4"], from: "bo")).0 == 422)
        #expect(try table.bo.denial(.track, TrackRequest(players: [], from: "mia")).0 == 409)
    }
}
