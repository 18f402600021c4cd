import Documents
import Foundation
import MoveLog
import Net
import Scorebook
import TLS
import Testing

@testable import Daemon

/// Joining and leaving, with everything that can go wrong.
@Suite(.serialized, .timeLimit(.minutes(1))) struct JoinTests {
    private func failure(
        _ world: DaemonWorld, _ name: String, code: String, via: Address?
    ) throws -> (code: ErrorCode, message: String)? {
        let progress = try world.daemon(name).peering.join(
            code: code, via: via.map { NamedAddress($0) }, brings: false)
        _ = try world.run { if case .pending = progress.outcome { false } else { true } }
        guard case .failed(let code, let message) = progress.outcome else { return nil }
        return (code, message)
    }

    @Test func whatCannotBeJoinedSaysWhy() throws {
        let world = try DaemonWorld()
        for name in ["ana", "bo", "cy"] { try world.start(name) }
        let ana = try #require(try world.daemon("ana").peering.listening)
        let table = try world.daemon("cy").ledger.log.charter.table

        let wrong = try failure(world, "cy", code: "0000-0000-0000-0000", via: ana)
        #expect(wrong?.code == .codeRefused && wrong?.message.contains("mistyped") == true)

        let mistyped = try failure(world, "cy", code: "0000-UUUU", via: ana)
        #expect(mistyped?.code == .malformed)

        let code = try #require(try world.daemon("ana").peering.invite(count: 1).first)
        let lost = try failure(world, "cy", code: code, via: .loopback(port: 1))
        #expect(lost?.code == .noInviter && lost?.message.contains("127.0.0.1:1") == true)

        // The address is Cy's own, as that of a bridge which every laptop has.
        let own = try failure(
            world, "cy", code: code, via: try world.daemon("cy").peering.listening)
        #expect(own?.code == .noInviter && own?.message.contains("this device itself") == true)

        let first = try world.daemon("bo").peering.join(
            code: code, via: NamedAddress(ana), brings: false)
        #expect(try world.run { if case .succeeded = first.outcome { true } else { false } })
        // A crash before the first link leaves a device that knows where the inviter is.
        let remembered = try world.daemon("bo").home.settings.remembered
        #expect(remembered.values.contains([ana.description]))
        let used = try failure(world, "cy", code: code, via: ana)
        #expect(used?.code == .codeRefused && used?.message.contains("used") == true)

        let again = try #require(try world.daemon("ana").peering.invite(count: 1).first)
        let there = try failure(world, "bo", code: again, via: ana)
        #expect(there?.code == .conflict)

        let alone = try failure(world, "cy", code: again, via: nil)
        #expect(alone?.message.contains("no device with an open invitation") == true)
        #expect(alone?.message.contains("ten minutes") == true)
        #expect(try world.daemon("cy").ledger.log.charter.table == table)
        #expect(try world.daemon("ana").ledger.log.memberKeys.count == 2)
        // None of the wrong tries has burnt the code.
        _ = try failure(world, "cy", code: "1111-1111-1111-1111", via: ana)
        let honest = try world.daemon("cy").peering.join(
            code: again, via: NamedAddress(ana), brings: false)
        #expect(try world.run { if case .succeeded = honest.outcome { true } else { false } })
        // The inviter recorded what each joiner called itself.
        let log = try world.daemon("ana").ledger.log
        let names = log.allPlaced().filter { $0.entry.kind == .deviceAdded }
            .map { try? DeviceAdded(body: $0.entry.body).name }
        #expect(names == ["bo", "cy"])
    }

    @Test func whatWasRecordedAloneIsArchived() throws {
        let world = try DaemonWorld()
        for name in ["ana", "bo"] { try world.start(name) }
        try world.note("alone", at: "bo")
        _ = try world.run(seconds: 0.05) { false }
        let joined = try world.pair("bo", with: "ana")
        let archive = try #require(joined.archive)
        #expect(try FileManager.default.contentsOfDirectory(atPath: archive + "/log").count == 1)
        #expect(try world.notes(at: "bo").isEmpty)
        #expect(try world.run { try world.isLinked("ana") && world.areEqual() })
    }

    @Test func whatWasRecordedAloneIsBrought() throws {
        let world = try DaemonWorld()
        for name in ["ana", "bo"] { try world.start(name) }
        for number in 0..<600 { try world.note("\(number)", at: "bo") }
        _ = try world.run(seconds: 0.05) { false }
        let joined = try world.pair("bo", with: "ana", brings: true)
        #expect(joined.brought == 600)
        #expect(try world.notes(at: "bo") == (0..<600).map { "\($0)" })
        #expect(try world.run { try world.notes(at: "ana").count == 600 && world.areEqual() })
        try world.stop("bo")
        try world.start("bo")
        #expect(try world.notes(at: "bo").count == 600)
    }

    /// What Bo recorded behind the signatures counts at no table.
    @Test func anOfficialResultIsTheSameAtATableOfItsOwn() throws {
        let world = try DaemonWorld(table: "ana", "bo")
        let lines =
            try RosterText.read("4 Ana", side: .home) + RosterText.read("5 Dee", side: .away)
        let created = GameCreated(
            home: "Hawks", away: "Owls", rules: Rules(.pickup), lines: lines)
        let game = try #require(try world.daemon("ana").ledger.record([created.draft]).first)
        func board(_ name: String) throws -> Scoreboard {
            try #require(try world.daemon(name).ledger.book.scoreboard(of: game))
        }
        func record(_ draft: Draft, at name: String) throws {
            _ = try world.daemon(name).ledger.record([draft])
            _ = try world.run(seconds: 0.1) { false }
            #expect(try world.run { world.areEqual() })
        }
        func move(_ line: Int) -> Draft {
            Move(.twoPoints, by: .line(.created(line)), period: 1).draft(in: game)
        }
        try record(move(0), at: "ana")
        try record(GameEnded().draft(in: game), at: "ana")
        for name in ["ana", "bo"] {
            let ledger = try world.daemon(name).ledger
            let signable = try board(name).signable { ledger.log.entries($0) }
            let signOff = signable.signOff(digest: ledger.seal.digest(signable.bytes))
            try record(signOff.draft(in: game), at: name)
        }
        try record(move(1), at: "bo")
        #expect(try board("bo").state == .signed && board("bo").afterSignOff.count == 1)
        try world.leave("bo", brings: true)
        let brought = try board("bo")
        #expect(brought.score == Sides(home: 2, away: 0) && brought.state == .closed)
        #expect(brought.signatures.isEmpty && brought.signingObstacles.isEmpty)
    }

    /// The founder's first author needs no entry on the disk: gone on with, it would be forked.
    @Test func theFounderToo() throws {
        let world = try DaemonWorld(table: "ana", "bo")
        try world.note("before", at: "ana")
        #expect(try world.run { try world.notes(at: "bo") == ["before"] })
        let first = try world.daemon("ana").ledger.replica.author
        let last = try world.daemon("ana").ledger.log.lastHeld(of: first)
        try world.leave("ana")
        _ = try world.pair("ana", with: "bo")
        #expect(try world.run { try world.notes(at: "ana") == ["before"] })
        try world.note("after", at: "ana")
        #expect(try world.run { try world.notes(at: "bo") == ["before", "after"] })
        // A start later it is still the same.
        try world.stop("ana")
        try world.start("ana")
        try world.note("again", at: "ana")
        #expect(try world.run { try world.notes(at: "bo").count == 3 && world.areEqual() })
        for name in ["ana", "bo"] {
            let log = try world.daemon(name).ledger.log
            #expect(log.forkedAuthors.isEmpty)
            #expect(log.lastHeld(of: first) == last)
            #expect(try world.notes(at: name) == ["before", "after", "again"])
        }
    }

    @Test func tablesLeftFasterThanTheClockCountsGetArchivesOfTheirOwn() throws {
        let world = try DaemonWorld()
        for name in ["ana", "bo"] { try world.start(name) }
        try world.note("kept", at: "ana")
        for _ in 0..<4 {
            _ = try world.pair("bo", with: "ana")
            #expect(try world.run { try world.notes(at: "bo") == ["kept"] })
            try world.leave("bo")
        }
        let archives = try world.daemon("bo").home.subfolder("archive").folderNames()
        #expect(archives.count == 4)
        try world.stop("bo")
        try world.start("bo")
        #expect(try world.daemon("bo").ledger.log.memberKeys.count == 1)
    }
}

