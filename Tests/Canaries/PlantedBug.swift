import Synchronization

/// A fault that can be switched on at its real place, to see whether the checks catch it. This file
/// belongs to no target: it is built in a copy of the package, to which the patches beside it are
/// applied.
package enum PlantedBug: Int, CaseIterable, Codable, Sendable {
    // Storage
    /// A commit is acknowledged though nothing made it durable.
    case skipsDataSync
    /// A commit is acknowledged before it is written: the next one takes it along.
    case acknowledgesBeforeWriting
    /// What the system showed after a failed sync is taken for durable.
    case trustsUnprovenTail
    /// A record is read whatever its checksum says.
    case ignoresChecksum
    /// Damage in the middle of the log is skipped without a word.
    case hidesDamage

    // The log
    /// A frontier names the entry before the last.
    case frontierOffByOne
    /// A peer is taken to hold one entry more than it said.
    case cursorOffByOne
    /// Of two entries with one lamport neither is before the other.
    case noTieBreak
    /// A run whose base is not held is put behind the last entry that is.
    case closesGap
    /// Entries behind a gap are forgotten when the log is opened.
    case forgetsAside
    /// The other branch of a fork is dropped.
    case dropsForkBranch
    /// A new entry follows its own author's lamport alone.
    case followsOwnLamport
    /// An absurd lamport is followed.
    case followsAbsurdLamport
    /// The places of other entries change, and nobody is told.
    case forgetsReordering
    /// A request that was recorded before a restart is recorded again after it.
    case forgetsRequests
    /// Entries were lost, and the author goes on.
    case keepsIncarnation

    // Removal
    /// All entries of a removed device count.
    case ignoresCuts
    /// The last entry before a cut does not count.
    case cutOffByOne
    /// Every member's removals hold.
    case everybodyRemoves
    /// A deputy may remove another deputy.
    case deputyRemovesDeputy
    /// A removed device is parted from without the entries that say so.
    case forgetsFarewell
    /// A device that is of the table no more gets entries like any other.
    case sendsToDismissed

    // Sync
    /// Entries of others are told to nobody.
    case forgetsRelay
    /// What a peer lacks is asked for once.
    case asksOnce
    /// What was sent to a peer is taken for durable there.
    case trustsFlight
    /// Who greets with the digest of this device is taken to hold also what came here since.
    case misdatesGreeting
    /// A peer in any state that was held here once is taken to be in the present one.
    case misplacesDigest
    /// Whether the entries of a new author go to a peer is never decided.
    case neverOpens
    /// A run without a head is taken in.
    case acceptsUnsigned
    /// A run with a signature that does not fit is taken in.
    case acceptsWrongSignature
    /// A stranger's chain of invitations is not looked at.
    case admitsStrangers
    /// Links of one device, or of strangers, may take all the room there is.
    case countsNoLinks
    /// What a peer claims of authors whom nobody knows is kept without end.
    case keepsEveryClaim

    // The fold
    /// A copy and a held move count.
    case countsHeld
    /// A further move is joined to no event of those before it.
    case missesNeighbours
    /// A void entry counts.
    case countsVoid
    /// A copy counts beside its origin.
    case countsCopyWithOrigin
    /// A board is shown as it was before the last entries came.
    case keepsOldBoard
    /// A game is signed though a later version recorded more than is understood.
    case signsLater

    /// The one that is on; nil for none.
    package static var active: Self? {
        get { Self(rawValue: number.load(ordering: .relaxed)) }
        set { number.store(newValue?.rawValue ?? -1, ordering: .relaxed) }
    }

    /// Whether a fault is on.
    package static func isActive(_ bug: Self) -> Bool {
        number.load(ordering: .relaxed) == bug.rawValue
    }

    /// By the name of its case.
    package init?(named name: String) {
        guard let bug = Self.allCases.first(where: { "\($0)" == name }) else { return nil }
        self = bug
    }

    private static let number = Atomic<Int>(-1)
}
