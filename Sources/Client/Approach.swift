/// The way to a daemon: when to try to connect, and when to start one. It knows no socket, no process
/// and no clock; all instants are uptimes.
///
/// Whoever drives it asks `step`, does what it says, and says how that went.
struct Approach {
    /// What to do now.
    enum Step: Hashable {
        case connect
        case start
        case wait(until: Duration)
    }

    private enum State {
        /// The first look: a daemon that is not there is started.
        case beginning
        /// One was started, and takes connections soon.
        case awaiting(until: Duration)
        /// It went away, or did not come, and is called back.
        case calling
        case connected
    }

    /// Whether a daemon may be started at all.
    private let isStarting: Bool
    private var state = State.beginning
    private var isStartDue = false
    private var nextTryAt: Duration
    private var interval = ClientLimits.backOffMin
    /// From when on a daemon may be started.
    private var startAt: Duration
    /// Whether one has answered since any was started from here.
    private var hasAnswered = false

    init(isStarting: Bool, at now: Duration) {
        self.isStarting = isStarting
        nextTryAt = now
        startAt = now
    }

    /// What to do now; asked again after each report below.
    func step(at now: Duration) -> Step {
        if isStartDue { return .start }
        return now >= nextTryAt ? .connect : .wait(until: nextTryAt)
    }

    /// The attempt failed, for want of a daemon or otherwise. One that answered and has ended in order
    /// is not started again: somebody wanted it to end.
    mutating func failed(at now: Duration, isAbsent: Bool, isEnded: Bool = false) {
        switch state {
        case .beginning:
            isStartDue = isStarting && isAbsent
            if !isStartDue { call(at: now) }
        case .awaiting(let deadline):
            nextTryAt = now + ClientLimits.startInterval
            if now >= deadline { call(at: now) }
        case .calling:
            let isWanted = !isEnded || !hasAnswered
            isStartDue = isStarting && isAbsent && isWanted && now >= startAt
            nextTryAt = now + interval
            interval = min(interval * 2, ClientLimits.backOffMax)
        case .connected:
            lost(at: now)
        }
    }

    /// A daemon was started, and is waited for.
    mutating func started(at now: Duration) {
        isStartDue = false
        hasAnswered = false
        state = .awaiting(until: now + ClientLimits.startTime)
        startAt = now + ClientLimits.restartInterval
        nextTryAt = now + ClientLimits.startInterval
    }

    /// The daemon that was started has ended. It may have lost to another that starts at this moment.
    mutating func startedEnded(at now: Duration) {
        guard case .awaiting(let deadline) = state else { return }
        state = .awaiting(until: min(deadline, now + ClientLimits.rivalTime))
    }

    /// None could be started.
    mutating func startFailed(at now: Duration) {
        isStartDue = false
        startAt = now + ClientLimits.restartInterval
        call(at: now)
    }

    /// Whether a daemon that was started is still waited for.
    var isAwaiting: Bool {
        if case .awaiting = state { true } else { false }
    }

    /// The daemon has answered.
    mutating func connected() {
        state = .connected
        hasAnswered = true
    }

    /// Whether one that answered has been away for so long that it is not just beginning anew.
    func isGone(at now: Duration) -> Bool { hasAnswered && now >= startAt }

    /// It went away. It may come back by itself, and is started if it does not.
    mutating func lost(at now: Duration) {
        startAt = now + ClientLimits.returnTime
        call(at: now)
    }

    private mutating func call(at now: Duration) {
        state = .calling
        interval = ClientLimits.backOffMin
        nextTryAt = now + interval
        interval = min(interval * 2, ClientLimits.backOffMax)
    }
}
