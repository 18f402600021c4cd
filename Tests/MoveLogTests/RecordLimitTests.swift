import Seeds
import Simulator
import Testing

@testable import MoveLog

/// What is refused, and that nothing of it was done.
@Suite struct RecordLimitTests {
    private func draft(_ bytes: Int = 1) -> Draft {
        Draft(scope: .table, kind: Kind(rawValue: 99), body: [UInt8](repeating: 1, count: bytes))
    }

    @Test func aRequestThatIsTooLargeRecordsNothing() throws {
        var mesh = try Mesh(devices: 1)
        _ = mesh.replicas[0].takeEffects()
        let before = mesh.replicas[0].log.digest
        let most = MoveLogLimits.entryBytesMax - MoveLogLimits.envelopeBytesMax
        let refused: [(RecordError, [Draft])] = [
            (.tooMany(count: 0), []),
            (
                .tooMany(count: MoveLogLimits.draftsMax + 1),
                [Draft](repeating: draft(), count: MoveLogLimits.draftsMax + 1)
            ),
            (.tooLarge(index: 1, bytes: most + 1), [draft(), draft(most + 1), draft()]),
            (.tooMany(count: 9), [Draft](repeating: draft(most), count: 9)),
        ]
        for (error, drafts) in refused {
            let request = RequestID(octets: .zero)
            #expect(throws: error) {
                _ = try mesh.replicas[0].record(drafts, request: request, at: mesh.now)
            }
            #expect(mesh.replicas[0].entries(of: request) == nil)
            #expect(mesh.replicas[0].log.digest == before)
            #expect(mesh.replicas[0].takeEffects().isEmpty)
        }
        let request = RequestID(octets: .zero)
        let drafts = [Draft](repeating: draft(most), count: 8)
        let ids = try mesh.replicas[0].record(drafts, request: request, at: mesh.now)
        #expect(ids.count == 8 && mesh.replicas[0].entries(of: request) == ids)
    }

    @Test func aChainAtItsLimitInvitesNobody() throws {
        var mesh = try Mesh(devices: 1)
        var inviter = mesh.replicas[0]
        for device in 1...UInt64(MoveLogLimits.chainHopsMax) {
            let seal = ToySeal(device: device)
            let chain = try inviter.invite(seal.publicKey, at: mesh.now)
            #expect(chain.invitations.count == Int(device))
            #expect(chain.bytes.count <= MoveLogLimits.chainBytesMax)
            let charter = try Charter(
                founding: inviter.log.charter.founding, chain: chain, seal: seal)
            inviter = Replica(
                charter: charter, commits: [], startsNewIncarnation: false, seal: seal,
                random: SeededGenerator(seed: device), at: mesh.now)
            #expect(inviter.isMember)
        }
        let last = inviter.log.lastHeld(of: inviter.author)
        let key = ToySeal(device: 99).publicKey
        #expect(throws: RecordError.chainTooLong) { _ = try inviter.invite(key, at: mesh.now) }
        #expect(inviter.log.lastHeld(of: inviter.author) == last && !inviter.log.isMember(key))
        _ = try mesh.replicas[0].invite(key, at: mesh.now)
    }

    @Test func aRemovalThatIsRepeatedIsOne() throws {
        var mesh = try Mesh(devices: 3)
        let (first, second) = (ToySeal(device: 1).publicKey, ToySeal(device: 2).publicKey)
        let request = RequestID(octets: .zero)
        let once = try mesh.replicas[0].remove(first, request: request, at: mesh.now)
        let again = try mesh.replicas[0].remove(first, request: request, at: mesh.now)
        #expect(once == again && once.count == 1)
        #expect(throws: RecordError.removedBefore(first)) {
            _ = try mesh.replicas[0].remove(first, at: mesh.now)
        }
        // An archive of the log belongs to no member, so it removes nobody.
        let stranger = ToySeal(device: 900)
        let charter = try Charter(
            founding: mesh.replicas[0].log.charter.founding, chain: InvitationChain(),
            seal: stranger)
        var archive = Replica(
            charter: charter, commits: [], startsNewIncarnation: false, seal: stranger,
            random: SeededGenerator(seed: 1), at: mesh.now)
        mesh.replicas[0].signEnds()
        _ = archive.merge(mesh.replicas[0].log, at: mesh.now)
        #expect(throws: RecordError.notMember) { _ = try archive.remove(second, at: mesh.now) }
        #expect(archive.log.digest == mesh.replicas[0].log.digest)
    }

    /// Many drafts in a row are recorded in commits that each fit, none lost and none moved.
    @Test(arguments: seeds(UInt64(40)))
    func everyPartFitsACommitAndNothingIsLost(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bodyMax = [8, 4096, MoveLogLimits.entryBytesMax - 2 * MoveLogLimits.envelopeBytesMax]
        let drafts = (0..<Int.random(in: 0...700, using: &random)).map { number in
            let most = bodyMax[number % (1 + Int(seed) % 3)]
            let count = Int.random(in: 0...most, using: &random)
            let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
            return Draft(scope: .table, kind: Kind(rawValue: 99), body: body)
        }
        let batches = drafts.batches
        #expect(batches.flatMap(\.self) == drafts)
        for batch in batches {
            let bytes = batch.reduce(0) { $0 + $1.body.count + MoveLogLimits.envelopeBytesMax }
            #expect(!batch.isEmpty && batch.count <= MoveLogLimits.draftsMax)
            #expect(bytes <= MoveLogLimits.spanBytesMax)
        }
        // No two neighbours would fit into one: commits are not made for nothing.
        for (one, next) in zip(batches, batches.dropFirst()) {
            let bytes = one.reduce(next[0].body.count) { $0 + $1.body.count }
            #expect(
                one.count == MoveLogLimits.batchDraftsMax || bytes > MoveLogLimits.batchBytesMax)
        }
    }

    // MARK: Logs from outside

    /// With the founder's one author more than a table may have.
    private func crowd(_ mesh: inout Mesh) throws -> [Run] {
        let each = MoveLogLimits.leavesOfDeviceMax
        let members = try (0..<UInt64(MoveLogLimits.authorsMax / each)).map {
            try HostileMember(100 + $0, invitedBy: &mesh.replicas[0], at: mesh.now)
        }
        return (0..<MoveLogLimits.authorsMax).map {
            members[$0 / each].run(nonce: UInt8($0 % each), [(2, 99, [1])])
        }
    }

    @Test func anAuditSaysWhatItLeavesOut() throws {
        var mesh = try Mesh(devices: 1)
        let runs = try crowd(&mesh)
        let charter = mesh.replicas[0].log.charter
        var malformed = runs[0]
        malformed.bytes[malformed.bytes.count - 1] ^= 0xff
        malformed.bytes.removeFirst()
        let commits = (runs + [malformed, runs[0]]).map { Commit(run: $0) }
        let audit = LogAudit(commits, charter: charter, seal: ToySeal(device: 0))
        #expect(
            audit.findings
                == [.refused(runs[runs.count - 1].author), .malformed(malformed.author)])
        // The founding entry is known from the charter.
        #expect(audit.log.entryCount == 1 + 2 * (MoveLogLimits.authorsMax - 1))
        // What is there twice is there, and its head was looked at.
        #expect(audit.headCount == MoveLogLimits.authorsMax)
    }

    @Test(arguments: seeds(UInt64(10)))
    func anAuditTellsOfAForkOnce(seed: UInt64) throws {
        let supply = try RunSupply(seed: seed)
        let audit = LogAudit(
            supply.runs.map { Commit(run: $0) }, charter: supply.charter, seal: ToySeal(device: 0))
        #expect(audit.findings == audit.log.forkedAuthors.map { .forked($0) })
        #expect(audit.findings.count == 1)
    }

    @Test func aLogFromOutsidePastALimitIsRefusedWhole() throws {
        var mesh = try Mesh(devices: 1)
        let runs = try crowd(&mesh)
        var host = mesh.replicas[0]
        host.signEnds()
        let extra = runs[runs.count - 1]
        var intake = LogIntake(seal: ToySeal(device: 900))
        // All but the BYE.
        try intake.receive(
            Array(try #require(host.log.file(at: mesh.now.wall)?.bytes).dropLast(6)))
        do throws(LogIntake.Refusal) {
            for run in runs { try intake.receive(Frame.run(run).bytes) }
            Issue.record("more authors than the limit were read")
        } catch {
            #expect(error.reason == .limit(extra.author))
        }

        // Each by itself is within the limit; both together are not.
        func log(_ runs: some Sequence<Run>) -> TableLog {
            var log = TableLog(charter: host.log.charter, seal: ToySeal(device: 900))
            for run in runs { _ = log.insert(run, trust: .verify) }
            return log
        }
        #expect(host.merge(log([extra]), at: mesh.now) == .success(2))
        let before = host.log.digest
        _ = host.takeEffects()
        let others = log(runs.dropLast())
        guard case .failure(let refusal) = host.merge(others, at: mesh.now),
            case .limit = refusal.reason
        else {
            Issue.record("more authors than the limit were taken in")
            return
        }
        #expect(host.log.digest == before && host.takeEffects().isEmpty)
    }
}
