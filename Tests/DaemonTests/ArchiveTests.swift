import Documents
import Foundation
import LocalAPI
import MoveLog
import Net
import Testing

@testable import Daemon

/// Real daemons that take a table's log over from a file.
@Suite(.serialized, .timeLimit(.minutes(1))) struct ArchiveTests {
    private func log(of name: String, in world: DaemonWorld) throws -> TableLog {
        let ledger = try world.daemon(name).ledger
        var intake = LogIntake(seal: ledger.seal)
        try intake.receive(try #require(ledger.logFile(at: WallTime(milliseconds: 1))?.bytes))
        return try intake.finish()
    }

    private func takeOver(_ log: TableLog, at name: String, in world: DaemonWorld) throws {
        let progress = try world.daemon(name).peering.takeOver(log)
        _ = try world.run { if case .pending = progress.outcome { false } else { true } }
        guard case .succeeded = progress.outcome else {
            Issue.record("\(progress.outcome) \(world.lines)")
            return
        }
    }

    private func names(in home: String, _ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: home + "/" + folder)) ?? []
    }

    private func table() throws -> DaemonWorld {
        let world = try DaemonWorld()
        for name in ["ana", "bo", "cy"] { try world.start(name) }
        _ = try world.pair("bo", with: "ana")
        try world.note("one", at: "ana")
        try world.note("two", at: "bo")
        #expect(try world.run { try world.notes(at: "ana").count == 2 })
        return world
    }

    @Test func aFreshDeviceHoldsAnArchiveThroughARestart() throws {
        let world = try table()
        let digest = try world.daemon("ana").ledger.digest
        try takeOver(log(of: "ana", in: world), at: "cy", in: world)
        for isRestarted in [false, true] {
            if isRestarted {
                world.kill("cy")
                let ana = try #require(try world.daemon("ana").peering.listening)
                try world.start("cy", peers: [ana])
            }
            let cy = try world.daemon("cy")
            #expect(cy.ledger.digest == digest)
            #expect(try world.notes(at: "cy").sorted() == ["one", "two"])
            #expect(!cy.ledger.replica.isMember)
            // It neither listens nor dials, though it knows where a device of the table is.
            _ = try world.run(seconds: 0.3) { false }
            #expect(cy.peering.listening == nil)
            #expect(try world.links(of: "cy") == 0)
            #expect(throws: DaemonError.refused(.notMember)) { try world.note("no", at: "cy") }
            #expect(cy.ledger.digest == digest)
        }
        #expect(names(in: world.home("cy"), "next").isEmpty)
        #expect(names(in: world.home("cy"), "archive").isEmpty)
    }

    @Test func itJoinsTheTableOfItsArchiveAndKeepsTheLog() throws {
        let world = try table()
        try takeOver(log(of: "ana", in: world), at: "cy", in: world)
        let authors = try Set(world.daemon("cy").ledger.log.authorIDs)
        let joined = try world.pair("cy", with: "ana")
        #expect(joined.archive == nil)
        #expect(try world.daemon("cy").ledger.replica.isMember)
        #expect(try world.daemon("cy").ledger.log.authorIDs.count == authors.count + 1)
        try world.note("three", at: "cy")
        #expect(
            try world.run {
                try world.isLinked("cy") && world.notes(at: "bo").count == 3 && world.areEqual()
            })
        #expect(try world.daemon("cy").peering.listening != nil)
        #expect(try world.daemon("ana").ledger.log.forkedAuthors.isEmpty)
        try world.stop("cy")
        try world.start("cy")
        #expect(try world.notes(at: "cy").count == 3)
        #expect(try world.daemon("cy").ledger.log.authorIDs.count == authors.count + 1)
    }

    @Test func itsGamesGoOnAtATableOfItsOwn() throws {
        let world = try table()
        try takeOver(log(of: "ana", in: world), at: "cy", in: world)
        let progress = try world.daemon("cy").peering.leave(brings: true)
        _ = try world.run { if case .pending = progress.outcome { false } else { true } }
        guard case .succeeded(let left) = progress.outcome else {
            Issue.record("\(progress.outcome)")
            return
        }
        #expect(left.brought == 2 && left.archive != nil)
        #expect(try world.notes(at: "cy").sorted() == ["one", "two"])
        #expect(try world.daemon("cy").ledger.replica.isMember)
        try world.note("three", at: "cy")
        _ = try world.run(seconds: 0.1) { false }
        #expect(try world.notes(at: "cy").count == 3)
        #expect(try world.daemon("cy").peering.listening != nil)
    }

    @Test func aDeviceRestoredWithItsOldKeyGoesOnAsANewAuthor() throws {
        let world = try table()
        let taken = try log(of: "ana", in: world)
        let author = try world.daemon("bo").ledger.replica.author
        // Bo records once more, which reaches Ana after the file was written; then his disk dies.
        try world.note("three", at: "bo")
        #expect(try world.run { try world.notes(at: "ana").count == 3 })
        try world.stop("bo")
        let home = world.home("bo2")
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: world.home("bo") + "/identity.pem", toPath: home + "/identity.pem")
        let ana = try #require(try world.daemon("ana").peering.listening)
        try world.start("bo2", peers: [ana])
        try takeOver(taken, at: "bo2", in: world)
        let bo = try world.daemon("bo2")
        #expect(bo.ledger.replica.isMember)
        #expect(bo.ledger.replica.author != author)
        try world.note("four", at: "bo2")
        #expect(
            try world.run {
                try world.notes(at: "bo2").count == 4
                    && world.daemon("ana").ledger.digest == bo.ledger.digest
            })
        #expect(bo.ledger.log.forkedAuthors.isEmpty)
    }

    @Test func whoBeganMeanwhileKeepsItsOwn() throws {
        let world = try table()
        let taken = try log(of: "ana", in: world)
        try world.note("mine", at: "cy")
        let digest = try world.daemon("cy").ledger.digest
        let progress = try world.daemon("cy").peering.takeOver(taken)
        _ = try world.run { if case .pending = progress.outcome { false } else { true } }
        guard case .failed = progress.outcome else {
            Issue.record("\(progress.outcome)")
            return
        }
        #expect(try world.notes(at: "cy") == ["mine"])
        #expect(try world.daemon("cy").ledger.digest == digest)
    }
}
