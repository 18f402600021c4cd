import MoveLog
import Seeds
import Simulator
import TLS

/// The devices of one table, invited by each other in a tree: no author invites more, and no chain is
/// longer, than the limits allow.
struct HallTable {
    private static let invitees = 4

    /// The devices, the founder first; what their first entries want done is not taken yet.
    private(set) var replicas: [Replica] = []
    let keys: [PublicKey]

    /// Founds a table; with real keys, or with those of the simulator.
    init(count: Int, isReal: Bool, at moment: Moment) throws {
        let seals = try (0..<count).map { number -> any Seal in
            if isReal { try Identity.generate() } else { ToySeal(device: UInt64(number)) }
        }
        keys = seals.map(\.publicKey)
        guard let nonce = Octets16([UInt8](repeating: 7, count: 16)) else {
            preconditionFailure("16 bytes are 16")
        }
        let founded = try Charter(founding: nonce, at: moment.wall, seal: seals[0])
        for (number, seal) in seals.enumerated() {
            var charter = founded
            if number > 0 {
                let chain = try replicas[(number - 1) / Self.invitees].invite(
                    keys[number], at: moment)
                charter = try Charter(founding: founded.founding, chain: chain, seal: seal)
            }
            replicas.append(
                Replica(
                    charter: charter, commits: [], startsNewIncarnation: false, seal: seal,
                    random: SeededGenerator(seed: UInt64(number) + 1), at: moment))
        }
    }

    /// Pairs of devices that are linked: rings through all of them in drawn orders, so that everybody
    /// is reached and has `links` of its own; every pair where that is as many as there are others.
    static func pairs(count: Int, links: Int, seed: UInt64) -> [(Int, Int)] {
        guard links < count - 1 else {
            return (0..<count).flatMap { near in
                ((near + 1)..<max(count, near + 1)).map { (near, $0) }
            }
        }
        var random = SeededGenerator(seed: seed)
        var known: Set<[Int]> = []
        for _ in 0..<max(1, links / 2) {
            let ring = Array(0..<count).shuffled(using: &random)
            for (index, device) in ring.enumerated() {
                known.insert([device, ring[(index + 1) % count]].sorted())
            }
        }
        return known.sorted { $0.lexicographicallyPrecedes($1) }.map { ($0[0], $0[1]) }
    }

    /// Pairs where the first devices are relays: they are linked with each other, and each of the rest
    /// with one or two of them.
    static func pairs(count: Int, relays: Int) -> [(Int, Int)] {
        let mesh = pairs(count: min(relays, count), links: count, seed: 0)
        let rest = (relays..<max(count, relays)).flatMap { device in
            Set([device % relays, (device / relays) % relays]).sorted().map { ($0, device) }
        }
        return mesh + rest
    }
}
