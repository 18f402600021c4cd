// Made by Scripts/generate from Protocol/openapi.yaml: not to be edited.
// Digest of page, generator and all that follows: af49f5a0209a7b6dbdb2778d67cb7f25

/// An action on the game clock.
package enum ClockAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Let it run.
    case start
    /// Stop it.
    case stop
    /// Give it a reading.
    case set
    /// Go to a period, from its beginning.
    case period
}

/// A role that may remove devices from the table.
package enum DeviceRole: String, Codable, Hashable, Sendable, CaseIterable {
    /// It began the table: it removes every other device, names the deputies, and nobody removes
    /// it.
    case founder
    /// The founder named it: it removes every device but the founder and the deputies.
    case deputy
}

/// The state of an entry.
package enum EntryState: String, Codable, Hashable, Sendable, CaseIterable {
    /// It counts.
    case live
    /// Withdrawn by a later entry.
    case voided
    /// A suspected duplicate that waits for an answer.
    case held
    /// Arrived behind a result that all have signed.
    case afterSignOff
    /// Not understood by this version: kept and relayed.
    case unknown
}

/// The reason of a refusal, as the `code` of an error: for programs, while the message is for
/// people. Lower case with hyphens, like the codes of HTTP's own refusals.
package enum ErrorCode: String, Codable, Hashable, Sendable, CaseIterable {
    /// A bound of the book was passed.
    case tooLarge = "too-large"
    /// No such game.
    case unknownGame = "unknown-game"
    /// The table has no game to record into.
    case noGame = "no-game"
    /// Nobody in the game fits the player's name.
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
    /// Hardly meant: points that the kind does not have, or an overtime that nothing else shows;
    /// `force` records all the same.
    case unlikely
    /// Nothing to undo.
    case nothingToUndo = "nothing-to-undo"
    /// Nothing to redo.
    case nothingToRedo = "nothing-to-redo"
    /// No such entry in the game.
    case unknownEntry = "unknown-entry"
    /// The entry is there, and this cannot be done to it; the message says why.
    case wrongEntry = "wrong-entry"
    /// No such device at the table.
    case unknownDevice = "unknown-device"
    /// A code that no inviter knows: wrong, used or expired.
    case codeRefused = "code-refused"
    /// No inviter could be reached.
    case noInviter = "no-inviter"
    /// This device recorded moves that a join or leave would put aside.
    case wouldArchive = "would-archive"
    /// This device was removed from its table.
    case removed
    /// This device is no member of the table, whose log it holds as an archive.
    case notMember = "not-member"
    /// The disk is full: nothing is recorded until there is space.
    case diskFull = "disk-full"
    /// The disk failed.
    case diskFailed = "disk-failed"
    /// Moves exist only here, so the daemon stays up unless told `now`.
    case unsynced
    /// Not possible as things stand; the message says why.
    case conflict
    /// A fault of the program.
    case fault
}

/// The names of the server-sent events of `/v1/events`.
package enum EventName: String, Codable, Hashable, Sendable, CaseIterable {
    /// Data: a `StatusDocument`, after every change and first of all.
    case status
    /// Data: an `EntryDocument` that became durable here, of any device.
    case entry
}

/// Where a game stands.
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
    /// Gone to another table, as it said itself.
    case left
}

/// An action on a roster. No move is touched by any of them.
package enum RosterAction: String, Codable, Hashable, Sendable, CaseIterable {
    /// Further players, behind those who are there.
    case add
    /// Another name.
    case rename
    /// Another number, or none.
    case number
    /// The player takes no part.
    case inactive
    /// The player takes part again.
    case active
    /// Two lines are one person who was entered twice.
    case merge
}

/// One of the two sides of a game.
package enum SideName: String, Codable, Hashable, Sendable, CaseIterable {
    /// Named first.
    case home
    /// Named second.
    case away
}

/// The sync of a device with the rest of its table, in one word.
package enum SyncState: String, Codable, Hashable, Sendable, CaseIterable {
    /// Every reachable device holds what this one holds, and the other way round.
    case inSync
    /// Entries are on their way.
    case syncing
    /// No other device belongs to the table yet, or none can be reached.
    case alone
    /// The keeper switched syncing off.
    case offline
}

/// The outcome of a log from a file.
package enum LogImportOutcome: String, Codable, Hashable, Sendable, CaseIterable {
    /// more of the file is to come.
    case waiting
    /// what was missing is here now.
    case merged
    /// a fresh device holds the log and is no member of the table.
    case archive
    /// a fresh device holds the log and goes on as the member that its key is.
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
