import COpenSSL
package import MoveLog

/// Makes the channels of one device from shared settings.
///
/// Every channel is TLS 1.3 (RFC 8446) with TLS_AES_128_GCM_SHA256, X25519 and Ed25519; no tickets,
/// no resumption, no early data, no compression. One port serves both kinds of peers: a member
/// proves its key by certificate, a joiner proves that it knows an invite code by an external PSK
/// with psk_dhe_ke, and neither is ever taken for the other.
@safe
package final class TLSContext {
    private let accepting: ChannelSettings
    private let dialling: ChannelSettings
    private let joining: ChannelSettings

    /// Makes the certificate of the device. Cost: about 1 ms.
    package init(identity: Identity) throws(TLSError) {
        let certificate = try Certificate(of: identity)
        accepting = try .forDevices()
        dialling = try .forDevices()
        joining = try .forDevices()

        // To OpenSSL a PSK is a session: an acceptor without a session ID context refuses each one,
        // and a joiner with such a context takes the session for a foreign one.
        let name: [UInt8] = Array("scored".utf8)
        try Library.check(
            unsafe SSL_CTX_set_session_id_context(
                accepting.context, name, UInt32(name.count)) == 1, doing)
        try accepting.show(certificate, identity.keys)
        try dialling.show(certificate, identity.keys)
        for settings in [accepting, dialling, joining] {
            unsafe SSL_CTX_set_verify(settings.context, SSL_VERIFY_PEER, nil)
            unsafe SSL_CTX_set_cert_verify_callback(settings.context, verifyCertificate, nil)
        }
        unsafe SSL_CTX_set_verify(
            accepting.context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
        unsafe SSL_CTX_set_psk_find_session_callback(accepting.context, findCode)
        unsafe SSL_CTX_set_psk_use_session_callback(joining.context, useCode)
    }

    /// Makes a channel for a peer that dialled this device.
    ///
    /// `admits` tells if a key may hold a link. It is called before the peer has proved that it
    /// holds the key, so it must change nothing; only `Event.established` carries a proof.
    /// `codeKey` returns the PSK (32 bytes) for the identity of an open invite, nil for any other;
    /// it is called a few times at most, before anything is proved.
    package func accept(
        admits: @escaping (PublicKey) -> Bool,
        codeKey: @escaping (_ identity: [UInt8]) -> [UInt8]?
    ) throws(TLSError) -> SecureChannel {
        unsafe try SecureChannel(
            context: accepting.context, role: .accept(admits: admits, codeKey: codeKey))
    }

    /// Makes a channel to a peer that this device dials as a member; `takeOutput` has its first
    /// bytes.
    ///
    /// `admits` tells if the key that answers may hold the link: with one expected key, `{ $0 ==
    /// expected }`. It must change nothing, as in `accept`.
    package func dial(
        admits: @escaping (PublicKey) -> Bool
    ) throws(TLSError) -> SecureChannel {
        unsafe try SecureChannel(context: dialling.context, role: .dial(admits: admits))
    }

    /// Makes a channel to a peer that has shown an invite code; `takeOutput` has its first bytes.
    /// It shows no certificate, accepts none, and is established only with a peer that knows the
    /// code too.
    package func join(_ code: InviteCode) throws(TLSError) -> SecureChannel {
        unsafe try SecureChannel(context: joining.context, role: .join(code))
    }
}

/// Makes the channels to browsers, which know neither the table nor its devices: ordinary TLS 1.2
/// and 1.3 with ECDSA over P-256, AEAD suites with forward secrecy, HTTP/1.1 where a browser asks
/// (RFC 7301), and no tickets, renegotiation, compression or certificate of the browser.
@safe
package final class WebContext {
    private let serving: ChannelSettings

    package init(_ certificate: WebCertificate) throws(TLSError) {
        serving = try .forBrowsers()
        try serving.show(certificate.certificate, certificate.keys)
        unsafe SSL_CTX_set_alpn_select_cb(serving.context, selectProtocol, nil)
    }

    /// Makes a channel for a browser that dialled this device; it lives on if the context does not.
    package func accept() throws(TLSError) -> SecureChannel {
        unsafe try SecureChannel(context: serving.context, role: .serve)
    }
}

private let doing = "prepare secure links"

/// The settings of channels in one role, as OpenSSL keeps them.
@safe
private final class ChannelSettings {
    /// Owned; freed with the settings. Each channel has a reference of its own.
    let context: OpaquePointer

    /// Turns off for every channel: sessions that are resumed, renegotiation, compression, early
    /// data.
    private init() throws(TLSError) {
        Library.forget()
        try Library.check(Library.isStarted, doing)
        unsafe context = unsafe try Library.checked(SSL_CTX_new(TLS_method()), doing)
        unsafe SSL_CTX_set_options(context, shim_options_on())
        // A ticket would let a removed device resume without showing its key.
        try Library.check(unsafe SSL_CTX_set_num_tickets(context, 0) == 1, doing)
        unsafe shim_set_session_cache_off(context)
        unsafe SSL_CTX_set_max_early_data(context, 0)
        unsafe shim_set_release_buffers(context)
    }

    deinit { unsafe SSL_CTX_free(context) }

    /// The settings that the three roles of a device share.
    static func forDevices() throws(TLSError) -> ChannelSettings {
        let settings = try ChannelSettings()
        let context = unsafe settings.context
        // With another suite first the PSK would silently be ignored: its hash must be that of the
        // suite.
        try Library.check(
            unsafe shim_only_tls13(context) == 1
                && SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256") == 1
                && shim_set_groups(context, "X25519") == 1
                && shim_set_signature_algorithms(context, "ed25519") == 1,
            doing)
        unsafe SSL_CTX_clear_options(context, shim_options_off())
        unsafe shim_set_certificate_list_max(context, ChannelLimits.certificateBytesMax)
        return settings
    }

    static func forBrowsers() throws(TLSError) -> ChannelSettings {
        let settings = try ChannelSettings()
        let context = unsafe settings.context
        let suites =
            "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384:"
            + "ECDHE-ECDSA-CHACHA20-POLY1305"
        try Library.check(
            unsafe shim_tls12_or_13(context) == 1
                && SSL_CTX_set_cipher_list(context, suites) == 1
                && shim_set_groups(context, "X25519:P-256") == 1
                && shim_set_signature_algorithms(context, "ecdsa_secp256r1_sha256") == 1,
            doing)
        return settings
    }

    func show(_ certificate: Certificate, _ keys: KeyPair) throws(TLSError) {
        Library.forget()
        try Library.check(
            unsafe SSL_CTX_use_certificate(context, certificate.pointer) == 1
                && SSL_CTX_use_PrivateKey(context, keys.pointer) == 1,
            doing)
    }
}

/// Chooses HTTP/1.1 among the protocols that a browser offers; without it there is none in common.
private func selectProtocol(
    _: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ count: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32,
    _: UnsafeMutableRawPointer?
) -> Int32 {
    let wanted = [8] + Array("http/1.1".utf8)
    var match: UnsafeMutablePointer<UInt8>?
    // The match is part of the first list, the browser's, which OpenSSL keeps while it needs it.
    let found = unsafe SSL_select_next_proto(
        &match, count, offered, offeredCount, wanted, UInt32(wanted.count))
    guard found == OPENSSL_NPN_NEGOTIATED else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    unsafe chosen?.pointee = unsafe UnsafePointer(match)
    return SSL_TLSEXT_ERR_OK
}
