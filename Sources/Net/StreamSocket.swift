import Foundation

/// One end of a non-blocking TCP or Unix connection. Closes itself when it is released; remove it
/// from the loop first.
package final class StreamSocket {
    package enum Reading: Equatable, Sendable {
        case bytes([UInt8])
        case wouldBlock
        /// The other side has sent its last byte.
        case end
    }

    package enum Writing: Equatable, Sendable {
        case wrote(Int)
        case wouldBlock
    }

    private let descriptor: Descriptor

    /// The other side for diagnostics: its address, or the path of the Unix socket.
    package let peer: String

    /// Nil for a Unix socket.
    package let peerAddress: Address?

    /// The descriptor for the loop; constant until the socket is released.
    package var number: Int32 { descriptor.number }

    init(_ descriptor: consuming Descriptor, peer: String, peerAddress: Address?) throws(NetError) {
        self.descriptor = descriptor
        self.peer = peer
        self.peerAddress = peerAddress
        try self.descriptor.setNonBlocking()
        SocketOption.ignoreBrokenPipe(number)
        if peerAddress != nil {
            // A move is a few hundred bytes: it must not wait for more to fill a packet.
            SocketOption.set(number, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
        }
    }

    /// Ends a TCP connection when bytes have had no acknowledgement for a time (RFC 5482): the
    /// other end may have vanished, which the system alone notices only after a quarter of an hour.
    package func endUnacknowledged(after time: Duration) {
        let seconds = time.components.seconds
        #if canImport(Darwin)
            SocketOption.set(
                number, CInt(IPPROTO_TCP), TCP_RXT_CONNDROPTIME, CInt(clamping: seconds))
        #else
            SocketOption.set(
                number, CInt(IPPROTO_TCP), TCP_USER_TIMEOUT, CInt(clamping: seconds * 1000))
        #endif
    }

    /// True if bytes on a TCP connection have waited for their acknowledgement through several
    /// repetitions.
    package var isStalled: Bool {
        #if canImport(Darwin)
            SocketOption.get(number, SOL_SOCKET, SO_NWRITE) > 0
        #else
            var state = tcp_info()
            var length = socklen_t(MemoryLayout<tcp_info>.size)
            let status = unsafe getsockopt(
                number, CInt(IPPROTO_TCP), TCP_INFO, &state, &length)
            return status == 0 && state.tcpi_unacked > 0
                && state.tcpi_retransmits >= NetLimits.repetitionsMin
        #endif
    }

    /// Begins to connect. When the loop reports it as writable, `finishConnect` gives the result.
    /// The caller sets the deadline; the system's takes minutes. `segmentBytesMax` bounds the TCP segments of
    /// both directions; nil leaves it to the system.
    package static func connecting(
        to address: Address, segmentBytesMax: Int? = nil
    ) throws(NetError) -> StreamSocket {
        var target = address
        if case .any = address.host { target = .loopback(port: address.port) }
        let name = SocketAddress(target)
        let socket = try StreamSocket(
            SocketOption.open(name.family, "\(target)"), peer: "\(target)", peerAddress: target)
        if let segmentBytesMax { SocketOption.limitSegments(socket.number, to: segmentBytesMax) }
        let status = retrying { unsafe name.reading { unsafe connect(socket.number, $0, $1) } }
        if case .failure(let number) = status, number.rawValue == EINPROGRESS { return socket }
        try status.orThrow("connect to", socket.peer)
        return socket
    }

    /// Connects to a Unix socket on which a process of this account listens; throws `impostor` for
    /// any other. It succeeds or fails at once.
    package static func connected(toOwnPath path: String) throws(NetError) -> StreamSocket {
        let socket = try connected(toPath: path)
        let (processID, owner) = try SocketOption.peer(socket.number, path)
        guard owner == geteuid() else {
            throw .impostor(path: path, owner: Account.name(owner), processID: processID)
        }
        return socket
    }

    /// As `connected(toOwnPath:)`, to a process of any account.
    package static func connected(toPath path: String) throws(NetError) -> StreamSocket {
        let name = try SocketAddress(path: path)
        let socket = try StreamSocket(
            SocketOption.open(AF_UNIX, path), peer: path, peerAddress: nil)
        try retrying { unsafe name.reading { unsafe connect(socket.number, $0, $1) } }
            .orThrow("connect to", path)
        return socket
    }

    /// True if the connection is established, false while it is being made; throws if it failed.
    package func finishConnect() throws(NetError) -> Bool {
        let failure = SocketOption.pendingError(number)
        guard failure == 0 else {
            throw .system(operation: "connect to", subject: peer, number: ErrorNumber(failure))
        }
        var name = SocketAddress()
        let status = retrying { unsafe name.writing { unsafe getpeername(number, $0, $1) } }
        if case .failure(let number) = status, number.rawValue == ENOTCONN { return false }
        try status.orThrow("connect to", peer)
        return true
    }

    /// The address of this side; nil for a Unix socket, or before the connection.
    package var localAddress: Address? { SocketOption.localAddress(number) }

    /// Reads the bytes that have arrived, at most `bytesMax` and at most `NetLimits.readBytesMax`.
    package func read(bytesMax: Int = NetLimits.readBytesMax) throws(NetError) -> Reading {
        let capacity = min(max(bytesMax, 1), NetLimits.readBytesMax)
        // Most messages are short, and a large buffer costs a system call to allocate and one to
        // free.
        let first = try readOnce(min(capacity, NetLimits.shortReadBytes))
        guard case .bytes(let bytes) = first, bytes.count == NetLimits.shortReadBytes,
            bytes.count < capacity
        else { return first }
        return .bytes(readMore(behind: bytes, capacity))
    }

    private func readOnce(_ capacity: Int) throws(NetError) -> Reading {
        var status: Result<Int, ErrorNumber> = .success(0)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            status = retrying { unsafe recv(number, buffer.baseAddress, capacity, 0) }
            if case .success(let received) = status { count = received }
        }
        if case .failure(let number) = status, number.isWouldBlock { return .wouldBlock }
        guard try status.orThrow("read from", peer) > 0 else { return .end }
        return .bytes(Self.fitted(bytes, capacity))
    }

    /// Appends the bytes that have arrived since. The next read reports an end, and also a failure,
    /// as an end.
    private func readMore(behind bytes: [UInt8], _ capacity: Int) -> [UInt8] {
        let all = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            _ = unsafe buffer.initialize(fromContentsOf: bytes)
            let rest = capacity - bytes.count
            let status = retrying {
                unsafe recv(number, buffer.baseAddress?.advanced(by: bytes.count), rest, 0)
            }
            count = bytes.count
            if case .success(let received) = status { count += received }
        }
        return Self.fitted(all, capacity)
    }

    /// A short read must not keep the buffer of a long one alive.
    private static func fitted(_ bytes: [UInt8], _ capacity: Int) -> [UInt8] {
        bytes.count < capacity / 2 ? Array(bytes[...]) : bytes
    }

    /// Passes the bytes from `offset` on to the system, which may accept only some of them.
    package func write(_ bytes: [UInt8], from offset: Int = 0) throws(NetError) -> Writing {
        precondition(offset >= 0 && offset <= bytes.count)
        guard offset < bytes.count else { return .wrote(0) }
        let status = unsafe retrying(on: bytes, from: offset) {
            unsafe send(number, $0, $1, SocketOption.sendFlags)
        }
        if case .failure(let number) = status, number.isWouldBlock { return .wouldBlock }
        return .wrote(try status.orThrow("write to", peer))
    }

    /// Closes the sending half; the other side reads `end` after the last byte.
    package func finishWriting() {
        // Fails only if the connection is already gone, which the next read reports.
        _ = shutdown(number, CInt(SHUT_WR))
    }
}

