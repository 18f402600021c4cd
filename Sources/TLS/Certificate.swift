import COpenSSL
package import MoveLog

/// A private key with its public key, in any algorithm of OpenSSL.
@safe
final class KeyPair {
    /// Owned; freed with the pair.
    let pointer: OpaquePointer

    /// Draws a pair from OpenSSL's random source. `group` names the curve where the algorithm has
    /// several.
    init(new algorithm: String, group: String? = nil) throws(TLSError) {
        let doing = "make a new key"
        try Library.start()
        let context = unsafe try Library.checked(
            EVP_PKEY_CTX_new_from_name(nil, algorithm, nil), doing)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        try Library.check(unsafe EVP_PKEY_keygen_init(context) == 1, doing)
        if let group {
            try Library.check(unsafe EVP_PKEY_CTX_set_group_name(context, group) == 1, doing)
        }
        var pair: OpaquePointer?
        try Library.check(unsafe EVP_PKEY_generate(context, &pair) == 1, doing)
        unsafe pointer = unsafe try Library.checked(pair, doing)
    }

    /// Reads an unencrypted PKCS #8 private key in PEM.
    init(
        pem: [UInt8], bytesMax: Int, orThrow failure: (_ reason: String) -> TLSError
    ) throws(TLSError) {
        unsafe pointer = unsafe try fromPEM(pem, bytesMax, failure) { input in
            unsafe PEM_read_bio_PrivateKey(input, nil, noPassword, nil)
        }
    }

    deinit { unsafe EVP_PKEY_free(pointer) }

    /// The private key as unencrypted PKCS #8 in PEM.
    func pem() throws(TLSError) -> [UInt8] {
        unsafe try bytes("write a private key") { output in
            unsafe PEM_write_bio_PKCS8PrivateKey(output, pointer, nil, nil, 0, nil, nil)
        }
    }

    /// True if the key is one of P-256 (FIPS 186-4) whose halves belong together.
    var isP256: Bool {
        var name: [CChar] = Array(repeating: 0, count: 32)
        var count = 0
        guard unsafe EVP_PKEY_is_a(pointer, "EC") == 1,
            unsafe EVP_PKEY_get_group_name(pointer, &name, name.count, &count) == 1,
            name.prefix(count).map(UInt8.init(bitPattern:)) == Array("prime256v1".utf8),
            let context = unsafe EVP_PKEY_CTX_new(pointer, nil)
        else { return false }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        return unsafe EVP_PKEY_check(context) == 1
    }
}

/// A self-signed certificate (RFC 5280).
@safe
final class Certificate {
    /// Owned; freed with the certificate.
    let pointer: OpaquePointer

    /// Carries a device's Ed25519 key (RFC 8410) into the handshake; nothing but the key in it is
    /// used.
    ///
    /// Made at every start and never stored. Its times, from the second day of the epoch to the
    /// last second that X.509 can name, are never checked, because the clocks of devices at a game
    /// are often wrong.
    convenience init(of identity: Identity) throws(TLSError) {
        // Ed25519 includes its hash.
        try self.init(of: identity.keys, hashing: false, from: 86_400, to: 253_402_300_799)
    }

    /// Times are in seconds since 1970. Extensions are pairs of OpenSSL's number and notation. The
    /// signature is one of the bytes' SHA-256 if `hashing`.
    init(
        of keys: KeyPair, hashing: Bool, from first: Int, to last: Int,
        extensions: [(number: Int32, text: String)] = []
    ) throws(TLSError) {
        try Library.start()
        unsafe pointer = unsafe try Library.checked(X509_new(), Self.doing)
        try Library.check(unsafe X509_set_version(pointer, Int(X509_VERSION_3)) == 1, Self.doing)
        try setSerial()
        try Library.check(
            unsafe ASN1_TIME_set(X509_getm_notBefore(pointer), first) != nil
                && ASN1_TIME_set(X509_getm_notAfter(pointer), last) != nil,
            Self.doing)
        let name = unsafe X509_get_subject_name(pointer)
        let commonName: [UInt8] = Array("scored".utf8)
        try Library.check(
            unsafe X509_NAME_add_entry_by_txt(
                name, "CN", MBSTRING_UTF8, commonName, Int32(commonName.count), -1, 0) == 1,
            Self.doing)
        try Library.check(unsafe X509_set_issuer_name(pointer, name) == 1, Self.doing)
        try Library.check(unsafe X509_set_pubkey(pointer, keys.pointer) == 1, Self.doing)
        for (number, text) in extensions {
            let added = unsafe try Library.checked(
                X509V3_EXT_nconf_nid(nil, nil, number, text), Self.doing)
            defer { unsafe X509_EXTENSION_free(added) }
            try Library.check(unsafe X509_add_ext(pointer, added, -1) == 1, Self.doing)
        }
        let digest = unsafe hashing ? EVP_sha256() : nil
        try Library.check(unsafe X509_sign(pointer, keys.pointer, digest) > 0, Self.doing)
    }

