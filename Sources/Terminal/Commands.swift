package import ViewModels

/// The commands that texts of views name: view models know the actions, not the commands for them.
package enum Commands {
    /// The commands for the other device, and the addresses of this one.
    package static func toJoin(with code: String, at addresses: [String]) -> [String] {
        var lines = ["on the other device: scored join \(code)"]
        guard let first = addresses.first else { return lines }
        lines.append("if it is not found:  scored join \(code) --via \(first)")
        let rest = addresses.prefix(TerminalLimits.addressesMax).dropFirst()
            .joined(separator: " ")
        if !rest.isEmpty { lines.append("this device listens at \(rest) too") }
        return lines
    }

    /// The command that answers a question with one of some answers.
    static func toAnswer(_ entry: String, _ answers: [String]) -> String {
        "scored settle \(entry) \(answers.joined(separator: "|"))"
    }

    fileprivate static func text(_ remedy: Remedy) -> String {
        switch remedy {
        case .createGame(let orJoin):
            "scored new HAWKS OWLS" + (orJoin ? "; to join a table: scored join CODE" : "")
        case .listGames: "scored games"
        case .addPlayers: "scored roster add home \"4 Ana\""
        case .leaveTable: "scored leave"
        case .removeDevice(let name): "scored devices remove \(name ?? "NAME")"
        }
    }
}

extension Advice {
    /// The words, and the command that follows them: `no game yet: scored new HAWKS OWLS`.
    package var text: String { remedy.map { "\(words): \(Commands.text($0))" } ?? words }
}
