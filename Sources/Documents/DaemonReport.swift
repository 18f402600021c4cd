/// What `GET /v1/doctor` says: what only the running daemon knows of itself.
package struct DaemonReport: Codable, Hashable, Sendable {
    /// Grows by fields only; 1 for this form.
    package var schema: Int
    /// The program's version.
    package var version: String
    /// The oldest protocol version that it speaks.
    package var protocolVersionMin: Int
    /// The newest protocol version that it speaks.
    package var protocolVersionMax: Int
    /// By which rules it folds.
    package var foldVersion: Int
    /// The daemon's process.
    package var processID: Int
    /// Seconds since the daemon started.
    package var uptimeSeconds: Int
    /// Why nothing can be recorded; nil when all is well.
    package var problem: String?
    /// Each corrupt part of the log that was found, in a sentence.
    package var damage: [String]
    /// False while the keeper's switch keeps the device from every link.
    package var isOnline: Bool
    /// Whether devices are looked for by announcements.
    package var isDiscovering: Bool
    /// Where it can be dialled, as `host:port`; empty while it does not listen.
    package var addresses: [String]
    /// Announcements by interface.
    package var interfaces: [InterfaceReport]
    /// Announcements heard whose interface cannot be told.
    package var heardElsewhere: Int
    /// The other devices.
    package var peers: [PeerReport]
    /// Files and sockets that are open; nil where the system does not say.
    package var descriptors: Int?
    /// Files and sockets that may be open.
    package var descriptorsMax: Int
    /// What `status` warns of.
    package var warnings: [WarningDocument]
    /// The longest turn of the daemon's loop in the last hour; nil from a daemon that does not say.
    package var longestTurn: TurnReport?

    /// Joins the parts; what has a default may be left out.
    package init(
        schema: Int = 1, version: String, protocolVersions: ClosedRange<Int>, foldVersion: Int,
        processID: Int, uptimeSeconds: Int, problem: String? = nil, damage: [String] = [],
        isOnline: Bool = true, isDiscovering: Bool = true, addresses: [String] = [],
        interfaces: [InterfaceReport] = [], heardElsewhere: Int = 0, peers: [PeerReport] = [],
        descriptors: Int? = nil, descriptorsMax: Int, warnings: [WarningDocument] = [],
        longestTurn: TurnReport? = nil
    ) {
        self.schema = schema
        self.version = version
        protocolVersionMin = protocolVersions.lowerBound
        protocolVersionMax = protocolVersions.upperBound
        self.foldVersion = foldVersion
        self.processID = processID
        self.uptimeSeconds = uptimeSeconds
        self.problem = problem
        self.damage = damage
        self.isOnline = isOnline
        self.isDiscovering = isDiscovering
        self.addresses = addresses
        self.interfaces = interfaces
        self.heardElsewhere = heardElsewhere
        self.peers = peers
        self.descriptors = descriptors
        self.descriptorsMax = descriptorsMax
        self.warnings = warnings
        self.longestTurn = longestTurn
    }
}

/// A turn of the daemon's loop: it reads all that is ready, thinks once and writes once.
package struct TurnReport: Codable, Hashable, Sendable {
    /// How long it took.
    package var milliseconds: Double
    /// When it ended, by the device's wall clock.
    package var wallMilliseconds: Int64
    /// The parts that took a tenth of the turn or more, the longest first.
    package var parts: [TurnPart]
    /// Entries that it merged into the log.
    package var entries: Int
    /// Requests that it answered.
    package var requests: Int
    /// The request whose answer took longest, by method and path; nil without any.
    package var request: TurnPart?

    /// Joins the parts.
    package init(
        milliseconds: Double, wallMilliseconds: Int64, parts: [TurnPart], entries: Int,
        requests: Int, request: TurnPart?
    ) {
        self.milliseconds = milliseconds
        self.wallMilliseconds = wallMilliseconds
        self.parts = parts
        self.entries = entries
        self.requests = requests
        self.request = request
    }

    /// `812 ms (640 folding games, 120 making it durable); 24000 entries merged; 3 requests, longest GET
    /// /v1/export with 40 ms`.
    package var text: String {
        var text = "\(Self.whole(milliseconds)) ms"
        if !parts.isEmpty {
            let parts = parts.map { "\(Self.whole($0.milliseconds)) \($0.name)" }
            text += " (\(parts.joined(separator: ", ")))"
        }
        if entries > 0 { text += "; \(Phrases.entries(entries)) merged" }
        if let request {
            let count = Phrases.count(requests, "request")
            let time = Self.whole(request.milliseconds)
            text += "; \(count), longest \(request.name) with \(time) ms"
        }
        return text
    }

    private static func whole(_ milliseconds: Double) -> Int {
        Int(exactly: milliseconds.rounded()) ?? .max
    }
}

/// A part of a turn.
package struct TurnPart: Codable, Hashable, Sendable {
    /// The work that was done.
    package var name: String
    /// How long it took.
    package var milliseconds: Double

    /// Joins the two.
    package init(name: String, milliseconds: Double) {
        self.name = name
        self.milliseconds = milliseconds
    }
}

/// Announcements over one interface since the daemon went online.
package struct InterfaceReport: Codable, Hashable, Sendable {
    /// As the system calls it.
    package var name: String
    /// True for the one that leads to this device alone.
    package var isLoopback: Bool
    /// The device's addresses on it.
    package var addresses: [String]
    /// Announcements that left.
    package var sent: Int
    /// Announcements of other devices, of whatever table.
    package var heard: Int
    /// Why the last announcement did not leave.
    package var problem: String?

    /// Joins the parts.
    package init(
        name: String, isLoopback: Bool, addresses: [String], sent: Int, heard: Int,
        problem: String?
    ) {
        self.name = name
        self.isLoopback = isLoopback
        self.addresses = addresses
        self.sent = sent
        self.heard = heard
        self.problem = problem
    }
}

/// A peer as a doctor sees it.
package struct PeerReport: Codable, Hashable, Sendable {
    /// What `status` says of it.
    package var peer: PeerDocument
    /// The peer's wall clock less this device's, in milliseconds; nil without a link.
    package var wallOffsetMilliseconds: Int64?

    /// Joins the parts.
    package init(peer: PeerDocument, wallOffsetMilliseconds: Int64?) {
        self.peer = peer
        self.wallOffsetMilliseconds = wallOffsetMilliseconds
    }
}
