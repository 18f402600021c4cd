import COpenSSL
package import MoveLog

/// One secure channel over one connection, as bytes in and bytes out: no socket, no clock.
///
/// Each turn the caller passes in the bytes from the socket (`receive`), handles the events
/// (`takeEvents`), sends (`send`) and writes the output (`takeOutput`), also after a failure: the
/// last bytes then hold the alert that tells the peer the reason. When `wantsClose` is true, it
/// closes the socket once the output is written: the sending half first, then it reads and drops
/// bytes until the peer closes or a short deadline passes, because a reset caused by unread bytes
/// would lose the alert.
///
/// Back-pressure: while `wantsInput` is false, leave bytes in the socket; while the peer reads
/// slowly, do not `send` more. A channel that exceeds its limits fails.
///
/// A dialler is established before the acceptor has judged its certificate (RFC 8446 section 4.4),
/// so a dialler's link counts only from the first data that arrives. If the socket ends without
/// `closed` or `failed`, data may be truncated.
///
/// A browser proves nothing: its channel tells no `established`, and its first event is data, or
/// the end. Such a channel can `send` once `isEstablished`.
///
/// One thread at a time. Memory: about 40 KiB while bytes flow, less when idle.
@safe
package final class SecureChannel {
    private enum State {
        case handshake
        case established
        case ended
    }

    private let ssl: OpaquePointer
    /// Owned by `ssl`.
    private let input: OpaquePointer
    /// Owned by `ssl`.
    private let output: OpaquePointer
    /// The callbacks ask it.
    fileprivate var verifier: PeerVerifier
    private var state = State.handshake
    private var events: [Event] = []
    /// Decrypted bytes after the last event.
    private var plain: [UInt8] = []

    private var handshakeBytes = 0
    fileprivate var lateMessages = 0
    /// The last one, for the error message.
    fileprivate var peerAlert: Alert?
    /// The joiner's identity at a fixed address: OpenSSL copies it after the return of the
    /// callback.
    fileprivate let offeredIdentity: UnsafeMutableBufferPointer<UInt8>

    init(context: OpaquePointer, role: PeerVerifier.Role) throws(TLSError) {
        let doing = "make a secure link"
        Library.forget()
        let ssl = unsafe try Library.checked(SSL_new(context), doing)
        let (input, output) = unsafe (BIO_new(BIO_s_mem()), BIO_new(BIO_s_mem()))
        guard let input = unsafe input, let output = unsafe output else {
            unsafe BIO_free(input)
            unsafe BIO_free(output)
            unsafe SSL_free(ssl)
            throw .library(doing: doing, reason: Library.words)
        }
        unsafe SSL_set_bio(ssl, input, output)
        unsafe self.ssl = unsafe ssl
        unsafe self.input = unsafe input
        unsafe self.output = unsafe output
        verifier = PeerVerifier(role: role)
        if case .join(let code) = role {
            let identity = code.identity
            unsafe offeredIdentity = .allocate(capacity: identity.count)
            _ = unsafe offeredIdentity.initialize(from: identity)
        } else {
            unsafe offeredIdentity = .allocate(capacity: 0)
        }
        try Library.check(unsafe tie(ssl, to: self), doing)
        switch role {
        case .accept, .serve:
            unsafe SSL_set_accept_state(ssl)
        case .dial, .join:
            unsafe SSL_set_connect_state(ssl)
            shakeHands()
        }
    }

    deinit {
        unsafe SSL_free(ssl)
        unsafe offeredIdentity.deallocate()
    }
}

extension SecureChannel {
    /// The proof of a peer when a channel is established.
    package enum Proof: Hashable, Sendable {
        /// The peer holds this key: a member's link.
        case key(PublicKey)
        /// The peer knows the code of this invite, and has proved nothing more: valid for pairing
        /// only.
        case code(identity: [UInt8])
    }

    /// An event of a channel, in order of occurrence.
    package enum Event: Equatable, Sendable {
        /// The handshake is complete; the first event unless the channel fails before, or its peer
        /// is a browser.
        case established(Proof)
        /// Bytes of the peer, in any division.
        case data([UInt8])
        /// The peer closed in order: nothing is truncated. The last event.
        case closed
        /// The channel cannot be used any longer. The last event.
        case failed(TLSError)
    }
}

