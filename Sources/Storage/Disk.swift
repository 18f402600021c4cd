/// One directory of files with flat names, as the store needs it: five verbs and no more.
///
/// What `write` and `resize` did may be lost or torn by a power failure, in any order and sector by
/// sector, until `makeDurable` of that file has returned. Reads see what was written all the same.
/// Only one store may use a directory at a time; keeping others out is the conformer's task.
package protocol Disk {
    /// The names of the files, in no particular order.
    func files() throws(DiskError) -> [String]

    /// The whole content of a file; a file of more than `max` bytes is an error.
    func read(_ file: String, max: Int) throws(DiskError) -> [UInt8]

    /// Writes all the bytes at the offset; makes the file when there is none, and fills what lies
    /// between its end and the offset with zeros. After an error any part may have been written.
    func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError)

    /// Returns when content and length of the file survive a power failure. The first call for a
    /// name makes its directory entry durable as well. After an error it is unknown what is durable,
    /// and a second call proves nothing about what was written before the first.
    func makeDurable(_ file: String) throws(DiskError)

    /// Makes a file that exists exactly this long, on the disk too where reads show that length
    /// already. Growing reserves real space, which reads as zeros, so that a full disk shows here and
    /// not in the middle of a record; shrinking gives up what is behind.
    func resize(_ file: String, to length: Int) throws(DiskError)
}

/// Why a verb of the disk failed.
package struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The verb that failed.
    package enum Operation: String, Hashable, Sendable {
        case list, read, write
        case makeDurable = "make durable"
        case resize
    }

    /// The verb that failed.
    package var operation: Operation
    /// The file's name, or the directory's for `list`.
    package var file: String
    /// The system's `errno`; 0 when the error is not the system's.
    package var number: Int32
    /// What the system says to the number.
    package var words: String
    /// Whether the disk or the quota is full: making room cures it.
    package var isFull: Bool
    /// Whether somebody deleted the file while it was open: it holds nothing for those who come.
    package var isDeleted: Bool

    /// Joins the parts.
    package init(
        operation: Operation, file: String, number: Int32, words: String, isFull: Bool,
        isDeleted: Bool = false
    ) {
        self.operation = operation
        self.file = file
        self.number = number
        self.words = words
        self.isFull = isFull
        self.isDeleted = isDeleted
    }

    /// One clause, such as "cannot write 00000001.seg: No space left on device".
    package var description: String { "cannot \(operation.rawValue) \(file): \(words)" }
}
