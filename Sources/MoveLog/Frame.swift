/// A message between two devices on a link. On the wire: a length of four bytes that counts type
/// and payload, the type, the payload.
package enum Frame: Hashable, Sendable {
    case greeting(Greeting)
    /// All leaves of the sender; the second frame of each side, unless both greetings have the same
    /// digest.
    case frontier(Announcement)
    case run(Run)
    /// Entries of a run that is too long for one frame of the receiver; it has no head, and the next
    /// RUN or PAGED RUN continues it.
    case part(Run)
    /// Requests all entries of these authors that the sender of the frame lacks.
    case want([AuthorID])
    /// The leaves that the sender now holds durably, of authors that changed.
    case acknowledge(Frontier)
    /// The state of the sender, and the devices that can be reached through it.
    case summary(Summary)
    /// Requests a pong with the same token.
    case ping(token: UInt64, wall: WallTime)
    /// Answers a ping, with readings of the clocks of the sender.
    case pong(token: UInt64, wall: WallTime, reading: BootReading)
    /// The uptimes of other machines as the sender knows them, at most `MoveLogLimits.bootsMax`.
    case clocks([ToldClock])
    /// The last frame: the reason for closing.
    case bye(CloseReason)

    /// The first frame of each side.
    package struct Greeting: Hashable, Sendable {
        /// The protocol versions that the sender speaks.
        package var versions: ClosedRange<UInt8>
        package var table: TableID
        /// Random, drawn at the start of the process: tells a restarted device from a clone.
        package var boot: Octets16
        /// The invitations that lead to the sender.
        package var chain: InvitationChain
        /// The TCP port at which the sender listens; 0 if it does not.
        package var port: UInt16
        /// The longest frame that the sender takes, type and payload.
        package var frameBytesMax: Int
        /// The digest of the sender's log; sent to members only.
        package var summary: HeldDigest?

        package init(
            versions: ClosedRange<UInt8>, table: TableID, boot: Octets16, chain: InvitationChain,
            port: UInt16, frameBytesMax: Int = MoveLogLimits.frameBytesMax,
            summary: HeldDigest? = nil
        ) {
            self.versions = versions
            self.table = table
            self.boot = boot
            self.chain = chain
            self.port = port
            self.frameBytesMax = frameBytesMax
            self.summary = summary
        }
    }

    /// The state of a log at the greeting.
    package struct HeldDigest: Hashable, Sendable {
        /// The sender's wall clock, for people.
        package var wall: WallTime
        /// `TableLog.digest`: covers all entries that count.
        package var digest: Digest

        package init(wall: WallTime, digest: Digest) {
            self.wall = wall
            self.digest = digest
        }
    }

    /// The leaves of a log when the link comes up.
    package struct Announcement: Hashable, Sendable {
        /// The sender's wall clock, for people.
        package var wall: WallTime
        package var frontier: Frontier

        package init(wall: WallTime, frontier: Frontier) {
            self.wall = wall
            self.frontier = frontier
        }
    }
}

/// The versions of the peer protocol that this program speaks.
package let protocolVersions: ClosedRange<UInt8> = 1...1

extension Frame {
    private enum Kind: UInt8 {
        case greeting = 1
        case frontier = 2
        case run = 3
        case want = 4
        case acknowledge = 5
        case summary = 6
        case ping = 7
        case pong = 8
        case bye = 9
        case pagedRun = 11
        case clocks = 128
    }

    /// A receiver skips unknown types from this one on; an unknown lower type is an error.
    package static let firstOptionalType: UInt8 = 128
    /// Bytes of a frame's length, which does not count them.
    static let lengthBytes = 4

