import Seeds

/// What a hostile device may do: a run's mask of these says which of it may happen, so that a
/// failure can be shrunk to what it takes.
package enum HostileKind: Int, CaseIterable, Sendable {
    /// Moves of its own, as an honest keeper enters them.
    case moves
    /// Others' entries, handed on as they are.
    case relay
    /// Entries of others whose signature is noise.
    case forgedNoise
    /// Entries of others without any head.
    case forgedUnsigned
    /// Entries of others under its own signature, right but for the key.
    case forgedOwnKey
    /// Entries of others with a head of theirs from another place.
    case forgedReplayedHead
    /// Entries that were signed for another table, and greetings of another table.
    case otherTable
    /// Runs of others, again, in whatever session.
    case replayedRuns
    /// Frames of other sessions, again.
    case replayedFrames
    /// Says that it holds less than it does.
    case claimsLess
    /// Says that it holds more of others' logs than anybody.
    case claimsMore
    /// Says that it holds others' logs with other marks.
    case claimsWrongMarks
    /// Says that it holds logs of authors who do not exist.
    case claimsUnknownAuthors
    /// Acknowledges what it was told of and never got.
    case acknowledgesUnstored
    /// Names digests of states that it is not in, and says that other devices are.
    case digests
    /// Names ways to devices that lead nowhere.
    case routes
    /// What clocks show that do not show it: its own and others'.
    case clocks
    /// Opens incarnations without end.
    case incarnations
    /// Forks its own logs, with other branches for other devices.
    case forks
    /// Lamports at and beyond every edge.
    case lamports
    /// Voids, fixes and copies that name each other, themselves, later entries and nothing.
    case references
    /// Removals of anybody, back-dated, with cuts at branches that nobody holds.
    case removals
    /// Invites devices without end, which open logs of their own.
    case invitations
    case entryFlood
    /// Many of the smallest frames.
    case frameFlood
    /// Asks for everything, again and again.
    case wantFlood
    case pingFlood
    /// The beginning of a frame, and nothing behind it.
    case halfFrames
    case largeFrames
    /// Takes its leave and comes again.
    case reconnects
    /// As many links as it can have.
    case manyLinks
    /// Real frames with some bytes changed.
    case mutations
    /// Kinds that nobody knows, and bodies that no kind has.
    case malformedBodies
    /// Names and texts of the largest size.
    case longTexts
    /// Answers nothing and hands on nothing.
    case withholds
    /// Signs entries, and then says that its log is shorter.
    case withdraws

    package static let all = (UInt64(1) << UInt64(allCases.count)) - 1

    package var mask: UInt64 { 1 << UInt64(rawValue) }
}

/// Who is hostile, and how.
package struct Hostility: Hashable, Sendable, CustomStringConvertible {
    /// What the device is to the table.
    package enum Role: String, CaseIterable, Sendable {
        /// Invited, with a key of its own.
        case member
        /// It has the address of a device, and nothing else.
        case stranger
        /// A member that is removed while the trouble goes on.
        case removed
    }

    /// What the device is to the table.
    package var role: Role
    /// Of `HostileKind`, which may happen.
    package var kinds: UInt64
    /// Mean time between two deeds.
    package var pace: Duration
    /// Whether it leaves when the table is healed; one that stays goes on, and writes nothing new in
    /// its own name after a while.
    package var leaves: Bool
    /// Fixes what it does.
    package var seed: UInt64

    /// Draws, from a stream of its own.
    package init(seed: UInt64) {
        var random = SeededGenerator(seed: seed ^ 0x6d61_6c6c_6f72_7921)
        self.seed = random.next()
        let roles: [Role] = [.member, .member, .member, .member, .stranger, .removed]
        role = roles.randomElement(using: &random) ?? .member
        pace = .milliseconds([10, 30, 100, 300].randomElement(using: &random) ?? 100)
        leaves = Bool.random(using: &random)
        // All of them, or some: one that is rare among all then happens often.
        kinds = HostileKind.all
        guard Bool.random(using: &random) else { return }
        for kind in HostileKind.allCases where Int.random(in: 0..<4, using: &random) > 0 {
            kinds &= ~kind.mask
        }
    }

    package func includes(_ kind: HostileKind) -> Bool { kinds & kind.mask != 0 }

    package var description: String {
        let names = HostileKind.allCases.filter(includes).map { "\($0)" }
        let all = kinds == HostileKind.all ? "everything" : names.joined(separator: " ")
        return "hostile \(role.rawValue) every \(pace), \(leaves ? "leaves" : "stays"): \(all)"
    }
}
