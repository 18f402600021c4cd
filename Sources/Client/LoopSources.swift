package import Net

/// The descriptors that a client's loop waits on, and who hears of each.
package final class LoopSources {
    private struct Source {
        let token: Int
        var interest: Poller.Interest
        let hear: (Poller.Readiness) -> Void
    }

    private var poller = Poller()
    private var sources: [Int32: Source] = [:]
    private var numbers: [Int: Int32] = [:]
    private var nextToken = 0

    /// Waits on nothing yet.
    package init() {}

    /// Calls `hear` whenever the descriptor is ready, until `forget`, which must come before it is
    /// closed.
    package func watch(
        _ number: Int32, _ interest: Poller.Interest,
        _ hear: @escaping (Poller.Readiness) -> Void
    ) {
        nextToken += 1
        let isWatched = poller.register(number, interest, token: nextToken)
        precondition(isWatched, "a client has a handful of descriptors")
        sources[number] = Source(token: nextToken, interest: interest, hear: hear)
        numbers[nextToken] = number
    }

    /// Changes what a descriptor is watched for.
    package func update(_ number: Int32, _ interest: Poller.Interest) {
        guard let source = sources[number], source.interest != interest else { return }
        sources[number]?.interest = interest
        poller.update(number, interest)
    }

    /// Ends the watch; of an unwatched descriptor it does nothing.
    package func forget(_ number: Int32) {
        guard let source = sources.removeValue(forKey: number) else { return }
        numbers[source.token] = nil
        poller.remove(number)
    }

    /// Waits until something is ready or the time is over, and tells those whose descriptors are
    /// ready, unless they were forgotten meanwhile.
    package func wait(timeout: Duration?) throws(NetError) {
        for readiness in try poller.wait(timeout: timeout) {
            guard let number = numbers[readiness.token] else { continue }
            sources[number]?.hear(readiness)
        }
    }
}
