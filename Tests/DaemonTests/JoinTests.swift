import Documents
import Foundation
import MoveLog
import Net
import Scorebook
import Testing

@testable import API
@testable import Daemon

/// Joining and leaving, with everything that can go wrong.
@Suite(.serialized) struct JoinTests {
    private func failure(
        _ world: DaemonWorld, _ name: String, code: String, via: Address?
    ) throws -> (code: ErrorCode, message: String)? {
        let progress = try world.daemon(name).peering.join(
            code: code, via: via.map { NamedAddress($0) }, brings: false)
        _ = try world.run { if case .pending = progress.outcome { false } else { true } }
        guard case .failed(let code, let message) = progress.outcome else { return nil }
        return (code, message)
    }

    private func leave(
        _ name: String, in world: DaemonWorld, brings: Bool = false
    ) throws {
        let progress = try world.daemon(name).peering.leave(brings: brings)
        #expect(try world.run { if case .succeeded = progress.outcome { true } else { false } })
    }

    @Test(.timeLimit(.minutes(1)))
    func whatCannotBeJoinedSaysWhy() throws {
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
    }

    @Test(.timeLimit(.minutes(1)))
    func whatWasRecordedAloneIsArchived() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        try world.note("alone", at: "bo")
        _ = try world.run(seconds: 0.05) { false }
        let joined = try world.pair("bo", with: "ana")
        let archive = try #require(joined.archive)
        #expect(try FileManager.default.contentsOfDirectory(atPath: archive + "/log").count == 1)
        #expect(try world.notes(at: "bo").isEmpty)
        #expect(try world.run { try world.isLinked("ana") && world.areEqual() })
    }

    @Test(.timeLimit(.minutes(1)))
    func whatWasRecordedAloneIsBrought() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
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
    @Test(.timeLimit(.minutes(1)))
    func anOfficialResultIsTheSameAtATableOfItsOwn() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        _ = try world.pair("bo", with: "ana")
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
        try leave("bo", in: world, brings: true)
        let brought = try board("bo")
        #expect(brought.score == Sides(home: 2, away: 0) && brought.state == .closed)
        #expect(brought.signatures.isEmpty && brought.signingObstacles.isEmpty)
    }

    @Test(.timeLimit(.minutes(1)))
    func whoLeavesIsAloneAndMayComeBack() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        try world.note("kept", at: "bo")
        #expect(try world.run { try world.notes(at: "ana") == ["kept"] })
        try leave("bo", in: world)
        #expect(try world.daemon("bo").ledger.log.memberKeys.count == 1)
        #expect(try world.notes(at: "bo").isEmpty)
        _ = try world.pair("bo", with: "ana")
        #expect(try world.run { try world.notes(at: "bo") == ["kept"] && world.areEqual() })
        #expect(try world.daemon("ana").ledger.log.memberKeys.count == 2)
    }

    /// The founder's first author needs no entry on the disk: gone on with, it would be forked.
    @Test(.timeLimit(.minutes(1)))
    func theFounderToo() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        _ = try world.pair("bo", with: "ana")
        try world.note("before", at: "ana")
        #expect(try world.run { try world.notes(at: "bo") == ["before"] })
        let first = try world.daemon("ana").ledger.replica.author
        let last = try world.daemon("ana").ledger.log.lastHeld(of: first)
        try leave("ana", in: world)
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

    @Test(.timeLimit(.minutes(1)))
    func tablesLeftFasterThanTheClockCountsGetArchivesOfTheirOwn() throws {
        let world = try DaemonWorld()
        try world.start("ana")
        try world.start("bo")
        try world.note("kept", at: "ana")
        for _ in 0..<4 {
            _ = try world.pair("bo", with: "ana")
            #expect(try world.run { try world.notes(at: "bo") == ["kept"] })
            try leave("bo", in: world)
        }
        let archives = try world.daemon("bo").home.subfolder("archive").folderNames()
        #expect(archives.count == 4)
        try world.stop("bo")
        try world.start("bo")
        #expect(try world.daemon("bo").ledger.log.memberKeys.count == 1)
    }
}
