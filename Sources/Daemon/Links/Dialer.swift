import MoveLog
import Net

/// Decides whom to dial and when. It knows no socket and no clock: one seed fixes what it does.
struct Dialer {
    /// Where to dial.
    enum Place: Hashable {
        case address(Address)
        /// A name, to be looked up at every dial, since it may have moved.
        case name(NamedAddress)
    }

    /// A dial to be made; report what became of it by its number.
    struct Dial: Equatable {
        var number: Int
        var place: Place
    }

    private struct Candidate {
        var device: DeviceID?
        var isFixed: Bool
        var failures = 0
        var readyAt: Duration
        /// The dial that is under way.
        var dial: Int?
        /// Counts up with every sighting, to find the one unseen for longest.
        var seen: Int
    }

    private var candidates: [Place: Candidate] = [:]
    private var dials: [Int: Place] = [:]
    /// Dials that have not led to a link yet.
    private var underWay: Set<Int> = []
    private var links: [DeviceID: Int] = [:]
    private var dialledAt: [DeviceID: Duration] = [:]
    private var lastDial = 0
    private var sightings = 0
    /// Devices that are left alone, whoever names them: they were removed from the table.
    var shunned: Set<DeviceID> = []

    // MARK: Whom

    /// A place that the operator named; dialled for as long as the daemon runs.
    mutating func fix(_ place: Place, at now: Duration) {
        guard candidates[place] == nil, candidates.count < Limits.fixedPeersMax else { return }
        candidates[place] = Candidate(isFixed: true, readyAt: now, seen: 0)
    }

    /// An address at which a device is said to be: by an announcement, or because it was there
    /// before. What failed there before counts no more.
    mutating func sight(_ device: DeviceID, at address: Address, now: Duration) {
        guard !shunned.contains(device) else { return }
        sightings += 1
        let place = Place.address(address)
        if var known = candidates[place] {
            known.device = device
            known.seen = sightings
            if known.failures > 0 {
                known.failures = 0
                known.readyAt = min(known.readyAt, now)
            }
            candidates[place] = known
            return
        }
        makeRoom(for: device)
        candidates[place] = Candidate(
            device: device, isFixed: false, readyAt: now, seen: sightings)
    }

    /// Everything is tried at once: the network has changed.
    mutating func hurry(at now: Duration) {
        for place in candidates.keys {
            candidates[place]?.failures = 0
            candidates[place]?.readyAt = now
        }
    }

    /// Forgets every place that the operator did not name, and every dial.
    mutating func forgetAll(at now: Duration) {
        candidates = candidates.filter(\.value.isFixed)
        dials = [:]
        underWay = []
        links = [:]
        dialledAt = [:]
        for place in candidates.keys {
            candidates[place]?.dial = nil
            candidates[place]?.device = nil
        }
        hurry(at: now)
    }

    private mutating func makeRoom(for device: DeviceID) {
        let own = candidates.filter { $0.value.device == device && !$0.value.isFixed }
        if own.count >= Limits.dialAddressesMax { dropOldest(of: own) }
        let free = candidates.filter { !$0.value.isFixed }
        if free.count >= Limits.dialDevicesMax { dropOldest(of: free) }
        if dialledAt.count > Limits.dialDevicesMax { dialledAt = [:] }
    }

    private mutating func dropOldest(of found: [Place: Candidate]) {
        let idle = found.filter { $0.value.dial == nil }
        if let oldest = idle.min(by: { $0.value.seen < $1.value.seen }) {
            candidates[oldest.key] = nil
        }
    }

    // MARK: When

    /// The dials that are due, which from now on are under way.
    mutating func takeDue(at now: Duration) -> [Dial] {
        var due: [Dial] = []
        // Sorted, so that one seed gives one run.
        let places = candidates.filter { isDue($0.value, at: now) }
            .sorted { ($0.value.readyAt, $0.value.seen) < ($1.value.readyAt, $1.value.seen) }
        for (place, candidate) in places {
            guard underWay.count < Limits.dialsMax, isDue(candidate, at: now), !isCrowded(place)
            else { continue }
            lastDial += 1
            candidates[place]?.dial = lastDial
            dials[lastDial] = place
            underWay.insert(lastDial)
            if let device = candidate.device { dialledAt[device] = now }
            due.append(Dial(number: lastDial, place: place))
        }
        return due
    }

    /// When something will be due, if nothing is reported before.
    var nextDeadline: Duration? {
        guard underWay.count < Limits.dialsMax else { return nil }
        return candidates.compactMap { place, candidate in
            guard candidate.dial == nil, !isLinked(candidate), !isCrowded(place) else { return nil }
            return max(candidate.readyAt, restEnd(candidate))
        }.min()
    }

    /// Whether so many dials to that host are under way that it has to wait: who announces devices
    /// without end and answers none of their dials must not keep others from being dialled.
    private func isCrowded(_ place: Place) -> Bool {
        guard case .address(let address) = place else { return false }
        let own = underWay.filter {
            if case .address(let other)? = dials[$0] { other.host == address.host } else { false }
        }
        return own.count >= Limits.dialsOfOneHostMax
    }

    private func isDue(_ candidate: Candidate, at now: Duration) -> Bool {
        candidate.dial == nil && candidate.readyAt <= now && !isLinked(candidate)
            && restEnd(candidate) <= now
    }

    /// Whether there is nothing to dial: the device is linked, or left alone.
    private func isLinked(_ candidate: Candidate) -> Bool {
        candidate.device.map { links[$0, default: 0] > 0 || shunned.contains($0) } ?? false
    }

    /// One device is dialled only so often, at whatever address.
    private func restEnd(_ candidate: Candidate) -> Duration {
        guard let device = candidate.device, let last = dialledAt[device] else { return .zero }
        return last + Limits.dialInterval
    }

    // MARK: What became of it

    /// A dial reached a device, which proved who it is.
    mutating func reached(_ dial: Int, _ device: DeviceID) {
        underWay.remove(dial)
        guard let place = dials[dial] else { return }
        candidates[place]?.device = device
    }

    /// A dial ended: it failed, or the link that it made is gone. `jitter` is from 0 to 1.
    mutating func ended(_ dial: Int, hadLink: Bool, jitter: Double, at now: Duration) {
        underWay.remove(dial)
        guard let place = dials.removeValue(forKey: dial), var candidate = candidates[place] else {
            return
        }
        candidate.dial = nil
        candidate.failures = hadLink ? 0 : candidate.failures + 1
        candidate.readyAt = max(
            candidate.readyAt, now + Self.backoff(candidate.failures, jitter: jitter))
        candidates[place] = candidate
    }

    /// A dial reached this device itself.
    mutating func reachedSelf(_ dial: Int, at now: Duration) {
        guard let place = dials[dial] else { return }
        candidates[place]?.readyAt = now + Limits.ownAddressTime
    }

    /// A link to a device stands, whoever dialled.
    mutating func linked(_ device: DeviceID) { links[device, default: 0] += 1 }

    /// A link to a device is gone.
    mutating func unlinked(_ device: DeviceID) {
        guard let count = links[device] else { return }
        links[device] = count > 1 ? count - 1 : nil
    }

    /// Half to all of a wait that doubles with every failure.
    static func backoff(_ failures: Int, jitter: Double) -> Duration {
        let doubled = Limits.backoffMin * (1 << min(max(failures - 1, 0), 10))
        let whole = min(doubled, Limits.backoffMax)
        return whole * (0.5 + 0.5 * min(max(jitter, 0), 1))
    }
}
