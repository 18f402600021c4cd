/// The bounds of the core, each with its reason. What is past a bound is a handled error.
package enum Limits {
    /// Canonical bytes of one entry: a note of some pages fits, a photograph does not.
    package static let entryBytesMax = ColumnLimits.entryBytesMax
    /// The most bytes of an entry's envelope and the wrapping of a copy.
    package static let envelopeBytesMax = 256
    /// A frame on a link, type and payload: what a receiver must be ready to hold a link.
    package static let frameBytesMax = 1024 * 1024
    /// Entries between two kept signed heads, so that the span between them can be checked at once.
    package static let spanEntriesMax: UInt64 = 16_384
    /// Canonical bytes between two kept signed heads: such a span always fits a frame.
    package static let spanBytesMax = 512 * 1024
    /// Bytes of entries that a log keeps in one piece, where no single entry is larger: some hundred
    /// moves, so that what is begun and not full is little. An entry begins at an offset of two bytes.
    static let sheetBytes = 16 * 1024
    /// Entries between two checkpoints of the digest chain: what a digest at any place costs.
    package static let chainStride: UInt64 = 256
    /// Canonical bytes of a stride of entries that may be digested to look a place up: three times those of
    /// moves. Of larger ones a mark of each place is kept, which is little beside them.
    static let unmarkedStrideBytes = 32 * 1024
    /// Entries from which on a page is tried in columns: below it the names that columns begin with
    /// cost more than they save.
    static let columnsCountMin = 16
    /// Pages that come in one go for which room is made, and no more than for them: an array that grows
    /// by itself keeps up to as much again. With fewer it would be moved too often.
    package static let pagesToReserveMin = 32
    /// Entries that are taken in from the own disk together, and their bytes: some hundredths of a
    /// second of work, and a quarter of what may lie between two signed heads.
    static let replayEntriesMax = 4096
    static let replayBytesMax = 128 * 1024
    /// Pages of one run: those of a log that came in pieces, and small enough to be counted.
    static let runPagesMax = 512
    /// Authors of one table: 50 devices with 20 incarnations each, four times over.
    package static let authorsMax = 4096
    /// Incarnations that a device begins: a clone or a restored backup costs one each.
    package static let incarnationsMax = 64
    /// Greetings of a device that are remembered, each of another process than the one before, to see
    /// whether two processes take turns: enough for two returns among four restarts.
    package static let processesMax = 8
    /// Ends of all logs of one device, forks included: every incarnation forked once. More are refused
    /// until the device is removed.
    package static let leavesOfDeviceMax = 128
    /// Ends of all logs of a removed device: beside those that were held already, what may lie on the
    /// way to its cuts.
    package static let leavesOfRemovedMax = 512
    /// Ends of all logs: a FRONTIER frame with all of them stays under the limit of a frame.
    package static let leavesMax = 16_384
    /// Entries of one author's log that invite: an honest member invites a hall of keepers at
    /// most. What is behind them admits nobody, so that a hostile member adds a bounded number and
    /// keeps nobody else's invitees out.
    package static let invitationsMax = 256
    /// Entries of one author's log that remove: as many as it may have invited.
    package static let removalsMax = 256
    /// Entries of one author's log that name or dismiss deputies: the founder's alone are read.
    package static let namingsMax = 256
    /// Hops of an invitation chain from the founder.
    package static let chainHopsMax = 8
    /// Bytes of an invitation chain.
    package static let chainBytesMax = 4096
    /// A frame before the peer's greeting is accepted: the greeting itself, with its chain.
    package static let greetingBytesMax = 4096 + 512
    /// A lamport further than this above its predecessor in the set is absurd.
    package static let lamportStepMax: UInt64 = 1 << 24
    /// A lamport from here on is absurd: JSON numbers hold what is below.
    package static let lamportMax: UInt64 = 1 << 53
    /// Others' entries that a device sends unasked after a greeting, in canonical bytes.
    package static let unaskedBytesMax = 64 * 1024
    /// Bytes of runs on a link that the peer has not yet acknowledged as durable.
    package static let unacknowledgedBytesMax = 4 * 1024 * 1024
    /// Received bytes after which an acknowledgement does not wait for its interval.
    package static let acknowledgeBytes = 512 * 1024
    /// Links of one device: 50 peers, twice over while both sides dial, and strangers.
    package static let linksMax = 256
    /// Links to one device: two while both sides dial, and as many that died and are not known to
    /// be dead yet.
    package static let linksOfDeviceMax = 4
    /// Links to devices that have not shown yet that they are members: they leave room for members.
    package static let linksOfStrangersMax = 64
    /// Links between a device and one that is told of: as long as an invitation chain.
    package static let hopsMax: UInt8 = 8
    /// Bytes of an address in a SUMMARY: a bracketed IPv6 address and a port fit.
    package static let addressBytesMax = 64
    /// Former states of the log that a peer's digest is compared with: some minutes of a busy game. Twice as
    /// many are kept at most, of 40 bytes each.
    package static let statesMax = 1024
    /// Starts of machines whose uptimes are known: of 50 devices five in the week in which
    /// `clockErrorMax` is reached.
    package static let bootsMax = 256
    /// The largest error of an uptime that is kept or told: more says nothing. Drift alone makes as much
    /// in a week.
    package static let clockErrorMax = Duration.seconds(60)
    /// The error of what is told on: a millisecond is cut, and the clocks drift while the frame is under way.
    static let clockCut = Duration.milliseconds(2)
    /// The largest uptime of a reading: sums of some stay far from what an integer holds.
    package static let uptimeMax = Duration.milliseconds((1 << 53) - 1)
    /// Two clocks drift apart by at most one part in so many: quartz without an oven.
    package static let driftDivisor = 10_000
    /// Requests whose entries are remembered, so that a retry finds them: a long game's moves of a
    /// busy keeper, ten times over.
    package static let requestsMax = 8192
    /// Drafts of one request: a whole game's import goes in several.
    package static let draftsMax = 4096
    /// Canonical bytes of a log that is taken in from outside, which waits in memory until all of it
    /// was checked: five thousand games.
    package static let intakeBytesMax = 128 * 1024 * 1024
    /// Drafts of one commit where many are recorded in a row: a turn of them is soon durable.
    static let batchDraftsMax = 256
    /// Bytes of their bodies: with the envelopes of all of them the commit fits a span.
    static let batchBytesMax = 256 * 1024
}

