import Documents

/// What an inviter tells: the command line and the full screen say the same.
package enum InvitationWords {
    /// What to do on the other device, and where this one listens.
    package static func instructions(_ code: String, _ addresses: [String]) -> [String] {
        var lines = ["on the other device: scored join \(code)"]
        guard let first = addresses.first else { return lines }
        lines.append("if it is not found:  scored join \(code) --via \(first)")
        let rest = addresses.dropFirst().prefix(addressesMax).joined(separator: " ")
        if !rest.isEmpty { lines.append("this device listens at \(rest) too") }
        return lines
    }

    /// `works once, for 10 minutes`.
    package static func validity(codes: Int, seconds: Int) -> String {
        (codes == 1 ? "works once, for " : "each works once, for ")
            + Phrases.count(max(1, seconds / 60), "minute")
    }

    /// The line that both screens show, so that people can tell that nobody intercepts the connection.
    static func words(_ words: String) -> String { "joining words: \(words)" }

    /// The advice for words that are not the same, at a table of these devices: where this one may remove
    /// nobody it names those that may.
    static func remedy(_ invited: [String], at table: [DeviceDocument]) -> String {
        let able = table.filter { $0.role != nil && !$0.isRemoved }
        let isAble = able.isEmpty || able.contains(where: \.isThisDevice)
        let command = "scored devices remove \(invited.count == 1 ? invited[0] : "NAME")"
        return isAble
            ? "if they differ: \(command)"
            : "if they differ, at \(Phrases.joined(able.map(\.name), by: " or ")): \(command)"
    }

    /// A machine with many containers listens at dozens, and nobody types those.
    private static let addressesMax = 6
}
