import MoveLog

/// Decides during a handshake which peers are admitted, and tells afterwards what was proved.
///
/// Independent of OpenSSL: the callbacks ask its questions, the channel reads the result.
struct PeerVerifier {
    enum Role {
        case accept(
            admits: (PublicKey) -> Bool, codeKey: (_ identity: [UInt8]) -> [UInt8]?)
        case dial(admits: (PublicKey) -> Bool)
        case join(InviteCode)
        /// To a browser, which is asked for no proof.
        case serve
    }

    enum Verdict {
        case admitted
        case stranger
        case unusable
    }

    let role: Role
    /// The reason why this end refused, more precise than OpenSSL's.
    private(set) var refusal: TLSError?
    /// True if the peer named an invite that is not open.
    private(set) var metUnknownCode = false
    private var peerKey: PublicKey?
    private var codeIdentity: [UInt8]?
    private var codeLookups = 0

    init(role: Role) { self.role = role }

    var asksForProof: Bool {
        if case .serve = role { false } else { true }
    }

    /// Verifies the key of a certificate, nil if it is not self-signed with Ed25519. The peer
    /// proves later in the handshake that it holds the key.
    mutating func verify(certifiedKey key: PublicKey?) -> Verdict {
        let admits: (PublicKey) -> Bool
        switch role {
        case .accept(let admitted, _), .dial(let admitted): admits = admitted
        case .join:
            // A peer that answers a joiner with a certificate does not know the code.
            refusal = .codeUnproven
            return .stranger
        case .serve:
            refusal = .certificateUnusable
            return .unusable
        }
        guard let key else {
            refusal = .certificateUnusable
            return .unusable
        }
        guard admits(key) else {
            refusal = .stranger(key)
            return .stranger
        }
        peerKey = key
        return .admitted
    }

    /// The key for an identity that a joiner names; the number of lookups is bounded.
    mutating func codeKey(identity: [UInt8]) -> [UInt8]? {
        guard case .accept(_, let codeKey) = role else { return nil }
        codeLookups += 1
        guard codeLookups <= ChannelLimits.codeLookupsMax,
            identity.count <= ChannelLimits.codeIdentityBytesMax,
            let key = codeKey(identity)
        else {
            metUnknownCode = true
            return nil
        }
        codeIdentity = identity
        return key
    }

    /// The proof of a completed handshake. Nil means refusal: a joiner's code was not used, or a
    /// dialled peer showed no key. OpenSSL has refused both by then; they are checked again because
    /// everything depends on it.
    func proof(usedCode: Bool) -> SecureChannel.Proof? {
        switch role {
        case .accept:
            if usedCode { return codeIdentity.map { .code(identity: $0) } }
            return peerKey.map { .key($0) }
        case .dial:
            return usedCode ? nil : peerKey.map { .key($0) }
        case .join(let code):
            return usedCode ? .code(identity: code.identity) : nil
        case .serve:
            return nil
        }
    }
}
