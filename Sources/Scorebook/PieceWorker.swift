/// Who does pieces of work that do not depend on each other: one by one, or several at once.
package protocol PieceWorker: Sendable {
    /// The result for each piece, in the order of the pieces.
    func map<Piece: Sendable, Result: Sendable>(
        _ pieces: [Piece], _ work: @Sendable (Piece) -> Result
    ) -> [Result]
}

/// Does one piece after the other.
package struct OneByOne: PieceWorker {
    /// There is nothing to choose.
    package init() {}

    package func map<Piece: Sendable, Result: Sendable>(
        _ pieces: [Piece], _ work: @Sendable (Piece) -> Result
    ) -> [Result] { pieces.map(work) }
}
