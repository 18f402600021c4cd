import MoveLog
import Simulator
import Testing

@Suite struct LogAuditTests {
    /// What the disk of the second of two devices holds after both recorded and synced, and what
    /// only that device has recorded since.
    private func disk() throws -> (commits: [Commit], charter: Charter, seal: ToySeal) {
        var mesh = try Mesh(devices: 2)
        mesh.connect(0, 1)
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
