/// An alert of TLS (RFC 8446 section 6): the reason why one end gave up the channel.
package struct Alert: Hashable, Sendable, CustomStringConvertible {
    package let code: UInt8

    /// Any number is accepted; an unknown one has no name.
    package init(code: UInt8) { self.code = code }

    static let closeNotify = Alert(code: 0)
    /// The peer requires a certificate and got none.
    package static let certificateRequired = Alert(code: 116)
    /// The peer does not know the key of this device.
    package static let unknownAuthority = Alert(code: 48)

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
        case 48: "not a device of the table"
        case 49: "access denied"
        case 50: "decode error"
        case 51: "proof does not hold"
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
