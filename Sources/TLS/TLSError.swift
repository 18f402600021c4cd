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
    /// The bytes are no P-256 key with its certificate in PEM; the reason in words.
    case webFilesUnusable(reason: String)
    /// The text is neither a host name nor an IP address.
    case webName(String)

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
            "cannot \(doing): OpenSSL reports \"\(reason)\""
        case .keyUnreadable(let reason):
            "cannot read the device's private key: the file is not a private key in PEM form "
                + "(\(reason)); restore the file from a backup"
        case .keyOfOtherKind:
            "cannot use the device's private key: it is not an Ed25519 key; "
                + "restore the file from a backup"
        case .webFilesUnusable(let reason):
            "cannot read the key and certificate for browsers: \(reason); remove both files to make "
                + "new ones, of which every browser asks once"
        case .webName(let name):
            "cannot make a certificate for \"\(name.prefix(40).map(printable).joined())\": it is "
                + "neither a host name nor an IP address"
        case .codeLength(let count):
            "an invite code has 16 letters and digits, but this one has \(count); "
                + "type it as shown: XXXX-XXXX-XXXX-XXXX"
        case .codeCharacter(let character, let place):
            "an invite code cannot contain \"\(printable(character))\" (character \(place)); "
                + "it consists of digits and of letters except I, L, O and U"
        case .refusedByPeer(let alert):
            "the other device refused the link: \(alert)"
        case .closedInHandshake:
            "the other device closed the link before it was secure"
        case .certificateUnusable:
            "the other device's certificate is not a self-signed Ed25519 certificate"
        case .certificateMissing:
            "the other device showed no certificate"
        case .stranger(let key):
            "refused a device that does not belong to this table "
                + "(key \(key.description.prefix(16)))"
        case .codeWrong:
            "a device tried a wrong invite code"
        case .codeUnknown:
            "a device tried an unknown invite code: mistyped, already used or expired"
        case .codeUnproven:
            "the other device did not prove that it knows the invite code: the invite has "
                + "expired or was used, or this is not the device of the inviter; "
                + "ask for a new code"
        case .handshake(let reason):
            "cannot set up a secure link: \(reason)"
        case .broken(let reason):
            "the secure link failed: \(reason)"
        case .flood(.handshake):
            "the other device sent too much data before the link was secure"
        case .flood(.lateMessages):
            "the other device sent too many requests for new keys"
        case .flood(.data):
            "the other device sent more data than this device can hold"
        case .outputFull:
            "the other device reads too slowly"
        case .notEstablished:
            "the link is not secure yet, or was closed"
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

/// An alert of TLS (RFC 8446 section 6): the reason why one end gave up the channel.
package struct Alert: Hashable, Sendable, CustomStringConvertible {
    package let code: UInt8

    /// Any number is accepted; an unknown one has no name.
    package init(code: UInt8) { self.code = code }

    static let closeNotify = Alert(code: 0)

    package var description: String { "\(name) (alert \(code))" }

    private var name: String {
        switch code {
        case 0: "close notify"
        case 10: "unexpected message"
        case 20: "bad record"
        case 22: "record too long"
        case 40: "handshake failure"
        case 42: "bad certificate"
        case 43: "unsupported certificate"
        case 44: "certificate revoked"
        case 45: "certificate expired"
        case 46: "certificate unknown"
        case 47: "illegal parameter"
        case 48: "not a member of the table"
        case 49: "access denied"
        case 50: "decode error"
        case 51: "invalid proof"
        case 70: "protocol version"
        case 71: "insufficient security"
        case 80: "internal error"
        case 86: "inappropriate fallback"
        case 90: "cancelled"
        case 109: "missing extension"
        case 110: "unsupported extension"
        case 112: "unknown name"
        case 115: "unknown invite code"
        case 116: "certificate required"
        case 120: "no common protocol"
        default: "unknown"
        }
    }
}
