import Documents
import LocalAPI
import MoveLog
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
        let done = try text(bench.post(.keeper, KeeperRequest(name: "Mía  Berg")))
        #expect(done == "the keeper at this device is Mía Berg")
        let status = try bench.status()
        #expect(status.device.name == "mia-berg")
        #expect(status.device.keeper == "Mía Berg")
        #expect(bench.home.settings.keeper == "Mía Berg")
        let before = bench.ledger.digest
        _ = try bench.post(.keeper, KeeperRequest(name: "Mía Berg"))
        #expect(bench.ledger.digest == before)
        #expect(try bench.denial(.keeper, KeeperRequest(name: "\u{200b}")).0 == 422)
        let long = KeeperRequest(name: String(repeating: "m", count: 65))
        #expect(try bench.denial(.keeper, long).1.code == "too-large")
    }

    @Test func theSecondOfAnameIsToldWhatItIsCalled() throws {
        let table = try APITable()
        let done = try text(table.bo.post(.keeper, KeeperRequest(name: "Mia")))
        #expect(done.hasSuffix("called mia-2"))
    }

    @Test func theTableIsNamed() throws {
        let bench = try APIBench()
        #expect(try text(bench.post(.nameTable, TableRequest(name: "Hall 2"))).contains("Hall 2"))
        #expect(try bench.status().table.name == "Hall 2")
        #expect(try bench.denial(.nameTable, TableRequest(name: "")).0 == 422)
    }

    @Test func syncingIsSwitchedAndKept() throws {
        let bench = try APIBench(isOnline: true)
        #expect(try bench.status().sync.state == .alone)
        let off = try text(bench.post(.sync, SyncSwitchRequest(online: false)))
        #expect(off.hasPrefix("offline"))
        #expect(try bench.status().sync.state == .offline)
        #expect(!bench.home.settings.isOnline)
        let again = try text(bench.post(.sync, SyncSwitchRequest(online: false)))
        #expect(again.contains("already"))
        _ = try text(bench.post(.sync, SyncSwitchRequest(online: true)))
        #expect(try bench.status().sync.state == .alone)
    }

    @Test func codesAreGivenUpToTheLimit() throws {
        let bench = try APIBench(isOnline: true)
        func codes(_ count: Int?) throws -> InviteDocument {
            try JSON.decode(
                InviteDocument.self,
                from: try bench.post(.invitations, InviteRequest(count: count)).body)
        }
        let one = try codes(nil)
        #expect(one.codes.count == 1)
        #expect(one.codes[0].code.count == 19)
        #expect(one.codes[0].expiresSeconds == 600)
        #expect(one.addresses.count == 1)
        let more = try codes(DaemonLimits.codesMax)
        #expect(more.codes.count == DaemonLimits.codesMax - 1)
        #expect(Set(more.codes.map(\.code)).count == more.codes.count)
        #expect(!more.codes.map(\.code).contains(one.codes[0].code))
        #expect(try bench.denial(.invitations, InviteRequest()).0 == 409)
        #expect(try bench.denial(.invitations, InviteRequest(count: 0)).0 == 422)
        #expect(try bench.denial(.invitations, InviteRequest(count: .max)).0 == 422)
    }

    @Test func anOfflineDeviceInvitesNobody() throws {
        let bench = try APIBench()
        let (code, reason) = try bench.denial(.invitations, InviteRequest())
        #expect(code == 409)
        #expect(reason.message.contains("scored online"))
    }

    @Test func aCodeThatIsNoneJoinsNothing() throws {
        let bench = try APIBench()
        let short = try bench.denial(.join, JoinRequest(code: "ABC"))
        #expect(short.0 == 422)
        #expect(short.1.code == "malformed")
        let via = try bench.denial(.join, JoinRequest(code: "ABC", via: "no where"))
        #expect(via.1.message.contains("no where"))
        // A code that could be one is looked for; the answer comes later.
        let target = Target(["v1", "join"])
        let body = JSON.encode(JoinRequest(code: "0000-0000-0000-0000"))
        #expect(bench.perform(Request(.post, target, body: body)) == nil)
    }

    @Test func leavingAsksWhereMovesExistOnlyHere() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.move("h4", "2p")
        let (code, reason) = try bench.denial(.leave, LeaveRequest())
        #expect(code == 409)
        #expect(reason.code == "would-archive" && reason.message.contains("--bring"))
        for order in [LeaveRequest(force: true), LeaveRequest(bring: true)] {
            let bench = try APIBench()
            try bench.game()
            try bench.move("h4", "2p")
            let body = JSON.encode(order)
            #expect(bench.perform(Request(.post, Target(["v1", "leave"]), body: body)) == nil)
            #expect(bench.peering.orders.count == 1)
        }
    }

    @Test func joiningAsksWhereMovesExistOnlyHere() throws {
        let code = "0000-0000-0000-0000"
        for (order, isTaken) in [
            (JoinRequest(code: code), false), (JoinRequest(code: code, bring: false), false),
            (JoinRequest(code: code, bring: true), true),
            (JoinRequest(code: code, force: true), true),
        ] {
            let bench = try APIBench()
            try bench.game()
            try bench.move("h4", "2p")
            guard !isTaken else {
                let body = JSON.encode(order)
                #expect(bench.perform(Request(.post, Target(["v1", "join"]), body: body)) == nil)
                continue
            }
            let (status, reason) = try bench.denial(.join, order)
            #expect(status == 409 && reason.code == "would-archive")
            #expect(reason.message.contains("1 move exists only here"))
            #expect(reason.message.contains("--bring"))
        }
    }

    @Test func theDaemonEndsAloneAndAtOnce() throws {
        let bench = try APIBench()
        try bench.game()
        try bench.move("h4", "2p")
        let done = try text(bench.post(.shutdown, ShutdownRequest()))
        #expect(done == "Daemon stopped. 1 move is only on this device.")
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
        table.connect()
        table.settle()
        try table.mia.move("h4", "2p")
        let request = Request(.post, Target(["v1", "shutdown"]))
        guard case .later(let give) = table.mia.router.answer(request) else {
            Issue.record("the answer does not wait")
            return
        }
        #expect(give() == nil)
        table.settle()
        #expect(give()?.status == .ok)
        #expect(table.mia.stops == 1)
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
        try table.mia.move("h4", "2p")
        let request = Request(.post, Target(["v1", "shutdown"]))
        guard case .later(let give) = table.mia.router.answer(request) else {
            Issue.record("the answer does not wait")
            return
        }
        #expect(give() == nil)
        table.mia.time.pass(APILimits.shutdownPatience)
        #expect(give()?.status == .conflict)
        #expect(table.mia.stops == 0)
        _ = try text(table.mia.post(.shutdown, ShutdownRequest(now: true)))
        #expect(table.mia.stops == 1)
    }
}
