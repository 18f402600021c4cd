/// The bounds of a channel and of what is read with it, each with its reason.
package enum ChannelLimits {
    /// Ciphertext that a peer may spend before its handshake is done: ours needs less than 2 KiB.
    package static let handshakeBytesMax = 32 * 1024
    /// Bytes of a peer's certificates: one self-signed Ed25519 certificate needs about 300.
    package static let certificateBytesMax = 4 * 1024
    /// Ciphertext that is handed to OpenSSL at a time, so that its input stays as small as a record.
    package static let sliceBytesMax = 16 * 1024
    /// Decrypted bytes from which on `wantsInput` is false: one frame of the largest size.
    package static let plainBytesWanted = 1024 * 1024
    /// Decrypted bytes that nobody has taken: a caller that goes on in spite of `wantsInput`.
    package static let plainBytesMax = 4 * 1024 * 1024
    /// Ciphertext that nobody has taken: four of the largest frames of both kinds of traffic.
    package static let outputBytesMax = 8 * 1024 * 1024
    /// Handshake messages between two pieces of data on an established channel: a peer may renew
    /// its keys, and hardly ever does; a flood of requests for new keys costs a key derivation each.
    package static let lateMessagesMax = 16
    /// Identities of codes in one handshake that are looked up: an honest joiner sends one.
    package static let codeLookupsMax = 4
    /// Bytes of a code's identity that are looked up; ours have 8.
    package static let codeIdentityBytesMax = 32
    /// Bytes of a private key file: a PEM of an Ed25519 key has 119.
    package static let keyFileBytesMax = 4 * 1024
    /// Bytes of an invite code as typed: 16 characters with generous separators, or a pasted line.
    package static let codeTextBytesMax = 256
    /// Bytes of keying material exported at once.
    package static let exportBytesMax = 1024
    /// Plain bytes of the largest TLS record (RFC 8446 section 5.1): one read takes it whole.
    static let recordBytesMax = 16 * 1024
}
