import Simulator
import Testing

@testable import MoveLog

/// Which links to a device stay when it greets from one process after the other: after a restart the
/// last, and of a copied home both, since each process would end the other's.
@Suite(.timeLimit(.minutes(1))) struct ProcessTests {
    /// Processes of one key, one letter each, that greet one after the other on links of their own.
    private struct Greetings {
        /// Links to the key that stand after each greeting.
        var standing: [Int] = []
        /// After how many greetings the owner was told of a copy.
        var told: [Int] = []
    }

    private func greet(_ processes: String) throws -> Greetings {
        var mesh = try Mesh(devices: 1)
        var visitor = try HostileMember(7, invitedBy: &mesh.replicas[0], at: mesh.now)
        var greetings = Greetings()
        for (number, process) in processes.utf8.enumerated() {
            visitor.link = LinkID(rawValue: 6000 + UInt64(number))
            visitor.enter(&mesh.replicas[0], boot: process, at: mesh.now)
            let links = mesh.replicas[0].sessions.values.count { $0.key == visitor.seal.publicKey }
            greetings.standing.append(links)
            if visitor.clonings > greetings.told.count {
                greetings.told.append(number + 1)
            }
            mesh.uptime += .milliseconds(100)
        }
        return greetings
    }

    @Test func aRestartEndsTheLinkOfTheProcessBefore() throws {
        let greetings = try greet("ABCDEFGHIJ")
        #expect(greetings.standing == [Int](repeating: 1, count: 10))
        #expect(greetings.told.isEmpty)
    }

    @Test func aGreetingThatWasLongOnItsWayMakesNoCopy() throws {
        let greetings = try greet("ABACD")
        #expect(greetings.standing == [1, 1, 1, 1, 1])
        #expect(greetings.told.isEmpty)
    }

    @Test func processesThatTakeTurnsKeepTheirLinks() throws {
        let greetings = try greet("ABAB")
        // The fourth greeting is the second return: from then on nobody's link is ended.
        #expect(greetings.standing == [1, 1, 1, 2])
        #expect(greetings.told == [4])
    }

    /// What is remembered has a bound, past which one return is forgotten and others are counted again.
    @Test func aCopyIsToldOnceForAsLongAsItIsSeen() throws {
        #expect(try greet("ABABACDEF").told == [4])
        #expect(try greet("ABABABABABABABAB").told == [4])
    }

    @Test func twoCopiesAfterManyRestartsAreToldAgain() throws {
        #expect(try greet("ABABCDEFGHIJKLKL").told == [4, 16])
    }
}
