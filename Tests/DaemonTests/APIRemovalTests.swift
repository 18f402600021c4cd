import Documents
import LocalAPI
import MoveLog
import Testing

@testable import Daemon

/// Removing a device through the local API, and what the documents say of it on both sides.
@Suite struct APIRemovalTests {
    private func remove(
        _ name: String, at bench: APIBench, request: String? = nil, withInvited: Bool? = nil,
        isTrial: Bool? = nil
    ) throws -> RemovalAnswer {
        let response = try bench.post(
            .removeDevice,
            RemovalRequest(
                request: request, device: name, withInvited: withInvited, isTrial: isTrial))
        try #require(response.status == .ok, "\(String(decoding: response.body, as: UTF8.self))")
        return try JSON.decode(RemovalAnswer.self, from: response.body)
    }

    private func device(_ name: String, at bench: APIBench) throws -> DeviceDocument {
        let document = try JSON.decode(
            DevicesDocument.self, from: bench.get("/v1/devices").body)
        return try #require(document.devices.first { $0.name == name })
    }

    @Test func whatIsNotHereOfARemovedDeviceIsSpokenOf() throws {
        let table = try APITable()
        try table.mia.game()
        table.settle()
        table.disconnect()
        try table.bo.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        let trial = try remove("bo", at: table.mia, isTrial: true)
        #expect(trial.text.contains("bo") && trial.text.contains("has not sent counts nowhere"))
    }

    @Test func aRemovalSaysWhatCountsAndIsDoneOnce() throws {
        let table = try APITable()
        try table.mia.game()
        table.settle()
        let last = try #require(
            try table.bo.record(.moves, MoveRequest(player: "h4", kind: "2p")).entries.first)
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
        #expect(status.peers.isEmpty && status.sync.foldVersion == 4)
        let log = try JSON.decode(LogDocument.self, from: table.mia.get("/v1/log").body)
        #expect(log.removed?.map(\.device) == ["bo"])
        #expect(log.entries.contains { $0.name == last && $0.state == .live })
        let all = String(decoding: try table.mia.get("/v1/export").body, as: UTF8.self)
        #expect(all.contains("removes the device bo"))
    }

    @Test func aRemovedDeviceIsToldFirstAndGoesOnRecording() throws {
        let table = try APITable()
        try table.mia.game()
        table.settle()
        _ = try remove("bo", at: table.mia)
        table.settle()
        let status = try table.bo.status()
        #expect(status.warnings.first?.code == "removed")
        #expect(status.warnings.first?.text.hasPrefix("mia removed this device") == true)
        #expect(status.identity?.removal?.by == "mia")
        let score = status.game?.home.score
        let move = try table.bo.record(.moves, MoveRequest(player: "h4", kind: "2p"))
        #expect(move.entries.count == 1 && move.warnings.first?.code == "removed")
        #expect(move.echo.contains("counted nowhere"))
        let later = try table.bo.status()
        #expect(later.game?.home.score == score)
        #expect(later.identity?.removal?.uncounted == 1)
        table.settle()
        #expect(try table.mia.status().game?.home.score == score)
        #expect(try device("bo", at: table.bo).removal?.uncounted == 1)
        let health = try JSON.decode(HealthDocument.self, from: table.bo.get("/v1/health").body)
        #expect(health.isRemoved == true && health.isRecording)
        for (route, body) in [
            (Route.invitations, JSON.encode(InviteRequest())),
            (.removeDevice, JSON.encode(RemovalRequest(device: "mia"))),
            (.nameTable, JSON.encode(TableRequest(name: "x"))),
            (.lost, JSON.encode(AbsenceRequest(device: "mia"))),
        ] {
            let response = try table.bo.post(route.path, body)
            #expect(try table.bo.error(response).code == "removed", "\(route.path)")
        }
    }

    @Test func whoMayNotRemoveIsToldWhy() throws {
        let table = try APITable()
        let founder = try table.bo.denial(.removeDevice, RemovalRequest(device: "mia"))
        #expect(founder.1.message.contains("nobody removes the founder"))
        let own = try table.bo.denial(.removeDevice, RemovalRequest(device: "bo"))
        #expect(own.1.message.contains("scored leave"))
        let nobody = try table.mia.denial(.removeDevice, RemovalRequest(device: "zed"))
        #expect(nobody.1.message.contains("no device is called"))
        // Cy was let in by Bo: one invitation more. Di by Mia, behind Bo.
        let cy = try APIBench(name: "Cy", inviter: table.bo)
        let di = try APIBench(name: "Di", inviter: table.mia)
        for key in [cy.ledger.seal.publicKey, di.ledger.seal.publicKey] {
            #expect(table.mia.ledger.log.isMember(key) || table.bo.ledger.log.isMember(key))
        }
        table.settle()
        let name = "?\(di.ledger.seal.publicKey.description.prefix(8))"
        let done = try remove(name, at: table.mia)
        #expect(done.removed.first?.upTo == [])
        #expect(done.text.contains("nothing of it counts"))
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