    /// Reads a certificate in PEM (RFC 7468).
    init(
        pem: [UInt8], bytesMax: Int, orThrow failure: (_ reason: String) -> TLSError
    ) throws(TLSError) {
        unsafe pointer = unsafe try fromPEM(pem, bytesMax, failure) { input in
            unsafe PEM_read_bio_X509(input, nil, noPassword, nil)
        }
    }

    deinit { unsafe X509_free(pointer) }

    private static let doing = "make a certificate"

    /// 127 random bits: positive in ASN.1 and unique.
    private func setSerial() throws(TLSError) {
        let number = unsafe try Library.checked(BN_new(), Self.doing)
        defer { unsafe BN_free(number) }
        try Library.check(
            unsafe BN_rand(number, 127, BN_RAND_TOP_ONE, BN_RAND_BOTTOM_ANY) == 1, Self.doing)
        let serial = unsafe X509_get_serialNumber(pointer)
        try Library.check(unsafe BN_to_ASN1_INTEGER(number, serial) != nil, Self.doing)
    }

    func pem() throws(TLSError) -> [UInt8] {
        unsafe try bytes("write a certificate") { unsafe PEM_write_bio_X509($0, pointer) }
    }

    /// The bytes that are signed, with the signature (DER).
    func der() throws(TLSError) -> [UInt8] {
        unsafe try bytes("write a certificate") { unsafe i2d_X509_bio($0, pointer) }
    }
}

/// The P-256 key and certificate with which this device serves pages over https: browsers do not
/// accept Ed25519. No authority vouches for it, so a browser asks the person once.
@safe
package final class WebCertificate {
    let keys: KeyPair
    let certificate: Certificate
    /// In seconds since 1970.
    package let notAfter: Int
    /// Each as in `entry(of:)`.
    private let entries: [String]

    /// Makes both, valid from a day before `now` to 365 days after it, in seconds since 1970.
    ///
    /// `names` are the host names and IP addresses, without port and brackets, under which browsers
    /// find this device: one at least.
    package init(names: [String], now: Int) throws(TLSError) {
        let entries = try names.map { name throws(TLSError) in
            guard let entry = Self.entry(of: name) else { throw .webName(name) }
            return entry
        }
        keys = try KeyPair(new: "EC", group: "P-256")
        notAfter = now + 365 * Self.day
        certificate = try Certificate(
            of: keys, hashing: true, from: now - Self.day, to: notAfter,
            extensions: [
                (NID_basic_constraints, "critical,CA:FALSE"),
                (NID_key_usage, "critical,digitalSignature"),
                (NID_ext_key_usage, "serverAuth"),
                (NID_subject_alt_name, entries.joined(separator: ",")),
            ])
        self.entries = entries
    }

    /// Reads both from PEM. Throws `webFilesUnusable` unless the key is a P-256 key and has signed
    /// the certificate.
    package init(keyPEM: [UInt8], certificatePEM: [UInt8]) throws(TLSError) {
        let bytesMax = ChannelLimits.webFileBytesMax
        func failure(_ reason: String) -> TLSError { .webFilesUnusable(reason: reason) }
        keys = try KeyPair(pem: keyPEM, bytesMax: bytesMax, orThrow: failure)
        certificate = try Certificate(pem: certificatePEM, bytesMax: bytesMax, orThrow: failure)
        guard keys.isP256 else { throw failure("the key is not a P-256 key") }
        guard unsafe X509_check_private_key(certificate.pointer, keys.pointer) == 1,
            unsafe X509_verify(certificate.pointer, keys.pointer) == 1
        else { throw failure("the key did not sign the certificate") }
        guard let notAfter = Self.notAfter(of: certificate) else {
            throw failure("the certificate has no date at which it ends")
        }
        self.notAfter = notAfter
        entries = Self.entries(of: certificate)
    }

    private static let day = 86_400

    /// For a file that only its owner can read.
    package func keyPEM() throws(TLSError) -> [UInt8] { try keys.pem() }

    package func certificatePEM() throws(TLSError) -> [UInt8] { try certificate.pem() }

    /// The SHA-256 of the certificate, as browsers show it.
    package func fingerprint() throws(TLSError) -> Digest { SHA256.digest(try certificate.der()) }

    /// The host names, in lower case, and IP addresses, IPv6 as eight numbers.
    package var names: [String] {
        entries.map { String($0.drop { $0 != ":" }.dropFirst()) }
    }

    /// True if the certificate covers the name, in any spelling of an IP address.
    package func covers(_ name: String) -> Bool {
        Self.entry(of: name).map(entries.contains) ?? false
    }
}

