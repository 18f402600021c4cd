// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: 58562415e85d8e0b3f93e3990616d885

/// An action on the game clock.
package enum ClockAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Start it.
    case start
    /// Stop it.
    case stop
    /// Set its reading.
    case set
    /// Begin a period.
    case period
}

/// A role that may remove devices from the table.
package enum DeviceRole: String, Codable, Hashable, Sendable, CaseIterable {
    /// Began the table: it removes other devices, names the deputies, and cannot be removed.
    case founder
    /// Named by the founder: it removes every device but the founder and the deputies.
    case deputy
}

/// The state of an entry.
package enum EntryState: String, Codable, Hashable, Sendable, CaseIterable {
    /// It counts.
    case live
    /// Withdrawn by a later entry.
    case voided
    /// Another keeper recorded the same, and that move counts.
    case copy
    /// Another move of the same event counts, or was withdrawn, and the keepers have to answer.
    case held
    /// Arrived after all had signed the result.
    case afterSignOff
    /// Not understood by this version: kept and relayed.
    case unknown
}

/// The reason of a refusal, as the `code` of an error: for programs, while the message is for
/// people. Lower case with hyphens, like the codes of HTTP's own refusals.
package enum ErrorCode: String, Codable, Hashable, Sendable, CaseIterable {
    /// A bound of the book was passed.
    case tooLarge = "too-large"
    /// A move that other keepers recorded too would get another player or another time: `events`
    /// says if that is one event or two.
    case oneOrTwo = "one-or-two"
    /// No open stream of `/v1/watch` has this ID.
    case unknownStream = "unknown-stream"
    /// No such game.
    case unknownGame = "unknown-game"
    /// The table has no game to record into.
    case noGame = "no-game"
    /// No player of the game fits the name.
    case unknownPlayer = "unknown-player"
    /// Several players fit; they are the candidates, and nothing was recorded.
    case ambiguousPlayer = "ambiguous-player"
    /// No such kind of move.
    case unknownKind = "unknown-kind"
    /// No such rules.
    case unknownRules = "unknown-rules"
    /// Several games fit, or several devices.
    case ambiguousName = "ambiguous-name"
    /// A roster, a file or a number that cannot be read.
    case malformed
    /// The rules say that the game is over; `force` records all the same.
    case decided
    /// Asked about first: a forfeit, an abandonment, and an end or a signature about which
    /// something is odd. The message says what; `force` records all the same.
    case unconfirmed
    /// Hardly meant: points that the kind does not have, or an overtime without any other entry;
    /// `force` records all the same.
    case unlikely
    /// Nothing to undo.
    case nothingToUndo = "nothing-to-undo"
    /// Nothing to redo.
    case nothingToRedo = "nothing-to-redo"
    /// No such entry in the game.
    case unknownEntry = "unknown-entry"
    /// The request cannot be applied to the entry; the message says why.
    case wrongEntry = "wrong-entry"
    /// No such device at the table.
    case unknownDevice = "unknown-device"
    /// A code that no inviter knows: wrong, used or expired.
    case codeRefused = "code-refused"
    /// No inviter could be reached.
    case noInviter = "no-inviter"
    /// Joining or leaving would archive entries that exist only here.
    case wouldArchive = "would-archive"
    /// This device was removed from its table.
    case removed
    /// This device is no member of the table, whose log it holds as an archive.
    case notMember = "not-member"
    /// The disk is full: nothing is recorded until there is space.
    case diskFull = "disk-full"
    /// The disk failed.
    case diskFailed = "disk-failed"
    /// Entries exist only here, so the daemon stays up unless told `now`.
    case unsynced
    /// Not possible in the present state; the message says why.
    case conflict
    /// The request changes something, and view.sock answers only requests that read.
    case readOnly = "read-only"
    /// A fault of the program.
    case fault
}

/// The phase of a game.
package enum GamePhase: String, Codable, Hashable, Sendable, CaseIterable {
    /// Created; nothing recorded yet.
    case scheduled
    /// Moves are being recorded.
    case live
    /// The rules say that it is over.
    case decided
    /// A keeper ended it.
    case closed
    /// Signed by all.
    case signed
    /// Broken off.
    case abandoned
    /// One side did not play on.
    case forfeit
    /// Its entries count in another game.
    case united
}

