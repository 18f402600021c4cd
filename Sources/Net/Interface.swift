import Foundation

/// A network interface that is up. Equal listings mean that nothing changed.
package struct Interface: Hashable, Sendable {
    /// As named by the system, such as `eth0`.
    package let name: String
    /// From 1; the scope of link-local addresses. May change when a device is plugged in again.
    package let index: UInt32
    package let isLoopback: Bool
    private var networks: [Network] = []
    /// Its addresses of both families, port 0, sorted by text.
    package private(set) var addresses: [Address]

    /// An IPv4 network: an address in it, and its mask.
    private struct Network: Hashable {
        var address: UInt32
        var mask: UInt32
    }

    /// The directed broadcast address of each of its IPv4 networks.
    package var broadcasts: [UInt32] { Set(networks.map { $0.address | ~$0.mask }).sorted() }

    /// True if an address belongs to a neighbour on this interface. For IPv6 only link-local
    /// addresses are recognised, by their scope.
    package func isNear(_ host: Address.Host) -> Bool {
        switch host {
        case .v4(let bits): networks.contains { $0.address & $0.mask == bits & $0.mask }
        case .v6(_, _, let scope): scope != 0 && scope == index
        case .any: false
        }
    }

    /// True if it can carry IPv6 multicast.
    package var hasIPv6: Bool {
        addresses.contains { address in
            guard case .v6 = address.host else { return false }
            return true
        }
    }

    /// The interfaces that are up, sorted by index, each with its addresses. Past the limit those
    /// of containers and tunnels are left out first.
    package static func all() throws(NetError) -> [Interface] {
        var list: UnsafeMutablePointer<ifaddrs>?
        try retrying { unsafe getifaddrs(&list) }.orThrow("list", "the network interfaces")
        defer { unsafe freeifaddrs(list) }
        var found: [String: Interface] = [:]
        var next = unsafe list
        while let entry = unsafe next {
            unsafe add(entry.pointee, to: &found)
            unsafe next = entry.pointee.ifa_next
        }
        return found.values.map(\.sorted)
            .sorted { ($0.worth, $0.index, $0.name) < ($1.worth, $1.index, $1.name) }
            .prefix(NetLimits.interfacesMax)
            .sorted { ($0.index, $0.name) < ($1.index, $1.name) }
    }

    /// Lower for an interface that leads to more devices.
    private var worth: Int { Self.isInner(name) ? 1 : 0 }

    /// True for an interface of containers, virtual machines or a tunnel, by its name.
    private static func isInner(_ name: String) -> Bool {
        [
            "docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "lxdbr", "podman", "cni",
            "tun", "tap", "wg", "zt", "ppp", "tailscale", "utun",
        ].contains(where: name.hasPrefix)
    }

    /// The addresses at which other machines of the network can dial this one, those that they
    /// are most likely to reach first: IPv4 of real interfaces, addresses of containers and tunnels
    /// last.
    package static func shared(
        _ interfaces: [(name: String, isLoopback: Bool, addresses: [Address])]
    ) -> [Address] {
        let outer = interfaces.filter { !$0.isLoopback }.flatMap { interface in
            interface.addresses.filter { $0.sharedHost != nil }
                .map { (rank: rank($0, isInner: isInner(interface.name)), address: $0) }
        }
        return outer.enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.address)
    }

    /// Why there is no `shared` address, in words; nil if there is one. An address of one link is
    /// another one on every device, so that it cannot be told to any.
    package static func obstacle(
        _ interfaces: [(name: String, isLoopback: Bool, addresses: [Address])]
    ) -> String? {
        guard shared(interfaces).isEmpty else { return nil }
        return interfaces.contains { !$0.isLoopback && !$0.addresses.isEmpty }
            ? "the network has given this device no address but those of one link (fe80::), which "
                + "cannot be typed elsewhere"
            : "this device has no network"
    }

    private static func rank(_ address: Address, isInner: Bool) -> Int {
        guard case .v4(let bits) = address.host else { return isInner ? 5 : 2 }
        // 169.254.0.0/16 (RFC 3927): self-assigned, in a network without DHCP.
        let isSelfGiven = bits >> 16 == 0xa9fe
        return isInner ? 4 : isSelfGiven ? 1 : 0
    }

    private static func add(_ entry: ifaddrs, to found: inout [String: Interface]) {
        let flags = Int(unsafe entry.ifa_flags)
        guard flags & Int(IFF_UP) != 0, let name = unsafe entry.ifa_addr,
            let address = unsafe SocketAddress(interface: name)?.address
        else { return }
        let title = unsafe String(cString: entry.ifa_name)
        var interface =
            found[title]
            ?? Interface(
                name: title, index: unsafe if_nametoindex(title),
                isLoopback: flags & Int(IFF_LOOPBACK) != 0, addresses: [])
        interface.addresses.append(address)
        if case .v4(let bits) = address.host, let mask = unsafe entry.ifa_netmask,
            case .v4(let maskBits) = unsafe SocketAddress(interface: mask, family: AF_INET)?
                .address?.host,
            // A network of one address has no other devices.
            maskBits != .max, interface.isLoopback || flags & Int(IFF_BROADCAST) != 0
        {
            interface.networks.append(Network(address: bits, mask: maskBits))
        }
        found[title] = interface
    }

    private var sorted: Interface {
        var copy = self
        copy.networks = Set(networks).sorted {
            ($0.address, $0.mask) < ($1.address, $1.mask)
        }
        copy.addresses = Set(addresses).sorted { "\($0)" < "\($1)" }
        return copy
    }
}

extension SocketAddress {
    /// Copies an interface's address, or its mask, whose family Darwin leaves out; nil if it is
    /// neither IPv4 nor IPv6.
    fileprivate init?(interface name: UnsafePointer<sockaddr>, family: Int32? = nil) {
        switch unsafe family ?? Int32(name.pointee.sa_family) {
        case AF_INET where family != nil:
            var mask = sockaddr_in()
            unsafe withUnsafeMutableBytes(of: &mask) { room in
                unsafe room.copyMemory(from: UnsafeRawBufferPointer(start: name, count: 8))
            }
            self.init(Address(.v4(UInt32(bigEndian: mask.sin_addr.s_addr)), port: 0))
        case AF_INET:
            unsafe self.init(copying: name, length: socklen_t(MemoryLayout<sockaddr_in>.size))
        case AF_INET6:
            unsafe self.init(copying: name, length: socklen_t(MemoryLayout<sockaddr_in6>.size))
        default: return nil
        }
    }
}
