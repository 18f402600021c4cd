import Foundation

/// Sends and receives datagrams on the local networks: IPv4 broadcast and one IPv6 multicast group,
/// on every interface. Several processes of a device may share the port; each receives all
/// datagrams, including its own.
package final class AnnouncementSocket {
    package struct Datagram: Equatable, Sendable {
        /// At most `NetLimits.announcementBytesMax`; from any device.
        package let bytes: [UInt8]
        /// The sender as the network shows it, which can be forged.
        package let source: Address
    }

    private let v4: DatagramSocket
    /// Nil if the device has no IPv6.
    private let v6: DatagramSocket?
    private let group: Address
    private var joined: Set<UInt32> = []
    private var isV6Next = false

    /// The interfaces that the last `refresh` found.
    package private(set) var interfaces: [Interface] = []

    /// The announcements sent since the start, by interface name: one for each `send`, by
    /// broadcast, to the group or both.
    package private(set) var sentCounts: [String: Int] = [:]

    /// The reason why the last announcement was not sent on an interface, by interface name.
    package private(set) var sendFailures: [String: NetError] = [:]

    /// The number of datagrams dropped since the start because they exceeded the limit.
    package private(set) var oversizedCount = 0

    /// The port, chosen by the system if 0 was requested.
    package var port: UInt16 { v4.address.port }

    /// The descriptors to watch as readable: one or two.
    package var numbers: [Int32] { [v4.number] + (v6.map { [$0.number] } ?? []) }

    /// Opens the port in both families. The group is an IPv6 address of ff02::/16. Nothing is sent,
    /// or received from the group, until the first `refresh`.
    package init(port: UInt16, group: Address.Host) throws(NetError) {
        v4 = try DatagramSocket(sharing: Address(.v4(0), port: port))
        let chosen = v4.address.port
        self.group = Address(group, port: chosen)
        do {
            v6 = try DatagramSocket(sharing: Address(.v6(high: 0, low: 0, scope: 0), port: chosen))
        } catch {
            // Without IPv6, announcements still reach every device on IPv4.
            v6 = nil
        }
    }

    /// Lists the interfaces again and joins the group on new ones. Returns whether they changed,
    /// and the failures on single interfaces, which do not affect the others.
    package func refresh() throws(NetError) -> (hasChanged: Bool, failures: [NetError]) {
        let found = try Interface.all()
        let hasChanged = found != interfaces
        interfaces = found
        guard let v6 else { return (hasChanged, []) }
        let multicast = found.filter { $0.hasIPv6 && !$0.isLoopback }
        joined.formIntersection(multicast.map(\.index))
        var failures: [NetError] = []
        for interface in multicast where !joined.contains(interface.index) {
            if let failure = v6.join(group, on: interface) {
                failures.append(failure)
            } else {
                joined.insert(interface.index)
            }
        }
        return (hasChanged, failures)
    }

    /// Sends the bytes that `bytes` makes for each interface: one broadcast for each IPv4 network,
    /// one datagram to the group for each interface with IPv6. Returns the failures; all other
    /// datagrams were sent.
    package func send(_ bytes: (Interface) -> [UInt8]) -> [NetError] {
        var failures: [NetError] = []
        sendFailures = [:]
        for interface in interfaces {
            let bytes = bytes(interface)
            precondition(bytes.count <= NetLimits.announcementBytesMax)
            let outcomes = send(bytes, on: interface)
            let failed = outcomes.compactMap(\.self)
            failures += failed
            sendFailures[interface.name] = failed.first
            if failed.count < outcomes.count { sentCounts[interface.name, default: 0] += 1 }
        }
        return failures
    }

    /// One outcome for each destination on the interface.
    private func send(_ bytes: [UInt8], on interface: Interface) -> [NetError?] {
        var outcomes = interface.broadcasts.map { broadcast in
            v4.send(bytes, to: Address(.v4(broadcast), port: port))
        }
        if let v6, joined.contains(interface.index) {
            outcomes.append(v6.send(bytes, to: group.scoped(to: interface.index)))
        }
        return outcomes
    }

    /// Receives one datagram; nil if none waits. Call again until then, at most as often as a turn
    /// allows. The families alternate, so that a flood on one does not starve the other.
    package func receive() throws(NetError) -> Datagram? {
        isV6Next.toggle()
        for socket in isV6Next ? [v6, v4] : [v4, v6] {
            for _ in 0..<NetLimits.oversizedMax {
                guard let (bytes, source) = try socket?.receive() else { break }
                if let bytes { return Datagram(bytes: bytes, source: source) }
                oversizedCount += 1
            }
        }
        return nil
    }
}

extension Address {
    /// The address on one interface; an IPv4 address is returned unchanged.
    fileprivate func scoped(to index: UInt32) -> Address {
        guard case .v6(let high, let low, _) = host else { return self }
        return Address(.v6(high: high, low: low, scope: index), port: port)
    }
}

/// A non-blocking UDP socket of one family that shares its port.
final class DatagramSocket {
    private let descriptor: Descriptor
    let address: Address

    var number: Int32 { descriptor.number }

    /// Binds to an address of one family; port 0 lets the system choose.
    init(sharing address: Address) throws(NetError) {
        let name = SocketAddress(address)
        descriptor = try SocketOption.open(name.family, "\(address)", isDatagram: true)
        let number = descriptor.number
        try descriptor.setNonBlocking()
        SocketOption.ignoreBrokenPipe(number)
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
