package import MoveLog

package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk or the quota is full. Acknowledged entries are safe; an opening after space was
    /// freed continues.
    case full(DiskError)
    /// The disk failed. Acknowledged entries are safe as far as the disk keeps them; only a new
    /// opening can tell.
    case disk(DiskError)
    /// The store failed before, with this first error, and accepts nothing more until it is
    /// reopened.
    case poisoned(DiskError)
    /// A segment was written by a newer version of the program; nothing was changed.
    case newerFormat(file: String, version: UInt32)
    /// A segment belongs to another table; nothing was changed.
    case otherTable(file: String, table: TableID)
    /// A commit, given by the bytes of its payload, is larger than a record may be. Nothing was
    /// changed.
    case tooLarge(bytes: Int)

    package init(_ error: DiskError) { self = error.isFull ? .full(error) : .disk(error) }

    /// True if freeing space on the disk and reopening helps.
    package var isFull: Bool {
        switch self {
        case .full: true
        case .poisoned(let first): first.isFull
        case .disk, .newerFormat, .otherTable, .tooLarge: false
        }
    }

    /// The file of the log that was deleted while it was open; nil for any other error.
    package var deletedFile: String? {
        switch self {
        case .disk(let error), .full(let error), .poisoned(let error):
            error.isDeleted ? error.file : nil
        case .newerFormat, .otherTable, .tooLarge: nil
        }
    }

    /// One sentence: what failed, on what, what still holds, what to do.
    package var description: String {
        switch self {
        case .full(let error):
            "\(error); everything acknowledged is safe; make room, recording then resumes"
        case .disk(let error):
            "\(error); nothing more is acknowledged until the log has been opened anew and verified"
        case .poisoned(let error):
            "the log takes nothing since an earlier failure (\(error)); open it anew"
        case .newerFormat(let file, let version):
            "\(file) has format \(version), newer than this program's \(SegmentHeader.version); "
                + "nothing was changed; use the newer program"
        case .otherTable(let file, let table):
            "\(file) belongs to another table (\(table)); nothing was changed; "
                + "give each table its own directory"
        case .tooLarge(let bytes):
            "a commit of \(bytes) bytes is above the record limit of "
                + "\(SegmentLimits.payloadBytesMax); nothing was written"
        }
    }
}
