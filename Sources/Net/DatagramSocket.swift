import Foundation

/// A non-blocking UDP socket of one family that shares its port.
final class DatagramSocket {
    private let descriptor: Descriptor
    let address: Address

    var number: Int32 { descriptor.number }

    /// Binds to an address of one family; port 0 lets the system choose.
    init(sharing address: Address) throws(NetError) {
        let name = SocketAddress(address)
        descriptor = try SocketOption.datagram(name.family, "\(address)")
        let number = descriptor.number
        SocketOption.set(number, SOL_SOCKET, SO_REUSEADDR, 1)
        #if canImport(Darwin)
            // On Darwin several processes need this option to share the port. On Linux it would
            // distribute the datagrams among them.
            SocketOption.set(number, SOL_SOCKET, SO_REUSEPORT, 1)
        #endif
        if name.family == AF_INET6 {
            SocketOption.set(number, CInt(IPPROTO_IPV6), IPV6_V6ONLY, 1)
        } else {
            SocketOption.set(number, SOL_SOCKET, SO_BROADCAST, 1)
        }
        try retrying { unsafe name.reading { unsafe bind(number, $0, $1) } }
            .orThrow("listen for announcements on", "\(address)")
        self.address = SocketOption.localAddress(number) ?? address
    }

    /// Sends one datagram, whole or not at all.
    func send(_ bytes: [UInt8], to target: Address) -> NetError? {
        let name = SocketAddress(target)
        let status = retrying {
            unsafe name.reading { pointer, length in
                unsafe sendto(number, bytes, bytes.count, SocketOption.sendFlags, pointer, length)
            }
        }
        guard case .failure(let failure) = status else { return nil }
        return .system(operation: "announce to", subject: "\(target)", number: failure)
    }

    /// Receives one datagram; its bytes are nil if it exceeds the limit. Nil if none waits.
    func receive() throws(NetError) -> (bytes: [UInt8]?, source: Address)? {
        var name = SocketAddress()
        // One byte more than allowed detects a truncated datagram.
        var bytes = [UInt8](repeating: 0, count: NetLimits.announcementBytesMax + 1)
        let status = retrying {
            unsafe name.writing { pointer, length in
                unsafe recvfrom(number, &bytes, bytes.count, 0, pointer, length)
            }
        }
        if case .failure(let failure) = status, failure.isWouldBlock { return nil }
        let count = try status.orThrow("receive announcements on", "\(address)")
        guard let source = name.address else { return nil }
        bytes.removeSubrange(count...)
        return (count > NetLimits.announcementBytesMax ? nil : bytes, source)
    }

    /// Joins an IPv6 group on one interface; succeeds if it is already joined.
    func join(_ group: Address, on interface: Interface) -> NetError? {
        var request = ipv6_mreq()
        request.ipv6mr_multiaddr = SocketAddress(group).v6Bits
        request.ipv6mr_interface = numericCast(interface.index)
        let status = retrying {
            unsafe setsockopt(
                number, CInt(IPPROTO_IPV6), IPV6_JOIN_GROUP, &request,
                socklen_t(MemoryLayout<ipv6_mreq>.size))
        }
        guard case .failure(let failure) = status, failure.rawValue != EADDRINUSE else {
            return nil
        }
        return .system(
            operation: "hear announcements on", subject: interface.name, number: failure)
    }
}
