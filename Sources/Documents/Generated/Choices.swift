// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: 95f6d464a823e82c05ef6626e1c46749

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

/// The code of words, with the values of its places. A kind of move is the code of its own words.
package enum PhraseCode: String, Codable, Hashable, Sendable, CaseIterable {
    /// One point.
    case onePoint
    /// Two points.
    case twoPoints
    /// Three points.
    case threePoints
    /// A free throw that went in.
    case freeThrow
    /// An assist.
    case assist
    /// A rebound.
    case rebound
    /// A rebound of the attacking side.
    case offensiveRebound
    /// A rebound of the defending side.
    case defensiveRebound
    /// A foul.
    case foul
    /// A technical foul.
    case technicalFoul
    /// A foul that was suffered.
    case foulDrawn
    /// A steal.
    case steal
    /// A block.
    case block
    /// A shot that was blocked.
    case blocked
    /// A turnover.
    case turnover
    /// A shot that was missed.
    case miss
    /// A missed shot for one point.
    case missedOne
    /// A missed shot for two points.
    case missedTwo
    /// A missed shot for three points.
    case missedThree
    /// A missed free throw.
    case missedFreeThrow
    /// A substitution.
    case substitution
    /// A player comes in.
    case substitutionIn
    /// A player goes out.
    case substitutionOut
    /// A time-out.
    case timeout
    /// A jump ball.
    case jumpBall
    /// A violation.
    case violation
    /// A review.
    case review
    /// The players on the court.
    case lineup
    /// The mark of a period's start.
    case periodStart
    /// The mark of a period's end.
    case periodEnd
    /// The mark of the game's end.
    case gameEnd
    /// A move of a kind that only its source knows.
    case other
    /// `[who, kind, details …]`: who is empty for nobody. `4 Ana two points (layup)`.
    case move
    /// `[number]`: A detail: points other than usual.
    case points
    /// `[number]`: A detail: free throws awarded.
    case freeThrows
    /// `[entry]`: A detail of an assist.
    case forBasket
    /// `[words, game clock]`: Words with their moment.
    case atClock
    /// `[words, label]`: Words with their period.
    case inPeriod
    /// `[words, name]`: Words with a name in brackets after them.
    case named
    /// `[words, game]`: An entry that was moved here.
    case movedFrom
    /// The home side.
    case home
    /// The away side.
    case away
    /// A player of no roster line.
    case unknownPlayer
    /// A game that is not here.
    case absentGame
    /// `[name …]`: A list.
    case names
    /// `[number, name …]`: A list, and how many names it leaves out.
    case namesMore
    /// The first entry of a device.
    case authorStarted
    /// The author invites a device.
    case deviceAdded
    /// `[device]`.
    case deviceRemoved
    /// `[device]`.
    case deputyNamed
    /// `[device]`.
    case deputyDismissed
    /// `[name]`.
    case keeperNamed
    /// `[name]`.
    case tableNamed
    /// `[home, away]`.
    case gameCreated
    /// `[game]`: The creation of a game that is now part of this one.
    case partCreated
    /// `[players]`.
    case rosterAdded
    /// `[words]`: A void, and the words of the entry that it withdraws.
    case undone
    /// `[words]`: The void of a void, and the words of the entry that counts again.
    case redone
    /// `[words]`: The fix to a move.
    case fixWords
    /// `[game clock]`.
    case clockStarted
    /// `[game clock]`.
    case clockStopped
    /// `[game clock]`.
    case clockSet
    /// `[period]`.
    case periodBegan
    /// `[number]`: A regular period.
    case period
    /// `[number]`.
    case overtime
    /// `[players]`.
    case trackingClaimed
    /// `[players]`.
    case trackingReleased
    /// `[players, device]`.
    case trackingClaimedFor
    /// `[players, device]`.
    case trackingReleasedFor
    /// `[rules …]`: Each as options of a command give it.
    case rulesChanged
    /// The second team is at home.
    case sidesSwapped
    /// The first team is at home again.
    case sidesSwappedBack
    /// A keeper ends the game.
    case gameEnded
    /// A keeper reopens it.
    case gameReopened
    /// `[text]`.
    case note
    /// `[seconds, device]`: The author's wall clock is ahead of that of the device.
    case wallAhead
    /// `[seconds, device]`: It is behind.
    case wallBehind
    /// `[words, words]`: The move that is fixed, and its new body.
    case fix
    /// `[words]`: A held move that counts after all.
    case accepted
    /// `[slot, changes …]`.
    case rosterEdited
    /// `[name]`: A change of a player.
    case renamed
    /// A change of a player.
    case numberRemoved
    /// `[number]`: A change of a player.
    case numberGiven
    /// A change of a player.
    case activeAgain
    /// A change of a player.
    case inactive
    /// `[slot, slot]`.
    case rosterMerged
    /// `[loser, winner, score]`: A forfeit; the winner's points first.
    case forfeitWon
    /// `[loser, winner, score]`: A default for lack of players.
    case defaultWon
    /// A forfeit of an unknown game.
    case forfeit
    /// `[reason]`.
    case gameAbandoned
    /// The end of an abandoned game, without its reason.
    case gameBrokenOff
    /// `[score]`: A signature.
    case signed
    /// `[words, name]`: Who signed.
    case signedAs
    /// `[words, reason]`.
    case underProtest
    /// `[words]`: A signature that was replaced or cleared.
    case noLongerValid
    /// `[device]`.
    case deviceLost
    /// `[device]`.
    case deviceFound
    /// `[players, device]`.
    case takenOver
    /// `[name]`: The home team's new name.
    case homeNamed
    /// `[name]`.
    case awayNamed
    /// `[entry, game]`: A second move of one entry, which has no effect.
    case movedAgain
    /// `[game]`.
    case gameUnited
    /// A move of a newer version.
    case laterMove
    /// `[number]`: The number of a kind of a newer version.
    case laterEntry
    /// `[number]`: The number of a kind.
    case unreadableEntry
    /// `[names]`: A reason, after the state's word.
    case voidedBy
    /// A reason: voided with its basket.
    case withBasket
    /// `[entry]`: A reason.
    case copyOf
    /// `[entry]`: A reason.
    case heldFor
    /// A reason.
    case unreadable
    /// A reason: known in part alone.
    case partlyLater
    /// `[number]`: A reason for a provisional result.
    case laterEntries
    /// `[number]`: A reason for a provisional result.
    case unreadableEntries
    /// `[number]`: A reason for a provisional result: moves of unknown players.
    case unknownPlayers
    /// `[number]`: A reason for a provisional result: corrections of moves that are not here.
    case missingMoves
    /// `[number]`: A reason for a provisional result.
    case openQuestions
    /// `[devices]`: A reason for a provisional result: they signed what is not here yet.
    case missingSigned
    /// `[device]`: A reason for a provisional result: it kept score and is not in sync.
    case oneBehind
    /// `[devices]`: The same of several.
    case severalBehind
    /// `[number, game clock]`: The players on the court at a moment, too many or too few.
    case onCourt
    /// A warning: the game has rules of a newer version.
    case laterRulesHere
    /// A warning: two logs were merged.
    case bothAtTarget
    /// `[periods]`: A warning: moves that two keepers recorded there count twice.
    case uncomparedIn
    /// `[entry, words, entry, keeper]`: A warning: two moves may be one.
    case mayBeTheSame
    /// `[number]`: A warning: how many more.
    case moreMayBeTheSame
    /// `[entry, game, entries]`: A warning: an entry was moved twice.
    case countsAs
    /// `[entry, game, entries]`: A warning: an entry was moved and counts where it was, too.
    case countsThereToo
    /// `[entry, game]`: An entry of another game.
    case inGame
    /// `[number]`: A warning: how many more.
    case moreCountTwice
    /// `[game]`: A warning: this game is part of another.
    case countElsewhere
    /// The only period of a game.
    case theTime
    /// `[period, score]`: A warning: the last period has run out.
    case overAtTie
    /// `[period, team, score]`: A warning: the last period has run out.
    case overAhead
    /// `[player, number]`, a warning.
    case fouledOut
    /// `[players]`, a warning.
    case nobodyTracks
    /// `[device, players]`, a warning.
    case oneHasLeft
    /// `[devices, players]`, a warning.
    case severalHaveLeft
    /// `[device, players]`, a warning.
    case oneIsAway
    /// `[devices, players]`, a warning.
    case severalAreAway
    /// `[player, devices]`, a warning.
    case trackedBySeveral
    /// `[number, devices]`, a warning.
    case playersTrackedBy
    /// `[keeper, players, score]`, a warning.
    case tookOver
    /// `[team, number]`: A warning: two players have one number.
    case numberTwice
    /// `[team, number, players]`, a warning.
    case numberTwiceBy
    /// `[team, number, number of players, players]`, a warning.
    case numberOften
    /// This device.
    case thisDevice
    /// `[device, score]`: A warning: it signed the score of other entries.
    case signedFromOthers
    /// `[device, score, score]`: A warning: the score that was signed, and the one that is counted.
    case signedButCounted
    /// `[name, reason]`, a warning.
    case protested
    /// `[score, score]`: A warning: the score that was signed, and the one that is counted.
    case differsHere
    /// `[score, score, devices]`: A warning: of these devices, signed entries are missing.
    case differsMissing
    /// `[number]`, a warning.
    case arrivedLate
    /// `[device, number]`, a warning.
    case lostRecorded
    /// `[device, number, entries]`, a warning.
    case lostRecordedAfter
    /// `[score, score, entry]`: A warning: the score at the end, the one that is counted, and what
    /// came after.
    case oneBehindEnd
    /// `[score, score, entries]`: A warning: the same of several.
    case severalBehindEnd
    /// `[number]`, a warning.
    case missingGames
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
