import Documents
import LocalAPI
import MoveLog
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Removing a device through the local API, and what the documents say of it on both sides.
@Suite struct APIRemovalTests {
    private func remove(
        _ name: String, at bench: APIBench, request: String? = nil, withInvited: Bool? = nil,
        isTrial: Bool? = nil
    ) throws -> RemovalAnswer {
        try bench.ask(
            .removeDevice,
            RemovalRequest(
                request: request, device: name, withInvited: withInvited, isTrial: isTrial))
    }

    private func name(
        _ name: String, asDeputy isDeputy: Bool = true, at bench: APIBench, request: String? = nil
    ) throws -> String {
        let order = DeputyRequest(request: request, device: name, isDeputy: isDeputy)
        return try bench.ask(.nameDeputy, order, as: DoneDocument.self).text
    }

    /// The code and the devices that a refusal names.
    private func refusal(
        _ route: Route, _ body: some Encodable, at bench: APIBench
    ) throws -> [String] {
        let error = try bench.denial(route, body).1
        return [error.code] + (error.candidates ?? [])
    }

    private func device(_ name: String, at bench: APIBench) throws -> DeviceDocument {
        let document: DevicesDocument = try bench.document("/v1/devices")
        return try #require(document.devices.first { $0.name == name })
    }

    @Test func whatIsNotHereOfARemovedDeviceIsSpokenOf() throws {
        let table = try APITable.playing()
        table.disconnect()
        try table.bo.move("h4", "2p")
        let trial = try remove("bo", at: table.mia, isTrial: true)
        #expect(trial.text.contains("bo") && trial.text.contains("it is not in sync"))
    }

    @Test func aRemovalSaysWhatCountsAndIsDoneOnce() throws {
        let table = try APITable.playing()
        let last = try table.bo.move("h4", "2p").entries[0]
        table.settle()
        let before = table.mia.ledger.digest
        let trial = try remove("bo", at: table.mia, isTrial: true)
        #expect(trial.isTrial && table.mia.ledger.digest == before)
        #expect(trial.text.contains("everything up to \(last) counts"))
        #expect(!trial.text.contains("not in sync"))

        let request = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
        let done = try remove("Bo", at: table.mia, request: request)
        #expect(!done.isRepeat && done.removed.map(\.upTo) == [[last]])
        #expect(done.text.hasPrefix("bo was removed: everything up to \(last) counts"))
        let after = table.mia.ledger.digest
        #expect(after != before)
        #expect(try remove("bo", at: table.mia, request: request).isRepeat)
        let again = try remove("bo", at: table.mia)
        #expect(again.isRepeat && again.text.contains("removed already by mia"))
        #expect(table.mia.ledger.digest == after)

        let line = try device("bo", at: table.mia)
        #expect(line.isRemoved && line.peer == nil)
        #expect(line.removal?.by == "mia" && line.removal?.upTo == [last])
        let status = try table.mia.status()
        #expect(status.peers.isEmpty && status.sync.foldVersion == 1)
        let log = try table.mia.log()
        #expect(log.removed?.map(\.device) == ["bo"])
        #expect(log.entries.contains { $0.name == last && $0.state == .live })
        let all = String(decoding: try table.mia.get("/v1/export").body, as: UTF8.self)
        #expect(all.contains("removes the device bo"))
    }

    @Test func aRemovedDeviceIsToldFirstAndGoesOnRecording() throws {
        let table = try APITable.playing()
        _ = try remove("bo", at: table.mia)
        table.settle()
        let status = try table.bo.status()
        #expect(status.warnings.first?.code == "removed")
        #expect(status.identity?.removal?.by == "mia")
        let score = status.game?.home.score
        let move = try table.bo.move("h4", "2p")
        #expect(move.entries.count == 1 && move.warnings.first?.code == "removed")
        #expect(move.echo.contains("not counted"))
        let later = try table.bo.status()
        #expect(later.game?.home.score == score)
        #expect(later.identity?.removal?.uncounted == 1)
        table.settle()
        #expect(try table.mia.status().game?.home.score == score)
        #expect(try device("bo", at: table.bo).removal?.uncounted == 1)
        let health: HealthDocument = try table.bo.document("/v1/health")
        #expect(health.isRemoved == true && health.isRecording)
        for (route, body) in [
            (Route.invitations, JSON.encode(InviteRequest())),
            (.removeDevice, JSON.encode(RemovalRequest(device: "mia"))),
            (.nameDeputy, JSON.encode(DeputyRequest(device: "mia", isDeputy: true))),
            (.nameTable, JSON.encode(TableRequest(name: "x"))),
            (.lost, JSON.encode(AbsenceRequest(device: "mia"))),
        ] {
            let response = try table.bo.post(route.path, body)
            #expect(try table.bo.error(response).code == "removed", "\(route.path)")
        }
    }

