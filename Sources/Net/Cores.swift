import Foundation
import Synchronization

/// The cores of this machine.
package enum Cores {
    /// The result of the work for each piece, in the order of the pieces: done on all cores at once,
    /// in no order. Waits for the last; meant for what would keep people waiting on one core.
    package static func map<Piece: Sendable, Result: Sendable>(
        _ pieces: [Piece], _ work: @Sendable (Piece) -> Result
    ) -> [Result] {
        let results = Mutex([Result?](repeating: nil, count: pieces.count))
        DispatchQueue.concurrentPerform(iterations: pieces.count) { place in
            let result = work(pieces[place])
            results.withLock { $0[place] = result }
        }
        return results.withLock { results in
            results.map { result in
                guard let result else { preconditionFailure("a piece of work was not done") }
                return result
            }
        }
    }
}
