package import MoveLog

/// Why the store could not do what it was asked to.
package enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The disk or the quota is full. What was acknowledged is safe; a new opening after room was
    /// made goes on.
    case full(DiskError)
    /// The disk failed. What was acknowledged before is safe as far as the disk keeps it; only a
    /// new opening tells.
    case disk(DiskError)
    /// The store failed before and takes nothing more until it is opened anew; the first failure.
    case poisoned(DiskError)
    /// A segment was written by a newer version of the program; nothing was changed.
    case newerFormat(file: String, version: UInt32)
    /// A segment belongs to another table; nothing was changed.
    case otherTable(file: String, table: TableID)
    /// A commit is larger than a record may be; its payload's bytes. Nothing was changed.
    case tooLarge(bytes: Int)

    /// What a disk's failure means to the store.
    package init(_ error: DiskError) { self = error.isFull ? .full(error) : .disk(error) }

    /// Whether making room on the disk and opening anew cures it.
    package var isFull: Bool {
        switch self {
        case .full: true
        case .poisoned(let first): first.isFull
        case .disk, .newerFormat, .otherTable, .tooLarge: false
        }
    }

    /// The file of the log that somebody deleted while it was open; nil when that is not the reason.
    package var deletedFile: String? {
        switch self {
        case .disk(let error), .full(let error), .poisoned(let error):
            error.isDeleted ? error.file : nil
        case .newerFormat, .otherTable, .tooLarge: nil
        }
    }

    /// What failed, on what, what still holds, what to do.
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
