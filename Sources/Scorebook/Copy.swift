package import MoveLog

/// Kind 4: an entry of another log, or of a lost stretch of one's own, recorded again. It stands in
/// for its origin as long as the origin is not in the table's logs.
extension CopiedEntry: EntryBody {
    package static var kind: Kind { .copied }
}
