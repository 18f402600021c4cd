import Net

/// What the loop can hear from.
enum Source: Hashable {
    case signals
    case peerListener
    case localListener
    case announcements
    case link(UInt64)
    case local(Int)
    case resolution(Int)
}

/// The descriptors that the loop waits on, by what they belong to.
final class Sources {
    private var poller = Poller()
    private var owners: [Int: Source] = [:]
    private var tokens: [Int32: Int] = [:]
    private var interests: [Int32: Poller.Interest] = [:]
    private var nextToken = 0

    /// Watches a descriptor; false when there are too many.
    func watch(_ number: Int32, _ interest: Poller.Interest, as source: Source) -> Bool {
        nextToken += 1
        guard poller.register(number, interest, token: nextToken) else { return false }
        owners[nextToken] = source
        tokens[number] = nextToken
        interests[number] = interest
        return true
    }

    /// Changes what a descriptor is watched for; of an unwatched one it does nothing.
    func update(_ number: Int32, _ interest: Poller.Interest) {
        guard let known = interests[number], known != interest else { return }
        interests[number] = interest
        poller.update(number, interest)
    }

    /// Ends the watch; before the descriptor is closed.
    func forget(_ number: Int32) {
        guard let token = tokens.removeValue(forKey: number) else { return }
        owners[token] = nil
        interests[number] = nil
        poller.remove(number)
    }

    /// Waits, and returns what is ready. What was forgotten meanwhile is the caller's to notice.
    func wait(timeout: Duration?) throws(NetError) -> [(source: Source, state: Poller.Readiness)] {
        try poller.wait(timeout: timeout).compactMap { state in
            owners[state.token].map { ($0, state) }
        }
    }
}
