import MoveLog

/// Decides during a handshake whom to let in, and says afterwards what was proved.
///
/// It knows no OpenSSL: the callbacks put its questions, the channel asks for the result.
struct Judge {
    enum Role {
        case accept(
            admits: (PublicKey) -> Bool, codeKey: (_ identity: [UInt8]) -> [UInt8]?)
        case dial(admits: (PublicKey) -> Bool)
        case join(InviteCode)
    }

    /// What a peer's certificate comes to.
    enum Verdict {
        case admitted
        case stranger
        case unusable
    }

    let role: Role
    /// Why this end refused, in better words than OpenSSL's.
    private(set) var refusal: TLSError?
    /// Whether the peer named an invite that is not open.
    private(set) var metUnknownCode = false
    private var peerKey: PublicKey?
    private var codeIdentity: [UInt8]?
    private var codeLookups = 0

    init(role: Role) { self.role = role }

    /// Judges the key of a certificate, nil for one that is not self-signed with Ed25519. That the
    /// peer holds the key is proved later in the handshake.
    mutating func judge(certifiedKey key: PublicKey?) -> Verdict {
        let admits: (PublicKey) -> Bool
        switch role {
        case .accept(let admitted, _), .dial(let admitted): admits = admitted
        case .join:
            // Whoever answers a joiner with a certificate does not know the code.
            refusal = .codeUnproven
            return .stranger
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

    /// The key for an identity that a joiner names; asked on a bounded number of times.
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

    /// What a handshake that is done has proved. Nil is refused: a joiner whose code was not used, a
    /// dialler whose peer showed no key. OpenSSL has refused both by then, and it is checked here all
    /// the same, because everything rests on it.
    func proof(usedCode: Bool) -> SecureChannel.Proof? {
        switch role {
        case .accept:
            if usedCode { return codeIdentity.map { .code(identity: $0) } }
            return peerKey.map { .key($0) }
        case .dial:
            return usedCode ? nil : peerKey.map { .key($0) }
        case .join(let code):
            return usedCode ? .code(identity: code.identity) : nil
        }
    }
}
