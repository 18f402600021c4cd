import MoveLog
import Net

/// Decides which addresses to dial and when. It has no socket and no clock: a seed fixes its
/// behaviour.
///
/// Announced addresses have their own share of the dials: an announcement without proof, which any
/// program can send, never takes a dial, a slot or the turn of an address that is vouched for.
struct Dialer {
    enum Destination: Hashable {
        case address(Address)
        /// Resolved at every dial, since the address may change.
        case name(NamedAddress)
    }

    /// A dial to be made; report its outcome under its number.
    struct Dial: Equatable {
        var number: Int
        var destination: Destination
    }

    /// The source of the claim that a device is at an address; the weakest first.
    enum Trust: Comparable {
        /// An announcement without proof.
        case announced
        /// A member: the device's signed announcement, its proof on an earlier link, or another
        /// member.
        case vouched
        /// The operator; kept while the daemon runs.
        case fixed
    }

    private struct Candidate {
        var device: DeviceID?
        var trust: Trust
        var failures = 0
        var readyAt: Duration
        /// The dial under way.
        var dial: Int?
        var dialledAt: Duration?
        /// The number of the last sighting, by which the address unseen for longest is found.
        var seen: Int
    }

    private struct Share {
        let dialsMax: Int
        /// Dials that have not become links yet.
        var underWay: Set<Int> = []
        var dialledAt: [DeviceID: Duration] = [:]

        var isFull: Bool { underWay.count >= dialsMax }

        mutating func begin(_ dial: Int, of device: DeviceID?, at now: Duration) {
            underWay.insert(dial)
            guard let device else { return }
            if dialledAt.count > DaemonLimits.dialDevicesMax { dialledAt = [:] }
            dialledAt[device] = now
        }
    }

    private var candidates: [Destination: Candidate] = [:]
    private var dials: [Int: Destination] = [:]
    private var announced = Share(dialsMax: DaemonLimits.dialsOfAnnouncedMax)
    private var vouched = Share(dialsMax: DaemonLimits.dialsMax)
    private var links: [DeviceID: Int] = [:]
    private var lastDial = 0
    private var sightings = 0
    /// Removed devices, never dialled.
    var excluded: Set<DeviceID> = []
    /// True for a device that was removed itself: it dials slowly, to learn when that ends.
    var isSlow = false

    // MARK: Whom

    /// Adds a destination that the operator named, due at once.
    mutating func addFixed(_ destination: Destination, at now: Duration) {
        let isFull =
            candidates.values.count { $0.trust == .fixed } >= DaemonLimits.fixedPeersMax
        var candidate =
            candidates[destination] ?? Candidate(trust: .fixed, readyAt: now, seen: 0)
        guard candidate.trust == .fixed && candidates[destination] != nil || !isFull else { return }
        candidate.trust = .fixed
        candidate.failures = 0
        candidate.readyAt = min(candidate.readyAt, now)
        candidates[destination] = candidate
    }

    /// Adds an address at which a device is said to be, and forgets earlier failures there. An
    /// announcement without proof does not change an address that is vouched for.
    mutating func add(
        _ device: DeviceID, at address: Address, as trust: Trust, now: Duration
    ) {
        guard !excluded.contains(device) else { return }
        sightings += 1
        let destination = Destination.address(address)
        var candidate =
            candidates[destination] ?? Candidate(trust: trust, readyAt: now, seen: sightings)
        guard trust > .announced || candidate.trust == .announced else { return }
        candidate.device = device
        candidate.seen = sightings
        if candidate.failures > 0 {
            candidate.failures = 0
            candidate.readyAt = min(candidate.readyAt, now)
        }
        store(candidate, at: destination, as: max(trust, candidate.trust))
    }

    /// Makes every destination due: the network has changed.
    mutating func retryAll(at now: Duration) {
        for destination in candidates.keys {
            candidates[destination]?.failures = 0
            candidates[destination]?.readyAt = now
        }
    }

    /// Forgets all dials, and all destinations but those that the operator named.
    mutating func forgetAll(at now: Duration) {
        let (fixed, last) = (candidates.filter { $0.value.trust == .fixed }, lastDial)
        self = Dialer()
        // A dial under way is reported by its number, which must stay unique.
        lastDial = last
        for destination in fixed.keys { addFixed(destination, at: now) }
    }

    /// Stores a candidate; one that is new to its share may displace others of that share.
    private mutating func store(
        _ candidate: Candidate, at destination: Destination, as trust: Trust
    ) {
        var candidate = candidate
        if trust < .fixed, candidates[destination]?.trust != trust {
            candidates[destination] = nil
            evict(past: DaemonLimits.dialAddressesMax - 1, as: trust, of: candidate.device)
            evict(past: DaemonLimits.dialDevicesMax - 1, as: trust)
        }
        candidate.trust = trust
        candidates[destination] = candidate
    }

    /// Drops the idle address unseen for longest if there are more than `most` of a trust, or of
    /// one device with that trust.
    private mutating func evict(past most: Int, as trust: Trust, of device: DeviceID? = nil) {
        var (count, oldest, destination) = (0, Int.max, Destination?.none)
        for (other, known) in candidates
        where known.trust == trust && (device == nil || known.device == device) {
            count += 1
            guard known.dial == nil, known.seen < oldest else { continue }
            (oldest, destination) = (known.seen, other)
        }
        if count > most, let destination { candidates[destination] = nil }
    }

