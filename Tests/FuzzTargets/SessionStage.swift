import MoveLog
import Scorebook
import Seeds
import Simulator

/// The device that is attacked, an honest peer, and links in the names of a hostile member, of a
/// stranger, of the honest peer and of the device itself.
struct SessionStage {
    private static let roundsMax = 100
    private static let honestLink = LinkID(rawValue: 1000)

    private(set) var device: Replica
    private(set) var honest: Replica
    /// What the device put on its disk, in order.
    private(set) var disk: [Commit] = []
    /// What the device was asked to record.
    private(set) var recorded: [Entry] = []
    /// The book as the device's owner keeps it.
    private(set) var book = Book()
    private var member: HostileMember
    private var uptime = Duration.seconds(100)
    private var isLinked = false
    private var links: [LinkID] = []
    private var nextLink: UInt64 = 1
    /// The last frames of the honest peer, for replay.
    private var overheard: [[UInt8]] = []
    /// What is done to the next bytes of the honest peer.
    private var flip: (place: Int, with: UInt8)?

    init() throws {
        let founder = ToySeal(device: 0)
        let moment = Moment(uptime: .seconds(100), wall: WallTime(milliseconds: 1000))
        guard let nonce = Octets16([UInt8](repeating: 5, count: 16)) else {
            throw Broken(description: "16 bytes are 16")
        }
        let charter = try Charter(founding: nonce, at: WallTime(milliseconds: 1), seal: founder)
        device = Self.replica(charter, 0, disk: [], at: moment)
        let peer = ToySeal(device: 1)
        let chain = try device.invite(peer.publicKey, at: moment)
        let peerCharter = try Charter(founding: charter.founding, chain: chain, seal: peer)
        honest = Self.replica(peerCharter, 1, disk: [], at: moment)
        let hostileChain = try device.invite(ToySeal(device: 2).publicKey, at: moment)
        member = HostileMember(table: charter.table, chain: hostileChain)
        book.insert(contentsOf: device.log.allPlaced())
        try settle()
    }

    /// What the honest peer holds of its own, by ID.
    var honestEntries: [EntryID: Entry] {
        let key = ToySeal(device: 1).publicKey
        var entries: [EntryID: Entry] = [:]
        for placed in honest.log.allPlaced()
        where honest.log.key(of: placed.entry.id.author) == key {
            entries[placed.entry.id] = placed.entry
        }
        return entries
    }

    /// The device as a new process would find it on the disk.
    func reopened() -> Replica {
        Self.replica(device.log.charter, 0, disk: disk, at: moment)
    }

    mutating func step(_ script: inout ByteScript) throws {
        switch script.byte() % 12 {
        case 0: connect(as: script.byte())
        case 1: receive(script.chunk(), on: script.byte())
        case 2:
            let payload = script.chunk()
            receive(Frame.framed(payload), on: script.byte())
        case 3: pass(.milliseconds(script.word()))
        case 4: try record(&script)
        case 5:
            let draft = Draft(scope: .table, kind: .note, body: Array(script.chunk().prefix(600)))
            _ = try honest.record([draft], at: moment)
        case 6: flip = (script.word(), script.byte())
        case 7: if isLinked { unlink() } else { link() }
        case 8:
            guard !overheard.isEmpty else { return }
            var bytes = overheard[Int(script.byte()) % overheard.count]
            let place = script.word()
            if place < bytes.count { bytes[place] ^= script.byte() }
            receive(bytes, on: script.byte())
        case 9: if let run = member.run(&script) { receive(run.bytes, on: script.byte()) }
        case 10: greet(&script)
        default:
            let which = script.byte()
            if which == 200 { remove() }
            if !links.isEmpty { drop(links[Int(which) % links.count]) }
        }
        try settle()
    }

    /// Hostile links end; the honest one comes back, and gets time.
    mutating func heal() throws {
        for link in links { drop(link) }
        if isLinked { unlink() }
        flip = nil
        link()
        try settle()
        for _ in 0..<16 {
            pass(.milliseconds(500))
            try settle()
        }
        try demand(isLinked, "the honest peer was cut off")
    }

    // MARK: What happens

    private mutating func connect(as who: UInt8) {
        guard links.count < 8 else { return }
        let link = LinkID(rawValue: nextLink)
        nextLink += 1
        let devices: [UInt64] = [2, 3, 1, 0]
        let key = ToySeal(device: devices[Int(who & 3)]).publicKey
        device.connected(
            link, to: key, isDialer: who & 4 != 0, host: who & 8 != 0 ? "10.0.0.9" : nil,
            at: moment)
        links.append(link)
    }

