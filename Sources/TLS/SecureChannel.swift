import COpenSSL
import MoveLog

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
    var judge: Judge
    private var state = State.handshake
    private var events: [Event] = []
    /// Decrypted bytes after the last event.
    private var plain: [UInt8] = []

    private var handshakeBytes = 0
    private var lateMessages = 0
    private var peerAlert: Alert?
    /// The joiner's identity at a fixed address: OpenSSL copies it after the return of the
    /// callback.
    private let offeredIdentity: UnsafeMutableBufferPointer<UInt8>

    init(context: OpaquePointer, role: Judge.Role) throws(TLSError) {
        let doing = "make a secure link"
        Library.forget()
        let ssl = unsafe try Library.checked(SSL_new(context), doing)
        guard let input = unsafe BIO_new(BIO_s_mem()) else {
            unsafe SSL_free(ssl)
            throw .library(doing: doing, reason: Library.words)
        }
        guard let output = unsafe BIO_new(BIO_s_mem()) else {
            unsafe BIO_free(input)
            unsafe SSL_free(ssl)
            throw .library(doing: doing, reason: Library.words)
        }
        unsafe SSL_set_bio(ssl, input, output)
        unsafe self.ssl = unsafe ssl
        unsafe self.input = unsafe input
        unsafe self.output = unsafe output
        judge = Judge(role: role)
        if case .join(let code) = role {
            let identity = code.identity
            unsafe offeredIdentity = .allocate(capacity: identity.count)
            _ = unsafe offeredIdentity.initialize(from: identity)
        } else {
            unsafe offeredIdentity = .allocate(capacity: 0)
        }
        try Library.check(unsafe tie(ssl, to: self), doing)
        if case .accept = role {
            unsafe SSL_set_accept_state(ssl)
        } else {
            unsafe SSL_set_connect_state(ssl)
            shakeHands()
        }
    }

    deinit {
        unsafe SSL_free(ssl)
        unsafe offeredIdentity.deallocate()
    }
}

// MARK: - The caller's side

extension SecureChannel {
    /// True if the peer's bytes may be read from the socket: false while too much decrypted data
    /// waits, and after the end.
    package var wantsInput: Bool {
        state != .ended && plain.count < ChannelLimits.plainBytesWanted
    }

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

    /// Encrypts bytes for the peer. Only after `established`; drops them after the end. Too many at
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
        guard let proof = judge.proof(usedCode: unsafe SSL_session_reused(ssl) == 1) else {
            end(.failed(judge.refusal ?? .codeUnproven))
            return
        }
        state = .established
        lateMessages = 0
        events.append(.established(proof))
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
        if let refusal = judge.refusal { return refusal }
        if let peerAlert, peerAlert != .closeNotify {
            // A joiner whose code is unknown here is shown a certificate, which it refuses.
            if state == .handshake && judge.metUnknownCode { return .codeUnknown }
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

// MARK: - What the callbacks ask

extension SecureChannel {
    /// The offer of a joiner; the identity stays at its address as long as the channel lives.
    var offeredCode: (identity: UnsafeMutableBufferPointer<UInt8>, key: [UInt8])? {
        guard case .join(let code) = judge.role else { return nil }
        return unsafe (offeredIdentity, code.key)
    }

    /// Keeps the peer's last alert for the error message.
    func keepAlert(_ alert: Alert) { peerAlert = alert }

    func countHandshakeMessage() { lateMessages += 1 }
}
