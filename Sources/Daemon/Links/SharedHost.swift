import Net

extension Address {
    /// Whether this address of a socket is none of the hosts that this device has now. Scopes are
    /// left aside: a socket need not know its own.
    func isStranded(on hosts: [Host]) -> Bool {
        !isLoopback && !hosts.contains { $0.withoutScope == host.withoutScope }
    }

    /// The host as others on the network could dial it, IPv6 in brackets; nil for an address that
    /// means something on one link alone.
    var sharedHost: String? {
        switch host {
        case .any: nil
        case .v4: hostText
        case .v6(_, _, let scope): scope == 0 ? "[\(hostText)]" : nil
        }
    }
}

extension Address.Host {
    fileprivate var withoutScope: Address.Host {
        guard case .v6(let high, let low, _) = self else { return self }
        return .v6(high: high, low: low, scope: 0)
    }
}
