import Foundation

/// A file that the keeper names: anywhere, of any account, only read or only written, unlike the
/// files of a folder that this program keeps for itself.
package enum GivenFile {
    /// The whole file, or all that a pipe brings. More than `bytesMax` is an error.
    package static func read(_ path: String, bytesMax: Int) throws(NetError) -> [UInt8] {
        let descriptor = Descriptor(
            owning: try retrying { unsafe open(path, O_RDONLY | O_CLOEXEC) }.orThrow("read", path))
        let number = descriptor.number
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: NetLimits.readBytesMax)
        while true {
            let count = try retrying { unsafe Foundation.read(number, &piece, piece.count) }
                .orThrow("read", path)
            guard count > 0 else { return bytes }
            guard bytes.count + count <= bytesMax else {
                throw .tooLarge(subject: path, sizeMax: bytesMax)
            }
            bytes += piece[..<count]
        }
    }

    /// Writes all the bytes, in place of what was in the file; makes it if there is none. When it
    /// throws, any part of them may be there.
    package static func write(_ bytes: [UInt8], to path: String) throws(NetError) {
        let descriptor = Descriptor(
            owning: try retrying {
                unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode_t(0o644))
            }.orThrow("write", path))
        let number = descriptor.number
        var written = 0
        while written < bytes.count {
            written += try unsafe bytes.withUnsafeBytes { buffer in
                retrying {
                    unsafe Foundation.write(
                        number, buffer.baseAddress?.advanced(by: written), bytes.count - written)
                }
            }.orThrow("write", path)
        }
    }
}
