import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A whole log handed over run by run, to a device that trusts nobody.
@Suite struct LogIntakeTests {
    private let stranger = ToySeal(device: 900)

    /// A table with several authors, one of them forked, as its founder holds it.
    private func table(_ seed: UInt64) throws -> TableLog {
        let supply = try RunSupply(seed: seed)
        var log = TableLog(charter: supply.charter, seal: ToySeal(device: 0))
        for _ in supply.runs { for run in supply.runs { _ = log.insert(run, trust: .verify) } }
        log.signEnds()
        return log
    }

    private func pieces(_ log: TableLog) throws -> [[UInt8]] {
        try log.spans.map {
            var writer = ByteWriter()
            try #require(log.run($0)).write(to: &writer)
            return writer.bytes
        }
    }

    private func read(
        _ pieces: some Sequence<[UInt8]>, of log: TableLog
    ) throws -> LogIntake {
        var intake = try LogIntake(founding: log.charter.founding, seal: stranger)
        for piece in pieces { _ = try intake.take(piece) }
        return intake
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func whatComesOutIsWhatWentIn(seed: UInt64) throws {
        let log = try table(seed)
        #expect(log.uncoveredCount(by: log.spans) == 0)
        let intake = try read(try pieces(log), of: log)
        #expect(intake.log.digest == log.digest)
        #expect(Set(intake.log.allPlaced()) == Set(log.allPlaced()))
        #expect(intake.log.memberKeys == log.memberKeys)
        #expect(intake.log.forkedAuthors == log.forkedAuthors)
        // Handed on from there it is the same once more, and twice is once.
        let again = try read(try pieces(intake.log) + pieces(log), of: log)
        #expect(again.log.digest == log.digest)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func aPartHasAnotherDigest(seed: UInt64) throws {
        let log = try table(seed)
        let pieces = try pieces(log)
        for count in pieces.indices {
            #expect(try read(pieces.prefix(count), of: log).log.digest != log.digest)
        }
    }

    @Test(arguments: 1...60 as ClosedRange<UInt64>)
    func noBitCanBeChanged(seed: UInt64) throws {
        let log = try table(seed)
        var random = SeededGenerator(seed: seed)
        var pieces = try pieces(log)
        let index = Int.random(in: pieces.indices, using: &random)
        let byte = Int.random(in: pieces[index].indices, using: &random)
        pieces[index][byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        #expect(throws: LogIntake.Refusal.self) { _ = try read(pieces, of: log) }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func anOrderThatDoesNotAttachIsRefusedAndKeepsWhatCameBefore(seed: UInt64) throws {
        let log = try table(seed)
        var random = SeededGenerator(seed: seed)
        let shuffled = try pieces(log).shuffled(using: &random)
        var intake = try LogIntake(founding: log.charter.founding, seal: stranger)
        var taken: [[UInt8]] = []
        for piece in shuffled {
            let before = intake.log.digest
            do throws(LogIntake.Refusal) {
                _ = try intake.take(piece)
                taken.append(piece)
            } catch {
                #expect(intake.log.digest == before, "\(error)")
            }
        }
        #expect(try read(taken, of: log).log.digest == intake.log.digest)
    }

    // MARK: Devices that take it over

    private func replica(_ charter: Charter, _ seal: ToySeal, _ commits: [Commit] = []) -> Replica {
        Replica(
            charter: charter, commits: commits, startsNewIncarnation: false, seal: seal,
            random: SeededGenerator(seed: 5), at: moment)
    }

    private var moment: Moment { Moment(uptime: .seconds(1), wall: WallTime(milliseconds: 9)) }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func anArchiveMergesAndNeverWrites(seed: UInt64) throws {
        let log = try table(seed)
        let intake = try read(try pieces(log), of: log)
        let charter = try #require(intake.charter(for: stranger.publicKey))
        var archive = replica(charter, stranger)
        #expect(!archive.isMember)
        #expect(archive.merge(intake.log, at: moment) == .success(log.entryCount - 1))
        #expect(archive.log.digest == log.digest)
        #expect(archive.merge(intake.log, at: moment) == .success(0))
        let draft = Draft(scope: .table, kind: Kind(rawValue: 99), body: [1])
        #expect(throws: RecordError.notMember) { _ = try archive.record([draft], at: moment) }
        #expect(throws: RecordError.notMember) {
            _ = try archive.invite(ToySeal(device: 901).publicKey, at: moment)
        }
        archive.startIncarnation()
        archive.signEnds()
        #expect(archive.log.digest == log.digest)
        #expect(archive.log.key(of: archive.author) == nil)
        for case .append(let commit) in archive.takeEffects() { #expect(commit.run.head != nil) }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func whoIsInvitedToItsArchiveForksNobody(seed: UInt64) throws {
        let log = try table(seed)
        let intake = try read(try pieces(log), of: log)
        let commits = intake.log.spans.compactMap { intake.log.run($0) }.map { Commit(run: $0) }
        let founder = ToySeal(device: 0)
        var host = replica(log.charter, founder, commits)
        let chain = try host.invite(stranger.publicKey, at: moment)
        let charter = try Charter(
            founding: log.charter.founding, chain: chain, seal: stranger)
        let before = Set(intake.log.authorIDs)
        let member = replica(charter, stranger, commits)
        #expect(member.isMember)
        #expect(!before.contains(member.author))
        #expect(Set(member.log.authorIDs).subtracting(before) == [member.author])
        #expect(member.log.forkedAuthors == log.forkedAuthors)
    }

    @Test func aKeyThatTheLogKnowsGetsItsChain() throws {
        let log = try table(3)
        let intake = try read(try pieces(log), of: log)
        for device in 0..<3 {
            let seal = ToySeal(device: UInt64(device))
            let charter = try #require(intake.charter(for: seal.publicKey))
            #expect(replica(charter, seal).isMember, "device \(device)")
        }
    }

    /// An author whose first entry shows no chain: it is a member by its inviter's entry alone, so
    /// that must come before, whatever the order of the authors' IDs.
    @Test func whoIsAMemberByAnotherEntryAloneComesBehindIt() throws {
        var log = try table(6)
        let guest = ToySeal(device: 77)
        let founder = ToySeal(device: 0)
        let commits = log.spans.compactMap { log.run($0) }.map { Commit(run: $0) }
        var host = replica(log.charter, founder, commits)
        _ = try host.invite(guest.publicKey, at: moment)
        host.signEnds()
        log = host.log
        for number in 0..<16 {
            var random = SeededGenerator(seed: UInt64(number))
            let nonce = random.nonce16()
            let author = guest.authorID(of: guest.publicKey, nonce: nonce)
            let start = AuthorStarted(
                key: guest.publicKey, nonce: nonce, chain: InvitationChain())
            let entry = Entry(
                id: EntryID(author: author, sequence: 1), lamport: 900, wall: moment.wall,
                scope: .table, kind: .authorStarted, body: start.body)
            let bare = AuthorLog(
                author: author, key: guest.publicKey, table: log.charter.table, seal: guest)
            var run = Run(
                author: author, after: 0, base: bare.digest(at: 0, on: 0).octets.high, count: 1,
                bytes: entry.canonicalBytes, head: nil)
            let end = bare.extend(branch: 0, after: 0, try run.content(), from: 0).end
            let message = SignedHead.message(
                table: log.charter.table, author: author, sequence: 1, digest: end)
            run.head = SignedHead(sequence: 1, signature: guest.sign(message))
            guard case .admitted = log.insert(run, trust: .verify) else {
                Issue.record("author \(number)")
                continue
            }
        }
        #expect(try read(try pieces(log), of: log).log.digest == log.digest)
    }

    @Test func whatNobodySignsForIsRefused() throws {
        let log = try table(4)
        var run = try #require(log.run(log.spans[0]))
        run.head = nil
        var writer = ByteWriter()
        run.write(to: &writer)
        #expect(throws: LogIntake.Refusal.unsigned) { _ = try read([writer.bytes], of: log) }
    }
}
