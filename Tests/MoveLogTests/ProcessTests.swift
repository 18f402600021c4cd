import Simulator
import Testing

@testable import MoveLog

/// Which links to a device stay when it greets from one process after the other: after a restart the
/// last, and of a copied home both, since each process would end the other's.
@Suite(.timeLimit(.minutes(1))) struct ProcessTests {
    /// Processes of one key, one letter each, greet one after the other on links of their own.
    /// `standing` are the links to the key that stand after each greeting, `told` after how many
    /// greetings the owner was told of a copy. What is remembered has a bound, past which one return
    /// is forgotten and others are counted again.
    @Test(
        arguments: [
            // A restart ends the link of the process before.
            ("ABCDEFGHIJ", "1111111111", []),
            // A greeting that was long on its way makes no copy.
            ("ABACD", "11111", []),
            // The fourth greeting is the second return: from then on nobody's link is ended.
            ("ABAB", "1112", [4]),
            // A copy is told once for as long as it is seen, and again after many restarts.
            ("ABABACDEF", nil, [4]), ("ABABABABABABABAB", nil, [4]),
            ("ABABCDEFGHIJKLKL", nil, [4, 16]),
        ] as [(String, String?, [Int])])
    func processesOfOneKey(_ processes: String, standing expected: String?, told: [Int]) throws {
        var mesh = try Mesh(devices: 1)
        var visitor = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var standing = ""
        var seen: [Int] = []
        for (number, process) in processes.utf8.enumerated() {
            visitor.link = LinkID(rawValue: 6000 + UInt64(number))
            visitor.enter(&mesh.replicas[0], boot: process, at: mesh.now)
            let links = mesh.replicas[0].sessions.values.count { $0.key == visitor.seal.publicKey }
            standing += "\(links)"
            if visitor.clonings > seen.count { seen.append(number + 1) }
            mesh.uptime += .milliseconds(100)
        }
        #expect(standing == expected ?? standing)
        #expect(seen == told)
    }
}
