/// A start of a machine: eight bytes that stay while programs come and go on it, and are others after
/// the next start.
package struct BootID: Hashable, Comparable, Sendable {
    /// The eight bytes, first byte most significant.
    package var rawValue: UInt64

    /// Wraps eight bytes.
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An instant, by the uptime of the machine that the device which noted it runs on.
package struct BootReading: Hashable, Sendable {
    /// The start from which the uptime counts.
    package var boot: BootID
    /// In whole milliseconds, from zero to `Limits.uptimeMax`.
    package var uptime: Duration

    /// Joins the two; the uptime is cut to what a reading may hold.
    package init(boot: BootID, uptime: Duration) {
        self.boot = boot
        let cut = min(max(.zero, uptime), Limits.uptimeMax)
        self.uptime = .milliseconds(cut.milliseconds)
    }
}

/// How far the uptimes of other machines, and of earlier starts of this one, are from this device's:
/// of each one number and by how much it may be off. Time since an instant that another device noted
/// is then one subtraction, whatever any wall clock shows.
///
/// The own boot has no offset and no error. Of the others at most `Limits.bootsMax` are kept, each with
/// 1 to `Limits.hopsMax` hops, an error of `Limits.clockErrorMax` at most when it was taken, and an offset
/// within `Limits.uptimeMax` either way.
package struct BootClocks: Sendable {
    /// How far one boot's uptime is from this device's.
    package struct Offset: Hashable, Sendable {
        /// The other uptime less the own one.
        package var offset: Duration
        /// By how much it was off at most when it was measured; of one that is estimated, if the wall
        /// clock was right.
        package var error: Duration
        /// When it was measured, on the own uptime; from then on the two clocks drift apart.
        package var measuredAt: Duration
        /// 0 the own boot, 1 measured here, more as others told it.
        package var hops: UInt8
        /// True if a wall clock carried it over a start of a machine.
        package var isEstimated: Bool

        /// Joins the parts.
        package init(
            offset: Duration, error: Duration, measuredAt: Duration, hops: UInt8,
            isEstimated: Bool = false
        ) {
            self.offset = offset
            self.error = error
            self.measuredAt = measuredAt
            self.hops = hops
            self.isEstimated = isEstimated
        }

        /// By how much it may be off now, drift of the clocks included.
        package func error(at now: Duration) -> Duration {
            error + max(.zero, now - measuredAt) / Limits.driftDivisor
        }

        /// True if nobody would notice a better one.
        func isSettled(at now: Duration) -> Bool {
            !isEstimated && error(at: now) <= Intervals.errorSettled
        }

        /// Measured before estimated; an error that nobody notices before a larger one; of two small
        /// errors the one with fewer hops, so that who is nearer is believed first; else less error.
        func isBetter(than other: Offset, at now: Duration) -> Bool {
            if isEstimated != other.isEstimated { return !isEstimated }
            let isSmall = error(at: now) <= Intervals.errorSettled
            let isOtherSmall = other.error(at: now) <= Intervals.errorSettled
            if isSmall != isOtherSmall { return isSmall }
            if isSmall, hops != other.hops { return hops < other.hops }
            return error(at: now) < other.error(at: now)
        }

        /// True if people would notice the difference.
        package func isNotable(after other: Offset, at now: Duration) -> Bool {
            let shift = offset - other.offset
            return isEstimated != other.isEstimated
                || isSettled(at: now) != other.isSettled(at: now)
                || shift > Intervals.clockShift || shift < .zero - Intervals.clockShift
        }

        /// An offset from that boot as an offset from this device's: errors and hops add up, and `Limits.clockCut`.
        func joined(_ told: Offset, at now: Duration) -> Offset {
            Offset(
                offset: offset + told.offset,
                error: error(at: now) + told.error(at: now) + Limits.clockCut, measuredAt: now,
                hops: hops + min(told.hops, Limits.hopsMax),
                isEstimated: isEstimated || told.isEstimated)
        }

        /// True if a peer is to be told, which was told and said something else before.
        func isNews(toldBefore told: Offset?, heard: Offset?, at now: Duration) -> Bool {
            guard hops < Limits.hopsMax, error(at: now) < Limits.clockErrorMax else { return false }
            if let heard {
                // As the peer would have it.
                var there = self
                there.hops += 1
                there.error += Limits.clockCut
                guard there.isBetter(than: heard, at: now) else { return false }
            }
            guard let told else { return true }
            return isNotable(after: told, at: now)
                || told.error(at: now) - error(at: now) > Intervals.clockShift
        }
    }

    /// The start of this device's machine.
    package let own: BootID
    /// The other boots that are known of.
    package private(set) var offsets: [BootID: Offset] = [:]
    /// Grows with every change that people would notice.
    package private(set) var revision: UInt64 = 0

    /// Knows the own boot alone.
    package init(own: BootID) { self.own = own }

    /// Takes back what was kept by another process since the same start of the machine.
    package init(own: BootID, keeping known: [BootID: Offset], at now: Duration) {
        self.init(own: own)
        for (boot, offset) in known.sorted(by: { $0.key < $1.key }) {
            keep(offset, of: boot, at: now)
        }
    }

    /// The time as an entry states it that is recorded now.
    package func reading(at now: Duration) -> BootReading { BootReading(boot: own, uptime: now) }

    /// How far a boot's uptime is from the own one; nil where nobody said so, or it has become useless.
    package func offset(of boot: BootID, at now: Duration) -> Offset? {
        if boot == own {
            return Offset(offset: .zero, error: .zero, measuredAt: now, hops: 0)
        }
        guard let known = offsets[boot], known.error(at: now) <= Limits.clockErrorMax else {
            return nil
        }
        return known
    }

    /// An instant that some device noted, on the own uptime (negative for one before this machine
    /// started), and by how much the time since may be off, unless it is estimated; nil where nobody
    /// knows the boot.
    package func instant(
        of reading: BootReading, at now: Duration
    ) -> (uptime: Duration, error: Duration, isEstimated: Bool)? {
        offset(of: reading.boot, at: now).map {
            (reading.uptime - $0.offset, $0.error(at: now), $0.isEstimated)
        }
    }

    /// Takes what a peer's clock showed at some instant between a ping and its answer, which came now.
    /// True if it is better than what was known.
    @discardableResult
    package mutating func measure(
        _ reading: BootReading, between ping: Duration, and now: Duration
    ) -> Bool {
        let half = (now - ping) / 2
        // Drift is counted from the earliest instant at which the clock may have been read.
        let measured = Offset(
            offset: reading.uptime - (ping + half), error: half + .milliseconds(1),
            measuredAt: ping, hops: 1)
        return keep(measured, of: reading.boot, at: now)
    }

    /// Takes what a peer on a boot told of other boots, as their uptimes less its own. Whether any of
    /// it is better than what was known.
    @discardableResult
    mutating func hear(_ told: [BootID: Offset], from peer: BootID, at now: Duration) -> Bool {
        guard let way = offset(of: peer, at: now) else { return false }
        var isBetter = false
        // In an order: of too many offsets the last are dropped, and one seed fixes a whole run.
        for (boot, offset) in told.sorted(by: { $0.key < $1.key })
        where keep(way.joined(offset, at: now), of: boot, at: now) {
            isBetter = true
        }
        return isBetter
    }

    /// The same after the machine has started again, as far as its wall clock tells how long it was
    /// off; the start before is one of the other boots now. At `then`, both clocks as they were read
    /// last before. A wall clock that went back leaves no time in between.
    package func carried(from then: Moment, to now: Moment, own next: BootID) -> BootClocks {
        let (length, isBeyond) = now.wall.milliseconds.subtractingReportingOverflow(
            then.wall.milliseconds)
        let pause = Duration.milliseconds(isBeyond ? 0 : max(0, length))
        var known = offsets
        known[own] = Offset(offset: .zero, error: .zero, measuredAt: then.uptime, hops: 0)
        let carried = known.mapValues { known in
            Offset(
                offset: then.uptime + known.offset + pause - now.uptime,
                error: known.error(at: then.uptime + pause), measuredAt: now.uptime,
                hops: min(known.hops + 1, Limits.hopsMax), isEstimated: true)
        }
        return BootClocks(own: next, keeping: carried, at: now.uptime)
    }

    /// Keeps an offset if it is better than the known one. Of too many the one from farthest away goes,
    /// of these the one measured longest ago.
    @discardableResult
    private mutating func keep(_ offset: Offset, of boot: BootID, at now: Duration) -> Bool {
        let range = .zero - Limits.uptimeMax...Limits.uptimeMax
        guard boot != own, (1...Limits.hopsMax).contains(offset.hops),
            range.contains(offset.offset), offset.error >= .zero,
            offset.error(at: now) <= Limits.clockErrorMax
        else { return false }
        let known = offsets[boot]
        if let known, !offset.isBetter(than: known, at: now) { return false }
        offsets[boot] = offset
        if offsets.count > Limits.bootsMax {
            offsets = offsets.filter { $0.value.error(at: now) <= Limits.clockErrorMax }
        }
        if offsets.count > Limits.bootsMax, let last = offsets.max(by: goesLater) {
            offsets[last.key] = nil
            if last.key == boot { return false }
        }
        if known.map({ offset.isNotable(after: $0, at: now) }) ?? true { revision += 1 }
        return true
    }

    private func goesLater(
        _ one: (key: BootID, value: Offset), _ other: (key: BootID, value: Offset)
    ) -> Bool {
        (one.value.hops, other.value.measuredAt, one.key)
            < (other.value.hops, one.value.measuredAt, other.key)
    }
}

extension Duration {
    /// Whole milliseconds, cut towards zero; of a length that no clock counts, some or other.
    var milliseconds: Int64 {
        components.seconds &* 1000 &+ components.attoseconds / 1_000_000_000_000_000
    }
}
