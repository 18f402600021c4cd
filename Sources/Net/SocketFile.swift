import Foundation

/// The file that stands for a Unix socket, known by its identity, not by its path alone: another
/// process may have put its own there since.
struct SocketFile {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// The socket at the path; nil if none is there.
    init?(at path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        self.path = path
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// Whether it is still the same file that stands at the path.
    var isInPlace: Bool {
        guard let now = SocketFile(at: path) else { return false }
        return now.device == device && now.inode == inode
    }

    /// Removes the file, if it is still the same one.
    func remove() {
        if isInPlace { _ = unsafe unlink(path) }
    }

    /// Makes room for a socket: removes one that nobody answers on, and nothing else.
    static func clear(_ path: String) throws(NetError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard let file = SocketFile(at: path) else { throw .obstructed(path: path) }
        do {
            _ = try StreamSocket.connected(toPath: path)
        } catch {
            guard case .system(_, _, let number) = error else { throw error }
            switch number.rawValue {
            case ECONNREFUSED:
                file.remove()
                return
            case ENOENT: return
            // Its queue is full: somebody is there.
            case EAGAIN: throw .answered(path: path)
            default: throw error
            }
        }
        throw .answered(path: path)
    }
}
