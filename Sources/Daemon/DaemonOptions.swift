package import Net

/// What `scored daemon` and `scored up` can be told.
package struct DaemonOptions: Sendable {
    /// The path of the home: identity, log, socket.
    package var home: String
    /// Where to listen for peers; nil takes port 7420 on every address, or any free port if another
    /// program has that one. A named port that is taken is an error.
    package var listen: Address?
    /// Peers to dial whatever the announcements say.
    package var peers: [NamedAddress] = []
    /// Whether to announce this device and to listen for announcements; nil for what was last said, else
    /// true.
    package var isDiscovering: Bool?
    /// The UDP port of announcements, the same on all devices; several daemons of one machine
    /// share it. Nil for what was last said, else 7421.
    package var discoveryPort: UInt16?
    /// The keeper's name; nil leaves the one that the table knows.
    package var name: String?
    /// Whether the process is in the background: then the end of a terminal does not end it.
    package var isInBackground = false

    /// Options for a home; everything else as it usually is.
    package init(home: String) { self.home = home }
}

/// The UDP port of announcements unless an option says otherwise.
package let announcementPort: UInt16 = 7421

/// The TCP port for peers unless an option says otherwise.
package let peerPort: UInt16 = 7420
