import MoveLog
import Seeds
import Simulator
import Testing

/// Two or more replicas joined by links that lose nothing: batches are handed over whole.
struct Mesh {
    var replicas: [Replica] = []
    var uptime = Duration.seconds(1)
    var bytesSent = 0
    var closes: [(device: Int, reason: CloseReason)] = []
    /// The SUMMARY frames that were sent.
    var summaries: [(from: Int, to: Int, summary: Summary)] = []
    var sightings: [(device: Int, address: String)] = []
    /// The longest frame, type and payload, and the parts of runs that each device was sent.
    var longestFrames: [Int: Int] = [:]
    var parts: [Int: Int] = [:]
    /// What each device appended, in order: its disk.
    var disks: [Int: [Commit]] = [:]

    init(devices: Int, seed: UInt64 = 1, linked pairs: [(Int, Int)] = []) throws {
        let founder = ToySeal(device: 0)
        var random = SeededGenerator(seed: seed)
        let charter = try Charter(
            founding: try #require(
                Octets16((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })),
            at: WallTime(milliseconds: 0), seal: founder)
        replicas.append(replica(charter, founder, seed: seed))
        for _ in 1..<max(devices, 1) { try addDevice(invitedBy: 0, seed: seed) }
        for (a, b) in pairs { connect(a, b) }
    }

    private func replica(_ charter: Charter, _ seal: ToySeal, seed: UInt64) -> Replica {
        Replica(
            charter: charter, commits: [], startsNewIncarnation: false, seal: seal,
            random: SeededGenerator(seed: seed), at: now)
    }

    /// Adds a device that another one invites, and of which nobody else has heard.
    mutating func addDevice(invitedBy inviter: Int, seed: UInt64 = 5) throws {
        let number = UInt64(replicas.count)
        let seal = ToySeal(device: number)
        let chain = try replicas[inviter].invite(seal.publicKey, at: now)
        let own = try Charter(
            founding: replicas[inviter].log.charter.founding, chain: chain, seal: seal)
        replicas.append(replica(own, seal, seed: seed + number * 1000))
    }

    var now: Moment { Moment(uptime: uptime, wall: WallTime(milliseconds: 1000)) }

    mutating func connect(_ a: Int, _ b: Int, host: String? = nil) {
        replicas[a].connected(
            LinkID(rawValue: UInt64(100 * a + b)), to: ToySeal(device: UInt64(b)).publicKey,
            isDialer: true, host: host, at: now)
        replicas[b].connected(
            LinkID(rawValue: UInt64(100 * b + a)), to: ToySeal(device: UInt64(a)).publicKey,
            isDialer: false, at: now)
    }

    /// A link is 100 * own + peer at one end and the mirror of it at the other, with 1000 added at
    /// both ends of a second link between a pair.
    func farEnd(of link: LinkID, at index: Int) -> (peer: Int, link: LinkID) {
        let peer = Int(link.rawValue) % 100
        let extra = link.rawValue / 1000 * 1000
        return (peer, LinkID(rawValue: extra + UInt64(100 * peer + index)))
    }

    /// A hostile member that a device invites, and that has come in there.
    mutating func liar(_ number: UInt64, at device: Int = 0) throws -> HostileMember {
        var member = try HostileMember(number, invitedBy: &replicas[device], at: now)
        member.enter(&replicas[device], at: now)
        return member
    }

    /// Hands a device what a hostile member says.
    mutating func hear(_ frame: Frame, from member: inout HostileMember, at device: Int = 0) {
        member.say(frame, to: &replicas[device], at: now)
    }

    /// Lets time pass at one device alone.
    mutating func pass(_ time: Duration, at device: Int = 0) {
        uptime += time
        replicas[device].tick(at: now)
    }

    /// The same, with a hostile member that listens.
    mutating func pass(
        _ time: Duration, at device: Int = 0, beside member: inout HostileMember
    ) {
        pass(time, at: device)
        member.hear(&replicas[device])
    }

    mutating func settle(_ duration: Duration = .seconds(2)) {
        let end = uptime + duration
        while uptime < end {
            var isQuiet = false
            while !isQuiet {
                isQuiet = true
                for index in replicas.indices {
                    for effect in replicas[index].takeEffects() {
                        if case .append(let commit) = effect {
                            disks[index, default: []].append(commit)
                        }
                        if case .publish(.sighted(_, let address, _)) = effect {
                            sightings.append((index, address))
                        }
                        if case .close(let link, let reason) = effect {
                            closes.append((index, reason))
                            let (peer, far) = farEnd(of: link, at: index)
                            replicas[peer].disconnected(far, at: now)
                        }
                        guard case .send(let link, let bytes) = effect else { continue }
                        bytesSent += bytes.count
                        isQuiet = false
                        let (peer, far) = farEnd(of: link, at: index)
                        note(bytes, from: index, to: peer)
                        replicas[peer].receive(bytes, from: far, at: now)
                    }
                }
            }
            uptime += .milliseconds(10)
            for index in replicas.indices { replicas[index].tick(at: now) }
        }
    }

    private mutating func note(_ bytes: [UInt8], from device: Int, to peer: Int) {
        var frames = FrameReader()
        frames.frameBytesMax = MoveLogLimits.frameBytesMax
        frames.receive(bytes)
        while let bytes = try? frames.next() {
            longestFrames[peer] = max(longestFrames[peer] ?? 0, bytes.count)
            switch try? Frame(typeAndPayload: bytes) {
            case .summary(let summary)?: summaries.append((device, peer, summary))
            case .part?: parts[peer, default: 0] += 1
            default: continue
            }
        }
    }

    mutating func record(_ device: Int, _ count: Int, size: Int = 8) throws {
        for number in 0..<count {
            let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
            _ = try replicas[device].record(
                [Draft(scope: .table, kind: Kind(rawValue: 99), body: body)], at: now)
        }
    }

    /// A new process of a device over what its disk held.
    func restarted(_ device: Int, from disk: [Commit], seed: UInt64 = 42) throws -> Replica {
        let old = replicas[device]
        return Replica(
            charter: old.log.charter, commits: disk, startsNewIncarnation: false,
            seal: ToySeal(device: UInt64(device)), random: SeededGenerator(seed: seed), at: now)
    }

    var digests: Set<Digest> { Set(replicas.map(\.log.digest)) }
}

/// The key of the device of that number.
func key(_ device: Int) -> PublicKey { ToySeal(device: UInt64(device)).publicKey }

extension BootReading {
    /// Of the one machine that the devices of a mesh share.
    static let none = BootReading(boot: BootID(rawValue: 0), uptime: .zero)
}