    // MARK: When

    /// The dials that are due, now counted as under way: first those with few failures, then those
    /// seen last.
    mutating func takeDue(at now: Duration) -> [Dial] {
        var due: [Dial] = []
        // Sorted, so that a seed fixes the order.
        let destinations = candidates.filter { isDue($0.key, $0.value, at: now) }
            .sorted { ($0.value.failures, $1.value.seen) < ($1.value.failures, $0.value.seen) }
        for (destination, candidate) in destinations where isDue(destination, candidate, at: now) {
            lastDial += 1
            candidates[destination]?.dial = lastDial
            candidates[destination]?.dialledAt = now
            dials[lastDial] = destination
            let share = candidate.trust == .announced ? \Self.announced : \Self.vouched
            self[keyPath: share].begin(lastDial, of: candidate.device, at: now)
            due.append(Dial(number: lastDial, destination: destination))
        }
        return due
    }

    /// The next due time, if nothing is reported before.
    var nextDeadline: Duration? { candidates.compactMap(dueTime).min() }

    private func isDue(
        _ destination: Destination, _ candidate: Candidate, at now: Duration
    ) -> Bool {
        dueTime(destination, candidate).map { $0 <= now } ?? false
    }

    /// Nil while there is nothing to dial or no room for it. Between dials to one device there is a
    /// pause, whatever the address, and with `isSlow` also between dials to one address.
    private func dueTime(_ destination: Destination, _ candidate: Candidate) -> Duration? {
        let share = candidate.trust == .announced ? announced : vouched
        guard candidate.dial == nil, candidate.device.map(isWanted) ?? true, !share.isFull,
            !isCrowded(destination)
        else { return nil }
        let pause = isSlow ? DaemonLimits.removedDialInterval : DaemonLimits.dialInterval
        let last = [
            candidate.device.flatMap { share.dialledAt[$0] }, isSlow ? candidate.dialledAt : nil,
        ]
        return last.compactMap { $0 }.reduce(candidate.readyAt) { max($0, $1 + pause) }
    }

    /// True if too many dials to that host are under way: a host that announces devices without end
    /// and never answers must not keep others from being dialled.
    private func isCrowded(_ destination: Destination) -> Bool {
        guard case .address(let address) = destination, candidates[destination]?.trust == .announced
        else { return false }
        let own = announced.underWay.filter {
            if case .address(let other)? = dials[$0] { other.host == address.host } else { false }
        }
        return own.count >= DaemonLimits.dialsOfOneHostMax
    }

    func isWanted(_ device: DeviceID) -> Bool {
        links[device, default: 0] == 0 && !excluded.contains(device)
    }

    // MARK: What became of it

    /// Called when a dial reached a device, which proved its key. A member's address is vouched for
    /// from then on.
    mutating func reached(_ dial: Int, _ device: DeviceID, isMember: Bool) {
        endAttempt(of: dial)
        guard let destination = dials[dial], var candidate = candidates[destination] else { return }
        candidate.device = device
        store(
            candidate, at: destination, as: max(candidate.trust, isMember ? .vouched : .announced))
    }

    private mutating func endAttempt(of dial: Int) {
        announced.underWay.remove(dial)
        vouched.underWay.remove(dial)
    }

    /// Called when a dial failed, or when its link ended. `jitter` is from 0 to 1.
    mutating func ended(_ dial: Int, hadLink: Bool, jitter: Double, at now: Duration) {
        endAttempt(of: dial)
        guard let destination = dials.removeValue(forKey: dial),
            var candidate = candidates[destination]
        else { return }
        candidate.dial = nil
        candidate.failures = hadLink ? 0 : candidate.failures + 1
        candidate.readyAt = max(
            candidate.readyAt, now + Self.backoff(candidate.failures, jitter: jitter))
        candidates[destination] = candidate
    }

    /// The device that a dial is to reach; nil if nobody vouches for that.
    func device(of dial: Int) -> DeviceID? {
        guard let destination = dials[dial], let candidate = candidates[destination],
            candidate.trust > .announced
        else { return nil }
        return candidate.device
    }

    /// Called when a dial reached this device itself.
    mutating func reachedSelf(_ dial: Int, at now: Duration) {
        guard let destination = dials[dial] else { return }
        candidates[destination]?.readyAt = now + DaemonLimits.ownAddressTime
    }

    /// Called when a link to a device opened, whichever side dialled.
    mutating func linked(_ device: DeviceID) { links[device, default: 0] += 1 }

    mutating func unlinked(_ device: DeviceID) {
        guard let count = links[device] else { return }
        links[device] = count > 1 ? count - 1 : nil
    }

    /// Half to all of a wait that doubles with every failure.
    static func backoff(_ failures: Int, jitter: Double) -> Duration {
        let doubled = DaemonLimits.backoffMin * (1 << min(max(failures - 1, 0), 10))
        let whole = min(doubled, DaemonLimits.backoffMax)
        return whole * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }
}
