/// The bounds of the core, each with its reason. Exceeding one is a handled error.
package enum MoveLogLimits {
    /// Canonical bytes of one entry: a note of some pages fits, a photograph does not.
    package static let entryBytesMax = ColumnLimits.entryBytesMax
    /// Bytes of an entry's envelope, or of the wrapping of a copy.
    package static let envelopeBytesMax = 256
    /// Bytes of type and payload of a frame: the memory that a receiver needs for a link.
    package static let frameBytesMax = 1024 * 1024
    /// The least limit that a device may set for the frames that it takes: the largest entry fits,
    /// and every other frame but a FRONTIER and an ACK of very many leaves.
    package static let frameBytesMin = entryBytesMax + 512
    /// Entries between two kept signed heads, so that the span can be checked as one run.
    package static let spanEntriesMax: UInt64 = 16_384
    /// Canonical bytes between two kept signed heads: such a span always fits a frame.
    package static let spanBytesMax = 512 * 1024
    /// Bytes of a block of entries in memory, unless a single entry is larger: some hundred moves,
    /// so that the unfilled rest is small. Offsets in a block fit two bytes.
    static let blockBytes = 16 * 1024
    /// Canonical bytes of the runs that a step of merging a file takes, and those of a part that
    /// its reader takes: some milliseconds of work.
    static let mergeStepBytes = 64 * 1024
    /// Entries between two checkpoints of the digest chain: bounds the cost of a digest at any
    /// place.
    package static let chainStride: UInt64 = 256
    /// Canonical bytes of a stride that is digested to look a place up: three times a stride of
    /// moves. In larger strides a mark of each place is kept, which is small compared with them.
    static let unmarkedStrideBytes = 32 * 1024
    /// Entries of a page in columns: with fewer, the names at the beginning of the columns cost
    /// more than the columns save.
    static let columnsCountMin = 16
    /// Pages for which exact room is reserved when they arrive together: an array that grows by
    /// itself may reserve as much again. For fewer pages a reallocation costs more than it saves.
    package static let pagesToReserveMin = 32
    /// Entries that are replayed from the own disk as one run: some hundredths of a second of work,
    /// and a quarter of the span between two signed heads.
    static let replayEntriesMax = 4096
    /// Bytes of such a run.
    static let replayBytesMax = 128 * 1024
    /// Pages of one run: enough for a log that arrived in pieces, and a small count.
    static let runPagesMax = 512
    /// Authors of one table: 50 devices with 20 incarnations each, times four.
    package static let authorsMax = 4096
    /// Incarnations of a device: a clone or a restored backup costs one each.
    package static let incarnationsMax = 64
    /// Greetings remembered of a device, each by another process than the one before, to detect two
    /// processes that take turns: enough for two returns among four restarts.
    package static let processesMax = 8
    /// Ends of all logs of one device, forks included: every incarnation forked once. More are
    /// refused until the device is removed.
    package static let leavesOfDeviceMax = 128
    /// Ends of all logs of a removed device: besides those already held, the ends on the paths to
    /// its cuts.
    package static let leavesOfRemovedMax = 512
    /// Ends of all logs: a FRONTIER frame with all of them fits the limit of a frame.
    package static let leavesMax = 16_384
    /// Entries of one author's log that invite: an honest member invites at most a hall of keepers.
    /// Later ones are ignored, so that a hostile member adds a bounded number of devices and blocks
    /// no invitee of other members.
    package static let invitationsMax = 256
    /// Entries of one author's log that remove: as many as may invite.
    package static let removalsMax = 256
    /// Entries of one author's log that name or dismiss deputies; only the founder's are read.
    package static let namingsMax = 256
    /// Bytes of an invitee's name: those of every keeper's name.
    package static let nameBytesMax = 256
    /// Hops of an invitation chain from the founder.
    package static let chainHopsMax = 8
    /// Bytes of an invitation chain.
    package static let chainBytesMax = 4096
    /// Bytes of a frame before the peer's greeting is accepted: the greeting with its chain.
    package static let greetingBytesMax = 4096 + 512
    /// A lamport that exceeds its predecessor in the set by more than this is absurd.
    package static let lamportStepMax: UInt64 = 1 << 24
    /// Lamports from here on are absurd: JSON numbers are exact below 2^53.
    package static let lamportMax: UInt64 = 1 << 53
    /// Canonical bytes of other authors' entries that a device sends unasked after a greeting.
    package static let unaskedBytesMax = 64 * 1024
    /// Bytes of runs past which a turn begins no other one, on any link but for farewells. With the
    /// last run, of up to `spanBytesMax`, some 8 ms of work.
    package static let turnBytesMax = 256 * 1024
    /// Bytes of runs in flight on a link, not yet acknowledged as durable.
    package static let unacknowledgedBytesMax = 4 * 1024 * 1024
    /// Received bytes after which an acknowledgement is sent at once.
    package static let acknowledgeBytes = 512 * 1024
    /// Links of one device: 50 peers, twice while both sides dial, and strangers.
    package static let linksMax = 256
    /// Links to one device: two while both sides dial, and two dead ones not yet detected.
    package static let linksOfDeviceMax = 4
    /// Links to devices that have not proved their membership yet: leaves room for members.
    package static let linksOfStrangersMax = 64
    /// Links on a route to a device: the length of an invitation chain.
    package static let hopsMax: UInt8 = 8
    /// Bytes of an address in a SUMMARY: a bracketed IPv6 address with port fits.
    package static let addressBytesMax = 64
    /// Former states of the log that are compared with the digests of peers: some minutes of a busy
    /// game. At most twice as many are kept, of 40 bytes each.
    package static let statesMax = 1024
    /// Boots of machines with known uptimes: five for each of 50 devices within the week in which
    /// `clockErrorMax` is reached.
    package static let bootsMax = 256
    /// The largest error of an uptime that is kept or sent: a larger one is useless. Drift alone
    /// reaches it in a week.
    package static let clockErrorMax = Duration.seconds(60)
    /// Devices with known wall clocks: five times the largest table.
    package static let wallClocksMax = 256
    /// The error that relaying an offset adds: truncation to milliseconds, and drift while the
    /// frame is in transit.
    static let clockCut = Duration.milliseconds(2)
    /// The largest uptime of a reading: sums of several stay far from integer overflow.
    package static let uptimeMax = Duration.milliseconds((1 << 53) - 1)
    /// Two clocks drift apart by at most one part in this many: quartz without an oven.
    package static let driftDivisor = 10_000
    /// Requests whose entries are remembered for retries: ten times the moves of a busy keeper in a
    /// long game.
    package static let requestsMax = 8192
    /// Drafts of one request: the import of a whole game takes several requests.
    package static let draftsMax = 4096
    /// Canonical bytes of an imported log, which stays in memory until it is checked completely:
    /// five thousand games.
    package static let intakeBytesMax = 128 * 1024 * 1024
    /// Drafts of one commit of a batch: one turn makes them durable quickly.
    static let batchDraftsMax = 256
    /// Bytes of their bodies: with all envelopes the commit fits a span.
    static let batchBytesMax = 256 * 1024
}