/// Socket options and the calls that take untyped memory.
enum SocketOption {
    #if canImport(Darwin)
        /// Darwin has no such flag for a call; `ignoreBrokenPipe` sets it for the socket.
        static let sendFlags: CInt = 0
    #else
        /// A write to a closed link is an error, not a signal that ends the process.
        static let sendFlags = CInt(MSG_NOSIGNAL)
    #endif

    /// A stream socket for a connection to the subject or a listener on it, or a datagram socket.
    static func open(
        _ family: Int32, _ subject: String, isDatagram: Bool = false
    ) throws(NetError) -> Descriptor {
        let type = isDatagram ? SOCK_DGRAM : SOCK_STREAM
        #if canImport(Darwin)
            let kind = type
        #else
            let kind = CInt(type.rawValue | SOCK_CLOEXEC.rawValue)
        #endif
        return Descriptor(
            owning: try retrying { socket(family, kind, 0) }.orThrow("open a socket for", subject))
    }

    /// Sets an integer option, as far as the system accepts it.
    static func set(_ number: Int32, _ level: CInt, _ option: CInt, _ value: CInt) {
        var value = value
        _ = unsafe setsockopt(
            number, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
    }

    /// Bounds the segments of a connection to be made, or of those that a listener accepts.
    static func limitSegments(_ number: Int32, to bytes: Int) {
        set(number, CInt(IPPROTO_TCP), TCP_MAXSEG, CInt(clamping: bytes))
    }

    #if canImport(Darwin)
        /// An integer option; 0 if the system refuses.
        static func get(_ number: Int32, _ level: CInt, _ option: CInt) -> CInt {
            var value: CInt = 0
            var length = socklen_t(MemoryLayout<CInt>.size)
            _ = unsafe getsockopt(number, level, option, &value, &length)
            return value
        }
    #endif

    static func ignoreBrokenPipe(_ number: Int32) {
        #if canImport(Darwin)
            set(number, SOL_SOCKET, SO_NOSIGPIPE, 1)
        #endif
    }

    /// The pending error of a connection, which the call clears; 0 if there is none.
    static func pendingError(_ number: Int32) -> Int32 {
        var failure: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        let (status, reason) = unsafe (
            getsockopt(number, SOL_SOCKET, SO_ERROR, &failure, &length), errno
        )
        return status == 0 ? failure : reason
    }

    /// The process that listens on the other side of a Unix socket, and its account.
    static func peer(
        _ number: Int32, _ path: String
    ) throws(NetError) -> (processID: Int32, owner: uid_t) {
        #if canImport(Darwin)
            var (owner, group) = (uid_t(), gid_t())
            try retrying { unsafe getpeereid(number, &owner, &group) }.orThrow("use", path)
            var (processID, length) = (pid_t(), socklen_t(MemoryLayout<pid_t>.size))
            _ = unsafe getsockopt(number, SOL_LOCAL, LOCAL_PEERPID, &processID, &length)
            return (processID, owner)
        #else
            // unix(7): `struct ucred` is process, account and group, of 32 bits each; the headers
            // show it only with _GNU_SOURCE.
            var fields: [UInt32] = [0, 0, 0]
            var length = socklen_t(fields.count * MemoryLayout<UInt32>.size)
            try retrying { unsafe getsockopt(number, SOL_SOCKET, SO_PEERCRED, &fields, &length) }
                .orThrow("use", path)
            return (Int32(bitPattern: fields[0]), fields[1])
        #endif
    }

    static func localAddress(_ number: Int32) -> Address? {
        var name = SocketAddress()
        guard unsafe name.writing({ unsafe getsockname(number, $0, $1) }) == 0 else { return nil }
        return name.address
    }
}
