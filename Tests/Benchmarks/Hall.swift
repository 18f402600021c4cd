import MoveLog
import Seeds

/// Real replicas in one process, joined by links that lose nothing and take their time. Time is
/// simulated in milliseconds; disks are durable at once; what each turn costs is measured.
struct Hall {
    private struct Parcel {
        var link: Int
        var bytes: [UInt8]
    }

    private(set) var replicas: [Replica]
    var ledger: HallLedger
    /// What went over the links since it was last emptied.
    var tally = FrameTally()
    /// Milliseconds since the start.
    private(set) var now = 0

    /// An optional frame of a type that nobody knows. It comes in the place of one that is thrown away,
    /// uncounted: a device that hears nothing while the other thinks that it speaks ends the link.
    private static let blank: [UInt8] = [0, 0, 0, 1, .max]

    private let keys: [PublicKey]
    private let wall: Int64
    private let delay: Int
    private let dropped: Set<UInt8>
    private var random = SeededGenerator(seed: 11)
    /// By link, of which two make a wire: whose end it is. The far end is the other number of the pair.
    private var owners: [Int] = []
    private var delays: [Int] = []
    private var isOpen: [Bool] = []
    private var parcels: [Int: [Parcel]] = [:]
    private var partings: [Int: [Int]] = [:]
    private var dialings: [Int: [(Int, Int)]] = [:]
    private var wakes: [Int: [Int]] = [:]
    private var wakeAt: [Int]

    /// Joins the parts; frames of the types in `dropped` are thrown away.
    init(_ table: HallTable, delay: Int, dropped: Set<UInt8>, wall: Int64) {
        replicas = table.replicas
        keys = table.keys
        self.delay = delay
        self.dropped = dropped
        self.wall = wall
        ledger = HallLedger(table.replicas)
        wakeAt = Array(repeating: .max, count: table.replicas.count)
    }

    /// The present instant, the same for all.
    var moment: Moment {
        Moment(uptime: .milliseconds(now), wall: WallTime(milliseconds: wall + Int64(now)))
    }

    var isAgreed: Bool {
        ledger.lacking == 0 && replicas.allSatisfy { $0.log.digest == replicas[0].log.digest }
    }

    /// Plans a link in so many milliseconds.
    mutating func dial(_ near: Int, _ far: Int, in wait: Int) {
        dialings[now + wait, default: []].append((near, far))
    }

    mutating func record(_ draft: Draft, at device: Int) throws -> EntryID {
        let (ids, seconds) = try Gauge.timing {
            try replicas[device].record([draft], at: moment)
        }
        tally.turnSeconds += seconds
        turn(device)
        return ids[0]
    }

    /// Takes what the devices' first entries want done.
    mutating func begin() { for device in replicas.indices { turn(device) } }

    mutating func step() {
        now += 1
        for (near, far) in dialings.removeValue(forKey: now) ?? [] { connect(near, far) }
        var touched: Set<Int> = []
        for link in partings.removeValue(forKey: now) ?? [] {
            replicas[owners[link]].disconnected(LinkID(rawValue: UInt64(link)), at: moment)
            touched.insert(owners[link])
        }
        for parcel in parcels.removeValue(forKey: now) ?? [] {
            let device = owners[parcel.link]
            let (_, seconds) = Gauge.timing {
                replicas[device].receive(
                    parcel.bytes, from: LinkID(rawValue: UInt64(parcel.link)), at: moment)
            }
            if parcel.bytes[4] != Self.blank[4] { tally.receive(parcel.bytes[4], seconds) }
            touched.insert(device)
        }
        for device in wakes.removeValue(forKey: now) ?? [] where wakeAt[device] == now {
            let (_, seconds) = Gauge.timing { replicas[device].tick(at: moment) }
            tally.tickSeconds += seconds
            touched.insert(device)
        }
        for device in touched.sorted() { turn(device) }
    }

    private mutating func connect(_ near: Int, _ far: Int) {
        let link = owners.count
        owners += [near, far]
        isOpen.append(true)
        delays.append(Int.random(in: max(1, delay / 2)...max(1, delay * 3 / 2), using: &random))
        replicas[near].connected(
            LinkID(rawValue: UInt64(link)), to: keys[far], isDialer: true, at: moment)
        replicas[far].connected(
            LinkID(rawValue: UInt64(link + 1)), to: keys[near], isDialer: false, at: moment)
        turn(near)
        turn(far)
    }

    /// Performs what a device wants done, and plans its next deadline.
    private mutating func turn(_ device: Int) {
        let (effects, seconds) = Gauge.timing { replicas[device].takeEffects() }
        var isNews = false
        for effect in effects {
            switch effect {
            case .append(let commit): ledger.append(commit, at: device, now)
            case .send(let link, let bytes):
                isNews = isNews || FrameTally.newsTypes.contains(bytes[4])
                send(bytes, on: Int(link.rawValue))
            case .close(let link, let reason): close(Int(link.rawValue), reason)
            case .publish: break
            }
        }
        if isNews { tally.newsTurnSeconds += seconds } else { tally.turnSeconds += seconds }
        let (deadline, planning) = Gauge.timing { replicas[device].nextDeadline }
        tally.tickSeconds += planning
        wakeAt[device] = .max
        guard let deadline else { return }
        let at = max(now + 1, Int((deadline.inSeconds * 1000).rounded(.up)))
        wakeAt[device] = at
        wakes[at, default: []].append(device)
    }

    /// Every effect is one frame.
    private mutating func send(_ bytes: [UInt8], on link: Int) {
        var bytes = bytes
        if dropped.contains(bytes[4]) {
            bytes = Self.blank
        } else {
            tally.send(bytes[4], bytes.count)
        }
        parcels[now + delays[link / 2], default: []].append(Parcel(link: link ^ 1, bytes: bytes))
    }

    /// The far end hears of it behind what was sent; the dialler tries again after a second.
    private mutating func close(_ link: Int, _ reason: CloseReason) {
        guard isOpen[link / 2] else { return }
        isOpen[link / 2] = false
        tally.closes[reason, default: 0] += 1
        partings[now + delays[link / 2], default: []].append(link ^ 1)
        dial(owners[link & ~1], owners[link | 1], in: 1000)
    }
}
