/// The bounds of the daemon, each with its reason.
package enum DaemonLimits {
    /// Accepted links whose peer has not proved to be a member: a whole table may reconnect at
    /// once. Past it the oldest is dropped.
    static let strangersMax = 64
    /// The same from one host: four scorekeepers behind one address, twice.
    static let strangersOfOneHostMax = 8
    /// Handshakes that a source may begin in a row: a table of fifty devices behind one address
    /// that reconnects at once.
    static let handshakesOfABurstMax = 64
    /// Handshakes a second that a source may sustain: one costs half a millisecond, so a source
    /// that dials in a loop takes a hundredth of a core.
    static let handshakesPerSecond = 16.0
    /// Sources whose handshakes are counted.
    static let handshakeSourcesMax = 1024
    /// Time from connect to a secure link.
    static let handshakeTime = Duration.seconds(10)
    /// Time without progress of a waiting output: the peer is stuck or gone.
    static let unsentTime = Duration.seconds(15)
    /// Reads from one link in a turn, so that a flood does not delay other links.
    static let readsOfATurnMax = 4
    /// Bytes of such a read. Those of a turn hold some thousand entries in columns, which take ten
    /// milliseconds to check and to keep.
    static let linkReadBytes = 16 * 1024
    /// Connections accepted in a turn.
    static let acceptancesOfATurnMax = 32
    /// Interval between looks at whether a link's bytes are acknowledged.
    static let stallInterval = Duration.seconds(1)
    /// Largest segments after links that stalled, one step each: with its headers the first fits
    /// the smallest MTU of IPv6 (1280), the second what every IPv4 host takes (576), the third a
    /// radio link or a tunnel in a tunnel (256). Linux takes none below 88.
    static let segmentBytes = [1200, 516, 216]
    /// Time until a larger segment is tried again: a game, in which links seldom end.
    static let segmentTime = Duration.seconds(3600)
    /// Links in a row that ended before both sides were in sync, from which a person is told.
    static let uselessLinksMin = 2
    /// A shorter link says nothing of its path.
    static let uselessLinkTime = Duration.seconds(3)
    /// Pause of a listener without room, if no connection ends before: rare enough to cost nothing,
    /// short enough that no client gives up.
    static let acceptorPauseTime = Duration.seconds(1)

    /// Connections to the Unix socket: every screen and command of a device, many times over. A new
    /// one displaces the one of least worth, so idle connections keep no client out.
    static let localConnectionsMax = 256
    /// Unsent bytes of a connection past which no further request of it is answered: answers are
    /// not made ahead of their reader. One socket buffer, so that a client that reads never waits.
    static let answersAheadBytes = 64 * 1024
    /// Unsent bytes of all connections past which only small answers are made: twenty exports of a
    /// long game at once, and little beside the memory of a season.
    static let unsentBytesMax = 32 * 1024 * 1024
    /// A client that reads nothing for this long while others wait for room is stuck or stopped,
    /// and is disconnected.
    static let stuckReaderTime = Duration.seconds(2)
    /// Bytes of one connection's requests that are always read: any request except an import.
    static let heldShareBytes = 64 * 1024
    /// Bytes of the longer requests of all connections, incomplete or waiting: past it they are
    /// read one after the other.
    static let heldBytesMax = 32 * 1024 * 1024
    /// Time that a turn spends on requests, and again on answers after its commit: a turn with all
    /// its other work then takes less than a person notices. A request that takes longer has a turn
    /// of its own.
    static let answersTime = Duration.milliseconds(8)
    /// Time that a turn spends on the steps of long answers: a keeper's move waits for it.
    static let stepsTime = Duration.milliseconds(6)
    /// Long answers that are made at a time; more wait. Each holds some boards and the state at its
    /// start.
    static let longAnswersMax = 8
    /// An answer that takes less is made before those that take more.
    static let smallAnswerTime = Duration.milliseconds(5)
    /// The same by size: many times a table's status.
    static let smallAnswerBytes = 64 * 1024
    /// Paths whose cost is remembered: all routes, with the games of a season.
    static let answerPathsMax = 512
    /// Interval between checks that the local socket's file exists.
    static let socketCheckInterval = Duration.seconds(3)

    /// Announcements read in a turn.
    static let announcementsOfATurnMax = 128
    /// Signatures of announcements checked in a second: one costs a tenth of a millisecond, so a
    /// flood takes a tenth of a core, and only while the member that it names has no link.
    static let announcementProofsPerSecond = 1000.0
    /// Addresses in an announcement: more than an interface of a laptop has.
    static let announcedHostsMax = 16
    /// Interval between announcements of this device.
    static let announcementInterval = Duration.seconds(3)
    /// Interval between checks of the interfaces.
    static let interfaceInterval = Duration.seconds(3)

    /// Announced addresses, and as many vouched for: more than a table has devices.
    static let dialDevicesMax = 256
    /// Addresses of one device: forged announcements must not displace the true ones for ever.
    static let dialAddressesMax = 8
    /// Interval between dials to one device.
    static let dialInterval = Duration.seconds(1)
    /// The same at a removed device, which only has to learn that its removal has ended.
    package static let removedDialInterval = Duration.seconds(60)
    /// The first wait after a failed dial; it doubles.
    static let backoffMin = Duration.milliseconds(250)
    /// The longest wait after failed dials.
    static let backoffMax = Duration.seconds(15)
    /// Time until an address that turned out to be this device's own is dialled again: it may
    /// belong to another device by then.
    static let ownAddressTime = Duration.seconds(600)
    /// Concurrent dials to addresses that the operator, a member or an earlier link vouches for.
    static let dialsMax = 32
    /// Concurrent dials to addresses that were only announced.
    static let dialsOfAnnouncedMax = 16
    /// Those of them to one host: several devices on one machine, and no more of a liar.
    static let dialsOfOneHostMax = 8
    /// Fixed peers of one daemon.
    static let fixedPeersMax = 64

    /// Time during which an invite code can be used.
    package static let codeTime = Duration.seconds(600)
    /// Time during which a code that can no longer be used is remembered, so that a device that
    /// tries it learns why.
    static let codeMemoryTime = Duration.seconds(3600)
    /// Codes that can be used at the same time.
    package static let codesMax = 32
    /// Codes remembered in all.
    static let codesRememberedMax = 256
    /// Bytes of a frame of pairing: a charter with the longest chain and founding entry fits.
    static let pairingFrameBytesMax = 80 * 1024
    /// Bytes of a name or an address in a frame of pairing.
    static let pairingNameBytesMax = 256
    /// Addresses in a WELCOME.
    static let pairingAddressesMax = 16
    /// Time from secure to paired.
    static let pairingTime = Duration.seconds(10)
    /// Time that a joiner searches for an announced inviter.
    static let joinSearchTime = Duration.seconds(8)
    /// Time of a join in all.
    static let joinTime = Duration.seconds(20)
    /// Inviters tried by one join.
    static let joinInvitersMax = 32

    /// Bytes of the settings file: fixed peers and remembered addresses of a large table.
    static let settingsBytesMax = 1024 * 1024
    /// Bytes of the holdings file: 50 devices with the logs of 1000 authors each.
    static let holdingsBytesMax = 8 * 1024 * 1024
    /// Bytes of a charter file.
    static let charterBytesMax = 72 * 1024
    /// Bytes of a key file.
    static let identityBytesMax = 4 * 1024

    /// Bytes of a staged log that become durable with one sync.
    static let stagedBytesOfACommit = 4 * 1024 * 1024
    /// For reading the log, before a service manager gives the daemon up: far above what a slow disk
    /// needs for the log of many seasons.
    static let openingTime = Duration.seconds(600)
    /// Time until the log is reopened after the disk was full or failed.
    static let reopenInterval = Duration.seconds(3)
    /// Room that must be free before a full disk is tried again: a part of a small disk that may
    /// well become free, and of a large one the step by which a segment grows. With less the log
    /// would be opened and the disk be full over and over.
    static func roomBytes(of diskBytes: UInt64) -> UInt64 {
        min(256 * 1024, max(16 * 1024, diskBytes / 64))
    }
    /// Bytes of the diagnostics file past which a new one is begun: days of lines. One older file
    /// is kept.
    static let diagnosticsFileBytesMax = 2 * 1024 * 1024
    /// Lines of each file of diagnostics in a support bundle: the last days of a device in trouble.
    static let bundleLinesMax = 300
    /// Interval between marks of the durable end of the own log. A restored backup is known to have
    /// lost entries up to the last mark.
    static let markInterval = Duration.seconds(600)
    /// Incidents of homes kept: those of a season, in a file that is read at every start.
    static let incidentsMax = 32
    /// Time during which an incident stays among the warnings of status: the game, and the day
    /// after, when people look at the log.
    static let incidentWarningTime = Duration.seconds(86_400)
    /// Bytes of one TLS record: frames that fill it do not wait for others.
    static let recordBytesMax = 16 * 1024
    /// Delay until unimportant settings become durable: two devices that have just met need the
    /// disk for entries.
    static let writeHomeInterval = Duration.milliseconds(250)
    /// Interval between saves of the holdings.
    static let holdingsInterval = Duration.seconds(10)
    /// The least interval between events of streams: no person sees a thousandth of a second.
    static let eventInterval = Duration.milliseconds(1)
    /// The pause before an event about other devices alone: the acknowledgements of a move come together.
    static let peerEventInterval = Duration.milliseconds(20)
    /// The pause after events as a multiple of the time that they took: a status takes longer than recording a move.
    static let eventShare = 2
    /// Interval between polls of a `.later` answer.
    static let laterInterval = Duration.milliseconds(250)

    /// A longer turn is reported: a keeper begins to feel it.
    static let turnSlow = Duration.milliseconds(250)
    /// Minutes whose longest turn is kept: a game and its breaks.
    static let turnMinutes: Int64 = 60
    /// Characters of a request's method and path in a sentence about a turn.
    static let turnPathMax = 80

    /// Lines of diagnostics in a burst.
    static let diagnosticsBurst = 100
    /// Lines of diagnostics a second.
    static let diagnosticsRate = 5.0
    /// Interval between lines about one source.
    static let sourceDiagnosticsInterval = Duration.seconds(5)
    /// Scalars of a line of diagnostics.
    static let diagnosticsScalarsMax = 400
    /// Sources whose last line of diagnostics is remembered.
    static let diagnosticsSourcesMax = 1024

    /// Time for the last bytes of links when the daemon ends.
    static let farewellTime = Duration.milliseconds(500)
    /// Bytes of the file of clocks: 200 for each known boot and each wall clock, twice over.
    static let clocksBytesMax = 256 * 1024
    /// Devices of no game with which the wall clock is compared so that two others can be: one
    /// would do, if it were known which.
    static let comparedDevicesMax = 8
    /// The age of a move up to which wall clocks are compared for it: an evening's games. Later,
    /// somebody may have set a clock.
    static let comparisonAgeMax = Duration.seconds(12 * 3600)
    /// Time for `.later` answers when the daemon ends: enough for many costly ones, and no longer
    /// than a person waits for the end.
    static let lastAnswersTime = Duration.seconds(2)
    /// Interval between checks for remaining output when the daemon ends.
    static let farewellInterval = Duration.milliseconds(10)

    /// Writes by which a doctor measures the disk: enough for a median and a bad one.
    static let probeWritesMax = 32
    /// Time of that measurement: a disk that needs this long for one write has shown it.
    static let probeTime = Duration.seconds(3)
    /// A disk that takes longer for a move is felt by keepers.
    static let probeSlow = Duration.milliseconds(50)
    /// A daemon that takes longer to answer is felt, too.
    static let answerSlow = Duration.milliseconds(500)
    /// Free bytes below which a doctor warns: thousands of games, and room for other programs.
    static let roomBytesComfortable: UInt64 = 200 * 1024 * 1024
    /// Descriptors of a daemon with a full table of links and screens.
    static let descriptorsComfortable = 512
    /// A greater difference of wall clocks deserves a warning: the times of entries mislead people,
    /// but change nothing else.
    package static let clockDifferenceMax = Duration.seconds(60)
    /// Moves of an arrival that are counted one by one: more than two keepers record while a link is away for a minute.
    static let countedMovesMax = 128
}
