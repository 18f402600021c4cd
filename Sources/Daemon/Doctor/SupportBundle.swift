package import Documents
import Foundation
import MoveLog
import Net
import Scorebook

/// The state of a device for somebody who helps from afar, as plain text that names nobody.
///
/// It is made of numbers, of words from enumerations and of figures; devices are numbers in the
/// order of their IDs. Sentences, such as those of checks and diagnostics, go through a
/// `WordSieve`.
package struct SupportBundle {
    /// The parts of a device that are described.
    package struct Source {
        /// The program that writes the bundle.
        package let version: String
        package let doctor: DoctorDocument
        /// Nil if neither a daemon nor the disk told it.
        package let status: StatusDocument?
        /// Nil without a daemon.
        package let daemon: DaemonReport?
        /// A page of OpenMetrics; nil without a daemon.
        package let metrics: String?

        package init(
            version: String, doctor: DoctorDocument, status: StatusDocument?,
            daemon: DaemonReport?, metrics: String?
        ) {
            self.version = version
            self.doctor = doctor
            self.status = status
            self.daemon = daemon
            self.metrics = metrics
        }
    }

    package static let fileName = "scored-support.txt"

    package private(set) var text = ""
    private let source: Source
    private let sieve: WordSieve

    /// Reads the sizes, the settings and the last diagnostics of the home; what cannot be read is
    /// said to be absent.
    package init(home path: String, _ source: Source) {
        self.source = source
        sieve = WordSieve(without: source.status.map(Self.names) ?? [], path)
        text = """
            scored support bundle, form 1
            Left out: names, addresses, keys, codes, paths, and all that people typed. A dot stands
            for words that are not the program's own; devices are numbers.

            """
        describeProgram()
        describeChecks()
        describeStatus()
        let folder = try? Folder(path, creating: false)
        describeSettings(folder)
        describeFiles(folder)
        section("figures", [source.metrics ?? "no daemon told them"])
        for (name, title) in [
            (GrowingOutput.olderDiagnosticsName, "earlier diagnostics"),
            (GrowingOutput.diagnosticsName, "diagnostics"), ("web.log", "diagnostics of the pages"),
        ] {
            section(title, lastLines(of: name, in: folder).map(sieve.sifted))
        }
    }

    private mutating func section(_ title: String, _ lines: [String]) {
        text += "\n[\(title)]\n" + lines.map { "\($0)\n" }.joined()
    }

    /// All names in the status: words of the program that are names here are left out, too.
    private static func names(in status: StatusDocument) -> [String] {
        let shown = status.game.map { game in
            [game.name, game.title, game.home.name, game.away.name]
                + (game.home.players + game.away.players).map(\.name)
        }
        return [status.table.name, status.device.name, status.device.keeper]
            + status.peers.flatMap { [$0.name, $0.keeper] }
            + status.games.flatMap { [$0.name, $0.title] } + (shown ?? [])
    }

    // MARK: Sections

    private mutating func describeProgram() {
        var system = utsname()
        let isKnown = unsafe uname(&system) == 0
        section(
            "program",
            [
                Phrases.versions(
                    program: source.version, protocols: Int(protocolVersions.lowerBound),
                    Int(protocolVersions.upperBound), fold: foldVersion),
                "daemon " + (source.daemon.map { "version \($0.version)" } ?? "does not answer"),
                "system "
                    + (isKnown
                        ? [
                            Self.field(system.sysname), Self.field(system.release),
                            Self.field(system.machine),
                        ].joined(separator: " ") : "unknown"),
            ])
    }

    /// The text of a field of `uname`, without what is no letter, digit, dot or dash.
    private static func field<Bytes>(_ bytes: Bytes) -> String {
        let text = unsafe withUnsafeBytes(of: bytes) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return text.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    }

    private mutating func describeChecks() {
        let doctor = source.doctor
        section(
            "checks: \(doctor.failed) failed, \(doctor.warnings) warnings",
            doctor.checks.map { check in
                let figures = (check.figures ?? [:]).sorted { $0.key < $1.key }
                    .map { "\($0.key)=\(Self.shown($0.value))" }
                return
                    ([check.verdict.rawValue, check.subject + ":", sieve.sifted(check.text)]
                    + figures).joined(separator: " ")
            })
    }

    private mutating func describeStatus() {
        guard let status = source.status else { return section("status", ["cannot be read"]) }
        let (sync, identity) = (status.sync, status.identity)
        section(
            "status",
            [
                "state \(sync.state.rawValue)", "entries \(sync.entries)",
                "unsynced \(sync.unsynced)", "of later versions \(sync.unknownKinds)",
                "degraded \(sync.isDegraded)",
                "problem \(sync.problem.map(sieve.sifted) ?? "none")",
                "log bytes \(status.storage.logBytes)", "disk full \(status.storage.isFull)",
                "damages \(status.storage.damage.count)",
                "games listed \(status.games.count), more \(status.moreGames ?? 0)",
                "incarnations \(identity?.incarnations ?? 0)",
                "member \(identity?.isMember ?? false)", "removed \(identity?.removal != nil)",
                "forks \(identity?.forked.count ?? 0)",
                "role \(status.device.role?.rawValue ?? "none")",
            ] + (identity?.incidents ?? []).map { "incident: \(sieve.sifted($0.text))" })
        section("warnings", status.warnings.map { "\($0.code): \(sieve.sifted($0.text))" })
        let reports = source.daemon?.peers ?? []
        section(
            "peers",
            status.peers.sorted { $0.id < $1.id }.enumerated().map { place, peer in
                let offset = reports.first { $0.peer.id == peer.id }?.wallOffsetMilliseconds
                return [
                    "device \(place + 2): \(peer.state.rawValue)", "missing \(peer.missing)",
                    "behind \(peer.behind)", "seen \(Self.shown(peer.lastSeenSeconds)) s ago",
                    "round trip \(Self.shown(peer.roundTripMilliseconds)) ms",
                    "wall clock ahead \(Self.shown(offset)) ms",
                    "address \(peer.address == nil ? "unknown" : "known")",
                    "role \(peer.role?.rawValue ?? "none")",
                    "problem \(peer.problem.map(sieve.sifted) ?? "none")",
                ].joined(separator: ", ")
            })
        guard let daemon = source.daemon else { return }
        section(
            "daemon",
            [
                "uptime \(daemon.uptimeSeconds) s", "online \(daemon.isOnline)",
                "discovering \(daemon.isDiscovering), wanted \(daemon.isDiscoveryWanted ?? true)",
                "addresses \(daemon.addresses.count), "
                    + "problem \(daemon.addressProblem.map(sieve.sifted) ?? "none")",
                "descriptors \(Self.shown(daemon.descriptors)) of \(daemon.descriptorsMax)",
                "heard elsewhere \(daemon.heardElsewhere)",
                "longest turn \(Self.shown(daemon.longestTurn))",
                "busiest turn \(Self.shown(daemon.busiestTurn))",
            ]
                + daemon.interfaces.enumerated().map { place, interface in
                    "interface \(place + 1): loopback \(interface.isLoopback), addresses "
                        + "\(interface.addresses.count), sent \(interface.sent), heard "
                        + "\(interface.heard), problem "
                        + (interface.problem.map(sieve.sifted) ?? "none")
                })
    }

    /// Without a decimal point if it is whole.
    private static func shown(_ figure: Double) -> String {
        Int(exactly: figure).map(\.description) ?? figure.description
    }

    private static func shown(_ number: (some CustomStringConvertible)?) -> String {
        number.map(\.description) ?? "?"
    }

    /// Without the request, whose path may have the name of a game.
    private static func shown(_ turn: TurnReport?) -> String {
        guard let turn else { return "?" }
        let parts = turn.parts.map { "\($0.name) \($0.milliseconds)" }
        return
            (["\(turn.milliseconds) ms, \(turn.entries) entries, \(turn.requests) requests"]
            + parts).joined(separator: ", ")
    }

    private mutating func describeSettings(_ folder: Folder?) {
        guard let folder, let settings = try? Home.settings(in: folder) else {
            return section("settings", ["cannot be read"])
        }
        section(
            "settings",
            [
                "online \(settings.isOnline)", "discovering \(settings.isDiscovering)",
                "listen \(settings.listen == nil ? "usual" : "given")",
                "fixed peers \(settings.peers.count)",
                "remembered devices \(settings.remembered.count)",
                "pairings \(settings.joiningWords.count)",
                "game \(settings.gameID == nil ? "none" : settings.gameChoice.rawValue)",
                "charter kept \(settings.charter != nil)", "mark kept \(settings.mark != nil)",
            ])
    }

    private static let knownFiles: Set = [
        "identity.pem", "charter", "settings.json", "holdings.json", "clocks.json",
        "incidents.json", "lock", "switch", "keys", "web.json", "web.lock", "web.log",
        "web.old.log", "web.key.pem", "web.cert.pem", GrowingOutput.diagnosticsName,
        GrowingOutput.olderDiagnosticsName,
    ]

    private mutating func describeFiles(_ folder: Folder?) {
        var lines: [String] = []
        for name in (try? folder?.names()) ?? [] {
            // A person can have put a file of any name there.
            let shown = Self.knownFiles.contains(name) ? name : "another file"
            lines.append("\(shown) \(Self.shown((try? folder?.size(of: name)) ?? nil)) bytes")
        }
        let log = folder.flatMap { try? Folder("\($0.path)/log", creating: false) }
        for name in (try? log?.names()) ?? [] {
            let kind = name.hasSuffix(".seg") ? "segment" : "another file"
            lines.append("log: \(kind) \(Self.shown((try? log?.size(of: name)) ?? nil)) bytes")
        }
        section("files", lines)
    }

    private func lastLines(of name: String, in folder: Folder?) -> [String] {
        guard
            let bytes = try? folder?.inspect(
                name, bytesMax: 2 * DaemonLimits.diagnosticsFileBytesMax)
        else { return ["none"] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .suffix(DaemonLimits.bundleLinesMax).map(String.init)
    }
}