extension WebCertificate {
    /// A name in OpenSSL's notation, `DNS:ana.local` or `IP:192.168.1.4`; nil for a text that is
    /// neither a host name nor an IP address. Equal names have equal entries.
    private static func entry(of name: String) -> String? {
        if let octets = unsafe a2i_IPADDRESS(name) {
            defer { unsafe ASN1_OCTET_STRING_free(octets) }
            return unsafe entry(
                ofAddress: copy(ASN1_STRING_get0_data(octets), ASN1_STRING_length(octets)))
        }
        let host = name.lowercased()
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        let isHost = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isHostByte)
        }
        return isHost && host.utf8.count <= 253 ? "DNS:" + host : nil
    }

    /// Four or sixteen bytes, else nil.
    private static func entry(ofAddress bytes: [UInt8]) -> String? {
        switch bytes.count {
        case 4: return "IP:" + bytes.map { String($0) }.joined(separator: ".")
        case 16:
            let groups = stride(from: 0, to: 16, by: 2).map { index in
                String(Int(bytes[index]) << 8 | Int(bytes[index + 1]), radix: 16)
            }
            return "IP:" + groups.joined(separator: ":")
        default: return nil
        }
    }

    /// RFC 952 and RFC 1123, with the underscore that some machines have in their names.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The names in the certificate, in its order; those of other kinds are left out.
    private static func entries(of certificate: Certificate) -> [String] {
        guard let names = unsafe shim_alternative_names(certificate.pointer) else { return [] }
        defer { unsafe GENERAL_NAMES_free(names) }
        return unsafe (0..<max(0, shim_count(names))).compactMap { index -> String? in
            var kind: Int32 = 0
            guard let text = unsafe shim_name(names, index, &kind) else { return nil }
            let bytes = unsafe copy(ASN1_STRING_get0_data(text), ASN1_STRING_length(text))
            return kind == GEN_IPADD
                ? entry(ofAddress: bytes) : entry(of: String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func notAfter(of certificate: Certificate) -> Int? {
        guard let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
        defer { unsafe ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        let end = unsafe X509_get0_notAfter(certificate.pointer)
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, end) == 1 else { return nil }
        return Int(days) * day + Int(seconds)
    }
}

/// Lets `read` make an object of text in PEM, which the caller owns. `failure` makes an error of
/// OpenSSL's message.
private func fromPEM(
    _ pem: [UInt8], _ bytesMax: Int, _ failure: (_ reason: String) -> TLSError,
    _ read: (_ input: OpaquePointer) -> OpaquePointer?
) throws(TLSError) -> OpaquePointer {
    try Library.start()
    guard pem.count <= bytesMax else { throw failure("\(pem.count) bytes are too many") }
    let input = unsafe try Library.checked(
        BIO_new_mem_buf(pem, Int32(pem.count)), "read a key or certificate")
    defer { unsafe BIO_free(input) }
    guard let object = unsafe read(input) else { throw failure(Library.words) }
    return unsafe object
}

/// Refuses to ask: without this callback OpenSSL would ask on the terminal for the password of an
/// encrypted file.
private func noPassword(
    _: UnsafeMutablePointer<CChar>?, _: Int32, _: Int32, _: UnsafeMutableRawPointer?
) -> Int32 { -1 }

/// The bytes that `write` writes; it returns 1 unless it failed.
private func bytes(
    _ doing: String, _ write: (_ output: OpaquePointer) -> Int32
) throws(TLSError) -> [UInt8] {
    Library.forget()
    let output = unsafe try Library.checked(BIO_new(BIO_s_mem()), doing)
    defer { unsafe BIO_free(output) }
    try Library.check(unsafe write(output) == 1, doing)
    return unsafe takeAll(of: output)
}

private func copy(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
}
