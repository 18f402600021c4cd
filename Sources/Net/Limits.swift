/// The bounds of this module, each with its reason. Past one is an error or a value, never a trap.
package enum NetLimits {
    /// Links that wait to be accepted: a whole table that reconnects at once fits eight times.
    static let backlogMax: Int32 = 128

    /// Bytes of one read from a socket: a turn takes a fair share of each link, and a flood on one
    /// cannot fill the memory before the others have had their turn.
    package static let readBytesMax = 256 * 1024

    /// Bytes that a read makes room for at first: a request or the frame of a move with plenty to
    /// spare, and little enough that the room comes out of memory that the process has.
    static let shortReadBytes = 16 * 1024

    /// Bytes of one announcement: below the smallest packet that IPv6 never splits (1280), less
    /// headers.
    package static let announcementBytesMax = 1200

    /// Oversized announcements thrown away in a row before the loop has its turn again.
    static let oversizedMax = 16

    /// Interfaces looked at: virtual ones can be many; a device at a court has two or three.
    static let interfacesMax = 64

    /// Sources of one poller: far above a table and its screens, below the usual descriptor limits.
    static let sourcesMax = 16_384

    /// Files of one folder kept open between calls: the segment that grows and those being read.
    static let filesOpenMax = 8

    /// Names read from one folder: a season of segments is some hundreds.
    static let folderNamesMax = 65_536

    /// Bytes of the list of mounts: machines full of containers have thousands.
    static let mountBytesMax = 1024 * 1024

    /// Bytes moved at a time when a file is copied.
    static let copyBytes = 1024 * 1024

    /// Bytes of a host's name (RFC 1035, 2.3.4).
    static let hostBytesMax = 253

    /// Addresses taken from one name: the first few are tried, a long list is an attack or a
    /// mistake.
    static let resolvedMax = 8

    /// Wake-ups and signals taken from the pipe at a time; more of them say nothing new.
    static let signalBytes = 256

    /// Bytes of a lock file that are read for the holder's process ID.
    static let lockBytesMax = 32

    /// Bytes written at a time to a terminal whose writes may wait: a terminal that has any room has
    /// this much.
    static let terminalPieceBytes = 256
}