    @Test func aRemovedDeviceIsSwitchedOnAgain() throws {
        let table = try APITable.playing()
        _ = try remove("bo", at: table.mia)
        table.settle()
        func switched(_ isOnline: Bool) throws -> String {
            let order = SyncSwitchRequest(online: isOnline)
            return try table.bo.ask(.sync, order, as: DoneDocument.self).text
        }
        _ = try switched(true)
        #expect(try switched(false).hasPrefix("offline: "))
        let told = try switched(true)
        #expect(table.bo.peering.isOnline && told.contains("removed from its table"))
    }

    @Test func whoMayNotRemoveIsToldWhoMay() throws {
        let table = try APITable()
        func refusal(_ device: String, at bench: APIBench) throws -> [String] {
            try self.refusal(.removeDevice, RemovalRequest(device: device), at: bench)
        }
        #expect(try refusal("mia", at: table.bo)[0] == "conflict")
        #expect(try refusal("bo", at: table.bo)[0] == "conflict")
        #expect(try refusal("zed", at: table.mia)[0] == "ambiguous-name")
        // Of Di no more is known than the key.
        let name = try newcomer(to: table)
        #expect(try refusal(name, at: table.bo) == ["conflict", "mia"])
        #expect(try remove(name, at: table.mia).removed.first?.upTo == [])
    }

    /// Of a device that records nothing the table knows what its keeper said when it joined.
    @Test func aSilentDeviceIsCalledByTheNameInItsJoin() throws {
        let table = try APITable()
        let bench = try APIBench(name: nil, inviter: table.mia, invitedAs: "Di \u{7}Ana")
        table.settle()
        let key = bench.ledger.seal.publicKey
        for one in [table.mia, table.bo] {
            #expect(one.ledger.book.table.device(key) == nil)
            let line = try device("di-ana", at: one)
            #expect(line.keeper == "Di Ana" && line.entries == 0)
        }
        #expect(try table.bo.status().peers.map(\.name).contains("di-ana"))
        #expect(try remove("Di-Ana", at: table.mia).removed.first?.device == "di-ana")
    }

    /// A device that Mia let in and that has recorded nothing, as the table calls it.
    private func newcomer(to table: APITable) throws -> String {
        let bench = try APIBench(name: "Di", inviter: table.mia)
        table.settle()
        let key = bench.ledger.seal.publicKey
        try #require(table.bo.ledger.log.isMember(key))
        return "?\(key.description.prefix(8))"
    }

    @Test func aDeputyRemovesUntilItIsDismissed() throws {
        let table = try APITable()
        let (first, second) = (try newcomer(to: table), try newcomer(to: table))
        let request = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
        let done = try name("Bo", at: table.mia, request: request)
        let digest = table.mia.ledger.digest
        #expect(try name("bo", at: table.mia, request: request) == done)
        _ = try name("bo", at: table.mia)
        #expect(table.mia.ledger.digest == digest)
        table.settle()
        #expect(try remove(first, at: table.bo).removed.first?.by == "bo")
        table.settle()
        #expect(try device(first, at: table.mia).isRemoved)

        for _ in 0..<2 { _ = try name("bo", asDeputy: false, at: table.mia) }
        table.settle()
        for bench in [table.mia, table.bo] {
            #expect(try device(first, at: bench).removal?.by == "mia")
        }
        let refused = try table.bo.denial(.removeDevice, RemovalRequest(device: second)).1
        #expect(refused.code == "conflict" && refused.candidates == ["mia"])
        #expect(try !device(second, at: table.mia).isRemoved)
    }