// MARK: - The caller's side

extension SecureChannel {
    /// True if the peer's bytes may be read from the socket: false while too much decrypted data
    /// waits, and after the end.
    package var wantsInput: Bool {
        state != .ended && plain.count < ChannelLimits.plainBytesWanted
    }

    /// True from the end of the handshake to the end of the channel: `send` sends.
    package var isEstablished: Bool { state == .established }

    /// True if the socket is to be closed once the output is written.
    package var wantsClose: Bool { state == .ended }

    /// The ciphertext that waits for `takeOutput`.
    package var outputBytes: Int { unsafe BIO_ctrl_pending(output) }

    /// Takes ciphertext from the peer, in any division; drops it after the end.
    package func receive(_ bytes: [UInt8]) {
        var offset = 0
        while offset < bytes.count && state != .ended {
            let count = min(ChannelLimits.sliceBytesMax, bytes.count - offset)
            guard feed(bytes, from: offset, count: count) else { return }
            offset += count
            if state == .handshake {
                handshakeBytes += count
                shakeHands()
            }
            if state == .established { readAll() }
            if state == .handshake && handshakeBytes > ChannelLimits.handshakeBytesMax {
                end(.failed(.flood(.handshake)))
            }
        }
    }

    /// The events since the last call, in order.
    package func takeEvents() -> [Event] {
        flushPlain()
        defer { events = [] }
        return events
    }

    /// All ciphertext for the peer; empty if there is none.
    package func takeOutput() -> [UInt8] { unsafe takeAll(of: output) }

    /// Encrypts bytes for the peer. Only after the handshake; drops them after the end. Too many at
    /// once end in `failed(.outputFull)`.
    package func send(_ bytes: [UInt8]) {
        precondition(state != .handshake, "a channel sends nothing before it is established")
        guard state == .established, !bytes.isEmpty else { return }
        guard outputBytes + bytes.count <= ChannelLimits.outputBytesMax else {
            end(.failed(.outputFull))
            return
        }
        Library.forget()
        var written = 0
        let result = unsafe SSL_write_ex(ssl, bytes, bytes.count, &written)
        if result != 1 { fail(after: result) }
    }

    /// Tells the peer that the channel closes, and ends without an event. Data that arrived before
    /// can still be taken.
    package func close() {
        guard state != .ended else { return }
        if state == .established { sayGoodBye() }
        state = .ended
    }

    /// Bytes that only the two ends of this handshake can compute (RFC 8446 section 7.5): equal on
    /// both ends for equal label, context and count.
    package func exporter(
        label: String, context: [UInt8], count: Int
    ) throws(TLSError) -> [UInt8] {
        precondition(count > 0 && count <= ChannelLimits.exportBytesMax, "an export of few bytes")
        guard state == .established else { throw .notEstablished }
        Library.forget()
        var bytes: [UInt8] = Array(repeating: 0, count: count)
        let label = Array(label.utf8).map { CChar(bitPattern: $0) }
        try Library.check(
            unsafe SSL_export_keying_material(
                ssl, &bytes, count, label, label.count, context, context.count, 1) == 1,
            "export keying material")
        return bytes
    }
}

// MARK: - OpenSSL's side

extension SecureChannel {
    private func feed(_ bytes: [UInt8], from offset: Int, count: Int) -> Bool {
        Library.forget()
        var written = 0
        let result = unsafe bytes.withUnsafeBytes { buffer in
            unsafe BIO_write_ex(input, buffer.baseAddress?.advanced(by: offset), count, &written)
        }
        guard result == 1 && written == count else {
            end(.failed(.library(doing: "hold received bytes", reason: Library.words)))
            return false
        }
        return true
    }

    private func shakeHands() {
        Library.forget()
        let result = unsafe SSL_do_handshake(ssl)
        guard result == 1 else {
            fail(after: result)
            return
        }
        if verifier.asksForProof {
            guard let proof = verifier.proof(usedCode: unsafe SSL_session_reused(ssl) == 1) else {
                end(.failed(verifier.refusal ?? .codeUnproven))
                return
            }
            events.append(.established(proof))
        }
        state = .established
        lateMessages = 0
    }