    /// The frame with its length.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        let kind: Kind
        switch self {
        case .greeting(let greeting):
            kind = .greeting
            writer.byte(greeting.versions.lowerBound)
            writer.byte(greeting.versions.upperBound)
            writer.raw(greeting.table.bytes)
            writer.raw(greeting.boot.bytes)
            writer.counted(greeting.chain.bytes)
            writer.varint(UInt64(greeting.port))
            writer.count(greeting.frameBytesMax)
            writer.byte(greeting.summary == nil ? 0 : 1)
            if let summary = greeting.summary {
                writer.signed(summary.wall.milliseconds)
                writer.raw(summary.digest.bytes)
            }
        case .frontier(let announcement):
            kind = .frontier
            writer.signed(announcement.wall.milliseconds)
            announcement.frontier.write(to: &writer)
        case .run(let run), .part(let run):
            kind = run.isPaged ? .pagedRun : .run
            run.write(to: &writer, isPaged: run.isPaged)
        case .want(let authors):
            kind = .want
            writer.count(authors.count)
            for author in authors { writer.raw(author.bytes) }
        case .acknowledge(let frontier):
            kind = .acknowledge
            frontier.write(to: &writer)
        case .summary(let summary):
            kind = .summary
            summary.write(to: &writer)
        case .clocks(let clocks):
            kind = .clocks
            writer.count(clocks.count)
            for clock in clocks { clock.write(to: &writer) }
        case .ping(let token, let wall):
            kind = .ping
            writer.varint(token)
            writer.signed(wall.milliseconds)
        case .pong(let token, let wall, let reading):
            kind = .pong
            writer.varint(token)
            writer.signed(wall.milliseconds)
            writer.fixed64(reading.boot.rawValue)
            writer.uptime(reading.uptime)
        case .bye(let reason):
            kind = .bye
            writer.byte(reason.rawValue)
        }
        var frame = ByteWriter(capacity: writer.bytes.count + 5)
        frame.fixed32(UInt32(writer.bytes.count + 1))
        frame.byte(kind.rawValue)
        frame.raw(writer.bytes)
        precondition(
            writer.bytes.count + 1 <= MoveLogLimits.frameBytesMax, "a frame above its limit")
        return frame.bytes
    }

    /// Reads type and payload, without the length; nil for an unknown optional type. Ignores bytes
    /// after the last field of a greeting, which later versions may add; trailing bytes of any
    /// other frame are an error.
    package init?(typeAndPayload bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        let type = try reader.byte()
        guard let kind = Kind(rawValue: type) else {
            if type >= Frame.firstOptionalType { return nil }
            throw .invalid("type")
        }
        self = try Frame(kind: kind, reader: &reader)
        if kind != .greeting { try reader.finish() }
    }

    private init(kind: Kind, reader: inout ByteReader) throws(Malformed) {
        switch kind {
        case .greeting:
            self = .greeting(try Greeting(from: &reader))
        case .frontier:
            let wall = WallTime(milliseconds: try reader.signed())
            let frontier = try Frontier(from: &reader)
            self = .frontier(Announcement(wall: wall, frontier: frontier))
        case .run, .pagedRun:
            let run = try Run(from: &reader, isPaged: kind == .pagedRun)
            self = run.frame
        case .want:
            let count = try reader.count("authors", max: MoveLogLimits.authorsMax)
            guard count * 16 <= reader.remaining else { throw .truncated }
            var authors: [AuthorID] = []
            for _ in 0..<count { authors.append(try reader.identifier(AuthorID.self)) }
            self = .want(authors)
        case .acknowledge:
            self = .acknowledge(try Frontier(from: &reader))
        case .summary:
            self = .summary(try Summary(from: &reader))
        case .clocks:
            let count = try reader.count("clocks", max: MoveLogLimits.bootsMax)
            guard count * 12 <= reader.remaining else { throw .truncated }
            var clocks: [ToldClock] = []
            for _ in 0..<count { clocks.append(try ToldClock(from: &reader)) }
            self = .clocks(clocks)
        case .ping:
            let token = try reader.varint()
            self = .ping(token: token, wall: WallTime(milliseconds: try reader.signed()))
        case .pong:
            let token = try reader.varint()
            let wall = WallTime(milliseconds: try reader.signed())
            let boot = BootID(rawValue: try reader.fixed64())
            let uptime = try reader.uptime()
            self = .pong(
                token: token, wall: wall, reading: BootReading(boot: boot, uptime: uptime))
        case .bye:
            // An unknown reason, from a later version, closes the link like any other.
            self = .bye(CloseReason(rawValue: try reader.byte()) ?? .goodbye)
        }
    }
}

