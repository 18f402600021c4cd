/// Identifies one boot of a machine: eight bytes that all programs see until the machine restarts.
package struct BootID: Hashable, Comparable, Sendable {
    /// The eight bytes, first byte most significant.
    package var rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An instant as the uptime of the machine that noted it.
package struct BootReading: Hashable, Sendable {
    /// The boot from which the uptime counts.
    package var boot: BootID
    /// Whole milliseconds, from zero to `MoveLogLimits.uptimeMax`.
    package var uptime: Duration

    /// Clamps the uptime to the range of a reading.
    package init(boot: BootID, uptime: Duration) {
        self.boot = boot
        let cut = min(max(.zero, uptime), MoveLogLimits.uptimeMax)
        self.uptime = .milliseconds(cut.milliseconds)
    }
}

/// The offsets of the uptimes of other machines, and of earlier boots of this machine, from the
/// uptime of this device, each with its error bound. The time since an instant that another device
/// noted is then one subtraction, independent of any wall clock.
///
/// The own boot has no offset and no error. At most `MoveLogLimits.bootsMax` other boots are kept,
/// each with 1 to `MoveLogLimits.hopsMax` hops, an error of at most `MoveLogLimits.clockErrorMax`
/// when it was stored, and an offset within `MoveLogLimits.uptimeMax` in either direction.
///
/// PING and PONG measure the differences. `Ledger.elapsed` subtracts them for the game clock of
/// another device. Where none is known, wall clocks give an estimate, which is marked.
/// `RunningClock` advances the clock that is shown.
package struct BootClocks: Sendable {
    /// The offset of the uptime of one boot from the uptime of this device.
    package struct Offset: Hashable, Sendable {
        /// The other uptime minus the own one.
        package var offset: Duration
        /// The error bound at the time of measurement. For an estimated offset it holds only if the
        /// wall clock was right.
        package var error: Duration
        /// The own uptime at the measurement; the two clocks drift apart from then on.
        package var measuredAt: Duration
        /// 0 for the own boot, 1 if measured by this device, more if other devices told it.
        package var hops: UInt8
        /// True if the offset was carried across a restart of a machine by a wall clock.
        package var isEstimated: Bool

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

        /// The error bound at `now`, including clock drift.
        package func error(at now: Duration) -> Duration {
            error + max(.zero, now - measuredAt) / MoveLogLimits.driftDivisor
        }

        /// True if a more precise offset would make no visible difference.
        func isSettled(at now: Duration) -> Bool {
            !isEstimated && error(at: now) <= Intervals.errorSettled
        }

        /// Measured before estimated; a settled error before a larger one; of two settled errors
        /// the one with fewer hops, so that the nearer source is preferred; else the smaller error.
        func isBetter(than other: Offset, at now: Duration) -> Bool {
            if isEstimated != other.isEstimated { return !isEstimated }
            let isSmall = error(at: now) <= Intervals.errorSettled
            let isOtherSmall = other.error(at: now) <= Intervals.errorSettled
            if isSmall != isOtherSmall { return isSmall }
            if isSmall, hops != other.hops { return hops < other.hops }
            return error(at: now) < other.error(at: now)
        }

        /// True if the difference is visible to people.
        package func isNotable(after other: Offset, at now: Duration) -> Bool {
            let shift = offset - other.offset
            return isEstimated != other.isEstimated
                || isSettled(at: now) != other.isSettled(at: now)
                || shift > Intervals.clockShift || shift < .zero - Intervals.clockShift
        }

        /// Converts an offset from the uptime of that boot into an offset from the uptime of this
        /// device: errors and hops add up, plus `MoveLogLimits.clockCut`.
        func joined(_ told: Offset, at now: Duration) -> Offset {
            Offset(
                offset: offset + told.offset,
                error: error(at: now) + told.error(at: now) + MoveLogLimits.clockCut,
                measuredAt: now,
                hops: hops + min(told.hops, MoveLogLimits.hopsMax),
                isEstimated: isEstimated || told.isEstimated)
        }

        /// True if the offset must be sent to a peer, given the last offset sent to it and the last
        /// one received from it.
        func isNews(toldBefore told: Offset?, heard: Offset?, at now: Duration) -> Bool {
            guard hops < MoveLogLimits.hopsMax, error(at: now) < MoveLogLimits.clockErrorMax else {
                return false
            }
            if let heard {
                // The offset as the peer would store it.
                var there = self
                there.hops += 1
                there.error += MoveLogLimits.clockCut
                guard there.isBetter(than: heard, at: now) else { return false }
            }
            guard let told else { return true }
            return isNotable(after: told, at: now)
                || told.error(at: now) - error(at: now) > Intervals.clockShift
        }
    }

    /// The boot of this machine.
    package let own: BootID
    /// The other known boots.
    package private(set) var offsets: [BootID: Offset] = [:]
    /// Grows with every visible change.
    package private(set) var revision: UInt64 = 0

    package init(own: BootID) { self.own = own }

    /// Restores offsets that another process stored since the same boot of the machine.
    package init(own: BootID, keeping known: [BootID: Offset], at now: Duration) {
        self.init(own: own)
        for (boot, offset) in known.sorted(by: { $0.key < $1.key }) {
            keep(offset, of: boot, at: now)
        }
    }

    /// The reading for an entry that is recorded now.
    package func reading(at now: Duration) -> BootReading { BootReading(boot: own, uptime: now) }

    /// The offset of a boot; nil if it is unknown or its error has grown too large.
    package func offset(of boot: BootID, at now: Duration) -> Offset? {
        if boot == own {
            return Offset(offset: .zero, error: .zero, measuredAt: now, hops: 0)
        }
        guard let known = offsets[boot], known.error(at: now) <= MoveLogLimits.clockErrorMax else {
            return nil
        }
        return known
    }

    /// Converts a reading of any device to the own uptime, negative if it is before the boot of
    /// this machine, with the error bound of the time since unless it is estimated; nil if the boot
    /// is unknown.
    package func instant(
        of reading: BootReading, at now: Duration
    ) -> (uptime: Duration, error: Duration, isEstimated: Bool)? {
        offset(of: reading.boot, at: now).map {
            (reading.uptime - $0.offset, $0.error(at: now), $0.isEstimated)
        }
    }

    /// Takes a reading that a peer made between a ping and its answer, which arrived now. Returns
    /// true if it improved the known offset.
    @discardableResult
    package mutating func measure(
        _ reading: BootReading, between ping: Duration, and now: Duration
    ) -> Bool {
        let half = (now - ping) / 2
        // Drift counts from the earliest instant at which the peer may have read its clock.
        let measured = Offset(
            offset: reading.uptime - (ping + half), error: half + .milliseconds(1),
            measuredAt: ping, hops: 1)
        return keep(measured, of: reading.boot, at: now)
    }

    /// Takes the offsets that a peer told, relative to the uptime of its boot. Returns true if one
    /// of them improved a known offset.
    @discardableResult
    mutating func hear(_ told: [BootID: Offset], from peer: BootID, at now: Duration) -> Bool {
        guard let way = offset(of: peer, at: now) else { return false }
        var isBetter = false
        // Sorted: if there are too many offsets, the last ones are dropped, and one seed fixes a
        // whole run.
        for (boot, offset) in told.sorted(by: { $0.key < $1.key })
        where keep(way.joined(offset, at: now), of: boot, at: now) {
            isBetter = true
        }
        return isBetter
    }

    /// The clocks after a restart of this machine, estimated by its wall clock; the previous boot
    /// becomes one of the other boots. `then` is the last reading of both clocks before the
    /// restart. A wall clock that went back counts as no time.
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
                hops: min(known.hops + 1, MoveLogLimits.hopsMax), isEstimated: true)
        }
        return BootClocks(own: next, keeping: carried, at: now.uptime)
    }

    /// Keeps an offset if it is better than the known one. Beyond the limit the offset with the
    /// most hops is dropped, and among those the one measured longest ago.
    @discardableResult
    private mutating func keep(_ offset: Offset, of boot: BootID, at now: Duration) -> Bool {
        let range = .zero - MoveLogLimits.uptimeMax...MoveLogLimits.uptimeMax
        guard boot != own, (1...MoveLogLimits.hopsMax).contains(offset.hops),
            range.contains(offset.offset), offset.error >= .zero,
            offset.error(at: now) <= MoveLogLimits.clockErrorMax
        else { return false }
        let known = offsets[boot]
        if let known, !offset.isBetter(than: known, at: now) { return false }
        offsets[boot] = offset
        if offsets.count > MoveLogLimits.bootsMax {
            offsets = offsets.filter { $0.value.error(at: now) <= MoveLogLimits.clockErrorMax }
        }
        if offsets.count > MoveLogLimits.bootsMax, let last = offsets.max(by: goesLater) {
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
    /// Whole milliseconds, rounded towards zero; wraps around far beyond the range of any clock.
    var milliseconds: Int64 {
        components.seconds &* 1000 &+ components.attoseconds / 1_000_000_000_000_000
    }
}
