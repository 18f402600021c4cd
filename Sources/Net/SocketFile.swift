import Foundation

/// The file of a Unix socket, identified by device and inode, not only by its path: another process
/// may have put its own file there since.
struct SocketFile {
    private let path: String
    private let device: UInt64
    private let inode: UInt64

    /// The socket at the path; nil if there is none.
    init?(at path: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else {
            return nil
        }
        self.path = path
        device = UInt64(truncatingIfNeeded: status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// True if the same file is still at the path.
    var isInPlace: Bool {
        guard let now = SocketFile(at: path) else { return false }
        return now.device == device && now.inode == inode
    }

    /// Removes the file if it is still the same one.
    func remove() {
        if isInPlace { _ = unsafe unlink(path) }
    }

    /// Removes a socket on which no process answers, and nothing else.
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
            // The queue of the listener is full, so a process is listening.
            case EAGAIN: throw .answered(path: path)
            default: throw error
            }
        }
        throw .answered(path: path)
    }
}
