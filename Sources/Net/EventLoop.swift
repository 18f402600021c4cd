/// The wait of a program: one `poll(2)` over all its descriptors. `Source` says who acts when a
/// descriptor is ready: the daemon registers names, the client closures.
package final class EventLoop<Source> {
    private var poller = Poller()
    /// By descriptor number.
    private var sources: [Int32: Source] = [:]

    /// Watches nothing yet.
    package init() {}

    /// Watches a descriptor until `forget`, which must come before it is closed. Returns false, and
    /// watches nothing, when the limit of descriptors is reached.
    package func watch(
        _ number: Int32, _ interest: Poller.Interest, as source: Source
    ) -> Bool {
        guard poller.register(number, interest, token: Int(number)) else { return false }
        sources[number] = source
        return true
    }

    /// Changes what a descriptor is watched for; does nothing if it is not watched.
    package func update(_ number: Int32, _ interest: Poller.Interest) {
        guard sources[number] != nil else { return }
        poller.update(number, interest)
    }

    /// Ends the watch; does nothing if there is none.
    package func forget(_ number: Int32) {
        sources[number] = nil
        poller.remove(number)
    }

    /// Waits until a descriptor is ready, the time-out passes (nil: none; zero: do not wait) or a
    /// signal arrives; returns every source that is ready. Acting on one may `forget` another of them:
    /// the caller must then skip it.
    package func wait(
        timeout: Duration?
    ) throws(NetError) -> [(source: Source, state: Poller.Readiness)] {
        try poller.wait(timeout: timeout).compactMap { state in
            sources[Int32(state.token)].map { ($0, state) }
        }
    }
}
