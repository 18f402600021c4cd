import MoveLog
import Scorebook
import Seeds
import Simulator

/// Brings a table of many devices together, lets all record, and lets it rest; prints a line of JSON
/// a phase, and one a type of frame.
struct HallBench {
    struct Plan {
        var devices: Int
        var links = 8
        /// Devices that the rest is linked with, one or two each; 0 for `links` drawn ones each.
        var relays = 0
        var moves = 200
        /// Moves a second in all.
        var rate = 20
        /// Milliseconds that a frame is under way, about.
        var delay = 5
        var dropped: Set<UInt8> = []
        /// Whether keys and digests are OpenSSL's.
        var isReal = false
        /// Bytes above which it stops.
        var bytesMax = 8 << 30
        /// Simulated seconds after which a phase is given up.
        var patience = 600
    }

    private static let gatherRest = 10_000
    private static let movesRest = 2_000
    private static let idle = 10_000

    private let plan: Plan
    private var hall: Hall
    private let emptyBytes: Int
    private var random = SeededGenerator(seed: 5)

    init(_ plan: Plan) throws {
        self.plan = plan
        let wall: Int64 = 1_760_000_000_000
        let before = Gauge.residentBytes(isTrimmed: true)
        let moment = Moment(uptime: .zero, wall: WallTime(milliseconds: wall))
        let table = try HallTable(count: plan.devices, isReal: plan.isReal, at: moment)
        hall = Hall(table, delay: plan.delay, dropped: plan.dropped, wall: wall)
        emptyBytes = before
    }

    /// Runs all phases; false where one was given up.
    mutating func run() throws -> Bool {
        hall.begin()
        let pairs =
            plan.relays > 0
            ? HallTable.pairs(count: plan.devices, relays: plan.relays)
            : HallTable.pairs(count: plan.devices, links: plan.links, seed: 2)
        for (near, far) in pairs {
            hall.dial(near, far, in: Int.random(in: 1...1000, using: &random))
        }
        guard let gathered = settle("gather") else { return false }
        guard pass(Self.gatherRest, "gather") else { return false }
        say("gather", untilAgreed: gathered, moves: hall.ledger.entryCount)
        sayMemory()
        let workload = Workload(moves: plan.moves, seed: 1)
        let drafting = Drafting(workload)
        let game = try hall.record(drafting.game(0), at: 0)
        guard settle("moves") != nil else { return false }
        clear()
        let start = hall.now
        for index in 0..<plan.moves {
            let due = start + index * 1000 / plan.rate
            guard pass(due - hall.now, "moves") else { return false }
            let device = Int.random(in: 0..<plan.devices, using: &random)
            _ = try hall.record(drafting.move(index, of: workload, in: game), at: device)
        }
        guard let agreed = settle("moves"), pass(Self.movesRest, "moves") else { return false }
        say("moves", untilAgreed: agreed, moves: plan.moves)
        sayMemory()
        clear()
        guard pass(Self.idle, "idle") else { return false }
        say("idle", untilAgreed: 0, moves: 0)
        return true
    }

    private mutating func clear() {
        hall.tally = FrameTally()
        hall.ledger.forgetTimes()
    }

    /// Milliseconds until everybody holds everything; nil where that did not come.
    private mutating func settle(_ phase: String) -> Int? {
        let start = hall.now
        while !hall.isAgreed {
            guard hall.now - start < plan.patience * 1000 else {
                sayStopped(phase, "does not agree")
                return nil
            }
            guard pass(1, phase) else { return nil }
        }
        return hall.now - start
    }

    /// Lets milliseconds pass; false where the memory does not allow it.
    private mutating func pass(_ milliseconds: Int, _ phase: String) -> Bool {
        for _ in 0..<max(0, milliseconds) {
            hall.step()
            if hall.now.isMultiple(of: 50),
                Gauge.residentBytes(isTrimmed: false) > plan.bytesMax
            {
                sayStopped(phase, "out of memory")
                return false
            }
        }
        return true
    }

    private func sayStopped(_ phase: String, _ reason: String) {
        say(phase, untilAgreed: -1, moves: hall.ledger.entryCount)
        sayMemory()
        Program.say("stopped", reason, "phase", phase, "lacking", hall.ledger.lacking)
    }

    private func say(_ phase: String, untilAgreed: Int, moves: Int) {
        let tally = hall.tally
        Program.say(
            "phase", phase, "devices", plan.devices, "links", plan.links,
            "relays", plan.relays, "moves", moves, "now",
            hall.now, "agreedMs", untilAgreed, "allP50Ms", hall.ledger.untilAll.percentile(0.5),
            "allP99Ms", hall.ledger.untilAll.percentile(0.99), "eachP50Ms",
            hall.ledger.untilEach.percentile(0.5), "frames", tally.frames, "bytes", tally.bytes,
            "seconds", tally.seconds, "newsTurnSeconds", tally.newsTurnSeconds, "turnSeconds",
            tally.turnSeconds, "tickSeconds", tally.tickSeconds, "closes",
            tally.closes.values.reduce(0, +))
        for (reason, count) in tally.closes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            Program.say("phase", phase, "closed", reason.words, "links", count)
        }
        for (type, share) in tally.shares.sorted(by: { $0.key < $1.key }) {
            Program.say(
                "phase", phase, "frame", FrameTally.names[type] ?? "\(type)", "frames",
                share.frames, "bytes", share.bytes, "longest", share.longest, "seconds",
                share.seconds)
        }
    }

    private func sayMemory() {
        let footprints = hall.replicas.map(\.footprint)
        let count = plan.devices
        Program.say(
            "memory", (Gauge.residentBytes(isTrimmed: true) - emptyBytes) / count, "peak",
            Gauge.peakBytes,
            "holdings", footprints.reduce(0) { $0 + ($1[.holdings] ?? 0) } / count, "routes",
            footprints.reduce(0) { $0 + ($1[.routes] ?? 0) } / count, "cursors",
            footprints.reduce(0) { $0 + ($1[.cursors] ?? 0) } / count, "logBytes",
            hall.replicas[0].log.byteCount)
    }
}