/// A question about the moves of one event.
package enum HeldReason: String, Codable, Hashable, Sendable, CaseIterable {
    /// One keeper withdrew what another recorded too.
    case withdrawn
    /// Two keepers corrected it differently and had not seen each other's correction.
    case conflict
    /// A device changed what another one recorded that tracks the player.
    case changed
    /// Keepers recorded different baskets at one moment.
    case doubt
    /// Keepers recorded one basket, or two, some seconds apart.
    case apart
}

/// The state of a peer, in one word.
package enum PeerState: String, Codable, Hashable, Sendable, CaseIterable {
    /// Reached, and both hold the same entries.
    case inSync
    /// Reached, and entries are on their way.
    case syncing
    /// Linked, but silent for too long.
    case suspect
    /// Reached neither by a link nor through others.
    case away
    /// A member that is not reached and that this device has never been linked to.
    case neverSeen
    /// Said that it left the table.
    case left
}

/// An action on a roster; none changes a move.
package enum RosterAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Add players after the others.
    case add
    /// Rename a player.
    case rename
    /// Change a number, or remove it.
    case number
    /// Mark a player inactive.
    case inactive
    /// Mark a player active again.
    case active
    /// Merge two lines of one person.
    case merge
}

/// One of the two sides of a game.
package enum SideName: String, Codable, Hashable, Sendable, CaseIterable {
    /// Named first.
    case home
    /// Named second.
    case away
}

/// An answer to a question about what several keepers recorded.
package enum SettleAnswer: String, Codable, Hashable, Sendable, CaseIterable {
    /// The entry is right; a withdrawn move did happen.
    case this
    /// The other one is right; a withdrawn move did not happen.
    case that
    /// Both happened.
    case both
}

/// The sync of a device with the rest of its table, in one word.
package enum SyncState: String, Codable, Hashable, Sendable, CaseIterable {
    /// Every reachable device and this one hold the same entries.
    case inSync
    /// Entries are on their way.
    case syncing
    /// No other device belongs to the table yet, or none can be reached.
    case alone
    /// The keeper switched syncing off.
    case offline
}