extension Frame.Greeting {
    fileprivate init(from reader: inout ByteReader) throws(Malformed) {
        let lowest = try reader.byte()
        let highest = try reader.byte()
        guard lowest <= highest else { throw .invalid("versions") }
        versions = lowest...highest
        table = try reader.identifier(TableID.self)
        boot = try reader.octets16()
        chain = try InvitationChain(
            bytes: try reader.counted("chain", max: MoveLogLimits.chainBytesMax))
        port = UInt16(try reader.count("port", max: Int(UInt16.max)))
        frameBytesMax = try reader.count("frame", max: MoveLogLimits.frameBytesMax)
        guard frameBytesMax >= MoveLogLimits.frameBytesMin else { throw .invalid("frame") }
        let flag = try reader.byte()
        guard flag <= 1 else { throw .invalid("summary") }
        guard flag == 1 else { return }
        let wall = WallTime(milliseconds: try reader.signed())
        summary = Frame.HeldDigest(wall: wall, digest: try reader.identifier(Digest.self))
    }
}

/// The uptime of another machine as a device sends it: an item of a CLOCKS frame.
package struct ToldClock: Hashable, Sendable {
    /// The boot of that machine.
    package var boot: BootID
    /// The uptime of that machine minus the sender's, in whole milliseconds, within
    /// `MoveLogLimits.uptimeMax` in either direction.
    package var offset: Duration
    /// The error bound of the offset when it is sent, unless it is estimated; whole milliseconds,
    /// at most `MoveLogLimits.clockErrorMax`.
    package var error: Duration
    /// 1 if the sender measured it, more if others told it; below `MoveLogLimits.hopsMax`.
    package var hops: UInt8
    /// True if the offset was carried across a restart of a machine by a wall clock.
    package var isEstimated: Bool

    package init(
        boot: BootID, offset: Duration, error: Duration, hops: UInt8, isEstimated: Bool
    ) {
        self.boot = boot
        self.offset = offset
        self.error = error
        self.hops = hops
        self.isEstimated = isEstimated
    }

    /// Truncates the offset to whole milliseconds and rounds its error up.
    init(_ boot: BootID, _ known: BootClocks.Offset, at now: Duration) {
        self.init(
            boot: boot, offset: .milliseconds(known.offset.milliseconds),
            error: .milliseconds(known.error(at: now).milliseconds + 1), hops: known.hops,
            isEstimated: known.isEstimated)
    }

    /// The offset from the uptime of the sender, received now.
    func offset(at now: Duration) -> BootClocks.Offset {
        BootClocks.Offset(
            offset: offset, error: error, measuredAt: now, hops: hops, isEstimated: isEstimated)
    }

    fileprivate func write(to writer: inout ByteWriter) {
        writer.fixed64(boot.rawValue)
        writer.signed(offset.milliseconds)
        writer.varint(UInt64(error.milliseconds))
        writer.byte(hops)
        writer.byte(isEstimated ? 1 : 0)
    }

    fileprivate init(from reader: inout ByteReader) throws(Malformed) {
        boot = BootID(rawValue: try reader.fixed64())
        offset = .milliseconds(try reader.signed())
        guard offset <= MoveLogLimits.uptimeMax, offset >= .zero - MoveLogLimits.uptimeMax else {
            throw .invalid("offset")
        }
        error = .milliseconds(
            try reader.count("error", max: Int(MoveLogLimits.clockErrorMax.milliseconds)))
        hops = try reader.byte()
        guard (1..<MoveLogLimits.hopsMax).contains(hops) else { throw .invalid("hops") }
        let flags = try reader.byte()
        guard flags <= 1 else { throw .invalid("flags") }
        isEstimated = flags == 1
    }
}

