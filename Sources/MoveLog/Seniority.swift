/// A device's place among the devices of its table: by the invitations that lead to it, fewer first;
/// of equally many by their authors and sequences, step by step; then by its key. The founder is
/// first. Only a senior removes a junior.
struct Seniority: Comparable, Sendable {
    let key: PublicKey
    let chain: InvitationChain

    static func < (left: Self, right: Self) -> Bool {
        let steps = (left.chain.invitations, right.chain.invitations)
        guard steps.0.count == steps.1.count else { return steps.0.count < steps.1.count }
        for (mine, theirs) in zip(steps.0, steps.1) {
            if mine.id != theirs.id { return mine.id < theirs.id }
        }
        return left.key < right.key
    }

    static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

    /// The place of whoever a device of this place invited by a step.
    func inviting(_ step: Invitation) -> Seniority {
        Seniority(
            key: step.invitee,
            chain: InvitationChain(invitations: chain.invitations + [step]))
    }
}

extension Invitation {
    /// The "device added" entry that the step tells of.
    var id: EntryID { EntryID(author: author, sequence: sequence) }
}
