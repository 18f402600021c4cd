/// A link of this device, numbered by the owner of the sockets; never used again after it closed.
package struct LinkID: Hashable, Comparable, Sendable {
    /// The owner's number.
    package var rawValue: UInt64

    /// Wraps the owner's number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An order from the core to the owner of disk and sockets.
///
/// `Replica.takeEffects()` hands out a batch; its owner must
/// 1. write every `append` of the batch to the log, in order, and make them durable with one sync;
/// 2. only then perform every `send` and `close` of the batch, in order, and every `publish`, in order,
///    and answer the requests for the records. A `publish` may wait behind all of the others.
///
/// If step 1 fails nothing of step 2 may be performed: the replica then holds what the disk does
/// not, so its owner drops it and builds a new one from what the disk really holds.
package enum Effect: Sendable {
    /// Append this commit to the log.
    case append(Commit)
    /// Send these bytes, one or more whole frames, on the link.
    case send(LinkID, [UInt8])
    /// Close the link after what was sent before; the reason is for diagnostics.
    case close(LinkID, CloseReason)
    /// Tell those who show the table what changed.
    case publish(Change)
}

/// A change at the table.
package enum Change: Sendable {
    /// These entries joined the log, in no particular order.
    case admitted(Admitted)
    /// Places of entries changed (a fork, or an absurd lamport that no longer is one), or entries
    /// that counted no longer do (a removal), or the other way round: a fold must start again
    /// from all that the log holds.
    case reordered
    /// A link, its state, or what a peer is known to hold has changed.
    case peers
    /// The known uptime of another machine changed noticeably.
    case clocks
    /// A peer says that a device of the table listens at an address (host and port).
    case sighted(DeviceID, at: String, through: LinkID)
    /// Two processes with this device's key greet in turn: one of them runs on a copy of the home.
    case cloned(PublicKey)
    /// A device was removed from the table; it may be this one. What counts may have changed, as
    /// `reordered` then says.
    case removed(PublicKey)
    /// A removal no longer holds: its remover was removed or dismissed, or the device is a deputy now. The
    /// device counts again, unless it lost its invitation.
    case reinstated(PublicKey)
    /// An author's log turned out to be forked.
    case forked(AuthorID)
    /// This device ended its incarnation and goes on as the named author.
    case newIncarnation(AuthorID)
}
