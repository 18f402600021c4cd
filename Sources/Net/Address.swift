import Foundation

/// A host of IPv4 or IPv6 and a port.
package struct Address: Hashable, Sendable {
    /// A numeric host, most significant byte first. An IPv4 address mapped into IPv6 (RFC 4291,
    /// 2.5.5.2) is always stored as IPv4, so that equal hosts are equal.
    package enum Host: Hashable, Sendable {
        /// Every address of this device, in both families: for listening only.
        case any
        case v4(UInt32)
        /// The scope is the interface index for link-local addresses, else 0.
        case v6(high: UInt64, low: UInt64, scope: UInt32)
    }

    package var host: Host
    /// In host byte order; 0 lets the system choose.
    package var port: UInt16

    package init(_ host: Host, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// 127.0.0.1.
    package static func loopback(port: UInt16) -> Address { Address(.v4(0x7f00_0001), port: port) }

    /// True if only this device can reach it (RFC 1122, RFC 4291).
    package var isLoopback: Bool {
        switch host {
        case .any: false
        case .v4(let bits): bits >> 24 == 127
        case .v6(let high, let low, _): high == 0 && low == 1
        }
    }
}

extension Address: CustomStringConvertible {
    /// `192.168.1.4:7420`, `[fe80::1%2]:7420`, `:7420`; `Address(text)` reads it back.
    package var description: String {
        switch host {
        case .any: ":\(port)"
        case .v4: "\(hostText):\(port)"
        case .v6: "[\(hostText)]:\(port)"
        }
    }

    /// The host without brackets and port; empty for `any`.
    package var hostText: String {
        switch host {
        case .any: return ""
        case .v4(let bits):
            return "\(bits >> 24).\(bits >> 16 & 255).\(bits >> 8 & 255).\(bits & 255)"
        case .v6(_, _, let scope):
            let name = SocketAddress(self).numericHost ?? "::"
            return scope == 0 ? name : "\(name)%\(scope)"
        }
    }
}

extension Address {
    /// The host as other machines of the network can dial it, IPv6 in brackets; nil for an address
    /// that is valid on one link only.
    package var sharedHost: String? {
        switch host {
        case .any: nil
        case .v4: hostText
        case .v6(_, _, let scope): scope == 0 ? "[\(hostText)]" : nil
        }
    }

    /// Reads a numeric `host:port`; nil for any other text, names included (see `NamedAddress`). A
    /// scope may be an interface name or index.
    package init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
        let digits = text[text.utf8.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = UInt16(digits), let host = Host(text[..<colon])
        else { return nil }
        self.init(host, port: port)
    }
}

extension Address.Host {
    /// Reads the numeric host before the colon of the port: empty, IPv4, or IPv6 in brackets.
    fileprivate init?(_ text: Substring) {
        guard !text.isEmpty else {
            self = .any
            return
        }
        guard text.utf8.count <= NetLimits.hostBytesMax, !text.utf8.contains(0) else { return nil }
        guard text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count > 2 else {
            guard let bits = Self.v4(String(text)) else { return nil }
            self = .v4(bits)
            return
        }
        let parts = text.dropFirst().dropLast().split(
            separator: "%", maxSplits: 1, omittingEmptySubsequences: false)
        var scope: UInt32 = 0
        if parts.count == 2 {
            guard let index = Self.scope(String(parts[1])) else { return nil }
            scope = index
        }
        guard let host = Self.v6(String(parts[0]), scope: scope) else { return nil }
        self = host
    }

    private static func v4(_ text: String) -> UInt32? {
        var bits = in_addr()
        guard unsafe inet_pton(AF_INET, text, &bits) == 1 else { return nil }
        return UInt32(bigEndian: bits.s_addr)
    }

    private static func v6(_ text: String, scope: UInt32) -> Self? {
        var bits = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &bits) == 1 else { return nil }
        return SocketAddress.host(of: bits, scope: scope)
    }

    private static func scope(_ text: String) -> UInt32? {
        if let index = UInt32(text) { return index == 0 ? nil : index }
        let index = unsafe if_nametoindex(text)
        return index == 0 ? nil : index
    }
}