    @Test func aDeputyRemovesNoDeputyAndNobodyButTheFounderNamesOne() throws {
        let table = try APITable()
        let other = try newcomer(to: table)
        for name in ["bo", other] { _ = try self.name(name, at: table.mia) }
        table.settle()
        func naming(_ device: String, _ isDeputy: Bool, at bench: APIBench) throws -> [String] {
            let order = DeputyRequest(device: device, isDeputy: isDeputy)
            return try refusal(.nameDeputy, order, at: bench)
        }
        let order = RemovalRequest(device: other)
        #expect(try refusal(.removeDevice, order, at: table.bo) == ["conflict", "mia"])
        #expect(try naming(other, false, at: table.bo) == ["conflict", "mia"])
        #expect(try naming("mia", true, at: table.mia)[0] == "conflict")
        #expect(try naming("zed", true, at: table.mia)[0] == "ambiguous-name")
        // The founder removes a deputy, and nobody names it again.
        #expect(try remove(other, at: table.mia).removed.first?.by == "mia")
        #expect(try naming(other, true, at: table.mia)[0] == "conflict")
    }

    @Test func rolesAreToldOnEveryDevice() throws {
        let table = try APITable()
        let other = try newcomer(to: table)
        _ = try name("bo", at: table.mia)
        table.settle()
        for bench in [table.mia, table.bo] {
            #expect(try device("mia", at: bench).role == .founder)
            #expect(try device("bo", at: bench).role == .deputy)
            #expect(try device(other, at: bench).role == nil)
        }
        let (mia, bo) = (try table.mia.status(), try table.bo.status())
        #expect(mia.device.role == .founder && bo.device.role == .deputy)
        #expect(mia.peers.first { $0.name == "bo" }?.role == .deputy)
        #expect(bo.peers.first { $0.name == "mia" }?.role == .founder)
        #expect(bo.peers.first { $0.name == other }.map(\.role) == .some(nil))
        // A naming is no entry of a newer version.
        #expect(mia.sync.unknownKinds == 0 && mia.warnings.isEmpty, "\(mia.warnings)")
        _ = try remove("bo", at: table.mia)
        #expect(try device("bo", at: table.mia).role == nil)
    }

    /// With the code that brings the table to three devices, at the founder's device alone.
    @Test func thatNobodyElseRemovesIsToldOnce() throws {
        func told(_ bench: APIBench, codes: Int = 1) throws -> [String] {
            let order = InviteRequest(count: codes)
            let answer: InviteDocument = try bench.ask(.invitations, order)
            // Two of these benches do not listen, which is told as well.
            return answer.warnings?.map(\.code).filter { $0 != "noAddress" } ?? []
        }
        let alone = try APIBench(isOnline: true)
        #expect(try told(alone) == [])
        #expect(try told(alone, codes: 2) == ["noDeputy"])
        #expect(try told(alone, codes: 2) == [])

        let table = try APITable()
        for bench in [table.mia, table.bo] { bench.peering.setOnline(true) }
        #expect(try told(table.bo) == [])
        _ = try name("bo", at: table.mia)
        #expect(try told(table.mia) == [])
        _ = try name("bo", asDeputy: false, at: table.mia)
        #expect(try told(table.mia) == ["noDeputy"])
        #expect(try told(table.mia) == [] && table.mia.status().warnings.isEmpty)
    }

    @Test func whomItLetInStaysOrGoesWithIt() throws {
        let table = try APITable()
        let cy = try APIBench(name: "Cy", inviter: table.bo)
        table.settle()
        let key = cy.ledger.seal.publicKey
        #expect(table.mia.ledger.log.isMember(key))
        let stays = try remove("bo", at: table.mia)
        #expect(stays.invited.count == 1)
        #expect(stays.warnings.first?.code == "invitedStay")
        #expect(table.mia.ledger.log.isMember(key))
        let both = try remove("bo", at: table.mia, withInvited: true)
        #expect(both.removed.count == 1 && !table.mia.ledger.log.isMember(key))
    }
}
