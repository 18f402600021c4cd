import Seeds
import Testing

@testable import MoveLog

/// Devices on links that come and go, which record, restart and remove each other; then all links are
/// up, and the table agrees.
@Suite struct RemovalMeshTests {
    private func isLinked(_ mesh: Mesh, _ a: Int, _ b: Int) -> Bool {
        mesh.replicas[a].sessions[LinkID(rawValue: UInt64(100 * a + b))] != nil
            || mesh.replicas[b].sessions[LinkID(rawValue: UInt64(100 * b + a))] != nil
    }

    private func step(_ mesh: inout Mesh, _ random: inout SeededGenerator) throws {
        let device = Int.random(in: 0..<mesh.replicas.count, using: &random)
        let other = Int.random(in: 0..<mesh.replicas.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0:
            _ = try? mesh.replicas[device].remove(key(other), at: mesh.now)
        case 1, 2, 3:
            if device != other, !isLinked(mesh, device, other) { mesh.connect(device, other) }
        case 4:
            mesh.replicas[device].disconnectAll(at: mesh.now)
        case 5:
            // What was recorded is on the disk before the process ends.
            mesh.replicas[device].disconnectAll(at: mesh.now)
            mesh.settle(.milliseconds(30))
            let digest = mesh.replicas[device].log.digest
            mesh.replicas[device] = try mesh.restarted(
                device, from: mesh.disks[device] ?? [], seed: random.next())
            #expect(mesh.replicas[device].log.digest == digest)
        default:
            try mesh.record(device, Int.random(in: 1...4, using: &random))
        }
        mesh.settle(.milliseconds(Int.random(in: 1...30, using: &random) * 10))
    }

    @Test(.timeLimit(.minutes(1)), arguments: seeds(UInt64(10)))
    func theTableAgreesAfterAnyRemovals(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var mesh = try Mesh(devices: 5, seed: seed)
        mesh.settle(.milliseconds(20))
        for _ in 0..<40 { try step(&mesh, &random) }
        // Twice: who parts in the first round may have lost a link that others needed.
        for _ in 0..<3 {
            for a in 0..<5 {
                for b in (a + 1)..<5 where !isLinked(mesh, a, b) { mesh.connect(a, b) }
            }
            mesh.settle(.seconds(8))
        }
        let members = (0..<5).filter { mesh.replicas[0].log.isMember(key($0)) }
        let digests = Set(members.map { mesh.replicas[$0].log.digest })
        #expect(digests.count == 1, "seed \(seed): \(members)")
        for device in 0..<5 {
            let replica = mesh.replicas[device]
            #expect(replica.isRemoved == !members.contains(device), "seed \(seed): \(device)")
            let own = replica.log.authors.values.filter { $0.key == key(device) }
            let held = own.reduce(0) { $0 + $1.branches.reduce(0) { $0 + Int($1.last - $1.after) } }
            let counted = replica.log.allPlaced().count {
                replica.log.key(of: $0.entry.id.author) == key(device)
            }
            #expect(held == counted + replica.log.uncountedCount(of: key(device)))
        }
        #expect(!mesh.closes.contains { $0.reason == .forged || $0.reason == .malformed })
    }
}
