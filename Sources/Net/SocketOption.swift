import Foundation

/// Socket options and the calls that take untyped memory.
enum SocketOption {
    #if canImport(Darwin)
        /// Darwin has no such flag for a call; `ignoreBrokenPipe` sets it for the socket.
        static let sendFlags: CInt = 0
    #else
        /// A write to a closed link is an error, not a signal that ends the process.
        static let sendFlags = CInt(MSG_NOSIGNAL)
    #endif

    /// A stream socket for a connection to the subject or a listener on it.
    static func stream(_ family: Int32, _ subject: String) throws(NetError) -> Descriptor {
        #if canImport(Darwin)
            let kind = SOCK_STREAM
        #else
            let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        #endif
        return Descriptor(
            owning: try retrying { socket(family, kind, 0) }.orThrow("open a socket for", subject))
    }

    /// A non-blocking datagram socket.
    static func datagram(_ family: Int32, _ subject: String) throws(NetError) -> Descriptor {
        #if canImport(Darwin)
            let kind = SOCK_DGRAM
        #else
            let kind = CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        #endif
        let descriptor = Descriptor(
            owning: try retrying { socket(family, kind, 0) }.orThrow("open a socket for", subject))
        try descriptor.setNonBlocking()
        ignoreBrokenPipe(descriptor.number)
        return descriptor
    }

    /// Sets an integer option; returns true if the system accepted it.
    @discardableResult
    static func set(_ number: Int32, _ level: CInt, _ option: CInt, _ value: CInt) -> Bool {
        var value = value
        return unsafe setsockopt(
            number, level, option, &value, socklen_t(MemoryLayout<CInt>.size)) == 0
    }

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

    static func localAddress(_ number: Int32) -> Address? {
        var name = SocketAddress()
        guard unsafe name.writing({ unsafe getsockname(number, $0, $1) }) == 0 else { return nil }
        return name.address
    }
}
