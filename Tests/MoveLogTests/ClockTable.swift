import MoveLog
import Seeds
import Simulator
import Testing

/// Devices with clocks of their own, which drift, on links that take time: what a device says of an
/// instant can be held against the truth.
struct ClockTable {
    /// What a device noted.
    struct Noted {
        var device: Int
        var reading: BootReading
    }

    private struct Packet {
        var due: Duration
        var device: Int
        var link: LinkID
        var bytes: [UInt8]
    }

    var replicas: [Replica] = []
    /// The truth: time since the test began.
    private(set) var now = Duration.seconds(1)
    /// Each device's uptime when the test began, and how fast it runs.
    let uptimes: [Duration]
    let rates: [Double]
    /// Each device's wall clock less the truth.
    let walls: [Duration]
    private var delays: [LinkID: Duration] = [:]
    /// How much longer single packets take, at most.
    var jitterMax = Duration.zero
    private var packets: [Packet] = []
    private var random: SeededGenerator
    private(set) var noted: [Noted] = []
    private(set) var framesSent = 0

    init(devices: Int, seed: UInt64, drifts: Bool = false) throws {
        var random = SeededGenerator(seed: seed)
        func draw(_ seconds: Int) -> Duration {
            .milliseconds(Int.random(in: -seconds * 1000...seconds * 1000, using: &random))
        }
        uptimes = (0..<devices).map { _ in draw(5000) + .seconds(6000) }
        rates = (0..<devices).map { _ in
            drifts ? Double.random(in: 0.99996...1.00004, using: &random) : 1
        }
        walls = (0..<devices).map { _ in draw(86_400) }
        let founder = ToySeal(device: 0)
        let charter = try Charter(
            founding: try #require(Octets16([UInt8](repeating: 7, count: 16))),
            at: WallTime(milliseconds: 0), seal: founder)
        self.random = random
        add(charter, founder)
        for device in 1..<devices {
            let seal = ToySeal(device: UInt64(device))
            let chain = try replicas[0].invite(seal.publicKey, at: moment(0))
            add(try Charter(founding: charter.founding, chain: chain, seal: seal), seal)
        }
    }

    private mutating func add(_ charter: Charter, _ seal: ToySeal) {
        var replica = Replica(
            charter: charter, commits: [], startsNewIncarnation: false, seal: seal,
            random: SeededGenerator(seed: random.next()), at: moment(replicas.count))
        replica.clocks = BootClocks(own: Self.boot(replicas.count))
        replicas.append(replica)
    }

    static func boot(_ device: Int) -> BootID { BootID(rawValue: UInt64(device + 1)) }

    func moment(_ device: Int) -> Moment {
        let wall = now + walls[device]
        return Moment(
            uptime: uptimes[device] + now * rates[device],
            wall: WallTime(milliseconds: wall.components.seconds * 1000))
    }

    private func link(_ from: Int, _ to: Int) -> LinkID {
        LinkID(rawValue: UInt64(100 * from + to))
    }

    /// Links two devices; a message takes so long one way and the other.
    mutating func connect(_ a: Int, _ b: Int, _ there: Duration, _ back: Duration) {
        delays[link(a, b)] = there
        delays[link(b, a)] = back
        for (from, to) in [(a, b), (b, a)] {
            replicas[from].connected(
                link(from, to), to: ToySeal(device: UInt64(to)).publicKey, isDialer: from == a,
                at: moment(from))
        }
        turn()
    }

    mutating func disconnect(_ a: Int, _ b: Int) {
        for (from, to) in [(a, b), (b, a)] {
            delays[link(from, to)] = nil
            let gone = link(to, from)
            packets.removeAll { $0.link == gone }
            replicas[from].disconnected(link(from, to), at: moment(from))
        }
        turn()
    }

    @discardableResult
    mutating func note(_ device: Int) -> Noted {
        let uptime = moment(device).uptime
        noted.append(Noted(device: device, reading: replicas[device].clocks.reading(at: uptime)))
        return noted[noted.count - 1]
    }

    /// Lets time pass, event by event.
    mutating func pass(_ duration: Duration) {
        let end = now + duration
        turn()
        while true {
            let deadlines = replicas.indices.compactMap { device in
                replicas[device].nextDeadline.map { ($0 - uptimes[device]) / rates[device] }
            }
            guard let next = (deadlines + packets.map(\.due)).min(), next < end else { break }
            now = max(now, next) + .microseconds(1)
            for device in replicas.indices { replicas[device].tick(at: moment(device)) }
            let due = packets.filter { $0.due <= now }.sorted { $0.due < $1.due }
            packets = packets.filter { $0.due > now }
            for packet in due {
                replicas[packet.device].receive(
                    packet.bytes, from: packet.link, at: moment(packet.device))
            }
            turn()
        }
        now = end
    }

    private mutating func turn() {
        for device in replicas.indices {
            for effect in replicas[device].takeEffects() { perform(effect, of: device) }
        }
    }

    private mutating func perform(_ effect: Effect, of device: Int) {
        guard case .send(let out, let bytes) = effect, let delay = delays[out] else { return }
        let peer = Int(out.rawValue) % 100
        let jitter = jitterMax * Double.random(in: 0...1, using: &random)
        // A stream: nothing overtakes.
        let last = packets.last { $0.link == link(peer, device) }?.due ?? .zero
        packets.append(
            Packet(
                due: max(now + delay + jitter, last + .nanoseconds(1)), device: peer,
                link: link(peer, device), bytes: bytes))
        framesSent += 1
    }

    /// By how much a device is off about the time since a device noted something, by that one's clock;
    /// by how much it says that it may be; and what it knows.
    func error(
        _ device: Int, _ noted: Noted
    ) -> (off: Duration, said: Duration, known: BootClocks.Offset)? {
        let (own, theirs) = (moment(device).uptime, moment(noted.device).uptime)
        let clocks = replicas[device].clocks
        guard let instant = clocks.instant(of: noted.reading, at: own),
            let known = clocks.offset(of: noted.reading.boot, at: own)
        else { return nil }
        let off = (own - instant.uptime) - (theirs - noted.reading.uptime)
        return (off < .zero ? .zero - off : off, instant.error, known)
    }
}
