package import Documents

extension LibraryRequest where Answer == LogDocument {
    /// Entries of a game, oldest first; of the current game without a name.
    ///
    /// - Parameters:
    ///   - keeper: only what this keeper recorded.
    ///   - player: only the moves of the player in this slot.
    ///   - limit: at most so many: the newest of those asked for.
    ///   - before: only those that stand before the entry of this name in the game's order.
    ///   - after: only those that stand behind it.
    ///   - only: just the entries of these names, where the game has them.
    package static func log(
        game: String? = nil, keeper: String? = nil, player: String? = nil, limit: Int? = nil,
        before: String? = nil, after: String? = nil, only: [String]? = nil
    ) -> LibraryRequest<LogDocument> {
        let parameters: [(String, String?)] = [
            ("keeper", keeper), ("player", player), ("limit", limit.map { "\($0)" }),
            ("before", before), ("after", after), ("only", only?.joined(separator: ",")),
        ]
        guard let game else { return Self(asking: .log, parameters) }
        return Self(asking: .gameLog, name: game, parameters)
    }
}
