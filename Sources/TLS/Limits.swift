/// The bounds of a channel and of the data read with it, each with its reason.
package enum ChannelLimits {
    /// Ciphertext of a peer before its handshake is complete: ours needs less than 2 KiB.
    package static let handshakeBytesMax = 32 * 1024
    /// Bytes of a peer's certificates: one self-signed Ed25519 certificate needs about 300.
    package static let certificateBytesMax = 4 * 1024
    /// Ciphertext that is passed to OpenSSL at a time, so that its input buffer stays as small as a
    /// record.
    package static let sliceBytesMax = 16 * 1024
    /// From this many decrypted bytes on `wantsInput` is false: one frame of the largest size.
    package static let plainBytesWanted = 1024 * 1024
    /// Decrypted bytes that wait for `takeEvents`: exceeded only by a caller that ignores
    /// `wantsInput`.
    package static let plainBytesMax = 4 * 1024 * 1024
    /// Ciphertext that waits for `takeOutput`: four of the largest frames of both kinds of traffic.
    package static let outputBytesMax = 8 * 1024 * 1024
    /// Handshake messages between two pieces of data on an established channel: a peer may renew
    /// its keys, but hardly ever does; each request for new keys costs a key derivation.
    package static let lateMessagesMax = 16
    /// Code identities that are looked up in one handshake: an honest joiner sends one.
    package static let codeLookupsMax = 4
    /// Bytes of a code identity that is looked up; ours have 8.
    package static let codeIdentityBytesMax = 32
    /// Bytes of a private key file: the PEM of an Ed25519 key has 119.
    package static let keyFileBytesMax = 4 * 1024
    /// Bytes of the file of a key or certificate for browsers: with the names of a hundred
    /// addresses a certificate has 4,000.
    package static let webFileBytesMax = 64 * 1024
    /// Bytes of an invite code as typed: 16 characters with generous separators, or a pasted line.
    package static let codeTextBytesMax = 256
    /// Bytes of keying material exported at once.
    package static let exportBytesMax = 1024
    /// Plain bytes of the largest TLS record (RFC 8446 section 5.1), so that one read takes it
    /// whole.
    static let recordBytesMax = 16 * 1024
}
