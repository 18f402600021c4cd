import Seeds
import Simulator
import Testing

@testable import MoveLog

/// A whole log as a file, and read by a device that trusts nobody.
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

    private func file(_ log: TableLog) throws -> [UInt8] {
        try #require(log.file(at: WallTime(milliseconds: 7))?.bytes)
    }

    /// The file's frames, each with its length.
    private func frames(_ log: TableLog) throws -> [[UInt8]] {
        var reader = FrameReader()
        reader.frameBytesMax = MoveLogLimits.frameBytesMax
        reader.receive(try file(log))
        var frames: [[UInt8]] = []
        while let frame = try reader.next() {
            var writer = ByteWriter()
            writer.fixed32(UInt32(frame.count))
            frames.append(writer.bytes + frame)
        }
        return frames
    }

    private func read(_ bytes: [UInt8]) throws(LogIntake.Refusal) -> TableLog {
        var intake = LogIntake(seal: stranger)
        try intake.receive(bytes)
        return try intake.finish()
    }

    private func refusal(of frames: [[UInt8]]) -> LogIntake.Refusal.Reason? {
        do throws(LogIntake.Refusal) {
            _ = try read(frames.flatMap(\.self))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: seeds(UInt64(30)))
    func whatComesOutIsWhatWentIn(seed: UInt64) throws {
        let log = try table(seed)
        var random = SeededGenerator(seed: seed)
        var intake = LogIntake(seal: stranger)
        var rest = try file(log)[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...400, using: &random)
            try intake.receive(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        let read = try intake.finish()
        #expect(read.digest == log.digest)
        #expect(Set(read.allPlaced()) == Set(log.allPlaced()))
        #expect(read.memberKeys == log.memberKeys)
        #expect(read.forkedAuthors == log.forkedAuthors)
        // Handed on from there it is the same once more, and twice is once.
        let frames = try frames(read)
        #expect(refusal(of: frames.dropLast() + frames.dropFirst()) == nil)
    }

    @Test(arguments: seeds(UInt64(20)))
    func aFileThatWasCutIsRefused(seed: UInt64) throws {
        let file = try file(table(seed))
        var random = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let count = Int.random(in: 0..<file.count, using: &random)
            do throws(LogIntake.Refusal) {
                _ = try read(Array(file.prefix(count)))
                Issue.record("\(count) of \(file.count) bytes")
            } catch {
                let offset = try #require(error.offset)
                #expect(error.reason == .cut && offset <= count)
            }
        }
    }

    @Test(arguments: seeds(UInt64(60)))
    func noBitOfARunCanBeChanged(seed: UInt64) throws {
        let log = try table(seed)
        var random = SeededGenerator(seed: seed)
        var frames = try frames(log)
        let index = Int.random(in: 0..<frames.count, using: &random)
        let byte = Int.random(in: frames[index].indices, using: &random)
        frames[index][byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        // Nobody signs GREETING and BYE, which say nothing of the entries.
        let isRun = frames.indices.dropFirst().dropLast().contains(index)
        let read = try? read(frames.flatMap(\.self))
        #expect(read == nil || !isRun && read?.digest == log.digest)
    }

    @Test(arguments: seeds(UInt64(20)))
    func noRunCanBeLeftOut(seed: UInt64) throws {
        let frames = try frames(table(seed))
        for index in frames.indices.dropFirst().dropLast() {
            var frames = frames
            frames.remove(at: index)
            #expect(refusal(of: frames) != nil, "\(index)")
        }
    }

    // MARK: Devices that take it over

    private func replica(_ charter: Charter, _ seal: ToySeal, _ commits: [Commit] = []) -> Replica {
        Replica(
            charter: charter, commits: commits, startsNewIncarnation: false, seal: seal,
            random: SeededGenerator(seed: 5), at: moment)
    }

    private var moment: Moment { Moment(uptime: .seconds(1), wall: WallTime(milliseconds: 9)) }

    @Test(arguments: seeds(UInt64(20)))
    func anArchiveMergesAndNeverWrites(seed: UInt64) throws {
        let log = try table(seed)
        let copy = try read(file(log))
        let charter = try #require(copy.charter(for: stranger.publicKey))
        var archive = replica(charter, stranger)
        #expect(!archive.isMember)
        #expect(archive.merge(copy, at: moment) == .success(log.entryCount - 1))
        #expect(archive.log.digest == log.digest)
        #expect(archive.merge(copy, at: moment) == .success(0))
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

    @Test(arguments: seeds(UInt64(20)))
    func whoIsInvitedToItsArchiveForksNobody(seed: UInt64) throws {
        let log = try table(seed)
        let copy = try read(file(log))
        let commits = copy.spans.compactMap { copy.run($0) }.map { Commit(run: $0) }
        let founder = ToySeal(device: 0)
        var host = replica(log.charter, founder, commits)
        let chain = try host.invite(stranger.publicKey, at: moment)
        let charter = try Charter(
            founding: log.charter.founding, chain: chain, seal: stranger)
        let before = Set(copy.authorIDs)
        let member = replica(charter, stranger, commits)
        #expect(member.isMember)
        #expect(!before.contains(member.author))
        #expect(Set(member.log.authorIDs).subtracting(before) == [member.author])
        #expect(member.log.forkedAuthors == log.forkedAuthors)
    }

    @Test func aKeyThatTheLogKnowsGetsItsChain() throws {
        let log = try table(3)
        let copy = try read(file(log))
        for device in 0..<3 {
            let seal = ToySeal(device: UInt64(device))
            let charter = try #require(copy.charter(for: seal.publicKey))
            #expect(replica(charter, seal).isMember, "device \(device)")
        }
    }
}

@Suite struct LogAuditTests {
    /// What the disk of the second of two devices holds after both recorded and synced, and what
    /// only that device has recorded since.
    private func disk() throws -> (commits: [Commit], charter: Charter, seal: ToySeal) {
        var mesh = try Mesh(devices: 2, linked: [(0, 1)])
        for _ in 0..<3 {
            try mesh.record(0, 2)
            try mesh.record(1, 2)
            mesh.settle(.milliseconds(200))
        }
        mesh.replicas[1].disconnectAll(at: mesh.now)
        mesh.settle(.milliseconds(50))
        try mesh.record(1, 4)
        mesh.settle(.milliseconds(50))
        return (
            try #require(mesh.disks[1]), mesh.replicas[1].log.charter, ToySeal(device: 1)
        )
    }

    @Test func aSoundLogHasNoFindingsInAnyOrder() throws {
        let (commits, charter, seal) = try disk()
        let audit = LogAudit(commits, charter: charter, seal: seal)
        #expect(audit.findings.isEmpty)
        #expect(audit.headCount > 0)
        #expect(audit.unsignedCount == 1 + 3 * 2 + 4)
        let backwards = LogAudit(commits.reversed(), charter: charter, seal: seal)
        #expect(backwards.findings.isEmpty)
        #expect(backwards.log.digest == audit.log.digest)
    }

    @Test func whatIsMissingOrChangedIsFound() throws {
        let (commits, charter, seal) = try disk()
        let foreign = try #require(
            commits.firstIndex { $0.run.head != nil && $0.run.author == charter.founder })
        let author = commits[foreign].run.author

        var cut = commits
        cut.remove(at: foreign)
        let gap = LogAudit(cut, charter: charter, seal: seal)
        guard case .gap(let entries)? = gap.findings.first else {
            Issue.record("a missing run was not found")
            return
        }
        #expect(entries > 0)

        var changed = commits
        changed[foreign].run.head?.signature[0] ^= 1
        #expect(LogAudit(changed, charter: charter, seal: seal).findings.first == .forged(author))

        let stranger = ToySeal(device: 77)
        let others = LogAudit(commits, charter: charter, seal: stranger).findings
        #expect(
            others.contains { finding in
                if case .unsigned = finding { true } else { false }
            })
    }
}

extension Replica {
    /// Merges a whole log at once. Returns the number of new entries.
    mutating func merge(
        _ other: TableLog, at moment: Moment
    ) -> Result<Int, LogIntake.Refusal> {
        var merge = merging(other)
        do throws(LogIntake.Refusal) {
            while try !mergeSome(&merge, at: moment) {}
            return .success(merge.count)
        } catch {
            return .failure(error)
        }
    }
}