package enum Intervals {
    /// The delay of an acknowledgement to a device that is not the author, to collect more.
    package static let acknowledge = Duration.milliseconds(50)
    /// The delay before a relay to a device with its own link to the author: the entry is sent only
    /// if it is still missing.
    package static let relay = Duration.seconds(1)
    /// The delay before entries named in an acknowledgement are requested, if they are still
    /// missing.
    package static let ask = Duration.milliseconds(250)
    /// The delay of a SUMMARY after a change: changes mostly come together.
    package static let summaryDelay = Duration.milliseconds(50)
    /// Between two SUMMARY frames, for all peers together.
    package static let summary = Duration.milliseconds(500)
    /// Between two CLOCKS frames.
    package static let clocks = Duration.milliseconds(500)
    /// An uptime with an error up to this needs no better measurement: people do not see the
    /// difference.
    package static let errorSettled = Duration.milliseconds(50)
    /// A clock that shifts by more than this is sent again.
    package static let clockShift = Duration.milliseconds(20)
    /// A device that has sent nothing on a link for this long sends a ping.
    package static let ping = Duration.seconds(2)
    /// Between two pings of a peer whose wall clock is known: it may be set at any time.
    package static let wall = Duration.seconds(10)
    /// A wall clock that differs by more from what is known of it was perhaps set.
    static let wallShift = Duration.seconds(1)
    /// Silence after which the peer is suspect and the link is closed.
    package static let suspect = Duration.seconds(6)
    /// A peer that was asked for an author and sent nothing for this long is not waited for any
    /// longer.
    package static let want = Duration.seconds(6)
    /// The delay before own entries that wait aside are recorded again, once every other device of
    /// the table has said that it lacks the missing ones: one of them may still be receiving them
    /// from another.
    package static let lossOfAll = Duration.seconds(60)
    /// The same delay when only some devices have said so: a device that was switched off after a
    /// game returns for the next.
    package static let lossOfSome = Duration.seconds(4 * 3600)
    /// The time for the peer's greeting to arrive after the link is up.
    package static let greeting = Duration.seconds(5)
}
