import Foundation

/// A file that this process writes to through inherited descriptors, such as its standard error.
/// Once it is long, it is renamed and a new one begun.
package struct GrowingOutput {
    /// The diagnostics of a daemon in the background, in its home, and the previous part of them.
    package static let diagnosticsName = "diagnostics.txt"
    /// See `diagnosticsName`.
    package static let olderDiagnosticsName = "diagnostics.old.txt"

    private let path: String
    private let keptPath: String
    private let bytesMax: Int
    private let numbers: [Int32]

    /// The file at `path` is open for appending as all of `numbers`; beyond `bytesMax` it is
    /// renamed to `keptPath`, which is replaced.
    package init(
        _ path: String, keeping keptPath: String, bytesMax: Int,
        numbers: [Int32] = [STDERR_FILENO, STDOUT_FILENO]
    ) {
        self.path = path
        self.keptPath = keptPath
        self.bytesMax = bytesMax
        self.numbers = numbers
    }

    /// Renames the file and begins a new one if it is long. The new file is opened first, beside
    /// it, and the kept file is replaced last: if the path leads to another file, or if a step
    /// fails, both files stay and output continues as before.
    package func renew() {
        guard let first = numbers.first else { return }
        var own = stat()
        var there = stat()
        guard unsafe fstat(first, &own) == 0, own.st_mode & S_IFMT == S_IFREG,
            own.st_size > bytesMax, unsafe lstat(path, &there) == 0,
            there.st_dev == own.st_dev, there.st_ino == own.st_ino
        else { return }
        let freshPath = path + ".new"
        let flags = O_WRONLY | O_CREAT | O_APPEND
        guard let fresh = try? Descriptor.ofOwn(freshPath, flags, "open") else { return }
        // Already renamed if all went well.
        defer { _ = unsafe unlink(freshPath) }
        let fullPath = path + ".full"
        guard unsafe rename(path, fullPath) == 0 else { return }
        guard unsafe rename(freshPath, path) == 0, unsafe rename(fullPath, keptPath) == 0 else {
            _ = unsafe rename(fullPath, path)
            return
        }
        for number in numbers {
            var status = stat()
            // One of the descriptors may refer to another file.
            if unsafe fstat(number, &status) == 0, status.st_ino == own.st_ino,
                status.st_dev == own.st_dev
            {
                _ = dup2(fresh.number, number)
            }
        }
    }
}
