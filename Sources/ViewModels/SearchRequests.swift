package import Documents

extension LibraryRequest where Answer == SearchDocument {
    /// Games, players and moves that fit every word; at most so many of each kind.
    package static func search(
        _ query: String, limit: Int? = nil
    ) -> LibraryRequest<SearchDocument> {
        Self(asking: .search, [("query", query), ("limit", limit.map { "\($0)" })])
    }
}