/// The addresses that a join tries, and when it gives up.
@Suite struct JoinSearchTests {
    private func search(via: NamedAddress? = nil) throws -> JoinSearch {
        let code = try InviteCode(parsing: "0123-4567-89AB-CDEF")
        return JoinSearch(code: code, via: via, brings: false, at: .zero)
    }

    private func announcement(_ device: UInt8, codes: [[UInt8]]) throws -> Announcement {
        Announcement(
            tableTag: [UInt8](repeating: 0, count: 8),
            device: try #require(DeviceID([UInt8](repeating: device, count: 16))), port: 7420,
            codes: codes)
    }

    private func address(_ host: UInt32) -> Address { Address(.v4(host), port: 7420) }

    @Test func theOneWhoAnnouncesTheCodeIsTriedFirstAndAtOneAddressAtATime() throws {
        var search = try search()
        let other = [UInt8](repeating: 1, count: 8)
        search.add(try announcement(1, codes: [other]), at: address(1))
        for host in 2...4 {
            search.add(
                try announcement(2, codes: [search.code.identity]), at: address(UInt32(host)))
        }
        search.add(try announcement(3, codes: []), at: address(9))
        let due = search.takeDue()
        #expect(due.count == 2 && due.first?.isNamed == true)
        #expect(search.takeDue().isEmpty)
        let named = try #require(due.first)
        #expect(search.ended(named, .unreachable("no")) == nil)
        let next = try #require(search.takeDue().first)
        #expect(next.device == named.device && next.address != named.address)
        #expect(search.ended(next, .refused(.used))?.code == .codeRefused)
    }