    private func readAll() {
        let capacity = ChannelLimits.recordBytesMax
        unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 16) { buffer in
            while state == .established {
                Library.forget()
                var count = 0
                let result = unsafe SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
                guard result == 1 else {
                    fail(after: result)
                    break
                }
                lateMessages = 0
                unsafe plain.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                if plain.count > ChannelLimits.plainBytesMax { end(.failed(.flood(.data))) }
            }
        }
        if lateMessages > ChannelLimits.lateMessagesMax { end(.failed(.flood(.lateMessages))) }
    }

    /// Handles an unsuccessful call: it may only need more bytes.
    private func fail(after result: Int32) {
        switch unsafe SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE:
            return
        case SSL_ERROR_ZERO_RETURN:
            if state == .handshake {
                end(.failed(.closedInHandshake))
            } else {
                sayGoodBye()
                end(.closed)
            }
        default:
            let failure = failureInWords()
            // The alert for the peer may wait after a flight that was never completed.
            unsafe shim_flush(SSL_get_wbio(ssl))
            end(.failed(failure))
        }
    }

    private func failureInWords() -> TLSError {
        if let refusal = verifier.refusal { return refusal }
        if let peerAlert, peerAlert != .closeNotify {
            // A joiner whose code is unknown here is shown a certificate, which it refuses.
            if state == .handshake && verifier.metUnknownCode { return .codeUnknown }
            return .refusedByPeer(peerAlert)
        }
        switch Library.reason {
        case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return .certificateMissing
        case SSL_R_BINDER_DOES_NOT_VERIFY: return .codeWrong
        default: break
        }
        let words = Library.words
        return state == .handshake ? .handshake(reason: words) : .broken(reason: words)
    }

    private func sayGoodBye() {
        Library.forget()
        _ = unsafe SSL_shutdown(ssl)
    }

    private func end(_ event: Event) {
        guard state != .ended else { return }
        state = .ended
        flushPlain()
        events.append(event)
    }

    private func flushPlain() {
        guard !plain.isEmpty else { return }
        events.append(.data(plain))
        plain = []
    }
}

// MARK: - Callbacks

// The callbacks of OpenSSL during a handshake. Each finds its channel and passes the question on; a
// channel outlives its SSL object, which is the only caller.

private func channel(of ssl: OpaquePointer?) -> SecureChannel? {
    guard let ssl = unsafe ssl, let pointer = unsafe SSL_get_ex_data(ssl, 0) else { return nil }
    return unsafe Unmanaged<SecureChannel>.fromOpaque(pointer).takeUnretainedValue()
}

/// Connects an SSL object to its channel, which must outlive it, and counts every message.
private func tie(_ ssl: OpaquePointer, to channel: SecureChannel) -> Bool {
    let pointer = unsafe Unmanaged.passUnretained(channel).toOpaque()
    unsafe SSL_set_msg_callback(ssl, inspectMessage)
    return unsafe SSL_set_ex_data(ssl, 0, pointer) == 1
}

/// Verifies a peer's certificate by its key alone; the checks of OpenSSL (names, times,
/// authorities) do not apply.
func verifyCertificate(_ store: OpaquePointer?, _: UnsafeMutableRawPointer?) -> Int32 {
    let ssl = unsafe X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
    guard let channel = unsafe channel(of: OpaquePointer(ssl)) else { return 0 }
    let key = unsafe selfSignedKey(in: X509_STORE_CTX_get0_cert(store))
    switch channel.verifier.verify(certifiedKey: key) {
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
    guard let key = channel.verifier.codeKey(identity: bytes) else { return 1 }
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
        case .join(let code) = channel.verifier.role,
        let made = unsafe makeSession(key: code.key, for: ssl)
    else { return 0 }
    unsafe identity?.pointee = unsafe UnsafePointer(channel.offeredIdentity.baseAddress)
    unsafe count?.pointee = unsafe channel.offeredIdentity.count
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
        channel.peerAlert = Alert(code: code)
    } else if kind == SSL3_RT_HANDSHAKE {
        channel.lateMessages += 1
    }
}
