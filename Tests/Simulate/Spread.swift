import Foundation
import Synchronization

/// Does so many pieces of work on as many cores as there are; what came of them, in no order.
func spread<Outcome: Sendable>(
    _ count: Int, _ work: @Sendable (Int) -> Outcome
) -> [Outcome] {
    let outcomes = Mutex<[Outcome]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
        let outcome = work(index)
        outcomes.withLock { $0.append(outcome) }
    }
    return outcomes.withLock { $0 }
}
