import Foundation

/// A non-blocking socket that accepts connections, over TCP or on a path of this device.
package final class Listener {
    package enum Acceptance {
        case accepted(StreamSocket)
        /// No connection waits, or the one that waited is gone.
        case nothing
        /// This process or device has no descriptor left. The connection keeps waiting and the
        /// loop keeps reporting it as readable: stop watching until a link has closed.
        case exhausted
    }

    private let descriptor: Descriptor

    /// The bound address, with the port that the system chose for port 0; nil on a path.
    package let address: Address?

    /// The address or the path, for diagnostics.
    package let place: String

    /// The file of the socket, removed with the listener unless another file has replaced it.
    private let file: SocketFile?

    /// True if connections to the place reach this listener: false once the file of a path is gone
    /// or replaced.
    package var isReachable: Bool { file?.isInPlace ?? (address != nil) }

    /// The descriptor to watch as readable; constant until the listener is released.
    package var number: Int32 { descriptor.number }

    private init(
        _ descriptor: consuming Descriptor, address: Address?, place: String, file: SocketFile?
    ) {
        self.descriptor = descriptor
        self.address = address
        self.place = place
        self.file = file
    }

    deinit { file?.remove() }

    /// Listens over TCP. The host `any` accepts both families, or IPv4 alone if the device has no
    /// IPv6. Port 0 lets the system choose.
    package static func listening(on address: Address) throws(NetError) -> Listener {
        do {
            return try bound(to: address, subject: "\(address)")
        } catch {
            let hasNoIPv6 = [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.number?.rawValue)
            guard address.host == .any, hasNoIPv6 else { throw error }
            return try bound(to: Address(.v4(0), port: address.port), subject: "\(address)")
        }
    }

    /// Listens on a path that only this account can open (mode 0600). A socket at the path is
    /// replaced only if no process answers on it. The file is removed with the listener.
    package static func listening(onPath path: String) throws(NetError) -> Listener {
        let name = try SocketAddress(path: path)
        try SocketFile.clear(path)
        let descriptor = try SocketOption.open(AF_UNIX, path)
        try retrying { unsafe name.reading { unsafe bind(descriptor.number, $0, $1) } }
            .orThrow("listen on", path)
        // Connecting fails before `listen`, so other accounts have no chance to connect in between.
        try retrying { unsafe chmod(path, 0o600) }.orThrow("listen on", path)
        try retrying { listen(descriptor.number, NetLimits.backlogMax) }.orThrow("listen on", path)
        try descriptor.setNonBlocking()
        return Listener(descriptor, address: nil, place: path, file: SocketFile(at: path))
    }

    /// Bounds the TCP segments of connections that begin from now on, in both directions; nil leaves
    /// them to the system.
    package func limitSegments(to bytes: Int?) {
        SocketOption.limitSegments(number, to: bytes ?? 0)
    }

    /// Accepts one waiting connection. Call again until `nothing`, at most as often as a turn
    /// allows.
    package func accept() throws(NetError) -> Acceptance {
        var name = SocketAddress()
        let status = retrying {
            unsafe name.writing { unsafe Foundation.accept(number, $0, $1) }
        }
        switch status {
        case .success(let accepted):
            let peerAddress = address == nil ? nil : name.address
            let socket = try StreamSocket(
                Descriptor(owning: accepted), peer: peerAddress.map { "\($0)" } ?? place,
                peerAddress: peerAddress)
            return .accepted(socket)
        case .failure(let failure):
            // accept(2) passes on network errors of the waiting connection.
            let ofOneConnection = [
                ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH,
                EOPNOTSUPP, EPERM,
            ]
            if failure.isWouldBlock || ofOneConnection.contains(failure.rawValue) {
                return .nothing
            }
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(failure.rawValue) { return .exhausted }
            throw .system(operation: "accept links on", subject: place, number: failure)
        }
    }

    private static func bound(
        to address: Address, subject: String
    ) throws(NetError) -> Listener {
        let isDual = address.host == .any
        let name = SocketAddress(address)
        let descriptor = try SocketOption.open(name.family, subject)
        // Reuse a port whose old links are still closing.
        SocketOption.set(descriptor.number, SOL_SOCKET, SO_REUSEADDR, 1)
        if name.family == AF_INET6 {
            SocketOption.set(
                descriptor.number, CInt(IPPROTO_IPV6), IPV6_V6ONLY, isDual ? 0 : 1)
        }
        try retrying { unsafe name.reading { unsafe bind(descriptor.number, $0, $1) } }
            .orThrow("listen on", subject)
        try retrying { listen(descriptor.number, NetLimits.backlogMax) }
            .orThrow("listen on", subject)
        try descriptor.setNonBlocking()
        var local = SocketOption.localAddress(descriptor.number) ?? address
        if isDual { local.host = .any }
        return Listener(descriptor, address: local, place: "\(local)", file: nil)
    }
}

/// The file of a Unix socket, identified by device and inode, not only by its path: another process
/// may have put its own file there since.
struct SocketFile {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// The socket at the path; nil if there is none.
    init?(at path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        self.path = path
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// True if the same file is still at the path.
    var isInPlace: Bool {
        guard let now = SocketFile(at: path) else { return false }
        return now.device == device && now.inode == inode
    }

    /// Removes the file if it is still the same one.
    func remove() {
        if isInPlace { _ = unsafe unlink(path) }
    }

    /// Removes a socket on which no process answers, and nothing else.
    static func clear(_ path: String) throws(NetError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard let file = SocketFile(at: path) else { throw .obstructed(path: path) }
        do {
            _ = try StreamSocket.connected(toPath: path)
        } catch {
            guard case .system(_, _, let number) = error else { throw error }
            switch number.rawValue {
            case ECONNREFUSED:
                file.remove()
                return
            case ENOENT: return
            // The queue of the listener is full, so a process is listening.
            case EAGAIN: throw .answered(path: path)
            default: throw error
            }
        }
        throw .answered(path: path)
    }
}
