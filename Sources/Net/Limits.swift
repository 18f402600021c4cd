/// The bounds of this module, each with its reason. Exceeding one is an error or a value, never a
/// trap.
package enum NetLimits {
    /// The wait before `poll` is called again when the system has no memory for it, in microseconds.
    static let memoryWait: UInt32 = 100_000

    /// Links that wait to be accepted: eight times a whole table that reconnects at once.
    static let backlogMax: Int32 = 128

    /// Bytes of one read from a socket: a turn takes a fair share of each link, and a flood on one
    /// cannot fill the memory before the others have had their turn.
    package static let readBytesMax = 256 * 1024

    /// Bytes that a read first makes room for: ample for a request or the frame of a move, and
    /// small enough to come from memory that the process already has.
    static let shortReadBytes = 16 * 1024

    /// Bytes of one announcement: the smallest IPv6 MTU (1280), minus headers.
    package static let announcementBytesMax = 1200

    /// Oversized announcements dropped in a row before the loop continues.
    static let oversizedMax = 16

    /// Repetitions of unacknowledged bytes after which a connection counts as stalled: the system
    /// repeats after 0.2, 0.4 and 0.8 s at first, so that a short disturbance is none.
    static let repetitionsMin: UInt8 = 3

    /// Interfaces used: there may be many virtual ones; a device at a court has two or three.
    static let interfacesMax = 64

    /// Sources of one loop: far above a table and its screens, below the usual descriptor limits.
    static let sourcesMax = 16_384

    /// Files of one folder kept open between calls: the growing segment and those being read.
    static let filesOpenMax = 8

    /// Names read from one folder: a season has some hundred segments.
    static let folderNamesMax = 65_536

    /// Bytes of the seven numbers in /proc/self/statm.
    static let statmBytesMax = 256

    /// Bytes of the list of mounts: a machine with many containers has thousands.
    static let mountBytesMax = 1024 * 1024

    /// Bytes moved at a time when a file is copied.
    static let copyBytes = 1024 * 1024

    /// Bytes of a host name (RFC 1035, 2.3.4).
    static let hostBytesMax = 253

    /// Addresses used of one name: the first few are tried; a long list is an attack or a mistake.
    static let resolvedMax = 8

    /// Wake-ups and signals read from the pipe at a time; further ones repeat these.
    static let signalBytes = 256

    /// Bytes of a lock file that are read for the holder's process ID.
    static let lockBytesMax = 32

    /// Bytes written at a time to a terminal in blocking mode: a terminal with any room has this
    /// much.
    static let terminalPieceBytes = 256

    /// Between two looks at the status for the service manager: it is read by people.
    static let supervisorStatusInterval = Duration.seconds(5)

    /// To a service manager that is too busy to accept a message.
    static let supervisorRetryInterval = Duration.seconds(1)

    /// For an order to the service manager: a daemon that it starts first reads its whole log.
    package static let serviceOrderTime = Duration.seconds(90)

    /// Bytes kept of what such an order prints: some lines.
    static let orderOutputBytesMax = 64 * 1024
}
