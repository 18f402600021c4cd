package import MoveLog
package import Net

/// The options of `scored daemon` and `scored up`.
package struct DaemonOptions: Sendable {
    /// The path of the home, with identity, log and socket.
    package var home: String
    /// The address to listen on for peers. Nil means port 7420 on every address, or a free port if
    /// that one is in use; a given port that is in use is an error.
    package var listen: Address?
    /// Peers that are dialled whether announced or not.
    package var peers: [NamedAddress] = []
    /// True to announce this device and to receive announcements; nil for the last setting, at
    /// first true.
    package var isDiscovering: Bool?
    /// The UDP port of announcements, the same on all devices; several daemons of one machine share
    /// it. Nil for the last setting, at first 7421.
    package var discoveryPort: UInt16?
    /// The keeper's name; nil keeps the name that the table knows.
    package var name: String?
    /// True if the process runs in the background, where the end of a terminal does not end it.
    package var isInBackground = false

    package init(home: String) { self.home = home }
}

/// The default UDP port of announcements.
let announcementPort: UInt16 = 7421

/// The default TCP port for peers.
package let peerPort: UInt16 = 7420

/// The device's wall clock and uptime; tests set them by hand.
package struct DeviceClock: Sendable {
    private let reading: @Sendable () -> Moment

    /// The boot that uptimes count from; random for each process where the system has no boot ID.
    package let boot: BootID

    package init(boot: UInt64? = nil, reading: @escaping @Sendable () -> Moment) {
        self.boot = BootID(rawValue: boot ?? .random(in: 0 ... .max))
        self.reading = reading
    }

    /// The clocks of the operating system.
    package static let system = DeviceClock(boot: Clocks.bootID) {
        Moment(
            uptime: Clocks.uptime, wall: WallTime(milliseconds: Clocks.wallMilliseconds))
    }

    package var now: Moment { reading() }
    package var uptime: Duration { reading().uptime }
}
