import MoveLog
import Net
import TLS

/// One TCP connection to a peer with its secure channel: moves bytes between the two and keeps
/// their deadlines. `PeerLinks` interprets the bytes.
final class PeerLink {
    enum Stage {
        /// TCP connects; the channel's first bytes wait.
        case connecting
        /// TLS handshake.
        case handshake
        /// A sync session with the holder of the key.
        case session(PublicKey)
        /// This device adds another.
        case inviting(Inviter)
        /// This device is being added.
        case joining(Joiner)
        /// Output is flushed, then the link ends.
        case closing
    }

    enum Origin {
        case accepted
        case dialled(Int)
        case joining(JoinTarget)
    }

    let id: LinkID
    let socket: StreamSocket
    let channel: SecureChannel
    let origin: Origin
    var stage: Stage
    /// The time by which the link must reach the next stage.
    var deadline: Duration?
    private var lastProgress: Duration
    let openedAt: Duration
    /// True if bytes to the peer were not acknowledged when the link was last looked at.
    private(set) var isStalled = false
    private var nextLookAt: Duration
    /// True once the connection ended without an order of the core.
    var isBroken = false
    /// Frames that are encrypted together with the rest of this turn.
    private var queued: [UInt8] = []
    private var output: [UInt8] = []
    private var offset = 0
    private var hasFinishedWriting = false

    init(
        _ id: LinkID, _ socket: StreamSocket, _ channel: SecureChannel, _ origin: Origin,
        at now: Duration
    ) {
        self.id = id
        self.socket = socket
        self.channel = channel
        self.origin = origin
        lastProgress = now
        openedAt = now
        nextLookAt = now + DaemonLimits.stallInterval
        deadline = now + DaemonLimits.handshakeTime
        if case .accepted = origin { stage = .handshake } else { stage = .connecting }
    }

    /// The peer's host, the unit of diagnostics and limits.
    var host: String { socket.peerAddress?.hostText ?? socket.peer }

    var isClosing: Bool {
        if case .closing = stage { true } else { false }
    }

    var isConnecting: Bool {
        if case .connecting = stage { true } else { false }
    }

    /// The key of the peer of a session; nil in every other stage.
    var key: PublicKey? {
        if case .session(let key) = stage { key } else { nil }
    }

    // MARK: Bytes

    /// Reads up to the limit of a turn, and passes the bytes to the channel. Returns why no more
    /// can come; nil while the connection is open.
    func read() -> String? {
        do throws(NetError) {
            for _ in 0..<DaemonLimits.readsOfATurnMax {
                guard channel.wantsInput || isClosing else { return nil }
                switch try socket.read(bytesMax: DaemonLimits.linkReadBytes) {
                case .bytes(let bytes): if !isClosing { channel.receive(bytes) }
                case .wouldBlock: return nil
                case .end: return "the connection was closed"
                }
            }
            return nil
        } catch {
            return error.message
        }
    }

    /// Queues bytes, to be encrypted together with the other frames of the turn.
    func send(_ bytes: [UInt8]) {
        if queued.isEmpty { queued = bytes } else { queued += bytes }
        if queued.count >= DaemonLimits.recordBytesMax { sendQueued() }
    }

    /// Encrypts the queued bytes.
    func sendQueued() {
        guard !queued.isEmpty else { return }
        channel.send(queued)
        queued = []
    }

    /// Writes once; false if the connection is gone.
    func write(at now: Duration) -> Bool {
        guard !isConnecting else { return true }
        if offset >= output.count {
            output = channel.takeOutput()
            offset = 0
            // The wait begins with the first byte that waits.
            if !output.isEmpty { lastProgress = now }
        }
        do throws(NetError) {
            if offset < output.count,
                case .wrote(let count) = try socket.write(output, from: offset)
            {
                offset += count
                lastProgress = now
            }
        } catch {
            return false
        }
        if isClosing, !hasOutput, !hasFinishedWriting {
            hasFinishedWriting = true
            socket.finishWriting()
        }
        return true
    }

    var hasOutput: Bool { offset < output.count || channel.outputBytes > 0 }

    /// Closes the channel and ends once that is written; the peer has a moment to read it.
    func close(at now: Duration) {
        channel.close()
        stage = .closing
        deadline = now + DaemonLimits.farewellTime
    }

    // MARK: Time

    /// Looks at whether bytes are acknowledged, at most once a second: once the link has ended, the
    /// system no longer tells.
    func look(at now: Duration) {
        guard now >= nextLookAt, !isConnecting, !isClosing else { return }
        nextLookAt = now + DaemonLimits.stallInterval
        isStalled = socket.isStalled
    }

    var interest: Interest {
        if isConnecting { return .writable }
        var interest: Interest = []
        if channel.wantsInput || isClosing { interest.insert(.readable) }
        if hasOutput { interest.insert(.writable) }
        return interest
    }

    /// The time at which `isOverdue` may become true.
    var nextDeadline: Duration? {
        let stuck = offset < output.count ? lastProgress + DaemonLimits.unsentTime : nil
        return [stuck, deadline].compactMap(\.self).min()
    }

    /// True if the link stayed in a stage for too long, or the peer reads too slowly.
    func isOverdue(at now: Duration) -> Bool { nextDeadline.map { now >= $0 } ?? false }
}

/// An inviter to try.
struct JoinTarget: Hashable {
    var address: Address
    /// The device that announced the address; nil for an address that the keeper named.
    var device: DeviceID?
    /// True if the inviter announced exactly this code.
    var isNamed: Bool
}

extension Address {
    /// True if none of the hosts that this device has now is the host of this socket address.
    /// Scopes are ignored: a socket may not know its own.
    func isStranded(on hosts: [Host]) -> Bool {
        !isLoopback && !hosts.contains { $0.withoutScope == host.withoutScope }
    }
}

extension Address.Host {
    fileprivate var withoutScope: Address.Host {
        guard case .v6(let high, let low, _) = self else { return self }
        return .v6(high: high, low: low, scope: 0)
    }
}
