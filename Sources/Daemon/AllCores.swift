import Net
import Scorebook

/// Folds on all cores of the machine at once.
struct AllCores: PieceWorker {
    func map<Piece: Sendable, Result: Sendable>(
        _ pieces: [Piece], _ work: @Sendable (Piece) -> Result
    ) -> [Result] { Cores.map(pieces, work) }
}
