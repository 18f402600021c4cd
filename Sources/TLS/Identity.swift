import COpenSSL
package import MoveLog

/// The Ed25519 key pair of this device (RFC 8032), with signatures and digests.
///
/// `Sendable` because nothing changes after `init`: OpenSSL locks the caches inside a key, and each
/// call has its own context.
@safe
package final class Identity: Seal, @unchecked Sendable {
    let keys: KeyPair
    package let publicKey: PublicKey

    private init(_ keys: KeyPair) throws(TLSError) {
        guard let key = unsafe rawPublicKey(of: keys.pointer) else { throw .keyOfOtherKind }
        self.keys = keys
        publicKey = key
    }

    /// Makes a key pair from OpenSSL's random source.
    package static func generate() throws(TLSError) -> Identity {
        try Identity(KeyPair(new: "ED25519"))
    }

    /// Reads an unencrypted PKCS #8 private key in PEM (RFC 5958, RFC 8410).
    package convenience init(pem: [UInt8]) throws(TLSError) {
        try self.init(
            KeyPair(pem: pem, bytesMax: ChannelLimits.keyFileBytesMax) {
                .keyUnreadable(reason: $0)
            })
    }

    /// The private key as unencrypted PKCS #8 in PEM, 119 bytes: for a file that only its owner can
    /// read.
    package func pem() throws(TLSError) -> [UInt8] { try keys.pem() }

    package func digest(_ bytes: [UInt8]) -> Digest { SHA256.digest(bytes) }

    package func digests(ofStartsOf bytes: [UInt8], upTo ends: [Int]) -> [Digest] {
        SHA256.digests(ofStartsOf: bytes, upTo: ends)
    }

    /// 64 bytes, deterministic. Cost: about 35 µs.
    package func sign(_ message: [UInt8]) -> [UInt8] {
        Library.forget()
        var signature: [UInt8] = Array(repeating: 0, count: 64)
        var count = signature.count
        guard let context = unsafe EVP_MD_CTX_new() else {
            preconditionFailure("OpenSSL cannot sign: \(Library.words)")
        }
        defer { unsafe EVP_MD_CTX_free(context) }
        let isDone =
            unsafe EVP_DigestSignInit(context, nil, nil, nil, keys.pointer) == 1
            && EVP_DigestSign(context, &signature, &count, message, message.count) == 1
        precondition(isDone && count == 64, "OpenSSL cannot sign: \(Library.words)")
        return signature
    }

    /// Cost: about 100 µs.
    package func isValid(
        _ signature: [UInt8], of message: [UInt8], by key: PublicKey
    ) -> Bool {
        Signature.isValid(signature, of: message, by: key)
    }
}

/// Verifies signatures without an own key pair.
package enum Signature {
    /// True if the bytes are the key's Ed25519 signature of the message; false for any length but
    /// 64 and for bytes that are no public key. Cost: about 100 µs.
    package static func isValid(
        _ signature: [UInt8], of message: [UInt8], by key: PublicKey
    ) -> Bool {
        guard Library.isStarted, signature.count == 64 else { return false }
        Library.forget()
        let raw = key.bytes
        guard
            let pair = unsafe EVP_PKEY_new_raw_public_key_ex(nil, "ED25519", nil, raw, raw.count),
            let context = unsafe EVP_MD_CTX_new()
        else { return false }
        defer {
            unsafe EVP_MD_CTX_free(context)
            unsafe EVP_PKEY_free(pair)
        }
        return unsafe EVP_DigestVerifyInit(context, nil, nil, nil, pair) == 1
            && EVP_DigestVerify(context, signature, 64, message, message.count) == 1
    }
}

/// The 32 bytes of an Ed25519 public key; nil for a key of any other kind.
func rawPublicKey(of pair: OpaquePointer) -> PublicKey? {
    guard unsafe EVP_PKEY_is_a(pair, "ED25519") == 1 else { return nil }
    var raw: [UInt8] = Array(repeating: 0, count: 32)
    var count = raw.count
    guard unsafe EVP_PKEY_get_raw_public_key(pair, &raw, &count) == 1, count == 32 else {
        return nil
    }
    return PublicKey(raw)
}
