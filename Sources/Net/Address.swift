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
        guard text.utf8.count <= NetLimits.hostBytesMax else { return nil }
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
        guard !text.utf8.contains(0), unsafe inet_pton(AF_INET, text, &bits) == 1 else {
            return nil
        }
        return UInt32(bigEndian: bits.s_addr)
    }

    private static func v6(_ text: String, scope: UInt32) -> Self? {
        var bits = in6_addr()
        guard !text.utf8.contains(0), unsafe inet_pton(AF_INET6, text, &bits) == 1 else {
            return nil
        }
        return SocketAddress.host(of: bits, scope: scope)
    }

    private static func scope(_ text: String) -> UInt32? {
        if let index = UInt32(text) { return index == 0 ? nil : index }
        guard !text.utf8.contains(0) else { return nil }
        let index = unsafe if_nametoindex(text)
        return index == 0 ? nil : index
    }
}
