import MoveLog
import Simulator
import Testing

@Suite struct ReplicaTests {
    @Test func twoDevicesConverge() throws {
        var mesh = try Mesh(devices: 2)
        try mesh.record(0, 5)
        try mesh.record(1, 7)
        mesh.connect(0, 1)
        mesh.settle()
        #expect(mesh.digests.count == 1)
        #expect(mesh.replicas[0].log.entryCount == 1 + 1 + 1 + 12)
        #expect(mesh.replicas.allSatisfy { $0.peers.allSatisfy { $0.state == .inSync } })
    }

    @Test func aLineConvergesAndALongBacklogIsFetched() throws {
        var mesh = try Mesh(devices: 5)
        for device in 0..<5 { try mesh.record(device, 3000, size: 40) }
        for device in 0..<4 { mesh.connect(device, device + 1) }
        mesh.settle()
        #expect(mesh.digests.count == 1)
        try mesh.record(4, 3)
        try mesh.record(0, 3)
        mesh.settle()
        #expect(mesh.digests.count == 1)
        #expect(
            mesh.replicas[4].copies(of: EntryID(author: mesh.replicas[4].author, sequence: 3004))
                >= 2)
    }

    @Test func nothingMissingCostsLittle() throws {
        var mesh = try Mesh(devices: 5)
        for device in 0..<5 { try mesh.record(device, 100) }
        for a in 0..<5 { for b in (a + 1)..<5 { mesh.connect(a, b) } }
        mesh.settle()
        #expect(mesh.digests.count == 1)
        var pair = mesh
        pair.replicas = mesh.replicas
        pair.replicas[0].disconnectAll(at: pair.now)
        pair.replicas[1].disconnectAll(at: pair.now)
        _ = pair.replicas[0].takeEffects()
        _ = pair.replicas[1].takeEffects()
        pair.bytesSent = 0
        pair.connect(0, 1)
        pair.settle(.milliseconds(20))
        #expect(pair.bytesSent < 1400)
    }
}