    private mutating func receive(_ bytes: [UInt8], on which: UInt8) {
        guard !links.isEmpty else { return }
        device.receive(bytes, from: links[Int(which) % links.count], at: moment)
    }

    /// A greeting and an empty frontier as an honest member's, so that a script need not find them.
    private mutating func greet(_ script: inout ByteScript) {
        let how = script.byte()
        let boot = Octets16([UInt8](repeating: script.byte(), count: 16))
        guard let boot, let noise = Digest([UInt8](repeating: how, count: 32)) else { return }
        let digest = how & 8 == 0 ? noise : device.log.digest
        let wall = WallTime(milliseconds: Int64(how) << 40)
        let greeting = Frame.Greeting(
            versions: 1...1, table: device.log.charter.table, boot: boot,
            chain: how & 1 == 0 ? member.chain : InvitationChain(), port: UInt16(how),
            summary: how & 4 == 0 ? nil : Frame.HeldDigest(wall: wall, digest: digest))
        let frontier = how & 2 == 0 ? Frontier(leaves: []) : device.log.frontier
        let announcement = Frame.Announcement(wall: wall, frontier: frontier)
        receive(
            Frame.greeting(greeting).bytes + Frame.frontier(announcement).bytes,
            on: script.byte())
    }

    private mutating func record(_ script: inout ByteScript) throws {
        let body = Array(script.chunk().prefix(600))
        let kind = Kind(rawValue: 16 + UInt32(script.byte() % 32))
        let ids = try device.record([Draft(scope: .table, kind: kind, body: body)], at: moment)
        recorded += ids.flatMap { device.log.entries($0) }.map(\.entry)
        _ = script.byte()
    }

    /// The table is rid of the hostile member, or refuses because it is already.
    private mutating func remove() {
        _ = try? device.remove(ToySeal(device: 2).publicKey, at: moment)
    }

    private mutating func pass(_ time: Duration) {
        uptime += time
        device.tick(at: moment)
        honest.tick(at: moment)
    }

    private mutating func link() {
        isLinked = true
        device.connected(
            Self.honestLink, to: ToySeal(device: 1).publicKey, isDialer: false, at: moment)
        honest.connected(
            Self.honestLink, to: ToySeal(device: 0).publicKey, isDialer: true, at: moment)
    }

    private mutating func unlink() {
        isLinked = false
        device.disconnected(Self.honestLink, at: moment)
        honest.disconnected(Self.honestLink, at: moment)
    }

    private mutating func drop(_ link: LinkID) {
        links.removeAll { $0 == link }
        device.disconnected(link, at: moment)
    }

    // MARK: Turns

    private var moment: Moment { Moment(uptime: uptime, wall: WallTime(milliseconds: 1000)) }

    /// Turns until nothing is left to say.
    private mutating func settle() throws {
        for _ in 0..<Self.roundsMax {
            let isQuiet = perform(device.takeEffects()) && answer(honest.takeEffects())
            if isQuiet { return }
        }
        throw Broken(description: "effects without end")
    }

    private mutating func perform(_ effects: [Effect]) -> Bool {
        var isQuiet = true
        for effect in effects {
            switch effect {
            case .append(let commit): disk.append(commit)
            case .send(Self.honestLink, let bytes):
                isQuiet = false
                if isLinked { honest.receive(bytes, from: Self.honestLink, at: moment) }
            case .send: break
            case .close(Self.honestLink, _): if isLinked { unlink() }
            case .close(let link, _): links.removeAll { $0 == link }
            case .publish(.admitted(let admitted)): book.insert(admitted)
            case .publish(.reordered): book = Book(rebuilding: device.log.allPlaced())
            case .publish: break
            }
        }
        return isQuiet
    }

    private mutating func answer(_ effects: [Effect]) -> Bool {
        var isQuiet = true
        for effect in effects {
            if case .close = effect, isLinked { unlink() }
            guard case .send(_, var bytes) = effect else { continue }
            isQuiet = false
            if overheard.count < 32 { overheard.append(bytes) }
            if let (place, with) = flip, place < bytes.count {
                bytes[place] ^= with
                flip = nil
            }
            if isLinked { device.receive(bytes, from: Self.honestLink, at: moment) }
        }
        return isQuiet
    }

    private static func replica(
        _ charter: Charter, _ number: UInt64, disk: [Commit], at moment: Moment
    ) -> Replica {
        Replica(
            charter: charter, commits: disk, startsNewIncarnation: false,
            seal: ToySeal(device: number), random: SeededGenerator(seed: number + 77), at: moment)
    }
}