extension ByteReader {
    /// An uptime in whole milliseconds, at most `MoveLogLimits.uptimeMax`.
    package mutating func uptime() throws(Malformed) -> Duration {
        .milliseconds(try count("uptime", max: Int(MoveLogLimits.uptimeMax.milliseconds)))
    }
}

extension ByteWriter {
    /// An uptime in whole milliseconds; negative ones are written as 0.
    package mutating func uptime(_ uptime: Duration) {
        varint(UInt64(max(0, uptime.milliseconds)))
    }
}

/// Splits the bytes of a link into frames. Holds at most one incomplete frame. The limit is that of
/// a greeting until the owner raises it.
package struct FrameReader: Sendable {
    private var buffer: [UInt8] = []
    private var offset = 0
    /// The largest allowed length of a frame.
    package var frameBytesMax = MoveLogLimits.greetingBytesMax

    package init() {}

    /// Received bytes that do not form a whole frame yet.
    package var waitingBytes: Int { buffer.count - offset }

    /// Takes received bytes, in any division. Cost: no copy unless bytes of an earlier call are
    /// waiting.
    package mutating func receive(_ bytes: [UInt8]) {
        guard !buffer.isEmpty else {
            buffer = bytes
            return
        }
        if offset > 0 {
            buffer.removeFirst(offset)
            offset = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// Type and payload of the next frame; nil while it is incomplete. The length is checked before
    /// the rest has arrived.
    ///
    /// A frame above the limit throws `tooLarge`. `Replica.receive` then closes, with BYE after a greeting,
    /// and after the commit `PeerLinks` writes a warning. Types from `firstOptionalType` on are
    /// skipped. A run too long for its receiver goes in parts (`Run.parts`).
    package mutating func next() throws(Malformed) -> [UInt8]? {
        guard buffer.count - offset >= 4 else { return nil }
        var reader = ByteReader(buffer, in: offset..<buffer.count)
        let length = Int(try reader.fixed32())
        guard length > 0 else { throw .invalid("length") }
        guard length <= frameBytesMax else { throw .tooLarge("length") }
        guard reader.remaining >= length else { return nil }
        let start = reader.offset
        offset = start + length
        // Release the memory: a link is mostly idle, and a catch-up receives a megabyte at a time.
        defer { if offset == buffer.count { (buffer, offset) = ([], 0) } }
        return Array(buffer[start..<offset])
    }
}

/// The reason why this side closed a link. The raw value is sent in the BYE frame.
package enum CloseReason: UInt8, Hashable, Sendable, CaseIterable {
    /// This device goes offline or the program ends.
    case goodbye = 1
    /// The two sides have no protocol version in common.
    case version = 2
    /// The peer belongs to another table.
    case otherTable = 3
    /// The key of the peer is not a member of this table.
    case notMember = 4
    /// The peer was removed from the table.
    case removed = 5
    /// The peer violated the protocol.
    case malformed = 6
    /// A signature or digest of the peer is wrong.
    case forged = 7
    /// The peer was silent for too long.
    case silent = 8
    /// Two links connect the same devices; the other one is kept.
    case duplicate = 9
    /// The link connects this device to itself.
    case ownself = 10
    /// This device reached a limit.
    case limit = 11
    /// This device leaves for another table.
    case left = 12

    /// The reason of a peer that sent `silent`, in words.
    package static let unheard = "the device heard nothing from this one"

    /// The reason in words, for diagnostics and `status`.
    package var words: String {
        switch self {
        case .goodbye: "the device went offline"
        case .version: "no common protocol version"
        case .otherTable: "the device belongs to another table"
        case .notMember: "the device is not a member of this table"
        case .removed: "the device was removed from the table"
        case .malformed: "the device sent malformed data"
        case .forged: "a signature or digest is not valid"
        case .silent: "the device was silent for too long"
        case .duplicate: "another link to the same device is in use"
        case .ownself: "the link connects this device to itself"
        case .limit: "a limit was reached"
        case .left: "the device left the table"
        }
    }
}