/// An address in the form of system calls: `sockaddr_in`, `sockaddr_in6` or `sockaddr_un` in
/// storage for any of them.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Storage for a call that writes an address.
    init() {}

    init(_ address: Address) {
        switch address.host {
        case .v4(let bits):
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = address.port.bigEndian
            name.sin_addr.s_addr = bits.bigEndian
            store(name)
        case .any: set(high: 0, low: 0, scope: 0, port: address.port)
        case .v6(let high, let low, let scope):
            set(high: high, low: low, scope: scope, port: address.port)
        }
    }

    /// A Unix socket's path; throws if it is too long. With `isAbstract` its first byte is replaced by
    /// zero, and it names no file (unix(7)).
    init(path: String, isAbstract: Bool = false) throws(NetError) {
        var name = sockaddr_un()
        var bytes = Array(path.utf8)
        if isAbstract { bytes[0] = 0 }
        // One byte is for the final zero.
        let bytesMax = MemoryLayout.size(ofValue: name.sun_path) - 1
        guard bytes.count <= bytesMax else {
            throw .pathTooLong(path: path, bytes: bytes.count, bytesMax: bytesMax)
        }
        name.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &name.sun_path) { unsafe $0.copyBytes(from: bytes) }
        store(name)
        // The length is part of an abstract name; a path ends at its zero.
        if isAbstract {
            length = socklen_t(MemoryLayout.size(ofValue: name.sun_family) + bytes.count)
        }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// Nil for a family other than IPv4 and IPv6.
    var address: Address? {
        switch family {
        case AF_INET:
            let name = load(into: sockaddr_in())
            return Address(
                .v4(UInt32(bigEndian: name.sin_addr.s_addr)), port: UInt16(bigEndian: name.sin_port)
            )
        case AF_INET6:
            let name = load(into: sockaddr_in6())
            return Address(
                Self.host(of: name.sin6_addr, scope: name.sin6_scope_id),
                port: UInt16(bigEndian: name.sin6_port))
        default: return nil
        }
    }

    /// The bytes of an IPv6 address.
    var v6Bits: in6_addr { load(into: sockaddr_in6()).sin6_addr }

    /// The host of an IPv6 address without its scope, in the short form of RFC 5952.
    var numericHost: String? {
        var bits = v6Bits
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard unsafe inet_ntop(AF_INET6, &bits, &text, socklen_t(text.count)) != nil else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }

    /// An IPv4 address mapped into IPv6 becomes IPv4.
    static func host(of bits: in6_addr, scope: UInt32) -> Address.Host {
        let (high, low) = unsafe withUnsafeBytes(of: bits) { bytes in
            unsafe (
                UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
            )
        }
        if high == 0 && low >> 32 == 0xffff { return .v4(UInt32(truncatingIfNeeded: low)) }
        return .v6(high: high, low: low, scope: scope)
    }

    /// Passes the address to a call that reads it.
    func reading<Value>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Value) -> Value {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
                unsafe call(rebound, length)
            }
        }
    }

    /// Passes the storage to a call that fills it and its length.
    mutating func writing<Value>(
        _ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Value
    ) -> Value {
        length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
                unsafe withUnsafeMutablePointer(to: &length) { unsafe call(rebound, $0) }
            }
        }
    }

    private mutating func set(high: UInt64, low: UInt64, scope: UInt32, port: UInt16) {
        var name = sockaddr_in6()
        name.sin6_family = sa_family_t(AF_INET6)
        name.sin6_port = port.bigEndian
        name.sin6_scope_id = scope
        unsafe withUnsafeMutableBytes(of: &name.sin6_addr) { bytes in
            unsafe bytes.storeBytes(of: high.bigEndian, as: UInt64.self)
            unsafe bytes.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        store(name)
    }

    private mutating func store<Name>(_ name: Name) {
        length = socklen_t(MemoryLayout<Name>.size)
        unsafe withUnsafeMutableBytes(of: &storage) { room in
            unsafe withUnsafeBytes(of: name) { unsafe room.copyMemory(from: $0) }
        }
        #if canImport(Darwin)
            storage.ss_len = UInt8(length)
        #endif
    }

    private func load<Name>(into name: Name) -> Name {
        var name = name
        unsafe withUnsafeMutableBytes(of: &name) { room in
            unsafe withUnsafeBytes(of: storage) { bytes in
                unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<room.count]))
            }
        }
        return name
    }
}
