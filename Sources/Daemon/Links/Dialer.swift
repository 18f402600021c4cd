import MoveLog
import Net

/// Decides whom to dial and when. It knows no socket and no clock: one seed fixes what it does.
///
/// Addresses that anybody can have announced have a share of the dials of their own. Nothing that is announced
/// without proof takes a dial, a place or the turn of an address that somebody vouches for.
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

    /// Who says that there is a device, the weakest first.
    enum Standing: Comparable {
        /// Anybody: it was announced, without proof.
        case announced
        /// A member: the device announced it under its signature, proved there who it is, or another
        /// member told of it.
        case vouched
        /// The operator: it stays for as long as the daemon runs.
        case fixed
    }

    private struct Candidate {
        var device: DeviceID?
        var standing: Standing
        var failures = 0
        var readyAt: Duration
        /// The dial that is under way.
        var dial: Int?
        /// Counts up with every sighting, to find the one unseen for longest.
        var seen: Int
    }

    /// The dials of one share.
    private struct Share {
        let dialsMax: Int
        /// Dials that have not led to a link yet.
        var underWay: Set<Int> = []
        var dialledAt: [DeviceID: Duration] = [:]

        var isFull: Bool { underWay.count >= dialsMax }

        mutating func begin(_ dial: Int, of device: DeviceID?, at now: Duration) {
            underWay.insert(dial)
            guard let device else { return }
            if dialledAt.count > Limits.dialDevicesMax { dialledAt = [:] }
            dialledAt[device] = now
        }
    }

    private var candidates: [Place: Candidate] = [:]
    private var dials: [Int: Place] = [:]
    private var announced = Share(dialsMax: Limits.dialsOfAnnouncedMax)
    private var vouched = Share(dialsMax: Limits.dialsMax)
    private var links: [DeviceID: Int] = [:]
    private var lastDial = 0
    private var sightings = 0
    /// Devices that are left alone, whoever names them: they were removed from the table.
    var shunned: Set<DeviceID> = []

    // MARK: Whom

    /// A place that the operator named; dialled for as long as the daemon runs.
    mutating func fix(_ place: Place, at now: Duration) {
        guard candidates[place] == nil, candidates.count < Limits.fixedPeersMax else { return }
        candidates[place] = Candidate(standing: .fixed, readyAt: now, seen: 0)
    }

    /// An address at which a device is said to be. What failed there before counts no more. Of an
    /// address that is vouched for an announcement without proof changes nothing.
    mutating func sight(
        _ device: DeviceID, at address: Address, as standing: Standing, now: Duration
    ) {
        guard !shunned.contains(device) else { return }
        sightings += 1
        let place = Place.address(address)
        var candidate =
            candidates[place] ?? Candidate(standing: standing, readyAt: now, seen: sightings)
        guard standing > .announced || candidate.standing == .announced else { return }
        candidate.device = device
        candidate.seen = sightings
        if candidate.failures > 0 {
            candidate.failures = 0
            candidate.readyAt = min(candidate.readyAt, now)
        }
        put(candidate, at: place, as: max(standing, candidate.standing))
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
        let (fixed, last) = (candidates.filter { $0.value.standing == .fixed }, lastDial)
        self = Dialer()
        // A dial that is under way is reported by a number that no other must have.
        lastDial = last
        for place in fixed.keys { fix(place, at: now) }
    }

    /// Keeps a candidate; one that is new to its share may take the room of others there.
    private mutating func put(_ candidate: Candidate, at place: Place, as standing: Standing) {
        var candidate = candidate
        if standing < .fixed, candidates[place]?.standing != standing {
            candidates[place] = nil
            leave(Limits.dialAddressesMax - 1, as: standing, of: candidate.device)
            leave(Limits.dialDevicesMax - 1, as: standing)
        }
        candidate.standing = standing
        candidates[place] = candidate
    }

    /// Drops the idle address that was unseen for longest, if there are more than so many of a standing, or
    /// of one device with it.
    private mutating func leave(_ most: Int, as standing: Standing, of device: DeviceID? = nil) {
        var (count, oldest, place) = (0, Int.max, Place?.none)
        for (other, known) in candidates
        where known.standing == standing && (device == nil || known.device == device) {
            count += 1
            guard known.dial == nil, known.seen < oldest else { continue }
            (oldest, place) = (known.seen, other)
        }
        if count > most, let place { candidates[place] = nil }
    }

    // MARK: When

    /// The dials that are due, which from now on are under way. Where few have failed, and where a
    /// device was seen last, is dialled first.
    mutating func takeDue(at now: Duration) -> [Dial] {
        var due: [Dial] = []
        // Sorted, so that one seed gives one run.
        let places = candidates.filter { isDue($0.value, at: now) }
            .sorted { ($0.value.failures, $1.value.seen) < ($1.value.failures, $0.value.seen) }
        for (place, candidate) in places where isDue(candidate, at: now) && !isCrowded(place) {
            lastDial += 1
            candidates[place]?.dial = lastDial
            dials[lastDial] = place
            if candidate.standing == .announced {
                announced.begin(lastDial, of: candidate.device, at: now)
            } else {
                vouched.begin(lastDial, of: candidate.device, at: now)
            }
            due.append(Dial(number: lastDial, place: place))
        }
        return due
    }

    /// When something will be due, if nothing is reported before.
    var nextDeadline: Duration? {
        candidates.compactMap { place, candidate in
            guard candidate.dial == nil, !isLinked(candidate), !share(of: candidate).isFull,
                !isCrowded(place)
            else { return nil }
            return max(candidate.readyAt, restEnd(candidate))
        }.min()
    }

    private func share(of candidate: Candidate) -> Share {
        candidate.standing == .announced ? announced : vouched
    }

    /// Whether so many dials to that host are under way that it has to wait: who announces devices
    /// without end and answers none of their dials must not keep others from being dialled.
    private func isCrowded(_ place: Place) -> Bool {
        guard case .address(let address) = place, candidates[place]?.standing == .announced else {
            return false
        }
        let own = announced.underWay.filter {
            if case .address(let other)? = dials[$0] { other.host == address.host } else { false }
        }
        return own.count >= Limits.dialsOfOneHostMax
    }

    private func isDue(_ candidate: Candidate, at now: Duration) -> Bool {
        candidate.dial == nil && candidate.readyAt <= now && !isLinked(candidate)
            && !share(of: candidate).isFull && restEnd(candidate) <= now
    }

    /// Whether there is nothing to dial: the device is linked, or left alone.
    private func isLinked(_ candidate: Candidate) -> Bool {
        candidate.device.map { !isWanted($0) } ?? false
    }

    /// True if the device is to be dialled: it has no link and was not removed.
    func isWanted(_ device: DeviceID) -> Bool {
        links[device, default: 0] == 0 && !shunned.contains(device)
    }

    /// One device is dialled only so often, at whatever address.
    private func restEnd(_ candidate: Candidate) -> Duration {
        let last = candidate.device.flatMap { share(of: candidate).dialledAt[$0] }
        guard let last else { return .zero }
        return last + Limits.dialInterval
    }

    // MARK: What became of it

    /// A dial reached a device, which proved who it is. A member's address is vouched for from then on.
    mutating func reached(_ dial: Int, _ device: DeviceID, isMember: Bool) {
        endWay(of: dial)
        guard let place = dials[dial], var candidate = candidates[place] else { return }
        candidate.device = device
        put(candidate, at: place, as: max(candidate.standing, isMember ? .vouched : .announced))
    }

    private mutating func endWay(of dial: Int) {
        announced.underWay.remove(dial)
        vouched.underWay.remove(dial)
    }

    /// A dial ended: it failed, or the link that it made is gone. `jitter` is from 0 to 1.
    mutating func ended(_ dial: Int, hadLink: Bool, jitter: Double, at now: Duration) {
        endWay(of: dial)
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
