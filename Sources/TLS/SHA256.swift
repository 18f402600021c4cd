import COpenSSL
package import MoveLog

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
