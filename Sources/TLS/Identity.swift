import COpenSSL
package import MoveLog

/// The Ed25519 key pair of this device (RFC 8032), with signatures and digests.
///
/// `Sendable` because nothing changes after `init`: OpenSSL locks the caches inside a key, and each
/// call has its own context.
@safe
package final class Identity: Seal, @unchecked Sendable {
    /// Owned; freed with the identity.
    let pair: OpaquePointer
    package let publicKey: PublicKey

    /// Takes ownership of the pair, even if it throws.
    private init(owning pair: OpaquePointer) throws(TLSError) {
        guard let key = unsafe rawPublicKey(of: pair) else {
            unsafe EVP_PKEY_free(pair)
            throw .keyOfOtherKind
        }
        unsafe self.pair = unsafe pair
        publicKey = key
    }

    deinit { unsafe EVP_PKEY_free(pair) }

    /// Makes a key pair from OpenSSL's random source.
    package static func generate() throws(TLSError) -> Identity {
        let doing = "make a new key"
        try start()
        let context = unsafe try Library.checked(
            EVP_PKEY_CTX_new_from_name(nil, "ED25519", nil), doing)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try Library.check(unsafe EVP_PKEY_keygen_init(context) == 1, doing)
        var pair: OpaquePointer?
        try Library.check(unsafe EVP_PKEY_generate(context, &pair) == 1, doing)
        return unsafe try Identity(owning: Library.checked(pair, doing))
    }

    /// Reads an unencrypted PKCS #8 private key in PEM (RFC 5958, RFC 8410).
    package convenience init(pem: [UInt8]) throws(TLSError) {
        try Self.start()
        guard pem.count <= ChannelLimits.keyFileBytesMax else {
            throw .keyUnreadable(reason: "\(pem.count) bytes are too many")
        }
        let input = unsafe try Library.checked(
            BIO_new_mem_buf(pem, Int32(pem.count)), "read the device's private key")
        defer { unsafe BIO_free(input) }
        // Without this callback OpenSSL would ask on the terminal for the password of an encrypted
        // key.
        guard let pair = unsafe PEM_read_bio_PrivateKey(input, nil, { _, _, _, _ in -1 }, nil)
        else { throw .keyUnreadable(reason: Library.words) }
        unsafe try self.init(owning: pair)
    }

    /// The private key as unencrypted PKCS #8 in PEM, 119 bytes: for a file that only its owner can
    /// read.
    package func pem() throws(TLSError) -> [UInt8] {
        let doing = "write the device's private key"
        Library.forget()
        let output = unsafe try Library.checked(BIO_new(BIO_s_mem()), doing)
        defer { unsafe BIO_free(output) }
        try Library.check(
            unsafe PEM_write_bio_PKCS8PrivateKey(output, pair, nil, nil, 0, nil, nil) == 1, doing)
        return unsafe takeAll(of: output)
    }

    private static func start() throws(TLSError) {
        Library.forget()
        try Library.check(Library.isStarted && SHA256.isAvailable, "start OpenSSL 3")
    }

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
            unsafe EVP_DigestSignInit(context, nil, nil, nil, pair) == 1
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

/// Reads all bytes from a memory BIO.
func takeAll(of bio: OpaquePointer) -> [UInt8] {
    let count = unsafe BIO_ctrl_pending(bio)
    guard count > 0 else { return [] }
    return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        var taken = 0
        _ = unsafe BIO_read_ex(bio, buffer.baseAddress, buffer.count, &taken)
        filled = taken
    }
}

/// A self-signed Ed25519 certificate (RFC 5280, RFC 8410) that carries a device's key into the
/// handshake; nothing but the key in it is used.
///
/// Made at every start and never stored. Its times are never checked, because the clocks of devices
/// at a game are often wrong.
@safe
final class Certificate {
    /// Owned; freed with the certificate.
    let pointer: OpaquePointer

    init(of identity: Identity) throws(TLSError) {
        Library.forget()
        unsafe pointer = unsafe try Library.checked(X509_new(), Self.doing)
        try fill(with: identity)
    }

    deinit { unsafe X509_free(pointer) }

    private static let doing = "make the device's certificate"

    private func fill(with identity: Identity) throws(TLSError) {
        try Library.check(unsafe X509_set_version(pointer, Int(X509_VERSION_3)) == 1, Self.doing)
        try setSerial()
        try setTimes()
        let name = unsafe X509_get_subject_name(pointer)
        let commonName: [UInt8] = Array("scored".utf8)
        try Library.check(
            unsafe X509_NAME_add_entry_by_txt(
                name, "CN", MBSTRING_UTF8, commonName, Int32(commonName.count), -1, 0) == 1,
            Self.doing)
        try Library.check(unsafe X509_set_issuer_name(pointer, name) == 1, Self.doing)
        try Library.check(unsafe X509_set_pubkey(pointer, identity.pair) == 1, Self.doing)
        // Ed25519 includes its hash: no digest is named.
        try Library.check(unsafe X509_sign(pointer, identity.pair, nil) > 0, Self.doing)
    }

    /// 127 random bits: positive in ASN.1 and unique.
    private func setSerial() throws(TLSError) {
        let number = unsafe try Library.checked(BN_new(), Self.doing)
        defer { unsafe BN_free(number) }
        try Library.check(
            unsafe BN_rand(number, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1, Self.doing)
        let serial = unsafe X509_get_serialNumber(pointer)
        try Library.check(unsafe BN_to_ASN1_INTEGER(number, serial) != nil, Self.doing)
    }

    /// From the second day of the epoch to the last second that X.509 can name.
    private func setTimes() throws(TLSError) {
        let first = unsafe X509_getm_notBefore(pointer)
        let last = unsafe X509_getm_notAfter(pointer)
        try Library.check(
            unsafe ASN1_TIME_set_string_X509(first, "19700102000000Z") == 1
                && ASN1_TIME_set_string_X509(last, "99991231235959Z") == 1,
            Self.doing)
    }
}
