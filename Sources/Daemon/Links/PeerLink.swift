import MoveLog
import Net
import TLS

/// One TCP connection to a peer with the channel on it: moves bytes between the two and keeps
/// their times. What the bytes mean is decided by `PeerLinks`.
final class PeerLink {
    /// What the link is for.
    enum Stage {
        /// The connection is being made; the channel's first bytes wait.
        case connecting
        /// The channel is being made.
        case handshake
        /// A sync conversation with whoever holds the key.
        case session(PublicKey)
        /// A device is being let in.
        case inviting(Inviter)
        /// This device is being let in.
        case joining(Joiner)
        /// What is written goes out, and then it ends.
        case closing
    }

    /// How it came about.
    enum Origin {
        case accepted
        case dialled(Int)
        case joining(JoinTarget)
    }

    /// Its number; as `LinkID` in the core.
    let id: UInt64
    let socket: StreamSocket
    let channel: SecureChannel
    let origin: Origin
    var stage: Stage
    /// When it must have come further.
    var deadline: Duration?
    private(set) var lastProgress: Duration
    /// What waits to be encrypted with what follows it in this turn.
    private var queued: [UInt8] = []
    private var output: [UInt8] = []
    private var offset = 0
    private var hasFinishedWriting = false

    init(
        _ id: UInt64, _ socket: StreamSocket, _ channel: SecureChannel, _ origin: Origin,
        at now: Duration
    ) {
        self.id = id
        self.socket = socket
        self.channel = channel
        self.origin = origin
        lastProgress = now
        deadline = now + Limits.handshakeTime
        if case .accepted = origin { stage = .handshake } else { stage = .connecting }
    }

    var linkID: LinkID { LinkID(rawValue: id) }

    /// The other side's host, by which diagnostics and limits count.
    var host: String { socket.peerAddress?.hostText ?? socket.peer }

    var isClosing: Bool {
        if case .closing = stage { return true }
        return false
    }

    var isConnecting: Bool {
        if case .connecting = stage { return true }
        return false
    }

    /// The key of a sync conversation.
    var key: PublicKey? {
        if case .session(let key) = stage { return key }
        return nil
    }

    // MARK: Bytes

    /// How a reading ended.
    enum Reading: Equatable {
        case open
        /// The other side has sent its last byte.
        case ended
        case failed(String)
    }

    /// Reads what a turn may take and gives it to the channel.
    func read() -> Reading {
        do throws(NetError) {
            for _ in 0..<Limits.readsOfATurnMax {
                guard channel.wantsInput || isClosing else { return .open }
                switch try socket.read() {
                case .bytes(let bytes): if !isClosing { channel.receive(bytes) }
                case .wouldBlock: return .open
                case .end: return .ended
                }
            }
            return .open
        } catch {
            return .failed(error.message)
        }
    }

    /// Takes what is to be encrypted, together with what else the turn has for the peer.
    func send(_ bytes: [UInt8]) {
        if queued.isEmpty { queued = bytes } else { queued += bytes }
        if queued.count >= Limits.recordBytesMax { sendQueued() }
    }

    /// Encrypts what was taken.
    func sendQueued() {
        guard !queued.isEmpty else { return }
        channel.send(queued)
        queued = []
    }

    /// Writes once; false when the connection is gone.
    func write(at now: Duration) -> Bool {
        guard !isConnecting else { return true }
        if offset >= output.count {
            output = channel.takeOutput()
            offset = 0
            // Waiting begins with the first byte that waits.
            if !output.isEmpty { lastProgress = now }
        }
        guard offset < output.count else {
            finishWriting()
            return true
        }
        do throws(NetError) {
            if case .wrote(let count) = try socket.write(output, from: offset) {
                offset += count
                lastProgress = now
            }
        } catch {
            return false
        }
        finishWriting()
        return true
    }

    private func finishWriting() {
        guard isClosing, !hasOutput, !hasFinishedWriting else { return }
        hasFinishedWriting = true
        socket.finishWriting()
    }

    /// Whether bytes wait for the socket.
    var hasOutput: Bool { offset < output.count || channel.outputBytes > 0 }

    /// Says good-bye and ends once that is written; the other side has a moment to take it.
    func close(at now: Duration) {
        channel.close()
        stage = .closing
        deadline = now + Limits.farewellTime
    }

    // MARK: Time

    /// What the poller should watch.
    var interest: Poller.Interest {
        var interest: Poller.Interest = []
        if isConnecting { return .writable }
        if channel.wantsInput || isClosing { interest.insert(.readable) }
        if hasOutput { interest.insert(.writable) }
        return interest
    }

    /// When `isOverdue` may become true.
    var nextDeadline: Duration? {
        let stuck = offset < output.count ? lastProgress + Limits.unsentTime : nil
        guard let deadline else { return stuck }
        return stuck.map { min($0, deadline) } ?? deadline
    }

    /// Whether it took too long to come further, or takes its bytes too slowly.
    func isOverdue(at now: Duration) -> Bool { nextDeadline.map { now >= $0 } ?? false }
}

/// An inviter that a join tries.
struct JoinTarget: Hashable {
    var address: Address
    /// Who announced it; nil for a place that the keeper named.
    var device: DeviceID?
    /// Whether it announced the very code.
    var isNamed: Bool
}
