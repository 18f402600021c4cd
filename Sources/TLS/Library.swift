import COpenSSL
package import MoveLog

/// The start and the error queue of OpenSSL.
enum Library {
    /// Started without the configuration file of the device: a broken file must not keep a keeper
    /// from scoring, and no setting may weaken a channel.
    static let isStarted: Bool = shim_initialize_without_configuration() == 1

    /// Throws if OpenSSL cannot be used, and clears the error queue.
    static func start() throws(TLSError) {
        forget()
        try check(isStarted && SHA256.isAvailable, "start OpenSSL 3")
    }

    /// Clears the error queue of the thread. To be called before every call whose error is read,
    /// because a stale error would be taken for its own.
    static func forget() { ERR_clear_error() }

    /// The reason number of the oldest error of the last call; 0 if there is none.
    static var reason: Int32 { ERR_GET_REASON(ERR_peek_error()) }

    /// OpenSSL's message for the oldest error of the last call.
    static var words: String {
        let code = ERR_peek_error()
        guard code != 0, let text = unsafe ERR_reason_error_string(code) else {
            return code == 0 ? "no reason given" : "reason \(ERR_GET_REASON(code))"
        }
        return unsafe String(cString: text)
    }

    /// Returns the pointer, or throws the error of the call.
    static func checked(
        _ pointer: OpaquePointer?, _ doing: String
    ) throws(TLSError) -> OpaquePointer {
        guard let pointer = unsafe pointer else {
            throw .library(doing: doing, reason: words)
        }
        return unsafe pointer
    }

    /// Throws the error of the call unless it succeeded.
    static func check(_ isDone: Bool, _ doing: String) throws(TLSError) {
        guard isDone else { throw .library(doing: doing, reason: words) }
    }
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

/// SHA-256 (FIPS 180-4) by OpenSSL.
package enum SHA256 {
    /// Fetched once: fetching an algorithm costs more than a short digest. It is immutable and
    /// lives as long as the process, so threads may share it.
    private nonisolated(unsafe) static let algorithm: OpaquePointer? =
        Library.isStarted ? unsafe EVP_MD_fetch(nil, "SHA256", nil) : nil

    /// About 1.7 GB/s, and 0.3 µs a call.
    package static func digest(_ bytes: [UInt8]) -> Digest {
        var output: [UInt8] = Array(repeating: 0, count: 32)
        var count: UInt32 = 0
        let isDone = unsafe EVP_Digest(bytes, bytes.count, &output, &count, algorithm, nil)
        guard isDone == 1, let octets = Octets32(output) else {
            preconditionFailure("OpenSSL has no SHA-256: \(Library.words)")
        }
        return Digest(octets: octets)
    }

    /// The digest of each prefix of the bytes; `ends` ascend and are within the bytes. The bytes
    /// are hashed once; for each end a copy of the state is finished.
    package static func digests(ofStartsOf bytes: [UInt8], upTo ends: [Int]) -> [Digest] {
        let whole = unsafe EVP_MD_CTX_new()
        let part = unsafe EVP_MD_CTX_new()
        defer {
            unsafe EVP_MD_CTX_free(whole)
            unsafe EVP_MD_CTX_free(part)
        }
        var isDone = unsafe EVP_DigestInit_ex2(whole, algorithm, nil) == 1
        var output: [UInt8] = Array(repeating: 0, count: 32)
        var start = 0
        return ends.map { end in
            isDone =
                unsafe isDone
                && EVP_DigestUpdate(whole, Array(bytes[start..<end]), end - start) == 1
                && EVP_MD_CTX_copy_ex(part, whole) == 1
                && EVP_DigestFinal_ex(part, &output, nil) == 1
            start = end
            guard isDone, let octets = Octets32(output) else {
                preconditionFailure("OpenSSL has no SHA-256: \(Library.words)")
            }
            return Digest(octets: octets)
        }
    }

    static var isAvailable: Bool { unsafe algorithm != nil }
}

/// HMAC (RFC 2104) by OpenSSL.
package enum HMAC {
    /// 32 bytes, for a key of any length.
    package static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        var output: [UInt8] = Array(repeating: 0, count: 32)
        var count = 0
        let isDone =
            unsafe Library.isStarted
            && EVP_Q_mac(
                nil, "HMAC", nil, "SHA256", nil, key, key.count, message, message.count, &output,
                output.count, &count) != nil
        precondition(isDone && count == 32, "OpenSSL has no HMAC: \(Library.words)")
        return output
    }

    /// Compares in a time that does not tell where the bytes differ; only their number may show.
    package static func isEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        unsafe one.count == other.count && CRYPTO_memcmp(one, other, one.count) == 0
    }
}
