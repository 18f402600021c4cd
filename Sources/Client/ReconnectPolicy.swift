/// When to connect to the daemon and when to start one: decisions alone, without socket, process or
/// clock. All instants are uptimes.
///
/// The caller asks for the `step`, takes it and reports the outcome.
struct ReconnectPolicy {
    /// The next action of the caller.
    enum Step: Hashable {
        case connect
        case start
        case wait(until: Duration)
    }

    /// Why an attempt to connect failed.
    enum Failure: Hashable {
        /// No daemon runs, and none has ended in order.
        case absent
        /// No daemon runs: the last one ended in order, so a keeper wanted it to end.
        case ended
        /// The daemon takes no connection now.
        case busy
        /// A daemon may be there, but cannot be used.
        case other
    }

    private enum State {
        /// Before the first connection. A daemon that is absent is started.
        case beginning
        /// A daemon was started and does not answer yet.
        case awaiting(until: Duration)
        /// The daemon went away or did not come; attempts go on at growing intervals.
        case calling
        case connected
    }

    private let mayStart: Bool
    private var state = State.beginning
    private var isStartDue = false
    private var nextTryAt: Duration
    private var interval = ClientLimits.backOffMin
    /// While `calling`, no daemon is started before this time.
    private var startAt: Duration
    /// Until then a busy daemon is tried at short intervals; nil unless the last attempt met one.
    private var busyUntil: Duration?
    /// True if a daemon has answered since the last one was started here.
    private var hasAnswered = false

    init(mayStart: Bool, at now: Duration) {
        self.mayStart = mayStart
        nextTryAt = now
        startAt = now
    }

    func step(at now: Duration) -> Step {
        if isStartDue { return .start }
        return now >= nextTryAt ? .connect : .wait(until: nextTryAt)
    }

    /// True while a daemon that was started does not answer yet.
    var isAwaiting: Bool {
        if case .awaiting = state { true } else { false }
    }

    /// True while failed attempts prove nothing: a daemon is busy, starts, or may come back.
    func isPending(at now: Duration) -> Bool {
        let isBusy = busyUntil.map { now < $0 } ?? false
        return isStartDue || isAwaiting || isBusy || mayStart && hasAnswered && now < startAt
    }

    /// True if a daemon that answered has been away longer than a restart takes.
    func isGone(at now: Duration) -> Bool { hasAnswered && now >= startAt }

    mutating func failed(at now: Duration, _ failure: Failure) {
        if failure == .busy, !isAwaiting {
            let until = busyUntil ?? now + ClientLimits.busyTime
            busyUntil = until
            nextTryAt = now + ClientLimits.startInterval
            if now < until { return }
        } else {
            busyUntil = nil
        }
        let isAbsent = failure == .absent || failure == .ended
        switch state {
        case .beginning:
            isStartDue = mayStart && isAbsent
            if !isStartDue { call(at: now) }
        case .awaiting(let deadline):
            nextTryAt = now + ClientLimits.startInterval
            if now >= deadline { call(at: now) }
        case .calling:
            let isWanted = failure == .absent || !hasAnswered
            isStartDue = mayStart && isAbsent && isWanted && now >= startAt
            backOff(at: now)
        case .connected:
            lost(at: now)
        }
    }

    mutating func started(at now: Duration) {
        isStartDue = false
        hasAnswered = false
        state = .awaiting(until: now + ClientLimits.startTime)
        startAt = now + ClientLimits.restartInterval
        nextTryAt = now + ClientLimits.startInterval
    }

    /// The started daemon has ended, perhaps because another one started at the same moment.
    mutating func startedEnded(at now: Duration) {
        guard case .awaiting(let deadline) = state else { return }
        state = .awaiting(until: min(deadline, now + ClientLimits.rivalTime))
    }

    mutating func startFailed(at now: Duration) {
        isStartDue = false
        startAt = now + ClientLimits.restartInterval
        call(at: now)
    }

    mutating func connected() {
        state = .connected
        busyUntil = nil
        hasAnswered = true
    }

    /// The daemon went away. It is started if it does not come back by itself.
    mutating func lost(at now: Duration) {
        startAt = now + ClientLimits.returnTime
        call(at: now)
    }

    private mutating func call(at now: Duration) {
        state = .calling
        interval = ClientLimits.backOffMin
        backOff(at: now)
    }

    private mutating func backOff(at now: Duration) {
        nextTryAt = now + interval
        interval = min(interval * 2, ClientLimits.backOffMax)
    }
}