    @Test func whoDoesNotKnowTheCodeIsNotAskedAgain() throws {
        var search = try search()
        let other = [UInt8](repeating: 1, count: 8)
        for host in 1...3 {
            search.add(try announcement(1, codes: [other]), at: address(UInt32(host)))
        }
        let due = search.takeDue()
        #expect(due.count == 1)
        for target in due { #expect(search.ended(target, .unproven) == nil) }
        #expect(search.takeDue().isEmpty)
        #expect(search.timeoutFailure(at: DaemonLimits.joinSearchTime - .milliseconds(1)) == nil)
        #expect(search.timeoutFailure(at: DaemonLimits.joinSearchTime)?.code == .codeRefused)
    }

    @Test func aNamedPlaceIsTheOnlyOne() throws {
        var search = try search(via: NamedAddress(address(5)))
        search.add(try announcement(1, codes: [search.code.identity]), at: address(1))
        #expect(search.takeDue().isEmpty)
        search.resolved([address(5), address(6)])
        let first = try #require(search.takeDue().first)
        #expect(first.address == address(5))
        #expect(search.ended(first, .unreachable("refused")) == nil)
        let second = try #require(search.takeDue().first)
        #expect(search.ended(second, .unreachable("refused"))?.code == .noInviter)
    }

    @Test func ownAddressLeadsToTheAnnouncedInviters() throws {
        var search = try search(via: NamedAddress(address(5)))
        search.add(try announcement(1, codes: [search.code.identity]), at: address(1))
        search.resolved([address(5)])
        let own = try #require(search.takeDue().first)
        #expect(search.ended(own, .itself) == nil)
        let other = [UInt8](repeating: 1, count: 8)
        search.add(try announcement(2, codes: [other]), at: address(2))
        let due = search.takeDue()
        #expect(due.map(\.address) == [address(1), address(2)])
        for target in due { #expect(search.ended(target, .unproven) == nil) }
        let failure = search.timeoutFailure(at: DaemonLimits.joinSearchTime)
        #expect(failure?.code == .noInviter && failure?.message.contains("itself") == true)
    }

    @Test func silentPlaceAndSilentNameServerAreNamed() throws {
        var search = try search(via: NamedAddress("desk.example.org", port: 7420))
        let unnamed = search.timeoutFailure(at: DaemonLimits.joinSearchTime)
        #expect(unnamed?.message.contains("no name server answers") == true)
        search.resolved([address(5)])
        let target = try #require(search.takeDue().first)
        let silent = search.timeoutFailure(at: DaemonLimits.joinTime)
        #expect(silent?.message.contains("firewall") == true)
        #expect(silent?.message.contains("--via") == false)
        #expect(search.ended(target, .unreachable("no answer")) == silent)
    }

    @Test func nobodyIsToldAsNobody() throws {
        let search = try search()
        #expect(search.nextDeadline == DaemonLimits.joinSearchTime)
        #expect(search.timeoutFailure(at: DaemonLimits.joinSearchTime)?.code == .noInviter)
    }
}