/// The codes of warnings. First those of a status, by urgency: what keeps moves from counting at
/// all; then what sends them into another game; then what endangers the result, beginning with what
/// only the keepers of the game can mend before it ends; then the tracking of players; then what
/// has time until after the game. After `unknownKinds` come those that only answers carry.
package enum WarningCode: String, Codable, Hashable, Sendable, CaseIterable {
    /// This device was removed from its table: what it records since does not count.
    case removed
    /// A device forks its log so often that no more of its forks are accepted.
    case forksWithoutEnd
    /// No daemon is running: the document was read from the disk.
    case offlineView
    /// The disk failed: nothing is recorded.
    case diskFailed
    /// The disk is full: nothing is recorded.
    case diskFull
    /// This device is not a member of the table; it holds the log as an archive.
    case archive
    /// A part of the log on the disk is damaged.
    case damage
    /// Entries do not count yet, because older ones of their author are missing here.
    case gap
    /// A device has no protocol version in common with this one.
    case noCommonVersion
    /// Links to a device open and carry too little to bring both in sync.
    case uselessLink
    /// A newer game is open, and may be meant; as `newerGame` of a status.
    case newerGame
    /// Every keeper who tracks these players is away.
    case uncovered
    /// Moves are held. Made by readers of a status from the `held` of its game; in no document.
    case heldMoves
    /// Moves are held in another game than the current one.
    case heldElsewhere
    /// The game has rules of a newer version: points are counted by the known rules, and no penalty
    /// and no winner is shown.
    case laterRules
    /// Both sides have reached the target, in logs that were merged later.
    case targetReachedTwice
    /// Everyone signed one score, and another one is counted here.
    case signedDiffers
    /// A signature is not of the result that is counted here.
    case signedOtherwise
    /// Points were recorded after a keeper ended the game.
    case behindEnd
    /// Entries came after the sign-off: they are kept and not counted.
    case afterSignOff
    /// A device that was declared lost recorded more moves.
    case lostLater
    /// In a period moves of several devices cannot be compared: what two recorded counts twice.
    case uncompared
    /// A move may be recorded twice; both count.
    case duplicate
    /// An entry was moved to another game and still counts, or was moved twice.
    case countsTwice
    /// The entries of the game count in another one.
    case united
    /// A signature has a protest.
    case protest
    /// The time of the last period is over, and the game is not.
    case timeOver
    /// Nobody tracks these players.
    case untracked
    /// A keeper took over players from another who was away.
    case takenOver
    /// Several keepers track one player.
    case overlap
    /// Several players of a side have one number.
    case numberTwice
    /// A player has as many fouls as the rules allow.
    case foulLimit
    /// A game that is over waits for this device's signature.
    case unsignedGame
    /// This home was moved or restored, or its log was damaged; the device goes on as a new author.
    case newIncarnation
    /// Two copies of a device's home run at the same time.
    case clone
    /// Two copies of a home recorded under one author.
    case forkedHome
    /// An author's log is forked, and no person has acknowledged that.
    case forked
    /// A removed device recorded entries that do not count.
    case removedLater
    /// Entries belong to games that have not arrived yet.
    case gameMissing
    /// The last write of the daemon before this one was cut off.
    case unfinished
    /// The home has a fault that a person should know.
    case home
    /// Announcements are wanted and cannot be sent or received.
    case discoveryOff
    /// A peer's wall clock differs from this device's.
    case clockDiffers
    /// Entries claim a place in the order that no device can have reached.
    case absurdOrder
    /// Entries are of a newer version, by their kind or by a value.
    case unknownKinds
    /// The game would be broken off without a result.
    case abandoned
    /// Several baskets stand at the end of a period, as if the next one had not been begun.
    case afterTime
    /// A part of the request was so before.
    case already
    /// Another keeper recorded the same, and that move counts.
    case copy
    /// The move was recorded in a game that is decided or over.
    case decided
    /// The move is in a period beyond the one that is played.
    case farPeriod
    /// One side would lose the game by forfeit or by default.
    case forfeit
    /// One more foul, and the player is out.
    case foulTrouble
    /// A game was imported, and this device stays with the one that it plays.
    case gameStays
    /// The move, or the correction, waits for an answer of the keepers.
    case held
    /// A move of another keeper is withdrawn with this one, and may have happened.
    case heldCopy
    /// Another keeper's move is a copy of this one, or held for it.
    case holds
    /// Devices that the removed device invited stay members.
    case invitedStay
    /// The line-up has more or fewer players than the rules say.
    case lineupSize
    /// The game would end, or ended, before its last period.
    case missingPeriods
    /// The device has no address that another can be given.
    case noAddress
    /// Only the founder can remove devices.
    case noDeputy
    /// The player of the move is inactive.
    case notActive
    /// The device that was declared lost tracked no player of the game.
    case notWaitedFor
    /// The game would end undecided by its rules.
    case notDecided
    /// All was as the request asks: nothing was recorded.
    case nothingChanged
    /// The player of the move is on the bench.
    case onBench
    /// A period was never begun, or its game clock never started.
    case periodNotBegun
    /// The rules changed what made shots count, and so the score.
    case revalued
    /// A team has the roster of its last game.
    case rosterTaken
    /// The player's last substitution was the same.
    case sameSubstitution
    /// Several baskets stand at one reading, as if the game clock had not been started.
    case stoppedClock
    /// Players were taken over from a keeper who is not away.
    case takenFromPresent
    /// The game would end, or ended, at a tie, which these rules play on.
    case tie
    /// The game would end, or ended, with time on the game clock.
    case timeLeft
    /// A side has taken more time-outs than the rules allow.
    case timeouts
    /// Another keeper tracks the player of the move.
    case trackedByOther
    /// The rules have no such shot.
    case unknownShot
}

/// A part of what a stream tells.
package enum WatchPart: String, Codable, Hashable, Sendable, CaseIterable {
    /// The members `version`, `table`, `device` and `identity` of the status.
    case device
    /// The member `sync`.
    case sync
    /// The member `peers`.
    case peers
    /// The member `game`.
    case game
    /// The members `games`, `moreGames` and `newerGame`.
    case games
    /// The member `warnings`.
    case warnings
    /// The member `storage`.
    case storage
    /// The entries that arrived, outside of the status.
    case arrived
}

/// The outcome of a log from a file.
package enum LogImportOutcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// The rest of the file is to come.
    case waiting
    /// The missing entries are here now.
    case merged
    /// A fresh device holds the log and is not a member of the table.
    case archive
    /// A fresh device holds the log and goes on as a member, by its key.
    case member
}

/// The kind of a result.
package enum SearchKind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A game.
    case game
    /// A person, in the newest game of those in which the query fits best.
    case player
    /// A move or a note; any other entry only under its own name.
    case move
}

/// The verdict of a check, the worst first.
package enum CheckVerdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// Something does not work, or will lose what is recorded.
    case failed
    /// A person should look at it.
    case warning
    /// As it should be.
    case fine
    /// Not possible, for the reason in the text.
    case skipped
}
