/// One directory of files with flat names, as the store needs it.
///
/// A power failure may lose or tear the effects of `write` and `resize`, in any order and sector by
/// sector, until `makeDurable` of that file has returned. Reads see them at once. Only one store
/// may use a directory at a time; the conformer keeps others out.
package protocol Disk {
    /// In no particular order.
    func files() throws(DiskError) -> [String]

    /// The whole content of a file; a file of more than `max` bytes is an error.
    func read(_ file: String, max: Int) throws(DiskError) -> [UInt8]

    /// Writes all the bytes at the offset. Creates the file if there is none, and fills a gap
    /// before the offset with zeros. After an error any part may have been written.
    func write(_ bytes: [UInt8], to file: String, at offset: Int) throws(DiskError)

    /// Returns when content and length of the file survive a power failure. The first call for a
    /// name makes its directory entry durable as well. After an error it is unknown what is
    /// durable, and a second call proves nothing about earlier writes.
    func makeDurable(_ file: String) throws(DiskError)

    /// Sets the length of an existing file, on the disk even if reads already show that length.
    /// Growing reserves real space, which reads as zeros, so that a full disk fails here and not in
    /// the middle of a record; shrinking discards the bytes after the new end.
    func resize(_ file: String, to length: Int) throws(DiskError)
}

package struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Operation: String, Hashable, Sendable {
        case list, read, write, makeDurable, resize
    }

    package var operation: Operation
    /// The name of the file, or of the directory for `list`.
    package var file: String
    /// The `errno`; 0 if the error does not come from the system.
    package var number: Int32
    /// The system's message for the error.
    package var words: String
    /// True if the disk or the quota is full: freeing space helps.
    package var isFull: Bool
    /// True if the file was deleted while it was open: its content is lost at the next opening.
    package var isDeleted: Bool

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
    package var description: String {
        operation == .makeDurable
            ? "cannot make \(file) durable: \(words)"
            : "cannot \(operation.rawValue) \(file): \(words)"
    }
}
