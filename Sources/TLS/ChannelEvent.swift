package import MoveLog

extension SecureChannel {
    /// What a peer has proved by the time a channel is established.
    package enum Proof: Hashable, Sendable {
        /// That it holds this key: a member's link.
        case key(PublicKey)
        /// That it knows the code of this invite, and nothing more: good for pairing only.
        case code(identity: [UInt8])
    }

    /// What a channel has to tell, in the order of its happening.
    package enum Event: Equatable, Sendable {
        /// The handshake is done; the first event of a channel that does not fail before.
        case established(Proof)
        /// Bytes of the peer; their cuts mean nothing.
        case data([UInt8])
        /// The peer said good-bye in order: nothing is cut off. The last event.
        case closed
        /// The channel is of no more use. The last event.
        case failed(TLSError)
    }
}
