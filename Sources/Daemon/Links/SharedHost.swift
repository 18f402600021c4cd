import Net

extension Address {
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
