/// The bounds of the daemon, each with its reason.
package enum Limits {
    /// Links whose other side has not proved who it is: a whole table that reconnects at once fits
    /// in; past it the oldest goes.
    static let strangersMax = 64
    /// The same from one host: four scorekeepers behind one address, twice.
    static let strangersOfOneHostMax = 8
    /// Handshakes that a source may begin in a row: a table of fifty devices behind one address that
    /// comes back at once.
    static let handshakesOfABurstMax = 64
    /// Handshakes a second that a source may begin for long: one costs half a millisecond, so a
    /// source that dials in a loop takes a hundredth of a core.
    static let handshakesPerSecond = 16.0
    /// Sources whose handshakes are counted.
    static let handshakeSourcesMax = 1024
    /// From accepted or dialled to secure.
    static let handshakeTime = Duration.seconds(10)
    /// Without a byte of waiting output being taken: the other side is stuck or gone.
    static let unsentTime = Duration.seconds(15)
    /// Reads from one link in a turn, so that a flood leaves the others their turn.
    static let readsOfATurnMax = 4
    /// Connections taken in a turn.
    static let acceptancesOfATurnMax = 32
    /// Until connections are taken in again when there was no room and none has ended since: rarely
    /// enough to cost nothing, often enough that nobody who waits gives up.
    static let doorwayShutTime = Duration.seconds(1)

    /// Connections to the Unix socket: every screen and command of one device, many times over. A new one
    /// takes the place of the one that is worth the least, so nobody is kept out by those who do nothing.
    static let localConnectionsMax = 256
    /// Unsent bytes of one connection from which on no further request of it is answered: answers that
    /// nobody takes are not made ahead. What the system takes at a time, so that one who reads never waits.
    static let answersAheadBytes = 64 * 1024
    /// Unsent bytes of all connections from which on only small answers are made: twenty exports of a long
    /// game at once for every screen, and little beside what a season takes.
    static let unsentBytesMax = 32 * 1024 * 1024
    /// Unsent bytes of all event streams together: past it the fullest reader goes, and comes back to a
    /// present state.
    static let eventBytesMax = 16 * 1024 * 1024
    /// A client that takes no byte for this long while others wait for room is stopped or stuck,
    /// and is ended.
    static let stuckReaderTime = Duration.seconds(2)
    /// Bytes of one connection's requests that are read whatever others send: any request but an import.
    static let heldShareBytes = 64 * 1024
    /// Bytes of the longer requests of all connections that are read or wait: past it they are read one
    /// after the other.
    static let heldBytesMax = 32 * 1024 * 1024
    /// Time that a turn gives to requests before it goes on: what a person does not notice. One that takes
    /// longer has a turn of its own.
    static let answersTime = Duration.milliseconds(25)
    /// An answer that takes less is made before those that take more.
    static let smallAnswerTime = Duration.milliseconds(5)
    /// The same for its length: of a table's status, many times over.
    static let smallAnswerBytes = 64 * 1024
    /// Paths whose cost is remembered: all routes, with the games of a season.
    static let answerPathsMax = 512
    /// Between two looks whether the local socket's file is still there.
    static let socketLookInterval = Duration.seconds(3)

    /// Announcements read in a turn.
    static let announcementsOfATurnMax = 128
    /// Signatures of announcements checked in a second: one costs a tenth of a millisecond, so a flood takes a
    /// tenth of a core, and only as long as the member that it names is not linked.
    static let announcementProofsPerSecond = 1000.0
    /// Addresses that an announcement names: more than an interface of a laptop has.
    static let announcedHostsMax = 16
    /// Between two announcements of this device.
    static let announcementInterval = Duration.seconds(3)
    /// Between two looks at the interfaces.
    static let interfaceInterval = Duration.seconds(3)

    /// Addresses that anybody can have announced, and as many that are vouched for: more than a table has
    /// devices.
    static let dialDevicesMax = 256
    /// Addresses of one device: forged announcements must not push the true ones out for ever.
    static let dialAddressesMax = 8
    /// Between two dials to one device.
    static let dialInterval = Duration.seconds(1)
    /// The first wait after a failed dial; it doubles.
    static let backoffMin = Duration.milliseconds(250)
    /// The longest wait after failed dials.
    static let backoffMax = Duration.seconds(15)
    /// Until an address that turned out to be this device's own is dialled again: it may have been
    /// given to another since.
    static let ownAddressTime = Duration.seconds(600)
    /// Dials under way at once to addresses that the operator, a member or an earlier link vouches for.
    static let dialsMax = 32
    /// Dials under way at once to addresses that anybody can have announced.
    static let dialsOfAnnouncedMax = 16
    /// Those of them to one host: several devices of one machine, and no more of a liar.
    static let dialsOfOneHostMax = 8
    /// Fixed peers of one daemon.
    static let fixedPeersMax = 64

    /// How long an invite code can be used.
    static let codeTime = Duration.seconds(600)
    /// How long a code that can no longer be used is remembered, so that who tries it is told why.
    static let codeMemoryTime = Duration.seconds(3600)
    /// Codes that can be used at the same time.
    package static let codesMax = 32
    /// Codes remembered in all.
    static let codesRememberedMax = 256
    /// A frame of pairing: a charter with the longest chain and founding entry fits.
    static let pairingFrameBytesMax = 80 * 1024
    /// A frame before the other side proved anything beyond the code: names and keys.
    static let pairingNameBytesMax = 256
    /// Addresses in a WELCOME.
    static let pairingAddressesMax = 16
    /// From secure to done.
    static let pairingTime = Duration.seconds(10)
    /// How long a joiner looks for an inviter who announces itself.
    static let joinSearchTime = Duration.seconds(8)
    /// How long a join may take in all.
    static let joinTime = Duration.seconds(20)
    /// Inviters tried by one join.
    static let joinInvitersMax = 32

    /// A settings file: fixed peers and remembered addresses of a large table.
    static let settingsBytesMax = 1024 * 1024
    /// A file of known holdings: 50 devices that each hold 1000 authors' logs.
    static let holdingsBytesMax = 8 * 1024 * 1024
    /// A charter file.
    static let charterBytesMax = 72 * 1024
    /// A key file.
    static let identityBytesMax = 4 * 1024

    /// Bytes of a log from a file that become durable with one sync, before the table is changed.
    static let laidBytesOfACommit = 4 * 1024 * 1024
    /// Until the log is opened again after the disk was full or failed.
    static let reopenInterval = Duration.seconds(3)
    /// Room that must be free before a full disk is tried again, by the size of the disk: of a small one a
    /// part that it may well have, and of a large one a step of a segment. With less the log would be
    /// opened, and its disk be full, again and again.
    static func roomBytes(of diskBytes: UInt64) -> UInt64 {
        min(256 * 1024, max(16 * 1024, diskBytes / 64))
    }
    /// Length of the diagnostics file past which a new one is begun: days of what a person may want
    /// to look up. The one before it is kept.
    static let diagnosticsFileBytesMax = 2 * 1024 * 1024
    /// Between two notes of how far the own log is durable: what a backup that is put back into a home
    /// lost since is known up to the last of them.
    static let markInterval = Duration.seconds(600)
    /// Incidents of homes that are kept: the story of a season, in a file that is read at every start.
    static let incidentsMax = 32
    /// How long an incident stays among the warnings of status: the game it happened in, and the day
    /// after, when people look at the log.
    static let incidentWarningTime = Duration.seconds(86_400)
    /// What goes into one record of TLS at most: frames that fill it wait for no others.
    static let recordBytesMax = 16 * 1024
    /// Until settings that nobody waits for are made durable: two devices that meet have better to do.
    static let writeHomeInterval = Duration.milliseconds(250)
    /// Between two savings of what peers are known to hold.
    static let holdingsInterval = Duration.seconds(10)
    /// Between two statuses that are told to subscribers while moves come one after the other: each takes
    /// more than a move does to be recorded, and nobody sees a hundredth of a second.
    static let outcomeInterval = Duration.milliseconds(10)
    /// How often an answer that waits is asked for.
    static let laterInterval = Duration.milliseconds(250)

    /// A turn of the loop that takes longer is told: a keeper begins to feel it.
    static let turnSlow = Duration.milliseconds(250)
    /// Minutes of which the longest turn is known: a game and its breaks.
    static let turnMinutes: Int64 = 60
    /// Characters of a request's method and path in a sentence about a turn.
    static let turnPathMax = 80

    /// Lines of diagnostics that may come at once, and how many a second after that.
    static let diagnosticsBurst = 100
    /// Lines of diagnostics a second.
    static let diagnosticsRate = 5.0
    /// Between two lines about failed links of one host.
    static let sourceDiagnosticsInterval = Duration.seconds(5)
    /// Scalars of a line of diagnostics.
    static let diagnosticsScalarsMax = 400
    /// Hosts whose last line of diagnostics is remembered.
    static let diagnosticsSourcesMax = 1024

    /// How long the last bytes of links may take when the daemon ends.
    static let farewellTime = Duration.milliseconds(500)
    /// The file of clocks: 200 bytes for each boot that is known of, twice over.
    static let clocksBytesMax = 128 * 1024
    /// How long answers that wait may be asked for when the daemon ends: many costly ones, and no longer than
    /// a person waits for the end.
    static let lastAnswersTime = Duration.seconds(2)
    /// Between two looks at what is left to write when the daemon ends.
    static let farewellInterval = Duration.milliseconds(10)

    /// Writes by which a doctor measures the disk: enough for a median and a bad one.
    static let probeWritesMax = 32
    /// How long it may measure: a disk that needs this long for one write is found out at once.
    static let probeTime = Duration.seconds(3)
    /// A disk that takes longer for a move is felt by who keeps score.
    static let probeSlow = Duration.milliseconds(50)
    /// A daemon that takes longer to answer is felt, too.
    static let answerSlow = Duration.milliseconds(500)
    /// Free bytes below which a doctor warns: thousands of games, and what else fills a disk.
    static let roomBytesComfortable: UInt64 = 200 * 1024 * 1024
    /// Descriptors of a daemon with a full table of links and screens.
    static let descriptorsComfortable = 512
    /// A wall clock that differs from a peer's by more is worth a warning: the times of entries
    /// mislead people, though nothing else.
    package static let clockDifferenceMax = Duration.seconds(60)
}