/// The intervals of the sync conversation.
package enum Intervals {
    /// An acknowledgement to a device that is not the author waits this long for more.
    package static let acknowledge = Duration.milliseconds(50)
    /// A device with its own link to the author gets a relayed entry only if it lacks it after this.
    package static let relay = Duration.seconds(1)
    /// A peer whose acknowledgement names what is lacking here is asked for it if it is lacking still.
    package static let ask = Duration.milliseconds(250)
    /// Between what a SUMMARY tells has changed and the frame: changes mostly come together.
    package static let summaryDelay = Duration.milliseconds(50)
    /// Between two SUMMARY frames, for all peers together.
    package static let summary = Duration.milliseconds(500)
    /// Between two CLOCKS frames.
    package static let clocks = Duration.milliseconds(500)
    /// An uptime that is off by no more need not be measured better: people do not see it.
    package static let errorSettled = Duration.milliseconds(50)
    /// A clock that shifts by more is told on.
    package static let clockShift = Duration.milliseconds(20)
    /// A device that has sent nothing on a link for this long sends a ping.
    package static let ping = Duration.seconds(2)
    /// Silence after which the peer is suspect and the link is closed.
    package static let suspect = Duration.seconds(6)
    /// A peer that was asked for an author and sent nothing for this long is asked no more.
    package static let want = Duration.seconds(6)
    /// Own entries that wait aside are recorded again so long after every other device of the table
    /// said that it lacks what is missing: one of them may still be getting it from another.
    package static let lossOfAll = Duration.seconds(60)
    /// The same where only some said so: a device that was switched off after a game is back at the
    /// next.
    package static let lossOfSome = Duration.seconds(4 * 3600)
    /// The time for a greeting to come after the link is up.
    package static let greeting = Duration.seconds(5)
}
