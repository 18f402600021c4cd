import COpenSSL

/// ECDSA over P-256 with SHA-256 (FIPS 186-4), which browsers sign with.
package enum P256 {
    /// True if the signature, the 64 bytes r‖s of IEEE P1363, is one of the message by the key, the
    /// 65 bytes 4‖x‖y of a point that is not compressed (SEC 1).
    ///
    /// False for any other length, for bytes that are no point of the curve, and for r or s that
    /// are 0 or not below its order. Cost: about 150 µs.
    package static func isValid(
        _ signature: [UInt8], of message: [UInt8], by key: [UInt8]
    ) -> Bool {
        guard Library.isStarted, signature.count == 64, key.count == 65, key[0] == 4 else {
            return false
        }
        Library.forget()
        let encoded = keyHead + key
        let pair = unsafe encoded.withUnsafeBufferPointer { buffer in
            var start = buffer.baseAddress
            return unsafe d2i_PUBKEY(nil, &start, buffer.count)
        }
        guard let pair = unsafe pair else { return false }
        defer { unsafe EVP_PKEY_free(pair) }
        guard let context = unsafe EVP_MD_CTX_new() else { return false }
        defer { unsafe EVP_MD_CTX_free(context) }
        let der = der(of: signature)
        return unsafe EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, pair) == 1
            && EVP_DigestVerify(context, der, der.count, message, message.count) == 1
    }

    /// The SubjectPublicKeyInfo (RFC 5480) of a P-256 key up to its point.
    private static let keyHead: [UInt8] = [
        0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1,
        6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7, 3, 0x42, 0,
    ]

    /// The ECDSA-Sig-Value (RFC 3279), as OpenSSL wants it.
    private static func der(of signature: [UInt8]) -> [UInt8] {
        let content = integer(signature[..<32]) + integer(signature[32...])
        return [0x30, UInt8(content.count)] + content
    }

    /// A positive INTEGER in as few bytes as can be (X.690), at most 35 with its head.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [2, UInt8(digits.count)] + digits
    }
}
