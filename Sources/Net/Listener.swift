import Foundation

/// A socket that takes connections in, over TCP or on a path of this device; never waits.
package final class Listener {
    /// What an attempt to take a connection in brought.
    package enum Acceptance {
        case accepted(StreamSocket)
        /// Nobody waits, or who waited has gone.
        case nothing
        /// This process or device has no descriptor left. The connection goes on waiting and the
        /// poller goes on saying readable: stop watching until a link has closed.
        case exhausted
    }

    private let descriptor: Descriptor

    /// The address it is bound to, with the port that the system chose for port 0; nil on a path.
    package let address: Address?

    /// Where it listens, for diagnostics: an address or a path.
    package let place: String

    /// The socket's file, to remove when the listener ends, unless another has taken its place.
    private let file: SocketFile?

    /// Whether who dials the place reaches this listener: false once the file of a path is gone or
    /// another's.
    package var isReachable: Bool { file?.isInPlace ?? (address != nil) }

    /// The number to watch as readable; stays the same until the listener is released.
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

    /// Listens over TCP. The host `any` takes in both families, or IPv4 alone where the device has
    /// no IPv6. Port 0 lets the system choose.
    package static func listening(on address: Address) throws(NetError) -> Listener {
        guard case .any = address.host else {
            return try bound(to: address, isDual: false, subject: "\(address)")
        }
        do {
            return try bound(to: address, isDual: true, subject: "\(address)")
        } catch {
            let hasNoIPv6 = [EAFNOSUPPORT, EADDRNOTAVAIL].contains(error.number?.rawValue)
            guard hasNoIPv6 else { throw error }
            let v4 = Address(.v4(0), port: address.port)
            return try bound(to: v4, isDual: false, subject: "\(address)")
        }
    }

    /// Listens on a path that only this account can open (mode 0600). A socket left behind there is
    /// replaced, but only if nobody answers on it. The file goes when the listener does.
    package static func listening(onPath path: String) throws(NetError) -> Listener {
        let name = try SocketAddress(path: path)
        try SocketFile.clear(path)
        let descriptor = try SocketOption.stream(AF_UNIX, path)
        try retrying { unsafe name.reading { unsafe bind(descriptor.number, $0, $1) } }
            .orThrow("listen on", path)
        // Nobody can connect before `listen`, so there is no moment in which others get in.
        try retrying { unsafe chmod(path, 0o600) }.orThrow("listen on", path)
        try retrying { listen(descriptor.number, NetLimits.backlogMax) }.orThrow("listen on", path)
        try descriptor.setNonBlocking()
        return Listener(descriptor, address: nil, place: path, file: SocketFile(at: path))
    }

    /// Takes in one connection, if one waits. Call again until `nothing`, as often as one turn may.
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
            if failure.isWouldBlock || Self.isOfOneConnection(failure.rawValue) { return .nothing }
            if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(failure.rawValue) { return .exhausted }
            throw .system(operation: "accept links on", subject: place, number: failure)
        }
    }

    /// Whether the failure is that of the connection that waited, not of the listener: accept(2)
    /// passes on errors of the network.
    private static func isOfOneConnection(_ number: Int32) -> Bool {
        [
            ECONNABORTED, EPROTO, ENETDOWN, ENOPROTOOPT, EHOSTDOWN, EHOSTUNREACH, ENETUNREACH,
            EOPNOTSUPP, EPERM,
        ].contains(number)
    }

    private static func bound(
        to address: Address, isDual: Bool, subject: String
    ) throws(NetError) -> Listener {
        let name = SocketAddress(address)
        let descriptor = try SocketOption.stream(name.family, subject)
        // A port whose old links are still closing is free to listen on again.
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
