import COpenSSL

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
