package import MoveLog

extension SecureChannel {
    /// The proof of a peer when a channel is established.
    package enum Proof: Hashable, Sendable {
        /// The peer holds this key: a member's link.
        case key(PublicKey)
        /// The peer knows the code of this invite, and has proved nothing more: valid for pairing
        /// only.
        case code(identity: [UInt8])
    }

    /// An event of a channel, in order of occurrence.
    package enum Event: Equatable, Sendable {
        /// The handshake is complete; the first event unless the channel fails before.
        case established(Proof)
        /// Bytes of the peer, in any division.
        case data([UInt8])
        /// The peer closed in order: nothing is truncated. The last event.
        case closed
        /// The channel cannot be used any longer. The last event.
        case failed(TLSError)
    }
}
