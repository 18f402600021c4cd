import MoveLog

/// What the links report to whoever decides about devices.
protocol LinkObserving: AnyObject {
    /// A link to a member or a stranger is secure.
    func linkOpened(_ link: PeerLink, to key: PublicKey)
    /// A link is gone. `reason` is for people, nil for what was in order.
    func linkEnded(_ link: PeerLink, key: PublicKey?, reason: String?)
    /// A device asks to be let in.
    func asked(_ link: PeerLink, _ inviter: Inviter, by key: PublicKey, name: String)
    /// A join came to something.
    func joinStepped(_ link: PeerLink, _ target: JoinTarget, _ end: JoinEnd)
    /// What a link made by a code begins with.
    func pairing(_ link: PeerLink, code: [UInt8], binding: [UInt8])
}

/// How a try to join at one inviter ended.
enum JoinEnd {
    case welcomed(Joiner.Welcome)
    case refused(Invitations.Refusal)
    case alreadyThere
    /// The inviter does not know the code.
    case unproven
    /// No connection.
    case unreachable(String)
    case broken(String)
}
