extension Ledger {
    /// Why nothing can be recorded now. Reading goes on.
    package struct Problem: Equatable, Sendable {
        /// A sentence with what to do.
        package let reason: String
        /// Whether making room cures it.
        package let isFull: Bool
        /// Whether the log's files were deleted, so that only this process holds what was recorded.
        package var isDeleted = false
    }
}
