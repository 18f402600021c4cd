import Seeds
import Simulator

@testable import MoveLog

/// Replicas joined by links that hold every frame back until it is asked for.
struct Wires {
    /// One direction of a link.
    struct Way: Hashable, Comparable {
        var from: Int
        var to: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.from, left.to) < (right.from, right.to)
        }
    }

    var replicas: [Replica]
    private var uptime: Duration
    private var waiting: [Way: [[UInt8]]] = [:]
    /// All that was ever said.
    private(set) var said: [Way: [Frame]] = [:]
    /// How many links a replica ended.
    private(set) var closes = 0

    /// The devices of a mesh that are not linked, of whom nobody sends more than so many bytes of
    /// others' entries unasked.
    init(_ mesh: Mesh, unasked: Int) {
        replicas = mesh.replicas
        uptime = mesh.uptime
        for index in replicas.indices {
            replicas[index].unaskedBytesMax = unasked
            _ = replicas[index].takeEffects()
        }
    }

    var now: Moment { Moment(uptime: uptime, wall: WallTime(milliseconds: 1000)) }

    func frames(from: Int, to: Int) -> [Frame] { said[Way(from: from, to: to)] ?? [] }

    /// A link is 10 * own + peer at one end, and the mirror of it at the other.
    mutating func connect(_ a: Int, _ b: Int) {
        for (own, peer) in [(a, b), (b, a)] {
            replicas[own].connected(
                LinkID(rawValue: UInt64(10 * own + peer)),
                to: ToySeal(device: UInt64(peer)).publicKey, isDialer: own == a, at: now)
        }
    }

    mutating func record(_ device: Int) throws {
        let draft = Draft(scope: .table, kind: Kind(rawValue: 99), body: [1, 2, 3])
        _ = try replicas[device].record([draft], at: now)
    }

    mutating func pass(_ time: Duration) {
        uptime += time
        for index in replicas.indices { replicas[index].tick(at: now) }
    }

    /// Ends the turn of a device; what it says waits.
    mutating func collect(_ device: Int) {
        for effect in replicas[device].takeEffects() {
            switch effect {
            case .send(let link, let bytes):
                let way = Way(from: device, to: Int(link.rawValue % 10))
                waiting[way, default: []].append(bytes)
                if let frame = try? Frame(typeAndPayload: Array(bytes.dropFirst(4))) {
                    said[way, default: []].append(frame)
                }
            case .close: closes += 1
            case .append, .publish: break
            }
        }
    }

    /// Lets one device end its turn, or one frame arrive.
    mutating func deliver(using random: inout SeededGenerator) {
        if Bool.random(using: &random) { collect(Int.random(in: replicas.indices, using: &random)) }
        let ways = waiting.filter { !$0.value.isEmpty }.keys.sorted()
        if let way = ways.randomElement(using: &random) { arrive(way) }
    }

    /// Lets everything arrive, and what is said to it.
    mutating func deliverAll() {
        var isQuiet = false
        while !isQuiet {
            for index in replicas.indices { collect(index) }
            let ways = waiting.filter { !$0.value.isEmpty }.keys.sorted()
            isQuiet = ways.isEmpty
            for way in ways { arrive(way) }
        }
    }

    private mutating func arrive(_ way: Way) {
        guard let bytes = waiting[way]?.removeFirst() else { return }
        replicas[way.to].receive(
            bytes, from: LinkID(rawValue: UInt64(10 * way.to + way.from)), at: now)
    }
}
