import MoveLog
import Simulator
import Testing

@Suite struct RouteTests {
    @Test func theEndsOfALineKnowThatTheyAgree() throws {
        var mesh = try Mesh(devices: 5)
        for device in 0..<4 { mesh.connect(device, device + 1) }
        for device in 0..<5 { try mesh.record(device, 5) }
        mesh.settle(.seconds(6))
        #expect(mesh.digests.count == 1)
        let far = try #require(
            mesh.replicas[0].peers.first { $0.key == ToySeal(device: 4).publicKey })
        #expect(far.state == .inSync && far.hops == 4)
        #expect(far.through == ToySeal(device: 1).publicKey)
        #expect(mesh.replicas[0].unsyncedCount == 0)

        // The middle falls away: the far ends are away, not in sync.
        mesh.replicas[2].disconnectAll(at: mesh.now)
        mesh.settle(.seconds(6))
        #expect(mesh.replicas[0].peers.filter { $0.state == .away }.count == 3)
        #expect(mesh.replicas[4].peers.filter { $0.state == .away }.count == 3)
    }

    @Test func aFullMeshTellsNoHearsay() throws {
        var mesh = try Mesh(devices: 4)
        for a in 0..<4 { for b in (a + 1)..<4 { mesh.connect(a, b) } }
        mesh.settle(.seconds(3))
        mesh.bytesSent = 0
        for device in 0..<4 { try mesh.record(device, 1) }
        mesh.settle(.milliseconds(1900))
        // Twelve runs to each peer at most, as many acknowledgements, nothing else of size.
        #expect(mesh.bytesSent < 12 * 250 + 36 * 80)
        #expect(mesh.digests.count == 1)
    }

    @Test func whereAPeersPeerListensIsToldOnce() throws {
        var mesh = try Mesh(devices: 3)
        for device in mesh.replicas.indices {
            mesh.replicas[device].listenPort = UInt16(7000 + device)
        }
        mesh.connect(0, 1, host: "10.0.0.1")
        mesh.connect(0, 2, host: "10.0.0.2")
        mesh.settle(.seconds(2))
        let sightings = mesh.sightings.filter { $0.device == 2 }
        #expect(sightings.map(\.address) == ["10.0.0.1:7001"])
    }
}
