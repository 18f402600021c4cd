/// A link of this device, numbered by the owner of the sockets. A number is never used again.
package struct LinkID: Hashable, Comparable, Sendable {
    package var rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An order from the core to the owner of disk and sockets.
///
/// `Replica.takeEffects()` hands out a batch; its owner must
/// 1. write every `append` of the batch to the log, in order, and make all of them durable with one
/// sync;
/// 2. only then perform every `send` and `close` of the batch, in order, and every `publish`, in
/// order, and answer the requests for the records. A `publish` may come after all of the others.
///
/// If step 1 fails, nothing of step 2 may be performed: the replica then holds entries that the
/// disk does not, so its owner drops it and builds a new one from the disk.
package enum Effect: Sendable {
    /// Append the commit to the log.
    case append(Commit)
    /// Send the bytes, one or more whole frames, on the link.
    case send(LinkID, [UInt8])
    /// Close the link after all bytes sent before; the reason is for diagnostics.
    case close(LinkID, CloseReason)
    /// Inform everything that shows the table.
    case publish(Change)
}

/// A change of the table or of its links.
package enum Change: Sendable {
    /// Entries joined the log, in no particular order.
    case admitted(Admitted)
    /// Places of entries changed (a fork, or an absurd lamport that is absurd no longer), or
    /// entries stopped or began to count (a removal): a fold must start again from the whole log.
    case reordered
    /// A link, its state, or the known holdings of a peer changed.
    case peers
    /// The known uptime of another machine changed noticeably.
    case clocks
    /// A peer reports that a device of the table listens at an address (host and port).
    case sighted(DeviceID, at: String, through: LinkID)
    /// Two processes with one key greet in turn: one of them runs on a copy of the home.
    case cloned(PublicKey)
    /// A device was removed from the table, possibly this one. If other entries count than before,
    /// `reordered` is published too.
    case removed(PublicKey)
    /// A removal is no longer in force: its remover was removed or dismissed, or the device was
    /// named a deputy. The entries of the device count again unless its invitation is lost.
    case reinstated(PublicKey)
    /// The log of an author is forked.
    case forked(AuthorID)
    /// This device ended its incarnation and continues as the given author.
    case newIncarnation(AuthorID)
}

/// A reading of both clocks of a device, passed into the core with every event.
package struct Moment: Sendable {
    /// Time since a fixed start of this machine; runs through sleep and never goes back. Deadlines
    /// use this scale.
    package var uptime: Duration
    /// The reading of the wall clock, which may be wrong and may jump.
    package var wall: WallTime

    package init(uptime: Duration, wall: WallTime) {
        self.uptime = uptime
        self.wall = wall
    }
}
