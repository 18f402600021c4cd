package import MoveLog

/// An error of a key, a code or a channel; `description` is for people.
///
/// None of them affects recorded entries: a channel that fails is dropped and dialled again.
package enum TLSError: Error, Equatable, Sendable {
    /// OpenSSL failed without involvement of a peer: no memory, no algorithm, no randomness.
    case library(doing: String, reason: String)
    /// The bytes are no private key in PEM; OpenSSL's message.
    case keyUnreadable(reason: String)
    /// The private key is not an Ed25519 key.
    case keyOfOtherKind

    /// The number of characters of an invite code that should have 16.
    case codeLength(Int)
    /// A character that no invite code contains; its place among the typed ones, from 1.
    case codeCharacter(Character, place: Int)

    /// The peer gave up the channel and said why.
    case refusedByPeer(Alert)
    /// The peer closed before the handshake was complete.
    case closedInHandshake
    /// The peer's certificate does not hold an Ed25519 key that signed it.
    case certificateUnusable
    /// The peer showed no certificate.
    case certificateMissing
    /// `admits` does not admit the peer's key.
    case stranger(PublicKey)
    /// The peer names an open invite, but has the wrong code.
    case codeWrong
    /// The peer names an invite that is not open: mistyped, used, expired or for another device.
    case codeUnknown
    /// The peer could not prove that it knows the invite code: it is not the inviter, or the invite
    /// was used or has expired.
    case codeUnproven
    /// The peer violated the protocol before the handshake was complete; OpenSSL's message.
    case handshake(reason: String)
    /// The peer violated the protocol, or the bytes were altered in transit; OpenSSL's message.
    case broken(reason: String)
    /// The peer sent more bytes or messages than allowed.
    case flood(FloodKind)
    /// More bytes wait to be sent than a channel may hold.
    case outputFull
    /// Keying material was requested before the handshake was complete or after the end.
    case notEstablished

    package enum FloodKind: Equatable, Sendable {
        /// Bytes before the handshake was complete.
        case handshake
        /// Handshake messages, such as key updates, without data between them.
        case lateMessages
        /// Data that waits for `takeEvents`.
        case data
    }
}

extension TLSError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .library(let doing, let reason):
            "cannot \(doing): OpenSSL says \"\(reason)\""
        case .keyUnreadable(let reason):
            "cannot read the device's private key: not a PEM of a private key (\(reason)); "
                + "restore the file from a backup"
        case .keyOfOtherKind:
            "cannot use the device's private key: it is not an Ed25519 key; "
                + "restore the file from a backup"
        case .codeLength(let count):
            "an invite code has 16 letters and digits, this one has \(count); "
                + "type it as it is shown: XXXX-XXXX-XXXX-XXXX"
        case .codeCharacter(let character, let place):
            "an invite code has no \"\(printable(character))\" (character \(place)); "
                + "it is made of digits and of letters without I, L, O, U"
        case .refusedByPeer(let alert):
            "the other device refused the link: \(alert)"
        case .closedInHandshake:
            "the other device closed the link before it was secure"
        case .certificateUnusable:
            "the other device's certificate is not a self-signed Ed25519 one"
        case .certificateMissing:
            "the other device showed no certificate"
        case .stranger(let key):
            "a device that is not of this table was refused (key \(key.description.prefix(16)))"
        case .codeWrong:
            "a device tried a wrong invite code"
        case .codeUnknown:
            "a device tried an invite code that is not open here: mistyped, used or expired"
        case .codeUnproven:
            "the other device could not prove that it knows the invite code: the invite has "
                + "expired or was used, or that is not the inviter; ask for a new code"
        case .handshake(let reason):
            "no secure link could be made: \(reason)"
        case .broken(let reason):
            "the secure link broke: \(reason)"
        case .flood(.handshake):
            "the other device sent too much before the link was secure"
        case .flood(.lateMessages):
            "the other device sent too many requests for new keys"
        case .flood(.data):
            "the other device sent more than can be held"
        case .outputFull:
            "the other device takes its bytes too slowly"
        case .notEstablished:
            "the link is not secure yet, or no longer"
        }
    }

    /// A typed character in a form that is safe for a terminal: control characters become their
    /// code points.
    private func printable(_ character: Character) -> String {
        let isPlain = character.isASCII && (character.asciiValue ?? 0) >= 0x20
        if isPlain && character != "\u{7f}" { return String(character) }
        let numbers = character.unicodeScalars.prefix(4).map {
            "U+" + String($0.value, radix: 16, uppercase: true)
        }
        return numbers.joined(separator: " ")
    }
}
