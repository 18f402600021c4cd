import COpenSSL
import MoveLog

// The callbacks of OpenSSL during a handshake. Each finds its channel and passes the question on; a
// channel outlives its SSL object, which is the only caller.

private func channel(of ssl: OpaquePointer?) -> SecureChannel? {
    guard let ssl = unsafe ssl, let pointer = unsafe SSL_get_ex_data(ssl, 0) else { return nil }
    return unsafe Unmanaged<SecureChannel>.fromOpaque(pointer).takeUnretainedValue()
}

/// Connects an SSL object to its channel, which must outlive it, and counts every message.
func tie(_ ssl: OpaquePointer, to channel: SecureChannel) -> Bool {
    let pointer = unsafe Unmanaged.passUnretained(channel).toOpaque()
    unsafe SSL_set_msg_callback(ssl, inspectMessage)
    return unsafe SSL_set_ex_data(ssl, 0, pointer) == 1
}

/// Verifies a peer's certificate by its key alone; the checks of OpenSSL (names, times,
/// authorities) do not apply.
func judgeCertificate(_ store: OpaquePointer?, _: UnsafeMutableRawPointer?) -> Int32 {
    let ssl = unsafe X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
    guard let channel = unsafe channel(of: OpaquePointer(ssl)) else { return 0 }
    let key = unsafe selfSignedKey(in: X509_STORE_CTX_get0_cert(store))
    switch channel.judge.judge(certifiedKey: key) {
    case .admitted:
        unsafe X509_STORE_CTX_set_error(store, X509_V_OK)
        return 1
    case .stranger:
        // Becomes the alert unknown_ca (48).
        unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT)
        return 0
    case .unusable:
        // Becomes the alert bad_certificate (42).
        unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
        return 0
    }
}

/// The Ed25519 key of a certificate that is signed with it; else nil.
private func selfSignedKey(in certificate: OpaquePointer?) -> PublicKey? {
    guard let certificate = unsafe certificate,
        let pair = unsafe X509_get0_pubkey(certificate),
        let key = unsafe rawPublicKey(of: pair),
        unsafe X509_verify(certificate, pair) == 1
    else { return nil }
    return key
}

/// Gives an acceptor the PSK of an identity. "None" lets the handshake continue with certificates,
/// which a joiner refuses.
func findCode(
    _ ssl: OpaquePointer?, _ identity: UnsafePointer<UInt8>?, _ count: Int,
    _ session: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    unsafe session?.pointee = nil
    guard let ssl = unsafe ssl, let channel = unsafe channel(of: ssl) else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: identity, count: count))
    guard let key = channel.judge.codeKey(identity: bytes) else { return 1 }
    guard let made = unsafe makeSession(key: key, for: ssl) else { return 0 }
    unsafe session?.pointee = unsafe made
    return 1
}

/// Gives a joiner the PSK to offer. OpenSSL takes ownership of the session and copies the identity
/// after the return.
func useCode(
    _ ssl: OpaquePointer?, _: OpaquePointer?,
    _ identity: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ count: UnsafeMutablePointer<Int>?, _ session: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    guard let ssl = unsafe ssl, let channel = unsafe channel(of: ssl),
        let offer = unsafe channel.offeredCode,
        let made = unsafe makeSession(key: offer.key, for: ssl)
    else { return 0 }
    unsafe identity?.pointee = unsafe UnsafePointer(offer.identity.baseAddress)
    unsafe count?.pointee = offer.identity.count
    unsafe session?.pointee = unsafe made
    return 1
}

/// A new session that holds a PSK, because OpenSSL consumes one for each question.
private func makeSession(key: [UInt8], for ssl: OpaquePointer) -> OpaquePointer? {
    let suite: [UInt8] = [0x13, 0x01]  // TLS_AES_128_GCM_SHA256
    guard let cipher = unsafe SSL_CIPHER_find(ssl, suite), let session = unsafe SSL_SESSION_new()
    else { return nil }
    guard unsafe SSL_SESSION_set1_master_key(session, key, key.count) == 1,
        unsafe SSL_SESSION_set_cipher(session, cipher) == 1,
        unsafe SSL_SESSION_set_protocol_version(session, TLS1_3_VERSION) == 1
    else {
        unsafe SSL_SESSION_free(session)
        return nil
    }
    return unsafe session
}

/// Sees every message of the protocol: keeps alerts for error messages, and counts late handshake
/// messages.
private func inspectMessage(
    _ isSent: Int32, _: Int32, _ kind: Int32, _ bytes: UnsafeRawPointer?, _ count: Int,
    _ ssl: OpaquePointer?, _: UnsafeMutableRawPointer?
) {
    guard isSent == 0, let channel = unsafe channel(of: ssl) else { return }
    if kind == SSL3_RT_ALERT, count == 2, let bytes = unsafe bytes {
        let code = unsafe bytes.load(fromByteOffset: 1, as: UInt8.self)
        channel.keepAlert(Alert(code: code))
    } else if kind == SSL3_RT_HANDSHAKE {
        channel.countHandshakeMessage()
    }
}
